// Fees and penalties: how much, due when, in which row.

import { toDay } from '../arithmetic/calendar-days.ts'
import { percent, share } from '../arithmetic/fraction.ts'
import { type ChargeState, type FoldState, type Row, unpaidOf } from '../fold/fold-state.ts'
import type { ChargeAssessed, ChargeWaived } from '../loan-events.ts'
import { LoanRuleViolation } from '../loan-rules.ts'
import { project } from '../schedule/open-rows.ts'
import { unpaidCharge } from './allocation.ts'

/** A charge is due by its own date, in the first row due from then. On INSTALMENT without a date it is on every unpaid row. */
export function assessCharge(state: FoldState, event: ChargeAssessed): void {
  project(state)
  if (event.base === 'INSTALMENT' && event.dueDate === undefined) {
    for (const row of state.rows) {
      if (row.principal + row.interest > 0n && unpaidOf(row) > 0n) addCharge(state, event, row, row.due)
    }
    return
  }
  const due = event.dueDate === undefined ? state.today : toDay(event.dueDate)
  const row = rowFor(state, due)
  if (row === undefined) throw new LoanRuleViolation('BEFORE_DISBURSEMENT', 'Nothing has been disbursed', 'loanId')
  addCharge(state, event, row, due)
}

/** The first row due from the day, else the last one. */
export function rowFor(state: FoldState, due: number): Row | undefined {
  return state.rows.find((row) => row.kind !== 'DOWN_PAYMENT' && row.due >= due) ?? state.rows.at(-1)
}

function addCharge(state: FoldState, event: ChargeAssessed, row: Row, due: number): void {
  const amount = chargeAmount(state, event, row)
  if (amount === 0n) return
  state.charges.push({
    chargeId: event.chargeId,
    code: event.code,
    kind: event.chargeKind,
    amount,
    paid: 0n,
    waived: 0n,
    due,
    rowId: row.id,
    automatic: false,
  })
}

/** A fixed amount, or a percentage of the base. */
function chargeAmount(state: FoldState, event: ChargeAssessed, row: Row): bigint {
  if (event.amountMinor !== undefined) return event.amountMinor
  return share(chargeBase(state, event, row), percent(event.percent ?? '0'), state.agreement.terms.rounding)
}

function chargeBase(state: FoldState, event: ChargeAssessed, row: Row): bigint {
  switch (event.base) {
    case 'INSTALMENT':
      return row.principal + row.interest
    case 'OVERDUE_PRINCIPAL':
      return overdueRows(state).reduce((sum, each) => sum + each.principal - each.paid.principal, 0n)
    case 'OVERDUE_TOTAL':
      return overdueRows(state).reduce((sum, each) => sum + unpaidOf(each), 0n)
    default:
      return state.disbursed
  }
}

function overdueRows(state: FoldState): Row[] {
  return state.rows.filter((row) => row.closed && row.due < state.today)
}

export function waiveCharge(state: FoldState, event: ChargeWaived): void {
  const parts = state.charges.filter((charge) => charge.chargeId === event.chargeId)
  if (parts.length === 0) throw new LoanRuleViolation('FEE_PAID', 'No such charge stands on this day', 'feeId')
  const unpaid = parts.filter((charge) => unpaidCharge(charge) > 0n)
  if (unpaid.length === 0) throw new LoanRuleViolation('FEE_PAID', 'The charge is paid already', 'feeId')
  for (const charge of unpaid) charge.waived += unpaidCharge(charge)
}

/** Unpaid charges due by the day. */
export function unpaidDueCharges(state: FoldState, day: number): ChargeState[] {
  return state.charges.filter((charge) => charge.due <= day && unpaidCharge(charge) > 0n)
}
