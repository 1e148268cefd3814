// The statement of a digital asset account: each posted change of its holding, last posted first.
//
// Entries are a chain: each holding is the one before it and the amount, and the last one is the account's. A chain that is
// broken, in a period or where the period begins and ends, lacks postings of a node of the version before; it is filled in, and
// read again.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Conditions, countOf, type ListPage, totalOf } from '../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import type { MovementKind } from '../movements/movement.ts'
import { byBook, readHomes } from '../movements/movement-homes.ts'
import { fillStatement } from './fill-statements.ts'

export interface StatementRequest {
  readonly partnerId: string
  readonly accountId: string
  /** Inclusive; of the posting. */
  readonly from?: Date | undefined
  /** Exclusive; of the posting. */
  readonly to?: Date | undefined
  readonly page: number
  readonly size: number
}

export interface AccountEntry {
  readonly entryId: string
  readonly at: Date
  readonly currency: string
  /** Negative: tokens have left the account. */
  readonly amountMinor: bigint
  /** The holding after it. */
  readonly assetMinor: bigint
  readonly kind: MovementKind
  readonly movementId: string
  /** Only of the partner's own movements. */
  readonly ref?: string
  readonly remittanceInfo?: string
  readonly endToEndId?: string
  /** Transfers only: the institution of the other side. */
  readonly counterpartyId?: string
}

interface EntryRow {
  readonly currency: string
  readonly has_statement: boolean
  /** The holding when the period begins, by the entry before it, and when it ends, by the one after it. */
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** Its first entries are archived: the chain does not begin at zero. */
  readonly is_archived: boolean
  /** The last archived business date of its book. */
  readonly archived_through: BusinessDate | null
  /** Null when the page has no entries; then the row has the account alone. */
  readonly entry_id: string | null
  readonly at: Date
  readonly amount_minor: bigint
  readonly asset_minor: bigint
  readonly movement_id: string
}

/** What an entry shows of its movement. */
interface MovedRow {
  readonly kind: MovementKind
  readonly ref: string
  readonly owner_id: string
  readonly payer_account_id: string
  readonly issuer_id: string
  readonly payee_issuer_id: string | null
  readonly remittance_info: string | null
  readonly end_to_end_id: string | null
}

const MOVED = `m.kind, m.ref, m.partner_id AS owner_id, m.account_id AS payer_account_id, m.issuer_id, m.payee_issuer_id,
            m.remittance_info, m.end_to_end_id`

export interface StatementPage extends ListPage<AccountEntry> {
  /** Entries up to this business date are archived; absent when none are. */
  readonly archivedThrough?: BusinessDate
}

/** Empty for an account that the partner does not have. */
export async function readStatement(database: Database, request: StatementRequest): Promise<StatementPage> {
  const { from, to } = request
  const isNoPeriod = from !== undefined && to !== undefined && from >= to
  if (isNoPeriod || !isUuid(request.accountId)) return { items: [], total: 0 }
  let rows = await readPage(database, request)
  if (rows.length > 0 && isIncomplete(rows, request)) {
    await database.transaction((sql) => fillStatement(sql, request.accountId, database.isDistributed))
    rows = await readPage(database, request)
  }
  const entries = rows.filter(isEntry).slice(0, request.size)
  const counted = rows.length === 0 ? 0 : await countEntries(database, request)
  const archivedThrough = rows[0]?.archived_through ?? undefined
  return {
    ...(archivedThrough !== undefined && { archivedThrough }),
    items: entries.map((row) => toEntry(row, request)),
    total: totalOf(counted, request, entries.length),
  }
}

/** One more than the page has, so that its last entry can be compared with the one before it. */
async function readPage(database: Database, request: StatementRequest): Promise<(EntryRow & MovedRow)[]> {
  const { partnerId, page, size, from, to } = request
  const conditions = conditionsOf(request)
  const { parameters } = conditions
  const partner = parameters.add(partnerId)
  // On distributed books a value has to name the server, so the book is read first.
  const book = database.isDistributed ? parameters.add(await readBookId(database, request.accountId)) : 'd.book_id'
  const opening =
    from === undefined
      ? '0::bigint'
      : `coalesce((SELECT n.asset_minor FROM token_entries n WHERE n.account_id = $1::uuid AND n.at < ${parameters.add(from)}
                    ORDER BY n.at DESC, n.entry_no DESC LIMIT 1), 0)`
  const closing =
    to === undefined
      ? 'a.balance_minor'
      : `coalesce((SELECT n.asset_minor - n.amount_minor FROM token_entries n
                    WHERE n.account_id = $1::uuid AND n.at >= ${parameters.add(to)}
                    ORDER BY n.at, n.entry_no LIMIT 1), a.balance_minor)`
  // On distributed books movements are read apart, each at its server.
  const { isDistributed } = database
  const { rows } = await database.query<EntryRow & MovedRow>(
    `SELECT d.currency, d.has_statement, ${opening} AS opening_minor, ${closing} AS closing_minor,
            EXISTS (SELECT 1 FROM account_month_balances b
                     WHERE b.institution_id = ${book} AND b.book = 'C' AND b.account = ${database.isDistributed ? '($1::uuid)::text' : 'd.account_id::text'}) AS is_archived,
            (SELECT c.through FROM archive_cuts c WHERE c.institution_id = ${book}) AS archived_through,
            e.entry_id, e.at, e.amount_minor, e.asset_minor, e.movement_id${isDistributed ? '' : `, ${MOVED}`}
       FROM digital_accounts d
       JOIN accounts a ON a.institution_id = ${book} AND a.account_id = d.account_id::text
       LEFT JOIN (SELECT * FROM token_entries WHERE ${conditions}
                   ORDER BY at DESC, entry_no DESC
                   LIMIT ${parameters.add(size + 1)} OFFSET ${parameters.add((page - 1) * size)}) AS e ON true
       ${isDistributed ? '' : 'LEFT JOIN token_movements m ON m.movement_id = e.movement_id'}
      WHERE d.account_id = $1::uuid AND d.partner_id = ${partner}
      ORDER BY e.at DESC, e.entry_no DESC`,
    parameters.values,
  )
  return isDistributed ? await withMovements(database, rows) : rows
}

async function withMovements(database: Database, rows: readonly EntryRow[]): Promise<(EntryRow & MovedRow)[]> {
  const moved = new Map<string, MovedRow>()
  const ids = rows.flatMap((row) => (isEntry(row) ? [row.movement_id] : []))
  for (const [bookId, movementIds] of byBook(await readHomes(database, [...new Set(ids)]))) {
    const { rows: some } = await database.query<MovedRow & { movement_id: string }>(
      `SELECT m.movement_id, ${MOVED} FROM token_movements m WHERE m.institution_id = $1 AND m.movement_id = ANY ($2::uuid[])`,
      [bookId, movementIds],
    )
    for (const row of some) moved.set(row.movement_id, row)
  }
  return rows.map((row) => ({ ...(moved.get(row.movement_id) as MovedRow), ...row }))
}

async function readBookId(database: Database, accountId: string): Promise<string> {
  const { rows } = await database.query<{ book_id: string }>(
    'SELECT book_id FROM digital_accounts WHERE account_id = $1::uuid',
    [accountId],
  )
  return rows[0]?.book_id ?? ''
}

async function countEntries(database: Database, request: StatementRequest): Promise<number> {
  const conditions = conditionsOf(request)
  const { rows } = await database.query<{ total: bigint }>(
    countOf(`1 FROM token_entries WHERE ${conditions}`),
    conditions.parameters.values,
  )
  return Number(rows[0]?.total ?? 0)
}

function conditionsOf({ accountId, from, to }: StatementRequest): Conditions {
  const conditions = new Conditions(new Parameters())
  conditions.addFor(accountId, (value) => `account_id = ${value}::uuid`)
  conditions.addFor(from, (value) => `at >= ${value}`)
  conditions.addFor(to, (value) => `at < ${value}`)
  return conditions
}

function isIncomplete(rows: readonly EntryRow[], { page, size }: StatementRequest): boolean {
  const [account] = rows
  if (account === undefined) return false
  if (!account.has_statement) return true
  const { opening_minor: openingMinor, closing_minor: closingMinor } = account
  const entries = rows.filter(isEntry)
  const newest = entries[0]
  const oldest = entries.at(-1)
  const { is_archived: isArchived } = account
  const newestMinor = newest?.asset_minor ?? (isArchived ? closingMinor : openingMinor)
  if (page === 1 && newestMinor !== closingMinor) return true
  const isFirstOfPeriod = oldest !== undefined && entries.length <= size && !isArchived
  if (isFirstOfPeriod && oldest.asset_minor - oldest.amount_minor !== openingMinor) return true
  return entries.some((entry, nth) => {
    const before = entries[nth + 1]
    return before !== undefined && before.asset_minor + entry.amount_minor !== entry.asset_minor
  })
}

function isEntry<Row extends EntryRow>(row: Row): row is Row & { readonly entry_id: string } {
  return row.entry_id !== null
}

function toEntry(
  row: EntryRow & MovedRow & { readonly entry_id: string },
  { partnerId, accountId }: StatementRequest,
): AccountEntry {
  const isPayer = row.payer_account_id === accountId.toLowerCase()
  const counterpartyId = isPayer ? row.payee_issuer_id : row.issuer_id
  return {
    entryId: row.entry_id,
    at: row.at,
    currency: row.currency,
    amountMinor: row.amount_minor,
    assetMinor: row.asset_minor,
    kind: row.kind,
    movementId: row.movement_id,
    ...(row.owner_id === partnerId && { ref: row.ref }),
    ...(row.remittance_info !== null && { remittanceInfo: row.remittance_info }),
    ...(row.end_to_end_id !== null && { endToEndId: row.end_to_end_id }),
    ...(row.kind === 'TRANSFER' && counterpartyId !== null && { counterpartyId }),
  }
}
