// The loans of all institutions: opened, found, listed, and changed by events that commit with their journals.

import type { Actor } from '../../../administration/audit/actor.ts'
import { authorOf } from '../../../administration/audit/actor.ts'
import { storePostedEvent } from '../../../administration/events/posted-events.ts'
import { type Directory, takesOrders } from '../../../administration/institutions/directory.ts'
import type { Account } from '../../../ledger/account.ts'
import type { PostingPipeline } from '../../../ledger/post.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { afterDone, isUnclear, Problem } from '../../../platform/kernel/problems/problem.ts'
import { businessDateAt, type Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { LoanPosition } from '../../engine/fold/loan-position.ts'
import { once } from '../../keys/idempotency-keys.ts'
import { type LoanViews, loanEvent } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { fundsAccountOf, fundsOrder, fundsProblem } from '../funds/funds-order.ts'
import type { FundsOutcome, LoanFunds, RemoteFunds } from '../funds/loan-funds.ts'
import { type FoldSnapshot, HistoryFold, NotFolded } from '../history-fold.ts'
import { listLoans, type TodayOf } from '../lists/list-loans.ts'
import { type Computing, type Extent, findLoan, readSchedule, readSchedules } from '../lists/read-loans.ts'
import { loanDate } from '../loan-dates.ts'
import {
  foldedEvents,
  type LoanDraft,
  type LoanFilter,
  type LoanHistory,
  type LoanRecord,
  type RecordedEvent,
  type ScheduleHead,
  type StoredSchedule,
} from '../loan-record.ts'
import { auditOpening, insertLoan } from '../open-loan-record.ts'
import type { CommandPosting, SettlePosting } from '../posting/loan-posting.ts'
import type { LoanRecords } from '../posting/loan-records.ts'
import { LoanLocator, type Located } from '../posting/locate-loans.ts'
import { LendingTurns, type Turn } from '../slices/lending-turns.ts'
import type { Appended, CommandKey, LoanCommand, Previewed } from './loan-command.ts'
import { isLarge, withIds } from './prepare-command.ts'
import { previewed } from './preview-command.ts'

export interface LoanBookParts<A extends Account = Account> {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Directory
  readonly pipeline: PostingPipeline<A>
  readonly records: LoanRecords<A>
  readonly funds: LoanFunds
  /** Shared by all that compute on the main thread. */
  readonly turns?: LendingTurns
}

export interface Opening {
  readonly actor: Actor
  readonly key?: CommandKey
  /** What else changes with it: the offer, the application and the decision that it comes from. */
  alongside?(sql: Sql, loanId: string, views: LoanViews | undefined): Promise<void>
}

const CORE_DECLINES = 'the core declines to move the money'

/** A build needs a few states and positions; each is folded once. */
const MOST_STEPS = 30

export class LoanBook<A extends Account = Account> {
  readonly #parts: LoanBookParts<A>
  readonly #turns: LendingTurns
  readonly #locator: LoanLocator

  constructor(parts: LoanBookParts<A>) {
    this.#parts = parts
    this.#locator = new LoanLocator(parts.database)
    this.#turns = parts.turns ?? new LendingTurns()
  }

  /** Refusals: `loan-exists-for-offer`, `idempotency-key-reused`, and those of `alongside`. */
  async open(draft: LoanDraft, opening: Opening): Promise<LoanHistory & { readonly replayed: boolean }> {
    const { database, clock, directory } = this.#parts
    const { actor, key, alongside } = opening
    const nowMs = clock.now()
    const branchId = directory.institution(draft.institutionId)?.branches[0]?.id ?? ''
    const { result, replayed } = await once(database, key, {
      nowMs,
      create: async (sql) => {
        const loanId = await insertLoan(sql, draft, {
          nowMs,
          author: authorOf(actor),
          branchId,
        })
        await alongside?.(sql, loanId, this.#parts.records.views)
        await this.#tellOpened(sql, nowMs, draft.partnerId, loanId)
        if (actor.userId !== undefined) await auditOpening(sql, actor, draft, loanId)
        return { result: loanId, resourceId: loanId }
      },
      read: async (loanId) => loanId,
    })
    return { ...(await afterDone(() => this.find(draft.partnerId, result))), replayed }
  }

  async #tellOpened(sql: Sql, nowMs: number, partnerId: string, loanId: string): Promise<void> {
    const { views } = this.#parts.records
    const history = views && (await findLoan(sql, partnerId, loanId))
    if (views === undefined || history === undefined) return
    const data = { loan: views.loan(history, this.position(history)) }
    await storePostedEvent(sql, nowMs, loanEvent(history, 'loan.created', data))
  }

  /** Refusals: `loan-not-found`, also for a loan of another partner. */
  async find(partnerId: string, loanId: string): Promise<LoanHistory> {
    const found = isUuid(loanId) ? await findLoan(this.#parts.database, partnerId, loanId) : undefined
    if (found === undefined) throw noLoan()
    return found
  }

  /**
   * The loan with what its position on a day needs, which is the business date when `asOf` is absent: without its history
   * where a state is stored. Refusals as of `find`.
   */
  read(partnerId: string, loanId: string, asOf?: string, signal?: AbortSignal): Promise<LoanHistory> {
    const extent = { asOfFor: ({ institutionId }: LoanRecord) => asOf ?? this.businessDate(institutionId) }
    return this.#read(partnerId, loanId, extent, signal)
  }

  async #read(
    partnerId: string,
    loanId: string,
    extent: Extent,
    signal: AbortSignal | undefined,
  ): Promise<LoanHistory> {
    const { database } = this.#parts
    const found = isUuid(loanId)
      ? await findLoan(database, partnerId, loanId, extent, this.#computing(signal))
      : undefined
    if (found === undefined) throw noLoan()
    return found
  }

  #computing(signal: AbortSignal | undefined): Computing {
    return ({ partnerId }, compute) => this.#turns.run(partnerId, signal, compute)
  }

  /** On the business date of the institution when `asOf` is absent. */
  position(history: LoanHistory, asOf = this.businessDate(history.loan.institutionId)): LoanPosition {
    const { loan, events, snapshot, fold = new HistoryFold(loan.agreement, snapshot), isPartial } = history
    if (isPartial !== true || snapshot === undefined) return fold.position(foldedEvents(events), asOf)
    return fold.positionSince(foldedEvents(events.filter(({ sequence }) => sequence > snapshot.throughSequence)), asOf)
  }

  /**
   * Computes in slices that let other work in between. `build` is called again each time that it needs something of a
   * large loan which is not folded yet, so it must be repeatable. Refusals: `unavailable` when too many of the partner's
   * computations wait, or the caller has gone.
   */
  compute<Result>(
    { loan, fold }: LoanHistory,
    signal: AbortSignal | undefined,
    build: (turn: Turn) => Promise<Result> | Result,
  ): Promise<Result> {
    return this.#turns.run(loan.partnerId, signal, async (turn) => {
      if (fold !== undefined) fold.isSliced = true
      try {
        for (let steps = 0; steps < MOST_STEPS; steps++) {
          try {
            return await build(turn)
          } catch (error) {
            if (!(error instanceof NotFolded)) throw error
            await error.work(turn)
          }
        }
        // It asks for something else each time, or for more than is kept: a long slice is better than no end.
        if (fold !== undefined) fold.isSliced = false
        return await build(turn)
      } finally {
        if (fold !== undefined) fold.isSliced = false
      }
    })
  }

  /** The business date of an institution, YYYY-MM-DD. */
  businessDate(institutionId: string): string {
    const { directory, clock } = this.#parts
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw noLoan()
    return loanDate(businessDateAt(clock.now(), institution))
  }

  list(filter: LoanFilter, page: PageRequest): Promise<ListPage<LoanHistory>> {
    const extent = { asOfFor: ({ institutionId }: LoanRecord) => this.businessDate(institutionId) }
    const today = this.#todayOf(filter.partnerId)
    return listLoans(this.#parts.database, filter, page, today, extent, this.#computing(undefined))
  }

  /** Every schedule of the loan, oldest first. */
  schedules({ loan }: LoanHistory): Promise<readonly ScheduleHead[]> {
    return readSchedules(this.#parts.database, loan)
  }

  /** One schedule with its rows; undefined when the loan has no such version. */
  schedule({ loan }: LoanHistory, version: number): Promise<StoredSchedule | undefined> {
    return readSchedule(this.#parts.database, loan, version)
  }

  /** What append() would do, with nothing written. Refusals are those of append(). */
  async preview(command: LoanCommand, signal?: AbortSignal): Promise<Previewed> {
    const { clock } = this.#parts
    const located = await this.#locate(command)
    this.#requireService(command.partnerId, located.institution_id)
    const fundsAccountId = fundsAccountOf(command, located)
    const history = await this.#read(command.partnerId, command.loanId, 'without-bookings', signal)
    const asOf = this.businessDate(history.loan.institutionId)
    const nowMs = clock.now()
    // A large loan is folded in steps, and what was folded is found again by the ids of the events.
    const identified = withIds(command, nowMs)
    const shown = await this.compute(history, signal, () => previewed(history, identified, { asOf, nowMs }))
    if (fundsAccountId !== undefined && shown.cashMinor !== 0n) await this.#requireFunds(shown, fundsAccountId, asOf)
    return shown
  }

  /** Asks the bank that keeps the account. A remote core that does not answer would leave the event PENDING, not refuse it. */
  async #requireFunds({ loan, cashMinor, isReversal }: Previewed, accountId: string, businessDate: string) {
    const { institutionId, partnerId, currency } = loan
    const { funds } = this.#parts
    const question = {
      institutionId,
      partnerId,
      accountId,
      direction: cashMinor > 0n ? ('DEBIT' as const) : ('CREDIT' as const),
      amount: { minor: cashMinor > 0n ? cashMinor : -cashMinor, currency },
      businessDate,
      isReversal,
    }
    const remote = funds.remoteOf(institutionId)
    if (remote === undefined) {
      const refusal = await funds.refusalOf(question)
      if (refusal !== undefined) throw fundsProblem(refusal)
      return
    }
    try {
      const refusal = await remote.refusalOf(question)
      if (refusal !== undefined) throw loanProblem(refusal, CORE_DECLINES)
    } catch (error) {
      if (!isUnclear(error)) throw error
    }
  }

  /**
   * Refusals: those of `decide`, and `loan-not-found`, `version-conflict`, `idempotency-key-reused`, `invalid-state` while
   * money is pending, `has-later-transactions`, `already-reversed`, `transaction-not-found`, `destination-invalid`,
   * `insufficient-funds`, and the rules of the engine. `forbidden` when the institution is suspended, or the partner no
   * longer works for it.
   */
  async append(asked: LoanCommand, signal?: AbortSignal): Promise<Appended> {
    const { pipeline, records, funds } = this.#parts
    const located = await this.#locate(asked)
    const { command, prepared } = await this.#prepared(asked, located, signal)
    const { institution_id: institutionId, account_id: ledgerAccountId } = located
    this.#requireService(command.partnerId, institutionId)
    const fundsAccountId = fundsAccountOf(command, located)
    const remote = fundsAccountId === undefined ? undefined : funds.remoteOf(institutionId)
    const posting: CommandPosting = {
      kind: 'command',
      owner: records,
      institutionId,
      accountIds:
        fundsAccountId === undefined || remote !== undefined ? [ledgerAccountId] : [ledgerAccountId, fundsAccountId],
      loanId: command.loanId.toLowerCase(),
      command,
      fundsAccountId,
      isRemote: remote !== undefined,
      prepared,
    }
    const appended = await pipeline.post(posting)
    const { event } = appended
    if (remote === undefined || appended.replayed || event?.state !== 'PENDING') return appended
    return this.#move(appended, event, remote, command.key)
  }

  /**
   * A posting decides on the main thread while others wait for their answers. What it needs of a large loan is folded
   * before, in slices, with the ids that the events will have; it is of use when the loan is still the same.
   */
  async #prepared(
    command: LoanCommand,
    { institution_id: institutionId, state_size: size, last_sequence: events }: Located,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly command: LoanCommand; readonly prepared: readonly FoldSnapshot[] }> {
    if (!isLarge(size, events)) return { command, prepared: [] }
    const { clock } = this.#parts
    const history = await this.#read(command.partnerId, command.loanId, 'without-bookings', signal)
    const { fold } = history
    if (fold === undefined) return { command, prepared: [] }
    const identified = withIds(command, clock.now())
    const context = { asOf: this.businessDate(institutionId), nowMs: clock.now() }
    try {
      await this.compute(history, signal, () => previewed(history, identified, context))
    } catch (error) {
      // The posting refuses it, unless its key was used before.
      if (!(error instanceof Problem) || isUnclear(error)) throw error
    }
    return { command: identified, prepared: fold.states() }
  }

  /** Asks the core again about an event that waits for it. Throws a Problem while its outcome is not known. */
  async resume(loan: LoanRecord, event: RecordedEvent): Promise<void> {
    const remote = this.#parts.funds.remoteOf(loan.institutionId)
    if (remote === undefined || event.state !== 'PENDING') return
    const { moved } = await remote.move(fundsOrder(loan, event))
    await this.#settle(loan, event, moved)
  }

  /** The event is stored as PENDING. An unclear outcome leaves it so; the sweep goes on with it. */
  async #move(
    appended: Appended,
    event: RecordedEvent,
    remote: RemoteFunds,
    key: CommandKey | undefined,
  ): Promise<Appended> {
    const { loan } = appended
    try {
      const outcome = await this.#askFirst(remote, loan, event, key)
      const settled = await this.#settle(loan, event, outcome.moved, outcome.moved ? undefined : key)
      if (!outcome.moved) throw loanProblem(outcome.reason, CORE_DECLINES)
      return { ...settled, replayed: false, before: appended.position }
    } catch (error) {
      if (isUnclear(error)) return appended
      throw error
    }
  }

  /** A call that the core takes for malformed has moved nothing: the loan must not wait for it. */
  async #askFirst(
    remote: RemoteFunds,
    loan: LoanRecord,
    event: RecordedEvent,
    key: CommandKey | undefined,
  ): Promise<FundsOutcome> {
    try {
      return await remote.move(fundsOrder(loan, event))
    } catch (error) {
      if (error instanceof Problem && !isUnclear(error)) await this.#settle(loan, event, false, key)
      throw error
    }
  }

  #settle(
    { institutionId, loanId, ledgerAccountId }: LoanRecord,
    { eventId }: RecordedEvent,
    moved: boolean,
    refusedKey?: SettlePosting['refusedKey'],
  ): Promise<Appended> {
    const { pipeline, records } = this.#parts
    const posting: SettlePosting = {
      kind: 'settle',
      owner: records,
      institutionId,
      accountIds: [ledgerAccountId],
      loanId,
      eventId,
      moved,
      refusedKey,
    }
    return pipeline.post(posting)
  }

  async #locate(command: LoanCommand): Promise<Located> {
    const located = await this.#locator.locate(command)
    if (located === undefined) throw noLoan()
    return located
  }

  /** Loans stay readable to their partner, but money moves only while the institution serves the partner. */
  #requireService(partnerId: string, institutionId: string): void {
    const { directory } = this.#parts
    const institution = directory.institution(institutionId)
    if (institution === undefined || !takesOrders(institution))
      throw new Problem('forbidden', 'The institution of the loan is not active')
    if (directory.partner(partnerId)?.institutionIds.has(institutionId) !== true)
      throw new Problem('forbidden', 'The partner does not work for the institution of the loan')
  }

  #todayOf(partnerId: string): TodayOf {
    const today = new Map<string, string[]>()
    const { directory } = this.#parts
    for (const institutionId of directory.partner(partnerId)?.institutionIds ?? []) {
      if (directory.institution(institutionId) === undefined) continue
      const date = this.businessDate(institutionId)
      const others = today.get(date)
      if (others === undefined) today.set(date, [institutionId])
      else others.push(institutionId)
    }
    return today
  }
}

function noLoan(): Problem {
  return loanProblem('loan-not-found', 'there is no such loan')
}
