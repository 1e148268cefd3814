// Access tokens: JWTs signed with Ed25519, valid for 15 minutes. A token says who calls; the authenticator checks
// whether its session still exists.

import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { accessProblem } from '../access-problems.ts'
import type { KeyRing } from './key-ring.ts'

const ISSUER = 'tillgate'
const AUDIENCE = 'onboarding'
const ALGORITHM = 'EdDSA'
const LIFE_SECONDS = 900
/** Tolerated clock skew between nodes: one may see a token slightly before its issue time. */
const SKEW_SECONDS = 30
/** Ours are below 1 KiB. */
const MAX_TOKEN_LENGTH = 4096

export interface TokenSubject {
  /** The user's id. */
  readonly sub: string
  readonly email: string
  /** The role's name. */
  readonly role: string
  /** The session's id. */
  readonly sid: string
  /** The institution or sub-tenant the user belongs to; absent for the platform's own. */
  readonly tenant?: string
}

export interface Claims extends TokenSubject {
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

export interface SignedToken {
  readonly token: string
  readonly expiresInSeconds: number
}

export interface AccessTokensOptions {
  readonly keyRing: KeyRing
  readonly clock: Clock
}

export class AccessTokens {
  readonly #keyRing: KeyRing
  readonly #clock: Clock

  constructor({ keyRing, clock }: AccessTokensOptions) {
    this.#keyRing = keyRing
    this.#clock = clock
  }

  async sign({ sub, email, role, sid, tenant }: TokenSubject): Promise<SignedToken> {
    const { kid, key } = this.#keyRing.signingKey()
    const issuedAt = Math.floor(this.#clock.now() / 1000)
    const token = await new SignJWT({ email, role, sid, ...(tenant !== undefined && { tenant }) })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
      .setSubject(sub)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(key)
    return { token, expiresInSeconds: LIFE_SECONDS }
  }

  /** Throws the same Problem for any fault of a token. */
  async verify(token: string): Promise<Claims> {
    const kid = keyIdOf(token)
    // Outside the catch below: an unavailable database is not a fault of the token.
    const key = kid === undefined ? undefined : await this.#keyRing.verificationKey(kid)
    if (key === undefined) throw refusal()
    const nowMs = this.#clock.now()
    let payload: JWTPayload
    try {
      const verified = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: 'JWT',
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(nowMs),
      })
      payload = verified.payload
    } catch (error) {
      throw refusal(error)
    }
    const claims = claimsOf(payload)
    if (claims === undefined || claims.issuedAtMs > nowMs + SKEW_SECONDS * 1000) throw refusal()
    return claims
  }
}

function keyIdOf(token: string): string | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === ALGORITHM && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

function claimsOf({ sub, email, role, sid, tenant, iat, exp }: JWTPayload): Claims | undefined {
  if (!isText(sub) || !isText(email) || !isText(role) || !isText(sid)) return undefined
  if (tenant !== undefined && !isText(tenant)) return undefined
  if (iat === undefined || exp === undefined) return undefined
  return {
    sub,
    email,
    role,
    sid,
    ...(tenant !== undefined && { tenant }),
    issuedAtMs: iat * 1000,
    expiresAtMs: exp * 1000,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function refusal(cause?: unknown): Problem {
  return accessProblem('not-signed-in', 'the access token is missing, invalid, expired or revoked', { cause })
}
