// Loans, applications and offers of the partners that the caller may act for.

import { type At, findById } from '../../loans/lending-homes.ts'
import { nameQuery, partnersNameQuery } from '../../loans/origination/applications/applicant-name.ts'
import { decimalFromMinor } from '../../platform/kernel/money/money.ts'
import type { Sql } from '../../platform/storage/database.ts'
import {
  type FoundKind,
  type FoundRecord,
  MOST_OF_A_KIND,
  type SearchQuestion,
  type SearchSource,
} from './search-source.ts'

interface LendingRow {
  id: string
  institution_id: string
  partner_id: string
  applicant: Readonly<Record<string, unknown>>
  product_code: string
  amount_minor: bigint
  currency: string
}

/** Each is an index of its own: one condition over all of them would read the table. */
const LOAN = `SELECT l.loan_id AS id, l.institution_id, l.partner_id, l.applicant, l.product_code, l.currency,
                     (l.agreement ->> 'principalApprovedMinor')::bigint AS amount_minor FROM loans l`
const APPLICATION = `SELECT a.application_id AS id, a.institution_id, a.partner_id, a.applicant, a.product_code, a.currency,
                            a.requested_minor AS amount_minor FROM loan_applications a`
const OFFER = `SELECT o.offer_id AS id, o.institution_id, o.partner_id, a.applicant, o.product_code, o.currency,
                      o.amount_minor
                 FROM loan_offers o
                 JOIN loan_applications a ON a.partner_id = o.partner_id AND a.application_id = o.application_id`

export const LENDING_SOURCES: readonly SearchSource[] = [
  source('LOAN', 'LOAN_SERVICING', async (sql, { spellings, name, uuid, words }, partnerIds) => {
    const byId =
      uuid === undefined
        ? []
        : await rowById(
            sql,
            uuid,
            (at) => `${LOAN} WHERE l.loan_id = $2 AND l.partner_id = ANY ($1::text[])${at('l')}`,
            partnerIds,
          )
    if (byId.length > 0) return byId
    // A reference may be a UUID too.
    const byKey = await rowsOf(
      sql,
      `${LOAN} WHERE l.account_id = ANY ($2::text[]) AND l.customer_id IS NOT NULL AND l.account_opened AND l.partner_id = ANY ($1::text[])
       UNION ALL ${LOAN} WHERE l.partner_id = ANY ($1::text[]) AND l.customer_id = ANY ($2::text[])
       UNION ALL ${LOAN} WHERE l.partner_id = ANY ($1::text[]) AND l.external_reference = ANY ($2::text[])`,
      [partnerIds, spellings],
    )
    if (byKey.length > 0 || words.length === 0 || uuid !== undefined) return byKey
    const query = partnerIds.map((partnerId) => `(${partnersNameQuery(partnerId, name) ?? ''})`).join(' | ')
    return byName(sql, 'loans', LOAN, 'l', [partnerIds, query])
  }),
  source('LOAN_APPLICATION', 'LOAN_ORIGINATION', async (sql, { text, name, uuid }, partnerIds) => {
    const own = 'a.partner_id = ANY ($1::text[])'
    const byId =
      uuid === undefined
        ? []
        : await rowById(
            sql,
            uuid,
            (at) => `${APPLICATION} WHERE ${own} AND a.application_id = $2${at('a')}`,
            partnerIds,
          )
    if (byId.length > 0) return byId
    const byKey = await rowsOf(sql, `${APPLICATION} WHERE ${own} AND a.external_reference = $2`, [partnerIds, text])
    const query = nameQuery(name)
    if (byKey.length > 0 || query === undefined || uuid !== undefined) return byKey
    return byName(sql, 'loan_applications', APPLICATION, 'a', [partnerIds, query])
  }),
  source('LOAN_OFFER', 'LOAN_ORIGINATION', async (sql, { uuid }, partnerIds) =>
    uuid === undefined
      ? []
      : rowById(
          sql,
          uuid,
          (at) => `${OFFER} WHERE o.partner_id = ANY ($1::text[]) AND o.offer_id = $2${at('o')}${at('a')}`,
          partnerIds,
        ),
  ),
]

async function rowById(
  sql: Sql,
  id: string,
  text: (at: At) => string,
  partnerIds: readonly string[],
): Promise<LendingRow[]> {
  const row = await findById<LendingRow>(sql, id, text, [partnerIds, id])
  return row === undefined ? [] : [row]
}

async function rowsOf(sql: Sql, text: string, values: readonly unknown[]): Promise<LendingRow[]> {
  return (await sql.query<LendingRow>(`${text} LIMIT ${MOST_OF_A_KIND}`, [...values])).rows
}

/**
 * Names are looked up before anything limits them: with a limit, the planner takes a guess at how common a name is and reads
 * the table until it has found enough, which for a rare name is all of it.
 */
function byName(
  sql: Sql,
  table: string,
  select: string,
  alias: string,
  values: readonly unknown[],
): Promise<LendingRow[]> {
  const own = `${alias}.partner_id = ANY ($1::text[])`
  // A row has its place only on its own server.
  if (sql.isDistributed === true)
    return rowsOf(sql, `${select} WHERE ${alias}.name_words @@ $2::tsquery AND ${own}`, values)
  const named = `WITH matching AS MATERIALIZED (
                   SELECT ctid, partner_id FROM ${table} WHERE name_words @@ $2::tsquery),
                 named AS (SELECT ctid FROM matching WHERE partner_id = ANY ($1::text[]) LIMIT ${MOST_OF_A_KIND})`
  return rowsOf(sql, `${named} ${select} WHERE ${alias}.ctid = ANY (ARRAY (SELECT ctid FROM named)) AND ${own}`, values)
}

function source(
  kind: FoundKind,
  module: SearchSource['module'],
  read: (sql: Sql, question: SearchQuestion, partnerIds: readonly string[]) => Promise<LendingRow[]>,
): SearchSource {
  return {
    name: kind,
    module,
    async find(sql, question) {
      const { lending } = question.partnerIds
      return lending.length === 0 ? [] : (await read(sql, question, lending)).map((row) => foundOf(kind, row))
    },
  }
}

function foundOf(kind: FoundKind, row: LendingRow): FoundRecord {
  const { firstName, lastName } = row.applicant
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  const amount = `${decimalFromMinor(row.amount_minor, row.currency)} ${row.currency}`
  return {
    kind,
    id: row.id,
    title: `${name} · ${row.product_code} · ${amount}`,
    institutionId: row.institution_id,
    partnerId: row.partner_id,
  }
}
