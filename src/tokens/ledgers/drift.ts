// Drift as an exception: one row per account or asset while it lasts. A difference that a person has accepted makes no row until it is
// another one, or was gone in between.

import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Statement } from '../../platform/storage/database.ts'
import type { ReconcileParts } from './reconcile-parts.ts'

/** Assets that no institution has are the platform's. */
export const PLATFORM_BOOK = '*'

/** Exactly one of the two ids. */
export interface DriftSubject {
  readonly bookId: string
  readonly accountId?: string | undefined
  readonly assetId?: string | undefined
}

/** What the ledger has more than the book. */
export interface Difference {
  readonly byMinor: bigint
  readonly heldByMinor: bigint
}

const ACCEPTED = `is_accepted AND account_id IS NOT DISTINCT FROM $5::uuid AND asset_id IS NOT DISTINCT FROM $6`
const IS_SAME = `drift_minor = $7::numeric AND coalesce(drift_held_minor, 0) = $8::numeric`

const RECORD = (conflict: string) => `
  WITH outdated AS (
    UPDATE token_exceptions SET is_accepted = false WHERE ${ACCEPTED} AND NOT (${IS_SAME})
  )
  INSERT INTO token_exceptions AS e (institution_id, exception_id, kind, detail, recorded_at, last_at, account_id, asset_id,
                                     drift_minor, drift_held_minor)
  SELECT $1, $2::uuid, 'DRIFT', $3, $4::timestamptz, $4::timestamptz, $5::uuid, $6, $7::numeric, $8::numeric
   WHERE NOT EXISTS (SELECT FROM token_exceptions WHERE ${ACCEPTED} AND ${IS_SAME})
  ON CONFLICT ${conflict}
  DO UPDATE SET attempts = e.attempts + 1, last_at = excluded.last_at, detail = excluded.detail,
                drift_minor = excluded.drift_minor, drift_held_minor = excluded.drift_held_minor
  RETURNING attempts`

const RECORD_OF_ACCOUNT: Statement = {
  name: 'record-drift-of-account',
  text: RECORD(`(account_id) WHERE kind = 'DRIFT' AND ended_at IS NULL`),
}

const RECORD_OF_ASSET: Statement = {
  name: 'record-drift-of-asset',
  text: RECORD(`(asset_id) WHERE kind = 'DRIFT' AND ended_at IS NULL AND asset_id IS NOT NULL`),
}

/** True when it is new. */
export async function recordDrift(
  { database, clock }: ReconcileParts,
  { bookId, accountId, assetId }: DriftSubject,
  { byMinor, heldByMinor }: Difference,
  detail: string,
): Promise<boolean> {
  const nowMs = clock.now()
  const { rows } = await database.query<{ attempts: number }>(
    accountId === undefined ? RECORD_OF_ASSET : RECORD_OF_ACCOUNT,
    [
      bookId,
      newId(nowMs),
      detail,
      isoTimestamp(nowMs),
      accountId ?? null,
      assetId ?? null,
      String(byMinor),
      String(heldByMinor),
    ],
  )
  return rows[0]?.attempts === 1
}

/** Book and ledger agree: what was open is over, and what was accepted is void. */
const END: Statement = {
  name: 'end-drift',
  text: `UPDATE token_exceptions SET ended_at = coalesce(ended_at, $3::timestamptz), is_accepted = false
          WHERE kind = 'DRIFT' AND (ended_at IS NULL OR is_accepted)
            AND (account_id = ANY ($1::uuid[]) OR asset_id = ANY ($2::text[]))`,
}

export async function endDrift(
  { database, clock }: ReconcileParts,
  {
    accountIds = [],
    assetIds = [],
  }: { readonly accountIds?: readonly string[]; readonly assetIds?: readonly string[] },
): Promise<void> {
  if (accountIds.length + assetIds.length === 0) return
  await database.query(END, [accountIds, assetIds, isoTimestamp(clock.now())])
}
