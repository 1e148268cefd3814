// References of decisions: stored with the decision by its posting, or afterwards when the decision was made before.

import { isoTimestamp } from '../../kernel/clock.ts'
import type { Sql } from '../../storage/database.ts'
import type { Reference } from '../references/reference.ts'
import { referenceReused } from './posting/movement-batch.ts'

/** The transfer that a reference stands for. Refusals: `reference-reused`. */
export async function referredTo(sql: Sql, { partnerId, type, ref, content }: Reference): Promise<string | undefined> {
  const { rows } = await sql.query<{ content: Buffer; resource_id: string }>(
    {
      name: 'find-digital-reference',
      text: `SELECT content, resource_id FROM digital_references
              WHERE partner_id = $1 AND transaction_type = $2 AND ref = $3`,
    },
    [partnerId, type, ref],
  )
  const [row] = rows
  if (row !== undefined && !content.equals(row.content)) throw referenceReused()
  return row?.resource_id
}

export async function noteReference(sql: Sql, reference: Reference, resourceId: string, nowMs: number): Promise<void> {
  const { partnerId, type, ref, content } = reference
  await sql.query(
    `INSERT INTO digital_references (partner_id, transaction_type, ref, content, resource_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [partnerId, type, ref, content, resourceId, isoTimestamp(nowMs)],
  )
}
