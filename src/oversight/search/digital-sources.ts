// Digital banking of the partners that the caller may act for: parties and accounts by id or name, movements by id or reference.

import { decimalFromMinor } from '../../platform/kernel/money/money.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { searchWords } from '../../tokens/search/search-words.ts'
import { type FoundKind, type FoundRecord, MOST_OF_A_KIND, type SearchSource } from './search-source.ts'

interface DigitalRow {
  id: string
  title: string
  partner_id: string
}

/** Resources with the first word that are compared with the others. */
const MOST_COMPARED = 1_000
/** The greatest character: a word that begins with a text lies between the text and the text with it. */
const LAST = '\u{10ffff}'

const INSTITUTION = 'SELECT i.institution_id AS id, i.name AS title, i.partner_id FROM digital_institutions i'
const USER = `SELECT u.user_id AS id, coalesce(u.legal_name, concat_ws(' ', u.first_name, u.last_name), '') AS title, u.partner_id
                FROM digital_users u`
const ACCOUNT = `SELECT a.account_id AS id, concat_ws(' · ', a.label, a.currency, a.linked_account_id) AS title, a.partner_id
                   FROM digital_accounts a`

export const DIGITAL_SOURCES: readonly SearchSource[] = [
  {
    name: 'DIGITAL_INSTITUTION',
    module: 'DIGITAL_PARTIES',
    async find(sql, { text, name, uuid, partnerIds: { digital } }) {
      const words = searchWords([name])
      const begin = words.map(
        (_, at) => `EXISTS (SELECT FROM unnest(i.search_words) AS w WHERE starts_with(w, $${at + 4}))`,
      )
      const named = begin.length === 0 ? 'false' : begin.join(' AND ')
      // A few hundred at most.
      return found(
        'DIGITAL_INSTITUTION',
        sql,
        `${INSTITUTION} WHERE i.partner_id = ANY ($1::text[])
            AND (i.institution_id = $2::uuid OR i.bic = upper($3) OR i.lei = upper($3) OR ${named})`,
        [digital, uuid ?? null, text, ...words],
      )
    },
  },
  worded('DIGITAL_USER', 2, `${USER} WHERE u.user_id`, 'u.partner_id'),
  worded('DIGITAL_ACCOUNT', 3, `${ACCOUNT} WHERE a.account_id`, 'a.partner_id'),
  {
    name: 'TOKEN_MOVEMENT',
    module: 'DIGITAL_MONEY',
    async find(sql, { text, uuid, partnerIds: { digital } }) {
      if (digital.length === 0) return []
      const byId = uuid === undefined ? [] : await movements(sql, 'm.movement_id = $2::uuid', [digital, uuid])
      if (byId.length > 0) return byId
      // A reference may be a UUID too.
      return movements(sql, `m.kind = ANY ('{DEPOSIT,REDEMPTION,TRANSFER}') AND m.ref = $2`, [digital, text])
    },
  },
]

/** Found by id, or by words that the table of words has per partner. */
function worded(kind: FoundKind, entity: number, select: string, partner: string): SearchSource {
  return {
    name: kind,
    module: 'DIGITAL_PARTIES',
    async find(sql, { name, uuid, partnerIds: { digital } }) {
      if (digital.length === 0) return []
      if (uuid !== undefined)
        return found(kind, sql, `${select} = $2::uuid AND ${partner} = ANY ($1::text[])`, [digital, uuid])
      // The longest word is in the fewest names.
      const [first, ...others] = searchWords([name]).toSorted((one, other) => other.length - one.length)
      if (first === undefined) return []
      const alsoHas = others.map(
        (_, at) => `EXISTS (SELECT FROM digital_words o
                             WHERE o.partner_id = w.partner_id AND o.entity = ${entity} AND o.resource_id = w.resource_id
                               AND o.word >= $${at + 4} AND o.word < $${at + 4} || '${LAST}')`,
      )
      return found(
        kind,
        sql,
        `${select} IN (
           SELECT w.resource_id
             FROM unnest($1::text[]) AS p (partner_id)
            CROSS JOIN LATERAL (
                  SELECT d.partner_id, d.resource_id FROM digital_words d
                   WHERE d.partner_id = p.partner_id AND d.entity = ${entity} AND d.word >= $2 AND d.word < $3
                   LIMIT ${MOST_COMPARED}) AS w
            WHERE ${alsoHas.length === 0 ? 'true' : alsoHas.join(' AND ')}
            LIMIT ${MOST_OF_A_KIND})`,
        [digital, first, `${first}${LAST}`, ...others],
      )
    },
  }
}

async function found(kind: FoundKind, sql: Sql, text: string, values: readonly unknown[]): Promise<FoundRecord[]> {
  const { rows } = await sql.query<DigitalRow>(`${text} LIMIT ${MOST_OF_A_KIND}`, [...values])
  return rows.map(({ id, title, partner_id: partnerId }) => ({ kind, id, title, partnerId }))
}

interface MovementRow {
  movement_id: string
  kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER'
  ref: string
  amount_minor: bigint
  currency: string
  partner_id: string
}

async function movements(sql: Sql, condition: string, values: readonly unknown[]): Promise<FoundRecord[]> {
  if (sql.isDistributed === true) return movementsInBooks(sql, condition, values)
  const { rows } = await sql.query<MovementRow>(
    `SELECT m.movement_id, m.kind, m.ref, m.amount_minor, m.currency, m.partner_id
       FROM token_movements m WHERE m.partner_id = ANY ($1::text[]) AND ${condition} LIMIT ${3 * MOST_OF_A_KIND}`,
    [...values],
  )
  return rows.map(movementOf)
}

/** Distributed books: the coordinator knows ids and references, and the server of its book the movement. */
async function movementsInBooks(sql: Sql, condition: string, values: readonly unknown[]): Promise<FoundRecord[]> {
  const { rows: homes } = await sql.query<{ institution_id: string; movement_id: string }>(
    `SELECT m.institution_id, m.movement_id FROM token_movement_homes m
      WHERE m.partner_id = ANY ($1::text[]) AND ${condition} LIMIT ${3 * MOST_OF_A_KIND}`,
    [...values],
  )
  const found: FoundRecord[] = []
  for (const { institution_id: bookId, movement_id: movementId } of homes) {
    const { rows } = await sql.query<MovementRow>(
      `SELECT movement_id, kind, ref, amount_minor, currency, partner_id
         FROM token_movements WHERE institution_id = $1 AND movement_id = $2::uuid`,
      [bookId, movementId],
    )
    found.push(...rows.map(movementOf))
  }
  return found
}

function movementOf(row: MovementRow): FoundRecord {
  const amount = `${decimalFromMinor(row.amount_minor, row.currency)} ${row.currency}`
  return {
    kind: `TOKEN_${row.kind}`,
    id: row.movement_id,
    title: `${row.ref} · ${amount}`,
    partnerId: row.partner_id,
  }
}
