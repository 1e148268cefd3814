// Sign-in, second factors and passwords over HTTP inside the test process, on any database and with a movable clock.

import { Admission } from '../../../src/administration/access/admission/admission.ts'
import { AccessTokens } from '../../../src/administration/access/keys/access-tokens.ts'
import { EncryptedStrings } from '../../../src/administration/access/keys/encrypted-strings.ts'
import { KeyRing } from '../../../src/administration/access/keys/key-ring.ts'
import { PasswordLinks } from '../../../src/administration/access/passwords/password-links.ts'
import { verifyPassword } from '../../../src/administration/access/passwords/passwords.ts'
import { SetPassword } from '../../../src/administration/access/passwords/set-password.ts'
import { Mfa } from '../../../src/administration/access/second-factor/mfa.ts'
import { RecoveryCodes } from '../../../src/administration/access/second-factor/recovery-codes.ts'
import { Authenticator } from '../../../src/administration/access/sessions/authenticator.ts'
import { Sessions } from '../../../src/administration/access/sessions/sessions.ts'
import { SignIn } from '../../../src/administration/access/sessions/sign-in.ts'
import { MailChanges } from '../../../src/administration/access/users/mail-changes.ts'
import { Users } from '../../../src/administration/access/users/users.ts'
import { createLogger } from '../../../src/edge/http/log.ts'
import { createServer } from '../../../src/edge/http/server/server.ts'
import { onboardingFamily } from '../../../src/families/onboarding/family.ts'
import type { OnboardingServices } from '../../../src/families/onboarding/onboarding-operation.ts'
import { parseMasterKeys, SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../src/platform/kernel/time/clock.ts'
import { Outbox, openContent } from '../../../src/platform/mail/outbox.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { Onboarding } from './onboarding.ts'
import { quickHash } from './quick-hash.ts'
import { reuseRsaKeys } from './rsa-keys.ts'
import { type InsertedUser, insertUser, type UserRow } from './user-rows.ts'

reuseRsaKeys()

const secretBox = new SecretBox(parseMasterKeys(Buffer.alloc(32, 7).toString('base64')))

export const PASSWORD = 'plum tree by the river'

export interface OnboardingEdgeOptions {
  /** Replaces the real hash verification. */
  readonly verifyPassword?: typeof verifyPassword
  readonly admission?: Admission
  readonly trustedProxies?: readonly string[]
}

export async function openOnboardingEdge(database: Database, options: OnboardingEdgeOptions = {}) {
  const clock = { nowMs: Date.UTC(2026, 0, 15, 12), now: () => clock.nowMs }
  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const encryptedStrings = new EncryptedStrings({ keyRing, secretBox, clock })
  const accessTokens = new AccessTokens({ keyRing, clock })
  const authenticator = new Authenticator({ database, accessTokens, clock })
  const sessions = new Sessions({ database, clock, secretBox, authenticator })
  const mfa = new Mfa({ database, secretBox, clock })
  const recoveryCodes = new RecoveryCodes({ secretBox, clock })
  const signIn = new SignIn({
    database,
    clock,
    verifyPassword: options.verifyPassword ?? verifyPassword,
    accessTokens,
    sessions,
    mfa,
    recoveryCodes,
  })
  const outbox = new Outbox({ secretBox, clock })
  const publicUrl = () => 'https://tillgate.bank.example'
  const passwordLinks = new PasswordLinks({ database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailChanges = new MailChanges({ database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const services: Partial<OnboardingServices> = {
    database,
    clock,
    admission: options.admission ?? new Admission(),
    keyRing,
    encryptedStrings,
    authenticator,
    sessions,
    signIn,
    mfa,
    recoveryCodes,
    passwordLinks,
    mailChanges,
    users: new Users({ database, clock, passwordLinks, mailChanges }),
    // Nothing waits for approval.
    fourEyes: { lists: () => false } as unknown as OnboardingServices['fourEyes'],
    setPassword: new SetPassword({ database, clock, passwordLinks, hashPassword: quickHash }),
    // Tests read mails from the outbox.
    mailSender: { wake() {} } as OnboardingServices['mailSender'],
    environment: 'sandbox',
  }
  const server = createServer({
    families: [onboardingFamily(services as OnboardingServices)],
    clock,
    logger: createLogger({ level: 'silent' }),
    trustedProxies: options.trustedProxies,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await quickHash(PASSWORD)

  /** The encrypted values of the queued links to an address, oldest first. */
  async function linksTo(email: string): Promise<string[]> {
    const { rows } = await database.query<{ content_sealed: string }>(
      'SELECT content_sealed FROM mail_outbox WHERE recipient = $1 ORDER BY mail_id',
      [email],
    )
    return rows.map((row) => /#(\S+)/.exec(openContent(secretBox, row.content_sealed).text)?.[1] ?? '')
  }

  return {
    clock,
    url,
    onboarding: new ClockedOnboarding(() => url, clock),
    passwordLinks,
    encryptedStrings,
    linksTo,
    /** A user who can sign in with PASSWORD by default. */
    addUser: (row: UserRow = {}): Promise<InsertedUser> => insertUser(database, { passwordHash, ...row }),
    /** The newest link to an address. */
    async linkTo(email: string): Promise<string> {
      const link = (await linksTo(email)).at(-1)
      if (link === undefined) throw new Error(`nothing was sent to ${email}`)
      return link
    },
    async close(): Promise<void> {
      await server.close()
      await authenticator.close()
    },
  }
}

/** Encrypts with the test's clock. */
class ClockedOnboarding extends Onboarding {
  readonly #clock: Clock

  constructor(url: () => string, clock: Clock) {
    super(url)
    this.#clock = clock
  }

  override encrypt(value: string, about: { iat?: number; jti?: string } = {}): Promise<string> {
    return super.encrypt(value, { iat: Math.floor(this.#clock.now() / 1000), ...about })
  }
}

export type OnboardingEdge = Awaited<ReturnType<typeof openOnboardingEdge>>
