// Notes when movements are looked at again, many in one statement.

import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sql, Statement } from '../../../platform/storage/database.ts'

/** When a movement is looked at again, unless it has moved on. */
export interface NextLook {
  readonly bookId: string
  readonly movementId: string
  readonly version: number
  readonly nextMs: number
}

const NOTE_NEXT_LOOKS: Statement = {
  name: 'note-next-looks-at-token-movements',
  // Locked in the order in which postings lock them.
  text: `
    WITH looked AS (
      SELECT m.movement_id, n.next_at
        FROM unnest($1::uuid[], $2::integer[], $3::timestamptz[]) AS n (movement_id, version, next_at)
        JOIN token_movements m ON m.movement_id = n.movement_id AND m.version = n.version
       WHERE m.is_open
       ORDER BY m.institution_id, m.movement_id
         FOR NO KEY UPDATE OF m
    )
    UPDATE token_movements AS m SET next_at = l.next_at FROM looked l WHERE m.movement_id = l.movement_id`,
}

const NOTE_NEXT_LOOKS_IN_BOOK: Statement = {
  name: 'note-next-looks-at-token-movements-in-book',
  text: `
    WITH looked AS (
      SELECT m.institution_id, m.movement_id, n.next_at
        FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[]) AS n (movement_id, version, next_at)
        JOIN token_movements m ON m.movement_id = n.movement_id AND m.version = n.version
       WHERE m.institution_id = $1 AND m.is_open
       ORDER BY m.movement_id
         FOR NO KEY UPDATE OF m
    )
    UPDATE token_movements AS m SET next_at = l.next_at FROM looked l
     WHERE m.institution_id = $1 AND m.movement_id = l.movement_id`,
}

export async function noteNextLooks(sql: Sql, looks: readonly NextLook[]): Promise<PromiseSettledResult<void>[]> {
  const columns = (some: readonly NextLook[]) => [
    some.map(({ movementId }) => movementId),
    some.map(({ version }) => version),
    some.map(({ nextMs }) => isoTimestamp(nextMs)),
  ]
  if (sql.isDistributed === true) {
    for (const [bookId, some] of Map.groupBy(looks, (look) => look.bookId))
      await sql.query(NOTE_NEXT_LOOKS_IN_BOOK, [bookId, ...columns(some)])
  } else await sql.query(NOTE_NEXT_LOOKS, columns(looks))
  return looks.map(() => ({ status: 'fulfilled', value: undefined }))
}
