// Compares the supply of assets at digital ledgers elsewhere with the book. Tokens that were minted to a foreign
// address show in no account's balance, but in the supply.
//
// While movements go on, the two differ by what is under way: what the ledger has done and the book has not posted yet, or
// posted after the ledger was asked. So they may differ by the amounts of all movements that are open, or have ended since.
// When there are none they must be the same.

import { isoTimestamp } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { timedOut } from '../../kernel/problem.ts'
import { withTimeout } from '../../kernel/timeout.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { tokenAccount } from '../movements/token-accounts.ts'
import { assetIdOf, type DigitalLedger, MAX_SET } from './digital-ledger.ts'
import type { ReconcileParts } from './reconcile-parts.ts'

const CALL_LIMIT_MS = 5_000
/** Clocks of nodes differ: a movement that ended a little before the ledger was asked counts too. */
const CLOCK_SKEW_MS = 5_000

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

/** The order of the readings matters: the ledger, the book, then what has moved since before the first. */
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
  const { database, clock, callLimitMs = CALL_LIMIT_MS } = parts
  const since = isoTimestamp(clock.now() - CLOCK_SKEW_MS)
  const assetIds = assets.map(({ assetId }) => assetId)
  const supplies = await withTimeout(ledger.supplies(assetIds), callLimitMs, () => timedOut('no answer in time'))
  const inBooks = await readSupplies(database, assets)
  const moving = await readMoving(database, assets, since)
  const agreed: string[] = []
  for (const [n, asset] of assets.entries()) {
    const atLedger = supplies[n] ?? 0n
    const inBook = inBooks.get(asset.assetId) ?? 0n
    const underWay = moving.get(asset.assetId) ?? 0n
    const differenceMinor = atLedger > inBook ? atLedger - inBook : inBook - atLedger
    if (differenceMinor > underWay) await recordDrift(parts, asset, inBook, atLedger)
    else if (underWay === 0n) agreed.push(asset.assetId)
  }
  if (agreed.length > 0) await database.query(END_DRIFT, [agreed, isoTimestamp(clock.now())])
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

async function readSupplies(database: Database, assets: readonly Supply[]): Promise<Map<string, bigint>> {
  const supplies = new Map<string, bigint>()
  const books = new Map(assets.map(({ institutionId, bookId }) => [institutionId, bookId]))
  for (const [institutionId, bookId] of books) {
    const values = [bookId, tokenAccount(institutionId, 'supply')]
    const { rows } = await database.query<{ currency: string; supply: string }>(READ_SUPPLY, values)
    for (const { currency, supply } of rows) supplies.set(assetIdOf(institutionId, currency), BigInt(supply))
  }
  return supplies
}

/**
 * A transfer within one institution changes no supply. What has ended is found partner by partner, because the index that has the time
 * of the last change begins with the partner.
 */
const READ_MOVING: Statement = {
  name: 'read-moving-tokens-to-reconcile',
  text: `
    WITH moving AS (
      SELECT issuer_id, payee_issuer_id, currency, amount_minor FROM token_movements
       WHERE is_open AND payee_issuer_id IS DISTINCT FROM issuer_id
      UNION ALL
      SELECT m.issuer_id, m.payee_issuer_id, m.currency, m.amount_minor
        FROM partners p
       CROSS JOIN (VALUES ('DEPOSIT'), ('REDEMPTION'), ('TRANSFER')) AS k (kind)
       CROSS JOIN LATERAL (SELECT * FROM token_movements
                            WHERE partner_id COLLATE "POSIX" = p.partner_id COLLATE "POSIX" AND kind = k.kind
                              AND updated_at >= $2::timestamptz OFFSET 0) AS m
       WHERE NOT m.is_open AND m.payee_issuer_id IS DISTINCT FROM m.issuer_id
    )
    SELECT issuer_id, currency, sum(amount_minor)::text AS amount
      FROM (SELECT issuer_id, currency, amount_minor FROM moving
            UNION ALL
            SELECT payee_issuer_id, currency, amount_minor FROM moving WHERE payee_issuer_id IS NOT NULL) AS sides
     WHERE issuer_id = ANY ($1::uuid[])
     GROUP BY issuer_id, currency`,
}

/** The same on distributed books: every server is asked, for the transfers that others send to these institutions. */
const READ_MOVING_ON_SERVERS: Statement = {
  name: 'read-moving-tokens-on-servers',
  text: `
    SELECT issuer_id, currency, sum(amount_minor)::text AS amount
      FROM (SELECT issuer_id, currency, amount_minor FROM token_movements
             WHERE (is_open OR updated_at >= $2::timestamptz) AND payee_issuer_id IS DISTINCT FROM issuer_id
               AND issuer_id = ANY ($1::uuid[])
            UNION ALL
            SELECT payee_issuer_id, currency, amount_minor FROM token_movements
             WHERE (is_open OR updated_at >= $2::timestamptz) AND payee_issuer_id <> issuer_id
               AND payee_issuer_id = ANY ($1::uuid[])) AS sides
     GROUP BY issuer_id, currency`,
}

async function readMoving(database: Database, assets: readonly Supply[], since: string): Promise<Map<string, bigint>> {
  const statement = database.isDistributed ? READ_MOVING_ON_SERVERS : READ_MOVING
  const { rows } = await database.query<{ issuer_id: string; currency: string; amount: string }>(statement, [
    [...new Set(assets.map(({ institutionId }) => institutionId))],
    since,
  ])
  return new Map(
    rows.map(({ issuer_id: issuerId, currency, amount }) => [assetIdOf(issuerId, currency), BigInt(amount)]),
  )
}

async function recordDrift(
  { database, clock, log }: ReconcileParts,
  { assetId, institutionId, bookId, currency }: Supply,
  inBook: bigint,
  atLedger: bigint,
): Promise<void> {
  const nowMs = clock.now()
  const { rows } = await database.query<{ attempts: number }>(
    `INSERT INTO token_exceptions AS e (institution_id, exception_id, kind, detail, recorded_at, last_at, asset_id)
     VALUES ($1, $2::uuid, 'DRIFT', $3, $4, $4, $5)
     ON CONFLICT (asset_id) WHERE kind = 'DRIFT' AND ended_at IS NULL AND asset_id IS NOT NULL
     DO UPDATE SET attempts = e.attempts + 1, last_at = excluded.last_at, detail = excluded.detail
     RETURNING attempts`,
    [
      bookId,
      newId(nowMs),
      `${currency} in minor units: the book has a supply of ${inBook}, the ledger one of ${atLedger}`,
      isoTimestamp(nowMs),
      assetId,
    ],
  )
  if (rows[0]?.attempts === 1)
    log?.warn({ institutionId, currency }, 'the supply of tokens at a digital ledger differs from the book')
}

const END_DRIFT: Statement = {
  name: 'end-drift-of-token-supply',
  text: `UPDATE token_exceptions SET ended_at = $2::timestamptz
          WHERE asset_id = ANY ($1) AND asset_id IS NOT NULL AND kind = 'DRIFT' AND ended_at IS NULL`,
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
       FROM token_exceptions e JOIN digital_institutions i ON i.institution_id = split_part(e.asset_id, ':', 1)::uuid
      WHERE e.exception_id = $1 AND e.asset_id IS NOT NULL`,
    [exceptionId],
  )
  const [row] = rows
  const ledger = parts.ledgers.find(({ name }) => name === row?.ledger)
  if (row === undefined || ledger === undefined) return
  const { institution_id: institutionId, book_id: bookId, currencies } = row
  await reconcileSupplies(parts, ledger, [{ institutionId, bookId, currencies }])
}
