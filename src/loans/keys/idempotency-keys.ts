// Idempotency keys. A caller may name a request by a key of its own; the same request sent again then does nothing and
// is answered with the resource as it now is. The row of a key commits with what the request did: a refused request, or
// one that failed, leaves its key free.
//
//   the key is         do
//   free               the work, with insertKey() in its transaction
//   used, same content nothing; read the resource
//   used, another      refuse with idempotency-key-reused
//   used meanwhile     the primary key refuses the second row: roll back, then as used

import { isoTimestamp } from '../../kernel/clock.ts'
import type { Database, Sql, Statement } from '../../storage/database.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../../storage/sqlstate.ts'
import { loanProblem } from '../loan-problems.ts'

export interface IdempotencyKey {
  readonly partnerId: string
  readonly key: string
  readonly operation: string
  /** SHA-256 of the path and of the known fields of the body. */
  readonly content: Buffer
}

/** What a used key stands for. */
export interface UsedKey {
  /** What to read again. */
  readonly resourceId: string
}

export interface KeyRow {
  partner_id: string
  key: string
  content: Buffer
  resource_id: string
}

const FIND_KEY: Statement = {
  name: 'find-lending-key',
  text: 'SELECT partner_id, key, content, resource_id FROM lending_keys WHERE partner_id = $1 AND key = $2',
}

const KEYS_PRIMARY_KEY = 'lending_keys_pkey'

/** Undefined when the key is free. Refusals: `idempotency-key-reused` when it was used with other content. */
export async function findKey(sql: Sql, key: IdempotencyKey): Promise<UsedKey | undefined> {
  const { rows } = await sql.query<KeyRow>(FIND_KEY, [key.partnerId, key.key])
  return rows[0] === undefined ? undefined : usedBy(rows[0], key)
}

/** What the row of a key means for a request. Refusals: `idempotency-key-reused`. */
export function usedBy(row: KeyRow, { content }: IdempotencyKey): UsedKey {
  if (!content.equals(row.content)) {
    throw loanProblem('idempotency-key-reused', 'the Idempotency-Key was used before with other content', {
      details: [{ path: 'Idempotency-Key', message: 'was used before with other content' }],
    })
  }
  return { resourceId: row.resource_id }
}

/** Uses the key in the caller's transaction. A key that somebody used meanwhile is a unique violation. */
async function insertKey(sql: Sql, key: IdempotencyKey, resourceId: string, nowMs: number): Promise<void> {
  await sql.query(
    `INSERT INTO lending_keys (partner_id, key, operation, content, resource_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [key.partnerId, key.key, key.operation, key.content, resourceId, isoTimestamp(nowMs)],
  )
}

/** True for the unique violation of a key that another request has just used. */
function isKeyTaken(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === KEYS_PRIMARY_KEY
}

export interface Once<Result> {
  readonly result: Result
  /** The key was used before: nothing was done now. */
  readonly replayed: boolean
}

export interface KeyedWork<Result> {
  /** Does it, and names what a repeat reads. */
  create(sql: Sql): Promise<{ readonly result: Result; readonly resourceId: string }>
  /** Reads the resource of an earlier request. */
  read(resourceId: string): Promise<Result>
  readonly nowMs: number
}

/** Runs the work in a transaction, once per key; without a key, every time. */
export async function once<Result>(
  database: Database,
  key: IdempotencyKey | undefined,
  { create, read, nowMs }: KeyedWork<Result>,
): Promise<Once<Result>> {
  const replay = async ({ resourceId }: UsedKey) => ({ result: await read(resourceId), replayed: true })
  if (key !== undefined) {
    const used = await findKey(database, key)
    if (used !== undefined) return replay(used)
  }
  try {
    return await database.transaction(async (sql) => {
      const { result, resourceId } = await create(sql)
      if (key !== undefined) await insertKey(sql, key, resourceId, nowMs)
      return { result, replayed: false }
    })
  } catch (error) {
    const used = key === undefined ? undefined : await usedMeanwhile(database, key, error)
    if (used === undefined) throw error
    return replay(used)
  }
}

/**
 * The same request may have won a race: it holds the key then, whatever made this one fail. Asked also after a
 * refusal, because the work of the winner may be what refused this one (an offer that is converted already).
 */
async function usedMeanwhile(database: Database, key: IdempotencyKey, error: unknown): Promise<UsedKey | undefined> {
  const isRefusal =
    error instanceof Error && 'kind' in error && (error.kind === 'conflict' || error.kind === 'unprocessable')
  return isKeyTaken(error) || isRefusal ? findKey(database, key) : undefined
}
