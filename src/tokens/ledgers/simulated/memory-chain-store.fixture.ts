// The rows of a chain in memory, for tests of its rules without a database.

import type { Asset } from '../digital-ledger.ts'
import type {
  ChainAccount,
  ChainChanges,
  ChainEvent,
  ChainHead,
  ChainHold,
  ChainNeeds,
  ChainOp,
  ChainRows,
  ChainStore,
  NamedRows,
  StoredSupplies,
} from './chain-rows.ts'
import { headAt } from './chain-schedule.ts'

export class MemoryChainStore implements ChainStore {
  readonly assetRows = new Map<string, Asset>()
  readonly accounts = new Map<string, ChainAccount>()
  readonly holds = new Map<string, ChainHold>()
  readonly ops = new Map<string, ChainOp>()
  readonly events = new Map<string, ChainEvent>()
  /** How many operations were read, to see what a call costs. */
  opsRead = 0
  #head: ChainHead | undefined
  #last: Promise<unknown> = Promise.resolve()

  exclusively<T>(work: (rows: ChainRows) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => work(this.#rows()))
    this.#last = result.catch(() => {})
    return result
  }

  async peek(opIds: readonly string[]): Promise<{ head: ChainHead | undefined; ops: ChainOp[] }> {
    return { head: this.#head, ops: found(this.ops, opIds) }
  }

  async eventsAfter(seq: number, limit: number): Promise<ChainEvent[]> {
    return [...this.events.values()]
      .filter((event) => (event.seq ?? 0) > seq)
      .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      .slice(0, limit)
  }

  async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<StoredSupplies> {
    const supplies = new Map([...(await this.assets())].filter(([assetId]) => assetIds.includes(assetId)))
    return { supplies, final: new Set(opIds.filter((opId) => this.ops.get(opId)?.state === 'FINAL')) }
  }

  async assets(): Promise<ReadonlyMap<string, bigint>> {
    const supplies = new Map([...this.assetRows.keys()].map((assetId) => [assetId, 0n]))
    for (const { assetId, balanceMinor } of this.accounts.values())
      supplies.set(assetId, (supplies.get(assetId) ?? 0n) + balanceMinor)
    return supplies
  }

  #rows(): ChainRows {
    return {
      load: async (callerMs, needs, limit) => {
        this.#head ??= { createdMs: callerMs, clockMs: callerMs, aheadMs: 0, nextOpSeq: 1, nextEventSeq: 1 }
        const { clockMs } = headAt(this.#head, callerMs)
        const open = [...this.ops.values()].filter((op) => op.state === 'OPEN')
        const due = open.filter((op) => op.finalAtMs <= clockMs)
        const events = [...this.events.values()].filter((event) => event.seq === undefined && event.dueMs <= clockMs)
        return {
          head: this.#head,
          due: this.#read(due.sort((a, b) => a.finalAtMs - b.finalAtMs || a.seq - b.seq).slice(0, limit)),
          dueEvents: events.sort((a, b) => a.dueMs - b.dueMs).slice(0, limit),
          open: needs.openOps === true ? this.#read(open.sort((a, b) => a.seq - b.seq)) : [],
          ops: this.#read(found(this.ops, needs.opIds)),
          ...this.#named(needs),
        }
      },
      loadMore: async (needs) => this.#named(needs),
      save: async (changes) => this.#save(changes),
    }
  }

  #read(ops: ChainOp[]): ChainOp[] {
    this.opsRead += ops.length
    return ops
  }

  #named({ assetIds, accountIds, holdIds }: ChainNeeds): Omit<NamedRows, 'ops'> {
    return {
      assets: found(this.assetRows, assetIds),
      accounts: found(this.accounts, accountIds),
      holds: found(this.holds, holdIds),
    }
  }

  #save({ head, assets, accounts, holds, ops, ended, events }: ChainChanges): void {
    this.#head = head
    for (const asset of assets) this.assetRows.set(asset.assetId, asset)
    for (const account of accounts) {
      const { balanceMinor, heldMinor, reservedMinor } = account
      if (heldMinor < 0n || reservedMinor < 0n || balanceMinor < heldMinor + reservedMinor) {
        throw new Error('an account is below zero')
      }
      this.accounts.set(account.accountId, account)
    }
    for (const hold of holds) this.holds.set(hold.holdId, hold)
    for (const op of [...ops, ...ended]) this.ops.set(op.opId, op)
    for (const event of events) this.events.set(`${event.opId} ${event.copy}`, event)
  }
}

function found<Row>(rows: ReadonlyMap<string, Row>, ids: readonly string[] = []): Row[] {
  return ids.flatMap((id) => rows.get(id) ?? [])
}
