// Time-based one-time passwords (RFC 6238) as in authenticator apps: SHA-1, six digits, a step every 30 seconds.

import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** The previous and the next step are accepted too, because phone clocks differ. */
const STEPS_AROUND = 1

/** A new secret in base32, which people can type. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The time step of a code, or undefined when no acceptable step has this code. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_AROUND })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: string, label: { readonly issuer: string; readonly account: string }): string {
  const totp = totpOf(secret)
  totp.issuer = label.issuer
  totp.label = label.account
  return totp.toString()
}

function totpOf(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS })
}
