// An account as the ledger sees it: its balance, its holds, and the bounds of the balance.

import type { BusinessDate } from '../platform/kernel/time/clock.ts'

export interface Account {
  readonly accountId: string
  readonly currency: string
  /** The sum of the account's entries. Positive: the institution owes it to the customer. */
  balanceMinor: bigint
  /** In the balance but not available yet: the sum of the open holds. */
  heldMinor: bigint
  /** How far the balance minus the holds may fall below zero; null means no lower bound. */
  readonly overdraftMinor: bigint | null
  /** The balance never rises above this; null means no upper bound. */
  readonly ceilingMinor: bigint | null
  /** How far forced postings have pushed the account below its lower bound. */
  forcedMinor: bigint
}

/** Money that is in the balance but not available yet. */
export interface Hold {
  readonly holdId: string
  readonly accountId: string
  /** The journal that put the money on hold. */
  readonly journalId: string
  amountMinor: bigint
  readonly releaseOn: BusinessDate
  released: boolean
}

export interface AccountRow {
  readonly account_id: string
  readonly currency: string
  readonly balance_minor: bigint
  readonly held_minor: bigint
  readonly overdraft_minor: bigint | null
  readonly ceiling_minor: bigint | null
  readonly forced_minor: bigint
}

/**
 * Columns of an account's row that belong to the keeper of the accounts, not to the ledger. The ledger's own statements
 * read and write them: a second SELECT and a second UPDATE of the same row would double the cost of a posting.
 */
export interface AccountColumns<A extends Account, Row extends AccountRow = AccountRow> {
  /** Part of the names of the statements made with these columns. */
  readonly name: string
  /** The columns read in addition to the ledger's. */
  readonly columns: readonly string[]
  toAccount(row: Row): A
  /** The columns written with the balance of every account that a posting has changed. */
  readonly written: readonly WrittenColumn<A>[]
}

export interface WrittenColumn<A extends Account> {
  readonly column: string
  readonly type: 'text' | 'bigint' | 'integer'
  valueOf(account: A): string | bigint | number | null
}

const LEDGER_COLUMNS = 'account_id, currency, balance_minor, held_minor, overdraft_minor, ceiling_minor, forced_minor'

/** The columns to select: the ledger's and the keeper's. */
export function selectedColumns<A extends Account>({ columns }: AccountColumns<A>): string {
  return [LEDGER_COLUMNS, ...columns].join(', ')
}

/** The ledger's part of an account's row. */
export function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    overdraftMinor: row.overdraft_minor,
    ceilingMinor: row.ceiling_minor,
    forcedMinor: row.forced_minor,
  }
}

/** How far a balance lies below the account's lower bound; zero when it does not. */
export function shortfall({ overdraftMinor }: Account, balanceMinor: bigint, heldMinor: bigint): bigint {
  if (overdraftMinor === null) return 0n
  const below = heldMinor - overdraftMinor - balanceMinor
  return below > 0n ? below : 0n
}
