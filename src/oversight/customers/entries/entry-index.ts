// Lists journals by account, beside the postings (docs/decisions/0050):
//
//   refresh      adds the journals since the last snapshot
//   addHistory   adds those from before the first one, from the newest to the oldest
//
// Both lock the row of `entry_state`, so that one runs at a time across all nodes, and read in one snapshot. The lock goes with
// the transaction: a node that dies leaves nothing behind.

import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { institutionsWith } from '../../../platform/storage/distribution/institutions-with.ts'
import { DROP_MARKS } from '../../transactions/rollups/rollup-sql.ts'
import { LOCK_MARKS } from '../../transactions/rollups/rollups.ts'
import { ADD_HISTORY, ADD_NEW, INSERT_ENTRIES, TAKE_MARKED_ENTRIES } from './entry-sql.ts'

const EVERY_MS = 2_000
/** History may take this long per run, so that it leaves the database to the postings in between. */
const HISTORY_BUDGET_MS = 500
/** Journals of a step of history. */
const HISTORY_STEP = 2_000

export class EntryIndex {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  sweep(): Sweep {
    return {
      name: 'list-account-entries',
      everyMs: EVERY_MS,
      run: async () => {
        await this.refresh()
        await this.addHistory()
      },
    }
  }

  /**
   * Before anything is posted: finds out whether the database was restored from a dump. Later the server's transaction ids may
   * have passed those of the dump, and what was posted in between would be taken for listed.
   */
  async prepare(): Promise<void> {
    if (!this.#database.isDistributed) await this.#alone('wait', async () => {})
  }

  /** Adds new journals; returns false when another node is doing so. */
  async refresh(): Promise<boolean> {
    if (this.#database.isDistributed) return this.#addMarked()
    return (await this.#alone('skip', addNew)) !== undefined
  }

  /** Adds the journals under marks of distributed books, institution by institution; false when another node takes marks. */
  async #addMarked(): Promise<boolean> {
    const failures: unknown[] = []
    let isAlone = true
    for (const institutionId of await institutionsWith(this.#database, 'posting_marks WHERE NOT listed')) {
      try {
        isAlone &&= await this.#database.transaction((sql) => addMarked(sql, institutionId), { takesLong: true })
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return isAlone
  }

  /** Adds older journals, for half a second at most; returns false when there are none left, or another node adds. */
  async addHistory(budgetMs = HISTORY_BUDGET_MS): Promise<boolean> {
    const startedMs = monotonicMs()
    do {
      const { rowCount } = await this.#database.query('SELECT FROM entry_history LIMIT 1')
      if (rowCount === 0) return false
      const added = await this.#alone('skip', async (sql, state) => {
        await addHistory(sql, await addNew(sql, state))
        return true
      })
      if (added === undefined) return false
    } while (monotonicMs() - startedMs < budgetMs)
    return true
  }

  /** Runs work in one snapshot while no other transaction adds entries; undefined when one does and we do not wait. */
  #alone<T>(turn: Turn, work: (sql: Sql, state: State) => Promise<T>): Promise<T | undefined> {
    return this.#database.transaction(
      async (sql) => {
        await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        const row = (await lockState(sql, turn)) ?? (await createState(sql, turn))
        return row && (await work(sql, await usableState(sql, row)))
      },
      { takesLong: true },
    )
  }
}

type Turn = 'wait' | 'skip'

interface State {
  readonly snapshot: string
  readonly begunWith: string
  readonly newest: bigint
  readonly oldest: bigint
}

interface StateRow {
  snapshot: string | null
  begun_with: string | null
  newest: bigint
  oldest: bigint
  is_restored: boolean | null
}

async function lockState(sql: Sql, turn: Turn): Promise<StateRow | undefined> {
  const { rows } = await sql.query<StateRow>(
    `SELECT snapshot::text AS snapshot, begun_with::text AS begun_with, newest, oldest,
            pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS is_restored
       FROM entry_state
        FOR UPDATE ${turn === 'skip' ? 'SKIP LOCKED' : ''}`,
  )
  return rows[0]
}

/** A reset of the sandbox empties the table. Looked for first: a row that has changed since the snapshot would be an error as a conflict. */
async function createState(sql: Sql, turn: Turn): Promise<StateRow | undefined> {
  const { rowCount } = await sql.query(
    `INSERT INTO entry_state (newest) SELECT 0 WHERE NOT EXISTS (SELECT only_row FROM entry_state)
     ON CONFLICT DO NOTHING`,
  )
  return rowCount === 0 ? undefined : lockState(sql, turn)
}

/** Institutions that tokenize have books too, and no row in `institutions`: every institution with accounts, found by their key. */
const QUEUE_EVERY_BOOK = `
  WITH RECURSIVE books AS (
         (SELECT institution_id FROM accounts ORDER BY institution_id LIMIT 1)
         UNION ALL
         SELECT (SELECT a.institution_id FROM accounts a
                  WHERE a.institution_id > b.institution_id ORDER BY a.institution_id LIMIT 1)
           FROM books b WHERE b.institution_id IS NOT NULL)
  INSERT INTO entry_history (institution_id) SELECT institution_id FROM books WHERE institution_id IS NOT NULL`

/**
 * Begins here when nothing is listed yet, or when the database was restored from a dump: transaction ids have begun from the
 * start again, and those in the rows mean nothing. Everything that is there is then history.
 */
async function usableState(sql: Sql, row: StateRow): Promise<State> {
  const { snapshot, begun_with: begunWith, newest, oldest } = row
  if (snapshot !== null && begunWith !== null && row.is_restored !== true)
    return { snapshot, begunWith, newest, oldest }
  await sql.query(
    `UPDATE journals SET insert_xid = NULL WHERE insert_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
  )
  await sql.query('DELETE FROM account_entries')
  await sql.query('DELETE FROM entry_history')
  await sql.query(QUEUE_EVERY_BOOK)
  const { rows } = await sql.query<{ snapshot: string }>(
    `UPDATE entry_state SET snapshot = pg_current_snapshot(), begun_with = pg_current_snapshot(), newest = 0, oldest = 0
     RETURNING snapshot::text AS snapshot`,
  )
  const begun = (rows[0] as { snapshot: string }).snapshot
  return { snapshot: begun, begunWith: begun, newest: 0n, oldest: 0n }
}

async function addNew(sql: Sql, state: State): Promise<State> {
  const { rows } = await sql.query<{ journals: number; places: bigint }>(ADD_NEW, [state.snapshot, state.newest])
  const { journals, places } = rows[0] as { journals: number; places: bigint }
  // Not written while nothing is posted: a snapshot that is older finds the same journals.
  if (journals === 0) return state
  const newest = state.newest + places
  await sql.query('UPDATE entry_state SET snapshot = pg_current_snapshot(), newest = $1', [newest])
  return { ...state, newest }
}

async function addMarked(sql: Sql, institutionId: string): Promise<boolean> {
  const turn = await sql.query(LOCK_MARKS.skip)
  if (turn.rows.length === 0) return false
  await sql.query(
    `INSERT INTO entry_state (snapshot, begun_with) VALUES (pg_current_snapshot(), pg_current_snapshot())
         ON CONFLICT DO NOTHING`,
  )
  const { rows: states } = await sql.query<{ newest: bigint }>('SELECT newest FROM entry_state FOR UPDATE')
  const newest = states[0]?.newest ?? 0n
  const { rows } = await sql.query<{ entries: string | null; places: bigint }>(TAKE_MARKED_ENTRIES, [
    institutionId,
    newest,
  ])
  const entries = rows[0]?.entries ?? null
  if (entries !== null) await sql.query(INSERT_ENTRIES, [institutionId, entries])
  await sql.query(DROP_MARKS, [institutionId])
  await sql.query('UPDATE entry_state SET newest = $1', [newest + (rows[0]?.places ?? 0n)])
  return true
}

/** Call it after addNew() in the same snapshot: an account without an entry then has had none since history begins. */
async function addHistory(sql: Sql, { begunWith, oldest }: State): Promise<void> {
  const { rows: next } = await sql.query<{ institution_id: string; down_to: string }>(
    'SELECT institution_id, down_to FROM entry_history ORDER BY institution_id LIMIT 1',
  )
  const [at] = next
  if (at === undefined) return
  const { rows } = await sql.query<{ journals: number; places: bigint; down_to: string | null }>(ADD_HISTORY, [
    at.institution_id,
    at.down_to,
    begunWith,
    oldest,
    HISTORY_STEP,
  ])
  const [step] = rows
  await sql.query('UPDATE entry_state SET oldest = $1', [oldest - (step?.places ?? 0n)])
  if (step === undefined || step.down_to === null || step.journals < HISTORY_STEP) {
    await sql.query('DELETE FROM entry_history WHERE institution_id = $1', [at.institution_id])
  } else {
    await sql.query('UPDATE entry_history SET down_to = $2 WHERE institution_id = $1', [
      at.institution_id,
      step.down_to,
    ])
  }
}
