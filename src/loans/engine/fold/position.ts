// The position that is read from a state: status, balances, schedule, charges, arrangements.

import { bucketOf } from '../aging.ts'
import { toDate } from '../arithmetic/calendar-days.ts'
import { daysPastDue, oldestUnpaid } from '../clock.ts'
import { dueAmounts, NOTHING_DUE } from '../due.ts'
import { unpaidCharge } from '../events/allocation.ts'
import { activeArrangement } from '../events/hardship.ts'
import { planSchedule } from '../plan-schedule.ts'
import { balancesOf } from '../schedule/balances.ts'
import { ShownRows } from '../schedule/instalments.ts'
import { project } from '../schedule/open-rows.ts'
import { isPaid } from '../schedule/projection.ts'
import type { FoldState } from './fold-state.ts'
import type { Arrangement, Charge, LoanPosition, LoanStatus } from './loan-position.ts'

/** The state is the position's from now on: the schedule is read from it when it is asked for, which most commands never do. */
export function positionOf(state: FoldState, asOf: string): LoanPosition {
  const planned = state.disbursedOn === undefined
  if (!planned) project(state)
  let shown = planned ? undefined : new ShownRows(state)
  let instalments = planned ? planSchedule(state.agreement) : undefined
  const past = daysPastDue(state)
  // No function in here but the getter: what one of them names, all of them keep.
  return {
    asOf,
    status: statusOf(state, past),
    ...(activeArrangement(state) === undefined ? {} : { subStatus: 'HARDSHIP' as const }),
    ...(state.disbursedOn === undefined ? {} : { disbursedOn: toDate(state.disbursedOn) }),
    maturityDate: shown?.lastDue() ?? instalments?.at(-1)?.dueDate ?? asOf,
    interestRate: rateOf(state),
    get instalments() {
      instalments ??= shown?.instalments() ?? []
      // The state is not kept for what it has told.
      shown = undefined
      return instalments
    },
    balances: balancesOf(state),
    daysPastDue: past,
    bucket: bucketOf(state.agreement.policy.buckets, past),
    due: shown === undefined ? NOTHING_DUE : dueAmounts(state, shown),
    ...pastDueSince(state),
    ...(shown === undefined || state.closedBy !== undefined ? {} : nextDue(state, shown)),
    transactions: state.transactions,
    charges: chargesOf(state),
    arrangements: arrangementsOf(state),
    versions: state.versions,
  }
}

function rateOf({ rates, today, agreement }: FoldState): string {
  return rates.findLast((rate) => rate.from <= today)?.rate ?? agreement.interestRate
}

function pastDueSince(state: FoldState): { oldestUnpaidDueDate?: string } {
  const row = oldestUnpaid(state, Number.POSITIVE_INFINITY)
  return row === undefined || state.closedBy !== undefined ? {} : { oldestUnpaidDueDate: toDate(row.due) }
}

function nextDue(state: FoldState, shown: ShownRows): Pick<LoanPosition, 'nextDueDate' | 'overdueInNextDue'> {
  const next = shown.nextUnpaid(state.today)
  if (next === undefined) return {}
  const overdue = { fees: 0n, penalties: 0n }
  for (const charge of state.charges) {
    if (charge.rowId === next.row.id && charge.due < state.today)
      overdue[charge.kind === 'FEE' ? 'fees' : 'penalties'] += unpaidCharge(charge)
  }
  const isNothing = overdue.fees + overdue.penalties === 0n
  return { nextDueDate: toDate(next.row.due), ...(isNothing ? {} : { overdueInNextDue: overdue }) }
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

function arrangementsOf(state: FoldState): Arrangement[] {
  return state.arrangements.map((each) => arrangementOf(state, each))
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
