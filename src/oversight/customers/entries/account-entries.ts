// The entries of an account, newest first, at most a few seconds old: what the sweep of entry-index.ts has listed.

import { readRecord } from '../../../administration/records/read-records.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { COUNT_LIMIT, countOf, type PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { ACCOUNTS, type AccountRecord } from '../accounts/account-records.ts'
import type { FoundFrom, FoundPage } from '../search/customer-record-search.ts'
import { readCursor, searchOf, writeCursor } from '../search/search-cursor.ts'

export interface AccountEntry {
  readonly atMs: number
  readonly businessDate: BusinessDate
  readonly journalId: string
  readonly kind: string
  readonly currency: string
  /** Credits are positive. */
  readonly amountMinor: bigint
  /** After it, as the books have it: what is owed on a loan is negative. */
  readonly balanceMinor: bigint
  /** The order of family A that it was posted for. */
  readonly transactionId?: string
  /** The correction that it was posted by. */
  readonly correctionId?: string
}

export interface AccountEntriesParts {
  readonly database: Database
  readonly secretBox: SecretBox
  /** Journals of these kinds have the id of their transaction. */
  readonly transactionKinds: ReadonlySet<string>
}

interface Row {
  position: bigint
  journal_id: string
  amount_minor: bigint
  balance_minor: bigint
  recorded_at: Date
  effective_date: string
  kind: string
}

const OF_ACCOUNT = 'account_entries e WHERE e.institution_id = $1 AND e.account_id = $2'

/** LIMIT keeps the plan at one look-up by key per entry. */
const entriesFrom = (where: string) => `
  SELECT e.position, e.journal_id, e.amount_minor, e.balance_minor, j.recorded_at, j.effective_date, j.kind
    FROM (SELECT * FROM ${OF_ACCOUNT} ${where}) AS e
   CROSS JOIN LATERAL (
         SELECT recorded_at, effective_date, kind FROM journals
          WHERE institution_id = $1 AND journal_id = e.journal_id
          LIMIT 1) AS j
   ORDER BY e.position DESC`

export class AccountEntries {
  readonly #parts: AccountEntriesParts

  constructor(parts: AccountEntriesParts) {
    this.#parts = parts
  }

  /** The last business date whose entries are archived, and no longer listed; undefined when none are. */
  async archivedThrough(scope: Scope, id: string): Promise<BusinessDate | undefined> {
    const { institutionId } = await this.#account(scope, id)
    const { rows } = await this.#parts.database.query<{ through: BusinessDate }>(
      'SELECT through FROM archive_cuts WHERE institution_id = $1',
      [institutionId],
    )
    return rows[0]?.through
  }

  /** The caller makes sure that the page begins before COUNT_LIMIT. Refusals: `not-found`. */
  async page(scope: Scope, id: string, { page, size }: PageRequest): Promise<FoundPage<AccountEntry>> {
    const account = await this.#account(scope, id)
    const key = [account.institutionId, account.accountId]
    const { database } = this.#parts
    const [counted, { rows }] = await Promise.all([
      database.query<{ total: bigint }>(countOf(`1 FROM ${OF_ACCOUNT}`), key),
      database.query<Row>(entriesFrom('ORDER BY e.position DESC LIMIT $3 OFFSET $4'), [
        ...key,
        size,
        (page - 1) * size,
      ]),
    ])
    const shown = rows.slice(0, Math.max(0, COUNT_LIMIT - (page - 1) * size))
    return { items: this.#shown(account, shown), total: Number(counted.rows[0]?.total ?? 0n) }
  }

  /** The next `size` entries after a cursor; an empty cursor is the beginning. Refusals: `not-found`, `invalid`. */
  async after(scope: Scope, id: string, cursor: string, size: number): Promise<FoundFrom<AccountEntry>> {
    const account = await this.#account(scope, id)
    const { database, secretBox } = this.#parts
    const search = searchOf('entries', { id: account.id })
    const below = cursor === '' ? HIGHEST : positionOf(readCursor(secretBox, search, cursor))
    const { rows } = await database.query<Row>(
      entriesFrom('AND e.position < $3 ORDER BY e.position DESC LIMIT $4'),
      // One more than asked for, to know whether there is a next page.
      [account.institutionId, account.accountId, below, size + 1],
    )
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    return {
      items: this.#shown(account, shown),
      ...(rows.length > size &&
        last !== undefined && { nextCursor: writeCursor(secretBox, search, [String(last.position)]) }),
    }
  }

  #account(scope: Scope, id: string): Promise<AccountRecord> {
    return readRecord(this.#parts.database, ACCOUNTS, { scope, nowMs: 0 }, id)
  }

  #shown({ currency }: AccountRecord, rows: readonly Row[]): AccountEntry[] {
    return rows.map((row) => ({
      atMs: row.recorded_at.getTime(),
      businessDate: row.effective_date,
      journalId: row.journal_id,
      kind: row.kind,
      currency,
      amountMinor: row.amount_minor,
      balanceMinor: row.balance_minor,
      ...(this.#parts.transactionKinds.has(row.kind) && { transactionId: row.journal_id }),
      // Its journal has its id.
      ...(row.kind === 'CORRECTION' && { correctionId: row.journal_id }),
    }))
  }
}

/** The largest bigint of the database. */
const HIGHEST = 2n ** 63n - 1n

function positionOf([position = '']: readonly string[]): bigint {
  if (/^-?\d{1,19}$/.test(position)) return BigInt(position)
  throw invalidFields([{ path: 'cursor', message: 'must be the nextCursor of the same search, or empty' }])
}
