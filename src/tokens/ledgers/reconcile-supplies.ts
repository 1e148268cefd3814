// Compares the supply of assets at digital ledgers elsewhere with the book. Tokens that were minted to a foreign
// address show in no account's balance, but in the supply.
//
// Exact, also while movements go on: the book, the open movements and a FINAL point of the ledger are read in one snapshot. What the
// ledger must have there is the supply of the book and what open movements have done there and the book has not posted
// (open-supply.ts). An operation that the snapshot does not know is stored, and so begins, after that point.

import { timedOut } from '../../platform/kernel/problems/problem.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Database, Sql, Statement } from '../../platform/storage/database.ts'
import { tokenAccount } from '../movements/accounts/token-accounts.ts'
import { assetIdOf, type DigitalLedger, MAX_SET, type PinnedSupplies } from './digital-ledger.ts'
import { endDrift, recordDrift } from './drift.ts'
import { OPEN_MOVEMENT_COLUMNS, type OpenMovement, type SupplyChange, supplyChanges } from './open-supply.ts'
import type { ReconcileParts } from './reconcile-parts.ts'

const CALL_LIMIT_MS = 5_000
/** Distributed books have no snapshot of all servers: they are read again until nothing has moved meanwhile. */
const MAX_READINGS = 5

export interface Issuer {
  readonly institutionId: string
  readonly bookId: string
  readonly currencies: readonly string[]
}

interface Supply {
  readonly assetId: string
  readonly institutionId: string
  readonly bookId: string
  readonly currency: string
}

export async function reconcileSupplies(
  parts: ReconcileParts,
  ledger: DigitalLedger,
  issuers: readonly Issuer[],
): Promise<void> {
  const assets = issuers.flatMap(({ institutionId, bookId, currencies }) =>
    currencies.map((currency) => ({
      assetId: assetIdOf(institutionId, currency),
      institutionId,
      bookId,
      currency,
    })),
  )
  for (let start = 0; start < assets.length; start += MAX_SET)
    await compare(parts, ledger, assets.slice(start, start + MAX_SET))
}

async function compare(parts: ReconcileParts, ledger: DigitalLedger, assets: readonly Supply[]): Promise<void> {
  const { database, callLimitMs = CALL_LIMIT_MS, log } = parts
  const limited = <T>(call: Promise<T>) => withTimeout(call, callLimitMs, () => timedOut('no answer in time'))
  const reading = await limited(readTogether(database, ledger, assets))
  // It has its turn again.
  if (reading === undefined) return
  const { inBooks, changes, opIds, pinned } = reading
  const { suppliesMinor, isFinal } = await limited(pinned.read())
  const finalIds = new Set(opIds.filter((_, n) => isFinal[n]))
  const agreed: string[] = []
  for (const [n, asset] of assets.entries()) {
    const { assetId, bookId, institutionId, currency } = asset
    const inBook = inBooks.get(assetId) ?? 0n
    const expected = changes
      .filter((change) => change.assetId === assetId && (change.opId === undefined || finalIds.has(change.opId)))
      .reduce((sum, { byMinor }) => sum + byMinor, inBook)
    const atLedger = suppliesMinor[n] ?? 0n
    if (atLedger === expected) {
      agreed.push(assetId)
      continue
    }
    const detail =
      `${currency} in minor units: the book has a supply of ${inBook}` +
      `${expected === inBook ? '' : `, ${expected} with what is under way`}, the ledger one of ${atLedger}`
    const difference = { byMinor: atLedger - expected, heldByMinor: 0n }
    if (await recordDrift(parts, { bookId, assetId }, difference, detail))
      log?.warn({ institutionId, currency }, 'the supply of tokens at a digital ledger differs from the book')
  }
  await endDrift(parts, { assetIds: agreed })
}

interface BookReading {
  readonly inBooks: ReadonlyMap<string, bigint>
  readonly movements: readonly OpenMovement[]
}

interface Reading {
  readonly inBooks: ReadonlyMap<string, bigint>
  readonly changes: readonly SupplyChange[]
  readonly opIds: readonly string[]
  readonly pinned: PinnedSupplies
}

/** Undefined when distributed books never stand still. */
async function readTogether(
  database: Database,
  ledger: DigitalLedger,
  assets: readonly Supply[],
): Promise<Reading | undefined> {
  if (!database.isDistributed)
    return database.transaction(async (sql) => {
      await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      return pin(await readBooks(sql, assets), ledger, assets, sql)
    })
  for (let readings = 0; readings < MAX_READINGS; readings++) {
    const before = await readBooks(database, assets)
    const reading = await pin(before, ledger, assets, database)
    if (isSame(before, await readBooks(database, assets))) return reading
  }
  return undefined
}

async function pin(
  { inBooks, movements }: BookReading,
  ledger: DigitalLedger,
  assets: readonly Supply[],
  sql: Sql,
): Promise<Reading> {
  const wanted = new Set(assets.map(({ assetId }) => assetId))
  const changes = movements.flatMap(supplyChanges).filter(({ assetId }) => wanted.has(assetId))
  const opIds = [...new Set(changes.flatMap(({ opId }) => (opId === undefined ? [] : [opId])))]
  return { inBooks, changes, opIds, pinned: await ledger.supplies([...wanted], opIds, sql) }
}

function isSame(before: BookReading, after: BookReading): boolean {
  const text = ({ inBooks, movements }: BookReading) =>
    [
      ...[...inBooks].map(([assetId, minor]) => `${assetId} ${minor}`),
      ...movements.map((one) => `${one.movement_id} ${one.version}`),
    ]
      .toSorted()
      .join()
  return text(before) === text(after)
}

async function readBooks(sql: Sql, assets: readonly Supply[]): Promise<BookReading> {
  const issuerIds = [...new Set(assets.map(({ institutionId }) => institutionId))]
  const { rows } = await sql.query<OpenMovement>(READ_OPEN, [issuerIds])
  return { inBooks: await readSupplies(sql, assets), movements: rows }
}

/** On either side; those that change no supply are left to the rules. */
const READ_OPEN: Statement = {
  name: 'read-open-movements-to-reconcile',
  text: `SELECT ${OPEN_MOVEMENT_COLUMNS} FROM token_movements m
          WHERE m.is_open AND m.work ? 'op' AND (m.issuer_id = ANY ($1::uuid[]) OR m.payee_issuer_id = ANY ($1::uuid[]))`,
}

const READ_SUPPLY: Statement = {
  name: 'read-token-supply-to-reconcile',
  text: `
    SELECT currency, (-sum(amount_minor))::text AS supply
      FROM (SELECT currency, amount_minor FROM general_ledger_totals WHERE institution_id = $1 AND account = $2
            UNION ALL
            SELECT currency, amount_minor FROM general_ledger_deltas WHERE institution_id = $1 AND account = $2) AS lines
     GROUP BY currency`,
}

async function readSupplies(sql: Sql, assets: readonly Supply[]): Promise<Map<string, bigint>> {
  const supplies = new Map<string, bigint>()
  const books = new Map(assets.map(({ institutionId, bookId }) => [institutionId, bookId]))
  for (const [institutionId, bookId] of books) {
    const values = [bookId, tokenAccount(institutionId, 'supply')]
    const { rows } = await sql.query<{ currency: string; supply: string }>(READ_SUPPLY, values)
    for (const { currency, supply } of rows) supplies.set(assetIdOf(institutionId, currency), BigInt(supply))
  }
  return supplies
}

/** Compares the supply that an exception is about now. */
export async function reconcileSupplyOf(parts: ReconcileParts, exceptionId: string): Promise<void> {
  const { rows } = await parts.database.query<{
    institution_id: string
    book_id: string
    currencies: string[]
    ledger: string | null
  }>(
    `SELECT i.institution_id, i.book_id, i.currencies, i.ledger
       FROM token_exceptions e JOIN digital_institutions i ON i.institution_id::text = split_part(e.asset_id, ':', 1)
      WHERE e.exception_id = $1 AND e.asset_id IS NOT NULL`,
    [exceptionId],
  )
  const [row] = rows
  const ledger = parts.ledgers.find(({ name }) => name === row?.ledger)
  if (row === undefined || ledger === undefined) return
  const { institution_id: institutionId, book_id: bookId, currencies } = row
  await reconcileSupplies(parts, ledger, [{ institutionId, bookId, currencies }])
}
