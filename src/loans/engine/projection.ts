// The plan from today on: each open row's interest and principal, as if arrears were paid today.

import { type FoldState, overduePrincipal, type Row, totalPrincipal } from './fold-state.ts'
import { plannedInterest, rowStretches } from './interest.ts'

interface Carried {
  within: bigint
  onTop: bigint
}

interface RowFigures {
  principal: bigint
  interest: bigint
  carried: Carried
  capitalised: bigint
}

/** Sets principal and interest of every open row. Closed rows keep theirs. */
export function project(state: FoldState): void {
  let covered = 0n
  let carried: Carried = { within: 0n, onTop: 0n }
  let balance = state.principal - overduePrincipal(state)
  let total = totalPrincipal(state)
  const lastRow = state.rows.at(-1)
  for (const row of state.rows) {
    if (!row.closed) {
      const figures = rowFigures(state, row, { balance, remaining: total - covered, carried, last: row === lastRow })
      row.principal = figures.principal
      row.interest = figures.interest
      row.capitalised = figures.capitalised
      row.uncollected = figures.carried.within + figures.carried.onTop
      carried = figures.carried
      balance += figures.capitalised - (figures.principal - row.paid.principal)
      total += figures.capitalised
    }
    covered += row.principal
  }
}

/** The running row reaches its due date: its figures become final and what it carries goes to the next row. */
export function closeRow(state: FoldState, row: Row): void {
  const index = state.rows.indexOf(row)
  const covered = state.rows.slice(0, index).reduce((sum, earlier) => sum + earlier.principal, 0n)
  const figures = rowFigures(state, row, {
    balance: state.principal,
    remaining: totalPrincipal(state) - covered,
    carried: { within: 0n, onTop: 0n },
    last: index === state.rows.length - 1,
  })
  row.stretches = row.flatInterest === undefined ? rowStretches(state, row, state.principal) : []
  row.principal = figures.principal
  row.interest = figures.interest
  row.capitalised = figures.capitalised
  row.closed = true
  state.balanceSince = row.due
  const next = state.rows[index + 1]
  if (next !== undefined) {
    next.carriedWithin += figures.carried.within
    next.carriedOnTop += figures.carried.onTop
  }
}

interface RowContext {
  /** The plan's balance at the start of what is left of the row. */
  balance: bigint
  /** Principal that this row and later ones cover. */
  remaining: bigint
  carried: Carried
  last: boolean
}

/** Interest by its stretches, principal by the row's kind; the last row takes what is left. */
function rowFigures(state: FoldState, row: Row, context: RowContext): RowFigures {
  const own = row.flatInterest ?? plannedInterest(state, row, context.balance)
  const within = row.carriedWithin + context.carried.within
  const onTop = row.carriedOnTop + context.carried.onTop
  const nothing = { within: 0n, onTop: 0n }
  const paidEarly = row.prepaid + row.extra
  if (context.last) {
    const principal = larger(context.remaining, 0n)
    return { principal, interest: own + within + onTop, carried: nothing, capitalised: 0n }
  }
  const bounded = (principal: bigint) => smaller(larger(principal, row.prepaid) + row.extra, context.remaining)
  switch (row.kind) {
    case 'DOWN_PAYMENT':
      return {
        principal: smaller(row.fixed, context.remaining),
        interest: 0n,
        carried: { within, onTop },
        capitalised: 0n,
      }
    case 'INTEREST': {
      const all = own + within + onTop
      if (row.defersInterest)
        return { principal: paidEarly, interest: 0n, carried: { within: 0n, onTop: all }, capitalised: 0n }
      return { principal: bounded(0n), interest: all, carried: nothing, capitalised: 0n }
    }
    case 'NOTHING':
      return { principal: paidEarly, interest: 0n, ...unpaidInterest(row, own, { within, onTop }) }
    case 'FIXED': {
      const gross = own + within + onTop
      const interest = smaller(gross, row.fixed)
      return { principal: bounded(row.fixed - interest), interest, ...unpaidInterest(row, gross - interest, nothing) }
    }
    case 'LEVEL': {
      const figures = levelFigures(row, own, within, onTop, context.remaining)
      const principal = bounded(figures.principal)
      if (!row.defersInterest) return { ...figures, principal, capitalised: 0n }
      const carried = { within: figures.carried.within, onTop: figures.interest }
      return { principal, interest: 0n, carried, capitalised: 0n }
    }
  }
}

/** The annuity's C = A − I; interest beyond A is carried, free of interest. Other methods have their planned principal. */
function levelFigures(
  row: Row,
  own: bigint,
  within: bigint,
  onTop: bigint,
  remaining: bigint,
): Omit<RowFigures, 'capitalised'> {
  const interest = own + within
  if (row.planned !== undefined) {
    return { principal: row.planned, interest: interest + onTop, carried: { within: 0n, onTop: 0n } }
  }
  // The balance runs out in this row: it collects all the interest that there is.
  if (remaining === 0n) return { principal: 0n, interest: interest + onTop, carried: { within: 0n, onTop: 0n } }
  if (interest > row.level) {
    return { principal: 0n, interest: row.level + onTop, carried: { within: interest - row.level, onTop: 0n } }
  }
  return { principal: row.level - interest, interest: interest + onTop, carried: { within: 0n, onTop: 0n } }
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
