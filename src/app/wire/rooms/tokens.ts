// Digital banking: the owners of its postings, the ledgers below, and what partners ask of it.

import type { Logger } from 'pino'
import type { Directory } from '../../../administration/institutions/directory.ts'
import type { BankAccount } from '../../../channels/core/builtin/books/bank-account.ts'
import { linkAccounts } from '../../../channels/core/builtin/books/link-accounts.ts'
import { linkedAccountRules } from '../../../channels/core/builtin/books/linked-account-rules.ts'
import type { RemoteCore } from '../../../channels/core/remote-core.ts'
import { remoteLinkedAccounts } from '../../../channels/core/remote-linked-accounts.ts'
import { TOKEN_VIEWS } from '../../../families/digital/shapes/event-views.ts'
import type { PostingPipeline } from '../../../ledger/post.ts'
import type { Owner } from '../../../ledger/posting.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { BusinessDate, Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { LinkedScenarioRecords, LinkedScenarios } from '../../../sandbox/linked-scenarios.ts'
import { AccountFactsCache } from '../../../tokens/accounts/account-facts.ts'
import { DigitalAccounts } from '../../../tokens/accounts/accounts.ts'
import { provisionSweep } from '../../../tokens/accounts/provision-accounts.ts'
import { exceptionSweep } from '../../../tokens/exceptions/exception-sweep.ts'
import { LedgerAdjustments } from '../../../tokens/exceptions/ledger-adjustments.ts'
import { PaymentRecords } from '../../../tokens/exceptions/payment-records.ts'
import { silentSweep } from '../../../tokens/exceptions/silent-operations.ts'
import { TokenExceptions } from '../../../tokens/exceptions/token-exceptions.ts'
import { UnclaimedPayments } from '../../../tokens/exceptions/unclaimed-payments.ts'
import { BuiltinLedger, readBookOf } from '../../../tokens/ledgers/builtin/builtin-ledger.ts'
import type { DigitalLedger } from '../../../tokens/ledgers/digital-ledger.ts'
import type { EvmLedger } from '../../../tokens/ledgers/evm/evm-ledger.ts'
import type { LedgerName } from '../../../tokens/ledgers/ledger-names.ts'
import { MissingLedger } from '../../../tokens/ledgers/missing-ledger.ts'
import { reconcileAccount, reconcileSweep } from '../../../tokens/ledgers/reconcile.ts'
import { reconcileSupplyOf } from '../../../tokens/ledgers/reconcile-supplies.ts'
import type { ChainSettings } from '../../../tokens/ledgers/simulated/chain-settings.ts'
import { DatabaseChainStore } from '../../../tokens/ledgers/simulated/chain-store.ts'
import { SimulatedChain } from '../../../tokens/ledgers/simulated/simulated-chain.ts'
import type { RemoteOf } from '../../../tokens/movements/accounts/linked-accounts.ts'
import { IssuerFactsCache } from '../../../tokens/movements/checks/issuer-facts.ts'
import { LedgerHeadroom } from '../../../tokens/movements/checks/ledger-headroom.ts'
import { Coordinator, type CoordinatorParts } from '../../../tokens/movements/coordination/coordinator.ts'
import { MovementWaits } from '../../../tokens/movements/coordination/movement-waits.ts'
import { PostMovements } from '../../../tokens/movements/post-movements.ts'
import { MovementRecords } from '../../../tokens/movements/posting/movement-records.ts'
import { TokenMovements } from '../../../tokens/movements/token-movements.ts'
import type { SettingsOf } from '../../../tokens/settings.ts'
import { SettlementRecords } from '../../../tokens/settlements/settlement-records.ts'
import { Settlements } from '../../../tokens/settlements/settlements.ts'
import { statementSweep } from '../../../tokens/statements/fill-statements.ts'
import type { Wiring } from '../wiring.ts'

type Pipeline = PostingPipeline<BankAccount>

export interface TokenOwners {
  readonly records: MovementRecords<BankAccount>
  readonly payments: PaymentRecords<BankAccount>
  readonly settlements: SettlementRecords<BankAccount>
  readonly builtinLedger: BuiltinLedger
  /** Records of the scenario accounts of the sandbox. */
  readonly scenarioRecords: LinkedScenarioRecords
  /** In the order in which their rows are locked. */
  readonly owners: readonly Owner[]
}

export interface TokenOwnersParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  /** The pipeline that has these owners. */
  pipeline(): Pipeline
  readonly wiring: Wiring
}

/** Made before the pipeline that they post through. */
export function makeTokenOwners({ database, clock, directory, pipeline, wiring }: TokenOwnersParts): TokenOwners {
  const builtinLedger = wiring.make(BuiltinLedger, { database, clock, pipeline, bookOf: readBookOf })
  const linkedAccounts = linkedAccountRules(directory)
  const records = wiring.make(MovementRecords<BankAccount>, {
    linkedAccounts,
    joinedLedger: builtinLedger,
    views: TOKEN_VIEWS,
  })
  const payments = wiring.make(PaymentRecords<BankAccount>, { linkedAccounts })
  const settlements = wiring.make(SettlementRecords<BankAccount>, records)
  const scenarioRecords = wiring.make(LinkedScenarioRecords, linkedAccounts)
  return {
    records,
    payments,
    settlements,
    builtinLedger,
    scenarioRecords,
    // Settlements first: they lock institutions that movements then hold shared.
    owners: [settlements as Owner, records as Owner, payments as Owner, builtinLedger, scenarioRecords as Owner],
  }
}

export interface TokensParts extends Omit<TokenOwnersParts, 'pipeline'> {
  readonly pipeline: Pipeline
  readonly owners: TokenOwners
  readonly environment: Environment
  readonly settingsOf: SettingsOf
  chainSettings(): ChainSettings
  /** Undefined without the settings of an EVM ledger. */
  readonly evm?: EvmLedger | undefined
  businessDateOf(bookId: string, nowMs: number): BusinessDate
  /** The remote core of an institution; undefined when its accounts are in our books. */
  remoteCoreOf(institutionId: string): RemoteCore | undefined
  readonly logger?: Pick<Logger, 'warn'> | undefined
  readonly coordination?: Pick<CoordinatorParts, 'interrupt' | 'pause'> | undefined
}

export interface Tokens {
  readonly accounts: DigitalAccounts
  readonly accountFacts: AccountFactsCache
  readonly movements: TokenMovements<BankAccount>
  readonly coordinator: Coordinator
  readonly payments: UnclaimedPayments<BankAccount>
  readonly exceptions: TokenExceptions<BankAccount>
  readonly settlements: Settlements<BankAccount>
  readonly ledgers: readonly DigitalLedger[]
  readonly sweeps: readonly Sweep[]
}

export function openTokens(parts: TokensParts): Tokens {
  const { database, clock, pipeline, owners, settingsOf, logger: log, coordination, evm, wiring } = parts
  const { records, builtinLedger } = owners
  const { chain, ledgerOf } = openLedgers(parts)
  const remoteOf = openLinkedAccounts(parts)
  const accountFacts = wiring.make(AccountFactsCache, { database })
  const issuers = wiring.make(IssuerFactsCache, database)
  const accounts = wiring.make(DigitalAccounts, {
    database,
    clock,
    ledgerOf,
    settingsOf,
    linking: linkingOf(parts),
    remoteOf,
    views: TOKEN_VIEWS,
  })
  const posts = wiring.make(PostMovements<BankAccount>, {
    clock,
    pipeline,
    records,
    joinedLedger: builtinLedger,
    ledgerOf,
    remoteOf,
    issuers,
    headroom: wiring.make(LedgerHeadroom, database),
  })
  const coordinatorParts = { database, clock, posts, issuers, ledgerOf, remoteOf, log, ...coordination }
  const coordinator = wiring.make(Coordinator, coordinatorParts)
  const movements = wiring.make(TokenMovements<BankAccount>, {
    database,
    clock,
    accounts: accountFacts,
    issuers,
    posts,
    coordinator,
    waits: wiring.make(MovementWaits, { database, ...coordination }),
    settingsOf,
    remoteOf,
    directory: parts.directory,
  })
  const elsewhere = evm === undefined ? [chain] : [chain, evm]
  const reconciling = { database, clock, ledgers: elsewhere, log }
  const { payments, adjustments, exceptions } = openTokenExceptions(parts, {
    posts,
    coordinator,
    issuers,
    ledgerOf,
    remoteOf,
    reconciling,
  })
  return {
    accounts,
    accountFacts,
    movements,
    coordinator,
    payments,
    exceptions,
    settlements: wiring.make(Settlements<BankAccount>, { database, clock, pipeline, records: owners.settlements }),
    ledgers: [builtinLedger, ...elsewhere],
    sweeps: [
      coordinator.sweep(),
      payments.sweep(),
      exceptionSweep({ database, clock }),
      adjustments.sweep(),
      silentSweep({ database, clock, ledgerOf, issuers, settingsOf }),
      statementSweep(database),
      provisionSweep({ database, clock, ledgerOf, views: TOKEN_VIEWS }),
      reconcileSweep(reconciling),
      ...(evm === undefined ? [] : [evm.sweep()]),
    ],
  }
}

type LedgerOf = (name: LedgerName) => DigitalLedger

function openLedgers({ database, clock, owners, evm, chainSettings, wiring }: TokensParts) {
  const chain = wiring.make(SimulatedChain, wiring.make(DatabaseChainStore, database), {
    clock,
    settings: () => chainSettings(),
  })
  const ledgers: Readonly<Record<LedgerName, DigitalLedger>> = {
    builtin: owners.builtinLedger,
    simulated: chain,
    evm: evm ?? wiring.make(MissingLedger, 'evm', 'EVM_RPC_URLS is not set'),
  }
  const ledgerOf: LedgerOf = (name) => ledgers[name]
  return { chain, ledgerOf }
}

/** Linked accounts outside our books: those of a remote core, and the scenario accounts of the sandbox. */
function openLinkedAccounts({ clock, pipeline, owners, environment, wiring, ...parts }: TokensParts): RemoteOf {
  const scenarios = wiring.make(LinkedScenarios, { clock, pipeline, records: owners.scenarioRecords })
  return (bookId, linkedAccountId) => {
    const core = parts.remoteCoreOf(bookId)
    if (core !== undefined)
      return remoteLinkedAccounts(core, (institutionId) => parts.businessDateOf(institutionId, clock.now()))
    return environment === 'sandbox' && linkedAccountId !== undefined ? scenarios.remoteOf(linkedAccountId) : undefined
  }
}

function linkingOf({ directory, environment, businessDateOf }: TokensParts) {
  return linkAccounts({
    rules: linkedAccountRules(directory),
    environment,
    businessDateOf: (bookId, nowMs) => businessDateOf(bookId, nowMs),
  })
}

interface MovementParts {
  readonly posts: PostMovements<BankAccount>
  readonly coordinator: Coordinator
  readonly issuers: IssuerFactsCache
  readonly ledgerOf: LedgerOf
  readonly remoteOf: RemoteOf
  readonly reconciling: Parameters<typeof reconcileAccount>[0]
}

/** What operators resolve by hand: payments without an owner, adjustments of ledgers, and the exceptions themselves. */
function openTokenExceptions(
  { database, clock, pipeline, owners, settingsOf, logger: log, coordination, wiring }: TokensParts,
  { reconciling, ...movements }: MovementParts,
) {
  const { ledgerOf, remoteOf } = movements
  const reconcile = (accountId: string) => reconcileAccount(reconciling, accountId)
  const payments = wiring.make(UnclaimedPayments<BankAccount>, {
    database,
    clock,
    pipeline,
    records: owners.payments,
    remoteOf,
    log,
    ...(coordination?.interrupt !== undefined && { interrupt: coordination.interrupt }),
  })
  const adjustments = wiring.make(LedgerAdjustments, { database, clock, ledgerOf, reconcile, log })
  const exceptions = wiring.make(TokenExceptions<BankAccount>, {
    ...movements,
    database,
    clock,
    payments,
    settingsOf,
    reconcile,
    reconcileSupply: (exceptionId: string) => reconcileSupplyOf(reconciling, exceptionId),
    adjustments,
  })
  return { payments, adjustments, exceptions }
}
