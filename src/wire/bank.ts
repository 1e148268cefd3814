// The bank: the books, which everything posted goes through, and the channels to the cores that decide what is posted.

import type { Logger } from 'pino'
import { BuiltinChannel } from '../channel/builtin/builtin-channel.ts'
import { OrderRecords } from '../channel/builtin/order-records.ts'
import type { Channel, ChannelOf } from '../channel/channel.ts'
import { type ChannelsByType, chooseChannel } from '../channel/choose-channel.ts'
import { type ChannelObserver, InFlightOrders } from '../channel/in-flight-orders.ts'
import { InquiryDesk } from '../channel/inquiries/inquire.ts'
import type { RulesForOrders } from '../channel/order-facts.ts'
import { RemoteChannel } from '../channel/remote/remote-channel.ts'
import { RemoteRecords } from '../channel/remote/remote-records.ts'
import { settleUnknownSweep } from '../channel/remote/settle-unknown.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from '../core/builtin/books/bank-account.ts'
import { loanAccountRules } from '../core/builtin/books/loan-account-rules.ts'
import { builtinLoanFunds } from '../core/builtin/books/loan-funds.ts'
import { Iso8583Cores } from '../core/iso8583/iso8583-cores.ts'
import type { RemoteCore } from '../core/remote-core.ts'
import { remoteLoanFunds } from '../core/remote-loan-funds.ts'
import { RestCores } from '../core/rest/rest-cores.ts'
import { Exceptions } from '../exceptions/exceptions.ts'
import { openExceptionsSweep } from '../exceptions/open-exceptions-sweep.ts'
import { ResolutionRecords } from '../exceptions/resolution-records.ts'
import { endedSteps, settledSteps } from '../exceptions/resolution-steps.ts'
import { tellExceptionsSweep } from '../exceptions/tell-exceptions.ts'
import { LOAN_VIEWS } from '../families/lending/event-views.ts'
import { isBuiltInCore, isIso8583Core, isRestCore } from '../institutions/core-types.ts'
import type { Directory, Institution } from '../institutions/directory.ts'
import type { Dialect } from '../iso8583/dialect.ts'
import type { ClosingStep } from '../jobs/end-of-day.ts'
import { businessDateAt, type Clock } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'
import { isUuid } from '../kernel/ids.ts'
import { unavailable } from '../kernel/problem.ts'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Sweep } from '../kernel/sweep.ts'
import type { Tracer } from '../kernel/tracer.ts'
import { type PipelineObserver, PostingPipeline } from '../ledger/post.ts'
import type { Owner } from '../ledger/posting.ts'
import { loanClosingStep } from '../loans/servicing/close-loan-day.ts'
import { fillNameWordsSweep } from '../loans/servicing/fill-name-words.ts'
import { resumePendingSweep } from '../loans/servicing/funds/resume-pending.ts'
import { LoanBook } from '../loans/servicing/loan-book.ts'
import { LoanRecords, type LoanRecordsOptions } from '../loans/servicing/posting/loan-records.ts'
import { LendingTurns } from '../loans/servicing/slices/lending-turns.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Properties } from '../properties/properties.ts'
import { scenarioChannel } from '../sandbox/scenario-channel.ts'
import type { Database } from '../storage/database.ts'
import type { FollowedSettings } from '../tokens/digital-settings.ts'
import type { EvmLedger } from '../tokens/ledgers/evm/evm-ledger.ts'
import { makeTokenOwners, openTokens, type Tokens } from './tokens.ts'
import { Wiring } from './wiring.ts'

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
  const { directory, database, clock, secretBox, tracer, wiring } = parts
  const defect = (error: unknown) => logger.error({ err: error }, 'an order could not be posted')
  const loanRecords = wiring.make(LoanRecords<BankAccount>, { ...loanRecordsOptions(directory), packsSchedules })
  const resolutionRecords = wiring.make(ResolutionRecords, loanRecords)
  const tokenOwners = makeTokenOwners({ database, clock, directory, pipeline: () => pipeline, wiring })
  const { channel, drained, ...books } = openBuiltinBank({
    ...parts,
    observer: { ...metrics.posting, defect },
    owners: [...tokenOwners.owners, resolutionRecords],
    loans: loanRecords,
    maxQueued: Math.ceil(MOST_QUEUED / workers),
  })
  const { pipeline } = books
  const exceptions = wiring.make(Exceptions, {
    database,
    clock,
    directory,
    pipeline,
    records: resolutionRecords,
    tokens: () => tokens.exceptions,
    askHost: (institutionId) => iso8583Cores.forwardSoon(institutionId),
  })
  const scenarios = wiring.open('scenarioChannel', scenarioChannel, channel, channel.behindLossyLine())
  const restCores = wiring.make(RestCores, {
    environment,
    secretBox,
    tracer,
    workers,
    observer: {
      called: metrics.cores.called,
      circuitChanged(institutionId, state) {
        logger.warn({ institutionId, state }, 'the circuit breaker of a core has changed')
      },
    },
  })
  const iso8583Cores = wiring.make(Iso8583Cores, {
    database,
    clock,
    directory,
    environment,
    secretBox,
    dialects,
    workers,
    parkAfterMs: () => properties.read('iso8583.park-after'),
    logger,
    observer: metrics.cores,
  })
  metrics.cores.watch(function* () {
    yield* restCores.states()
    yield* iso8583Cores.states()
  })
  metrics.cores.watchHosts(() => iso8583Cores.links())
  const remoteCoreOf: RemoteCoreOf = (institution) => {
    if (institution === undefined) return undefined
    if (isRestCore(institution.coreType)) return restCores.coreOf(institution)
    return isIso8583Core(institution.coreType) ? iso8583Cores.coreOf(institution) : undefined
  }
  const lendingTurns = wiring.make(LendingTurns)
  const loanBook = wiring.make(LoanBook<BankAccount>, {
    database,
    clock,
    directory,
    pipeline,
    records: loanRecords,
    funds: {
      remoteOf(institutionId) {
        const core = remoteCoreOf(directory.institution(institutionId))
        return core && remoteLoanFunds(core)
      },
      ...builtinLoanFunds({ database, clock, rules: loanAccountRules(directory) }),
    },
    turns: lendingTurns,
  })
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

export function loanRecordsOptions(directory: Directory): LoanRecordsOptions<BankAccount> {
  return {
    rules: loanAccountRules(directory),
    views: LOAN_VIEWS,
    isClosing: (institutionId, nowMs) => (directory.institution(institutionId)?.cutoverUntilMs ?? 0) > nowMs,
  }
}

/** Undefined when the core is not a remote one. */
type RemoteCoreOf = (institution: Institution | undefined) => RemoteCore | undefined

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
    closedThroughOf: (institutionId) => directory.institution(institutionId)?.closedThrough ?? '',
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
