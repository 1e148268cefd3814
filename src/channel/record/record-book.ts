// The records of one batch in memory: those read, and those its orders add. A reversal finds its original here, also
// when both are in the same batch.

import type { Original } from '../../core/original.ts'
import type { BusinessDate } from '../../kernel/clock.ts'
import { type OriginalQuery, type Recorded, recordKey } from './order-record.ts'

export interface StoredRecord {
  readonly transactionId: string
  readonly fingerprint: string
  readonly code: string
  /** Empty while the outcome is unknown, or known but not yet rendered for a caller. */
  readonly reply: string
  readonly businessDate: BusinessDate
  readonly amountMinor: bigint
  /** Reversals only: the order they reverse. */
  readonly originalId?: string | undefined
  /** Its order was repeated while the outcome was unknown. */
  readonly sentAgain?: boolean
  /** This batch removes it. */
  readonly isWithdrawn?: boolean
  /** What a remote core answered. */
  readonly coreOutcome?: string | undefined
}

/** What the first round trip read. */
export interface RecordsRead {
  /** Orders answered before, by recordKey(). */
  readonly records: Map<string, StoredRecord>
  readonly tombstones: readonly { readonly partnerId: string; readonly rrn: string }[]
  readonly originals: readonly Original[]
  /** RRNs whose orders are archived. */
  readonly spent?: readonly { readonly partnerId: string; readonly rrn: string }[]
}

/** The records as one order sees them. */
export interface Records {
  originalByAuthId(accountId: string, authId: string): Original | undefined
  originalByRrn(partnerId: string, rrn: string): Original | undefined
  /** Originals of this account and type within the window, newest first; those of this batch may have been declined. */
  recentOriginals(query: OriginalQuery): readonly Original[]
  hasTombstone(partnerId: string, rrn: string): boolean
  /** The RRN was used by an order that is archived. */
  isSpent(partnerId: string, rrn: string): boolean
}

export class RecordBook implements Records {
  readonly #records: Map<string, StoredRecord>
  readonly #originals = new Map<string, Original>()
  readonly #tombstones = new Set<string>()
  readonly #spent: ReadonlySet<string>

  // To be written.
  readonly added: Recorded[] = []
  /** Orders that were lost at first: their records change from unknown to these. */
  readonly resumed: Recorded[] = []
  readonly reversedOriginals = new Set<Original>()

  constructor({ records, tombstones, originals, spent = [] }: RecordsRead) {
    this.#records = records
    this.#spent = new Set(spent.map(({ partnerId, rrn }) => recordKey(partnerId, rrn)))
    for (const original of originals) this.#originals.set(original.transactionId, original)
    for (const { partnerId, rrn } of tombstones) this.#tombstones.add(recordKey(partnerId, rrn))
  }

  recordOf({ partnerId, rrn }: { readonly partnerId: string; readonly rrn: string }): StoredRecord | undefined {
    return this.#records.get(recordKey(partnerId, rrn))
  }

  originalById(transactionId: string): Original | undefined {
    return this.#originals.get(transactionId)
  }

  originalByAuthId(accountId: string, authId: string): Original | undefined {
    return newest([...this.#originals.values()].filter((o) => o.accountId === accountId && o.authId === authId))
  }

  originalByRrn(partnerId: string, rrn: string): Original | undefined {
    return newest([...this.#originals.values()].filter((o) => o.partnerId === partnerId && o.rrn === rrn))
  }

  recentOriginals(query: OriginalQuery): Original[] {
    return [...this.#originals.values()]
      .filter((o) => o.accountId === query.accountId && o.type === query.type && o.recordedAtMs >= query.notBeforeMs)
      .sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1))
  }

  hasTombstone(partnerId: string, rrn: string): boolean {
    return this.#tombstones.has(recordKey(partnerId, rrn))
  }

  isSpent(partnerId: string, rrn: string): boolean {
    // Asked for every order, and mostly there are none.
    return this.#spent.size > 0 && this.#spent.has(recordKey(partnerId, rrn))
  }

  /** Adds a record, which the rest of the batch then finds. */
  add(record: Recorded, original: Original): void {
    this.added.push(record)
    this.#find(record, original)
  }

  /** Adds what became of an order that was lost at first; its record was read. */
  resume(record: Recorded, original: Original): void {
    this.resumed.push(record)
    this.#find(record, original)
  }

  #find(record: Recorded, original: Original): void {
    const { order, transactionId, code, reply, amountMinor, originalId, coreOutcome } = record
    const { fingerprint } = order
    const { businessDate } = original
    const stored = { transactionId, fingerprint, code, reply, businessDate, amountMinor, originalId, coreOutcome }
    this.#records.set(recordKey(order.partnerId, order.rrn), stored)
    this.#originals.set(transactionId, original)
    if (record.tombstoneOf !== undefined) this.#tombstones.add(recordKey(order.partnerId, record.tombstoneOf))
  }

  /** Replaces a record that was read, so that the rest of the batch sees it settled. */
  settle({ partnerId, rrn }: { readonly partnerId: string; readonly rrn: string }, record: StoredRecord): void {
    this.#records.set(recordKey(partnerId, rrn), record)
  }

  /** Adds to the reversed amount of an original; a negative amount undoes that. */
  reverse(original: Original, amountMinor: bigint): void {
    original.reversedMinor += amountMinor
    this.reversedOriginals.add(original)
  }
}

function newest(originals: readonly Original[]): Original | undefined {
  return originals.reduce<Original | undefined>(
    (best, o) => (best === undefined || o.transactionId > best.transactionId ? o : best),
    undefined,
  )
}
