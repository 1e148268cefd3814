// One posted change of a holding, as a posting writes it.

import { columnStep } from '../../platform/storage/batches/merge-steps.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'

export interface NewEntry {
  readonly accountId: string
  readonly movementId: string
  readonly journalId: string
  readonly amountMinor: bigint
  /** The holding after it. */
  readonly assetMinor: bigint
}

/**
 * In the order of posting, under the locks of the holdings. A batch takes its time when it opens and may wait for locks after
 * that, so an account's entries could run back in time by as much: each is as late as the one before it.
 */
const INSERT_ENTRIES: Statement = {
  name: 'insert-token-entries',
  text: `INSERT INTO token_entries (account_id, at, movement_id, journal_id, amount_minor, asset_minor)
         SELECT n.account_id, greatest(n.at, last.at), n.movement_id, n.journal_id, n.amount_minor, n.asset_minor
           FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[])
                WITH ORDINALITY AS n (account_id, at, movement_id, journal_id, amount_minor, asset_minor, nth)
           LEFT JOIN LATERAL (SELECT e.at FROM token_entries e WHERE e.account_id = n.account_id
                               ORDER BY e.at DESC, e.entry_no DESC LIMIT 1) AS last ON true
          ORDER BY n.nth`,
}

/** `at` is the time of the batch. Entries of several books are written together. */
export function entrySteps(entries: readonly NewEntry[], at: string): Step[] {
  if (entries.length === 0) return []
  return [
    columnStep(INSERT_ENTRIES, [
      entries.map(({ accountId }) => accountId),
      entries.map(() => at),
      entries.map(({ movementId }) => movementId),
      entries.map(({ journalId }) => journalId),
      entries.map(({ amountMinor }) => amountMinor),
      entries.map(({ assetMinor }) => assetMinor),
    ]),
  ]
}
