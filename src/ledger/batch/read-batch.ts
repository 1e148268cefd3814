// The first round trip of a batch: opens the transaction, locks the rows it may change, and reads what it must know.
//
// Locks are taken in one order everywhere: accounts by institution and key; then the rows of each owner in the pipeline's
// order of owners, institution by institution; last of all the head of the audit log (audit/batch-audit.ts). Everything else
// is read after the locks, in separate statements, so that their snapshots include what was committed while waiting for the
// locks.
//
// A batch of several institutions asks for the accounts of all of them in one statement, and owners may do the same
// (Trip.askTogether): per institution, statements would cost more than the postings. Distributed books are on several servers,
// and a statement names one institution.

import { textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../platform/storage/batches/trip.ts'
import type { Statement } from '../../platform/storage/database.ts'
import { type Account, type AccountColumns, type AccountRow, type Hold, selectedColumns } from '../account.ts'
import type { BatchContext, Join, OwnedBatch, Owner, Posting } from '../posting.ts'
import { WorkingBooks } from './working-books.ts'

const READ_HOLDS: Statement = {
  name: 'read-holds',
  text: `SELECT hold_id, account_id, transaction_id, amount_minor, release_on
           FROM holds
          WHERE institution_id = $1 AND account_id = ANY ($2::text[]) AND released_at IS NULL`,
}

const READ_HOLDS_OF_SEVERAL: Statement = {
  name: 'read-holds-of-several',
  text: `SELECT h.institution_id, h.hold_id, h.account_id, h.transaction_id, h.amount_minor, h.release_on
           FROM unnest($1::text[], $2::text[]) AS k (key_institution, key_account)
           JOIN holds h ON h.institution_id = k.key_institution AND h.account_id = k.key_account
          WHERE h.released_at IS NULL`,
}

interface HoldRow {
  hold_id: string
  account_id: string
  transaction_id: string
  amount_minor: bigint
  release_on: string
}

/** What a batch posts in one institution. */
export interface BooksAsked {
  readonly context: BatchContext
  readonly postings: readonly Posting[]
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
  readonly #lockAccountsOfSeveral: Statement

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
    this.#lockAccountsOfSeveral = {
      name: `lock-accounts-of-several:${accountColumns.name}`,
      text: `SELECT institution_id, ${selectedColumns(accountColumns)}
               FROM unnest($1::text[], $2::text[]) AS k (key_institution, key_account)
               JOIN accounts a ON a.institution_id = k.key_institution AND a.account_id = k.key_account
              ORDER BY a.institution_id, a.account_id
                FOR NO KEY UPDATE OF a`,
    }
  }

  /** Queues the reads that the postings need, in key order of the institutions; the caller sends the trip. */
  async read(trip: Trip, asked: readonly BooksAsked[]): Promise<OpenedBooks<A>[]> {
    const isOne = asked.length === 1 || trip.isDistributed
    const accounts = asked.map(({ context: { institutionId }, postings }) => {
      const accountIds = new Set<string>()
      for (const posting of postings) for (const accountId of posting.accountIds) accountIds.add(accountId)
      // Owners whose books are at a remote core post without accounts; they skip this round of reads.
      if (accountIds.size === 0) return NO_ACCOUNTS
      return isOne
        ? this.#readAccounts(trip, institutionId, [...accountIds])
        : this.#readAccountsOfSeveral(trip, institutionId, [...accountIds])
    })
    const joins = asked.map(({ postings }) => postings.flatMap((posting) => posting.joins ?? []))
    const opened = asked.map((): Map<Owner, Promise<OwnedBatch<Posting, A>>> => new Map())
    for (const owner of this.#owners) {
      for (const [i, { context, postings }] of asked.entries()) {
        const own = postings.filter((posting) => posting.owner === owner)
        const joined = (joins[i] as Join[]).filter((join) => join.owner === owner)
        if (own.length + joined.length > 0) opened[i]?.set(owner, owner.open(trip, context, own, joined))
      }
    }
    return Promise.all(asked.map(({ context }, i) => this.#opened(context, accounts[i] ?? NO_ACCOUNTS, opened[i])))
  }

  async #opened(
    { nowMs, businessDate }: BatchContext,
    accounts: AccountsRead | Promise<AccountsRead>,
    opened: ReadonlyMap<Owner, Promise<OwnedBatch<Posting, A>>> = new Map(),
  ): Promise<OpenedBooks<A>> {
    const owners = [...opened.keys()]
    const [{ accountRows, holdRows }, ...batches] = await Promise.all([accounts, ...opened.values()])
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

  async #readAccountsOfSeveral(
    trip: Trip,
    institutionId: string,
    accountIds: readonly string[],
  ): Promise<AccountsRead> {
    const keys = [accountIds.map(() => institutionId), accountIds]
    const [accounts, holds] = await Promise.all([
      trip.askTogether<AccountRow & OfInstitution>(this.#lockAccountsOfSeveral, keys),
      trip.askTogether<HoldRow & OfInstitution>(READ_HOLDS_OF_SEVERAL, keys),
    ])
    const isOwn = (row: OfInstitution) => row.institution_id === institutionId
    return { accountRows: accounts.rows.filter(isOwn), holdRows: holds.rows.filter(isOwn) }
  }
}

interface OfInstitution {
  readonly institution_id: string
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
