// The position that is read from a state: status, balances, schedule, charges, arrangements.

import { bucketOf, unpaidAmount } from './aging.ts'
import { toDate } from './arithmetic/calendar-days.ts'
import { daysPastDue, oldestUnpaid } from './clock.ts'
import { dueAmounts, NOTHING_DUE } from './due.ts'
import { unpaidCharge } from './events/allocation.ts'
import { activeArrangement } from './events/hardship.ts'
import type { FoldState } from './fold-state.ts'
import type { Arrangement, Charge, Instalment, LoanPosition, LoanStatus } from './loan-position.ts'
import { planSchedule } from './plan-schedule.ts'
import { balancesOf } from './schedule/balances.ts'
import { instalmentsOf } from './schedule/instalments.ts'
import { project } from './schedule/open-rows.ts'
import { isPaid } from './schedule/projection.ts'

export function positionOf(state: FoldState, asOf: string): LoanPosition {
  if (state.disbursedOn !== undefined) project(state)
  const planned = state.disbursedOn === undefined
  const instalments = planned ? planSchedule(state.agreement) : instalmentsOf(state)
  const past = daysPastDue(state)
  return {
    asOf,
    status: statusOf(state, past),
    ...(activeArrangement(state) === undefined ? {} : { subStatus: 'HARDSHIP' as const }),
    ...(state.disbursedOn === undefined ? {} : { disbursedOn: toDate(state.disbursedOn) }),
    maturityDate: instalments.at(-1)?.dueDate ?? asOf,
    interestRate: state.rates.findLast((rate) => rate.from <= state.today)?.rate ?? state.agreement.interestRate,
    instalments,
    balances: balancesOf(state),
    daysPastDue: past,
    bucket: bucketOf(state.agreement.policy.buckets, past),
    due: planned ? NOTHING_DUE : dueAmounts(state, instalments, asOf),
    ...pastDueSince(state),
    ...(planned || state.closedBy !== undefined ? {} : nextDue(state, instalments, asOf)),
    transactions: state.transactions,
    charges: chargesOf(state),
    arrangements: state.arrangements.map((each) => arrangementOf(state, each)),
    versions: state.versions,
  }
}

function pastDueSince(state: FoldState): { oldestUnpaidDueDate?: string } {
  const row = oldestUnpaid(state, Number.POSITIVE_INFINITY)
  return row === undefined || state.closedBy !== undefined ? {} : { oldestUnpaidDueDate: toDate(row.due) }
}

function nextDue(
  state: FoldState,
  instalments: readonly Instalment[],
  asOf: string,
): Pick<LoanPosition, 'nextDueDate' | 'overdueInNextDue'> {
  const next = instalments.find((row) => row.dueDate >= asOf && unpaidAmount(row) > 0n)
  if (next === undefined) return {}
  const rowId = state.rows[next.n - 1]?.id
  const overdue = { fees: 0n, penalties: 0n }
  for (const charge of state.charges) {
    if (charge.rowId === rowId && charge.due < state.today)
      overdue[charge.kind === 'FEE' ? 'fees' : 'penalties'] += unpaidCharge(charge)
  }
  const isNothing = overdue.fees + overdue.penalties === 0n
  return { nextDueDate: next.dueDate, ...(isNothing ? {} : { overdueInNextDue: overdue }) }
}

function statusOf(state: FoldState, past: number): LoanStatus {
  if (state.closedBy !== undefined) return state.closedBy.reason === 'SETTLED_SHORT' ? 'CLOSED' : state.closedBy.reason
  if (state.disbursedOn === undefined) return 'APPROVED'
  if (isPaid(state)) return state.overpayment > 0n ? 'OVERPAID' : 'CLOSED'
  if (state.chargedOffOn !== undefined) return 'CHARGED_OFF'
  return past > 0 ? 'IN_ARREARS' : 'ACTIVE'
}

/** A charge on several rows is one charge here. */
function chargesOf(state: FoldState): Charge[] {
  const byId = new Map<string, Charge>()
  const numbers = new Map(state.charges.length === 0 ? [] : state.rows.map((row, index) => [row.id, index + 1]))
  for (const part of state.charges) {
    const known = byId.get(part.chargeId)
    const charge: Charge = known ?? {
      chargeId: part.chargeId,
      code: part.code,
      kind: part.kind,
      amountMinor: 0n,
      paidMinor: 0n,
      waivedMinor: 0n,
      dueDate: toDate(part.due),
      instalment: numbers.get(part.rowId) ?? 0,
      status: 'OUTSTANDING',
      automatic: part.automatic,
    }
    charge.amountMinor += part.amount
    charge.paidMinor += part.paid
    charge.waivedMinor += part.waived
    charge.status = chargeStatus(charge)
    byId.set(part.chargeId, charge)
  }
  return [...byId.values()]
}

function chargeStatus(charge: Charge): Charge['status'] {
  const unpaid = charge.amountMinor - charge.paidMinor - charge.waivedMinor
  if (unpaid === 0n) return charge.waivedMinor > 0n ? 'WAIVED' : 'PAID'
  return charge.paidMinor > 0n ? 'PARTIAL' : 'OUTSTANDING'
}

function arrangementOf(state: FoldState, each: FoldState['arrangements'][number]): Arrangement {
  const { arrangementId, type } = each
  const dates = { startDate: toDate(each.start), endDate: toDate(each.end) }
  if (each.brokenOn !== undefined) return { arrangementId, type, ...dates, status: 'BROKEN' }
  if (each.endedOn !== undefined) return { arrangementId, type, ...dates, status: 'CANCELLED' }
  return { arrangementId, type, ...dates, status: each.end < state.today ? 'COMPLETED' : 'ACTIVE' }
}

/** A state that can be taken on without changing the given one. */
export function copyState(state: FoldState): FoldState {
  return {
    ...state,
    rates: [...state.rates],
    rows: state.rows.map((row) => ({ ...row })),
    dropped: state.dropped.map((row) => ({ ...row })),
    advances: [...state.advances],
    charges: state.charges.map((charge) => ({ ...charge })),
    repaid: { ...state.repaid },
    transactions: [...state.transactions],
    versions: [...state.versions],
    arrangements: state.arrangements.map((each) => ({ ...each })),
  }
}
