// The state of a fold as it is stored with its loan. Rows and transactions, which are nearly all of it, have forms of their
// own; the rest is packed as any other value.

import type { FoldState } from '../../engine/fold/fold-state.ts'
import type { LoanAgreement } from '../../engine/terms.ts'
import type { FoldSnapshot } from '../history-fold.ts'
import { packRows, unpackRows } from './packed-rows.ts'
import { type PackedTransaction, packTransaction, unpackTransaction } from './packed-transactions.ts'
import { packedValue, unpackedValue } from './packed-values.ts'

/**
 * Version of the fold that made a state, and of this form. Raise it with every change of the engine that changes a
 * state or how one is reached: states of another fold are ignored, and their histories folded from the start.
 */
const FOLD_VERSION = 4

interface Stored {
  readonly foldVersion: number
  readonly eventIds: readonly string[]
  readonly lastKind?: FoldSnapshot['lastKind']
  readonly rows: string
  readonly dropped: string
  readonly rowsBeforeHardship?: string
  readonly transactions: readonly PackedTransaction[]
  /** Everything else. */
  readonly state: unknown
}

/** The agreement is left out where events have not changed it: it is stored with the loan. */
export function writeSnapshot({ eventIds, state, lastKind }: FoldSnapshot, agreement: LoanAgreement): string {
  const { agreement: agreed, rows, dropped, transactions, beforeHardship: before, ...others } = state
  const rest = before === undefined ? others : { ...others, beforeHardship: { ...before, rows: [] } }
  const stored: Stored = {
    foldVersion: FOLD_VERSION,
    eventIds,
    lastKind,
    rows: packRows(rows),
    dropped: packRows(dropped),
    ...(before !== undefined && { rowsBeforeHardship: packRows(before.rows) }),
    transactions: transactions.map(packTransaction),
    state: packedValue(agreed === agreement ? rest : { ...rest, agreement: agreed }),
  }
  return JSON.stringify(stored)
}

/** Undefined when another version of the fold has made it. */
export function readSnapshot(stored: string, agreement: LoanAgreement): FoldSnapshot | undefined {
  if (!stored.startsWith(`{"foldVersion":${FOLD_VERSION},`)) return undefined
  const { eventIds, lastKind, rows, dropped, rowsBeforeHardship, transactions, state } = JSON.parse(stored) as Stored
  const rest = unpackedValue(state) as Omit<FoldState, 'rows' | 'dropped' | 'transactions'>
  return {
    eventIds,
    lastKind,
    state: {
      ...EMPTY,
      ...rest,
      agreement: rest.agreement ?? agreement,
      rows: unpackRows(rows),
      dropped: unpackRows(dropped),
      ...(rest.beforeHardship !== undefined &&
        rowsBeforeHardship !== undefined && {
          beforeHardship: { ...rest.beforeHardship, rows: unpackRows(rowsBeforeHardship) },
        }),
      transactions: transactions.map(unpackTransaction),
    },
  }
}

/** Members that are undefined in a state are not stored. */
const EMPTY = {
  disbursedOn: undefined,
  firstPeriod: undefined,
  beforeHardship: undefined,
  chargedOffOn: undefined,
  closedBy: undefined,
}
