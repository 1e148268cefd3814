// The plan from today on: each open row's interest and principal, as if arrears were paid today.
//
// Nearly every row is plain: interest on the balance at one rate, and the principal that is planned or that the
// instalment leaves. Plain rows are computed in columns of Numbers. The other rows, and all rows of a loan whose amounts
// are beyond the range of Numbers, are computed with bigints by projectRow, which has the rules.

import { stretchYears } from '../arithmetic/day-count.ts'
import { type Fraction, percent, rateOver, share } from '../arithmetic/fraction.ts'
import { bigintOf, isExact, numberOf, numberRange, roundQuotient } from '../arithmetic/whole-numbers.ts'
import {
  carriesNothing,
  closedRows,
  type FoldState,
  NOTHING_CARRIED,
  overduePrincipal,
  type Row,
  runningRow,
  totalPrincipal,
} from '../fold/fold-state.ts'
import { projectRow } from './projection.ts'

/** Sets principal and interest of every open row. Closed rows keep theirs. */
export function project(state: FoldState): void {
  new OpenRows(state).write()
}

/** The columns of a row: how it is computed, what it asks for, and its rate n / d. */
const KIND = 0
const ASKED = 1
const N = 2
const D = 3
const COLUMNS = 4

/** KIND: not plain; asks for an instalment that includes interest; asks for principal, with interest beside it. */
const OTHER = 0
const LEVEL = 1
const PLANNED = 2

/** D: N is the interest itself, not a rate; the rate has no exact Numbers; the row has several rates. */
const FLAT = 0
const BEYOND = -1
const SEVERAL = Number.NaN

export class OpenRows {
  readonly #state: FoldState
  readonly #first: number
  readonly #columns: Float64Array
  /** Rates that are beyond the range of Numbers, by row. */
  readonly #rates = new Map<number, Fraction>()
  /** The balance that the first row begins with, and the principal that the open rows cover less what is paid of it. */
  readonly #balance: number
  readonly #uncovered: number

  constructor(state: FoldState) {
    const first = closedRows(state)
    this.#state = state
    this.#first = first
    this.#columns = new Float64Array((state.rows.length - first) * COLUMNS)
    this.#balance = numberOf(state.principal - overduePrincipal(state))
    this.#uncovered = uncoveredPrincipal(state)
    if (!this.#isExact()) return
    this.readPlans()
    this.#readRates()
  }

  /** Amounts are computed in Numbers at all. */
  #isExact(): boolean {
    return isExact(this.#balance) && isExact(this.#uncovered)
  }

  /** How each row is computed, and what it asks for. To be called again when that has changed, which rates do not. */
  readPlans(): void {
    if (!this.#isExact()) return
    const { rows } = this.#state
    const columns = this.#columns
    for (let index = this.#first, at = 0; index < rows.length; index += 1, at += COLUMNS) {
      const row = rows[index] as Row
      columns[at + KIND] = OTHER
      if (!isPlain(this.#state, row, index)) continue
      const planned = row.kind === 'LEVEL' ? row.planned : 0n
      columns[at + KIND] = planned === undefined ? LEVEL : PLANNED
      columns[at + ASKED] = numberOf(planned ?? row.level)
    }
  }

  #readRates(): void {
    const { rows, rates, agreement } = this.#state
    const columns = this.#columns
    const chargedOffOn = this.#state.chargedOffOn ?? Number.POSITIVE_INFINITY
    let rate = 0
    let percentage = percent(rates[0]?.rate ?? agreement.interestRate)
    let changesOn = rates[1]?.from ?? Number.POSITIVE_INFINITY
    for (let index = this.#first, at = 0; index < rows.length; index += 1, at += COLUMNS) {
      const row = rows[index] as Row
      for (; changesOn <= row.from; changesOn = rates[rate + 1]?.from ?? Number.POSITIVE_INFINITY) {
        rate += 1
        percentage = percent(rates[rate]?.rate ?? agreement.interestRate)
      }
      if (row.flatInterest !== undefined) {
        columns[at + N] = numberOf(row.flatInterest)
        columns[at + D] = FLAT
      } else if (chargedOffOn <= row.from) {
        columns[at + D] = 1
      } else if (changesOn < row.due || chargedOffOn < row.due) {
        columns[at + D] = SEVERAL
      } else {
        const years = stretchYears(agreement.terms.dayCount, row, row.from, row.due)
        const n = percentage.numberN * years.n
        const d = percentage.numberD * years.d
        const fits = isExact(n) && isExact(d)
        columns[at + N] = n
        columns[at + D] = fits ? d : BEYOND
        if (!fits) this.#rates.set(index, rateOver(percentage, years))
      }
    }
  }

  /** The rate of a row's whole period; undefined when it has several. */
  rate(index: number): number | undefined {
    const at = (index - this.#first) * COLUMNS
    const d = this.#columns[at + D] as number
    if (d > 0) return (this.#columns[at + N] as number) / d
    const beyond = this.#rates.get(index)
    return beyond === undefined ? undefined : Number(beyond.n) / Number(beyond.d)
  }

  /** Sets the instalment of the levelled rows from an index on. */
  setLevel(index: number, instalment: bigint): void {
    const { rows } = this.#state
    const asked = numberOf(instalment)
    for (let each = index; each < rows.length; each += 1) {
      const row = rows[each] as Row
      if (row.kind !== 'LEVEL') continue
      row.level = instalment
      this.#columns[(each - this.#first) * COLUMNS + ASKED] = asked
    }
  }

  /** Sets the figures of the last row, and not those of plain ones: how the plan ends. */
  tryOut(): void {
    this.#run(false)
  }

  /** Sets the figures of the open rows; of those before `end` only when there is one. */
  write(end = this.#state.rows.length): void {
    this.#run(true, end)
  }

  #run(writesPlain: boolean, end = this.#state.rows.length): void {
    if (!this.#isExact() || !this.#runInNumbers(writesPlain, end)) projectExactly(this.#state)
  }

  /** False when an amount leaves the range. */
  #runInNumbers(writesPlain: boolean, end: number): boolean {
    const { rows } = this.#state
    const columns = this.#columns
    let balance = this.#balance
    let uncovered = this.#uncovered
    let carried = NOTHING_CARRIED
    let excess = 0n
    for (let index = this.#first, at = 0; index < end; index += 1, at += COLUMNS) {
      const kind = columns[at + KIND]
      if (kind !== OTHER && carried === NOTHING_CARRIED && excess === 0n) {
        const asked = columns[at + ASKED] as number
        const interest = this.#interest(index, at, balance)
        // An instalment that does not cover its interest is a matter of the rules, unless the balance has run out.
        const isCovered = kind === PLANNED || interest <= asked || uncovered === 0
        const wanted = kind === PLANNED ? Math.max(asked, 0) : uncovered === 0 ? 0 : asked - interest
        const principal = Math.min(wanted, uncovered)
        if (isCovered && isExact(interest) && isExact(principal)) {
          if (writesPlain) writeRow(rows[index] as Row, principal, interest)
          balance -= principal
          uncovered -= principal
          continue
        }
      }
      const row = rows[index] as Row
      const paid = numberOf(row.paid.principal)
      const context = {
        balance: BigInt(balance),
        remaining: BigInt(uncovered + paid),
        carried,
        excess,
        last: index === rows.length - 1,
      }
      const figures = projectRow(this.#state, row, context)
      const change = numberOf(figures.capitalised) - (numberOf(figures.principal) - paid)
      balance += change
      uncovered += change
      carried = carriesNothing(figures.carried) ? NOTHING_CARRIED : figures.carried
      excess = figures.excessLeft
      if (!isExact(balance) || !isExact(uncovered)) return false
    }
    return true
  }

  /** The interest of a plain row; NaN when only the rules can tell. */
  #interest(index: number, at: number, balance: number): number {
    const { rounding } = this.#state.agreement.terms
    const n = this.#columns[at + N] as number
    const d = this.#columns[at + D] as number
    if (d === FLAT) return n
    const product = balance * n
    if (d > 0 && product >= 0 && product <= numberRange.most) return roundQuotient(product, d, rounding)
    if (Number.isNaN(d)) return Number.NaN
    const rate = this.#rates.get(index) ?? { n: BigInt(n), d: BigInt(d) }
    return numberOf(share(BigInt(balance), rate, rounding))
  }
}

/**
 * A row whose figures follow from its balance, rate and instalment alone: no money has come early, nothing was carried
 * to it, and it had one balance so far. Its interest can still be more than its instalment.
 */
export function isPlain(state: FoldState, row: Row, index: number): boolean {
  return (
    (row.kind === 'LEVEL' || row.kind === 'INTEREST') &&
    index < state.rows.length - 1 &&
    !row.defersInterest &&
    row.carriedWithin === 0n &&
    row.carriedOnTop === 0n &&
    row.extra === 0n &&
    row.excess === 0n &&
    row.prepaid === 0n &&
    row.paid.principal === 0n &&
    row.paid.interest === 0n &&
    row.stretches.length === 0 &&
    state.balanceSince <= row.from &&
    (state.today <= row.from || (row === runningRow(state) && overduePrincipal(state) === 0n))
  )
}

function writeRow(row: Row, principal: number, interest: number): void {
  row.principal = bigintOf(principal)
  row.interest = bigintOf(interest)
  row.collectedOnTop = 0n
  row.capitalised = 0n
  row.passed = NOTHING_CARRIED
  row.excessLeft = 0n
}

/** All principal, less what closed rows cover, and what open rows are paid in advance. */
function uncoveredPrincipal(state: FoldState): number {
  let uncovered = numberOf(totalPrincipal(state))
  for (const row of state.rows) {
    const amount = row.closed ? row.principal : row.paid.principal
    if (amount !== 0n) uncovered -= numberOf(amount)
  }
  return uncovered
}

/** The plan in bigints alone. */
function projectExactly(state: FoldState): void {
  let covered = 0n
  let carried = NOTHING_CARRIED
  let excess = 0n
  let balance = state.principal - overduePrincipal(state)
  let total = totalPrincipal(state)
  let paidLater = state.rows.reduce((sum, row) => (row.closed ? sum : sum + row.paid.principal), 0n)
  const lastRow = state.rows.at(-1)
  for (const row of state.rows) {
    if (!row.closed) {
      paidLater -= row.paid.principal
      const remaining = total - covered - paidLater
      const figures = projectRow(state, row, { balance, remaining, carried, excess, last: row === lastRow })
      carried = figures.carried
      excess = figures.excessLeft
      balance += figures.capitalised - (figures.principal - row.paid.principal)
      total += figures.capitalised
    }
    covered += row.principal
  }
}
