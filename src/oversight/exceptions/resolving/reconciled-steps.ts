// What a batch writes of resolutions of reconciliations.

import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import { reversedSteps } from '../resolution-steps.ts'
import type { ResolutionPosting } from './resolution-posting.ts'

export interface ReconciledEnd {
  readonly posting: ResolutionPosting
  readonly exceptionId: string
  readonly journalId?: string
  readonly amountMinor?: bigint
  readonly accountId?: string
  /** The order that it counts as reversed on. */
  readonly originalId?: string
}

const RESOLVE_RECONCILED: Statement = {
  name: 'resolve-reconciled',
  text: `UPDATE reconciliation_exceptions AS r
            SET resolved_at = $2::timestamptz, action = n.action, reason = n.reason, resolved_by = n.resolved_by,
                amount_minor = n.amount_minor, journal_id = n.journal_id, posted_account_id = n.account_id, original_id = n.original_id
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::uuid[], $9::text[], $10::uuid[])
                AS n (exception_id, action, reason, resolved_by, amount_minor, journal_id, account_id, original_id)
          WHERE r.institution_id = $1 AND r.exception_id = n.exception_id AND r.action IS NULL`,
}

export function reconciledSteps(head: BatchHead, ended: readonly ReconciledEnd[]): Step[] {
  if (ended.length === 0) return []
  const of = (value: (row: ReconciledEnd) => string | undefined) => textArray(ended.map((row) => value(row) ?? null))
  const reversed = ended.flatMap(({ accountId, originalId, amountMinor }) =>
    accountId === undefined || originalId === undefined || amountMinor === undefined
      ? []
      : [{ accountId, originalId, amountMinor }],
  )
  return [
    step(
      head,
      RESOLVE_RECONCILED,
      head.recordedAt,
      of(({ exceptionId }) => exceptionId),
      of(({ posting }) => posting.action),
      of(({ posting }) => posting.reason),
      of(({ posting }) => posting.by),
      of(({ amountMinor }) => amountMinor?.toString()),
      of(({ journalId }) => journalId),
      of(({ accountId }) => accountId),
      of(({ originalId }) => originalId),
    ),
    ...reversedSteps(head, reversed),
  ]
}
