// What a batch reads and writes of resolutions.

import { changeTransactions } from '../../channels/channel/record/change-transactions.ts'
import type { EndedReversals } from '../../channels/channel/record/switch-messages.ts'
import { type OrderSettlement, settleSteps } from '../../channels/channel/remote/settle-steps.ts'
import type { Original } from '../../channels/core/original.ts'
import { type BatchHead, step } from '../../ledger/writing/batch-step.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import { RESOLVE_ADVICES } from './advices/advice-rows.ts'
import { EXCEPTIONAL, UNKNOWN_AFTER_MS } from './exception-kinds.ts'
import type { ResolutionPosting } from './resolving/resolution-posting.ts'

export const READ_RESOLUTIONS: Statement = {
  name: 'read-exception-resolutions',
  text: `SELECT transaction_id FROM exception_resolutions WHERE institution_id = $1 AND transaction_id = ANY ($2::uuid[])`,
}

export interface ExceptionalRow {
  transaction_id: string
  type: string
  account_id: string
  beneficiary_account_id: string | null
  amount_minor: bigint
  currency: string
  response_code: string
  original_id: string | null
  business_date: string
}

export const READ_EXCEPTIONAL: Statement = {
  name: 'read-exceptional',
  text: `SELECT t.transaction_id, t.type, t.account_id, t.beneficiary_account_id, t.amount_minor, t.currency, t.response_code,
                t.original_id, t.business_date
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t
          WHERE ${EXCEPTIONAL}`,
}

export const READ_JOURNALS: Statement = {
  name: 'read-journals-of-originals',
  text: 'SELECT journal_id FROM journals WHERE institution_id = $1 AND journal_id = ANY ($2::uuid[])',
}

/** A resolution, and what it posted. */
export interface ResolutionRow {
  readonly posting: ResolutionPosting
  readonly journalId?: string
  readonly original?: Original
  readonly amountMinor?: bigint
}

/** An outcome that an operator has learned. */
export interface LearnedRow {
  readonly settlement: OrderSettlement
  readonly givenBack?: { readonly accountId: string; readonly originalId: string; readonly amountMinor: bigint }
}

const INSERT_RESOLUTIONS: Statement = {
  name: 'insert-exception-resolutions',
  text: `INSERT INTO exception_resolutions (institution_id, resolved_at, transaction_id, partner_id, rrn, kind, action, reason,
                outcome, original_id, amount_minor, journal_id, resolved_by)
         SELECT $1, $2::timestamptz, unnest($3::uuid[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]),
                unnest($7::text[]), unnest($8::text[]), unnest($9::text[]), unnest($10::uuid[]), unnest($11::bigint[]),
                unnest($12::uuid[]), unnest($13::text[])`,
}

// Added to what is there: an order of the same batch may have reversed another part.
const ADD_REVERSED: Statement = {
  name: 'add-reversed',
  text: changeTransactions({
    where: `t.account_id = ANY ($2::text[]) AND t.transaction_id = ANY ($3::uuid[])
            AND (t.account_id, t.transaction_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))`,
    values: `(SELECT account_id, original_id, sum(amount_minor)::bigint AS amount_minor
                   FROM unnest($2::text[], $3::uuid[], $4::bigint[]) AS asked (account_id, original_id, amount_minor)
                  GROUP BY account_id, original_id) AS n`,
    on: 'n.account_id = b.account_id AND n.original_id = b.transaction_id',
    set: 'reversed_minor = t.reversed_minor + n.amount_minor',
  }),
}

export function resolutionSteps(
  head: BatchHead,
  resolutions: readonly ResolutionRow[],
  learned: readonly LearnedRow[],
): Step[] {
  if (resolutions.length === 0) return []
  const of = (value: (row: ResolutionRow) => string | null | undefined) =>
    textArray(resolutions.map((row) => value(row) ?? null))
  return [
    step(
      head,
      INSERT_RESOLUTIONS,
      head.recordedAt,
      of(({ posting }) => posting.transactionId),
      of(({ posting }) => posting.partnerId),
      of(({ posting }) => posting.rrn),
      of(({ posting }) => posting.kind),
      of(({ posting }) => posting.action),
      of(({ posting }) => posting.reason),
      of(({ posting }) => posting.outcome),
      of(({ original }) => original?.transactionId),
      of(({ amountMinor }) => amountMinor?.toString()),
      of(({ journalId }) => journalId),
      of(({ posting }) => posting.by),
    ),
    ...settleSteps(
      head,
      learned.map(({ settlement }) => settlement),
    ),
    ...reversedSteps(head, reversedOf(resolutions, learned)),
  ]
}

export function adviceSteps(head: BatchHead, ended: readonly ResolutionRow[]): Step[] {
  if (ended.length === 0) return []
  const of = (value: (row: ResolutionRow) => string | undefined) => textArray(ended.map((row) => value(row) ?? null))
  return [
    step(
      head,
      RESOLVE_ADVICES,
      head.recordedAt,
      of(({ posting }) => posting.transactionId),
      of(({ posting }) => posting.action),
      of(({ posting }) => posting.reason),
      of(({ posting }) => posting.by),
      of(({ amountMinor }) => amountMinor?.toString()),
      of(({ journalId }) => journalId),
    ),
  ]
}

function reversedOf(resolutions: readonly ResolutionRow[], learned: readonly LearnedRow[]): readonly ReversedAmount[] {
  return [
    ...resolutions.flatMap(({ original, amountMinor }) =>
      original === undefined || amountMinor === undefined
        ? []
        : [{ accountId: original.accountId, originalId: original.transactionId, amountMinor }],
    ),
    ...learned.flatMap(({ givenBack }) =>
      givenBack === undefined ? [] : [{ ...givenBack, amountMinor: -givenBack.amountMinor }],
    ),
  ]
}

export interface ReversedAmount {
  readonly accountId: string
  readonly originalId: string
  readonly amountMinor: bigint
}

/** Adds to what is reversed of orders. */
export function reversedSteps(head: BatchHead, changes: readonly ReversedAmount[]): Step[] {
  if (changes.length === 0) return []
  return [
    step(
      head,
      ADD_REVERSED,
      textArray(changes.map((one) => one.accountId)),
      plainArray(changes.map((one) => one.originalId)),
      plainArray(changes.map((one) => one.amountMinor)),
    ),
  ]
}

// An outcome that is learned late was an exception. It is one still when the core has refused a reversal.
const RECORD_SETTLED: Statement = {
  name: 'record-settled-exceptions',
  text: `INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by,
                resolved_at)
         SELECT $1, t.transaction_id, t.partner_id, t.rrn, 'UNKNOWN', 'SETTLED', 'The outcome has been learned from the core',
                'system', $2::timestamptz
           FROM unnest($4::text[], $5::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t
          WHERE t.recorded_at <= $3::timestamptz AND NOT ${EXCEPTIONAL}
         ON CONFLICT (institution_id, transaction_id) DO NOTHING`,
}

/** For unknown outcomes that are learned from the core: those that had become exceptions have settled by themselves. */
export function settledSteps(
  head: BatchHead,
  settled: readonly { readonly partnerId: string; readonly rrn: string }[],
): Step[] {
  return [
    step(
      head,
      RECORD_SETTLED,
      head.recordedAt,
      isoTimestamp(head.nowMs - UNKNOWN_AFTER_MS),
      textArray(settled.map((one) => one.partnerId)),
      textArray(settled.map((one) => one.rrn)),
    ),
  ]
}

// They were exceptions, unless a person has ended them before.
const RECORD_ENDED: Statement = {
  name: 'record-ended-reversals',
  text: `INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by,
                resolved_at)
         SELECT $1, t.transaction_id, t.partner_id, t.rrn, 'UNMATCHED', 'SETTLED', asked.reason, 'system', $2::timestamptz
           FROM unnest($3::text[], $4::text[], $5::text[]) AS asked (partner_id, rrn, reason)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t
         ON CONFLICT (institution_id, transaction_id) DO NOTHING`,
}

/** For reversals without an original that have ended by themselves, in the commit that ended them. */
export function endedSteps(head: BatchHead, { met, replaced }: EndedReversals): Step[] {
  const ended = [
    ...met.map((one) => ({ ...one, reason: 'The original has arrived and was declined' })),
    ...replaced.map((one) => ({ ...one, reason: 'The switch has corrected it' })),
  ]
  return [
    step(
      head,
      RECORD_ENDED,
      head.recordedAt,
      textArray(ended.map((one) => one.partnerId)),
      textArray(ended.map((one) => one.rrn)),
      textArray(ended.map((one) => one.reason)),
    ),
  ]
}
