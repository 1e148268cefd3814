// Work that a request does once. A caller names a request by a key of its own; the same request sent again does nothing and
// reads what the first one made. The row of a key commits with what the request did: a refused request, or one that failed,
// leaves its key free. Every concept keeps its keys in a table of its own.
//
//   the key is         do
//   free               the work, with insert() in its transaction
//   used, same content nothing; read the resource
//   used, another      refuse
//   used concurrently  the primary key refuses the second row: roll back, then as used

import { afterDone } from '../../kernel/problems/problem.ts'
import type { Database, Sql } from '../database.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from './sqlstate.ts'

/** Where a concept keeps its keys. */
export interface KeyTable<Key> {
  /** The name of the table's primary key. */
  readonly primaryKey: string
  /** Undefined when the key is free. Throws a conflict when it was used with other content. */
  find(sql: Sql, key: Key): Promise<UsedKey | undefined>
  /** Uses the key in the caller's transaction. */
  insert(sql: Sql, key: Key, resourceId: string, nowMs: number): Promise<void>
}

/** What a used key stands for. */
export interface UsedKey {
  /** What to read again. */
  readonly resourceId: string
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
export async function runOnce<Key, Result>(
  database: Database,
  table: KeyTable<Key>,
  key: Key | undefined,
  { create, read, nowMs }: KeyedWork<Result>,
): Promise<Once<Result>> {
  const replay = async ({ resourceId }: UsedKey) => {
    return { result: await afterDone(() => read(resourceId)), replayed: true }
  }
  if (key !== undefined) {
    const used = await table.find(database, key)
    if (used !== undefined) return replay(used)
  }
  try {
    return await database.transaction(async (sql) => {
      const { result, resourceId } = await create(sql)
      if (key !== undefined) await table.insert(sql, key, resourceId, nowMs)
      return { result, replayed: false }
    })
  } catch (error) {
    const used = key === undefined ? undefined : await usedMeanwhile(database, table, key, error)
    if (used === undefined) throw error
    return replay(used)
  }
}

/**
 * The same request may have won a race: then it holds the key. Asked also after a refusal, because the work of the
 * winner may be what refused this one (an offer that is converted already).
 */
async function usedMeanwhile<Key>(
  database: Database,
  table: KeyTable<Key>,
  key: Key,
  error: unknown,
): Promise<UsedKey | undefined> {
  const isRefusal =
    error instanceof Error && 'kind' in error && (error.kind === 'conflict' || error.kind === 'unprocessable')
  return isKeyTaken(error, table) || isRefusal ? table.find(database, key) : undefined
}

function isKeyTaken(error: unknown, { primaryKey }: { readonly primaryKey: string }): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === primaryKey
}
