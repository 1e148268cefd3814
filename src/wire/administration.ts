// Administration: users, roles, sessions, second factors, passwords, partners, institutions, and their mails.

import type { Logger } from 'pino'
import { Admission } from '../access/admission/admission.ts'
import { AccessTokens } from '../access/keys/access-tokens.ts'
import { EncryptedStrings, forgetUsedIds } from '../access/keys/encrypted-strings.ts'
import { KeyRing } from '../access/keys/key-ring.ts'
import { PasswordLinks } from '../access/passwords/password-links.ts'
import { hashPassword, verifyPassword } from '../access/passwords/passwords.ts'
import { SetPassword } from '../access/passwords/set-password.ts'
import { MailOtps } from '../access/second-factor/mail-otps.ts'
import { Mfa } from '../access/second-factor/mfa.ts'
import { RecoveryCodes } from '../access/second-factor/recovery-codes.ts'
import { Authenticator } from '../access/sessions/authenticator.ts'
import { forgetOldFailures } from '../access/sessions/lockout.ts'
import { Sessions } from '../access/sessions/sessions.ts'
import { SignIn } from '../access/sessions/sign-in.ts'
import { SingleSignOn } from '../access/single-sign-on/single-sign-on.ts'
import { MailChanges } from '../access/users/mail-changes.ts'
import { Users } from '../access/users/users.ts'
import { ChainVerifier } from '../audit/chain-verifier.ts'
import { BusinessDays } from '../business-days/business-days.ts'
import { ChangeRequests } from '../change-requests/change-requests.ts'
import { openFourEyes } from '../change-requests/four-eyes.ts'
import { addNewDefaults } from '../change-requests/four-eyes-defaults.ts'
import { ORDER_KINDS } from '../channel/record/record-checks.ts'
import type { Config } from '../config.ts'
import { CustomerAccounts } from '../customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../customers/cards/customer-cards.ts'
import { AccountEntries } from '../customers/entries/account-entries.ts'
import { Dashboard } from '../dashboard/dashboard.ts'
import { shiftOf } from '../event-delivery/delivery-time.ts'
import { EventFeed } from '../event-delivery/event-feed.ts'
import { EventRetention } from '../event-delivery/event-retention.ts'
import { Sequencer } from '../event-delivery/sequencer.ts'
import { WebhookSender } from '../event-delivery/webhook-sender.ts'
import type { Exceptions } from '../exceptions/exceptions.ts'
import type { OnboardingServices } from '../families/onboarding/onboarding-operation.ts'
import type { Cache } from '../families/operations/refresh/refreshes.ts'
import { provesCut } from '../history/archive.ts'
import type { Directory } from '../institutions/directory.ts'
import { TerminalKeys } from '../institutions/terminal-keys/terminal-keys.ts'
import type { Dialect } from '../iso8583/dialect.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../kernel/clock.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Sweep } from '../kernel/sweep.ts'
import type { LoanCatalogue } from '../loans/products/loan-catalogue.ts'
import { MailSender } from '../mail/mail-sender.ts'
import { type MailTransport, noTransport } from '../mail/mail-transport.ts'
import { Outbox } from '../mail/outbox.ts'
import { sandboxTransport } from '../mail/sandbox-transport.ts'
import type { Properties } from '../properties/properties.ts'
import type { RuleBook } from '../rules/rule-book.ts'
import { readMailbox } from '../sandbox/mailbox.ts'
import { RecordSearch } from '../search/record-search.ts'
import { searchSources } from '../search/search-sources.ts'
import type { Database } from '../storage/database.ts'
import type { FollowedSettings } from '../tokens/digital-settings.ts'
import { exportJob } from '../transactions/exports/export-job.ts'
import { TransactionExports } from '../transactions/exports/transaction-exports.ts'
import { Transactions } from '../transactions/transactions.ts'
import { openRecordAdministration } from './record-administration.ts'
import type { StopStep } from './stop-steps.ts'
import type { Wiring } from './wiring.ts'

export interface AdministrationParts {
  /** Dialects of ISO 8583, by name. */
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly secretBox: SecretBox
  readonly directory: Directory
  readonly properties: Properties
  readonly digitalSettings: FollowedSettings
  readonly loanCatalogue: LoanCatalogue
  readonly exceptions: Exceptions
  readonly digitalSettlements: OnboardingServices['digitalSettlements']
  readonly config: Pick<Config, 'environment' | 'mail' | 'oidc' | 'publicUrl'>
  readonly logger: Logger
  readonly rules: RuleBook
  /** Resolves when this worker does what one worker does for all; undefined in a process of its own. */
  readonly duties?: Promise<void> | undefined
  readonly wiring: Wiring
  publicUrl(): string
  /** Told how attempts to deliver events ended. */
  readonly eventObserver?: { attempt(outcome: string): void } | undefined
}

export interface Administration {
  /** All but the health of the services, which is known only when every part has started, and what the family adds. */
  readonly services: Omit<OnboardingServices, 'serviceHealth' | 'approvals'>
  readonly sweeps: readonly Sweep[]
  readonly jobQueue: JobQueue
  readonly eventFeed: EventFeed
  /** What operators can drop or reload on every node. */
  readonly caches: readonly Cache[]
  /** Aborts long-running work, before the listener waits for its requests. */
  drain(): void
  readonly stopSteps: readonly StopStep[]
}

export async function openAdministration(parts: AdministrationParts): Promise<Administration> {
  const { database, clock, businessClock, secretBox, directory, properties, config, logger, publicUrl, wiring } = parts
  await addNewDefaults({ database, clock, secretBox, log: logger })
  const fourEyes = await wiring.open('fourEyes', openFourEyes, {
    database,
    secretBox,
    environment: config.environment,
    log: logger,
  })
  const changeRequests = wiring.make(ChangeRequests, { database, clock, secretBox })
  const followers = [properties, parts.digitalSettings, fourEyes]
  const outbox = wiring.make(Outbox, { secretBox, clock })
  const mailSender = wiring.make(MailSender, {
    database,
    secretBox,
    clock,
    transport: await mailTransport(parts),
    log: logger,
  })
  // Retries; a mail that is queued here is sent from here.
  if (parts.duties === undefined) mailSender.start()
  else parts.duties.then(() => mailSender.start())

  const keyRing = await wiring.open('keyRing', KeyRing.open, { database, secretBox, clock })
  const encryptedStrings = wiring.make(EncryptedStrings, { keyRing, secretBox, clock })
  const accessTokens = wiring.make(AccessTokens, { keyRing, clock })
  const authenticator = wiring.make(Authenticator, { database, accessTokens, clock })
  const sessions = wiring.make(Sessions, { database, clock, secretBox, authenticator })
  const mfa = wiring.make(Mfa, { database, secretBox, clock })
  const recoveryCodes = wiring.make(RecoveryCodes, { secretBox, clock })
  const signIn = wiring.make(SignIn, { database, clock, verifyPassword, accessTokens, sessions, mfa, recoveryCodes })
  const passwordLinks = wiring.make(PasswordLinks, { database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailChanges = wiring.make(MailChanges, { database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailOtps = wiring.make(MailOtps, { database, clock, secretBox, outbox })
  const chainVerifier = wiring.make(ChainVerifier, {
    database,
    clock,
    proves: (signature, text) => provesCut(secretBox, signature, text),
  })
  const jobQueue = await wiring.open('jobQueue', JobQueue.open, {
    database,
    kinds: [exportJob({ database, clock })],
    duties: parts.duties,
    log: logger,
  })
  const transactionExports = wiring.make(TransactionExports, {
    database,
    clock,
    businessClock,
    jobs: jobQueue,
    keepDays: () => properties.read('export.keep-days'),
  })
  const allowedNetworks = () => properties.read('webhooks.allowed-networks')
  const shiftMs = shiftOf(businessClock)
  const sequencer = wiring.make(Sequencer, { database, shiftMs })
  const eventFeed = wiring.make(EventFeed, { database })
  const eventRetention = wiring.make(EventRetention, {
    database,
    shiftMs,
    keepDays: () => properties.read('events.keep-days'),
  })
  const webhookSender = wiring.make(WebhookSender, {
    database,
    shiftMs,
    systemClock: clock,
    secretBox,
    environment: config.environment,
    allowedNetworks,
    outbox,
    mailQueued: () => mailSender.wake(),
    log: logger,
    observer: parts.eventObserver,
  })
  if (parts.duties === undefined) webhookSender.start()
  else parts.duties.then(() => webhookSender.start())
  const { oidc } = config
  const transactions = wiring.make(Transactions, { database, secretBox })
  const customers = { database, clock, secretBox, environment: config.environment }
  const customerAccounts = wiring.make(CustomerAccounts, customers)
  const customerCards = wiring.make(CustomerCards, customers)
  return {
    services: {
      database,
      clock,
      admission: wiring.make(Admission),
      keyRing,
      encryptedStrings,
      authenticator,
      sessions,
      signIn,
      users: wiring.make(Users, { database, clock, passwordLinks, mailChanges }),
      mailChanges,
      mfa,
      recoveryCodes,
      passwordLinks,
      setPassword: wiring.make(SetPassword, { database, clock, passwordLinks, hashPassword }),
      mailOtps,
      singleSignOn:
        oidc &&
        wiring.make(SingleSignOn, {
          oidc,
          database,
          clock,
          secretBox,
          signIn,
          publicUrl,
          believesLoopback: config.publicUrl === undefined,
        }),
      mailSender,
      ...openRecordAdministration({
        database,
        clock,
        businessClock,
        secretBox,
        directory,
        catalogue: parts.loanCatalogue,
        followers,
        environment: config.environment,
        dialects: parts.dialects,
        allowedNetworks,
        wiring,
      }),
      terminalKeys: wiring.make(TerminalKeys, { database, clock, secretBox }),
      exceptions: parts.exceptions,
      digitalSettlements: parts.digitalSettlements,
      chainVerifier,
      businessDays: wiring.make(BusinessDays, { database, clock: businessClock, auditClock: clock }),
      dashboard: wiring.make(Dashboard, {
        database,
        clock: businessClock,
        directory,
        async countOpenExceptions(institutionId) {
          const open = await parts.exceptions.openByKind(institutionId === undefined ? {} : { institutionId })
          return open.reduce((sum, { count }) => sum + count, 0)
        },
      }),

      transactions,
      customerAccounts,
      customerCards,
      recordSearch: wiring.make(RecordSearch, {
        database,
        directory,
        sources: searchSources({ transactions, customerAccounts, customerCards, secretBox }),
      }),
      accountEntries: wiring.make(AccountEntries, { database, secretBox, transactionKinds: ORDER_KINDS }),
      transactionExports,

      environment: config.environment,
      rules: parts.rules,
      ...(config.environment === 'sandbox' && { sandboxMailbox: (to?: string) => readMailbox(database, to) }),
      fourEyes,
      changeRequests,
    },
    jobQueue,
    eventFeed,
    caches: [
      { name: 'properties', refresh: () => Promise.all(followers.map((one) => one.reload())) },
      { name: 'sessions', refresh: (ids) => authenticator.drop(ids) },
      { name: 'keys', refresh: () => keyRing.reload() },
    ],
    sweeps: [
      { name: 'rotate-keys', everyMs: MINUTE_MS, isOwn: true, run: () => keyRing.rotateIfDue() },
      { name: 'forget-used-ids', everyMs: MINUTE_MS, run: () => forgetUsedIds(database, clock) },
      { name: 'forget-mail-otps', everyMs: HOUR_MS, run: () => mailOtps.forgetOld() },
      { name: 'forget-sign-in-failures', everyMs: HOUR_MS, run: () => forgetOldFailures(database, clock.now()) },
      { name: 'delete-old-sessions', everyMs: HOUR_MS, run: () => sessions.deleteOld() },
      { name: 'expire-change-requests', everyMs: MINUTE_MS, run: () => changeRequests.expire() },
      sequencer.sweep(),
      eventRetention.sweep(),
      { name: 'delete-old-exports', everyMs: HOUR_MS, run: () => transactionExports.deleteOld() },
    ],
    drain() {
      chainVerifier.close()
      eventFeed.close()
    },
    stopSteps: [
      { name: 'job queue', limitMs: 7_000, run: () => jobQueue.close() },
      { name: 'webhooks', limitMs: 3_000, run: () => webhookSender.close() },
      { name: 'mail', limitMs: 3_000, run: () => mailSender.close() },
      { name: 'sessions', limitMs: 1_000, run: () => authenticator.close() },
      { name: 'four-eyes', limitMs: 1_000, run: () => fourEyes.close() },
    ],
  }
}

async function mailTransport({ config, database, clock, wiring }: AdministrationParts): Promise<MailTransport> {
  const { mail } = config
  if (mail !== undefined) {
    // Loaded only if a mail server is configured.
    const { SmtpTransport } = await import('../mail/smtp-transport.ts')
    return wiring.make(SmtpTransport, { url: mail.smtpUrl, from: mail.from })
  }
  return config.environment === 'sandbox'
    ? wiring.open('sandboxTransport', sandboxTransport, { database, clock })
    : wiring.given('noTransport', noTransport)
}
