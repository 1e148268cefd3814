// The loans of a batch: decides what is asked of them, in order, and keeps what is to be written.

import { authorOf } from '../../../administration/audit/actor.ts'
import type { Account } from '../../../ledger/account.ts'
import { customer, type Entry, general, type Journal } from '../../../ledger/journal.ts'
import type { Books, OwnedBatch, Share, Verdict } from '../../../ledger/posting.ts'
import type { BatchHead } from '../../../ledger/writing/batch-step.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Step } from '../../../platform/storage/database.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import { type KeyRow, usedBy } from '../../keys/idempotency-keys.ts'
import { failedEvent, type LoanViews, recordedEvents, standingEvents } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { decideCommand, moneyPending } from '../book/decide-command.ts'
import type { AnyDraft, Appended, LoanCommand } from '../book/loan-command.ts'
import { accountRefusal, fundsProblem } from '../funds/funds-order.ts'
import { nextPayment } from '../loan-columns.ts'
import { ledgerDate, loanDate } from '../loan-dates.ts'
import type { RecordedEvent } from '../loan-record.ts'
import { cashOf, differenceEntries, LOANS_CLEARING, LOANS_CORE, type LoanTotals } from './loan-accounts.ts'
import { type Candidate, type OpenLoan, withCash } from './loan-in-batch.ts'
import type {
  AccountRules,
  ClosePosting,
  CommandPosting,
  LoanPosting,
  SettlePosting,
  ShownLoan,
} from './loan-posting.ts'
import type { LoanChanges } from './loan-steps.ts'

export const LOAN_JOURNALS = { event: 'LOAN_EVENT', closing: 'LOAN_CLOSING' } as const

export interface LoansRead {
  readonly loans: readonly OpenLoan[]
  readonly keys: readonly KeyRow[]
  readonly changes: LoanChanges
}

export class LoanBatch<A extends Account = Account> implements OwnedBatch<LoanPosting, A> {
  readonly #rules: AccountRules<A>
  readonly #isClosing: (institutionId: string, nowMs: number) => boolean
  readonly #loans = new Map<string, OpenLoan>()
  readonly #byAccount = new Map<string, OpenLoan>()
  readonly #keys = new Map<string, KeyRow>()
  readonly #changes: LoanChanges
  readonly #views: LoanViews | undefined

  constructor(
    { loans, keys, changes }: LoansRead,
    rules: AccountRules<A>,
    isClosing: (institutionId: string, nowMs: number) => boolean,
    views?: LoanViews,
  ) {
    this.#views = views
    this.#rules = rules
    this.#isClosing = isClosing
    this.#changes = changes
    for (const open of loans) {
      this.#loans.set(open.loan.loanId, open)
      this.#byAccount.set(open.loan.ledgerAccountId, open)
    }
    for (const key of keys) this.#keys.set(keyText(key.partner_id, key.key), key)
  }

  decide(posting: LoanPosting, books: Books<A>): Verdict {
    const open = this.#loans.get(posting.loanId)
    if (open === undefined) return { problem: noLoan() }
    switch (posting.kind) {
      case 'command':
        return this.#command(posting, open, books)
      case 'settle':
        return this.#settle(posting, open, books)
      case 'close':
        return this.#close(posting, open, books)
    }
  }

  steps(head: BatchHead): Step[] {
    return this.#changes.steps(head)
  }

  /** The loan that an account belongs to, for other owners that pay into it. */
  ofAccount(accountId: string): OpenLoan | undefined {
    return this.#byAccount.get(accountId)
  }

  /**
   * A part of another owner's posting: adds events to the loan of an account, with money that the other owner moves. The
   * entries sum to that money.
   */
  share(open: OpenLoan, drafts: readonly AnyDraft[], books: Books<A>, createdBy: string): Share | Problem {
    if (open.pendingEventId !== undefined) return moneyPending()
    const asOf = loanDate(books.businessDate)
    const candidate = open.add(drafts, { nowMs: books.nowMs, asOf, createdBy })
    if (candidate instanceof Problem) return candidate
    return {
      entries: differenceEntries(open.loan, open.posted, candidate.totals),
      record: (journalId) => {
        const cash = cashOf(candidate.totals) - cashOf(open.posted)
        this.#record(open, withCash(candidate, cash), { asOf, journalId, author: createdBy }, books)
      },
    }
  }

  #command(posting: CommandPosting, open: OpenLoan, books: Books<A>): Verdict<Appended> {
    const { command } = posting
    const asOf = loanDate(books.businessDate)
    if (open.loan.partnerId !== command.partnerId) return { problem: noLoan() }
    open.prepare(posting.prepared ?? [])
    const repeated = this.#repeated(command, open, asOf)
    if (repeated !== undefined) return repeated
    if (this.#isClosing(open.loan.institutionId, books.nowMs))
      return { problem: unavailable('the business day is being closed') }
    const { fundsAccountId } = posting
    const createdBy = authorOf(command.actor)
    const decided = decideCommand(command, open, { nowMs: books.nowMs, asOf, createdBy, fundsAccountId })
    if (decided instanceof Problem) return { problem: decided }
    const { candidate, isReversal } = decided
    const cash = cashOf(candidate.totals) - cashOf(open.posted)
    const records = candidate.added[0]?.eventId
    if (posting.isRemote && cash !== 0n)
      return { records, answer: () => this.#wait(posting, open, candidate, cash, books) }

    const entries = this.#entries(open, candidate.totals, { cash, fundsAccountId, isReversal }, books)
    if (entries instanceof Problem) return { problem: entries }
    const journal = journalOf(LOAN_JOURNALS.event, entries, books)
    const booked = withCash(candidate, cash)
    return {
      records,
      journal,
      answer: () => {
        const recorded = { asOf, journalId: journal?.journalId, author: createdBy, command }
        return this.#record(open, booked, recorded, books)
      },
    }
  }

  /** The key was used before: the loan and the event as they now are. */
  #repeated({ key }: LoanCommand, open: OpenLoan, asOf: string): Verdict<Appended> | undefined {
    const row = key && this.#keys.get(keyText(key.partnerId, key.key))
    if (row === undefined || key === undefined) return undefined
    try {
      const { resourceId } = usedBy(row, key)
      return { repeats: resourceId, answer: () => repeatedAnswer(open, resourceId, asOf) }
    } catch (error) {
      if (error instanceof Problem) return { problem: error }
      throw error
    }
  }

  /** Records an event that waits for a remote core, before the core is called. */
  #wait(posting: CommandPosting, open: OpenLoan, candidate: Candidate, cash: bigint, books: Books<A>): Appended {
    const { command } = posting
    const fundsReference = newId(books.nowMs)
    const added = candidate.added.map(({ booking: _, ...one }, i): RecordedEvent => {
      return { ...one, state: 'PENDING', cashMinor: i === 0 ? cash : 0n, ...(i === 0 && { fundsReference }) }
    })
    if (added.length !== 1) throw new Error('only one event at a time can wait for a remote core')
    open.events = [...open.events, ...added]
    open.lastSequence += added.length
    open.pendingEventId = added[0]?.eventId
    this.#touch(open, authorOf(command.actor), books)
    this.#changes.waiting(open, added)
    this.#noteCommand(command, open, added[0])
    const { loan, events } = open
    return { loan, events, ...first(added), position: candidate.before, replayed: false, replays: [] }
  }

  #settle(posting: SettlePosting, open: OpenLoan, books: Books<A>): Verdict<Appended> {
    const asOf = loanDate(books.businessDate)
    const waiting = open.events.find(({ eventId }) => eventId === posting.eventId)
    // Another node or the sweep has settled it before.
    if (waiting === undefined || waiting.state !== 'PENDING')
      return { answer: () => repeatedAnswer(open, posting.eventId, asOf) }
    if (!posting.moved) return { answer: () => this.#fail(posting, open, waiting, books) }
    const candidate = open.complete(waiting, asOf)
    if (candidate instanceof Problem) throw new Error(`a settled event cannot stand: ${candidate.message}`)
    const { currency } = open.loan
    const entries = [
      ...differenceEntries(open.loan, open.posted, candidate.totals),
      ...cashEntry(LOANS_CORE, currency, cashOf(candidate.totals) - cashOf(open.posted)),
    ]
    const journal = journalOf(LOAN_JOURNALS.event, entries, books)
    return {
      journal,
      answer: () => {
        open.pendingEventId = undefined
        const recorded = { asOf, journalId: journal?.journalId, author: waiting.createdBy, settles: waiting }
        return this.#record(open, candidate, recorded, books)
      },
    }
  }

  /** The core did not move the money: the event stays recorded and never counts. */
  #fail(posting: SettlePosting, open: OpenLoan, waiting: RecordedEvent, books: Books<A>): Appended {
    const failed: RecordedEvent = { ...waiting, state: 'FAILED' }
    open.events = open.events.map((one) => (one === waiting ? failed : one))
    open.pendingEventId = undefined
    this.#touch(open, waiting.createdBy, books)
    this.#changes.failed(open, failed, posting.refusedKey)
    const asOf = loanDate(books.businessDate)
    if (this.#views !== undefined)
      this.#changes.tell([failedEvent(this.#views, open.history(), failed.eventId, open.position(asOf))])
    return repeatedAnswer(open, failed.eventId, asOf)
  }

  #close({ date }: ClosePosting, open: OpenLoan, books: Books<A>): Verdict<boolean> {
    // An event of the next day has posted it already. After one of this day, or another run, only what is shown changes.
    if (open.postedThrough !== null && open.postedThrough > date) return { answer: () => false }
    const candidate = open.candidate(open.events, [], date)
    if (candidate instanceof Problem) throw new Error(`the loan cannot be folded: ${candidate.message}`)
    const entries = differenceEntries(open.loan, open.posted, candidate.totals)
    const journal = journalOf(LOAN_JOURNALS.closing, entries, books, ledgerDate(date))
    return {
      journal,
      answer: () => {
        const told = this.#positionLastPosted(open, date)
        open.accept(candidate, date)
        this.#show(open, candidate, books)
        this.#changes.closed(open, candidate, date, journal?.journalId)
        if (this.#views !== undefined && told !== undefined)
          this.#changes.tell(standingEvents(this.#views, open.history(), told, candidate.position, dayNumber(date)))
        return journal !== undefined
      },
    }
  }

  /** The journal's entries, with the one of the account that pays or receives. */
  #entries(
    open: OpenLoan,
    totals: LoanTotals,
    moved: { readonly cash: bigint; readonly fundsAccountId: string | undefined; readonly isReversal: boolean },
    books: Books<A>,
  ): Entry[] | Problem {
    const { cash, fundsAccountId, isReversal } = moved
    const { currency } = open.loan
    const entries = differenceEntries(open.loan, open.posted, totals)
    if (cash === 0n) return entries
    if (fundsAccountId === undefined) return [...entries, ...cashEntry(LOANS_CLEARING, currency, cash)]
    const account = books.account(fundsAccountId)
    const refusal = accountRefusal(this.#rules, account, { currency, cashMinor: cash, isReversal })
    if (refusal !== undefined) return fundsProblem(refusal)
    return [...entries, customer(fundsAccountId, currency, -cash)]
  }

  #record(open: OpenLoan, candidate: Candidate, recorded: Recording, books: Books<A>): Appended {
    const { asOf, journalId, command, settles } = recorded
    const added = candidate.added.map((one) => (journalId === undefined ? one : { ...one, journalId }))
    const events = candidate.events.map((one) => added.find(({ eventId }) => eventId === one.eventId) ?? one)
    const told = this.#positionLastPosted(open, asOf) ?? candidate.before
    open.accept({ ...candidate, events }, asOf)
    this.#touch(open, recorded.author, books, command)
    this.#show(open, candidate, books)
    this.#changes.recorded(open, { ...candidate, added, events }, journalId, settles !== undefined)
    if (command !== undefined) this.#noteCommand(command, open, added[0])
    const { before, position, replays } = candidate
    if (this.#views !== undefined)
      this.#changes.tell(recordedEvents(this.#views, { ...open.history(), events }, added, told, position))
    const answer = { ...open.history(), events, ...first(added), position, replayed: false, replays }
    if (command?.showsOnlyAfter !== true) return { ...answer, before }
    open.forgetEarlier()
    return answer
  }

  /** Where the loan stood when it was last posted: what time has changed since, partners do not know yet. */
  #positionLastPosted(open: OpenLoan, asOf: string): LoanPosition | undefined {
    const { postedThrough } = open
    if (this.#views === undefined || postedThrough === null || postedThrough > asOf) return undefined
    return open.position(postedThrough)
  }

  #touch(open: OpenLoan, updatedBy: string, { nowMs }: Books<A>, command?: LoanCommand): void {
    const { version } = open.loan
    open.loan = { ...open.loan, ...command?.changes, version: version + 1, updatedBy, updatedAt: new Date(nowMs) }
  }

  /** Opens the loan's account with the first disbursement, and shows what is due next. */
  #show(open: OpenLoan, { position }: Candidate, books: Books<A>): void {
    open.isAccountOpen = position.disbursedOn !== undefined
    const { accountId: _, ...loan } = open.loan
    const isShown = open.isAccountOpen && loan.customerId !== undefined
    open.loan = { ...loan, ...(isShown && { accountId: loan.ledgerAccountId }) }
    const account = books.account(loan.ledgerAccountId)
    if (account !== undefined) this.#rules.show(account, shownLoan(open, candidateDue(position)))
  }

  #noteCommand(command: LoanCommand, open: OpenLoan, event: RecordedEvent | undefined): void {
    const { key } = command
    const resourceId = event?.eventId ?? open.loan.loanId
    if (key !== undefined) {
      this.#keys.set(keyText(key.partnerId, key.key), {
        partner_id: key.partnerId,
        key: key.key,
        content: key.content,
        resource_id: resourceId,
      })
    }
    this.#changes.commanded(command, open, event, resourceId)
  }
}

interface Recording {
  readonly asOf: string
  readonly journalId: string | undefined
  readonly author: string
  readonly command?: LoanCommand
  /** The event waited for a remote core. */
  readonly settles?: RecordedEvent
}

function cashEntry(account: string, currency: string, cash: bigint): Entry[] {
  return cash === 0n ? [] : [general(account, currency, -cash)]
}

function journalOf(
  kind: string,
  entries: readonly Entry[],
  { nowMs }: { readonly nowMs: number },
  effectiveDate?: string,
): Journal | undefined {
  return entries.length === 0 ? undefined : { journalId: newId(nowMs), kind, entries, effectiveDate }
}

function candidateDue(position: Candidate['position']): ShownLoan['due'] {
  const next = nextPayment(position)
  return next && { on: ledgerDate(next.dueDate), amountMinor: next.amountMinor }
}

function shownLoan(open: OpenLoan, due: ShownLoan['due']): ShownLoan {
  return { isOpen: open.isAccountOpen, due }
}

function repeatedAnswer(open: OpenLoan, resourceId: string, asOf: string): Appended {
  const history = open.history()
  const event = history.events.find(({ eventId }) => eventId === resourceId)
  return { ...history, ...(event && { event }), position: open.position(asOf), replayed: true, replays: [] }
}

function first(added: readonly RecordedEvent[]): { event?: RecordedEvent } {
  return added[0] === undefined ? {} : { event: added[0] }
}

/** Orders what one day after another has changed. */
function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS
}

function noLoan(): Problem {
  return loanProblem('loan-not-found', 'there is no such loan')
}

function keyText(partnerId: string, key: string): string {
  return `${partnerId} ${key}`
}
