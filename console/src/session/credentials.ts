// Operations on passwords and the second factor, with the values encrypted as the gateway wants them.

import { encryptCredential } from '@tillgate/sdk'
import { ask, askWithoutSession } from '../api/ask.ts'
import { admin } from '../api/gateway.ts'
import { GatewayError } from '../api/gateway-error.ts'
import { withFreshToken } from './session.ts'

export interface SecondFactor {
  readonly mfaCode?: string
  readonly recoveryCode?: string
}

const PASSWORD_REFUSED = 'B-AUTH-008'

/** Encrypted values are accepted once, so each call needs new ones. */
async function encrypted(...values: string[]): Promise<string[]> {
  const keys = await askWithoutSession(admin.getKeys())
  return Promise.all(values.map((value) => encryptCredential(value, keys)))
}

/** A secret for an authenticator app. */
export interface SecretOffer {
  readonly encodedSecret: string
  /** A PNG in base64. */
  readonly qrCode: string
}

export interface SecondFactorStatus {
  readonly isEnabled: boolean
  readonly offer: SecretOffer | undefined
}

/**
 * Who has no device yet and needs one is offered a secret, who is signed in always. `mine` goes with the user's token;
 * a wrong password is a refusal, not the end of the session.
 */
export async function secondFactorStatus(
  { email, password }: { email: string; password: string },
  { mine = false } = {},
): Promise<SecondFactorStatus> {
  if (mine) await withFreshToken()
  const [encryptedEmail = '', encryptedPassword = ''] = await encrypted(email, password)
  const { MFAEnabled, encodedSecret, qrCode } = await askWithoutSession(
    admin.getMfaStatus({ email: encryptedEmail, password: encryptedPassword }),
  )
  const offer = encodedSecret === undefined || qrCode === undefined ? undefined : { encodedSecret, qrCode }
  return { isEnabled: MFAEnabled, offer }
}

export interface Registration {
  readonly email: string
  readonly encodedSecret: string
  readonly code: string
  readonly deviceName: string
  /** In place of the device there is; only with the user's own token. */
  readonly overwrite: boolean
}

export async function registerDevice({ email, encodedSecret, code, deviceName, overwrite }: Registration) {
  if (overwrite) await withFreshToken()
  const [username = ''] = await encrypted(email)
  await askWithoutSession(
    admin.registerMfa({
      username,
      encodedSecret,
      initialCode: code,
      ...(deviceName.trim() !== '' && { deviceName: deviceName.trim() }),
      ...(overwrite && { overwrite }),
    }),
  )
}

/** By the value of an invitation or reset link. */
export async function setPasswordByLink(value: string, password: string): Promise<void> {
  const [encryptedPassword = ''] = await encrypted(password)
  await atPassword(askWithoutSession(admin.setPassword({ email: value, password: encryptedPassword })))
}

/** Changes the password of the signed-in user. */
export async function changePassword(email: string, password: string): Promise<void> {
  await withFreshToken()
  const [encryptedEmail = '', encryptedPassword = ''] = await encrypted(email, password)
  await atPassword(ask(admin.setPassword({ email: encryptedEmail, password: encryptedPassword })))
}

export async function forgotPassword(email: string): Promise<void> {
  const [encryptedEmail = ''] = await encrypted(email)
  await askWithoutSession(admin.forgotPassword({ email: encryptedEmail }))
}

/** The rule that a password breaks belongs at its field. */
async function atPassword(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.code !== PASSWORD_REFUSED) throw error
    const message = error.message.replace(/^The password /, '')
    throw new GatewayError({
      ...error,
      message: error.message,
      fields: [{ path: 'password', message: message.charAt(0).toUpperCase() + message.slice(1) }],
    })
  })
}
