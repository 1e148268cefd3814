// What happens by the clock alone: rows fall due, late fees are charged, arrangements break, loans are charged off.

import { percent, share } from './arithmetic/fraction.ts'
import {
  type ArrangementState,
  type FoldState,
  isUnpaid,
  NOTHING_PAID,
  type Row,
  runningRow,
  unpaidOf,
} from './fold/fold-state.ts'
import { recordTransaction } from './record.ts'
import { Arrears } from './schedule/arrears.ts'
import { changePrincipal, cutStretch } from './schedule/interest.ts'
import { closeRow } from './schedule/projection.ts'

/** A kept arrangement breaks when one of its rows is this many days late. */
const BROKEN_AFTER_DAYS = 15

/** Applies everything up to and including the day, in the order of the days. */
export function advanceTo(state: FoldState, day: number): void {
  if (day > state.today) state.beforeHardship = undefined
  const arrears = new Arrears(state)
  for (;;) {
    const next = nextHappening(state, arrears)
    if (next === undefined || next > day) break
    state.today = next
    closeDueRows(state, arrears)
    breakArrangements(state, arrears)
    if (chargeOffDay(state, arrears) === next) chargeOff(state)
    chargeLateFees(state)
  }
  if (day > state.today) state.today = day
}

function nextHappening(state: FoldState, arrears: Arrears): number | undefined {
  if (state.closedBy !== undefined) return undefined
  const days = [
    runningRow(state)?.due,
    chargeOffDay(state, arrears),
    lateFeeDay(state, arrears),
    ...breakingDays(state, arrears),
  ]
  let first: number | undefined
  for (const day of days) if (day !== undefined && (first === undefined || day < first)) first = day
  return first
}

/** Rows whose due date has come get their final figures. */
export function closeDueRows(state: FoldState, arrears = new Arrears(state)): void {
  for (let row = runningRow(state); row !== undefined && row.due <= state.today; row = runningRow(state)) {
    closeRow(state, row, arrears.overduePrincipal())
    if (row.capitalised > 0n) capitalise(state, { ...NOTHING_PAID, interest: row.capitalised })
  }
}

/** Unpaid interest and charges become principal. */
export function capitalise(state: FoldState, parts: { interest: bigint; fees: bigint; penalties: bigint }): void {
  const amount = parts.interest + parts.fees + parts.penalties
  if (amount === 0n) return
  state.advances.push({ day: state.today, amount })
  changePrincipal(state, state.today, amount)
  recordTransaction(state, {
    eventId: capitalisationId(state.today),
    kind: 'CAPITALISATION',
    amount,
    allocation: { ...NOTHING_PAID, interest: parts.interest, fees: parts.fees, penalties: parts.penalties },
    perInstalment: [],
  })
}

export function capitalisationId(day: number): string {
  return `capitalisation-${day}`
}

/** Late fee: once a row, on day graceDays + 1; paused while an arrangement is kept. It shows in the row that is late. */
function lateFeeDay(state: FoldState, arrears: Arrears): number | undefined {
  const { lateFee } = state.agreement.terms
  if (lateFee === undefined || state.chargedOffOn !== undefined) return undefined
  // Rows are in the order of their due dates, so the first one is late first.
  const row = arrears.rows().find((each) => !each.lateFeeDone)
  return row === undefined ? undefined : lateOn(state, row, lateFee.graceDays)
}

function lateOn(state: FoldState, row: Row, graceDays: number): number {
  return firstUnpausedDay(state, Math.max(row.due + graceDays + 1, state.today))
}

function chargeLateFees(state: FoldState): void {
  const { lateFee, rounding } = state.agreement.terms
  if (lateFee === undefined || state.chargedOffOn !== undefined) return
  for (const row of state.rows) {
    if (!row.closed) break
    if (row.lateFeeDone) continue
    const isLate = isUnpaid(row)
    if (isLate && lateOn(state, row, lateFee.graceDays) > state.today) continue
    row.lateFeeDone = true
    if (!isLate) continue
    const amount = lateFee.amountMinor ?? share(lateFeeBase(state, row), percent(lateFee.percent ?? '0'), rounding)
    if (amount === 0n) continue
    state.charges.push({
      chargeId: `late-fee-${row.id}`,
      code: 'LATE_FEE',
      kind: 'PENALTY',
      amount,
      paid: 0n,
      waived: 0n,
      due: state.today,
      rowId: row.id,
      automatic: true,
    })
  }
}

function lateFeeBase(state: FoldState, row: Row): bigint {
  switch (state.agreement.terms.lateFee?.base) {
    case 'PRINCIPAL':
      return state.disbursed
    case 'INSTALMENT':
      return row.principal + row.interest
    case 'OVERDUE_TOTAL':
      return unpaidOf(row)
    default:
      return row.principal - row.paid.principal
  }
}

/** The first day from `day` on that no kept arrangement covers. */
function firstUnpausedDay(state: FoldState, day: number): number {
  let first = day
  for (const arrangement of state.arrangements) {
    if (arrangement.start <= first && first <= pauseEnd(arrangement)) first = pauseEnd(arrangement) + 1
  }
  return first
}

/** The last day on which the arrangement pauses late fees and days past due. */
function pauseEnd(arrangement: ArrangementState): number {
  if (arrangement.brokenOn !== undefined) return arrangement.brokenOn - 1
  return arrangement.endedOn === undefined ? arrangement.end : Math.min(arrangement.end, arrangement.endedOn)
}

function breakingDays(state: FoldState, arrears: Arrears): number[] {
  return state.arrangements.flatMap((arrangement) => {
    const day = breakingDay(arrangement, arrears)
    return day === undefined ? [] : [Math.max(day, state.today)]
  })
}

function breakingDay(arrangement: ArrangementState, arrears: Arrears): number | undefined {
  if (arrangement.brokenOn !== undefined || arrangement.endedOn !== undefined) return undefined
  const late = arrears.rows().find((row) => arrangement.rowIds.includes(row.id))
  return late === undefined ? undefined : Math.max(late.due, arrangement.lateFrom) + BROKEN_AFTER_DAYS
}

function breakArrangements(state: FoldState, arrears: Arrears): void {
  for (const arrangement of state.arrangements) {
    const day = breakingDay(arrangement, arrears)
    if (day !== undefined && day <= state.today) arrangement.brokenOn = state.today
  }
}

/** The oldest row that has fallen due and is not paid, charges included. */
export function oldestUnpaid(state: FoldState, before = state.today, arrears = new Arrears(state)): Row | undefined {
  const oldest = arrears.rows().find((row) => row.due < before)
  if (oldest === state.rows[0]) return oldest
  const charged = new Set<number>()
  for (const charge of arrears.charges()) if (charge.due < state.today) charged.add(charge.rowId)
  if (charged.size === 0) return oldest
  return state.rows.find((row) => row.closed && row.due < before && (row === oldest || charged.has(row.id)))
}

/** Days between the oldest unpaid due date and today, without the days that a kept arrangement covers. */
export function daysPastDue(state: FoldState): number {
  const row = oldestUnpaid(state)
  if (row === undefined || state.closedBy !== undefined) return 0
  return state.today - row.due - pausedDays(state, row.due, state.today)
}

function pausedDays(state: FoldState, from: number, to: number): number {
  let days = 0
  for (const arrangement of state.arrangements) {
    if (arrangement.brokenOn !== undefined) continue
    days += Math.max(0, Math.min(to, pauseEnd(arrangement)) - Math.max(from, arrangement.start))
  }
  return days
}

/** The day on which the loan is charged off when nothing is paid before. */
function chargeOffDay(state: FoldState, arrears: Arrears): number | undefined {
  if (state.chargedOffOn !== undefined || state.closedBy !== undefined) return undefined
  const row = oldestUnpaid(state, Number.POSITIVE_INFINITY, arrears)
  if (row === undefined) return undefined
  const days = state.agreement.policy.chargeOffDays
  let day = row.due + days
  for (
    let paused = pausedDays(state, row.due, day);
    day < row.due + days + paused;
    paused = pausedDays(state, row.due, day)
  ) {
    day = row.due + days + paused
  }
  return Math.max(day, state.today)
}

/** Accrual stops; principal, accrued interest and charges stay repayable. `eventId` is that of a closing, or the clock's. */
export function chargeOff(state: FoldState, eventId = 'charge-off'): void {
  cutStretch(state, state.today)
  state.chargedOffOn = state.today
  recordTransaction(state, {
    eventId,
    kind: 'CHARGE_OFF',
    amount: 0n,
    allocation: { ...NOTHING_PAID },
    perInstalment: [],
  })
  const charged = state.transactions.at(-1)
  if (charged === undefined) return
  const { principalMinor, interestAccruedMinor, interestDueMinor, feesMinor, penaltiesMinor, totalOutstandingMinor } =
    charged.balancesAfter
  charged.amountMinor = totalOutstandingMinor
  charged.allocation = {
    penalties: penaltiesMinor,
    fees: feesMinor,
    interest: interestDueMinor + interestAccruedMinor,
    principal: principalMinor,
    overpayment: 0n,
  }
}
