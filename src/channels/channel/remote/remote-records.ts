// Owns the records of orders to a remote core. An order is recorded as unknown before the core is called, and settled
// when its outcome is known:
//
//   intent    checks what the gateway checks for every core, matches a reversal with its original, and records the order
//             with code 911 and no reply; a reversal reserves its amount on the original
//   settle    records the outcome, and the reply when a caller is waiting for it
//   withdraw  removes an intent that never left the gateway, so that its RRN stays free
//
// An account of such a core has no row here to lock. An advisory lock is taken instead, in key order.

import type { BatchContext, Books, OwnedBatch, Owner, Settled, Verdict } from '../../../ledger/posting.ts'
import type { BatchHead } from '../../../ledger/writing/batch-step.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import { feeGivenBack, type Matched } from '../../core/original.ts'
import { APPROVED_CODE, type CoreOutcome, DECLINE, isCoreApproval, type Outcome } from '../../core/outcome.ts'
import { reversalRrn } from '../../core/switch-message.ts'
import type { Answer } from '../channel.ts'
import { AuthIds } from '../record/auth-ids.ts'
import { CountedDates } from '../record/counted-dates.ts'
import { asOriginal, type OrderFields, type Recorded, UNKNOWN_OUTCOME } from '../record/order-record.ts'
import { readOriginalsOfReversals } from '../record/read-originals.ts'
import { readRecords } from '../record/read-records.ts'
import { RecordBook, type StoredRecord } from '../record/record-book.ts'
import { recordSteps } from '../record/record-steps.ts'
import type { EarlierReversal, EndedReversals } from '../record/switch-messages.ts'
import type { DeclinedReversal } from '../reversals/match-original.ts'
import { readOutcome, writeOutcome } from './outcome-text.ts'
import type {
  Caller,
  Intent,
  IntentPosting,
  RecordIdentity,
  RemotePosting,
  Sendable,
  SettlePosting,
  WithdrawPosting,
} from './remote-posting.ts'
import { type OrderSettlement, sentAgainSteps, settleSteps, withdrawSteps } from './settle-steps.ts'
import { readUsageToday, type UsageToday } from './usage-today.ts'

/**
 * Locks accounts of remote cores, which have no row here. An advisory lock belongs to one server, so it is taken through a table
 * of the institution: on distributed books that is the server that holds it, also when the central database is asked. No row of
 * the table is read.
 */
export const LOCK_ACCOUNTS_ELSEWHERE: Statement = {
  name: 'lock-accounts-elsewhere',
  text: `SELECT count(*) AS none,
                (SELECT count(pg_advisory_xact_lock(key))
                   FROM (SELECT DISTINCT hashtextextended($1 || ' ' || account_id, 7155002) AS key
                           FROM unnest($2::text[]) AS asked (account_id)
                          ORDER BY key) AS keys) AS locked
           FROM reversal_tombstones
          WHERE institution_id = $1 AND partner_id = '' AND original_rrn = ''`,
}

/** An order of an unknown outcome that is being settled. */
export type SettledRecord = RecordIdentity & Pick<StoredRecord, 'originalId'>

export interface RemoteRecordsOptions {
  /** What another concept writes when unknown outcomes are learned, in the same commit. */
  onSettled?(head: BatchHead, settled: readonly SettledRecord[]): Step[]
  /** What it writes when reversals without an original have ended by themselves. */
  onEnded?(head: BatchHead, ended: EndedReversals): Step[]
}

export class RemoteRecords implements Owner<RemotePosting> {
  readonly #authIds = new AuthIds()
  readonly #options: RemoteRecordsOptions

  constructor(options: RemoteRecordsOptions = {}) {
    this.#options = options
  }

  staysInShard(): boolean {
    return true
  }

  async open(trip: Trip, context: BatchContext, postings: readonly RemotePosting[]): Promise<RemoteBatch> {
    const { institutionId } = context
    const accountIds = [...new Set(postings.map((posting) => posting.accountId))]
    const intents = postings.filter((posting) => posting.kind === 'intent')
    const [, read, reversed, authIds, usage] = await Promise.all([
      trip.ask(LOCK_ACCOUNTS_ELSEWHERE, [institutionId, textArray(accountIds)]),
      readRecords(trip, institutionId, postings),
      readOriginalsOfReversals(trip, institutionId, postings),
      this.#authIds.reserve(trip, postings.length),
      readUsageToday(trip, context, intents),
    ])
    const records = new RecordBook({ ...read, originals: [...read.originals, ...reversed] })
    return new RemoteBatch(records, authIds, usage, new CountedDates(context), this.#options)
  }
}

class RemoteBatch implements OwnedBatch<RemotePosting> {
  readonly #records: RecordBook
  readonly #authIds: string[]
  readonly #usage: UsageToday
  readonly #settlements: OrderSettlement[] = []
  readonly #withdrawn: RecordIdentity[] = []
  readonly #sentAgain: IntentPosting[] = []
  readonly #settled: SettledRecord[] = []
  readonly #countedDates: CountedDates
  readonly #options: RemoteRecordsOptions

  constructor(
    records: RecordBook,
    authIds: string[],
    usage: UsageToday,
    countedDates: CountedDates,
    options: RemoteRecordsOptions,
  ) {
    this.#countedDates = countedDates
    this.#records = records
    this.#authIds = authIds
    this.#usage = usage
    this.#options = options
  }

  decide(posting: RemotePosting, books: Books): Verdict {
    switch (posting.kind) {
      case 'intent':
        return this.#intend(posting, books)
      case 'settle':
        return { answer: () => this.#settle(posting, books) }
      case 'withdraw':
        return { answer: () => this.#withdraw(posting) }
    }
  }

  steps(head: BatchHead): Step[] {
    const { met, replaced } = this.#records
    const isEnding = met.length > 0 || replaced.length > 0
    return [
      ...recordSteps(head, this.#records),
      ...settleSteps(head, this.#settlements),
      ...sentAgainSteps(head, this.#sentAgain),
      ...withdrawSteps(head, this.#withdrawn),
      ...(this.#settled.length > 0 ? (this.#options.onSettled?.(head, this.#settled) ?? []) : []),
      ...(isEnding ? (this.#options.onEnded?.(head, { met, replaced }) ?? []) : []),
    ]
  }

  earliestDate(): BusinessDate | undefined {
    return this.#countedDates.earliest
  }

  #intend(sent: IntentPosting, books: Books): Verdict<Intent> {
    const known = this.#records.recordOf(sent)
    if (this.#records.isSpent(sent.partnerId, sent.rrn)) return { answer: () => duplicateOf(sent) }
    const correction = known?.fingerprint === sent.fingerprint ? undefined : this.#records.correctionOf(sent)
    if (correction?.kind === 'contradicts') return { answer: () => duplicateOf(sent) }
    if (correction?.kind === 'same') return repeatOf(correction.earlier)
    if (correction === undefined) return this.#intendAs(sent, books, known)
    const { earlier } = correction
    const posting = known === undefined ? sent : { ...sent, rrn: reversalRrn(sent.rrn, sent.fingerprint) }
    return this.#intendAs(posting, books, undefined, earlier)
  }

  #intendAs(
    posting: IntentPosting,
    books: Books,
    known: StoredRecord | undefined,
    replaced?: EarlierReversal,
  ): Verdict<Intent> {
    if (known?.isWithdrawn === true) return { problem: unavailable('the order is being withdrawn') }
    if (known !== undefined && lacksBalances(known) && posting.shown?.code !== APPROVED_CODE) {
      // Asked for once; an account that cannot be shown now may be shown later.
      if (posting.shown === undefined) return { answer: () => ({ kind: 'early' }) }
      return { problem: unavailable('the account cannot be shown now') }
    }
    if (known !== undefined) return { repeats: known.transactionId, answer: () => this.#repeat(posting, known) }
    const records = replaced === undefined ? this.#records : this.#records.without(replaced)
    const decision = posting.decide(records, { nowMs: books.nowMs, used: this.#usage.of(posting.accountId) })
    const replacing = <Result>(answer: () => Result) => {
      if (replaced !== undefined) this.#records.replace(replaced)
      return answer()
    }
    switch (decision.kind) {
      case 'refuse':
        return decision
      case 'unsettled':
        return { answer: () => decision }
      case 'send':
        return { answer: () => replacing(() => this.#recordIntent(posting, decision.reverses, books)) }
      case 'decline':
        return this.#recorded(posting, books, () => replacing(() => ({ code: decision.code })), { declined: decision })
      case 'tombstone': {
        const { shown } = posting
        if (shown === undefined) return { answer: () => ({ kind: 'early' }) }
        const tombstoneOf = isCoreApproval(shown) ? decision.originalRrn : undefined
        return this.#recorded(posting, books, () => replacing(() => this.#authorised(shown, books)), { tombstoneOf })
      }
    }
  }

  /** The RRN was used before: the same content is answered from its record or sent again, other content is a duplicate. */
  #repeat(posting: IntentPosting, known: StoredRecord): Intent {
    if (known.fingerprint !== posting.fingerprint) return duplicateOf(posting)
    this.#records.noteRepeatedMessage(posting, posting.rrn)
    if (known.code !== UNKNOWN_OUTCOME) return { kind: 'answered', answer: this.#replay(known, posting, posting.shown) }
    if (known.sentAgain !== true) {
      this.#sentAgain.push(posting)
      this.#records.settle(posting, { ...known, sentAgain: true })
    }
    const original = known.originalId === undefined ? undefined : this.#records.originalById(known.originalId)
    return {
      kind: 'send',
      reference: known.transactionId,
      rrn: posting.rrn,
      isNew: false,
      businessDate: known.businessDate,
      ...(original !== undefined && { reverses: { original, amountMinor: known.amountMinor } }),
    }
  }

  /** Records the order as unknown, before the core is called. */
  #recordIntent(posting: IntentPosting, reverses: Matched | undefined, books: Books): Sendable {
    const record = recordOf(posting, newId(books.nowMs), { code: UNKNOWN_OUTCOME, reply: '' }, reverses)
    this.#add(record, books)
    this.#usage.add(posting, record.order)
    if (reverses !== undefined) this.#records.reverse(reverses.original, reverses.amountMinor)
    const { transactionId: reference } = record
    const { rrn } = posting
    return {
      kind: 'send',
      reference,
      rrn,
      isNew: true,
      businessDate: books.businessDate,
      ...(reverses && { reverses }),
    }
  }

  /** Records what the gateway itself has answered. */
  #recorded(posting: IntentPosting, books: Books, outcome: () => Outcome, reversed: Reversed): Settled<Intent> {
    const { tombstoneOf, declined } = reversed
    const transactionId = newId(books.nowMs)
    return {
      records: transactionId,
      answer: () => {
        const answered = answeredWith(outcome(), posting)
        const record = recordOf(posting, transactionId, answered, undefined)
        const originalRrn = tombstoneOf ?? declined?.originalRrn
        this.#add(
          {
            ...record,
            originalId: declined?.original?.transactionId,
            ...(declined?.amountMinor !== undefined && { amountMinor: declined.amountMinor }),
            ...(originalRrn !== undefined && { originalRrn }),
            ...(tombstoneOf !== undefined && { tombstoneOf }),
            ...(declined?.awaitsOriginal === true && { awaitsOriginal: true }),
            stopId: declined?.stopId,
          },
          books,
        )
        if (answered.code === DECLINE.reversedBeforeArrival && posting.message !== undefined)
          this.#records.meet(posting.message)
        return { kind: 'answered', answer: { code: answered.code, reply: answered.reply, replayed: false } }
      },
    }
  }

  #settle(posting: SettlePosting, books: Books): Answer {
    const { caller } = posting
    const known = this.#records.recordOf(posting)
    // Another node or the background inquiry settled it first.
    if (known !== undefined && known.code !== UNKNOWN_OUTCOME) return this.#replay(known, caller)
    const outcome = this.#authorised(posting.outcome, known ?? books)
    const answered = answeredWith(outcome, caller)
    const coreOutcome = writeOutcome(outcome)
    if (known === undefined) {
      // The intent was withdrawn while the core was being asked. Nothing needs a record of what moved nothing.
      if (caller === undefined && !isCoreApproval(outcome)) return { ...answered, replayed: false }
      if (caller === undefined) throw new Error('there is no record to settle')
      this.#add({ ...recordOf(caller, posting.transactionId, answered, undefined), coreOutcome }, books)
    } else {
      const countedOn = isCoreApproval(outcome) ? this.#countedDates.of(known.businessDate) : undefined
      this.#settlements.push({ ...posting, ...answered, coreOutcome, countedOn })
      this.#settled.push(posting)
      this.#records.settle(posting, { ...known, ...answered, coreOutcome })
      if (answered.code !== APPROVED_CODE) this.#giveBack(known)
    }
    return { code: answered.code, reply: answered.reply, replayed: false }
  }

  /** Answers false when the order was sent again since: another node may be calling the core with its reference. */
  #withdraw(posting: WithdrawPosting): boolean {
    const known = this.#records.recordOf(posting)
    if (known?.code !== UNKNOWN_OUTCOME || known.transactionId !== posting.transactionId) return false
    if (known.sentAgain === true || known.isWithdrawn === true) return false
    this.#withdrawn.push(posting)
    this.#records.settle(posting, { ...known, isWithdrawn: true })
    this.#giveBack(known)
    return true
  }

  /** Releases the amount that a reversal had reserved on its original. */
  #giveBack({ originalId, amountMinor }: StoredRecord): void {
    const original = originalId === undefined ? undefined : this.#records.originalById(originalId)
    if (original !== undefined) this.#records.reverse(original, -amountMinor)
  }

  /** The reply of a settled record. It is rendered now when no caller was waiting as it was settled. */
  #replay(known: StoredRecord, caller: Caller | undefined, shown?: CoreOutcome): Answer {
    if (known.reply !== '' || caller === undefined || known.coreOutcome === undefined) {
      return { code: known.code, reply: known.reply, replayed: true }
    }
    const { partnerId, rrn, accountId } = caller
    const { transactionId } = known
    const outcome = { ...shown, ...readOutcome(known.coreOutcome) } as Outcome
    const coreOutcome = writeOutcome(outcome)
    const answered = answeredWith(outcome, caller)
    const identity = { partnerId, rrn, accountId, transactionId }
    this.#settlements.push({ ...identity, ...answered, coreOutcome })
    this.#records.settle(identity, { ...known, reply: answered.reply })
    return { code: known.code, reply: answered.reply, replayed: true }
  }

  #authorised(outcome: CoreOutcome, { businessDate }: Pick<Books, 'businessDate'>): Outcome {
    if (!isCoreApproval(outcome)) return outcome
    const authId = this.#authIds.pop()
    if (authId === undefined) throw new Error('no authorization id is left for an approval')
    return { ...outcome, authId, businessDate }
  }

  #add(record: Recorded, { businessDate, nowMs }: Books): void {
    this.#records.add(record, asOriginal(record, businessDate, nowMs))
  }
}

/** An operator has recorded the approval, who does not know the balances that its reply shows. */
function lacksBalances({ code, reply, coreOutcome }: StoredRecord): boolean {
  return (
    code === APPROVED_CODE && reply === '' && coreOutcome !== undefined && !('balances' in readOutcome(coreOutcome))
  )
}

/** What an answered reversal is about. */
interface Reversed {
  /** The RRN of an original that has not arrived. */
  readonly tombstoneOf?: string | undefined
  /** An order or reversal that was declined. */
  readonly declined?: DeclinedReversal | undefined
}

interface AnsweredWith {
  readonly code: string
  readonly reply: string
  readonly authId?: string
}

function answeredWith(outcome: Outcome, caller: Pick<Caller, 'render'> | undefined): AnsweredWith {
  return {
    code: outcome.code,
    reply: caller?.render(outcome) ?? '',
    ...('authId' in outcome && { authId: outcome.authId }),
  }
}

/** The reversal is on record under another RRN, since it corrects one. An outcome that is unknown is settled in the background. */
function repeatOf({ transactionId, code, reply }: EarlierReversal): Verdict<Intent> {
  if (code === UNKNOWN_OUTCOME || reply === '') return { problem: timedOut('the outcome of the order is not known') }
  return { repeats: transactionId, answer: () => ({ kind: 'answered', answer: { code, reply, replayed: true } }) }
}

/** The RRN was used for another order, or for one that is archived. Nothing is recorded. */
function duplicateOf(posting: IntentPosting): Intent {
  const code = DECLINE.duplicateTransmission
  return { kind: 'answered', answer: { code, reply: posting.render({ code }), replayed: false } }
}

function recordOf(
  order: OrderFields,
  transactionId: string,
  answered: AnsweredWith,
  reverses: Matched | undefined,
): Recorded {
  return {
    order,
    transactionId,
    ...answered,
    // A reversal is recorded with the amount it reverses, in the original's currency.
    amountMinor: reverses?.amountMinor ?? order.amountMinor,
    feeMinor: reverses === undefined ? order.feeMinor : feeOf(reverses),
    currency: reverses?.original.currency ?? order.currency,
    ...(reverses !== undefined && { originalId: reverses.original.transactionId }),
    ...(order.original?.rrn !== undefined && { originalRrn: order.original.rrn }),
  }
}

/** Before the amount is reserved on the original. */
function feeOf({ original, amountMinor }: Matched): bigint {
  return feeGivenBack(original, original.reversedMinor + amountMinor)
}
