// Loads cards of the built-in bank. Card numbers are stored as a look-up hash and sealed; neither they nor the values of a
// faulty line are ever printed.

import { isCardNumber, PAN_CONTEXT } from '../../../../platform/kernel/identifiers/pan.ts'
import type { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import { addCards } from '../books/add-cards.ts'
import { CARD_STATUSES, type CardStatus } from '../books/card.ts'
import { type Stamp, stampCards } from '../books/customer-records.ts'
import type { BankFacts } from './bank-facts.ts'
import { type Columns, type Fault, isId, type LineFields } from './line-fields.ts'
import { loadStamp, lockInstitution } from './load-accounts.ts'
import type { Loader, Written } from './load-file.ts'

const CARD_COLUMNS: Columns = { required: ['pan', 'customerId', 'accountIds'], optional: ['status'] }
export const MAX_ACCOUNTS = 200
/** Between the accounts of a card, in one field. */
export const SEPARATOR = ';'

export interface CardLine {
  readonly line: number
  readonly pan: string
  readonly panHash: string
  readonly customerId: string
  readonly accountIds: readonly string[]
  /** Absent: a known card keeps its status, and a new one is active. */
  readonly status?: CardStatus | undefined
}

interface CardLoaderParts {
  readonly facts: BankFacts
  readonly secretBox: SecretBox
}

/** A loader that writes each batch in a transaction of its own. */
export function cardLoader(database: Database, parts: CardLoaderParts): Loader<CardLine> {
  const { institutionId } = parts.facts
  return {
    ...cardLines(parts),
    write: (lines) =>
      database.transaction(async (sql) => {
        await lockInstitution(sql, institutionId)
        const decided = await decide(sql, institutionId, lines, 'FOR NO KEY UPDATE')
        const added = decided.added.map(({ pan, customerId, accountIds, status }) => ({
          institutionId,
          pan,
          customerId,
          accountIds,
          status,
        }))
        const stamp = loadStamp()
        await addCards(sql, parts.secretBox, added, stamp)
        await changeCards(sql, institutionId, decided.changed, stamp)
        return writtenOf(decided)
      }),
  }
}

/** A loader that writes nothing and decides as if it did. */
export function dryCardLoader(sql: Sql, parts: CardLoaderParts): Loader<CardLine> {
  const { institutionId } = parts.facts
  return {
    ...cardLines(parts),
    write: async (lines) => writtenOf(await decide(sql, institutionId, lines, '')),
  }
}

function cardLines({ secretBox }: CardLoaderParts): Omit<Loader<CardLine>, 'write'> {
  return {
    columns: CARD_COLUMNS,
    readLine: (fields) => readCardLine(fields, secretBox),
    keyOf: (line) => line.panHash,
  }
}

/** Undefined when the line has faults, which are then in `fields`. */
export function readCardLine(fields: LineFields, secretBox: SecretBox): CardLine | undefined {
  const pan = panOf(fields)
  const customerId = fields.id('customerId')
  const accountIds = accountIdsOf(fields)
  const status = fields.oneOf('status', CARD_STATUSES)
  if (fields.faults.length > 0 || pan === undefined || customerId === undefined || accountIds === undefined) {
    return undefined
  }
  return { line: fields.line, pan, panHash: secretBox.lookupHash(pan, PAN_CONTEXT), customerId, accountIds, status }
}

function panOf(fields: LineFields): string | undefined {
  const pan = fields.required('pan')
  if (pan === undefined || isCardNumber(pan)) return pan
  return fields.fault('pan', 'is not a card number: 12 to 19 digits of which the last is the check digit')
}

export function accountIdsOf(fields: LineFields): string[] | undefined {
  const ids = fields
    .required('accountIds')
    ?.split(SEPARATOR)
    .map((id) => id.trim())
  if (ids === undefined) return undefined
  if (ids.length > MAX_ACCOUNTS) return fields.fault('accountIds', `must be at most ${MAX_ACCOUNTS} accounts`)
  if (!ids.every(isId)) return fields.fault('accountIds', `must be account ids with ${SEPARATOR} between them`)
  if (new Set(ids).size < ids.length) return fields.fault('accountIds', 'names an account twice')
  return ids
}

interface DecidedCard extends CardLine {
  readonly status: CardStatus
}

interface Decided {
  readonly added: DecidedCard[]
  readonly changed: DecidedCard[]
  readonly faults: Fault[]
  unchanged: number
}

/** Locks known cards in key order, as postings do. */
async function decide(
  sql: Sql,
  institutionId: string,
  lines: readonly CardLine[],
  lock: '' | 'FOR NO KEY UPDATE',
): Promise<Decided> {
  const { rows } = await sql.query<{
    pan_hash: string
    customer_id: string
    account_ids: string[]
    status: CardStatus
  }>(
    `SELECT pan_hash, customer_id, account_ids, status FROM cards
      WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])
      ORDER BY pan_hash ${lock}`,
    [institutionId, lines.map((line) => line.panHash)],
  )
  const known = new Map(rows.map((row) => [row.pan_hash, row]))
  const named = lines.flatMap((line) => line.accountIds)
  const accounts = await existingAccounts(sql, institutionId, named)
  const decided: Decided = { added: [], changed: [], faults: [], unchanged: 0 }
  for (const line of lines) {
    const reason = unknownAccount(line.accountIds, accounts, institutionId)
    const card = known.get(line.panHash)
    const status = line.status ?? card?.status ?? 'ACTIVE'
    if (reason !== undefined) {
      decided.faults.push({ line: line.line, field: 'accountIds', reason })
    } else if (card === undefined) decided.added.push({ ...line, status })
    else if (
      card.customer_id === line.customerId &&
      card.status === status &&
      card.account_ids.join(SEPARATOR) === line.accountIds.join(SEPARATOR)
    ) {
      decided.unchanged++
    } else decided.changed.push({ ...line, status })
  }
  return decided
}

function writtenOf({ added, changed, unchanged, faults }: Decided): Written {
  return { added: added.length, changed: changed.length, unchanged, faults }
}

/** Those of the accounts that administration knows: holdings of tokens are none. */
export async function existingAccounts(
  sql: Sql,
  institutionId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql.query<{ account_id: string }>(
    'SELECT account_id FROM account_records WHERE institution_id = $1 AND account_id = ANY ($2::text[])',
    [institutionId, [...new Set(accountIds)]],
  )
  return new Set(rows.map((row) => row.account_id))
}

/** What is wrong with the accounts of a card. */
export function unknownAccount(
  accountIds: readonly string[],
  existing: ReadonlySet<string>,
  institutionId: string,
): string | undefined {
  const missing = accountIds.findIndex((id) => !existing.has(id))
  return missing < 0 ? undefined : `names no account of ${institutionId} in place ${missing + 1}`
}

const CHANGE_CARDS = `
  UPDATE cards AS c SET customer_id = n."customerId", status = n.status, account_ids = n."accountIds"
    FROM jsonb_to_recordset($2) AS n ("panHash" text, "customerId" text, status text, "accountIds" text[])
   WHERE c.institution_id = $1 AND c.pan_hash = n."panHash"`

async function changeCards(
  sql: Sql,
  institutionId: string,
  cards: readonly DecidedCard[],
  stamp: Stamp,
): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map(({ panHash, customerId, status, accountIds }) => ({ panHash, customerId, status, accountIds }))
  await sql.query(CHANGE_CARDS, [institutionId, JSON.stringify(rows)])
  const changed = cards.map(({ panHash }) => panHash)
  await stampCards(sql, institutionId, changed, stamp)
}
