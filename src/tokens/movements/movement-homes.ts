// Where movements lie on distributed books (docs/decisions/0065): a table of the coordinator has, for each, the book that it is kept in,
// what is unique per partner, and who waits for it in another book. So none is looked for on all servers. On one server there are no
// such rows: ids and references have indexes of their own there.

import { plainArray } from '../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../platform/storage/batches/copy-row.ts'
import type { Sql, Statement, Step } from '../../platform/storage/database.ts'
import { isEnd, type Movement, type MovementKind } from './movement.ts'
import { wordsOf } from './movement-codec.ts'

const COPY_HOMES: Statement = {
  name: 'copy-token-movement-homes',
  text: `COPY token_movement_homes (movement_id, institution_id, partner_id, kind, ref, content, account_id,
                                    open_payee_account_id, open_payee_issuer_id) FROM STDIN`,
}

const END_HOMES: Statement = {
  name: 'end-token-movement-homes',
  text: `UPDATE token_movement_homes SET open_payee_account_id = NULL, open_payee_issuer_id = NULL
          WHERE movement_id = ANY ($1::uuid[]) AND open_payee_account_id IS NOT NULL`,
}

const COPY_WORDS: Statement = {
  name: 'copy-words-of-token-movements',
  text: 'COPY digital_words (partner_id, entity, word, resource_id) FROM STDIN',
}

const ENTITIES: Readonly<Record<MovementKind, number>> = { DEPOSIT: 4, REDEMPTION: 5, TRANSFER: 6 }
const TRANSFER_TO_PARTNER = 7

/** What a batch writes beside its movements, which have no triggers on distributed books. */
export function homeSteps(added: readonly Movement[], changed: readonly Movement[]): Step[] {
  const ended = changed.filter((movement) => isEnd(movement.state) && payeeElsewhere(movement) !== undefined)
  return [
    ...copyStep(COPY_HOMES, added.map(homeRow)),
    ...copyStep(COPY_WORDS, added.flatMap(wordRows)),
    ...(ended.length === 0
      ? []
      : [{ statement: END_HOMES, values: [plainArray(ended.map(({ movementId }) => movementId))] }]),
  ]
}

function homeRow(movement: Movement): string {
  const payee = isEnd(movement.state) ? undefined : payeeElsewhere(movement)
  return copyRow([
    movement.movementId,
    movement.bookId,
    movement.partnerId,
    movement.kind,
    movement.ref,
    `\\x${movement.content.toString('hex')}`,
    movement.accountId,
    payee?.accountId,
    payee?.issuerId,
  ])
}

function payeeElsewhere(movement: Movement) {
  return movement.kind === 'TRANSFER' && movement.payee.bookId !== movement.bookId ? movement.payee : undefined
}

function wordRows(movement: Movement): string[] {
  const { partnerId, kind, movementId } = movement
  const [own, payees] = wordsOf(movement)
  const rows = own.map((word) => copyRow([partnerId, ENTITIES[kind], word, movementId]))
  if (movement.kind !== 'TRANSFER' || movement.payee.partnerId === partnerId) return rows
  const { payee } = movement
  return [...rows, ...payees.map((word) => copyRow([payee.partnerId, TRANSFER_TO_PARTNER, word, movementId]))]
}

export interface Home {
  readonly bookId: string
  readonly movementId: string
}

interface HomeRow {
  readonly institution_id: string
  readonly movement_id: string
}

/** Those of the movements that there are. */
export async function readHomes(sql: Sql, movementIds: readonly string[]): Promise<Home[]> {
  if (movementIds.length === 0) return []
  const { rows } = await sql.query<HomeRow>(
    {
      name: 'read-token-movement-homes',
      text: 'SELECT institution_id, movement_id FROM token_movement_homes WHERE movement_id = ANY ($1::uuid[])',
    },
    [movementIds],
  )
  return rows.map(toHome)
}

export async function findHomeByReference(
  sql: Sql,
  { partnerId, kind, ref }: Pick<Movement, 'partnerId' | 'kind' | 'ref'>,
): Promise<Home | undefined> {
  const { rows } = await sql.query<HomeRow>(
    {
      name: 'find-token-movement-home-by-ref',
      text: `SELECT institution_id, movement_id FROM token_movement_homes WHERE partner_id = $1 AND kind = $2 AND ref = $3`,
    },
    [partnerId, kind, ref],
  )
  return rows[0] && toHome(rows[0])
}

/** Open transfers from other books, to an account or to the accounts of an institution. */
export async function readIncoming(
  sql: Sql,
  to: { readonly accountId: string } | { readonly issuerId: string },
): Promise<Home[]> {
  const [column, id] =
    'accountId' in to ? ['open_payee_account_id', to.accountId] : ['open_payee_issuer_id', to.issuerId]
  const { rows } = await sql.query<HomeRow>(
    `SELECT institution_id, movement_id FROM token_movement_homes WHERE ${column} = $1::uuid`,
    [id],
  )
  return rows.map(toHome)
}

/** By book: each is asked at its server. */
export function byBook(homes: readonly Home[]): [bookId: string, movementIds: string[]][] {
  return [...Map.groupBy(homes, ({ bookId }) => bookId)].map(([bookId, some]) => [
    bookId,
    some.map(({ movementId }) => movementId),
  ])
}

function toHome(row: HomeRow): Home {
  return { bookId: row.institution_id, movementId: row.movement_id }
}
