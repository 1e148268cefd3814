// Administration: what the console and its API work with, from sign-in to the records that operators keep.

import type { Logger } from 'pino'
import { ChainVerifier } from '../../../administration/audit/chain-verifier.ts'
import { ChangeRequests } from '../../../administration/change-requests/change-requests.ts'
import { Emergencies } from '../../../administration/change-requests/emergencies.ts'
import { openFourEyes } from '../../../administration/change-requests/four-eyes.ts'
import { addNewDefaults } from '../../../administration/change-requests/four-eyes-defaults.ts'
import type { EventFeed } from '../../../administration/event-delivery/event-feed.ts'
import type { Directory } from '../../../administration/institutions/directory.ts'
import { TerminalKeys } from '../../../administration/institutions/terminal-keys/terminal-keys.ts'
import { ChangeNotices } from '../../../administration/notifications/change-notices.ts'
import { EmergencyNotices } from '../../../administration/notifications/emergency-notices.ts'
import { Notifications } from '../../../administration/notifications/notifications.ts'
import type { Properties } from '../../../administration/properties/properties.ts'
import type { ChannelOf } from '../../../channels/channel/channel.ts'
import type { Dialect } from '../../../channels/iso8583/dialect.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import type { Cache } from '../../../families/operations/refresh/refreshes.ts'
import type { LoanCatalogue } from '../../../loans/products/loan-catalogue.ts'
import { cashOfTerminals, TerminalCash, type TerminalCashParts } from '../../../oversight/cash/terminal-cash.ts'
import { openCorrectionLimits } from '../../../oversight/corrections/correction-limits.ts'
import type { Exceptions } from '../../../oversight/exceptions/exceptions.ts'
import { provesCut } from '../../../platform/history/archive.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import { readMailbox } from '../../../sandbox/mailbox.ts'
import type { FollowedSettings } from '../../../tokens/digital-settings.ts'
import type { Config } from '../../config/config.ts'
import type { StopStep } from '../stopping/stop-steps.ts'
import type { Wiring } from '../wiring.ts'
import { openAccess } from './access.ts'
import { openAlerts } from './alerts.ts'
import { openEventDelivery } from './event-delivery.ts'
import { openMails } from './mails.ts'
import { type OversightParts, openOversight } from './oversight.ts'
import { openRecordAdministration } from './record-administration.ts'

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
  readonly correctionPosting: OversightParts['correctionPosting']
  readonly channelOf: ChannelOf
  /** How far this node's clock is off the database's. */
  clockOffMs(): number
  readonly digitalSettlements: OnboardingServices['digitalSettlements']
  readonly config: Pick<Config, 'environment' | 'mail' | 'oidc' | 'publicUrl'>
  readonly logger: Logger
  readonly cashPosting: Pick<TerminalCashParts, 'pipeline' | 'records'>
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
  readonly services: Omit<
    OnboardingServices,
    'serviceHealth' | 'platformState' | 'dayControls' | 'approvals' | 'breakGlass'
  >
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
  const { database, clock, businessClock, secretBox, directory, properties, config, logger, wiring } = parts
  const { environment } = config
  await addNewDefaults({ database, clock, secretBox, log: logger })
  const fourEyes = await wiring.open('fourEyes', openFourEyes, { database, secretBox, environment, log: logger })
  const changeRequests = wiring.make(ChangeRequests, { database, clock, secretBox })
  const emergencies = wiring.make(Emergencies, { database, clock, secretBox, changeRequests })
  const correctionLimits = await wiring.open('correctionLimits', openCorrectionLimits, {
    database,
    secretBox,
    environment,
    log: logger,
  })
  const followers = [properties, parts.digitalSettings, fourEyes, correctionLimits]
  const mails = await openMails(parts)
  const { notifications, ...notices } = openNotices(parts, mails)
  const access = await openAccess({ ...parts, outbox: mails.outbox })
  const { authenticator, keyRing } = access.services
  const proves = (signature: string, text: string) => provesCut(secretBox, signature, text)
  const chainVerifier = wiring.make(ChainVerifier, { database, clock, proves })
  const alerts = openAlerts({ ...parts, mails })
  const allowedNetworks = () => properties.read('webhooks.allowed-networks')
  const { eventFeed, webhookSender, ...events } = openEventDelivery({ ...parts, environment, allowedNetworks, mails })
  const records = openRecordAdministration({
    database,
    clock,
    businessClock,
    secretBox,
    directory,
    catalogue: parts.loanCatalogue,
    followers,
    environment,
    dialects: parts.dialects,
    allowedNetworks,
    cash: cashOfTerminals(businessClock, directory),
    wiring,
  })
  const oversight = await openOversight({
    ...parts,
    environment,
    correctionLimits,
    hotCards: records.hotCards,
    userById: (userId) => authenticator.userById(userId),
  })
  return {
    services: {
      database,
      clock,
      environment,
      ...access.services,
      mailSender: mails.mailSender,
      ...records,
      terminalCash: wiring.make(TerminalCash, {
        ...parts.cashPosting,
        database,
        clock: businessClock,
        directory,
        terminals: records.terminals,
      }),
      terminalKeys: wiring.make(TerminalKeys, { database, clock, secretBox }),
      exceptions: parts.exceptions,
      digitalSettlements: parts.digitalSettlements,
      chainVerifier,
      ...oversight.services,
      rules: parts.rules,
      ...(environment === 'sandbox' && { sandboxMailbox: (to?: string) => readMailbox(database, to) }),
      fourEyes,
      changeRequests,
      emergencies,
      notifications,
    },
    jobQueue: oversight.jobQueue,
    eventFeed,
    caches: [
      { name: 'properties', refresh: () => Promise.all(followers.map((one) => one.reload())) },
      { name: 'sessions', refresh: (ids) => authenticator.drop(ids) },
      { name: 'keys', refresh: () => keyRing.reload() },
    ],
    sweeps: [
      ...access.sweeps,
      { name: 'expire-change-requests', everyMs: MINUTE_MS, run: () => changeRequests.expire() },
      ...notices.sweeps,
      ...events.sweeps,
      ...oversight.sweeps,
      alerts,
    ],
    drain() {
      chainVerifier.close()
      eventFeed.close()
    },
    stopSteps: [
      { name: 'job queue', limitMs: 7_000, run: () => oversight.jobQueue.close() },
      { name: 'webhooks', limitMs: 3_000, run: () => webhookSender.close() },
      { name: 'mail', limitMs: 3_000, run: () => mails.mailSender.close() },
      { name: 'sessions', limitMs: 1_000, run: () => authenticator.close() },
      { name: 'four-eyes', limitMs: 1_000, run: () => fourEyes.close() },
      { name: 'correction limits', limitMs: 1_000, run: () => correctionLimits.close() },
    ],
  }
}

/** What users are told of changes that wait, and of those of an emergency. */
function openNotices(
  { database, clock, publicUrl, wiring }: AdministrationParts,
  { outbox, mailSender }: Awaited<ReturnType<typeof openMails>>,
) {
  const parts = {
    database,
    clock,
    outbox,
    mailQueued: () => mailSender.wake(),
    publicUrl: () => publicUrl(),
  }
  const notifications = wiring.make(Notifications, { database, clock })
  const sweeps: readonly Sweep[] = [
    wiring.make(ChangeNotices, parts).sweep(),
    wiring.make(EmergencyNotices, parts).sweep(),
    { name: 'delete-old-notifications', everyMs: HOUR_MS, run: () => notifications.deleteOld() },
  ]
  return { notifications, sweeps }
}
