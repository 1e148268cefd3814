// Keeps the rollups: sums of transactions per institution, business date and hour (docs/decisions/0035).
//
//   refresh     adds what was inserted or changed since the last snapshot, on any node
//   rebuildDay  counts one business date of an institution from its transactions
//
// Both lock the row of `rollup_state`, so that one runs at a time across all nodes, and both read in one snapshot, which
// becomes the next starting point. The lock goes with the transaction: a node that dies leaves nothing behind.

import { type BusinessDate, monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { ClosingStep } from '../../../platform/kernel/work/closing-step.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import {
  ALL_INSTITUTIONS,
  addSummed,
  addTo,
  changedFacts,
  DAYS,
  DROP_MARKS,
  FACTS_OF_DAY,
  groupsOf,
  LATENCIES,
  latencyOf,
  NEW_FACTS,
  onDay,
  type RollupTable,
  TERMINAL_TOTALS,
  takeMarked,
  totalsOf,
  VOLUMES,
  volumeOf,
} from './rollup-sql.ts'

const EVERY_MS = 2_000
/** Rebuilding queued days may take this long per run, so that new transactions are counted in between. */
const REBUILD_BUDGET_MS = 1_000

export interface RollupDay {
  readonly institutionId: string
  readonly date: BusinessDate
}

export interface DaysToRebuild {
  readonly institutionId?: string | undefined
  readonly from?: BusinessDate | undefined
  readonly to?: BusinessDate | undefined
}

export class Rollups {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  sweep(): Sweep {
    return {
      name: 'roll-up-transactions',
      everyMs: EVERY_MS,
      run: async () => {
        await this.refresh()
        await this.rebuildQueued()
      },
    }
  }

  /** At the end of a day: counts what was posted until then. Days do not matter to it, so it runs once, at the last. */
  closingStep(): ClosingStep {
    return { name: 'TOTALS', run: () => this.catchUp(), daysWithWork: async () => [] }
  }

  /**
   * Before anything is posted: finds out whether the database was restored from a dump. Later the server's transaction ids may
   * have passed those of the dump, and what was posted in between would be taken for counted.
   */
  async prepare(): Promise<void> {
    if (!this.#database.isDistributed) await this.#alone('wait', async () => {})
  }

  /** Counts what is new, after the count that runs now. */
  async catchUp(): Promise<void> {
    if (this.#database.isDistributed) await this.#countMarked('wait')
    else await this.#alone('wait', (sql, snapshot) => countNew(sql, snapshot))
  }

  /** Counts what is new, and returns false when another node is doing so. */
  async refresh(): Promise<boolean> {
    if (this.#database.isDistributed) return this.#countMarked('skip')
    const counted = await this.#alone('skip', (sql, snapshot) => countNew(sql, snapshot))
    // PGlite has no autovacuum: remove the rows that were replaced.
    if (counted === true && this.#database.engine === 'pglite') {
      await this.#database.query('VACUUM transaction_rollups, latency_rollups, terminal_totals, transaction_changes')
    }
    return counted !== undefined
  }

  /** Rebuilds days that an upgrade or a restore has queued, newest first, for a second at most. */
  async rebuildQueued(): Promise<void> {
    const startedMs = monotonicMs()
    do {
      const { rows } = await this.#database.query<{ institution_id: string; business_date: string }>(
        'SELECT institution_id, business_date FROM rollup_rebuilds ORDER BY business_date DESC, institution_id LIMIT 1',
      )
      const [next] = rows
      if (next === undefined) return
      if (!(await this.#rebuild({ institutionId: next.institution_id, date: next.business_date }, 'skip'))) return
    } while (monotonicMs() - startedMs < REBUILD_BUDGET_MS)
  }

  /** Counts a day from its transactions; waits for its turn. Other days stay as they are. */
  async rebuildDay(day: RollupDay): Promise<void> {
    await this.#rebuild(day, 'wait')
  }

  /** The days that have transactions or rollups, newest first. */
  async daysWithTransactions(filter: DaysToRebuild = {}): Promise<RollupDay[]> {
    const { institutionId = null, from = null, to = null } = filter
    if (this.#database.isDistributed) return await listDaysOfEach(this.#database, filter)
    return await this.#database.transaction((sql) => listDays(sql, [institutionId, from, to]), { takesLong: true })
  }

  async #rebuild(day: RollupDay, turn: Turn): Promise<boolean> {
    if (this.#database.isDistributed) return (await this.#locked(turn, (sql) => recountMarked(sql, day))) !== undefined
    const rebuilt = await this.#alone(turn, async (sql, snapshot) => {
      await countNew(sql, snapshot)
      await recount(sql, day)
      return true
    })
    return rebuilt !== undefined
  }

  /**
   * Counts what is marked, institution by institution: one whose server is down holds up no other. False when another node is
   * counting.
   */
  async #countMarked(turn: Turn): Promise<boolean> {
    const failures: unknown[] = []
    let isAlone = true
    for (const institutionId of await institutionsWith(this.#database, 'posting_marks WHERE NOT counted')) {
      try {
        isAlone &&= (await this.#locked(turn, (sql) => countMarked(sql, institutionId))) !== undefined
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return isAlone
  }

  /** Runs work while no other node counts; undefined when one does and we do not wait. */
  #locked(turn: Turn, work: (sql: Sql) => Promise<void>): Promise<true | undefined> {
    return this.#database.transaction(
      async (sql) => {
        const { rows } = await sql.query(LOCK_MARKS[turn])
        if (rows.length === 0 && !(await createMarkState(sql))) return undefined
        await work(sql)
        return true as const
      },
      { takesLong: true },
    )
  }

  /** Runs work in one snapshot while no other transaction counts; undefined when one does and we do not wait. */
  #alone<T>(turn: Turn, work: (sql: Sql, snapshot: string) => Promise<T>): Promise<T | undefined> {
    return this.#database.transaction(
      async (sql) => {
        await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        const state = (await lockState(sql, turn)) ?? (await createState(sql, turn))
        if (state === undefined) return undefined
        return work(sql, await usableSnapshot(sql, state))
      },
      { takesLong: true },
    )
  }
}

type Turn = 'wait' | 'skip'

/** Sweeps that take marks of distributed books run one at a time: the rollups, and the list of entries by account. */
export const LOCK_MARKS: Readonly<Record<Turn, string>> = {
  wait: 'SELECT only_row FROM rollup_state FOR UPDATE',
  skip: 'SELECT only_row FROM rollup_state FOR UPDATE SKIP LOCKED',
}

/** A reset of the sandbox empties the table. */
async function createMarkState(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(
    'INSERT INTO rollup_state (snapshot) VALUES (pg_current_snapshot()) ON CONFLICT DO NOTHING',
  )
  return rowCount > 0
}

interface Summed {
  hourly: string | null
  totals: string | null
}

async function countMarked(sql: Sql, institutionId: string): Promise<void> {
  const { rows } = await sql.query<Summed>(takeMarked('no day'), [institutionId])
  await sql.query(DROP_MARKS, [institutionId])
  await addSums(sql, rows[0])
}

async function addSums(sql: Sql, summed: Summed | undefined): Promise<void> {
  await sql.query(addSummed('everywhere'), [summed?.hourly ?? '[]', summed?.totals ?? '[]'])
}

/** As recount(), on distributed books: what is new is taken with it, in the snapshot that the day is read in. */
async function recountMarked(sql: Sql, { institutionId, date }: RollupDay): Promise<void> {
  if (await isArchived(sql, institutionId, date)) return dequeue(sql, institutionId, date)
  const { rows } = await sql.query<Summed>(takeMarked('with a day'), [institutionId, date])
  await deleteDay(sql, { institutionId, date })
  await addSums(sql, rows[0])
  await endRecount(sql, { institutionId, date })
}

async function listDaysOfEach(sql: Sql, { institutionId, from, to }: DaysToRebuild): Promise<RollupDay[]> {
  const { rows: asked } = await sql.query<{ institution_id: string }>(
    'SELECT institution_id FROM institutions WHERE $1::text IS NULL OR institution_id = $1 ORDER BY institution_id',
    [institutionId ?? null],
  )
  const days: RollupDay[] = []
  for (const { institution_id: id } of asked) {
    const { rows } = await sql.query<{ business_date: string }>(
      `SELECT business_date FROM transaction_rollups
        WHERE institution_id = $1 AND granularity = 'D' AND business_date BETWEEN $2 AND $3`,
      [id, from ?? '', to ?? '99999999'],
    )
    const dates = new Set(rows.map((row) => row.business_date))
    for (let after = ''; ; ) {
      const next = await sql.query<{ date: string | null }>(
        `SELECT min(business_date COLLATE "C") AS date FROM transactions
          WHERE institution_id = $1 AND institution_id COLLATE "POSIX" = $1
            AND business_date COLLATE "C" > $2 AND business_date COLLATE "C" >= $3 AND business_date COLLATE "C" <= $4`,
        [id, after, from ?? '', to ?? '99999999'],
      )
      const date = next.rows[0]?.date ?? null
      if (date === null) break
      dates.add(date)
      after = date
    }
    for (const date of dates) days.push({ institutionId: id, date })
  }
  return days.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.institutionId < b.institutionId ? -1 : 1))
}

interface StateRow {
  snapshot: string | null
  is_restored: boolean | null
}

async function lockState(sql: Sql, turn: Turn): Promise<StateRow | undefined> {
  const { rows } = await sql.query<StateRow>(
    `SELECT snapshot::text AS snapshot,
            pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS is_restored
       FROM rollup_state
        FOR UPDATE ${turn === 'skip' ? 'SKIP LOCKED' : ''}`,
  )
  return rows[0]
}

/**
 * A reset of the sandbox empties the table. A row that another node holds is seen, and not met as a conflict: one that has changed
 * since the snapshot would be an error.
 */
async function createState(sql: Sql, turn: Turn): Promise<StateRow | undefined> {
  const { rowCount } = await sql.query(
    `INSERT INTO rollup_state (snapshot) SELECT NULL WHERE NOT EXISTS (SELECT only_row FROM rollup_state)
     ON CONFLICT DO NOTHING`,
  )
  return rowCount === 0 ? undefined : lockState(sql, turn)
}

/**
 * Starts from here when nothing is counted yet, or when the database was restored from a dump: transaction ids have begun
 * from the start again, and those in the rows mean nothing. All days are then queued to be counted from the start.
 */
async function usableSnapshot(sql: Sql, { snapshot, is_restored: isRestored }: StateRow): Promise<string> {
  if (snapshot !== null && isRestored !== true) return snapshot
  await sql.query(
    `UPDATE transactions SET insert_xid = NULL
      WHERE insert_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  )
  // Without it `verify` goes by the time.
  await sql.query(
    `UPDATE closed_days SET closed_xid = NULL WHERE closed_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  )
  await sql.query('DELETE FROM transaction_changes')
  for (const { institutionId, date } of await listDays(sql, [null, null, null])) {
    await sql.query('INSERT INTO rollup_rebuilds VALUES ($1, $2) ON CONFLICT DO NOTHING', [institutionId, date])
  }
  const { rows } = await sql.query<{ snapshot: string }>(
    'UPDATE rollup_state SET snapshot = pg_current_snapshot() RETURNING snapshot::text AS snapshot',
  )
  return (rows[0] as { snapshot: string }).snapshot
}

const COUNT_NEW = `
  WITH taken AS (DELETE FROM transaction_changes RETURNING *),
       facts AS MATERIALIZED (${NEW_FACTS} UNION ALL ${changedFacts('taken')}),
       hourly AS MATERIALIZED (${groupsOf('facts')}),
       volumes AS (${addTo(VOLUMES, volumeOf('hourly', 'everywhere'))}),
       latencies AS (${addTo(LATENCIES, latencyOf('hourly', 'everywhere'))}),
       totals AS (${addTo(TERMINAL_TOTALS, totalsOf('facts'))})
  SELECT (SELECT count(*)::int FROM facts) AS facts, (SELECT count(*)::int FROM taken) AS taken`

/** Returns whether there was anything to count. */
async function countNew(sql: Sql, snapshot: string): Promise<boolean> {
  const { rows } = await sql.query<{ facts: number; taken: number }>(COUNT_NEW, [snapshot])
  if (rows[0]?.facts === 0 && rows[0].taken === 0) return false
  await sql.query('UPDATE rollup_state SET snapshot = pg_current_snapshot()')
  return true
}

async function recount(sql: Sql, { institutionId, date }: RollupDay): Promise<void> {
  if (await isArchived(sql, institutionId, date)) return dequeue(sql, institutionId, date)
  await deleteDay(sql, { institutionId, date })
  await sql.query(
    `WITH facts AS MATERIALIZED (${FACTS_OF_DAY}),
          hourly AS MATERIALIZED (${groupsOf(onDay('facts', 'business_date'))}),
          volumes AS (${addTo(VOLUMES, volumeOf('hourly', 'institution'))}),
          latencies AS (${addTo(LATENCIES, latencyOf('hourly', 'institution'))}),
          totals AS (${addTo(TERMINAL_TOTALS, totalsOf(onDay('facts', 'counted_date')))})
     SELECT`,
    [institutionId, date],
  )
  await endRecount(sql, { institutionId, date })
}

async function deleteDay(sql: Sql, { institutionId, date }: RollupDay): Promise<void> {
  for (const table of [VOLUMES, LATENCIES, TERMINAL_TOTALS]) {
    await sql.query(`DELETE FROM ${table.name} WHERE ${dayOf(table, '= $1')}`, [institutionId, date])
  }
}

async function endRecount(sql: Sql, { institutionId, date }: RollupDay): Promise<void> {
  for (const table of [VOLUMES, LATENCIES]) await sumInstitutions(sql, table, date)
  await dequeue(sql, institutionId, date)
}

/** The figures of an archived day stay as they are: its transactions are gone. */
async function isArchived(sql: Sql, institutionId: string, date: BusinessDate): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT 1 FROM archive_cuts WHERE institution_id = $1 AND through >= $2', [
    institutionId,
    date,
  ])
  return rowCount > 0
}

async function dequeue(sql: Sql, institutionId: string, date: BusinessDate): Promise<void> {
  await sql.query('DELETE FROM rollup_rebuilds WHERE institution_id = $1 AND business_date = $2', [institutionId, date])
}

/** The day of all institutions together, from those of each. */
async function sumInstitutions(sql: Sql, table: RollupTable, date: BusinessDate): Promise<void> {
  const key = table.key.slice(1).join(', ')
  await sql.query(`DELETE FROM ${table.name} WHERE ${dayOf(table, '= $1')}`, [ALL_INSTITUTIONS, date])
  await sql.query(
    addTo(
      table,
      `SELECT $1 AS institution_id, ${key}, ${table.sums.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')}
         FROM ${table.name}
        WHERE ${dayOf(table, 'IN (SELECT institution_id FROM institutions)')}
        GROUP BY ${key}`,
    ),
    [ALL_INSTITUTIONS, date],
  )
}

/** Names every column of the key up to the date, so that the primary key serves it. */
function dayOf({ key }: RollupTable, institution: string): string {
  const granularity = key.includes('granularity') ? "AND granularity IN ('D', 'H')" : ''
  return `institution_id ${institution} ${granularity} AND business_date = $2`
}

async function listDays(sql: Sql, filter: readonly (string | null)[]): Promise<RollupDay[]> {
  const { rows } = await sql.query<{ institution_id: string; business_date: string }>(DAYS, filter)
  return rows.map((row) => ({ institutionId: row.institution_id, date: row.business_date }))
}
