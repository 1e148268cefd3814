// Administration: users, roles, sessions, second factors, passwords, partners, institutions, and their mails.

import type { Logger } from 'pino'
import { Admission } from '../access/admission/admission.ts'
import { AccessTokens } from '../access/keys/access-tokens.ts'
import { EncryptedStrings, forgetUsedIds } from '../access/keys/encrypted-strings.ts'
import { KeyRing } from '../access/keys/key-ring.ts'
import { PasswordLinks } from '../access/passwords/password-links.ts'
import { hashPassword, verifyPassword } from '../access/passwords/passwords.ts'
import { SetPassword } from '../access/passwords/set-password.ts'
import { Roles } from '../access/roles/roles.ts'
import { MailOtps } from '../access/second-factor/mail-otps.ts'
import { Mfa } from '../access/second-factor/mfa.ts'
import { RecoveryCodes } from '../access/second-factor/recovery-codes.ts'
import { Authenticator } from '../access/sessions/authenticator.ts'
import { forgetOldFailures } from '../access/sessions/lockout.ts'
import { Sessions } from '../access/sessions/sessions.ts'
import { SignIn } from '../access/sessions/sign-in.ts'
import { SingleSignOn } from '../access/single-sign-on/single-sign-on.ts'
import { SubTenants } from '../access/sub-tenants/sub-tenants.ts'
import { Users } from '../access/users/users.ts'
import { ChainVerifier } from '../audit/chain-verifier.ts'
import { BusinessDays } from '../business-days/business-days.ts'
import type { Config } from '../config.ts'
import { Dashboard } from '../dashboard/dashboard.ts'
import type { Exceptions } from '../exceptions/exceptions.ts'
import type { OnboardingServices } from '../families/onboarding/onboarding-operation.ts'
import type { Cache } from '../families/operations/refresh/refreshes.ts'
import { Billers } from '../institutions/billers/billers.ts'
import type { Directory } from '../institutions/directory.ts'
import { Institutions } from '../institutions/financial-institutions/institutions.ts'
import { Partners } from '../institutions/partners.ts'
import { TerminalKeys } from '../institutions/terminal-keys/terminal-keys.ts'
import { Terminals } from '../institutions/terminals/terminals.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Sweep } from '../kernel/sweep.ts'
import { MailSender } from '../mail/mail-sender.ts'
import { type MailTransport, noTransport } from '../mail/mail-transport.ts'
import { Outbox } from '../mail/outbox.ts'
import { sandboxTransport } from '../mail/sandbox-transport.ts'
import type { RuleBook } from '../rules/rule-book.ts'
import { ApplicationProperties } from '../properties/application-properties.ts'
import type { Properties } from '../properties/properties.ts'
import type { Database } from '../storage/database.ts'
import { openCoreAdministration } from './core-administration.ts'
import { exportJob } from '../transactions/exports/export-job.ts'
import { TransactionExports } from '../transactions/exports/transaction-exports.ts'
import { Transactions } from '../transactions/transactions.ts'

export interface AdministrationParts {
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly secretBox: SecretBox
  readonly directory: Directory
  readonly properties: Properties
  readonly exceptions: Exceptions
  readonly config: Pick<Config, 'environment' | 'mail' | 'oidc' | 'publicUrl'>
  readonly logger: Logger
  readonly rules: RuleBook
  publicUrl(): string
}

export interface Administration {
  readonly services: OnboardingServices
  readonly sweeps: readonly Sweep[]
  /** What operators can drop or reload on every node. */
  readonly caches: readonly Cache[]
  /** Aborts long-running work, before the listener waits for its requests. */
  drain(): void
  close(): Promise<void>
}

export async function openAdministration(parts: AdministrationParts): Promise<Administration> {
  const { database, clock, businessClock, secretBox, directory, properties, config, logger, publicUrl } = parts
  const outbox = new Outbox({ secretBox, clock })
  const mailSender = new MailSender({ database, secretBox, clock, transport: await mailTransport(parts), log: logger })
  mailSender.start()

  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const encryptedStrings = new EncryptedStrings({ keyRing, secretBox, clock })
  const accessTokens = new AccessTokens({ keyRing, clock })
  const authenticator = new Authenticator({ database, accessTokens, clock })
  const sessions = new Sessions({ database, clock, secretBox, authenticator })
  const mfa = new Mfa({ database, secretBox, clock })
  const recoveryCodes = new RecoveryCodes({ secretBox, clock })
  const signIn = new SignIn({ database, clock, verifyPassword, accessTokens, sessions, mfa, recoveryCodes })
  const passwordLinks = new PasswordLinks({ database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailOtps = new MailOtps({ database, clock, secretBox, outbox })
  const chainVerifier = new ChainVerifier({ database, clock })
  const jobQueue = await JobQueue.open({ database, kinds: [exportJob({ database, clock })], log: logger })
  const transactionExports = new TransactionExports({
    database,
    clock,
    businessClock,
    jobs: jobQueue,
    keepDays: () => properties.read('export.keep-days'),
  })
  const { oidc } = config
  return {
    services: {
      database,
      clock,
      admission: new Admission(),
      keyRing,
      encryptedStrings,
      authenticator,
      sessions,
      signIn,
      users: new Users({ database, clock, passwordLinks }),
      roles: new Roles({ database, clock }),
      mfa,
      recoveryCodes,
      passwordLinks,
      setPassword: new SetPassword({ database, clock, passwordLinks, hashPassword }),
      mailOtps,
      singleSignOn:
        oidc &&
        new SingleSignOn({
          oidc,
          database,
          clock,
          secretBox,
          signIn,
          publicUrl,
          believesHost: config.publicUrl === undefined,
        }),
      mailSender,
      partners: new Partners({ database, clock, secretBox, directory }),
      institutions: new Institutions({ database, clock, directory, environment: config.environment }),
      billers: new Billers({ database, clock, directory }),
      subTenants: new SubTenants({ database, clock }),
      terminals: new Terminals({ database, clock, secretBox, directory }),
      terminalKeys: new TerminalKeys({ database, clock, secretBox }),
      ...openCoreAdministration({ database, clock, secretBox, directory, environment: config.environment }),
      applicationProperties: new ApplicationProperties({ database, clock, secretBox, properties }),
      exceptions: parts.exceptions,
      chainVerifier,
      businessDays: new BusinessDays({ database, clock: businessClock, auditClock: clock }),
      dashboard: new Dashboard({
        database,
        clock: businessClock,
        directory,
        async countOpenExceptions(institutionId) {
          const open = await parts.exceptions.openByKind(institutionId === undefined ? {} : { institutionId })
          return open.reduce((sum, { count }) => sum + count, 0)
        },
      }),

      transactions: new Transactions({ database, secretBox }),
      transactionExports,

      environment: config.environment,
      rules: parts.rules,
    },
    caches: [
      { name: 'properties', refresh: () => properties.reload() },
      { name: 'sessions', refresh: (ids) => authenticator.drop(ids) },
      { name: 'keys', refresh: () => keyRing.reload() },
    ],
    sweeps: [
      { name: 'rotate-keys', everyMs: MINUTE_MS, run: () => keyRing.rotateIfDue() },
      { name: 'forget-used-ids', everyMs: MINUTE_MS, run: () => forgetUsedIds(database, clock) },
      { name: 'forget-mail-otps', everyMs: HOUR_MS, run: () => mailOtps.forgetOld() },
      { name: 'forget-sign-in-failures', everyMs: HOUR_MS, run: () => forgetOldFailures(database, clock.now()) },
      { name: 'delete-old-sessions', everyMs: HOUR_MS, run: () => sessions.deleteOld() },
      { name: 'delete-old-exports', everyMs: HOUR_MS, run: () => transactionExports.deleteOld() },
    ],
    drain: () => chainVerifier.close(),
    async close() {
      await jobQueue.close()
      await mailSender.close()
      authenticator.close()
    },
  }
}

async function mailTransport({ config, database, clock }: AdministrationParts): Promise<MailTransport> {
  const { mail } = config
  if (mail !== undefined) {
    // Loaded only if a mail server is configured.
    const { SmtpTransport } = await import('../mail/smtp-transport.ts')
    return new SmtpTransport({ url: mail.smtpUrl, from: mail.from })
  }
  return config.environment === 'sandbox' ? sandboxTransport({ database, clock }) : noTransport
}
