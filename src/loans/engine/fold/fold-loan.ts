// A loan's state is a fold over its events. Pure: the same agreement, events and day always give the same position.

import { toDay } from '../arithmetic/calendar-days.ts'
import { advanceTo, chargeOff } from '../clock.ts'
import { assessCharge, waiveCharge } from '../events/charges.ts'
import { disburse } from '../events/disburse.ts'
import { activeArrangement, endHardship, startHardship } from '../events/hardship.ts'
import { pay, payAsAllocated } from '../events/payments.ts'
import { restructure } from '../events/restructure.ts'
import { settle } from '../events/settlement.ts'
import type { Allocation, Closing, LoanEvent, LoanSettlement, Prepayment, Refund, Repayment } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { recordTransaction, recordVersion } from '../record.ts'
import { balancesOf, payoff } from '../schedule/balances.ts'
import { project } from '../schedule/open-rows.ts'
import { isPaid } from '../schedule/projection.ts'
import type { LoanAgreement } from '../terms.ts'
import { emptyState, type FoldState, NOTHING_PAID } from './fold-state.ts'
import type { LoanPosition } from './loan-position.ts'
import { copyState, positionOf } from './position.ts'

/** The position at the end of the day `asOf`: events up to it, and no further payment after them. */
export function foldLoan(agreement: LoanAgreement, events: readonly LoanEvent[], asOf: string): LoanPosition {
  const state = startFold(agreement)
  applyEvents(state, eventsUpTo(events, asOf))
  return positionBy(state, asOf)
}

export function startFold(agreement: LoanAgreement): FoldState {
  return emptyState(agreement, toDay(agreement.agreementDate))
}

/** The position on a day from the state after the last event; the state is left as it was. */
export function positionAt(state: FoldState, asOf: string): LoanPosition {
  return positionBy(copyState(state), asOf)
}

/** Takes the state on to the day. */
function positionBy(state: FoldState, asOf: string): LoanPosition {
  advanceTo(state, toDay(asOf))
  return positionOf(state, asOf)
}

const RANK: Record<LoanEvent['kind'], number> = {
  AMENDMENT: 0,
  DISBURSEMENT: 1,
  CHARGE: 2,
  CHARGE_WAIVED: 2,
  RESTRUCTURE: 3,
  HARDSHIP: 3,
  HARDSHIP_ENDED: 3,
  REPAYMENT: 4,
  PREPAYMENT: 4,
  SETTLEMENT: 4,
  REFUND: 5,
  CLOSING: 6,
}

/**
 * Events fold by value date, then disbursement, fee, restructure, repayment, then by arrival. A closing parts its day:
 * what arrives after it folds after it, as money recovered on the day of a write-off does.
 */
export function inFoldOrder(events: readonly LoanEvent[]): LoanEvent[] {
  const closings = events.filter((event) => event.kind === 'CLOSING')
  const part = (event: LoanEvent) =>
    closings.filter((each) => each.valueDate === foldDate(event) && each.sequence < event.sequence).length
  return [...events].sort(
    (a, b) =>
      compareText(foldDate(a), foldDate(b)) ||
      part(a) - part(b) ||
      RANK[a.kind] - RANK[b.kind] ||
      a.sequence - b.sequence,
  )
}

/** Whether an event that arrives later folds after everything up to an event of this kind on the date. */
export function foldsAfter(event: LoanEvent, date: string, kind: LoanEvent['kind']): boolean {
  const own = foldDate(event)
  if (own !== date) return own > date
  return kind === 'CLOSING' || RANK[event.kind] >= RANK[kind]
}

/** A change asked for today that acts on an earlier day folds on that day. */
export function foldDate(event: LoanEvent): string {
  if (event.kind === 'RESTRUCTURE' && event.effectiveDate < event.valueDate) return event.effectiveDate
  if (event.kind === 'HARDSHIP' && event.startDate < event.valueDate) return event.startDate
  return event.valueDate
}

/** The events that count on a day, in fold order. */
function eventsUpTo(events: readonly LoanEvent[], asOf: string): LoanEvent[] {
  return inFoldOrder(events.filter((event) => foldDate(event) <= asOf))
}

/** Applies events that are in fold order and not before the state's day. */
export function applyEvents(state: FoldState, events: readonly LoanEvent[]): void {
  for (const event of events) applyNext(state, event)
}

/**
 * The same in steps of one event, so that a caller can let other work in between them. Between two steps the state is
 * that after the events so far.
 */
export function* applyStepwise(state: FoldState, events: readonly LoanEvent[]): Generator<void, void, void> {
  for (const event of events) {
    applyNext(state, event)
    yield
  }
}

function applyNext(state: FoldState, event: LoanEvent): void {
  advanceTo(state, toDay(foldDate(event)))
  applyEvent(state, event)
}

type Apply = { [K in LoanEvent['kind']]: (state: FoldState, event: Extract<LoanEvent, { kind: K }>) => void }

const APPLY: Apply = {
  AMENDMENT: amend,
  DISBURSEMENT: disburse,
  CHARGE: assessCharge,
  CHARGE_WAIVED: waiveCharge,
  RESTRUCTURE: (state, event) => {
    requireRunning(state)
    restructure(state, event)
    recordVersion(state, event.type, event.eventId)
  },
  HARDSHIP: (state, event) => {
    requireRunning(state)
    startHardship(state, event)
    recordVersion(state, 'HARDSHIP', event.eventId)
  },
  HARDSHIP_ENDED: (state, event) => {
    endHardship(state, event)
    recordVersion(state, 'HARDSHIP_ENDED', event.eventId)
  },
  REPAYMENT: repay,
  PREPAYMENT: prepay,
  SETTLEMENT: settleLoan,
  REFUND: refund,
  CLOSING: close,
}

function applyEvent<K extends LoanEvent['kind']>(state: FoldState, event: Extract<LoanEvent, { kind: K }>): void {
  const recovery = event.kind === 'REPAYMENT' && state.closedBy?.reason === 'WRITTEN_OFF'
  if (state.closedBy !== undefined && !recovery) {
    throw new LoanRuleViolation('LOAN_CLOSED', 'The loan is closed', 'loanId')
  }
  if (state.disbursedOn === undefined && !BEFORE_DISBURSEMENT.has(event.kind)) {
    throw new LoanRuleViolation('BEFORE_DISBURSEMENT', 'Nothing has been disbursed by then', 'valueDate')
  }
  if (state.disbursedOn !== undefined && NEEDS_DEBT.has(event.kind)) requireDebt(state)
  const apply: (state: FoldState, event: Extract<LoanEvent, { kind: K }>) => void = APPLY[event.kind as K]
  apply(state, event)
}

/** A loan that is paid takes no new charge, tranche or plan; money received is overpaid. */
function requireDebt(state: FoldState): void {
  project(state)
  if (isPaid(state)) throw new LoanRuleViolation('LOAN_CLOSED', 'Nothing is outstanding', 'loanId')
}

const NEEDS_DEBT: ReadonlySet<LoanEvent['kind']> = new Set(['DISBURSEMENT', 'CHARGE', 'RESTRUCTURE', 'HARDSHIP'])

const BEFORE_DISBURSEMENT: ReadonlySet<LoanEvent['kind']> = new Set(['AMENDMENT', 'DISBURSEMENT', 'CLOSING'])

function requireRunning(state: FoldState): void {
  if (state.chargedOffOn !== undefined) throw new LoanRuleViolation('CHARGED_OFF', 'The loan is charged off')
  if (activeArrangement(state) !== undefined)
    throw new LoanRuleViolation('ARRANGEMENT_ACTIVE', 'A hardship arrangement is active')
}

/** Terms change only before the first disbursement. */
function amend(state: FoldState, event: Extract<LoanEvent, { kind: 'AMENDMENT' }>): void {
  const { agreement } = state
  state.agreement = {
    ...agreement,
    interestRate: event.interestRate ?? agreement.interestRate,
    term: event.term ?? agreement.term,
    terms:
      event.firstDueDate === undefined ? agreement.terms : { ...agreement.terms, firstDueDate: event.firstDueDate },
  }
}

function repay(state: FoldState, event: Repayment): void {
  if (state.closedBy !== undefined) {
    recover(state, event)
    return
  }
  const strategy = event.strategy ?? state.agreement.terms.prepaymentDefault
  const { rules } = event
  const { booking, relevelled } =
    event.allocation === undefined
      ? pay(state, { amount: event.amountMinor, strategy, rules, onTop: false })
      : payAsAllocated(state, event.allocation, { strategy, rules })
  book(state, event, booking.allocation, booking.perInstalment(state))
  if (relevelled) recordVersion(state, strategy, event.eventId)
}

/** Money received after a write-off: income, not a repayment of rows. */
function recover(state: FoldState, event: Repayment): void {
  book(state, event, { ...NOTHING_PAID, principal: event.amountMinor }, [])
}

/** A replay can find that all of it is due by now; it is a repayment then. */
function prepay(state: FoldState, event: Prepayment): void {
  const { amountMinor: amount, rules } = event
  const strategy = event.strategy ?? state.agreement.terms.prepaymentDefault
  const { booking, relevelled, withinDue } = pay(state, { amount, strategy, rules, onTop: true })
  const kind = withinDue ? 'REPAYMENT' : event.kind
  book(state, { ...event, kind }, booking.allocation, booking.perInstalment(state))
  if (relevelled) recordVersion(state, strategy, event.eventId)
}

/** A replay can find that the amount no longer settles the loan; it is a prepayment then. */
function settleLoan(state: FoldState, event: LoanSettlement): void {
  if (event.amountMinor < payoff(state)) {
    prepay(state, { ...event, kind: 'PREPAYMENT' })
    return
  }
  const booking = settle(state, event.amountMinor)
  book(state, event, booking.allocation, booking.perInstalment(state))
  recordVersion(state, 'SETTLEMENT', event.eventId)
}

function refund(state: FoldState, event: Refund): void {
  if (event.amountMinor > state.overpayment)
    throw new LoanRuleViolation('LOAN_CLOSED', 'The loan is not overpaid by that much', 'amount')
  state.overpayment -= event.amountMinor
  book(state, event, { ...NOTHING_PAID, overpayment: event.amountMinor }, [])
}

function close(state: FoldState, event: Closing): void {
  switch (event.reason) {
    case 'OBLIGATIONS_MET':
      return
    case 'CHARGED_OFF':
      if (state.chargedOffOn === undefined) chargeOff(state, event.eventId)
      return
    case 'CANCELLED':
      if (state.disbursedOn !== undefined)
        throw new LoanRuleViolation('LOAN_CLOSED', 'The loan has been disbursed', 'reason')
      state.closedBy = { reason: 'CANCELLED', day: state.today }
      return
    case 'WRITTEN_OFF':
    case 'SETTLED_SHORT': {
      const lost = outstanding(state)
      state.closedBy = { reason: event.reason, day: state.today }
      book(state, { eventId: event.eventId, kind: 'CLOSING', amountMinor: lost.amount }, lost.allocation, [])
    }
  }
}

function outstanding(state: FoldState): { amount: bigint; allocation: Allocation } {
  const { principalMinor, interestAccruedMinor, interestDueMinor, feesMinor, penaltiesMinor, totalOutstandingMinor } =
    balancesOf(state)
  const interest = interestAccruedMinor + interestDueMinor
  return {
    amount: totalOutstandingMinor,
    allocation: { penalties: penaltiesMinor, fees: feesMinor, interest, principal: principalMinor, overpayment: 0n },
  }
}

/** Records a movement; money received counts as repaid. */
function book(
  state: FoldState,
  event: { eventId: string; kind: LoanEvent['kind']; amountMinor: bigint },
  allocation: Allocation,
  perInstalment: ({ n: number } & Allocation)[],
): void {
  if (event.kind !== 'REFUND' && event.kind !== 'CLOSING') {
    for (const part of ['penalties', 'fees', 'interest', 'principal', 'overpayment'] as const)
      state.repaid[part] += allocation[part]
  }
  recordTransaction(state, {
    eventId: event.eventId,
    kind: event.kind,
    amount: event.amountMinor,
    allocation,
    perInstalment,
  })
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
