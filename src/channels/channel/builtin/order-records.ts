// Owns the postings of the built-in bank's orders: an order's record, its reply and its journal commit together.

import type { Journal } from '../../../ledger/journal.ts'
import type { BatchContext, BatchOf, Books, OwnedBatch, Owner, Posting, Verdict } from '../../../ledger/posting.ts'
import type { BatchHead } from '../../../ledger/writing/batch-step.ts'
import { loanPaymentsOf } from '../../../loans/servicing/posting/loan-payments.ts'
import type { LoanRecords } from '../../../loans/servicing/posting/loan-records.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { BankAccount } from '../../core/builtin/books/bank-account.ts'
import { type BankBatch, type BankBooks, type BankNeeds, openBankBatch } from '../../core/builtin/books/bank-books.ts'
import { feeGivenBack, type Original } from '../../core/original.ts'
import { APPROVED_CODE, DECLINE, type Outcome, type ShownAccounts } from '../../core/outcome.ts'
import { reversalRrn } from '../../core/switch-message.ts'
import type { Answer } from '../channel.ts'
import { AuthIds } from '../record/auth-ids.ts'
import {
  asOriginal,
  LOST_ON_ITS_WAY,
  type OrderFields,
  type Recorded,
  UNKNOWN_OUTCOME,
} from '../record/order-record.ts'
import { readRecords } from '../record/read-records.ts'
import { RecordBook, type Records, type StoredRecord } from '../record/record-book.ts'
import { recordSteps } from '../record/record-steps.ts'
import type { EarlierReversal, EndedReversals } from '../record/switch-messages.ts'
import { readOutcome, writeOutcome } from '../remote/outcome-text.ts'
import { type OrderSettlement, settleSteps } from '../remote/settle-steps.ts'
import type { ChannelDecision } from './decide-order.ts'

/** An order of the built-in bank on its way through the pipeline. */
export interface OrderPosting extends Posting<Answer>, OrderFields, BankNeeds {
  decide(books: BankBooks, records: Records): ChannelDecision
  /** What an approval shows of its accounts, right after the posting. */
  show(books: BankBooks): ShownAccounts
  render(outcome: Outcome): string
  /** Sandbox: lost on its way when it arrives for the first time, and posted when it is repeated. */
  readonly losesFirst?: boolean | undefined
}

export interface OrderRecordsOptions {
  /** Takes part in orders that pay into a loan. */
  readonly loans?: LoanRecords<BankAccount> | undefined
  /** What another concept writes when unknown outcomes become known, in the same commit. */
  onSettled?(head: BatchHead, settled: readonly { readonly partnerId: string; readonly rrn: string }[]): Step[]
  /** What it writes when reversals without an original have ended by themselves. */
  onEnded?(head: BatchHead, ended: EndedReversals): Step[]
}

export class OrderRecords implements Owner<OrderPosting, BankAccount> {
  readonly #authIds = new AuthIds()
  readonly #options: OrderRecordsOptions

  constructor(options: OrderRecordsOptions = {}) {
    this.#options = options
  }

  staysInShard(): boolean {
    return true
  }

  async open(trip: Trip, context: BatchContext, postings: readonly OrderPosting[]): Promise<OrderBatch> {
    const [bank, read, authIds] = await Promise.all([
      openBankBatch(trip, context, postings),
      readRecords(trip, context.institutionId, postings),
      this.#authIds.reserve(trip, postings.length),
    ])
    return new OrderBatch(bank, new RecordBook(read), authIds, this.#options)
  }
}

export class OrderBatch implements OwnedBatch<OrderPosting, BankAccount> {
  readonly #bank: BankBatch
  readonly #records: RecordBook
  readonly #authIds: string[]
  readonly #options: OrderRecordsOptions
  readonly #settlements: OrderSettlement[] = []
  #bankBooks: BankBooks | undefined

  constructor(bank: BankBatch, records: RecordBook, authIds: string[], options: OrderRecordsOptions = {}) {
    this.#options = options
    this.#bank = bank
    this.#records = records
    this.#authIds = authIds
  }

  decide(sent: OrderPosting, books: Books<BankAccount>, batchOf?: BatchOf<BankAccount>): Verdict<Answer> {
    const known = this.#records.recordOf(sent)
    this.#bankBooks ??= this.#bank.with(books, batchOf && loanPaymentsOf(this.#options.loans, batchOf))
    const bankBooks = this.#bankBooks
    if (this.#records.isSpent(sent.partnerId, sent.rrn)) return { answer: () => duplicateOf(sent) }
    const correction = known?.fingerprint === sent.fingerprint ? undefined : this.#records.correctionOf(sent)
    if (correction?.kind === 'contradicts') return { answer: () => duplicateOf(sent) }
    if (correction?.kind === 'same') return repeatOf(correction.earlier)
    if (correction === undefined) {
      if (known !== undefined && !this.#wasLost(sent, known)) return this.#repeat(sent, known, bankBooks)
      if (known === undefined && sent.losesFirst === true) return { answer: () => this.#recordLost(sent, books) }
    }
    const replaced = correction?.earlier
    const posting = replaced === undefined || known === undefined ? sent : asCorrection(sent)
    const records = replaced === undefined ? this.#records : this.#records.without(replaced)
    const decision = posting.decide(bankBooks, records)
    if (decision.kind === 'refuse') return decision
    const isResumed = known !== undefined && replaced === undefined
    const transactionId = isResumed ? known.transactionId : newId(books.nowMs)
    return {
      records: transactionId,
      journal: decision.kind === 'post' ? journalOf(posting, decision, transactionId) : undefined,
      answer: () => {
        if (decision.kind === 'post') this.#apply(decision, books, transactionId)
        if (replaced !== undefined) this.#records.replace(replaced)
        return this.#record(posting, decision, transactionId, bankBooks, isResumed)
      },
    }
  }

  steps(head: BatchHead): Step[] {
    const { resumed } = this.#records
    const settled = [...resumed.map(({ order }) => order), ...this.#settlements]
    const { met, replaced } = this.#records
    const isEnding = met.length > 0 || replaced.length > 0
    return [
      ...recordSteps(head, this.#records),
      ...settleSteps(head, this.#settlements),
      ...(settled.length > 0 ? (this.#options.onSettled?.(head, settled) ?? []) : []),
      ...(isEnding ? (this.#options.onEnded?.(head, { met, replaced }) ?? []) : []),
      ...this.#bank.steps(head),
    ]
  }

  #apply(decision: ChannelDecision & { kind: 'post' }, books: Books<BankAccount>, transactionId: string): void {
    this.#bank.apply(decision, books)
    decision.share?.record(transactionId)
    const { reverses } = decision
    if (reverses !== undefined) this.#records.reverse(reverses.original, reverses.amountMinor)
  }

  /** The order never reached the bank: repeated, it is decided as if it had not been sent before. */
  #wasLost(posting: OrderPosting, known: StoredRecord): boolean {
    const isLost = known.coreOutcome === LOST_ON_ITS_WAY && known.code === UNKNOWN_OUTCOME && known.sentAgain !== true
    if (!isLost || known.fingerprint !== posting.fingerprint) return false
    return this.#records.added.every(({ transactionId }) => transactionId !== known.transactionId)
  }

  #recordLost(posting: OrderPosting, { businessDate, nowMs }: Books<BankAccount>): Answer {
    const { amountMinor, feeMinor, currency, original } = posting
    const record: Recorded = {
      order: posting,
      transactionId: newId(nowMs),
      code: UNKNOWN_OUTCOME,
      reply: '',
      amountMinor,
      feeMinor,
      currency,
      originalRrn: original?.rrn,
      coreOutcome: LOST_ON_ITS_WAY,
    }
    this.#records.add(record, { ...asOriginal(record, businessDate, nowMs), isLost: true })
    return { code: UNKNOWN_OUTCOME, reply: '', replayed: false }
  }

  /** The RRN was answered before: the same bytes for the same content, a decline for other content. */
  #repeat(posting: OrderPosting, known: StoredRecord, books: BankBooks): Verdict<Answer> {
    const { code, reply, coreOutcome } = known
    if (known.fingerprint !== posting.fingerprint) return { answer: () => duplicateOf(posting) }
    const repeats = known.transactionId
    if (reply !== '') {
      const answer = () => {
        this.#records.noteRepeatedMessage(posting, posting.rrn)
        return { code, reply, replayed: true }
      }
      return { repeats, answer }
    }
    // Only the core that the order was sent to knows; the institution now has another one.
    if (coreOutcome === undefined || code === UNKNOWN_OUTCOME || books.account(posting.accountId) === undefined) {
      return { problem: timedOut('the outcome of the order is not known') }
    }
    return { answer: () => this.#render(posting, known, coreOutcome, books) }
  }

  /** The reply to an order whose outcome was learned while no caller waited for it. */
  #render(posting: OrderPosting, known: StoredRecord, learned: string, books: BankBooks): Answer {
    const outcome = readOutcome(learned)
    const { transactionId, code } = known
    const shown = code === APPROVED_CODE ? ({ ...posting.show(books), ...outcome } as Outcome) : outcome
    const reply = posting.render(shown)
    const { partnerId, rrn, accountId } = posting
    const authId = 'authId' in shown ? { authId: shown.authId } : {}
    this.#settlements.push({ partnerId, rrn, accountId, transactionId, code, reply, ...authId, coreOutcome: learned })
    this.#records.settle(posting, { ...known, reply })
    return { code, reply, replayed: true }
  }

  /** A reversal came first: the original gets 485 when it is repeated. */
  #cancelLost({ partnerId, rrn, accountId, transactionId }: Original): void {
    const outcome: Outcome = { code: DECLINE.reversedBeforeArrival }
    const coreOutcome = writeOutcome(outcome)
    this.#settlements.push({ partnerId, rrn, accountId, transactionId, code: outcome.code, reply: '', coreOutcome })
    const known = this.#records.recordOf({ partnerId, rrn })
    if (known !== undefined) this.#records.settle({ partnerId, rrn }, { ...known, code: outcome.code, coreOutcome })
  }

  #record(
    posting: OrderPosting,
    decision: Answerable,
    transactionId: string,
    books: BankBooks,
    isResumed: boolean,
  ): Answer {
    const { businessDate, nowMs } = books
    const outcome = this.#outcome(posting, decision, books)
    const authId = 'authId' in outcome ? outcome.authId : undefined
    const reversed = decision.kind === 'post' ? decision.reverses : undefined
    const declined = decision.kind === 'decline' ? decision : undefined
    const record: Recorded = {
      order: posting,
      transactionId,
      code: outcome.code,
      reply: posting.render(outcome),
      // A reversal is recorded with what it took back, or would have, in the original's currency.
      amountMinor: reversed?.amountMinor ?? declined?.amountMinor ?? posting.amountMinor,
      feeMinor:
        reversed === undefined ? posting.feeMinor : feeGivenBack(reversed.original, reversed.original.reversedMinor),
      currency: reversed?.original.currency ?? posting.currency,
      authId,
      originalId: originalOf(decision)?.transactionId,
      originalRrn: declined?.originalRrn ?? posting.original?.rrn,
      tombstoneOf: decision.kind === 'tombstone' ? decision.originalRrn : undefined,
      awaitsOriginal: declined?.awaitsOriginal,
      stopId: declined?.stopId,
    }
    const original = asOriginal(record, businessDate, nowMs)
    if (isResumed) this.#records.resume(record, original)
    else this.#records.add(record, original)
    if (record.code === DECLINE.reversedBeforeArrival && posting.message !== undefined)
      this.#records.meet(posting.message)
    if (decision.kind === 'tombstone' && decision.lost !== undefined) this.#cancelLost(decision.lost)
    return { code: record.code, reply: record.reply, replayed: false }
  }

  #outcome(posting: OrderPosting, decision: Answerable, books: BankBooks): Outcome {
    if (decision.kind === 'decline') return { code: decision.code }
    const authId = this.#authIds.pop()
    if (authId === undefined) throw new Error('no authorization id is left for an approval')
    return { code: APPROVED_CODE, authId, businessDate: books.businessDate, ...posting.show(books) }
  }
}

/** The RRN was used for another order, or for one that is archived. Nothing is recorded. */
function duplicateOf(posting: OrderPosting): Answer {
  const code = DECLINE.duplicateTransmission
  return { code, reply: posting.render({ code }), replayed: false }
}

/** The reversal is on record under another RRN, since it corrects one. */
function repeatOf({ transactionId, code, reply }: EarlierReversal): Verdict<Answer> {
  if (code === UNKNOWN_OUTCOME || reply === '') return { problem: timedOut('the outcome of the order is not known') }
  return { repeats: transactionId, answer: () => ({ code, reply, replayed: true }) }
}

/** What it corrects has its RRN. */
function asCorrection(posting: OrderPosting): OrderPosting {
  return { ...posting, rrn: reversalRrn(posting.rrn, posting.fingerprint) }
}

type Answerable = Exclude<ChannelDecision, { kind: 'refuse' }>

/** What a reversal takes back, or would have taken back if it had not been declined. */
function originalOf(decision: Answerable): Original | undefined {
  if (decision.kind === 'post') return decision.reverses?.original
  return decision.kind === 'decline' ? decision.original : undefined
}

function journalOf(
  posting: OrderPosting,
  { entries, hold, unhold, forced, reverses }: ChannelDecision & { kind: 'post' },
  transactionId: string,
): Journal {
  return {
    journalId: transactionId,
    kind: posting.type,
    entries,
    hold,
    unhold: unhold && { accountId: unhold.accountId, journalId: unhold.transactionId, amountMinor: unhold.amountMinor },
    forced,
    reversesId: reverses?.original.transactionId,
  }
}
