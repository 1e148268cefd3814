// The environment that a database belongs to: the one that it was first prepared in. The mark is a row of settings, so that nodes of
// earlier versions go on beside it, and a backup has it too (docs/decisions/0070).

import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import type { Sql } from './database.ts'

/** What a database tells about its environment. */
export interface EnvironmentMark {
  /** Undefined when it was never marked: it is new, or from a version before marks, and does not hold the sandbox's data. */
  readonly environment: Environment | undefined
  readonly isMarked: boolean
  /** Institutions without the sandbox's data: somebody's bank. Told of databases without a mark only. */
  readonly holdsBank: boolean
}

const NEW: EnvironmentMark = { environment: undefined, isMarked: false, holdsBank: false }

/** Reads only, and also before the first migration. */
export async function readEnvironmentMark(sql: Sql): Promise<EnvironmentMark> {
  const found = await sql.query<{ has: boolean }>(
    `SELECT to_regclass('settings') IS NOT NULL AND to_regclass('institutions') IS NOT NULL AS has`,
  )
  if (found.rows[0]?.has !== true) return NEW
  const { rows } = await sql.query<{ mark: unknown; is_sandbox: boolean; has_institutions: boolean }>(
    `SELECT (SELECT value FROM settings WHERE key = 'environment') AS mark,
            EXISTS (SELECT FROM settings WHERE key = 'sandbox') AS is_sandbox,
            EXISTS (SELECT FROM institutions) AS has_institutions`,
  )
  const [row] = rows
  if (row?.mark !== null && row?.mark !== undefined)
    return { environment: known(row.mark), isMarked: true, holdsBank: false }
  if (row?.is_sandbox === true) return { environment: 'sandbox', isMarked: false, holdsBank: false }
  return { environment: undefined, isMarked: false, holdsBank: row?.has_institutions === true }
}

function known(mark: unknown): Environment {
  const environment = ENVIRONMENTS.find((one) => one === mark)
  if (environment === undefined)
    throw new Error('DATABASE_URL: the database belongs to an environment of another version')
  return environment
}

/** Marks a database that has no mark. Of several nodes that start together one does so; the others find its mark. */
export async function markEnvironment(sql: Sql, environment: Environment): Promise<void> {
  await sql.query(
    `INSERT INTO settings (key, value) VALUES ('environment', to_jsonb($1::text)) ON CONFLICT (key) DO NOTHING`,
    [environment],
  )
}

export async function changeEnvironment(sql: Sql, environment: Environment): Promise<void> {
  await sql.query(`UPDATE settings SET value = to_jsonb($1::text) WHERE key = 'environment'`, [environment])
}

/** Throws unless the sandbox's data may be written here, whatever the process was told about its database. */
export async function assertSandbox(sql: Sql): Promise<void> {
  const { environment = 'sandbox' } = await readEnvironmentMark(sql)
  if (environment !== 'sandbox')
    throw new Error(`DATABASE_URL: the database belongs to ${environment}, not to a sandbox`)
}
