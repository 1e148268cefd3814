// References of requests that make or change resources without moving money: (partner, type, ref) names a request, so that
// it is done once (storage/statements/once.ts). Deposits, redemptions and transfers keep theirs in their own rows.

import { spentHash } from '../../platform/history/spent-keys.ts'
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
import { tokenProblem } from '../token-problems.ts'
import type { Reference } from './reference.ts'

interface ReferenceRow {
  /** Null once the request is archived. */
  content: Buffer | null
  resource_id: string
}

const FIND_REFERENCE: Statement = {
  name: 'find-digital-reference',
  text: `SELECT content, resource_id FROM digital_references
          WHERE partner_id = $1 AND transaction_type = $2 AND ref = $3
         UNION ALL
         SELECT NULL, NULL FROM spent_keys
          WHERE partner_id = $1 AND key_hash = ${spentHash('$2::text', '$3::text')}`,
}

const INSERT_REFERENCE = `
  INSERT INTO digital_references (partner_id, transaction_type, ref, content, resource_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6)`

/** Undefined when the reference is free. Refusals: `reference-reused` when it was used with other content. */
export async function findReference(sql: Sql, reference: Reference): Promise<UsedKey | undefined> {
  const { partnerId, type, ref } = reference
  const { rows } = await sql.query<ReferenceRow>(FIND_REFERENCE, [partnerId, type, ref])
  if (rows[0] === undefined) return undefined
  checkContent(rows[0], reference)
  return { resourceId: rows[0].resource_id }
}

/** Refuses a reference that stands for other content: `reference-reused`. */
export function checkContent(
  stored: { readonly content: Buffer | null },
  { content }: Pick<Reference, 'content'>,
): void {
  if (stored.content === null) throw referenceReused('was used before; its request is archived')
  if (!content.equals(stored.content)) throw referenceReused('was used before with other content')
}

function referenceReused(message: string): Problem {
  return tokenProblem('reference-reused', `transaction.ref ${message}`, {
    details: [{ path: 'transaction.ref', message }],
  })
}

const DIGITAL_REFERENCES: KeyTable<Reference> = {
  primaryKey: 'digital_references_pkey',
  find: findReference,
  async insert(sql, { partnerId, type, ref, content }, resourceId, nowMs) {
    await sql.query(INSERT_REFERENCE, [partnerId, type, ref, content, resourceId, isoTimestamp(nowMs)])
  },
}

/** Lets a reference stand for a resource that another request has made. */
export async function noteReference(sql: Sql, reference: Reference, resourceId: string, nowMs: number): Promise<void> {
  const { partnerId, type, ref, content } = reference
  await sql.query(`${INSERT_REFERENCE} ON CONFLICT DO NOTHING`, [
    partnerId,
    type,
    ref,
    content,
    resourceId,
    isoTimestamp(nowMs),
  ])
}

/** Runs the work in a transaction, once per reference; without a reference, every time. */
export function once<Result>(
  database: Database,
  reference: Reference | undefined,
  work: KeyedWork<Result>,
): Promise<Once<Result>> {
  return runOnce(database, DIGITAL_REFERENCES, reference, work)
}
