// Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, a step every 30 seconds.

import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** A code of the step before or after counts too, because the clocks of telephones differ. */
const STEPS_AROUND = 1

/** A fresh secret in base32, the form that people can type. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The time step whose code this is, or undefined when it is the code of none that counts now. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_AROUND })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta
}

/** What the QR code says to an authenticator app. */
export function totpUri(secret: string, label: { readonly issuer: string; readonly account: string }): string {
  const totp = totpOf(secret)
  totp.issuer = label.issuer
  totp.label = label.account
  return totp.toString()
}

function totpOf(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS })
}
