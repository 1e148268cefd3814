// Idempotency keys of lending: a caller may name a request by a key of its own, so that it is done once (storage/statements/once.ts).

import { LENDING_KEY, spentHash } from '../../platform/history/spent-keys.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql, Statement } from '../../platform/storage/database.ts'
import {
  type KeyedWork,
  type KeyTable,
  type Once,
  runOnce,
  type UsedKey,
} from '../../platform/storage/statements/once.ts'
import { loanProblem } from '../loan-problems.ts'

export interface IdempotencyKey {
  readonly partnerId: string
  readonly key: string
  readonly operation: string
  /** SHA-256 of the path and of the known fields of the body. */
  readonly content: Buffer
}

export interface KeyRow {
  partner_id: string
  key: string
  /** Null once the request is archived. */
  content: Buffer | null
  resource_id: string
}

const FIND_KEY: Statement = {
  name: 'find-lending-key',
  text: `SELECT partner_id, key, content, resource_id FROM lending_keys WHERE partner_id = $1 AND key = $2
         UNION ALL
         SELECT partner_id, $2, NULL, '' FROM spent_keys
          WHERE partner_id = $1 AND key_hash = ${spentHash(`'${LENDING_KEY}'`, '$2::text')}`,
}

/** Undefined when the key is free. Refusals: `idempotency-key-reused` when it was used with other content. */
export async function findKey(sql: Sql, key: IdempotencyKey): Promise<UsedKey | undefined> {
  const { rows } = await sql.query<KeyRow>(FIND_KEY, [key.partnerId, key.key])
  return rows[0] === undefined ? undefined : usedBy(rows[0], key)
}

/** What the row of a key means for a request. Refusals: `idempotency-key-reused`. */
export function usedBy(row: KeyRow, { content }: IdempotencyKey): UsedKey {
  if (row.content === null) throw keyReused('was used before; its request is archived')
  if (!content.equals(row.content)) throw keyReused('was used before with other content')
  return { resourceId: row.resource_id }
}

function keyReused(message: string): Problem {
  return loanProblem('idempotency-key-reused', `the Idempotency-Key ${message}`, {
    details: [{ path: 'Idempotency-Key', message }],
  })
}

const LENDING_KEYS: KeyTable<IdempotencyKey> = {
  primaryKey: 'lending_keys_pkey',
  find: findKey,
  async insert(sql, { partnerId, key, operation, content }, resourceId, nowMs) {
    await sql.query(
      `INSERT INTO lending_keys (partner_id, key, operation, content, resource_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [partnerId, key, operation, content, resourceId, isoTimestamp(nowMs)],
    )
  },
}

/** Runs the work in a transaction, once per key; without a key, every time. */
export function once<Result>(
  database: Database,
  key: IdempotencyKey | undefined,
  work: KeyedWork<Result>,
): Promise<Once<Result>> {
  return runOnce(database, LENDING_KEYS, key, work)
}
