// The simulated chain: a digital ledger that behaves as a public chain does. Operations become final some blocks after they
// are sent; requests and answers get lost, blocks are orphaned, events come twice and out of order, and at times it cannot
// be reached. What happens follows from a seed, the calls and the clock.
//
// Calls that change or settle something share a transaction while another one is under way: the chain has one lock.

import { timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type {
  AccountReadiness,
  Asset,
  DigitalLedger,
  FinalHeadroom,
  LedgerAccount,
  LedgerAction,
  LedgerAsset,
  LedgerBalance,
  LedgerCapabilities,
  LedgerEvents,
  LedgerHold,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
} from '../digital-ledger.ts'
import { runBatch } from './chain-batch.ts'
import type { ChainHead, ChainNeeds, ChainOp, ChainStore, PeekedOp } from './chain-rows.ts'
import { balanceOf, cancelOp, ensureAccount, ensureAsset, submitOp } from './chain-rules.ts'
import { headAt, isOutAt, statusAt } from './chain-schedule.ts'
import type { ChainSettings } from './chain-settings.ts'
import type { WorkingChain } from './working-chain.ts'

const MAX_BATCH = 256
const MAX_QUEUED = 10_000
const EVENTS_PER_CALL = 500
const MAX_ID_LENGTH = 200

export interface SimulatedChainParts {
  readonly clock: Clock
  /** Read on every call, so that a change holds at once. Operations under way keep what was drawn for them. */
  settings(): ChainSettings
}

/** One call: what it needs loaded, and what it does when it is. */
interface Call {
  readonly needs: ChainNeeds
  /** The answer, or what is thrown once the batch is stored. */
  act(chain: WorkingChain, open: readonly ChainOp[]): unknown
}

export class SimulatedChain implements DigitalLedger {
  readonly name = 'simulated'
  readonly #store: ChainStore
  readonly #clock: Clock
  readonly #settings: () => ChainSettings
  readonly #calls: BatchQueue<Call, unknown>

  constructor(store: ChainStore, { clock, settings }: SimulatedChainParts) {
    this.#store = store
    this.#clock = clock
    this.#settings = settings
    this.#calls = new BatchQueue({
      maxBatch: MAX_BATCH,
      maxInFlight: 1,
      maxQueued: MAX_QUEUED,
      run: (calls) => this.#run(calls),
    })
  }

  get capabilities(): LedgerCapabilities {
    const { atomicBatches, nativeHolds } = this.#settings()
    return { atomicBatches, nativeHolds, finality: 'DEPTH' }
  }

  async ensureAsset(asset: Asset): Promise<void> {
    this.#reach()
    checkIds([asset.assetId, asset.issuerId, asset.currency])
    await this.#call<void>({ assetIds: [asset.assetId] }, (chain) => ensureAsset(chain, asset))
  }

  async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<readonly AccountReadiness[]> {
    const settings = this.#reach()
    const needs = {
      assetIds: accounts.map(({ assetId }) => assetId),
      accountIds: accounts.map(({ accountId }) => accountId),
    }
    checkIds([...needs.assetIds, ...needs.accountIds])
    return this.#call(needs, (chain) => accounts.map((account) => ensureAccount(chain, account, settings)))
  }

  /** Each operation of a set may get lost on its own: the caller then hears nothing of any of them. */
  async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const settings = this.#reach()
    const needs = needsOf(ops)
    checkIds([...needs.opIds, ...needs.assetIds, ...needs.accountIds, ...needs.holdIds])
    const statuses = await this.#call(needs, (chain) => ops.map((op) => submitOp(chain, op, settings)))
    return statuses.map((status) => {
      if (status === undefined) throw timedOut('the digital ledger has not answered in time')
      return status
    })
  }

  async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    this.#reach()
    checkIds(opIds)
    const { head, ops } = await this.#store.peek(opIds)
    if (head === undefined) return opIds.map(() => null)
    const { clockMs } = headAt(head, this.#clock.now())
    if (ops.some(({ state, finalAtMs }) => state === 'OPEN' && finalAtMs <= clockMs)) {
      // Some are final by now. That is stored before anybody hears of it: the clock of another node may be behind.
      return this.#call({ opIds }, (chain) => opIds.map((opId) => statusOf(chain.op(opId), chain.nowMs)))
    }
    const known = new Map(ops.map((op) => [op.opId, op]))
    return opIds.map((opId) => statusOf(known.get(opId), clockMs))
  }

  async balances(accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST'): Promise<readonly LedgerBalance[]> {
    this.#reach()
    const accountIds = accounts.map(({ accountId }) => accountId)
    checkIds([...accountIds, ...accounts.map(({ assetId }) => assetId)])
    return this.#call({ accountIds, openOps: at === 'LATEST' }, (chain, open) =>
      accounts.map((account) => balanceOf(chain, account, at === 'LATEST' ? open : [])),
    )
  }

  /** What is stored is a FINAL point, whatever is due meanwhile. In a snapshot nothing is settled: it would not be seen. */
  async supplies(assetIds: readonly string[], opIds: readonly string[], sql?: Sql): Promise<PinnedSupplies> {
    const settings = this.#reach()
    checkIds([...assetIds, ...opIds])
    if (sql === undefined) await this.#settle(settings)
    const { supplies, final } = await this.#store.supplies(assetIds, opIds, sql)
    const found = {
      suppliesMinor: assetIds.map((assetId) => supplies.get(assetId) ?? 0n),
      isFinal: opIds.map((opId) => final.has(opId)),
    }
    return { read: async () => found }
  }

  async assets(): Promise<readonly LedgerAsset[]> {
    await this.#settle(this.#reach())
    const assets = await this.#store.assets()
    return [...assets].map(([assetId, supplyMinor]) => ({ name: assetId, assetId, supplyMinor }))
  }

  async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    const { ceilingMinor } = this.#reach()
    if (ceilingMinor === 0n) return { headroomMinor: assetIds.map(() => null), isFinal: opIds.map(() => false) }
    const { suppliesMinor, isFinal } = await (await this.supplies(assetIds, opIds)).read()
    return {
      headroomMinor: suppliesMinor.map((supplyMinor) => (supplyMinor < ceilingMinor ? ceilingMinor - supplyMinor : 0n)),
      isFinal,
    }
  }

  /** One that is open fails when it would have been final. */
  async cancel(opId: string): Promise<OpStatus> {
    const settings = this.#reach()
    checkIds([opId])
    return this.#call({ opIds: [opId] }, (chain) => cancelOp(chain, opId, settings))
  }

  /** As of the final operations. */
  async hold(holdId: string): Promise<LedgerHold | null> {
    this.#reach()
    checkIds([holdId])
    return this.#call({ holdIds: [holdId] }, (chain) => {
      const found = chain.hold(holdId)
      if (found === undefined) return null
      const { assetId, accountId, amountMinor, state } = found
      return { holdId, assetId, accountId, amountMinor, state }
    })
  }

  async events(cursor: string | undefined): Promise<LedgerEvents> {
    const settings = this.#reach()
    const { createdMs } = await this.#settle(settings)
    const after = seqOf(cursor, createdMs)
    const events = await this.#store.eventsAfter(after, EVENTS_PER_CALL)
    const last = events.at(-1)?.seq ?? after
    return {
      events: events.map(({ opId, status }) => ({ opId, status })),
      cursor: `${createdMs}.${last}`,
    }
  }

  async now(): Promise<number> {
    this.#reach()
    const { head } = await this.#store.peek([])
    const callerMs = this.#clock.now()
    return head === undefined ? callerMs : headAt(head, callerMs).clockMs
  }

  async health(): Promise<void> {
    this.#reach()
    await this.#store.peek([])
  }

  #reach(): ChainSettings {
    const settings = this.#settings()
    if (isOutAt(this.#clock.now(), settings)) throw unavailable('the digital ledger cannot be reached')
    return settings
  }

  #call<T>(needs: ChainNeeds, act: (chain: WorkingChain, open: readonly ChainOp[]) => T): Promise<T> {
    return this.#calls.submit({ needs, act }) as Promise<T>
  }

  #run(calls: readonly Call[]): Promise<PromiseSettledResult<unknown>[]> {
    const settings = this.#settings()
    const needs = calls.map((call) => call.needs)
    return this.#store.exclusively(async (rows) => {
      const { answer } = await runBatch(rows, this.#clock.now(), settings, needs, (chain, open) =>
        calls.map(({ act }) => attempt(() => act(chain, open))),
      )
      return answer
    })
  }

  async #settle(settings: ChainSettings): Promise<ChainHead> {
    return this.#store.exclusively(async (rows) => {
      const { head } = await runBatch(rows, this.#clock.now(), settings, [], () => undefined)
      return head
    })
  }
}

/** Calls check before they change anything, so one that throws leaves the others of its batch intact. */
function attempt(act: () => unknown): PromiseSettledResult<unknown> {
  try {
    return { status: 'fulfilled', value: act() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}

function needsOf(ops: readonly LedgerOp[]): Required<Omit<ChainNeeds, 'openOps'>> {
  const actions: readonly LedgerAction[] = ops.flatMap((op) => (op.kind === 'BATCH' ? op.actions : [op]))
  return {
    opIds: ops.map(({ opId }) => opId),
    assetIds: actions.flatMap((action) => ('assetId' in action ? [action.assetId] : [])),
    accountIds: actions.flatMap((action) => [
      ...('accountId' in action ? [action.accountId] : []),
      ...('toAccountId' in action && action.toAccountId !== undefined ? [action.toAccountId] : []),
    ]),
    holdIds: actions.flatMap((action) => ('holdId' in action ? [action.holdId] : [])),
  }
}

function statusOf(op: PeekedOp | undefined, nowMs: number): OpStatus | null {
  return op === undefined ? null : statusAt(op, nowMs)
}

/** Ids are text in the database, which takes no NUL; one bad call must not fail the others of its batch. */
function checkIds(ids: readonly string[]): void {
  for (const id of ids) {
    if (id.length === 0 || id.length > MAX_ID_LENGTH || id.includes('\0')) {
      throw new RangeError(`an id of the ledger has 1 to ${MAX_ID_LENGTH} characters`)
    }
  }
}

/** A cursor of another chain (from before a reset), or none: from the start. */
function seqOf(cursor: string | undefined, createdMs: number): number {
  const [chain, seq] = cursor?.split('.') ?? []
  return chain === String(createdMs) && /^\d{1,15}$/.test(seq ?? '') ? Number(seq) : 0
}
