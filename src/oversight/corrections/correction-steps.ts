// What a batch reads and writes of corrections.

import { authorOf } from '../../administration/audit/actor.ts'
import { changeTransactions } from '../../channels/channel/record/change-transactions.ts'
import { type BatchHead, step } from '../../ledger/writing/batch-step.ts'
import { isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import type { CorrectionPosting } from './correction.ts'

/** Those that are recorded already, and those that are undone by another one. */
export const READ_CORRECTIONS: Statement = {
  name: 'read-corrections',
  text: `SELECT correction_id, reverses FROM corrections
          WHERE institution_id = $1 AND (correction_id = ANY ($2::uuid[]) OR reverses = ANY ($3::uuid[]))`,
}

export interface KnownRow {
  correction_id: string
  reverses: string | null
}

/** Accounts of customers: holdings of tokens are none. */
export const READ_CORRECTED: Statement = {
  name: 'read-corrected-accounts',
  text: `SELECT r.account_id,
                (SELECT coalesce(sum(c.amount_minor), 0)::bigint FROM corrections c
                  WHERE c.institution_id = $1 AND c.account_id = r.account_id AND c.business_date = $3 AND c.reverses IS NULL)
                  AS corrected_minor
           FROM account_records r
          WHERE r.institution_id = $1 AND r.account_id = ANY ($2::text[])`,
}

export interface CorrectedRow {
  account_id: string
  corrected_minor: bigint
}

export const READ_SUSPENSE: Statement = {
  name: 'read-suspense-balances',
  text: `SELECT account, currency, sum(amount_minor)::bigint AS amount_minor
           FROM (SELECT account, currency, amount_minor FROM general_ledger_totals
                  WHERE institution_id = $1 AND account = ANY ($2::text[])
                  UNION ALL
                 SELECT account, currency, amount_minor FROM general_ledger_deltas
                  WHERE institution_id = $1 AND account = ANY ($2::text[])) AS parts
          GROUP BY account, currency`,
}

export interface SuspenseRow {
  account: string
  currency: string
  amount_minor: bigint
}

export const READ_POSTED: Statement = {
  name: 'read-journals-of-corrected',
  text: 'SELECT journal_id FROM journals WHERE institution_id = $1 AND journal_id = ANY ($2::uuid[])',
}

const INSERT_CORRECTION: Statement = {
  name: 'insert-correction',
  text: `INSERT INTO corrections (institution_id, correction_id, account_id, suspense_account, against, direction, amount_minor,
                currency, kind, reason, transaction_id, counted_minor, exception_id, reverses, business_date, created_at, updated_at,
                created_by, updated_by)
         VALUES ($1, $2::uuid, $3, $4, $5, $6, $7::bigint, $8, $9, $10, $11::uuid, $12::bigint, $13::uuid, $14::uuid, $15,
                 $16::timestamptz, $16::timestamptz, $17, $17)`,
}

const NOTE_REVERSED: Statement = {
  name: 'note-reversed-correction',
  text: `UPDATE corrections SET reversed_by = $3::uuid, version = version + 1, updated_at = $4::timestamptz, updated_by = $5
          WHERE institution_id = $1 AND correction_id = $2::uuid`,
}

// Added to what is there: an order of the same batch may have reversed another part.
const COUNT_AS_REVERSED: Statement = {
  name: 'count-corrections-as-reversed',
  text: changeTransactions({
    where: `t.account_id = ANY ($2::text[]) AND t.transaction_id = ANY ($3::uuid[])
            AND (t.account_id, t.transaction_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))`,
    values: `(SELECT account_id, transaction_id, sum(amount_minor)::bigint AS amount_minor, sum(fee_minor)::bigint AS fee_minor
                   FROM unnest($2::text[], $3::uuid[], $4::bigint[], $5::bigint[]) AS asked (account_id, transaction_id, amount_minor, fee_minor)
                  GROUP BY account_id, transaction_id) AS n`,
    on: 'n.account_id = b.account_id AND n.transaction_id = b.transaction_id',
    set: 'reversed_minor = t.reversed_minor + n.amount_minor, fee_refunded_minor = t.fee_refunded_minor + n.fee_minor',
  }),
}

/** A correction that was posted, with what counts as reversed because of it. */
export interface PostedCorrection {
  readonly posting: CorrectionPosting
  readonly countedMinor: bigint
}

export function correctionSteps(head: BatchHead, posted: readonly PostedCorrection[]): Step[] {
  // Real time, as all records of administration, also where the sandbox's clock has been moved.
  const at = isoTimestamp(systemClock.now())
  const counted = posted.filter(({ countedMinor }) => countedMinor !== 0n)
  return [
    ...posted.flatMap((one) => insertSteps(head, one, at)),
    ...(counted.length === 0 ? [] : [countStep(head, counted)]),
  ]
}

function insertSteps(
  { institutionId, businessDate }: BatchHead,
  { posting: { correction, actor }, countedMinor }: PostedCorrection,
  at: string,
): Step[] {
  const values = [
    institutionId,
    correction.id,
    correction.accountId ?? null,
    correction.suspenseAccount ?? null,
    correction.against,
    correction.direction,
    correction.amountMinor.toString(),
    correction.currency,
    correction.kind,
    correction.reason,
    correction.transactionId ?? null,
    countedMinor.toString(),
    correction.exceptionId ?? null,
    correction.reverses ?? null,
    businessDate,
    at,
    authorOf(actor),
  ]
  if (correction.reverses === undefined) return [{ statement: INSERT_CORRECTION, values }]
  const noted = [institutionId, correction.reverses, correction.id, at, authorOf(actor)]
  return [
    { statement: INSERT_CORRECTION, values },
    { statement: NOTE_REVERSED, values: noted },
  ]
}

function countStep(head: BatchHead, counted: readonly PostedCorrection[]): Step {
  const of = ({ posting }: PostedCorrection) => posting.correction
  return step(
    head,
    COUNT_AS_REVERSED,
    textArray(counted.map((one) => of(one).accountId ?? null)),
    plainArray(counted.map((one) => of(one).transactionId ?? null)),
    plainArray(counted.map(({ countedMinor }) => countedMinor)),
    plainArray(counted.map((one) => (of(one).kind === 'FEE_REFUND' ? one.countedMinor : 0n))),
  )
}
