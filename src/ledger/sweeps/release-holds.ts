// Releases the holds of check deposits that are due: the money is already in the balance and becomes available. Nothing
// is posted, because no money moves.

import { type BusinessDate, businessDateAt, type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { institutionsWith } from '../../platform/storage/distribution/institutions-with.ts'

const ACCOUNTS_PER_CHUNK = 500

/** When a business day of an institution begins and ends. */
export interface InstitutionDay {
  readonly institutionId: string
  readonly timeZone: string
  readonly cutoverTime: string
}

export interface ReleaseHoldsOptions {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Releases what is due at every institution, each by its own business date. Throws what failed once all institutions have
 * had their turn.
 */
export async function releaseHolds(
  options: ReleaseHoldsOptions & { institutions(): Iterable<InstitutionDay> },
): Promise<number> {
  const today = new Map<string, BusinessDate>()
  for (const institution of options.institutions()) {
    today.set(institution.institutionId, businessDateAt(options.clock.now(), institution))
  }
  const latest = [...today.values()].sort().at(-1)
  if (latest === undefined) return 0
  const due = await institutionsWith(options.database, 'holds WHERE released_at IS NULL AND release_on <= $1', [latest])
  let released = 0
  const failures: unknown[] = []
  for (const institutionId of due) {
    const date = today.get(institutionId)
    if (date === undefined) continue
    try {
      released += await releaseHoldsOf(institutionId, date, options)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the holds of some institutions cannot be released')
  return released
}

/** The dates up to `last` on which holds of an institution fall due. */
export async function findDueDates(sql: Sql, institutionId: string, last: BusinessDate): Promise<BusinessDate[]> {
  const { rows } = await sql.query<{ release_on: BusinessDate }>(
    `SELECT DISTINCT release_on
       FROM holds
      WHERE institution_id = $1 AND released_at IS NULL AND release_on <= $2
      ORDER BY release_on`,
    [institutionId, last],
  )
  return rows.map((row) => row.release_on)
}

/** Releases the holds of one institution that are due on a business date, and returns how many. */
export async function releaseHoldsOf(
  institutionId: string,
  businessDate: BusinessDate,
  { database, clock }: ReleaseHoldsOptions,
): Promise<number> {
  for (let released = 0; ; ) {
    const chunk = await database.transaction((sql) => releaseChunk(sql, institutionId, businessDate, clock))
    released += chunk.holds
    if (chunk.accounts < ACCOUNTS_PER_CHUNK) return released
  }
}

interface Chunk {
  readonly accounts: number
  readonly holds: number
}

// Accounts are locked first and in key order, as in every posting; a reversal that shrinks a hold does so under the same
// lock. The second statement therefore reads the holds again, when nothing else can change them.
async function releaseChunk(sql: Sql, institutionId: string, businessDate: BusinessDate, clock: Clock): Promise<Chunk> {
  const { rows: accounts } = await sql.query<{ account_id: string }>(
    `SELECT account_id
       FROM accounts
      WHERE institution_id = $1
        AND account_id IN (
              SELECT account_id
                FROM holds
               WHERE institution_id = $1 AND released_at IS NULL AND release_on <= $2
               GROUP BY account_id
               ORDER BY account_id
               LIMIT $3)
      ORDER BY institution_id, account_id
        FOR NO KEY UPDATE`,
    [institutionId, businessDate, ACCOUNTS_PER_CHUNK],
  )
  if (accounts.length === 0) return { accounts: 0, holds: 0 }
  const { rows } = await sql.query<{ holds: number }>(
    `WITH released AS (
       UPDATE holds
          SET released_at = $4
        WHERE institution_id = $1 AND account_id = ANY ($3) AND released_at IS NULL AND release_on <= $2
       RETURNING account_id, amount_minor
     ), freed AS (
       SELECT account_id, sum(amount_minor)::bigint AS amount_minor, count(*)::int AS holds FROM released GROUP BY account_id
     ), lowered AS (
       UPDATE accounts a
          SET held_minor = a.held_minor - freed.amount_minor
         FROM freed
        WHERE a.institution_id = $1 AND a.account_id = freed.account_id
     )
     SELECT coalesce(sum(holds), 0)::int AS holds FROM freed`,
    [institutionId, businessDate, accounts.map((row) => row.account_id), isoTimestamp(clock.now())],
  )
  return { accounts: accounts.length, holds: rows[0]?.holds ?? 0 }
}
