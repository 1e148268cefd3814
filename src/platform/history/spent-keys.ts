// What remains of idempotency keys and references once they are archived: a hash, so that a key is never used again. The partner
// is part of the row, the kind of key part of the hash.

import type { Sql } from '../storage/database.ts'
import type { Month } from './month.ts'

/** The kind of the keys of lending; references have the kind of their movement, or the type of their request. */
export const LENDING_KEY = 'lending'

/** The hash of a key, in SQL. Texts hold no character 31. */
export function spentHash(kind: string, key: string): string {
  return `substr(sha256(convert_to(${kind} || chr(31) || ${key}, 'UTF8')), 1, 16)`
}

interface Spent {
  readonly partnerId: unknown
  readonly kind: unknown
  readonly key: unknown
}

export async function spendKeys(sql: Sql, month: Month, spent: readonly Spent[]): Promise<void> {
  await sql.query(
    `INSERT INTO spent_keys (partner_id, key_hash, month)
     SELECT gone.partner_id, ${spentHash('gone.kind', 'gone.key')}, $1
       FROM unnest($2::text[], $3::text[], $4::text[]) AS gone (partner_id, kind, key)
         ON CONFLICT DO NOTHING`,
    [month, spent.map(({ partnerId }) => partnerId), spent.map(({ kind }) => kind), spent.map(({ key }) => key)],
  )
}
