// What a row asks for: its interest and principal, by its kind and by what the rows before it leave to it.

import {
  type Carried,
  closedRows,
  type FoldState,
  isUnpaid,
  NOTHING_CARRIED,
  overduePrincipal,
  type Row,
} from '../fold/fold-state.ts'
import { plannedInterest, rowStretches } from './interest.ts'

interface AskedFigures {
  principal: bigint
  interest: bigint
  carried: Carried
  capitalised: bigint
}

interface RowFigures extends AskedFigures {
  /** What is left of the excess that the row was given. */
  excessLeft: bigint
}

/** What the rows before a row leave to it. */
interface RowContext {
  /** The plan's balance at the start of what is left of the row. */
  balance: bigint
  /** Principal that this row and later ones cover, less what has been paid of the later ones. */
  remaining: bigint
  carried: Carried
  /** What rows before it could not take of the excess. */
  excess: bigint
  last: boolean
}

/** Sets the figures of an open row; answers them with what the next row takes over. */
export function projectRow(state: FoldState, row: Row, context: RowContext): RowFigures {
  const figures = rowFigures(state, row, context)
  row.principal = figures.principal
  row.interest = figures.interest
  row.collectedOnTop = row.carriedOnTop + context.carried.onTop
  row.capitalised = figures.capitalised
  row.passed = figures.carried
  row.excessLeft = figures.excessLeft
  return figures
}

/** By how much early money has made the running row's principal larger than its plan. */
export function growthOfRunningRow(state: FoldState): bigint {
  const index = closedRows(state)
  const row = state.rows[index]
  if (row === undefined || index === state.rows.length - 1) return 0n
  const overdue = overduePrincipal(state)
  const remaining = remainingFor(state, row, overdue)
  const balance = state.principal - overdue
  const own = row.flatInterest ?? plannedInterest(state, row, balance)
  const full = askedFigures(row, own, row.carriedWithin, row.carriedOnTop, remaining).principal
  const asked = full - takenOf(row.excess, full)
  const grown = larger(asked, row.prepaid) + row.extra
  return smaller(grown, remaining) - smaller(asked, remaining)
}

/** What the running row and later ones cover, less what was paid of the later ones: what is not overdue, and its own. */
function remainingFor(state: FoldState, row: Row, overdue: bigint): bigint {
  return state.principal - overdue + row.paid.principal
}

/** Nothing is owed, and the plan as projected asks for nothing more. */
export function isPaid(state: FoldState): boolean {
  return (
    state.principal === 0n &&
    state.rows.every((row) => !isUnpaid(row)) &&
    state.charges.every((charge) => charge.amount === charge.paid + charge.waived)
  )
}

/**
 * The running row reaches its due date: its figures become final and what it carries goes to the next row. `overdue` is
 * the unpaid principal of the rows before it.
 */
export function closeRow(state: FoldState, row: Row, overdue: bigint): void {
  const index = closedRows(state)
  const figures = rowFigures(state, row, {
    balance: state.principal,
    remaining: remainingFor(state, row, overdue),
    carried: NOTHING_CARRIED,
    excess: 0n,
    last: index === state.rows.length - 1,
  })
  row.stretches = row.flatInterest === undefined ? rowStretches(state, row, state.principal) : []
  row.principal = figures.principal
  row.interest = figures.interest
  row.capitalised = figures.capitalised
  row.passed = figures.carried
  row.excessLeft = figures.excessLeft
  row.closed = true
  state.balanceSince = row.due
  const next = state.rows[index + 1]
  if (next === undefined) return
  next.carriedWithin += row.passed.within
  next.carriedOnTop += row.passed.onTop
  next.excess += row.excessLeft
}

/** Takes back that a row has closed today, before anything was paid on the day: its plan can change once more. */
export function reopenRow(state: FoldState, row: Row): void {
  row.closed = false
  const next = state.rows[state.rows.indexOf(row) + 1]
  if (next === undefined) return
  next.carriedWithin -= row.passed.within
  next.carriedOnTop -= row.passed.onTop
  next.excess -= row.excessLeft
}

/** Interest by its stretches, principal by the row's kind; the last row takes what is left. */
function rowFigures(state: FoldState, row: Row, context: RowContext): RowFigures {
  const own = row.flatInterest ?? plannedInterest(state, row, context.balance)
  const within = row.carriedWithin + context.carried.within
  const onTop = row.carriedOnTop + context.carried.onTop
  if (context.last) {
    const interest = larger(lastInterest(row, own, within + onTop), row.paid.interest)
    const principal = larger(context.remaining, 0n)
    return { principal, interest, carried: NOTHING_CARRIED, capitalised: 0n, excessLeft: 0n }
  }
  const asked = askedFigures(row, own, within, onTop, context.remaining)
  const excess = row.excess + context.excess
  const taken = takenOf(excess, asked.principal)
  const principal = larger(larger(asked.principal - taken, row.prepaid) + row.extra, row.paid.principal)
  return {
    ...keepPaidInterest(row, { ...asked, principal: smaller(principal, context.remaining) }),
    excessLeft: excess - taken,
  }
}

/** The last row collects all interest. What an arrangement waives stays waived, when REDUCE_TERM leaves its row the last one. */
function lastInterest(row: Row, own: bigint, carried: bigint): bigint {
  if (row.unpaidInterest !== 'WAIVE') return own + carried
  if (row.kind === 'NOTHING') return carried
  return row.kind === 'FIXED' ? smaller(own + carried, row.fixed) : own + carried
}

/** What a row takes of the excess: no more than its principal. */
function takenOf(excess: bigint, principal: bigint): bigint {
  return smaller(excess, larger(principal, 0n))
}

/** What a row that is not the last one asks for, by its kind. */
function askedFigures(row: Row, own: bigint, within: bigint, onTop: bigint, remaining: bigint): AskedFigures {
  switch (row.kind) {
    case 'DOWN_PAYMENT':
      return { principal: row.fixed, interest: 0n, carried: { within, onTop }, capitalised: 0n }
    case 'INTEREST':
      return deferred(row, { principal: 0n, interest: own + within + onTop, carried: NOTHING_CARRIED, capitalised: 0n })
    case 'NOTHING':
      return { principal: 0n, interest: 0n, ...unpaidInterest(row, own, { within, onTop }) }
    case 'FIXED': {
      const gross = own + within + onTop
      const interest = smaller(gross, row.fixed)
      return { principal: row.fixed - interest, interest, ...unpaidInterest(row, gross - interest, NOTHING_CARRIED) }
    }
    case 'LEVEL':
      return deferred(row, { ...levelFigures(row, own, within, onTop, remaining), capitalised: 0n })
  }
}

/** Grace on interest: a later row collects it. */
function deferred(row: Row, figures: AskedFigures): AskedFigures {
  if (!row.defersInterest) return figures
  return { ...figures, interest: 0n, carried: { within: figures.carried.within, onTop: figures.interest } }
}

/** Interest that was paid before the row's plan changed stays in the row; less of it is passed on. */
function keepPaidInterest(row: Row, figures: AskedFigures): AskedFigures {
  const paid = row.paid.interest - figures.interest
  if (paid <= 0n) return figures
  const { within, onTop } = figures.carried
  const fromTop = smaller(paid, onTop)
  const fromWithin = smaller(paid - fromTop, within)
  return {
    ...figures,
    interest: row.paid.interest,
    capitalised: larger(figures.capitalised - (paid - fromTop - fromWithin), 0n),
    carried: { within: within - fromWithin, onTop: onTop - fromTop },
  }
}

/** The annuity's C = A − I; interest beyond A is carried, free of interest. Other methods have their planned principal. */
function levelFigures(
  row: Row,
  own: bigint,
  within: bigint,
  onTop: bigint,
  remaining: bigint,
): Omit<AskedFigures, 'capitalised'> {
  const interest = own + within
  if (row.planned !== undefined) {
    return { principal: row.planned, interest: interest + onTop, carried: NOTHING_CARRIED }
  }
  // The balance runs out in this row: it collects all the interest that there is.
  if (remaining === 0n) return { principal: 0n, interest: interest + onTop, carried: NOTHING_CARRIED }
  if (interest > row.level) {
    return { principal: 0n, interest: row.level + onTop, carried: { within: interest - row.level, onTop: 0n } }
  }
  return { principal: row.level - interest, interest: interest + onTop, carried: NOTHING_CARRIED }
}

function unpaidInterest(row: Row, unpaid: bigint, carried: Carried): { carried: Carried; capitalised: bigint } {
  switch (row.unpaidInterest) {
    case 'DEFER':
      return { carried: { within: 0n, onTop: unpaid + carried.within + carried.onTop }, capitalised: 0n }
    case 'CAPITALISE':
      return { carried, capitalised: unpaid }
    case 'WAIVE':
      return { carried, capitalised: 0n }
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
