// The EVM ledger: tokens on an EVM network, behind the port of digital ledgers. What is submitted is stored and waits; turns, which
// every node takes all the time, bring it to the chain and watch it until it is final (docs/decisions/0061). So submit() and
// getOps() ask only the database, and reads of balances ask the chain at the final block that is stored.

import { isUnclear, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type {
  AccountReadiness,
  Asset,
  DigitalLedger,
  FinalHeadroom,
  LedgerAccount,
  LedgerAsset,
  LedgerBalance,
  LedgerCapabilities,
  LedgerEvents,
  LedgerHold,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
} from '../digital-ledger.ts'
import { checkIds, checkSame, checkSet } from './asked-checks.ts'
import { AssetScan } from './chain/asset-scan.ts'
import { ChainReads } from './chain/chain-reads.ts'
import { statusOf } from './chain/chain-rules.ts'
import { type ChainSight, ChainView, type ViewLog } from './chain/chain-view.ts'
import { newAssetLimitsRead } from './chain/contract-calls.ts'
import { neededBalanceWei } from './chain/fees.ts'
import type { ChainRpc } from './chain/rpc/chain-rpc.ts'
import type { ContractTraits, EvmFigures } from './evm-figures.ts'
import type { LedgerRow, ListedTransaction, NewWork } from './evm-rows.ts'
import type { EvmSettings } from './evm-settings.ts'
import { EvmStore } from './evm-store.ts'
import type { Signer } from './keys/signer.ts'
import type { OnChainNames } from './on-chain-names.ts'
import { OperationResults } from './placing/operation-results.ts'
import { MAX_GAS, MAX_OPEN } from './placing/placing-rules.ts'
import { placeWork, type SendParts, sendOpen } from './placing/send-transactions.ts'
import { type Settled, type SettleParts, settleTransactions } from './placing/settle-transactions.ts'
import { type AccountContent, type AssetContent, canBeEncoded, contentOf } from './placing/work-content.ts'

export interface EvmLedgerParts {
  readonly database: Database
  readonly clock: Clock
  readonly rpc: ChainRpc
  readonly signer: Signer
  readonly names: OnChainNames
  readonly settings: Pick<EvmSettings, 'ledgerAddress' | 'finality' | 'fees'>
  /** The property `halted-after`. */
  haltedAfterMs(): number
  readonly log?: ViewLog | undefined
  /** False: the first sight of the chain and the contract does not bind the database to them. */
  readonly binds?: boolean | undefined
}

const EVERY_MS = 200
const IDLE_MS = 1_000
/** Without open work the chain is looked at this often. */
const IDLE_LOOK_MS = 5_000
const HEALTH_AGE_MS = 2_000
const EVENTS_PER_CALL = 500
/** Work of a key that is no longer used here, and not mined by then, goes to the key of today. */
const OTHER_KEY_MS = 10 * 60_000
const LISTED = 1_000

export class EvmLedger implements DigitalLedger {
  readonly name = 'evm'
  readonly #store: EvmStore
  readonly #view: ChainView
  readonly #parts: EvmLedgerParts
  readonly #send: SendParts
  readonly #settle: SettleParts
  readonly #reads: ChainReads
  readonly #results: OperationResults
  readonly #counts = { resends: 0, replacements: 0, reorganisations: 0, reverted: 0, taken: 0 }
  #isLow = false
  #idleUntilMs = 0
  /** Why the last turn could not be completed. */
  #broken: string | undefined

  constructor(parts: EvmLedgerParts) {
    const { database, clock, rpc, signer, names, settings, log, binds } = parts
    const { address } = signer
    this.#parts = parts
    this.#store = new EvmStore(database)
    const store = this.#store
    const haltedAfterMs = () => parts.haltedAfterMs()
    this.#view = new ChainView({ store, rpc, names, settings, address, haltedAfterMs, log, binds })
    this.#send = { store, rpc, signer, names, settings, clock }
    const { ledgerAddress } = settings
    const results = new OperationResults({ rpc, names, ledgerAddress })
    this.#results = results
    this.#settle = { store, rpc, names, results, ledgerAddress, address }
    const scan = new AssetScan({ store, rpc, ledgerAddress })
    this.#reads = new ChainReads({ store, rpc, names, ledgerAddress, scan, results, ledger: () => this.#ledger() })
  }

  get capabilities(): LedgerCapabilities {
    return { atomicBatches: true, nativeHolds: true, finality: 'DEPTH' }
  }

  async ensureAsset({ assetId, ...content }: Asset): Promise<void> {
    checkIds([assetId])
    const known = (await this.#store.works('ASSET', [assetId])).get(assetId)
    if (known !== undefined) checkSame(assetId, known.content as AssetContent, content)
    else await this.#accept([{ kind: 'ASSET', workId: assetId, content }])
  }

  async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]> {
    checkSet(
      accounts.flatMap(({ accountId, assetId }) => [accountId, assetId]),
      accounts.length,
    )
    const ids = accounts.map(({ accountId }) => accountId)
    let known = await this.#store.works('ACCOUNT', ids)
    const missing = accounts.filter(({ accountId }) => !known.has(accountId))
    const refused = new Set<string>()
    if (missing.length > 0) {
      const assets = await this.#store.works(
        'ASSET',
        missing.map(({ assetId }) => assetId),
      )
      for (const [assetId, { state }] of assets) if (state === 'FAILED') refused.add(assetId)
      const accepted = missing.filter(({ assetId }) => assets.has(assetId) && !refused.has(assetId))
      await this.#accept(
        accepted.map(({ accountId, assetId }) => ({ kind: 'ACCOUNT', workId: accountId, content: { assetId } })),
      )
      known = await this.#store.works('ACCOUNT', ids)
    }
    return accounts.map(({ accountId, assetId }) => {
      const account = known.get(accountId)
      if (account === undefined) return refused.has(assetId) ? 'REFUSED' : 'PENDING'
      const isOther = (account.content as AccountContent).assetId !== assetId
      if (isOther || account.state === 'FAILED') return 'REFUSED'
      return account.state === 'FINAL' ? 'READY' : 'PENDING'
    })
  }

  async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const ids = ops.map(({ opId }) => opId)
    checkSet(ids, ops.length)
    // An id that comes twice in a set is one operation.
    const byId = new Map([...ops].reverse().map((op) => [op.opId, op]))
    await this.#accept(
      [...byId.values()].map((op) => {
        const isRefused = !canBeEncoded(op)
        return { kind: 'OP', workId: op.opId, content: isRefused ? {} : contentOf(op), isRefused }
      }),
    )
    const known = await this.#store.works('OP', ids)
    return ids.map((opId) => {
      const work = known.get(opId)
      if (work === undefined) throw new Error('an operation that was accepted is not there')
      return statusOf(work)
    })
  }

  async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    checkSet(opIds, opIds.length)
    const known = await this.#store.works('OP', opIds)
    return opIds.map((opId) => {
      const work = known.get(opId)
      return work === undefined ? null : statusOf(work)
    })
  }

  async balances(accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST'): Promise<readonly LedgerBalance[]> {
    checkSet([], accounts.length)
    return this.#reads.balances(accounts, at)
  }

  async supplies(assetIds: readonly string[], opIds: readonly string[], sql?: Sql): Promise<PinnedSupplies> {
    checkSet([], assetIds.length)
    return this.#reads.supplies(assetIds, opIds, sql)
  }

  assets(): Promise<readonly LedgerAsset[]> {
    return this.#reads.assets()
  }

  async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    checkSet([], assetIds.length)
    return this.#reads.headroom(assetIds, opIds)
  }

  async hold(holdId: string): Promise<LedgerHold | null> {
    checkIds([holdId])
    return this.#reads.hold(holdId)
  }

  async cancel(opId: string): Promise<OpStatus> {
    checkIds([opId])
    await this.#store.cancel(opId, this.#parts.clock.now())
    this.#idleUntilMs = 0
    const work = (await this.#store.works('OP', [opId])).get(opId)
    if (work === undefined) throw new Error('an operation that was cancelled is not there')
    return statusOf(work)
  }

  async events(cursor: string | undefined): Promise<LedgerEvents> {
    const after = /^\d{1,18}$/.test(cursor ?? '') ? BigInt(cursor as string) : 0n
    const ends = await this.#store.endsAfter(after, EVENTS_PER_CALL)
    return {
      events: ends.map(({ opId, status }) => ({ opId, status })),
      cursor: String(ends.at(-1)?.endNumber ?? after),
    }
  }

  /** The time of the last final block. */
  async now(): Promise<number> {
    return (await this.#ledger()).final.timeMs
  }

  async #ledger(): Promise<LedgerRow> {
    return (await this.#store.readLedger()) ?? (await this.#view.look()).ledger
  }

  async health(): Promise<void> {
    const { obstacle, isHalted } = await this.#view.look(HEALTH_AGE_MS)
    if (obstacle !== undefined || isHalted) throw unavailable('the EVM ledger cannot be used')
  }

  /** Brings work to the chain and watches it, on every node. */
  sweep(): Sweep {
    return { name: 'evm-ledger', everyMs: EVERY_MS, run: () => this.#turnUnlessIdle() }
  }

  /** Without open work, and while none is accepted here, the database is asked for that of other nodes once a second. */
  async #turnUnlessIdle(): Promise<void> {
    if (monotonicMs() < this.#idleUntilMs) return
    await this.turn()
  }

  async #accept(works: readonly NewWork[]): Promise<void> {
    await this.#store.accept(works, this.#parts.clock.now())
    this.#idleUntilMs = 0
  }

  /** Bounded: what is left has its turn later. Does nothing while the chain cannot be used; health() and the log say so. */
  async turn(): Promise<void> {
    try {
      await this.#takeTurn()
      this.#broken = undefined
    } catch (error) {
      if (!isUnclear(error)) throw error
      // The view tells why the chain cannot be used; this is what fails afterwards, such as a state that a node has not kept.
      if (this.#view.trouble === undefined && this.#broken !== error.message)
        this.#parts.log?.warn({ reason: error.message }, 'the EVM ledger could not go on')
      this.#broken = error.message
    }
  }

  async #takeTurn(): Promise<void> {
    this.#idleUntilMs = monotonicMs() + IDLE_MS
    const { isWaiting, isOpen } = await this.#store.hasWork()
    if (isWaiting || isOpen) this.#idleUntilMs = 0
    const sight = await this.#view.look(isWaiting || isOpen ? 0 : IDLE_LOOK_MS)
    const settled = await this.#watch(sight)
    // What was given back may have its place at once.
    const mayPlace = (isWaiting || settled.settled > 0) && sight.obstacle === undefined
    const placed = mayPlace ? await placeWork(this.#send, sight) : 0
    const open = placed > 0 ? await this.#store.openTransactions() : settled.open
    const counts = await sendOpen(this.#send, sight, open, settled.nonces)
    this.#counts.resends += counts.resent
    this.#counts.replacements += counts.replaced
    this.#warnWhenLow(sight)
  }

  async #watch(sight: ChainSight): Promise<Settled> {
    const { clock, log } = this.#parts
    const settled = await settleTransactions(this.#settle, sight, clock.now())
    if (settled.reverted > 0)
      log?.warn(
        { transactions: settled.reverted },
        'transactions of the EVM ledger were reverted; their work waits again',
      )
    this.#counts.reverted += settled.reverted
    this.#warnOfTheft(settled)
    if (sight.isReorganised && settled.open.some(({ isMined }) => isMined)) this.#counts.reorganisations++
    await this.#giveBackOfOtherKeys(settled)
    return settled
  }

  #warnOfTheft({ taken, refusedAssets }: Settled): void {
    const { log } = this.#parts
    this.#counts.taken += taken
    if (taken > 0)
      log?.warn(
        { operations: taken },
        'ids of the EVM ledger were used with other content: the key of the operator may be stolen',
      )
    for (const assetId of refusedAssets)
      log?.warn({ assetId }, 'an asset of the EVM ledger is on the contract with other decimals or another currency')
  }

  async #giveBackOfOtherKeys({ open, nonces }: Settled): Promise<void> {
    const before = this.#parts.clock.now() - OTHER_KEY_MS
    const left = open.filter(
      ({ address, nonce, placedMs }) =>
        address !== this.#parts.signer.address && placedMs < before && nonce >= (nonces.get(address)?.mined ?? 0n),
    )
    if (left.length === 0) return
    const works = await this.#store.giveBack(left.map(({ transactionId }) => transactionId))
    if (works > 0) this.#parts.log?.warn({ works }, 'work of another key of the EVM ledger waits for this one')
  }

  /** Sends what is open again, whenever it was sent last. Returns the number of bytes that go out. */
  async resend(): Promise<number> {
    const forgotten = await this.#store.forgetSent()
    await this.turn()
    return forgotten
  }

  /** What the contract is, for people. */
  async contract(): Promise<ContractTraits> {
    const { rpc, settings } = this.#parts
    const limits = await rpc.call(settings.ledgerAddress, newAssetLimitsRead.call(), 'latest')
    return {
      address: settings.ledgerAddress,
      keepsContents: await this.#results.keepsContents(),
      newAssets: newAssetLimitsRead.answer(limits),
    }
  }

  /** Transactions whose nonce is not used up in a final block, for people. */
  openTransactions(): Promise<readonly ListedTransaction[]> {
    return this.#store.listOpen(LISTED)
  }

  async figures(): Promise<EvmFigures> {
    const { signer, settings } = this.#parts
    const [stored, nextNonce, ledger] = await Promise.all([
      this.#store.readFigures(),
      this.#store.readNextNonce(signer.address),
      this.#store.readLedger(),
    ])
    const sight = this.#view.last
    return {
      ...stored,
      ...this.#counts,
      address: signer.address,
      nextNonce,
      minedNonce: sight?.minedNonce,
      latestBlock: sight?.latest.number,
      finalBlock: ledger?.final.number,
      finalTimeMs: ledger?.final.timeMs,
      keyBalanceWei: sight?.balanceWei,
      neededBalanceWei: neededBalanceWei(
        Array.from({ length: MAX_OPEN }, () => MAX_GAS),
        settings.fees,
      ),
      trouble: this.#view.trouble,
    }
  }

  #warnWhenLow({ balanceWei }: ChainSight): void {
    const { settings, log } = this.#parts
    const isLow =
      balanceWei <
      neededBalanceWei(
        Array.from({ length: MAX_OPEN }, () => MAX_GAS),
        settings.fees,
      )
    if (isLow && !this.#isLow)
      log?.warn({}, 'the key of the EVM ledger could not pay for full transactions at the cap of fees')
    this.#isLow = isLow
  }
}
