// Reads movements.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { Reference } from '../../references/reference.ts'
import type { Movement, MovementKind, Transfer } from '../movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../movement-codec.ts'
import { findHomeByReference, readHomes } from '../movement-homes.ts'

export type MovementOf<Kind extends MovementKind> = Extract<Movement, { readonly kind: Kind }>

/** Regardless of owner. Callers that know its book name it, so that distributed books are asked at its server alone. */
export async function findMovement<Kind extends MovementKind>(
  sql: Sql,
  kind: Kind,
  movementId: string,
  knownBookId?: string,
): Promise<MovementOf<Kind> | undefined> {
  if (!isUuid(movementId)) return undefined
  if (sql.isDistributed === true) {
    const bookId = knownBookId ?? (await readHomes(sql, [movementId]))[0]?.bookId
    return bookId === undefined ? undefined : only<Kind>(await readInBook(sql, bookId, [movementId], kind))
  }
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
  if (sql.isDistributed === true) {
    const home = await findHomeByReference(sql, { partnerId, kind, ref })
    return home && only<Kind>(await readInBook(sql, home.bookId, [home.movementId], kind))
  }
  const { rows } = await sql.query<MovementRow>(
    {
      name: 'find-token-movement-by-ref',
      text: `SELECT ${MOVEMENT_COLUMNS} FROM token_movements WHERE partner_id = $1 AND kind = $2 AND ref = $3`,
    },
    [partnerId, kind, ref],
  )
  return only<Kind>(rows)
}

async function readInBook(
  sql: Sql,
  bookId: string,
  movementIds: readonly string[],
  kind: MovementKind,
): Promise<readonly MovementRow[]> {
  const { rows } = await sql.query<MovementRow>(
    `SELECT ${MOVEMENT_COLUMNS} FROM token_movements
      WHERE institution_id = $1 AND movement_id = ANY ($2::uuid[]) AND kind = $3`,
    [bookId, movementIds, kind],
  )
  return rows
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
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, bigint>> {
  if (transfers.length === 0) return new Map()
  const returned = new Map<string, bigint>()
  // What is given back of a transfer lies in the book of its payee.
  const books =
    sql.isDistributed === true ? [...Map.groupBy(transfers, ({ payee }) => payee.bookId)] : [['', transfers] as const]
  for (const [bookId, some] of books) {
    const inBook = sql.isDistributed === true ? 'AND institution_id = $2' : ''
    const { rows } = await sql.query<{ transfer_id: string; returned_minor: bigint }>(
      {
        name: inBook === '' ? 'read-returned-minor' : 'read-returned-minor-in-book',
        text: `SELECT return_of AS transfer_id, sum(amount_minor)::bigint AS returned_minor
                 FROM token_movements
                WHERE return_of = ANY ($1::uuid[]) AND state = 'COMMITTED' ${inBook}
                GROUP BY return_of`,
      },
      [some.map(({ movementId }) => movementId), ...(inBook === '' ? [] : [bookId])],
    )
    for (const row of rows) returned.set(row.transfer_id, row.returned_minor)
  }
  return returned
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
