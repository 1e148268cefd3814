// The rows of a chain in memory, for tests of its rules without a database.

import type { Asset } from '../digital-ledger.ts'
import type {
  ChainAccount,
  ChainChanges,
  ChainEvent,
  ChainHead,
  ChainHold,
  ChainOp,
  ChainRows,
  ChainStore,
} from './chain-rows.ts'

export class MemoryChainStore implements ChainStore {
  readonly assets = new Map<string, Asset>()
  readonly accounts = new Map<string, ChainAccount>()
  readonly holds = new Map<string, ChainHold>()
  readonly ops = new Map<string, ChainOp>()
  readonly events = new Map<string, ChainEvent>()
  /** How many operations were read, to see what a call costs. */
  opsRead = 0
  #head: ChainHead | undefined
  #last: Promise<unknown> = Promise.resolve()

  exclusively<T>(startMs: number, work: (rows: ChainRows) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      this.#head ??= { createdMs: startMs, clockMs: startMs, aheadMs: 0, nextOpSeq: 1, nextEventSeq: 1 }
      return work(this.#rows(this.#head))
    })
    this.#last = result.catch(() => {})
    return result
  }

  async peek(opIds: readonly string[]): Promise<{ head: ChainHead | undefined; ops: ChainOp[] }> {
    return { head: this.#head, ops: found(this.ops, opIds) }
  }

  #rows(head: ChainHead): ChainRows {
    const read = (ops: ChainOp[]) => {
      this.opsRead += ops.length
      return ops
    }
    const open = () => [...this.ops.values()].filter((op) => op.state === 'OPEN')
    const events = () => [...this.events.values()]
    return {
      head,
      dueOps: async (nowMs, limit) =>
        read(
          open()
            .filter((op) => op.finalAtMs <= nowMs)
            .sort((a, b) => a.finalAtMs - b.finalAtMs || a.seq - b.seq)
            .slice(0, limit),
        ),
      openOps: async () => read(open().sort((a, b) => a.seq - b.seq)),
      ops: async (ids) => read(found(this.ops, ids)),
      assets: async (ids) => found(this.assets, ids),
      accounts: async (ids) => found(this.accounts, ids),
      supplies: async (ids) => {
        const supplies = new Map<string, bigint>()
        for (const { assetId, balanceMinor } of this.accounts.values())
          if (ids.includes(assetId)) supplies.set(assetId, (supplies.get(assetId) ?? 0n) + balanceMinor)
        return supplies
      },
      holds: async (ids) => found(this.holds, ids),
      dueEvents: async (nowMs, limit) =>
        events()
          .filter((event) => event.seq === undefined && event.dueMs <= nowMs)
          .sort((a, b) => a.dueMs - b.dueMs)
          .slice(0, limit),
      eventsAfter: async (seq, limit) =>
        events()
          .filter((event) => (event.seq ?? 0) > seq)
          .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
          .slice(0, limit),
      save: async (changes) => this.#save(changes),
    }
  }

  #save({ head, assets, accounts, holds, ops, events }: ChainChanges): void {
    this.#head = head
    for (const asset of assets) this.assets.set(asset.assetId, asset)
    for (const account of accounts) {
      const { balanceMinor, heldMinor, reservedMinor } = account
      if (heldMinor < 0n || reservedMinor < 0n || balanceMinor < heldMinor + reservedMinor) {
        throw new Error('an account is below zero')
      }
      this.accounts.set(account.accountId, account)
    }
    for (const hold of holds) this.holds.set(hold.holdId, hold)
    for (const op of ops) this.ops.set(op.opId, op)
    for (const event of events) this.events.set(`${event.opId} ${event.copy}`, event)
  }
}

function found<Row>(rows: ReadonlyMap<string, Row>, ids: readonly string[]): Row[] {
  return ids.flatMap((id) => rows.get(id) ?? [])
}
