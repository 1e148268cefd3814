// Turns the books into distributed ones (docs/decisions/0057): removes what stands in the way, distributes the tables, has rows marked,
// and places institutions on servers. Every step finds out by itself whether it is done, so an interrupted run is repeated.

import type { Database, Sql } from '../database.ts'
import { inLongSession } from './long-session.ts'
import { findObstacles } from './obstacles.ts'
import { placeInstitutions } from './placement.ts'
import { readServerSettings, type ServerSettings, SilentServer, settingsToChange } from './server-settings.ts'
import { BY_INSTITUTION, FIRST_TABLE, PLACED_BY } from './tables.ts'

export interface DistributeOptions {
  /** Ranges of hash values that the tables are divided into at first. */
  readonly shards: number
  /** Only tells. */
  readonly dryRun?: boolean
  say(line: string): void
  /** Called before the first table is distributed: what depends on transaction ids is finished by then. */
  settle(): Promise<void>
}

class NotDistributable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotDistributable'
  }
}

/** One step: what it does, and the statement that does it. */
interface Act {
  readonly says: string
  readonly statement: string
}

/** Throws NotDistributable when the server has no Citus or no workers, a server lacks a setting, or gateways are running. */
export async function distribute(database: Database, options: DistributeOptions): Promise<void> {
  await inLongSession(database, async (session) => {
    const gateways = await assertReady(session, database)
    const isFirst = (await distributed(session)).size === 0
    if (isFirst && options.dryRun !== true) {
      options.say('counting what was posted so far')
      await options.settle()
    }
    const toDo = await missingSteps(session, options.shards)
    for (const { says, statement } of toDo) {
      options.say(says)
      if (options.dryRun !== true) await session.query(statement)
    }
    if (toDo.length === 0) options.say('the books are distributed')
    if (options.dryRun === true && toDo.length > 0) options.say('would then place institutions on workers')
    else await placeInstitutions(session, { ...options, isOnline: gateways > 0 })
  })
  await database.learnLayout()
}

/** Returns how many connections gateways have. */
async function assertReady(sql: Sql, database: Database): Promise<number> {
  const citus = await sql.query("SELECT extversion FROM pg_extension WHERE extname = 'citus'")
  if (citus.rows.length === 0)
    throw new NotDistributable('DATABASE_URL: a PostgreSQL without the extension citus (docs/operations/scaling.md)')
  const workers = await sql.query('SELECT nodeid FROM pg_dist_node WHERE isactive AND shouldhaveshards')
  if (workers.rows.length === 0)
    throw new NotDistributable('DATABASE_URL: a coordinator that knows no worker (docs/operations/scaling.md)')
  const toSet = settingsToChange(await readSettings(sql))
  if (toSet.length > 0) throw new NotDistributable(`DATABASE_URL: ${toSet.join('; ')} (docs/operations/scaling.md)`)
  const others = await sql.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'tillgate%'`,
  )
  // The pool may have more connections than this one.
  const gateways = Math.max(0, Number(others.rows[0]?.count ?? 0) - database.load().total)
  if (gateways > 0 && (await distributed(sql)).size < BY_INSTITUTION.length)
    throw new NotDistributable('DATABASE_URL: a gateway is connected to the database; stop all of them first')
  return gateways
}

async function readSettings(sql: Sql): Promise<ServerSettings[]> {
  try {
    return await readServerSettings(sql)
  } catch (error) {
    throw error instanceof SilentServer ? new NotDistributable(`DATABASE_URL: ${error.message}`) : error
  }
}

async function distributed(sql: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE p.partmethod = 'h' AND c.relnamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}

async function missingSteps(sql: Sql, shards: number): Promise<Act[]> {
  const done = await distributed(sql)
  const obstacles = await findObstacles(sql)
  const steps: Act[] = []
  const missing = BY_INSTITUTION.filter((table) => !done.has(table))
  if (missing.length > 0) {
    // Nodes of the version before rely on what is removed now.
    steps.push({
      says: 'refusing nodes of earlier versions from here on',
      statement: `UPDATE schema_migrations SET oldest_node = number
                   WHERE number = (SELECT max(number) FROM schema_migrations)`,
    })
  }
  if (missing.includes('token_movements')) steps.push(NOTE_HOMES)
  for (const { table, what, statement } of obstacles) steps.push({ says: `removing ${what} of ${table}`, statement })
  if (missing.includes('loans')) steps.push(HOMES)
  for (const table of missing) steps.push(distributeTable(table, shards))
  for (const table of await notEmptied(sql, missing)) steps.push(emptyTable(table))
  if (!(await hasMarks(sql))) steps.push(...MARKS)
  return steps
}

/** Rows that are there are copied to the workers. */
function distributeTable(table: string, shards: number): Act {
  const place =
    table === FIRST_TABLE ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => '${FIRST_TABLE}'`
  return {
    says: `distributing ${table}`,
    statement: `SELECT create_distributed_table('${table}', '${PLACED_BY}', ${place})`,
  }
}

/** Tables whose rows the coordinator still has, although the workers have them. None is emptied before those that refer to it are copied. */
async function notEmptied(sql: Sql, missing: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[]) AND pg_relation_size(oid) > 0`,
    [BY_INSTITUTION],
  )
  const left = new Set([...missing, ...rows.map(({ name }) => name)])
  return BY_INSTITUTION.filter((table) => left.has(table))
}

function emptyTable(table: string): Act {
  return {
    says: `emptying what the coordinator had of ${table}`,
    statement: `SELECT truncate_local_data_after_distributing_table('${table}')`,
  }
}

/** While the tables still tell: from then on a writer notes the home of what it adds. */
export const HOMES: Act = {
  says: 'noting the institution of each loan and application',
  statement: `
    INSERT INTO lending_homes (id, institution_id)
    SELECT application_id, institution_id FROM loan_applications
    UNION ALL SELECT risk_signal_id, institution_id FROM loan_risk_signals
    UNION ALL SELECT decision_id, institution_id FROM loan_decisions
    UNION ALL SELECT offer_id, institution_id FROM loan_offers
    UNION ALL SELECT loan_id, institution_id FROM loans
    ON CONFLICT DO NOTHING`,
}

/** From then on the writers note them (tokens/movements/movement-homes.ts). */
export const NOTE_HOMES: Act = {
  says: 'noting the books of movements of tokens',
  statement: `
    INSERT INTO token_movement_homes
           (movement_id, institution_id, partner_id, kind, ref, content, account_id, open_payee_account_id, open_payee_issuer_id)
    SELECT movement_id, institution_id, partner_id, kind, ref, content, account_id,
           CASE WHEN is_open AND payee_book_id <> institution_id THEN payee_account_id END,
           CASE WHEN is_open AND payee_book_id <> institution_id THEN payee_issuer_id END
      FROM token_movements
        ON CONFLICT DO NOTHING`,
}

async function hasMarks(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT d.oid FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      WHERE a.attrelid = 'transactions'::regclass AND a.attname = 'insert_xid'
        AND pg_get_expr(d.adbin, d.adrelid) LIKE '%posting_mark%'`,
  )
  return rows.length > 0
}

/** The last steps: from then on rows are marked. */
export const MARKS: readonly Act[] = [
  {
    says: 'having writers outside the posting path mark their rows',
    statement: `
      CREATE OR REPLACE FUNCTION mark_postings(institution_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        own_mark bigint := ((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1600000000000) << 20 | floor(random() * 1048576)::bigint;
        one text;
      BEGIN
        PERFORM set_config('tillgate.mark', own_mark::text, true);
        FOREACH one IN ARRAY institution_ids LOOP
          INSERT INTO posting_marks (institution_id, mark) VALUES (one, own_mark);
        END LOOP;
      END $$`,
  },
  {
    says: 'marking journals',
    statement: 'ALTER TABLE journals ALTER COLUMN insert_xid SET DEFAULT posting_mark()',
  },
  {
    says: 'marking transactions',
    statement: 'ALTER TABLE transactions ALTER COLUMN insert_xid SET DEFAULT posting_mark()',
  },
]
