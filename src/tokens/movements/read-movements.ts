// Reads movements.

import { isUuid } from '../../kernel/ids.ts'
import type { Sql } from '../../storage/database.ts'
import type { Reference } from '../references/reference.ts'
import type { Movement, MovementKind } from './movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from './movement-codec.ts'

export type MovementOf<Kind extends MovementKind> = Extract<Movement, { readonly kind: Kind }>

/** Regardless of owner. */
export async function findMovement<Kind extends MovementKind>(
  sql: Sql,
  kind: Kind,
  movementId: string,
): Promise<MovementOf<Kind> | undefined> {
  if (!isUuid(movementId)) return undefined
  const { rows } = await sql.query<MovementRow>(
    {
      name: 'find-token-movement',
      text: `SELECT ${MOVEMENT_COLUMNS} FROM token_movements WHERE movement_id = $1::uuid AND kind = $2`,
    },
    [movementId, kind],
  )
  return only<Kind>(rows)
}

/** The movement that a request with this reference has made; its content is not compared. */
export async function findMovementByReference<Kind extends MovementKind>(
  sql: Sql,
  kind: Kind,
  { partnerId, ref }: Pick<Reference, 'partnerId' | 'ref'>,
): Promise<MovementOf<Kind> | undefined> {
  const { rows } = await sql.query<MovementRow>(
    {
      name: 'find-token-movement-by-ref',
      text: `SELECT ${MOVEMENT_COLUMNS} FROM token_movements WHERE partner_id = $1 AND kind = $2 AND ref = $3`,
    },
    [partnerId, kind, ref],
  )
  return only<Kind>(rows)
}

/** As a partner sees it: its own, or a transfer to an account of its own from RESERVED on. */
export async function findVisibleMovement<Kind extends MovementKind>(
  sql: Sql,
  kind: Kind,
  partnerId: string,
  movementId: string,
): Promise<MovementOf<Kind> | undefined> {
  const movement = await findMovement(sql, kind, movementId)
  return movement !== undefined && sideOf(movement, partnerId) !== undefined ? movement : undefined
}

/** What COMMITTED returns have given back of transfers, in minor units; those without any are left out. */
export async function readReturnedMinor(
  sql: Sql,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (transferIds.length === 0) return new Map()
  const { rows } = await sql.query<{ transfer_id: string; returned_minor: bigint }>(
    {
      name: 'read-returned-minor',
      text: `SELECT return_of AS transfer_id, sum(amount_minor)::bigint AS returned_minor
               FROM token_movements
              WHERE return_of = ANY ($1::uuid[]) AND state = 'COMMITTED'
              GROUP BY return_of`,
    },
    [transferIds],
  )
  return new Map(rows.map((row) => [row.transfer_id, row.returned_minor]))
}

/** On which side of a movement a partner is; undefined when the partner may not see it. */
export function sideOf(movement: Movement, partnerId: string): 'OWNER' | 'PAYEE' | undefined {
  if (movement.partnerId === partnerId) return 'OWNER'
  if (movement.kind !== 'TRANSFER' || movement.payee.partnerId !== partnerId) return undefined
  return UNSEEN_BY_PAYEE.has(movement.state) ? undefined : 'PAYEE'
}

/** States of a transfer that has not been RESERVED. */
const UNSEEN_BY_PAYEE: ReadonlySet<string> = new Set(['RECEIVED', 'REJECTED'])

function only<Kind extends MovementKind>(rows: readonly MovementRow[]): MovementOf<Kind> | undefined {
  const [row] = rows
  return row === undefined ? undefined : (toMovement(row) as MovementOf<Kind>)
}
