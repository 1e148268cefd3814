// Restructures: rows due up to the effective date are frozen, later ones change. The caller records a new version.

import { addPeriods, dayOfMonth, periodOf, toDay } from '../arithmetic/calendar-days.ts'
import { roundToMultiple } from '../arithmetic/fraction.ts'
import { capitalise } from '../clock.ts'
import { type ChargeState, type FoldState, type Row, runningRow } from '../fold/fold-state.ts'
import type { Restructure } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { relevel, restartFlatInterest } from '../schedule/level.ts'
import { project } from '../schedule/open-rows.ts'
import { appendRows, insertPlans } from '../schedule/shift-rows.ts'
import { unpaidCharge } from './allocation.ts'
import { rowFor, unpaidDueCharges } from './charges.ts'
import { newRow } from './disburse.ts'

export function restructure(state: FoldState, event: Restructure): void {
  project(state)
  const effective = toDay(event.effectiveDate)
  const index = state.rows.findIndex((row) => !row.closed && row.due > effective)
  if (index < 0 && event.type !== 'REAGE') nothingLeft('No instalment is due after the effective date')
  switch (event.type) {
    case 'RATE_CHANGE':
      changeRate(state, index, effective, required(event.newRate, 'newRate'))
      break
    case 'TERM_EXTENSION':
      extendTerm(state, index, required(event.extraInstalments, 'extraInstalments'))
      break
    case 'DUE_DATE_CHANGE':
      moveDueDates(state, index, toDay(required(event.newDueDate, 'newDueDate')))
      break
    case 'PAYMENT_HOLIDAY':
      holiday(state, index, event)
      break
    case 'REAMORTISE':
      reamortise(state, index, effective)
      break
    case 'REAGE':
      reage(state, event, effective)
      break
    case 'CAPITALISE':
      capitaliseArrears(state, index, effective)
      break
  }
}

/** The new rate counts from the effective day; later rows are levelled with it. */
function changeRate(state: FoldState, index: number, effective: number, rate: string): void {
  state.rates = [...state.rates.filter((each) => each.from < effective), { from: effective, rate }]
  restartFlatInterest(state, state.rows.slice(index))
  relevel(state, index)
}

/** More rows at the end; what is left is levelled over all later rows. */
function extendTerm(state: FoldState, index: number, extra: number): void {
  appendRows(state, extra)
  relevel(state, index)
}

/** The next row moves, the others follow in their period. */
function moveDueDates(state: FoldState, index: number, newDue: number): void {
  const first = state.rows[index]
  if (first === undefined) return
  if (newDue <= first.from || newDue <= state.today) {
    throw new LoanRuleViolation('TERMS_INVALID', 'The new due date is not after the due date before it', 'newDueDate')
  }
  let from = first.from
  for (const [position, row] of state.rows.slice(index).entries()) {
    row.from = from
    row.due = addPeriods(newDue, row.period, position, dayOfMonth(newDue))
    row.anchorDay = dayOfMonth(newDue)
    from = row.due
  }
  relevel(state, index)
}

/** Rows without principal, the first of them without interest too; the rows that were due then follow unchanged. */
function holiday(state: FoldState, index: number, event: Restructure): void {
  const withoutInterest = event.graceOnInterest ?? 0
  const count = event.graceOnPrincipal ?? event.instalments ?? withoutInterest
  if (count < 1)
    throw new LoanRuleViolation('TERMS_INVALID', 'A payment holiday has at least one instalment', 'graceOnPrincipal')
  const plans = Array.from({ length: count }, (_, position) => ({
    kind: 'INTEREST' as const,
    defersInterest: position < withoutInterest,
  }))
  insertPlans(state, index, plans)
  project(state)
}

/** Unpaid principal of earlier rows is added to the later ones in equal parts; an annuity is levelled again. */
function reamortise(state: FoldState, index: number, effective: number): void {
  const { principal, interest, charges } = cutToPaid(state, effective)
  if (principal + interest === 0n && charges === 0n) nothingLeft('Nothing is in arrears')
  if (state.agreement.terms.method === 'ANNUITY') {
    relevel(state, index)
    return
  }
  const { rounding, instalmentMultipleOfMinor } = state.agreement.terms
  const rows = state.rows.slice(index).filter((row) => row.kind === 'LEVEL')
  // Without full rows all of it is left to the last row.
  const part = roundToMultiple(principal, BigInt(rows.length || 1), instalmentMultipleOfMinor ?? 1n, rounding)
  for (const row of rows) row.planned = (row.planned ?? 0n) + part
  project(state)
}

/** All principal over new rows from the start date; the rows after the effective date go away. */
function reage(state: FoldState, event: Restructure, effective: number): void {
  const count = required(event.instalments, 'instalments')
  const start = toDay(required(event.startDate, 'startDate'))
  if (state.principal === 0n) nothingLeft('No principal is outstanding')
  const running = runningRow(state)
  const kept = state.rows.filter((row) => row.closed || row.due <= effective)
  const last = kept.at(-1) ?? running
  const template = running ?? last
  if (last === undefined || template === undefined) return
  const from = kept.at(-1)?.due ?? last.from
  if (start <= from || start <= state.today)
    throw new LoanRuleViolation('TERMS_INVALID', 'The start date is not after the last due date kept', 'startDate')
  const period = event.frequency === undefined ? template.period : periodOf(event.frequency.every, event.frequency.unit)
  const anchorDay = dayOfMonth(start)
  const added: Row[] = []
  for (let number = 0; number < count; number += 1) {
    added.push(
      newRow(state, added.at(-1)?.due ?? from, addPeriods(start, period, number, anchorDay), { period, anchorDay }),
    )
  }
  const replaced = state.rows.slice(kept.length)
  state.dropped = []
  state.rows = [...kept, ...added]
  const first = added[0]
  if (first === undefined) return
  takeOver(first, replaced)
  if (running === undefined) state.balanceSince = Math.max(state.balanceSince, from)
  moveCharges(state, first)
  state.agreement = { ...state.agreement, terms: { ...state.agreement.terms, balloonMinor: 0n } }
  cutToPaid(state, effective)
  restartFlatInterest(state, added)
  relevel(state, kept.length)
}

/** Days, interest and payments of the rows that it replaces belong to the new one. */
function takeOver(row: Row, replaced: readonly Row[]): void {
  for (const old of replaced) {
    row.stretches = [...row.stretches, ...old.stretches]
    row.carriedWithin += old.carriedWithin
    row.carriedOnTop += old.carriedOnTop
    row.prepaid += old.paid.principal
    row.paidInAdvance += old.paidInAdvance
    row.paid = {
      penalties: row.paid.penalties + old.paid.penalties,
      fees: row.paid.fees + old.paid.fees,
      interest: row.paid.interest + old.paid.interest,
      principal: row.paid.principal + old.paid.principal,
      overpayment: row.paid.overpayment,
    }
  }
}

/** Charges of rows that are gone go to the first row due from their date; paid ones stay with their payment. */
function moveCharges(state: FoldState, first: Row): void {
  const ids = new Set(state.rows.map((row) => row.id))
  for (const charge of state.charges) {
    if (ids.has(charge.rowId)) continue
    charge.rowId = (charge.paid > 0n ? first : (rowFor(state, charge.due) ?? first)).id
  }
}

/** Unpaid interest and charges of earlier rows join the principal, which is levelled over the later rows. */
function capitaliseArrears(state: FoldState, index: number, effective: number): void {
  const { principal, interest, fees, penalties } = cutForCapitalisation(state, effective)
  if (principal + interest + fees + penalties === 0n) nothingLeft('Nothing is in arrears')
  capitalise(state, { interest, fees, penalties })
  relevel(state, index)
}

/** Cuts earlier rows to what was paid. Unpaid interest and charges go to the next row. */
function cutToPaid(state: FoldState, effective: number): { principal: bigint; interest: bigint; charges: bigint } {
  const { principal, interest } = cutRows(state, effective)
  const next = runningRow(state)
  const charges = unpaidDueCharges(state, effective)
  const unpaid = charges.reduce((sum, charge) => sum + unpaidCharge(charge), 0n)
  if (next !== undefined) {
    next.carriedOnTop += interest
    for (const charge of charges) moveUnpaid(state, charge, next)
  }
  return { principal, interest, charges: unpaid }
}

/** What was paid of a charge stays in its row; the rest is due with the other row. */
function moveUnpaid(state: FoldState, charge: ChargeState, row: Row): void {
  const rest = unpaidCharge(charge)
  charge.amount -= rest
  state.charges.push({ ...charge, amount: rest, paid: 0n, waived: 0n, due: row.due, rowId: row.id })
  state.charges = state.charges.filter((each) => each.amount > 0n)
}

function cutForCapitalisation(
  state: FoldState,
  effective: number,
): { principal: bigint; interest: bigint; fees: bigint; penalties: bigint } {
  const { principal, interest } = cutRows(state, effective)
  const parts = { fees: 0n, penalties: 0n }
  for (const charge of unpaidDueCharges(state, effective)) {
    parts[charge.kind === 'FEE' ? 'fees' : 'penalties'] += unpaidCharge(charge)
    charge.amount -= unpaidCharge(charge)
  }
  return { principal, interest, ...parts }
}

function cutRows(state: FoldState, effective: number): { principal: bigint; interest: bigint } {
  let principal = 0n
  let interest = 0n
  for (const row of state.rows) {
    if (!row.closed || row.due > effective) continue
    principal += row.principal - row.paid.principal
    interest += row.interest - row.paid.interest
    row.principal = row.paid.principal
    row.interest = row.paid.interest
  }
  return { principal, interest }
}

function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new LoanRuleViolation('TERMS_INVALID', `${field} is required for this type`, field)
  return value
}

function nothingLeft(message: string): never {
  throw new LoanRuleViolation('NOTHING_TO_RESTRUCTURE', message, 'effectiveDate')
}
