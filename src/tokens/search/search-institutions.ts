// Search of institutions: the partner's own, and of others those that are ACTIVE or SUSPENDED. They are few, so their rows
// are searched themselves.

import type { Database } from '../../platform/storage/database.ts'
import {
  COUNT_LIMIT,
  Conditions,
  countOf,
  type ListPage,
  limitTo,
  totalOf,
} from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { DigitalInstitution } from '../parties/digital-institution.ts'
import { INSTITUTION_COLUMNS, type InstitutionRow, toInstitution } from '../parties/institution-records.ts'
import { type SearchRequest, sortColumn } from './search-request.ts'
import { searchWords } from './search-words.ts'
import { filterAll } from './searched-resources.ts'
import { beginsWord } from './word-conditions.ts'

function newestFirst(request: SearchRequest): string {
  return `ORDER BY ${sortColumn(request)} DESC, institution_id DESC`
}

export async function searchInstitutions(
  database: Database,
  request: SearchRequest,
): Promise<ListPage<DigitalInstitution>> {
  const conditions = conditionsOf(request)
  if (request.words.length > 0) return searchByWords(database, request, conditions)
  const { values } = conditions.parameters
  const { rows: counted } = await database.query<{ total: bigint }>(
    countOf(`1 FROM digital_institutions WHERE ${conditions}`),
    [...values],
  )
  const { rows } = await database.query<InstitutionRow>(
    `SELECT ${INSTITUTION_COLUMNS} FROM digital_institutions WHERE ${conditions} ${newestFirst(request)}
      ${limitTo(request, conditions.parameters)}`,
    values,
  )
  return {
    items: rows.map(toInstitution),
    total: totalOf(Number(counted[0]?.total ?? 0), request, rows.length),
  }
}

/** Others are found by what they show: externalId and reference are the owner's, though their words are stored with the rest. */
async function searchByWords(
  database: Database,
  request: SearchRequest,
  conditions: Conditions,
): Promise<ListPage<DigitalInstitution>> {
  const { partnerId, words, page, size } = request
  const { parameters } = conditions
  for (const word of words) conditions.add(beginsWord('search_words', parameters.add(word)))
  const { rows } = await database.query<InstitutionRow>(
    `SELECT ${INSTITUTION_COLUMNS} FROM digital_institutions WHERE ${conditions} ${newestFirst(request)} LIMIT ${COUNT_LIMIT}`,
    parameters.values,
  )
  const found = rows.filter((row) => row.partner_id === partnerId || showsAll(row, words))
  const first = (page - 1) * size
  return { items: found.slice(first, first + size).map(toInstitution), total: found.length }
}

function showsAll({ name, bic, lei }: InstitutionRow, words: readonly string[]): boolean {
  const shown = searchWords([name, bic ?? undefined, lei ?? undefined])
  return words.every((word) => shown.some((one) => one.startsWith(word)))
}

function conditionsOf({ partnerId, filters }: SearchRequest): Conditions {
  const conditions = new Conditions(new Parameters())
  conditions.addFor(partnerId, (partner) => `(partner_id = ${partner} OR state IN ('ACTIVE', 'SUSPENDED'))`)
  filterAll(conditions, 'institution_id', filters)
  conditions.addFor(filters.currency, (currency) => `${currency} = ANY (currencies)`)
  if (filters.ref !== undefined) {
    conditions.addFor(filters.ref, (ref) => `transaction_ref = ${ref}`)
    conditions.addFor(partnerId, (partner) => `partner_id = ${partner}`)
  }
  return conditions
}
