// Disbursements: the first one lays the rows out, each further tranche levels the rows that follow it.

import { periodOf, toDate, toDay } from '../arithmetic/calendar-days.ts'
import { dueDate, firstDueDates, numberOfRows } from '../arithmetic/due-dates.ts'
import { percent, share } from '../arithmetic/fraction.ts'
import { closeDueRows } from '../clock.ts'
import { type FoldState, isFlat, NOTHING_PAID, type Row, runningRow, UNPLANNED_ROW } from '../fold/fold-state.ts'
import type { Disbursement } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { recordTransaction, recordVersion } from '../record.ts'
import { bringBackRows } from '../schedule/drop-rows.ts'
import { changePrincipal } from '../schedule/interest.ts'
import { addFlatInterest, levelOnApproved, relevel, startFlatInterest } from '../schedule/level.ts'
import { Booking, payComponent } from './allocation.ts'

export function disburse(state: FoldState, event: Disbursement): void {
  const first = state.disbursedOn === undefined
  if (first) layOutRows(state)
  else takeDroppedRows(state)
  const running = runningRow(state)
  if (running === undefined)
    throw new LoanRuleViolation('TERMS_INVALID', 'The last instalment is due already', 'valueDate')
  changePrincipal(state, state.today, event.amountMinor)
  state.advances.push({ day: state.today, amount: event.amountMinor })
  state.disbursed += event.amountMinor
  recordTransaction(state, {
    eventId: event.eventId,
    kind: 'DISBURSEMENT',
    amount: event.amountMinor,
    allocation: { ...NOTHING_PAID, principal: event.amountMinor },
    perInstalment: [],
  })
  downPayment(state, event)
  levelAfter(state, event.amountMinor, first)
  chargeAgreedFees(state, event)
  recordVersion(state, first ? 'DISBURSEMENT' : 'TRANCHE', event.eventId)
}

/** Rows that REDUCE_TERM has dropped are needed again. */
function takeDroppedRows(state: FoldState): void {
  bringBackRows(state)
  closeDueRows(state)
}

/** Agreed fees that are neither financed nor deducted: due on the day, in the first row. */
function chargeAgreedFees(state: FoldState, { feesCharged = [] }: Disbursement): void {
  const row = runningRow(state)
  if (row === undefined) return
  for (const { chargeId, code, amountMinor: amount } of feesCharged) {
    state.charges.push({
      chargeId,
      code,
      kind: 'FEE',
      amount,
      paid: 0n,
      waived: 0n,
      due: state.today,
      rowId: row.id,
      automatic: false,
    })
  }
}

/** APPROVED levels once, on the approved principal; otherwise each tranche levels from the row that it falls in. */
function levelAfter(state: FoldState, amount: bigint, first: boolean): void {
  const rows = state.rows.filter((row) => !row.closed)
  if (isFlat(state)) {
    if (first) startFlatInterest(state, rows, state.disbursed)
    else addFlatInterest(state, rows, state.today, amount)
  }
  const index = state.rows.findIndex((row) => !row.closed)
  if (state.agreement.terms.instalmentBasis === 'DISBURSED') relevel(state, index)
  else if (first) levelOnApproved(state, index)
}

/** A row on the day of the disbursement for a part of it; `auto` pays it at once. */
function downPayment(state: FoldState, event: Disbursement): void {
  const { downPayment: terms, rounding } = state.agreement.terms
  if (terms === undefined) return
  const amount = share(event.amountMinor, percent(terms.percent), rounding)
  if (amount === 0n) return
  const index = state.rows.findIndex((each) => !each.closed)
  const template = state.rows[index]
  if (template === undefined) return
  const row: Row = {
    ...newRow(state, state.today, state.today, template),
    kind: 'DOWN_PAYMENT',
    fixed: amount,
    closed: true,
    principal: amount,
  }
  state.rows.splice(index, 0, row)
  if (!terms.auto) return
  const booking = new Booking()
  payComponent(state, booking, row, 'principal', amount, amount)
  state.repaid.principal += amount
  recordTransaction(state, {
    eventId: `${event.eventId}-down-payment`,
    kind: 'DOWN_PAYMENT',
    amount,
    allocation: booking.allocation,
    perInstalment: booking.perInstalment(state),
  })
}

/** n rows from the day of the first disbursement. */
function layOutRows(state: FoldState): void {
  const { term, terms, interestRate } = state.agreement
  const period = periodOf(terms.repaymentEvery, terms.repaymentUnit)
  const firstDue = terms.firstDueDate === undefined ? undefined : toDay(terms.firstDueDate)
  if (firstDue !== undefined && firstDue <= state.today) {
    throw new LoanRuleViolation(
      'TERMS_INVALID',
      `The first due date is not after the disbursement on ${toDate(state.today)}`,
      'terms.firstDueDate',
    )
  }
  const count = numberOfRows(term, terms)
  if (count === undefined)
    throw new LoanRuleViolation('TERMS_INVALID', 'The term is not a whole number of periods', 'loanTerm')
  const dates = firstDueDates(state.today, firstDue)
  state.disbursedOn = state.today
  state.balanceSince = state.today
  state.rates = [{ from: state.today, rate: interestRate }]
  let from = state.today
  for (let number = 1; number <= count; number += 1) {
    const due = dueDate(dates, period, number)
    const row = newRow(state, from, due, { period, anchorDay: dates.anchorDay })
    if (number <= terms.graceOnPrincipal) row.kind = 'INTEREST'
    row.defersInterest = number <= terms.graceOnInterest
    state.rows.push(row)
    from = due
  }
  const first = state.rows[0]
  if (first !== undefined) state.firstPeriod = { from: first.from, due: first.due, period, anchorDay: first.anchorDay }
}

export function newRow(state: FoldState, from: number, due: number, like: Pick<Row, 'period' | 'anchorDay'>): Row {
  const id = state.nextRowId
  state.nextRowId += 1
  return { ...UNPLANNED_ROW, id, from, due, period: like.period, anchorDay: like.anchorDay }
}
