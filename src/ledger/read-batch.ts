// The first round trip of a batch: opens the transaction, locks the rows it may change, and reads what it must know.
//
// Locks are taken in one order everywhere: institutions by key; within one, accounts by key, then the rows of each owner
// in the pipeline's order of owners; last of all the head of the audit log (audit/batch-audit.ts). Everything else is read
// after the locks, in separate statements, so that their snapshots include what was committed while waiting for the locks.

import { textArray } from '../storage/batches/array-literal.ts'
import type { Trip } from '../storage/batches/trip.ts'
import type { Statement } from '../storage/database.ts'
import { type Account, type AccountColumns, type AccountRow, type Hold, selectedColumns } from './account.ts'
import type { BatchContext, Join, OwnedBatch, Owner, Posting } from './posting.ts'
import { WorkingBooks } from './working-books.ts'

const READ_HOLDS: Statement = {
  name: 'read-holds',
  text: `SELECT hold_id, account_id, transaction_id, amount_minor, release_on
           FROM holds
          WHERE institution_id = $1 AND account_id = ANY ($2::text[]) AND released_at IS NULL`,
}

interface HoldRow {
  hold_id: string
  account_id: string
  transaction_id: string
  amount_minor: bigint
  release_on: string
}

/** One institution's part of a batch. */
export interface OpenedBooks<A extends Account> {
  readonly books: WorkingBooks<A>
  readonly owned: ReadonlyMap<Owner, OwnedBatch<Posting, A>>
}

export class BatchReader<A extends Account> {
  readonly #accountColumns: AccountColumns<A>
  readonly #owners: readonly Owner[]
  readonly #lockAccounts: Statement

  constructor(accountColumns: AccountColumns<A>, owners: readonly Owner[]) {
    this.#accountColumns = accountColumns
    this.#owners = owners
    this.#lockAccounts = {
      name: `lock-accounts:${accountColumns.name}`,
      text: `SELECT ${selectedColumns(accountColumns)}
               FROM accounts
              WHERE institution_id = $1 AND account_id = ANY ($2::text[])
              ORDER BY account_id
                FOR NO KEY UPDATE`,
    }
  }

  /** Queues the reads that one institution's postings need; the caller sends the trip. */
  async read(trip: Trip, context: BatchContext, postings: readonly Posting[]): Promise<OpenedBooks<A>> {
    const { institutionId, businessDate, nowMs } = context
    const accountIds = new Set<string>()
    for (const posting of postings) for (const accountId of posting.accountIds) accountIds.add(accountId)
    // Owners whose books are at a remote core post without accounts; they skip this round of reads.
    const accounts = accountIds.size > 0 ? this.#readAccounts(trip, institutionId, [...accountIds]) : NO_ACCOUNTS
    const joins: Join[] = []
    for (const posting of postings) if (posting.joins !== undefined) joins.push(...posting.joins)
    const owners = this.#owners.filter(
      (owner) => postings.some((posting) => posting.owner === owner) || joins.some((join) => join.owner === owner),
    )
    const opened = owners.map((owner) =>
      owner.open(
        trip,
        context,
        postings.filter((posting) => posting.owner === owner),
        joins.filter((join) => join.owner === owner),
      ),
    )
    const [{ accountRows, holdRows }, ...batches] = await Promise.all([accounts, ...opened])
    const read = {
      accounts: accountRows.map((row) => this.#accountColumns.toAccount(row)),
      holds: holdRows.map(toHold),
    }
    return {
      books: new WorkingBooks(read, nowMs, businessDate),
      owned: new Map(owners.map((owner, i) => [owner, batches[i] as OwnedBatch<Posting, A>])),
    }
  }

  async #readAccounts(trip: Trip, institutionId: string, accountIds: readonly string[]): Promise<AccountsRead> {
    const list = textArray(accountIds)
    const [accounts, holds] = await Promise.all([
      trip.ask<AccountRow>(this.#lockAccounts, [institutionId, list]),
      readHolds(trip, institutionId, list),
    ])
    return { accountRows: accounts.rows, holdRows: holds }
  }
}

interface AccountsRead {
  readonly accountRows: readonly AccountRow[]
  readonly holdRows: readonly HoldRow[]
}

const NO_ACCOUNTS: AccountsRead = { accountRows: [], holdRows: [] }

async function readHolds(trip: Trip, institutionId: string, accountIds: string): Promise<HoldRow[]> {
  return (await trip.ask<HoldRow>(READ_HOLDS, [institutionId, accountIds])).rows
}

/** The open holds of accounts, as they stand. */
export async function readOpenHolds(trip: Trip, institutionId: string, accountIds: string): Promise<Hold[]> {
  return (await readHolds(trip, institutionId, accountIds)).map(toHold)
}

function toHold(row: HoldRow): Hold {
  return {
    holdId: row.hold_id,
    accountId: row.account_id,
    journalId: row.transaction_id,
    amountMinor: row.amount_minor,
    releaseOn: row.release_on,
    released: false,
  }
}
