// What a batch writes of its records: the transactions, the reversed amounts of their originals, and tombstones.

import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../../platform/storage/batches/copy-row.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import { byRrn, changeTransactions } from './change-transactions.ts'
import { latencyMs } from './latency.ts'
import type { Recorded } from './order-record.ts'
import type { RecordBook } from './record-book.ts'
import { messageSteps, metSteps, replacedSteps } from './switch-messages.ts'

const COPY_TRANSACTIONS: Statement = {
  name: 'copy-transactions',
  text: `COPY transactions (
           institution_id, partner_id, rrn, transaction_id, type, account_id, beneficiary_account_id, biller_id, terminal_id,
           pan_hash, masked_pan, amount_minor, fee_minor, cash_minor, currency, response_code, auth_id, original_id,
           original_rrn, reason_code, transaction_date, business_date, recorded_at, latency_ms, correlation_id, fingerprint,
           response, core_outcome, stop_id) FROM STDIN`,
}

const UPDATE_REVERSED: Statement = {
  name: 'update-reversed',
  text: changeTransactions({
    where: byRrn('$2', '$3'),
    values: 'unnest($2::text[], $3::text[], $4::bigint[]) AS n (partner_id, rrn, reversed_minor)',
    on: 'n.partner_id = b.partner_id AND n.rrn = b.rrn',
    set: 'reversed_minor = n.reversed_minor',
  }),
}

const INSERT_TOMBSTONES: Statement = {
  name: 'insert-tombstones',
  text: `INSERT INTO reversal_tombstones (institution_id, recorded_at, partner_id, original_rrn, reversal_rrn)
         SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[])`,
}

// The record keeps its id and the time it was made; the posting gives it the business date.
const RESUME_LOST: Statement = {
  name: 'resume-lost-transactions',
  text: changeTransactions({
    where: `${byRrn('$3', '$4')} AND t.response_code = '911'`,
    values: `unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::uuid[], $11::text[])
                AS n (partner_id, rrn, amount_minor, fee_minor, currency, code, auth_id, original_id, response)`,
    on: 'n.partner_id = b.partner_id AND n.rrn = b.rrn',
    set: `amount_minor = n.amount_minor, fee_minor = n.fee_minor, currency = n.currency, response_code = n.code,
                auth_id = n.auth_id, original_id = n.original_id, response = n.response, business_date = $2, core_outcome = NULL`,
  }),
}

export function recordSteps(head: BatchHead, records: RecordBook): Step[] {
  const { added, resumed, reversedOriginals, messages, met, replaced } = records
  const steps = copyStep(
    COPY_TRANSACTIONS,
    added.map((record) => transactionRow(head, record)),
  )
  // Replaced tombstones leave before others are written under the same RRN.
  if (messages.length > 0)
    steps.push(...metSteps(head, met), ...replacedSteps(head, replaced), ...messageSteps(head, messages))
  if (reversedOriginals.size > 0) {
    const reversed = [...reversedOriginals]
    steps.push(
      step(
        head,
        UPDATE_REVERSED,
        textArray(reversed.map((o) => o.partnerId)),
        textArray(reversed.map((o) => o.rrn)),
        plainArray(reversed.map((o) => o.reversedMinor)),
      ),
    )
  }
  if (resumed.length > 0) steps.push(resumeStep(head, resumed))
  const early = [...added, ...resumed].filter((record) => record.tombstoneOf !== undefined)
  if (early.length > 0) {
    steps.push(
      step(
        head,
        INSERT_TOMBSTONES,
        head.recordedAt,
        textArray(early.map((record) => record.order.partnerId)),
        textArray(early.map((record) => record.tombstoneOf as string)),
        textArray(early.map((record) => record.order.rrn)),
      ),
    )
  }
  return steps
}

function resumeStep(head: BatchHead, resumed: readonly Recorded[]): Step {
  return step(
    head,
    RESUME_LOST,
    head.businessDate,
    textArray(resumed.map(({ order }) => order.partnerId)),
    textArray(resumed.map(({ order }) => order.rrn)),
    plainArray(resumed.map(({ amountMinor }) => amountMinor)),
    plainArray(resumed.map(({ feeMinor }) => feeMinor)),
    textArray(resumed.map(({ currency }) => currency)),
    textArray(resumed.map(({ code }) => code)),
    textArray(resumed.map(({ authId }) => authId ?? null)),
    plainArray(resumed.map(({ originalId }) => originalId ?? null)),
    textArray(resumed.map(({ reply }) => reply)),
  )
}

function transactionRow(head: BatchHead, record: Recorded): string {
  const { order } = record
  return copyRow([
    head.institutionId,
    order.partnerId,
    order.rrn,
    record.transactionId,
    order.type,
    order.accountId,
    order.beneficiaryAccountId,
    order.billerId,
    order.terminalId,
    order.panHash,
    order.maskedPan,
    record.amountMinor,
    record.feeMinor,
    order.cashMinor,
    record.currency,
    record.code,
    record.authId,
    record.originalId,
    record.originalRrn,
    order.reasonCode,
    order.transactionDate,
    head.businessDate,
    head.recordedAt,
    latencyMs(order.receivedAtMs, head.nowMs),
    order.correlationId,
    order.fingerprint,
    record.reply,
    record.coreOutcome,
    record.stopId,
  ])
}
