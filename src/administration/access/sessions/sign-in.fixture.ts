// Sign-in on one node, with a database and a clock that the test controls. For the tests in this folder.

import { reuseRsaKeys } from '../../../../test/support/onboarding/rsa-keys.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { AccessTokens } from '../keys/access-tokens.ts'
import { KeyRing } from '../keys/key-ring.ts'
import { Mfa } from '../second-factor/mfa.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.ts'
import { Authenticator } from './authenticator.ts'
import type { Origin } from './session-user.ts'
import { Sessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'

reuseRsaKeys()

export const ORIGIN: Origin = {
  ip: '192.0.2.7',
  userAgent: 'test',
  correlationId: '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30',
}
export const PASSWORD = 'correct horse battery staple'
/** What the fixture's verifier takes for the hash of PASSWORD. */
export const PASSWORD_HASH = `hash of ${PASSWORD}`

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

export class TestClock {
  ms = Date.UTC(2026, 0, 15, 10)

  now(): number {
    return this.ms
  }

  advance(byMs: number): void {
    this.ms += byMs
  }
}

export const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])

export async function openNode(database: Database, clock: TestClock) {
  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const accessTokens = new AccessTokens({ keyRing, clock })
  // Longer than any test, so that a confirmation that some node never answers fails it.
  const authenticator = new Authenticator({ database, accessTokens, clock, confirmTimeoutMs: 600_000 })
  const sessions = new Sessions({ database, clock, secretBox, authenticator })
  const mfa = new Mfa({ database, secretBox, clock })
  const recoveryCodes = new RecoveryCodes({ secretBox, clock })
  const verified: (string | undefined)[] = []
  const gate: { afterComparing?: (password: string) => Promise<void> } = {}
  const signIn = new SignIn({
    database,
    clock,
    accessTokens,
    sessions,
    mfa,
    recoveryCodes,
    async verifyPassword(hash, password) {
      verified.push(hash)
      await gate.afterComparing?.(password)
      return hash === `hash of ${password}`
    },
  })
  return {
    database,
    clock,
    keyRing,
    accessTokens,
    authenticator,
    sessions,
    mfa,
    recoveryCodes,
    signIn,
    /** The hashes that passwords were compared with, in order. */
    verified,
    /** Runs between the comparison of a password and the decision. */
    gate,
  }
}

export type TestNode = Awaited<ReturnType<typeof openNode>>

export interface AuditedEvent {
  readonly action: string
  readonly outcome: string
  readonly email: string | null
  readonly after: string | null
}

/** What the audit log says about sessions from a position on. */
export async function auditedEvents(database: Database, afterPosition = 0n): Promise<AuditedEvent[]> {
  const { rows } = await database.query<AuditedEvent>(
    `SELECT action, outcome, actor_email AS email, after
       FROM audit_log WHERE position > $1 AND resource = 'session' ORDER BY position`,
    [afterPosition],
  )
  return rows
}

export async function auditPosition(database: Database): Promise<bigint> {
  const { rows } = await database.query<{ position: bigint }>('SELECT position FROM audit_head')
  return rows[0]?.position ?? 0n
}
