// Looks for assets at digital ledgers elsewhere that the platform did not register: a key that was stolen can make its own, and issue
// of it what no book has.

import { timedOut } from '../../platform/kernel/problems/problem.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { DigitalLedger } from './digital-ledger.ts'
import { PLATFORM_BOOK, recordDrift } from './drift.ts'
import type { ReconcileParts } from './reconcile-parts.ts'

/** An old chain is looked through in steps, each within this time. */
const CALL_LIMIT_MS = 30_000

export async function reconcileAssets(parts: ReconcileParts, ledger: DigitalLedger): Promise<void> {
  const { database, log } = parts
  const assets = await withTimeout(ledger.assets(), parts.callLimitMs ?? CALL_LIMIT_MS, () =>
    timedOut('no answer in time'),
  )
  const { rows } = await database.query<{ asset_id: string }>(
    `SELECT institution_id || ':' || unnest(currencies) AS asset_id FROM digital_institutions WHERE ledger = $1`,
    [ledger.name],
  )
  const ours = new Set(rows.map(({ asset_id: assetId }) => assetId))
  for (const { name, assetId, supplyMinor } of assets) {
    if (assetId !== undefined && ours.has(assetId)) continue
    const detail = `the ledger has an asset ${name} that the platform did not register, with a supply of ${supplyMinor} minor units`
    const subject = { bookId: PLATFORM_BOOK, assetId: `${ledger.name}/${name}` }
    if (await recordDrift(parts, subject, { byMinor: supplyMinor, heldByMinor: 0n }, detail))
      log?.warn(
        { ledger: ledger.name, asset: name },
        'a digital ledger has an asset that the platform did not register',
      )
  }
}
