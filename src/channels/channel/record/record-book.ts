// The records of one batch in memory: those read, and those its orders add. A reversal finds its original here, also
// when both are in the same batch.

import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Original } from '../../core/original.ts'
import { DECLINE } from '../../core/outcome.ts'
import { names, type OriginalElements, type SwitchMessage } from '../../core/switch-message.ts'
import { type OrderFields, type OriginalQuery, type Recorded, recordKey } from './order-record.ts'
import {
  type AwaitingReversal,
  type EarlierReversal,
  type HeardMessage,
  isRepetition,
  type NewMessage,
  NO_SWITCH_MESSAGES,
  type SwitchMessagesRead,
} from './switch-messages.ts'

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
  readonly messages?: SwitchMessagesRead
  /** RRNs whose orders are archived. */
  readonly spent?: readonly { readonly partnerId: string; readonly rrn: string }[]
}

/** The records as one order sees them. */
export interface Records {
  originalByAuthId(accountId: string, authId: string): Original | undefined
  originalByRrn(partnerId: string, rrn: string): Original | undefined
  /** Orders of the partner that came with such a message of the switch, newest first. */
  originalsByElements(partnerId: string, switchName: string, elements: OriginalElements): readonly Original[]
  /** A reversal has named this message before it came. */
  isAwaited(message: SwitchMessage): boolean
  /** Originals of this account and type within the window, newest first; those of this batch may have been declined. */
  recentOriginals(query: OriginalQuery): readonly Original[]
  hasTombstone(partnerId: string, rrn: string): boolean
  /** The RRN was used by an order that is archived. */
  isSpent(partnerId: string, rrn: string): boolean
}

const NO_ORIGINAL: string = DECLINE.originalNotFound

/** What a reversal of a switch is to the ones that came under its trace number before. */
export type Correction =
  /** The same, recorded under another RRN. */
  | { readonly kind: 'same'; readonly earlier: EarlierReversal }
  /** Its content is another, and the earlier one has found no original. */
  | { readonly kind: 'replaces'; readonly earlier: EarlierReversal }
  /** Its content is another, and the earlier one was carried out or ended. */
  | { readonly kind: 'contradicts' }

export class RecordBook implements Records {
  readonly #records: Map<string, StoredRecord>
  readonly #originals = new Map<string, Original>()
  readonly #tombstones = new Set<string>()
  readonly #spent: ReadonlySet<string>
  readonly #receivedMessages: HeardMessage[]
  #awaiting: AwaitingReversal[]
  #earlier: EarlierReversal[]

  // To be written.
  readonly added: Recorded[] = []
  /** Orders that were lost at first: their records change from unknown to these. */
  readonly resumed: Recorded[] = []
  readonly reversedOriginals = new Set<Original>()
  readonly messages: NewMessage[] = []
  /** Reversals that were waiting for an order of this batch. */
  readonly met: AwaitingReversal[] = []
  readonly replaced: EarlierReversal[] = []

  constructor({ records, tombstones, originals, spent = [], messages = NO_SWITCH_MESSAGES }: RecordsRead) {
    this.#receivedMessages = [...messages.heard]
    this.#awaiting = [...messages.awaiting]
    this.#earlier = [...messages.earlier]
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

  originalsByElements(partnerId: string, switchName: string, elements: OriginalElements): Original[] {
    const keys = new Set(
      this.#receivedMessages
        .filter((one) => one.partnerId === partnerId && one.message.switchName === switchName)
        .filter((one) => names(elements, one.message))
        .map((one) => recordKey(one.partnerId, one.rrn)),
    )
    return [...this.#originals.values()]
      .filter((o) => keys.has(recordKey(o.partnerId, o.rrn)))
      .sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1))
  }

  isAwaited(message: SwitchMessage): boolean {
    return this.#awaitingOf(message).length > 0
  }

  #awaitingOf(message: SwitchMessage): AwaitingReversal[] {
    return this.#awaiting.filter((one) => one.switchName === message.switchName && names(one.elements, message))
  }

  /** Undefined for what is not of a switch, and for a reversal that nothing came before. */
  correctionOf(order: OrderFields): Correction | undefined {
    const { message, original, fingerprint, partnerId } = order
    if (message === undefined || original === undefined) return undefined
    const before = this.#earlier
      .filter((one) => one.partnerId === partnerId && isRepetition(message, original.elements, one))
      .sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1))
    const same = before.find((one) => one.fingerprint === fingerprint)
    if (same !== undefined) return { kind: 'same', earlier: same }
    const [newest] = before
    if (newest === undefined) return undefined
    return newest.isUnmatched ? { kind: 'replaces', earlier: newest } : { kind: 'contradicts' }
  }

  /** The records as they are without a reversal that is being replaced. */
  without({ partnerId, tombstoneOf }: EarlierReversal): Records {
    const isGone = (partner: string, rrn: string) => partner === partnerId && rrn === tombstoneOf
    return {
      originalByAuthId: (accountId, authId) => this.originalByAuthId(accountId, authId),
      originalByRrn: (partner, rrn) => this.originalByRrn(partner, rrn),
      originalsByElements: (partner, name, elements) => this.originalsByElements(partner, name, elements),
      isAwaited: (message) => this.isAwaited(message),
      recentOriginals: (query) => this.recentOriginals(query),
      hasTombstone: (partner, rrn) => !isGone(partner, rrn) && this.hasTombstone(partner, rrn),
      isSpent: (partner, rrn) => this.isSpent(partner, rrn),
    }
  }

  /** A correction has been recorded: what it corrects counts no more. */
  replace(earlier: EarlierReversal): void {
    const { partnerId, rrn, tombstoneOf } = earlier
    this.replaced.push(earlier)
    this.#earlier = this.#earlier.map((one) => (one === earlier ? { ...one, isUnmatched: false } : one))
    this.#awaiting = this.#awaiting.filter((one) => one.partnerId !== partnerId || one.rrn !== rrn)
    if (tombstoneOf !== undefined) this.#tombstones.delete(recordKey(partnerId, tombstoneOf))
  }

  /** An order was refused because reversals came before it: they have their original now. */
  meet(message: SwitchMessage): void {
    const met = this.#awaitingOf(message)
    this.met.push(...met)
    this.#awaiting = this.#awaiting.filter((one) => !met.includes(one))
  }

  /** An order came again, perhaps with another message, by which it can be named too. */
  noteRepeatedMessage(order: OrderFields, rrn: string): void {
    if (order.message === undefined) return
    this.messages.push({ order, rrn, awaitsOriginal: false })
    if (order.original === undefined)
      this.#receivedMessages.push({ message: order.message, partnerId: order.partnerId, rrn })
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
    if (order.message !== undefined) this.#findMessage(record, order.message)
  }

  #findMessage(record: Recorded, message: SwitchMessage): void {
    const { order, transactionId, code, reply, tombstoneOf, awaitsOriginal = false } = record
    const { partnerId, rrn, fingerprint, original } = order
    this.messages.push({ order, rrn, awaitsOriginal })
    if (original === undefined) {
      this.#receivedMessages.push({ message, partnerId, rrn })
      return
    }
    const { elements } = original
    const isUnmatched = tombstoneOf !== undefined || code === NO_ORIGINAL
    const known = { partnerId, rrn, transactionId, fingerprint, code, reply }
    this.#earlier.push({ ...known, tombstoneOf, isUnmatched, message, elements })
    if (awaitsOriginal && elements !== undefined)
      this.#awaiting.push({ switchName: message.switchName, elements, partnerId, rrn })
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
