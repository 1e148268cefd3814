// The bank: the books, which everything posted goes through, and the channels to the cores that decide what is posted.

import type { Logger } from 'pino'
import { isBuiltInCore } from '../../../administration/institutions/core-types.ts'
import type { Directory } from '../../../administration/institutions/directory.ts'
import type { Properties } from '../../../administration/properties/properties.ts'
import { BuiltinChannel } from '../../../channels/channel/builtin/builtin-channel.ts'
import { OrderRecords } from '../../../channels/channel/builtin/order-records.ts'
import type { Channel, ChannelOf } from '../../../channels/channel/channel.ts'
import { type ChannelsByType, chooseChannel } from '../../../channels/channel/choose-channel.ts'
import { type ChannelObserver, InFlightOrders } from '../../../channels/channel/in-flight-orders.ts'
import { InquiryDesk } from '../../../channels/channel/inquiries/inquire.ts'
import type { RulesForOrders } from '../../../channels/channel/order-facts.ts'
import { RemoteChannel } from '../../../channels/channel/remote/remote-channel.ts'
import { RemoteRecords } from '../../../channels/channel/remote/remote-records.ts'
import { settleUnknownSweep } from '../../../channels/channel/remote/settle-unknown.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from '../../../channels/core/builtin/books/bank-account.ts'
import { loanAccountRules } from '../../../channels/core/builtin/books/loan-account-rules.ts'
import { builtinLoanFunds } from '../../../channels/core/builtin/books/loan-funds.ts'
import type { RemoteCore } from '../../../channels/core/remote-core.ts'
import { remoteLoanFunds } from '../../../channels/core/remote-loan-funds.ts'
import type { Dialect } from '../../../channels/iso8583/dialect.ts'
import { LOAN_VIEWS } from '../../../families/lending/shapes/event-views.ts'
import { type PipelineObserver, PostingPipeline } from '../../../ledger/post.ts'
import type { Owner } from '../../../ledger/posting.ts'
import { LoanBook } from '../../../loans/servicing/book/loan-book.ts'
import { loanClosingStep } from '../../../loans/servicing/close-loan-day.ts'
import { resumePendingSweep } from '../../../loans/servicing/funds/resume-pending.ts'
import { fillNameWordsSweep } from '../../../loans/servicing/lists/fill-name-words.ts'
import { LoanRecords, type LoanRecordsOptions } from '../../../loans/servicing/posting/loan-records.ts'
import { LendingTurns } from '../../../loans/servicing/slices/lending-turns.ts'
import { CashDifferences } from '../../../oversight/cash/cash-differences.ts'
import { CashRecords } from '../../../oversight/cash/cash-records.ts'
import type { TerminalCashParts } from '../../../oversight/cash/terminal-cash.ts'
import { CorrectionRecords } from '../../../oversight/corrections/correction-records.ts'
import type { CorrectionsParts } from '../../../oversight/corrections/corrections.ts'
import { Exceptions } from '../../../oversight/exceptions/exceptions.ts'
import { ResolutionRecords } from '../../../oversight/exceptions/resolution-records.ts'
import { endedSteps, settledSteps } from '../../../oversight/exceptions/resolution-steps.ts'
import { openExceptionsSweep } from '../../../oversight/exceptions/telling/open-exceptions-sweep.ts'
import { tellExceptionsSweep } from '../../../oversight/exceptions/telling/tell-exceptions.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { businessDateAt, type Clock, lastEndedDate } from '../../../platform/kernel/time/clock.ts'
import type { Tracer } from '../../../platform/kernel/tracer.ts'
import type { ClosingStep } from '../../../platform/kernel/work/closing-step.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { scenarioChannel } from '../../../sandbox/scenario-channel.ts'
import type { FollowedSettings } from '../../../tokens/digital-settings.ts'
import type { EvmLedger } from '../../../tokens/ledgers/evm/evm-ledger.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { Wiring } from '../wiring.ts'
import { openRemoteCores, type RemoteCoreOf } from './remote-cores.ts'
import { makeTokenOwners, openTokens, type Tokens } from './tokens.ts'

/** Postings that wait per institution, of all workers together: any more would wait longer than callers do. */
const MOST_QUEUED = 10_000

export interface BankParts {
  readonly database: Database
  readonly clock: Clock
  /** Whether schedules of loans are stored packed by now. */
  readonly packsSchedules: () => boolean
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly environment: Environment
  readonly metrics: Pick<Metrics, 'posting' | 'cores' | 'exceptions'>
  readonly logger: Logger
  readonly rules: RulesForOrders
  readonly digitalSettings: Pick<FollowedSettings, 'settingsOf' | 'chainSettings'>
  /** Undefined without the settings of an EVM ledger. */
  readonly evm?: EvmLedger | undefined
  /** Undefined when traces are off. */
  readonly tracer: Tracer | undefined
  /** Dialects of ISO 8583, by name. */
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly properties: Pick<Properties, 'read'>
  /** Processes that share what the node may use. */
  readonly workers: number
  readonly wiring: Wiring
}

export interface Bank {
  readonly channelOf: ChannelOf
  readonly exceptions: Exceptions
  /** What corrections are posted with. */
  readonly corrections: Pick<CorrectionsParts, 'pipeline' | 'records'>
  /** What movements of cash are posted with. */
  readonly cash: Pick<TerminalCashParts, 'pipeline' | 'records'>
  readonly loanBook: LoanBook<BankAccount>
  /** Computations of lending, which share the main thread. */
  readonly lendingTurns: LendingTurns
  readonly tokens: Tokens
  readonly sweeps: readonly Sweep[]
  readonly closingSteps: readonly ClosingStep[]
  /** Connections to cores that speak ISO 8583, by institution. */
  hosts(): Readonly<Record<string, object[]>>
  /** Resolves once everything that was asked has been answered. */
  drained(): Promise<void>
  close(): Promise<void>
}

export function openBank({
  environment,
  metrics,
  logger,
  digitalSettings,
  packsSchedules,
  workers,
  evm,
  dialects,
  properties,
  ...parts
}: BankParts): Bank {
  const { directory, database, clock, wiring } = parts
  const defect = (error: unknown) => logger.error({ err: error }, 'an order could not be posted')
  const loanRecords = wiring.make(LoanRecords<BankAccount>, { ...loanRecordsOptions(directory), packsSchedules })
  const resolutionRecords = wiring.make(ResolutionRecords, loanRecords)
  const correctionRecords = wiring.make(CorrectionRecords)
  const cashRecords = wiring.make(CashRecords)
  const tokenOwners = makeTokenOwners({ database, clock, directory, pipeline: () => pipeline, wiring })
  const { channel, drained, ...books } = openBuiltinBank({
    ...parts,
    observer: { ...metrics.posting, defect },
    owners: [...tokenOwners.owners, resolutionRecords, correctionRecords, cashRecords],
    loans: loanRecords,
    maxQueued: Math.ceil(MOST_QUEUED / workers),
  })
  const { pipeline } = books
  const coreParts = { environment, dialects, properties, workers, metrics, logger }
  const { restCores, iso8583Cores, remoteCoreOf } = openRemoteCores({ ...parts, ...coreParts })
  const exceptions = wiring.make(Exceptions, {
    database,
    clock,
    directory,
    pipeline,
    records: resolutionRecords,
    cash: wiring.make(CashDifferences, { directory, pipeline, records: cashRecords }),
    tokens: () => tokens.exceptions,
    askHost: (institutionId) => iso8583Cores.forwardSoon(institutionId),
  })
  const scenarios = wiring.open('scenarioChannel', scenarioChannel, channel, channel.behindLossyLine())
  const lendingTurns = wiring.make(LendingTurns)
  const loanBook = openLoanBook({ ...parts, pipeline, records: loanRecords, turns: lendingTurns, remoteCoreOf })
  const tokens = openTokens({
    ...digitalSettings,
    database,
    clock,
    directory,
    environment,
    pipeline,
    owners: tokenOwners,
    evm,
    businessDateOf: books.businessDateOf,
    remoteCoreOf: (institutionId) => linkedCoreOf(directory, institutionId, remoteCoreOf),
    logger,
    wiring,
  })
  const channels: ChannelsByType = {
    BUILTIN: () => channel,
    ...(environment === 'sandbox' && { SANDBOX: () => scenarios }),
    REST: (institution) => openRemoteChannel(restCores.coreOf(institution), { ...parts, ...books }),
    ISO8583: (institution) => openRemoteChannel(iso8583Cores.coreOf(institution), { ...parts, ...books }),
  }
  return {
    channelOf: wiring.open('channelOf', chooseChannel, directory, channels),
    exceptions,
    corrections: { pipeline, records: correctionRecords },
    cash: { pipeline, records: cashRecords },
    loanBook,
    lendingTurns,
    tokens,
    closingSteps: [loanClosingStep({ database, pipeline, records: loanRecords })],
    sweeps: [
      resumePendingSweep({ database, clock, book: loanBook }),
      fillNameWordsSweep(database),
      ...tokens.sweeps,
      openExceptionsSweep(exceptions, metrics.exceptions),
      tellExceptionsSweep({ database, clock }),
      settleUnknownSweep({
        database,
        clock,
        pipeline: books.pipeline,
        records: books.remoteRecords,
        coreOf: (institutionId) => remoteCoreOf(directory.institution(institutionId)),
      }),
      iso8583Cores.sweep(),
    ],
    hosts: () => iso8583Cores.describe(),
    async drained() {
      await drained()
      await tokens.coordinator.drained()
    },
    async close() {
      await Promise.all([restCores.close(), iso8583Cores.close()])
    },
  }
}

interface LoanBookParts extends Pick<BankParts, 'database' | 'clock' | 'directory' | 'wiring'> {
  readonly pipeline: PostingPipeline<BankAccount>
  readonly records: LoanRecords<BankAccount>
  readonly turns: LendingTurns
  readonly remoteCoreOf: RemoteCoreOf
}

/** Loans are paid out to accounts of a remote core, or to those of our books. */
function openLoanBook({ remoteCoreOf, wiring, ...parts }: LoanBookParts): LoanBook<BankAccount> {
  const { database, clock, directory, pipeline, records, turns } = parts
  return wiring.make(LoanBook<BankAccount>, {
    database,
    clock,
    directory,
    pipeline,
    records,
    funds: {
      remoteOf(institutionId) {
        const core = remoteCoreOf(directory.institution(institutionId))
        return core && remoteLoanFunds(core)
      },
      ...builtinLoanFunds({ database, clock, rules: loanAccountRules(directory) }),
    },
    turns,
  })
}

export function loanRecordsOptions(directory: Directory): LoanRecordsOptions<BankAccount> {
  return {
    rules: loanAccountRules(directory),
    views: LOAN_VIEWS,
    isClosing: (institutionId, nowMs) => (directory.institution(institutionId)?.cutoverUntilMs ?? 0) > nowMs,
  }
}

/**
 * The remote core that keeps an institution's linked accounts; undefined when they are in our books. Books of digital
 * institutions alone, which the directory does not know, are always ours.
 */
function linkedCoreOf(directory: Directory, bookId: string, remoteCoreOf: RemoteCoreOf): RemoteCore | undefined {
  const institution = directory.institution(bookId)
  const isOurs = institution === undefined ? isUuid(bookId) : isBuiltInCore(institution.coreType)
  if (isOurs) return undefined
  const core = remoteCoreOf(institution)
  if (core === undefined) throw unavailable('the institution has no usable core')
  return core
}

const UTC_DAY = { timeZone: 'UTC', cutoverTime: '00:00' }

export interface RemoteChannelParts {
  readonly directory: Directory
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly pipeline: PostingPipeline<BankAccount>
  readonly remoteRecords: RemoteRecords
  readonly inFlight: InFlightOrders
  readonly inquiries: InquiryDesk
  readonly rules?: RulesForOrders | undefined
}

/** The channel to a remote core, whose records share the pipeline of the built-in bank. */
export function openRemoteChannel(core: RemoteCore, parts: RemoteChannelParts): Channel {
  const { directory, clock, secretBox, pipeline, remoteRecords: records, inFlight, inquiries, rules } = parts
  return new RemoteChannel({ core, directory, clock, secretBox, pipeline, records, inFlight, inquiries, rules })
}

export interface BuiltinBankParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly secretBox: SecretBox
  readonly observer: PipelineObserver & ChannelObserver
  readonly tracer?: Tracer | undefined
  /** Concepts that post beside the channel, in the order in which their rows are locked. */
  readonly owners?: readonly Owner[]
  /** Posts loans, and takes part in transfers to them. */
  readonly loans?: LoanRecords<BankAccount>
  readonly maxBatch?: number
  readonly maxQueued?: number
  readonly rules?: RulesForOrders | undefined
  /** Records the parts; tests of the bank alone have no use for that. */
  readonly wiring?: Wiring
}

/** The built-in bank: its pipeline with the owners that post, and the channel to it. */
export function openBuiltinBank({
  secretBox,
  rules,
  owners = [],
  loans,
  wiring = new Wiring(),
  ...parts
}: BuiltinBankParts) {
  const { database, clock, directory, observer } = parts
  const businessDateOf = (institutionId: string, nowMs: number) => {
    const institution = directory.institution(institutionId)
    if (institution !== undefined) return businessDateAt(nowMs, institution)
    // The book of a digital institution that names no institution of family A.
    if (isUuid(institutionId)) return businessDateAt(nowMs, UTC_DAY)
    throw unavailable('the institution is not known')
  }
  const records = wiring.make(OrderRecords, { loans, onSettled: settledSteps, onEnded: endedSteps })
  const remoteRecords = wiring.make(RemoteRecords, { onSettled: settledSteps, onEnded: endedSteps })
  const pipeline = wiring.make(PostingPipeline<BankAccount>, {
    ...parts,
    businessDateOf,
    endedThroughOf: (institutionId) => lastEndedDate(directory.institution(institutionId) ?? UTC_DAY) ?? '',
    accountColumns: BANK_ACCOUNT_COLUMNS,
    owners: [records, remoteRecords, ...(loans === undefined ? [] : [loans]), ...owners],
  })
  const inquiries = wiring.make(InquiryDesk, { database, clock, businessDateOf })
  const inFlight = wiring.make(InFlightOrders, observer)
  return {
    channel: wiring.make(BuiltinChannel, {
      directory,
      clock,
      secretBox,
      database,
      pipeline,
      records,
      inFlight,
      inquiries,
      rules,
      loans,
    }),
    pipeline,
    businessDateOf,
    remoteRecords,
    inFlight,
    inquiries,
    async drained() {
      await inFlight.drained()
      await Promise.all([pipeline.drained(), inquiries.drained()])
    },
  }
}
