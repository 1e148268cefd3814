// The schedule as it is shown: each row with its components, what is paid, and how its interest came about.

import { toDate } from '../arithmetic/calendar-days.ts'
import {
  carriesNothing,
  closedRows,
  type FoldState,
  isUnpaid,
  overduePrincipal,
  type Row,
  unpaidOf,
} from '../fold/fold-state.ts'
import type { Instalment, InstalmentStatus, InterestStretch } from '../fold/loan-position.ts'
import { rowStretches, stretchInterest } from './interest.ts'
import { isPlain } from './open-rows.ts'

/** Rows that ask for nothing after the balance has run out are not shown. */
export class ShownRows {
  readonly #state: FoldState
  readonly #charges: ReadonlyMap<number, ChargeTotals>
  readonly #count: number

  constructor(state: FoldState) {
    this.#state = state
    this.#charges = chargeTotals(state)
    this.#count = lastShownRow(state, this.#charges) + 1
  }

  /** The due date of the last one. */
  lastDue(): string | undefined {
    const last = this.#state.rows[this.#count - 1]
    return last && toDate(last.due)
  }

  /** The first row that is due on the day or later and asks for something. */
  nextUnpaid(from: number): { readonly row: Row; readonly unpaidMinor: bigint } | undefined {
    for (let index = 0; index < this.#count; index += 1) {
      const row = this.#state.rows[index] as Row
      if (row.due < from) continue
      const { fees, penalties } = this.#charges.get(row.id) ?? NO_CHARGES
      const unpaidMinor = unpaidOf(row) + fees - row.paid.fees + penalties - row.paid.penalties
      if (unpaidMinor > 0n) return { row, unpaidMinor }
    }
    return undefined
  }

  instalments(): Instalment[] {
    return instalmentsOf(this.#state, this.#count, this.#charges)
  }
}

function instalmentsOf(state: FoldState, count: number, charges: ReadonlyMap<number, ChargeTotals>): Instalment[] {
  const instalments: Instalment[] = []
  let balance = state.principal - overduePrincipal(state)
  let left = 0n
  let advance = 0
  for (const [index, row] of state.rows.entries()) {
    if (index === count) break
    // What entered the principal up to the row's due date; both lists are in the order of their days.
    for (
      let next = state.advances[advance];
      next !== undefined && next.day <= row.due;
      next = state.advances[advance]
    ) {
      left += next.amount
      advance += 1
    }
    left -= row.principal
    if (!row.closed && row.capitalised !== 0n) left += row.capitalised
    instalments.push(instalment(state, row, index, charges.get(row.id) ?? NO_CHARGES, left, balance))
    if (row.closed) continue
    balance -= row.principal
    if (row.capitalised !== 0n || row.paid.principal !== 0n) balance += row.capitalised + row.paid.principal
  }
  return instalments
}

function lastShownRow(state: FoldState, charges: ReadonlyMap<number, ChargeTotals>): number {
  const waiting =
    state.agreement.terms.instalmentBasis === 'APPROVED' && state.disbursed < state.agreement.principalApprovedMinor
  if (waiting) return state.rows.length - 1
  if (closedRows(state) === state.rows.length && state.principal > 0n) return state.rows.length - 1
  return state.rows.findLastIndex(
    (row) =>
      row.principal > 0n || row.interest > 0n || row.paid.fees > 0n || row.paid.penalties > 0n || charges.has(row.id),
  )
}

function instalment(
  state: FoldState,
  row: Row,
  index: number,
  charged: ChargeTotals,
  left: bigint,
  balance: bigint,
): Instalment {
  return {
    n: index + 1,
    from: toDate(row.from),
    dueDate: toDate(row.due),
    days: row.due - row.from,
    principalMinor: row.principal,
    interestMinor: row.interest,
    feesMinor: charged.fees,
    penaltiesMinor: charged.penalties,
    paid: row.paid,
    paidInAdvanceMinor: row.paidInAdvance,
    paidLateMinor: row.paidLate,
    balanceMinor: left,
    status: statusOf(state, row, charged),
    explain: explained(state, row, index, balance),
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

function statusOf(state: FoldState, row: Row, charged: ChargeTotals): InstalmentStatus {
  const { principal, interest, paid } = row
  const asksAnything = principal > 0n || interest > 0n || charged.fees > 0n || charged.penalties > 0n
  if (isSettled(row, charged) && (row.closed || asksAnything)) return 'PAID'
  if (row.due < state.today) return 'OVERDUE'
  if (paid.principal > 0n || paid.interest > 0n || paid.fees > 0n || paid.penalties > 0n) return 'PARTIAL'
  return row.due === state.today ? 'DUE' : 'FUTURE'
}

/** As much is paid as is asked for. Most rows have no charges. */
function isSettled(row: Row, { fees, penalties }: ChargeTotals): boolean {
  const { paid } = row
  if (fees === paid.fees && penalties === paid.penalties) return !isUnpaid(row)
  return unpaidOf(row) + fees - paid.fees + penalties - paid.penalties <= 0n
}

function explained(state: FoldState, row: Row, index: number, balance: bigint): InterestStretch[] {
  if (row.kind === 'DOWN_PAYMENT') return []
  if (row.flatInterest !== undefined) {
    const rate = state.rates.findLast((each) => each.from < row.due)?.rate ?? state.agreement.interestRate
    return [{ balanceMinor: state.disbursed, rate, days: row.due - row.from, interestMinor: row.flatInterest }]
  }
  const isWhole = !row.closed && isPlain(state, row, index) && collectsOwn(state, row, index)
  const [rate, other] = state.rates
  if (isWhole && rate !== undefined && other === undefined && state.chargedOffOn === undefined && row.due > row.from)
    return [{ balanceMinor: balance, rate: rate.rate, days: row.due - row.from, interestMinor: row.interest }]
  const stretches = row.closed ? row.stretches : rowStretches(state, row, balance)
  if (isWhole && stretches.length === 1)
    return stretches.map((stretch) => ({
      balanceMinor: stretch.balance,
      rate: stretch.rate,
      days: stretch.to - stretch.from,
      interestMinor: row.interest,
    }))
  return stretches.map((stretch) => ({
    balanceMinor: stretch.balance,
    rate: stretch.rate,
    days: stretch.to - stretch.from,
    interestMinor: stretchInterest(state, row, stretch),
  }))
}

/** The row's interest is that of its days: nothing came from the row before, and nothing goes to the next. */
function collectsOwn(state: FoldState, row: Row, index: number): boolean {
  const before = state.rows[index - 1]
  return carriesNothing(row.passed) && (before === undefined || before.closed || carriesNothing(before.passed))
}
