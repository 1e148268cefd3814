// The rows of the chain that a batch of calls works on, in memory. What was put is saved at the end.

import type { Asset } from '../digital-ledger.ts'
import type { ChainAccount, ChainChanges, ChainEvent, ChainHead, ChainHold, ChainOp, NamedRows } from './chain-rows.ts'

export class WorkingChain {
  #head: ChainHead
  readonly #loadedHead: ChainHead
  readonly #assets: Rows<Asset>
  readonly #accounts: Rows<ChainAccount>
  readonly #holds: Rows<ChainHold>
  readonly #ops: Rows<ChainOp>
  /** Operations of which nothing but the end has changed. */
  readonly #ended = new Set<string>()
  readonly #events: ChainEvent[] = []

  constructor(loadedHead: ChainHead, head: ChainHead, loaded: NamedRows) {
    this.#loadedHead = loadedHead
    this.#head = head
    this.#assets = new Rows((asset) => asset.assetId, loaded.assets)
    this.#accounts = new Rows((account) => account.accountId, loaded.accounts)
    this.#holds = new Rows((hold) => hold.holdId, loaded.holds)
    this.#ops = new Rows((op) => op.opId, loaded.ops)
  }

  get head(): ChainHead {
    return this.#head
  }

  get nowMs(): number {
    return this.#head.clockMs
  }

  asset(assetId: string): Asset | undefined {
    return this.#assets.get(assetId)
  }

  account(accountId: string): ChainAccount | undefined {
    return this.#accounts.get(accountId)
  }

  hold(holdId: string): ChainHold | undefined {
    return this.#holds.get(holdId)
  }

  op(opId: string): ChainOp | undefined {
    return this.#ops.get(opId)
  }

  putAsset(asset: Asset): void {
    this.#assets.put(asset)
  }

  putAccount(account: ChainAccount): void {
    this.#accounts.put(account)
  }

  putHold(hold: ChainHold): void {
    this.#holds.put(hold)
  }

  putOp(op: ChainOp): void {
    this.#ops.put(op)
    this.#ended.delete(op.opId)
  }

  /** An operation that was loaded has ended. */
  endOp(op: ChainOp): void {
    this.#ops.put(op)
    this.#ended.add(op.opId)
  }

  /** The number of the next accepted operation. */
  takeOpSeq(): number {
    const seq = this.#head.nextOpSeq
    this.#head = { ...this.#head, nextOpSeq: seq + 1 }
    return seq
  }

  putEvent(event: ChainEvent): void {
    this.#events.push(event)
  }

  /** Numbers the events that are due, those that waited and those put just now, in the order of their time. */
  numberEvents(waiting: readonly ChainEvent[]): void {
    const due = [...waiting, ...this.#events.filter((event) => event.seq === undefined && event.dueMs <= this.nowMs)]
    const later = this.#events.filter((event) => event.seq !== undefined || event.dueMs > this.nowMs)
    due.sort((a, b) => a.dueMs - b.dueMs || compareText(a.opId, b.opId) || a.copy - b.copy)
    const first = this.#head.nextEventSeq
    this.#events.length = 0
    this.#events.push(...later, ...due.map((event, index) => ({ ...event, seq: first + index })))
    this.#head = { ...this.#head, nextEventSeq: first + due.length }
  }

  /** Undefined when nothing has changed but the time. */
  changes(): ChainChanges | undefined {
    const ops = this.#ops.changed()
    const isEnded = ({ opId }: ChainOp) => this.#ended.has(opId)
    const changes = {
      head: this.#head,
      assets: this.#assets.changed(),
      accounts: this.#accounts.changed(),
      holds: this.#holds.changed(),
      ops: ops.filter((op) => !isEnded(op)),
      ended: ops.filter(isEnded),
      events: this.#events,
    }
    const { assets, accounts, holds, events } = changes
    const rows = assets.length + accounts.length + holds.length + ops.length + events.length
    return rows === 0 && this.#head.aheadMs === this.#loadedHead.aheadMs ? undefined : changes
  }
}

class Rows<Row> {
  readonly #keyOf: (row: Row) => string
  readonly #rows: Map<string, Row>
  readonly #changed = new Set<string>()

  constructor(keyOf: (row: Row) => string, loaded: readonly Row[] = []) {
    this.#keyOf = keyOf
    this.#rows = new Map(loaded.map((row) => [keyOf(row), row]))
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  put(row: Row): void {
    const key = this.#keyOf(row)
    this.#rows.set(key, row)
    this.#changed.add(key)
  }

  changed(): Row[] {
    return [...this.#changed].map((key) => this.#rows.get(key) as Row)
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
