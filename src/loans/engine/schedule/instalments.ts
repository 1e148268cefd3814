// The schedule as it is shown: each row with its components, what is paid, and how its interest came about.

import { toDate } from '../arithmetic/calendar-days.ts'
import { type FoldState, overduePrincipal, type Row } from '../fold-state.ts'
import type { Instalment, InstalmentStatus, InterestStretch } from '../loan-position.ts'
import { rowStretches, stretchInterest } from './interest.ts'

/** Rows that ask for nothing after the balance has run out are not shown. */
export function instalmentsOf(state: FoldState): Instalment[] {
  const rows = state.rows.slice(0, lastShownRow(state) + 1)
  let covered = 0n
  let capitalised = 0n
  let balance = state.principal - overduePrincipal(state)
  const charges = chargeTotals(state)
  return rows.map((row, index) => {
    covered += row.principal
    if (!row.closed) capitalised += row.capitalised
    const charged = charges.get(row.id) ?? NO_CHARGES
    const shown = instalment(state, row, index + 1, charged, covered - capitalised, balance)
    if (!row.closed) balance += row.capitalised - (row.principal - row.paid.principal)
    return shown
  })
}

function lastShownRow(state: FoldState): number {
  const waiting =
    state.agreement.terms.instalmentBasis === 'APPROVED' && state.disbursed < state.agreement.principalApprovedMinor
  if (waiting) return state.rows.length - 1
  const firstOpen = state.rows.findIndex((row) => !row.closed)
  if (firstOpen < 0 && state.principal > 0n) return state.rows.length - 1
  return state.rows.findLastIndex(
    (row) =>
      row.principal > 0n ||
      row.interest > 0n ||
      row.paid.fees + row.paid.penalties > 0n ||
      state.charges.some((charge) => charge.rowId === row.id),
  )
}

function instalment(
  state: FoldState,
  row: Row,
  n: number,
  { fees, penalties }: ChargeTotals,
  covered: bigint,
  balance: bigint,
): Instalment {
  const advanced = state.advances.reduce((sum, advance) => (advance.day <= row.due ? sum + advance.amount : sum), 0n)
  const total = row.principal + row.interest + fees + penalties
  const paid = row.paid.principal + row.paid.interest + row.paid.fees + row.paid.penalties
  return {
    n,
    from: toDate(row.from),
    dueDate: toDate(row.due),
    days: row.due - row.from,
    principalMinor: row.principal,
    interestMinor: row.interest,
    feesMinor: fees,
    penaltiesMinor: penalties,
    paid: { ...row.paid },
    paidInAdvanceMinor: row.paidInAdvance,
    paidLateMinor: row.paidLate,
    balanceMinor: advanced - covered,
    status: statusOf(state, row, total, paid),
    explain: explained(state, row, balance),
  }
}

interface ChargeTotals {
  readonly fees: bigint
  readonly penalties: bigint
}

const NO_CHARGES: ChargeTotals = { fees: 0n, penalties: 0n }

/** Assessed charges by row, less what was waived. */
function chargeTotals(state: FoldState): ReadonlyMap<number, ChargeTotals> {
  const totals = new Map<number, ChargeTotals>()
  for (const { rowId, kind, amount, waived } of state.charges) {
    const { fees, penalties } = totals.get(rowId) ?? NO_CHARGES
    const rest = amount - waived
    totals.set(rowId, kind === 'FEE' ? { fees: fees + rest, penalties } : { fees, penalties: penalties + rest })
  }
  return totals
}

function statusOf(state: FoldState, row: Row, total: bigint, paid: bigint): InstalmentStatus {
  if (paid >= total && (row.closed || total > 0n)) return 'PAID'
  if (row.due < state.today) return 'OVERDUE'
  if (paid > 0n) return 'PARTIAL'
  return row.due === state.today ? 'DUE' : 'FUTURE'
}

function explained(state: FoldState, row: Row, balance: bigint): InterestStretch[] {
  if (row.kind === 'DOWN_PAYMENT') return []
  if (row.flatInterest !== undefined) {
    const rate = state.rates.findLast((each) => each.from < row.due)?.rate ?? state.agreement.interestRate
    return [{ balanceMinor: state.disbursed, rate, days: row.due - row.from, interestMinor: row.flatInterest }]
  }
  const stretches = row.closed ? row.stretches : rowStretches(state, row, balance)
  return stretches.map((stretch) => ({
    balanceMinor: stretch.balance,
    rate: stretch.rate,
    days: stretch.to - stretch.from,
    interestMinor: stretchInterest(state, row, stretch),
  }))
}
