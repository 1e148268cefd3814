// Digital institutions as they are stored.

import type { Sql, Statement } from '../../platform/storage/database.ts'
import { requireOneOf } from '../../platform/storage/statements/closed-values.ts'
import { LEDGER_NAMES } from '../ledgers/ledger-names.ts'
import { readIncoming } from '../movements/movement-homes.ts'
import { searchWords } from '../search/search-words.ts'
import { type DigitalInstitution, INSTITUTION_STATES, type Made } from './digital-institution.ts'
import type { InstitutionTarget } from './party-states.ts'

export const INSTITUTION_COLUMNS = `institution_id, book_id, partner_id, name, country, currencies, bic, lei, external_id, state, ledger,
  transaction_ref, channel_type, version, created_at, updated_at`

export interface MadeRow {
  readonly transaction_ref: string
  readonly channel_type: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

export interface InstitutionRow extends MadeRow {
  readonly institution_id: string
  readonly book_id: string
  readonly partner_id: string
  readonly name: string
  readonly country: string
  readonly currencies: readonly string[]
  readonly bic: string | null
  readonly lei: string | null
  readonly external_id: string | null
  readonly state: string
  readonly ledger: string | null
}

export function toInstitution(row: InstitutionRow): DigitalInstitution {
  const place = { table: 'digital_institutions', key: row.institution_id }
  return {
    institutionId: row.institution_id,
    bookId: row.book_id,
    partnerId: row.partner_id,
    name: row.name,
    country: row.country,
    currencies: row.currencies,
    ...(row.bic !== null && { bic: row.bic }),
    ...(row.lei !== null && { lei: row.lei }),
    ...(row.external_id !== null && { externalId: row.external_id }),
    state: requireOneOf(INSTITUTION_STATES, row.state, { ...place, column: 'state' }),
    ...(row.ledger !== null && { ledger: requireOneOf(LEDGER_NAMES, row.ledger, { ...place, column: 'ledger' }) }),
    made: toMade(row),
  }
}

export function toMade(row: MadeRow): Made {
  return {
    ref: row.transaction_ref,
    channelType: row.channel_type,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const FIND_INSTITUTION: Statement = {
  name: 'find-digital-institution',
  text: `SELECT ${INSTITUTION_COLUMNS} FROM digital_institutions WHERE institution_id = $1`,
}

/** Regardless of owner. */
export async function readInstitution(sql: Sql, institutionId: string): Promise<DigitalInstitution | undefined> {
  const { rows } = await sql.query<InstitutionRow>(FIND_INSTITUTION, [institutionId])
  return rows[0] && toInstitution(rows[0])
}

/**
 * An institution of the partner, locked. FOR UPDATE waits for transactions that begin something in it, FOR KEY SHARE
 * keeps its state as it is until the transaction ends.
 */
export async function lockInstitution(
  sql: Sql,
  partnerId: string,
  institutionId: string,
  lock: 'FOR UPDATE' | 'FOR KEY SHARE',
): Promise<DigitalInstitution | undefined> {
  const { rows } = await sql.query<InstitutionRow>(
    `SELECT ${INSTITUTION_COLUMNS} FROM digital_institutions WHERE institution_id = $1 AND partner_id = $2 ${lock}`,
    [institutionId, partnerId],
  )
  return rows[0] && toInstitution(rows[0])
}

/** A unique violation of one of these names a value that another institution has. */
export const INSTITUTION_INDEXES = {
  digital_institutions_by_bic: 'bic',
  digital_institutions_by_lei: 'lei',
  digital_institutions_by_external_id: 'externalId',
} as const

export async function insertInstitution(sql: Sql, institution: DigitalInstitution, author: string): Promise<void> {
  const { name, bic, lei, externalId, made } = institution
  await sql.query(
    `INSERT INTO digital_institutions (${INSTITUTION_COLUMNS}, search_words, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)`,
    [
      institution.institutionId,
      institution.bookId,
      institution.partnerId,
      name,
      institution.country,
      [...institution.currencies],
      bic ?? null,
      lei ?? null,
      externalId ?? null,
      institution.state,
      institution.ledger ?? null,
      made.ref,
      made.channelType,
      made.version,
      made.createdAt,
      made.updatedAt,
      searchWords([name, bic, lei, externalId, made.ref]),
      author,
    ],
  )
}

export interface StoredMove<Target> {
  readonly target: Target
  readonly reason: string
  readonly author: string
  readonly nowMs: number
}

/** What an institution becomes; `reason` is of a move. */
export interface StoredInstitution extends Pick<DigitalInstitution, 'currencies' | 'bic' | 'lei'> {
  readonly state: InstitutionTarget | DigitalInstitution['state']
  readonly reason?: string | undefined
  readonly author: string
  readonly nowMs: number
}

/** Changes an institution that the caller has locked. */
export async function changeInstitution(
  sql: Sql,
  { institutionId, name, externalId, made }: DigitalInstitution,
  { state, currencies, bic, lei, reason, author, nowMs }: StoredInstitution,
): Promise<DigitalInstitution> {
  const { rows } = await sql.query<InstitutionRow>(
    `UPDATE digital_institutions
        SET state = $2, status_reason = coalesce($3, status_reason), version = version + 1, updated_at = $4, updated_by = $5,
            currencies = $6, bic = $7, lei = $8, search_words = $9
      WHERE institution_id = $1
      RETURNING ${INSTITUTION_COLUMNS}`,
    [
      institutionId,
      state,
      reason ?? null,
      new Date(nowMs),
      author,
      [...currencies],
      bic ?? null,
      lei ?? null,
      searchWords([name, bic, lei, externalId, made.ref]),
    ],
  )
  if (rows[0] === undefined) throw new Error(`institution ${institutionId} is locked and cannot be read`)
  return toInstitution(rows[0])
}

/** Whether a movement or an account of the institution is still on its way. */
export async function hasOpenWork(
  sql: Sql,
  { institutionId, bookId }: Pick<DigitalInstitution, 'institutionId' | 'bookId'>,
): Promise<boolean> {
  if (sql.isDistributed === true) return hasOpenWorkInBook(sql, institutionId, bookId)
  const { rows } = await sql.query<{ open: boolean }>(
    // The conditions that look redundant are those of the partial indexes.
    `SELECT EXISTS (SELECT FROM token_movements WHERE issuer_id = $1 AND is_open)
         OR EXISTS (SELECT FROM token_movements
                     WHERE payee_issuer_id = $1 AND is_open AND payee_account_id IS NOT NULL)
         OR EXISTS (SELECT FROM digital_accounts WHERE institution_id = $1 AND state = 'PROVISIONING') AS open`,
    [institutionId],
  )
  return rows[0]?.open ?? false
}

/** Distributed books: transfers from others are known to the coordinator. */
async function hasOpenWorkInBook(sql: Sql, institutionId: string, bookId: string): Promise<boolean> {
  const accounts = await sql.query(
    `SELECT 1 FROM digital_accounts WHERE institution_id = $1::uuid AND state = 'PROVISIONING' LIMIT 1`,
    [institutionId],
  )
  if (accounts.rows.length > 0 || (await readIncoming(sql, { issuerId: institutionId })).length > 0) return true
  const { rows } = await sql.query(
    `SELECT 1 FROM token_movements
      WHERE institution_id = $1 AND (issuer_id = $2::uuid OR payee_issuer_id = $2::uuid) AND is_open LIMIT 1`,
    [bookId, institutionId],
  )
  return rows.length > 0
}
