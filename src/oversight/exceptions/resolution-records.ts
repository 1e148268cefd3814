// Owns the postings that resolve exceptions: the resolution, its journal, the reversed amount of the original and the audit
// record commit together, or nothing does.
//
// The account of the exception is locked like any other; an account of a remote core by its advisory lock. So two
// operators who resolve one exception take turns, and the second one finds it resolved. A write-off also locks the suspense
// account that it posts on, as corrections do.

import { type BatchAudit, holdAudit } from '../../administration/audit/batch-audit.ts'
import { PostedEvents } from '../../administration/events/posted-events.ts'
import { AuthIds } from '../../channels/channel/record/auth-ids.ts'
import { CountedDates } from '../../channels/channel/record/counted-dates.ts'
import { UNKNOWN_OUTCOME } from '../../channels/channel/record/order-record.ts'
import { readOriginalsById } from '../../channels/channel/record/read-originals.ts'
import { operatorsApproval, writeOutcome } from '../../channels/channel/remote/outcome-text.ts'
import { LOCK_ACCOUNTS_ELSEWHERE } from '../../channels/channel/remote/remote-records.ts'
import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import { BankBatch } from '../../channels/core/builtin/books/bank-books.ts'
import type { Approval } from '../../channels/core/builtin/decision.ts'
import type { Original } from '../../channels/core/original.ts'
import { APPROVED_CODE, DECLINE } from '../../channels/core/outcome.ts'
import type { Journal } from '../../ledger/journal.ts'
import type { BatchContext, BatchOf, Books, OwnedBatch, Owner, Verdict } from '../../ledger/posting.ts'
import type { BatchHead } from '../../ledger/writing/batch-step.ts'
import { type LoanPayments, loanPaymentsOf } from '../../loans/servicing/posting/loan-payments.ts'
import type { LoanRecords } from '../../loans/servicing/posting/loan-records.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { Problem, unavailable } from '../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Step } from '../../platform/storage/database.ts'
import { type AdviceRow, READ_ADVICES } from './advices/advice-rows.ts'
import { decideAdvice, leftMinor } from './advices/decide-advice.ts'
import { actionRefusal, type DueReversal, decideReversal, SUSPENSE } from './decide-resolution.ts'
import { exceptionProblem } from './exception-problems.ts'
import {
  adviceSteps,
  type ExceptionalRow,
  type LearnedRow,
  READ_EXCEPTIONAL,
  READ_JOURNALS,
  READ_RESOLUTIONS,
  type ResolutionRow,
  resolutionSteps,
} from './resolution-steps.ts'
import { decideReconciled, READ_RECONCILED, type ReconciledRow } from './resolving/decide-reconciled.ts'
import { type ReconciledEnd, reconciledSteps } from './resolving/reconciled-steps.ts'
import type { ResolutionPosting, Resolved } from './resolving/resolution-posting.ts'

/** The kinds of the journals that a resolution posts. */
export const EXCEPTION_JOURNALS = { MATCH: 'EXCEPTION_MATCH', WRITE_OFF: 'EXCEPTION_WRITE_OFF' } as const

export class ResolutionRecords implements Owner<ResolutionPosting, BankAccount> {
  readonly #authIds = new AuthIds()
  readonly #loans: LoanRecords<BankAccount> | undefined

  /** The loans that take part: a transfer to be reversed may have been a repayment. */
  constructor(loans?: LoanRecords<BankAccount>) {
    this.#loans = loans
  }

  get joined(): LoanRecords<BankAccount> | undefined {
    return this.#loans
  }

  async open(
    trip: Trip,
    context: BatchContext,
    postings: readonly ResolutionPosting[],
  ): Promise<OwnedBatch<ResolutionPosting, BankAccount>> {
    const { institutionId } = context
    const ids = plainArray(postings.map((posting) => posting.transactionId))
    const named = postings.flatMap(({ accountId, originalId }) =>
      originalId === undefined ? [] : [{ accountId, transactionId: originalId }],
    )
    const advices = postings.filter(({ kind }) => kind === 'DECLINED_ADVICE').map(({ transactionId }) => transactionId)
    const reconciledIds = postings.flatMap(({ exceptionId }) => exceptionId ?? [])
    // Of one that names no account two resolutions can name two: it is locked itself.
    const locked = [...lockedBy(postings), ...reconciledIds.map((id) => `exception ${id}`)]
    const [, resolutions, rows, advised, reconciled, originals, journals, authIds, audit] = await Promise.all([
      trip.ask(LOCK_ACCOUNTS_ELSEWHERE, [institutionId, textArray(locked)]),
      trip.ask<{ transaction_id: string }>(READ_RESOLUTIONS, [institutionId, ids]),
      trip.ask<ExceptionalRow>(READ_EXCEPTIONAL, [
        institutionId,
        textArray(postings.map((posting) => posting.partnerId)),
        textArray(postings.map((posting) => posting.rrn)),
      ]),
      advices.length > 0 ? trip.ask<AdviceRow>(READ_ADVICES, [institutionId, plainArray(advices)]) : undefined,
      reconciledIds.length > 0
        ? trip.ask<ReconciledRow>(READ_RECONCILED, [institutionId, plainArray(reconciledIds)])
        : undefined,
      readOriginalsById(trip, institutionId, named),
      trip.ask<{ journal_id: string }>(READ_JOURNALS, [
        institutionId,
        plainArray(named.map((one) => one.transactionId)),
      ]),
      this.#authIds.reserve(trip, postings.length),
      holdAudit(trip),
    ])
    return new ResolutionBatch({
      resolved: new Set(resolutions.rows.map((row) => row.transaction_id)),
      rows: new Map(rows.rows.map((row) => [row.transaction_id, row])),
      advices: new Map((advised?.rows ?? []).map((row) => [row.transaction_id, row])),
      reconciled: new Map((reconciled?.rows ?? []).map((row) => [row.exception_id, row])),
      originals: new Map(originals.map((original) => [original.transactionId, original])),
      postedHere: new Set(journals.rows.map((row) => row.journal_id)),
      authIds,
      audit,
      loans: this.#loans,
      countedDates: new CountedDates(context),
    })
  }
}

interface ResolutionsRead {
  readonly loans: LoanRecords<BankAccount> | undefined
  readonly resolved: Set<string>
  readonly rows: ReadonlyMap<string, ExceptionalRow>
  readonly advices: ReadonlyMap<string, AdviceRow>
  readonly reconciled: ReadonlyMap<string, ReconciledRow>
  readonly originals: ReadonlyMap<string, Original>
  /** Transactions that have a journal. */
  readonly postedHere: ReadonlySet<string>
  readonly authIds: string[]
  readonly audit: BatchAudit
  readonly countedDates: CountedDates
}

class ResolutionBatch implements OwnedBatch<ResolutionPosting, BankAccount> {
  readonly #read: ResolutionsRead
  readonly #bank = new BankBatch({ cards: [], terminalUsage: [] })

  // To be written.
  readonly #resolutions: ResolutionRow[] = []
  readonly #advices: ResolutionRow[] = []
  readonly #reconciled: ReconciledEnd[] = []
  /** Declined orders that this batch posts, of whichever exception. */
  readonly #postedOrders = new Set<string>()
  readonly #learned: LearnedRow[] = []
  readonly #told = new PostedEvents()
  readonly #audits: { readonly posting: ResolutionPosting; readonly resolved: Resolved }[] = []

  constructor(read: ResolutionsRead) {
    this.#read = read
  }

  decide(posting: ResolutionPosting, books: Books<BankAccount>, batchOf?: BatchOf<BankAccount>): Verdict<Resolved> {
    const { transactionId, kind, action } = posting
    if (kind === 'DECLINED_ADVICE') return this.#endAdvice(posting, books)
    if (kind === 'RECONCILIATION')
      return this.#endReconciled(posting, books, batchOf && loanPaymentsOf(this.#read.loans, batchOf))
    const row = this.#read.rows.get(transactionId)
    if (this.#read.resolved.has(transactionId)) return refused('the exception is resolved already')
    if (row === undefined) return refused('the transaction is no exception any more')
    const refusal = actionRefusal(kind, action, row.type)
    if (refusal !== undefined) return { problem: refusal }
    if (kind === 'UNKNOWN' && row.response_code !== UNKNOWN_OUTCOME) return refused('its outcome is known by now')
    if (action === 'IGNORE') return { answer: () => this.#record(posting, {}) }
    if (kind === 'UNKNOWN') return { answer: () => this.#learn(posting, row, books) }
    const due = {
      type: row.type,
      accountId: row.account_id,
      beneficiaryAccountId: row.beneficiary_account_id,
      amountMinor: row.amount_minor,
      currency: row.currency,
    }
    const loans = batchOf && loanPaymentsOf(this.#read.loans, batchOf)
    return this.#reverse(posting, action, due, books, loans, (posted) => this.#record(posting, posted))
  }

  #reverse(
    posting: ResolutionPosting,
    action: 'MATCH' | 'WRITE_OFF',
    due: DueReversal,
    books: Books<BankAccount>,
    loans: LoanPayments | undefined,
    end: (posted: {
      readonly journalId: string
      readonly original: Original
      readonly amountMinor: bigint
    }) => Resolved,
  ): Verdict<Resolved> {
    const { originalId = '', presented } = posting
    if (presented.institution.cutoverUntilMs > books.nowMs) {
      return { problem: unavailable('the business day is being closed') }
    }
    const original = this.#read.originals.get(originalId)
    const isPostedHere = this.#read.postedHere.has(originalId)
    const decision = decideReversal(action, due, original, {
      presented,
      books: this.#bank.with(books, loans),
      isPostedHere,
    })
    if (decision instanceof Problem || original === undefined) return { problem: decision as Problem }
    const journal = journalOf(action, decision, original, newId(books.nowMs))
    return {
      journal,
      answer: () => {
        this.#bank.apply(decision, books)
        decision.share?.record(journal.journalId)
        original.reversedMinor += due.amountMinor
        return end({ journalId: journal.journalId, original, amountMinor: due.amountMinor })
      },
    }
  }

  #endReconciled(
    posting: ResolutionPosting,
    books: Books<BankAccount>,
    loans: LoanPayments | undefined,
  ): Verdict<Resolved> {
    const { exceptionId = '', transactionId, action, accountId, presented } = posting
    const row = this.#read.reconciled.get(exceptionId)
    if (row === undefined) return refused('it is no exception any more')
    if (row.action !== null) return refused('the exception is resolved already')
    const end = (posted: Omit<ReconciledEnd, 'posting' | 'exceptionId'>) => {
      row.action = action === 'MATCH' ? action : 'IGNORE'
      if (posted.journalId !== undefined) this.#postedOrders.add(transactionId)
      this.#reconciled.push({ posting, exceptionId, ...posted })
      return this.#audited(posting, posted)
    }
    if (action === 'IGNORE') return { answer: () => end({}) }
    if (this.#postedOrders.has(transactionId)) return refused('the order is posted already')
    const decision = decideReconciled(row, { institution: presented.institution, books, accountId })
    if (decision instanceof Problem) return { problem: decision }
    if ('reverses' in decision) {
      return this.#reverse(posting, 'MATCH', decision.reverses, books, loans, ({ original, ...posted }) =>
        end({ ...posted, accountId: original.accountId, originalId: original.transactionId }),
      )
    }
    if (presented.institution.cutoverUntilMs > books.nowMs) {
      return { problem: unavailable('the business day is being closed') }
    }
    const { entries, amountMinor } = decision
    const journalId = newId(books.nowMs)
    return {
      journal: { journalId, kind: EXCEPTION_JOURNALS.MATCH, entries, forced: true },
      answer: () => end({ journalId, amountMinor, accountId }),
    }
  }

  #endAdvice(posting: ResolutionPosting, books: Books<BankAccount>): Verdict<Resolved> {
    const { transactionId, kind, action, presented } = posting
    const { advices } = this.#read
    const advice = advices.get(transactionId)
    if (advice === undefined) return refused('the transaction is no exception any more')
    if (advice.action !== null) return refused('the exception is resolved already')
    if (leftMinor(advice) <= 0n) return refused('the switch has taken it back')
    if (action !== 'IGNORE' && (advice.is_posted_otherwise || this.#postedOrders.has(transactionId)))
      return refused('it is posted already, as what a reconciliation found')
    const refusal = actionRefusal(kind, action, advice.type)
    if (refusal !== undefined) return { problem: refusal }
    const end = (posted: Omit<ResolutionRow, 'posting'>) => {
      advice.action = action
      if (posted.journalId !== undefined) this.#postedOrders.add(transactionId)
      this.#advices.push({ posting, ...posted })
      return this.#audited(posting, posted)
    }
    if (action === 'IGNORE') return { answer: () => end({}) }
    if (presented.institution.cutoverUntilMs > books.nowMs) {
      return { problem: unavailable('the business day is being closed') }
    }
    const decision = decideAdvice(action, advice, advices.get(advice.reverses_id ?? ''), {
      institution: presented.institution,
      books,
    })
    if (decision instanceof Problem) return { problem: decision }
    const { entries, amountMinor } = decision
    const journalId = newId(books.nowMs)
    return {
      journal: { journalId, kind: EXCEPTION_JOURNALS[action], entries, forced: true },
      answer: () => end({ journalId, amountMinor }),
    }
  }

  /** Settles an unknown outcome with what the operator has learned. A reversal that was declined frees its amount. */
  #learn(posting: ResolutionPosting, row: ExceptionalRow, { businessDate }: Books): Resolved {
    const { partnerId, rrn, accountId, transactionId, outcome } = posting
    const identity = { partnerId, rrn, accountId, transactionId, reply: '' }
    if (outcome === 'APPROVED') {
      const authId = this.#read.authIds.pop()
      if (authId === undefined) throw new Error('no authorization id is left for an approval')
      const ownDate = row.business_date ?? businessDate
      const coreOutcome = operatorsApproval(authId, ownDate)
      const countedOn = this.#read.countedDates.of(ownDate)
      this.#learned.push({ settlement: { ...identity, code: APPROVED_CODE, authId, coreOutcome, countedOn } })
    } else {
      const declined = { code: DECLINE.doNotHonour }
      this.#learned.push({
        settlement: { ...identity, code: declined.code, coreOutcome: writeOutcome(declined) },
        ...(row.original_id !== null && {
          givenBack: { accountId, originalId: row.original_id, amountMinor: row.amount_minor },
        }),
      })
    }
    return this.#record(posting, {})
  }

  #record(posting: ResolutionPosting, posted: Omit<ResolutionRow, 'posting'>): Resolved {
    this.#read.resolved.add(posting.transactionId)
    this.#resolutions.push({ posting, ...posted })
    this.#tell(posting, posted)
    return this.#audited(posting, posted)
  }

  #audited(posting: ResolutionPosting, { journalId }: Pick<ResolutionRow, 'journalId'>): Resolved {
    const resolved = { journalId }
    this.#audits.push({ posting, resolved })
    return resolved
  }

  /** The partner was told that its reversal is refused, and learns that it has been posted after all. */
  #tell(posting: ResolutionPosting, { journalId, original, amountMinor }: Omit<ResolutionRow, 'posting'>): void {
    if (journalId === undefined || original === undefined || amountMinor === undefined) return
    const { institutionId, transactionId, partnerId, rrn } = posting
    const { currency } = original
    this.#told.add({
      kind: 'transaction.reversed-late',
      bookId: institutionId,
      partnerId,
      // The refused reversal, which is resolved only once.
      resource: `transaction/${transactionId}`,
      version: 1,
      data: {
        transactionId: original.transactionId,
        institutionId,
        rrn: original.rrn,
        reversalRrn: rrn,
        amount: numberFromMinor(amountMinor, currency),
        currency,
        journalId,
      },
    })
  }

  earliestDate(): BusinessDate | undefined {
    return this.#read.countedDates.earliest
  }

  steps(head: BatchHead): Step[] {
    return [
      ...resolutionSteps(head, this.#resolutions, this.#learned),
      ...adviceSteps(head, this.#advices),
      ...reconciledSteps(head, this.#reconciled),
      ...this.#bank.steps(head),
      ...this.#told.steps(head),
      ...this.#auditSteps(),
    ]
  }

  #auditSteps(): Step[] {
    const log = this.#read.audit
    return this.#audits.map(({ posting: { audit }, resolved }) =>
      log.append(audit.atMs, audit.actor, audit.entryOf(resolved)),
    )
  }
}

/** A write-off moves the suspense account: a correction that empties it must see it before, or wait for it. */
function lockedBy(postings: readonly ResolutionPosting[]): readonly string[] {
  const writesOff = postings.some(({ action }) => action === 'WRITE_OFF')
  return [...postings.map(({ accountId }) => accountId), ...(writesOff ? [SUSPENSE] : [])]
}

function refused(message: string): { readonly problem: Problem } {
  return { problem: exceptionProblem('already-resolved', message) }
}

function journalOf(
  action: 'MATCH' | 'WRITE_OFF',
  { entries, unhold, forced }: Approval,
  original: Original,
  journalId: string,
): Journal {
  return {
    journalId,
    kind: EXCEPTION_JOURNALS[action],
    entries,
    unhold: unhold && { accountId: unhold.accountId, journalId: unhold.transactionId, amountMinor: unhold.amountMinor },
    forced,
    reversesId: original.transactionId,
  }
}
