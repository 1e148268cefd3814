// What a batch writes of its transactions: their records, what they take back, their journals, and the general ledger.

import { plainArray, textArray } from '../../storage/batches/array-literal.ts'
import { copyRow } from '../../storage/batches/copy-row.ts'
import type { Statement, Step } from '../../storage/database.ts'
import type { Recorded } from '../decide-batch.ts'
import type { Entry } from '../journal.ts'
import { latencyMs } from '../latency.ts'
import type { Original } from '../posting.ts'
import { type BatchHead, step } from './batch-step.ts'

const COPY_TRANSACTIONS: Statement = {
  name: 'copy-transactions',
  text: `COPY transactions (
           institution_id, partner_id, rrn, transaction_id, type, account_id, beneficiary_account_id, biller_id, terminal_id,
           pan_hash, masked_pan, amount_minor, fee_minor, cash_minor, currency, response_code, auth_id, original_id,
           original_rrn, reason_code, transaction_date, business_date, recorded_at, latency_ms, correlation_id, fingerprint,
           response) FROM STDIN`,
}

const UPDATE_REVERSED: Statement = {
  name: 'update-reversed',
  text: `UPDATE transactions AS t SET reversed_minor = n.reversed_minor
           FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (partner_id, rrn, reversed_minor)
          WHERE t.institution_id = $1 AND t.partner_id = ANY ($2::text[]) AND t.rrn = ANY ($3::text[])
            AND t.partner_id = n.partner_id AND t.rrn = n.rrn`,
}

const INSERT_TOMBSTONES: Statement = {
  name: 'insert-tombstones',
  text: `INSERT INTO reversal_tombstones (institution_id, recorded_at, partner_id, original_rrn, reversal_rrn)
         SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[])`,
}

const COPY_JOURNALS: Statement = {
  name: 'copy-journals',
  text: `COPY journals (
           institution_id, journal_id, kind, effective_date, recorded_at, reverses_id, books, accounts, currencies,
           amounts_minor) FROM STDIN`,
}

const INSERT_DELTAS: Statement = {
  name: 'insert-general-ledger-deltas',
  text: `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
         SELECT $1, $2::uuid, * FROM unnest($3::text[], $4::text[], $5::bigint[])`,
}

export function transactionSteps(head: BatchHead, recorded: readonly Recorded[]): Step[] {
  return copied(
    COPY_TRANSACTIONS,
    recorded.map((one) => transactionRow(head, one)),
  )
}

/** How much of each original is taken back by now, and the originals that were reversed before they arrived. */
export function reversalSteps(
  head: BatchHead,
  reversedOriginals: Iterable<Original>,
  recorded: readonly Recorded[],
): Step[] {
  const steps: Step[] = []
  const reversed = [...reversedOriginals]
  if (reversed.length > 0) {
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
  const buried = recorded.filter((r) => r.buries !== undefined)
  if (buried.length > 0) {
    steps.push(
      step(
        head,
        INSERT_TOMBSTONES,
        head.recordedAt,
        textArray(buried.map((r) => r.posting.partnerId)),
        textArray(buried.map((r) => r.buries as string)),
        textArray(buried.map((r) => r.posting.rrn)),
      ),
    )
  }
  return steps
}

export function journalSteps(head: BatchHead, posted: readonly Recorded[]): Step[] {
  return copied(
    COPY_JOURNALS,
    posted.map((one) => journalRow(head, one)),
  )
}

export function generalLedgerSteps(head: BatchHead, posted: readonly Recorded[]): Step[] {
  const deltas = generalLedgerDeltas(posted.flatMap((one) => one.entries))
  if (deltas.length === 0) return []
  return [
    step(
      head,
      INSERT_DELTAS,
      head.batchId,
      textArray(deltas.map((d) => d.account)),
      textArray(deltas.map((d) => d.currency)),
      plainArray(deltas.map((d) => d.amountMinor)),
    ),
  ]
}

function copied(statement: Statement, rows: readonly string[]): Step[] {
  return rows.length === 0 ? [] : [{ statement, values: [], rows: rows.join('') }]
}

function transactionRow(head: BatchHead, recorded: Recorded): string {
  const { posting } = recorded
  return copyRow([
    head.institutionId,
    posting.partnerId,
    posting.rrn,
    recorded.transactionId,
    posting.type,
    posting.accountId,
    posting.beneficiaryAccountId,
    posting.billerId,
    posting.terminalId,
    posting.panHash,
    posting.maskedPan,
    recorded.amountMinor,
    posting.feeMinor,
    posting.cashMinor,
    recorded.currency,
    recorded.code,
    recorded.authId,
    recorded.originalId,
    recorded.originalRrn,
    posting.reasonCode,
    posting.transactionDate,
    head.businessDate,
    head.recordedAt,
    latencyMs(posting.receivedAtMs, head.nowMs),
    posting.correlationId,
    posting.fingerprint,
    recorded.reply,
  ])
}

function journalRow(head: BatchHead, { posting, transactionId, originalId, entries }: Recorded): string {
  return copyRow([
    head.institutionId,
    transactionId,
    posting.type,
    head.businessDate,
    head.recordedAt,
    originalId,
    entries.map((entry) => entry.book).join(''),
    textArray(entries.map((entry) => entry.account)),
    textArray(entries.map((entry) => entry.currency)),
    plainArray(entries.map((entry) => entry.amountMinor)),
  ])
}

/** The sums of a batch per general-ledger account and currency. */
function generalLedgerDeltas(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const entry of entries) {
    if (entry.book !== 'G') continue
    const key = `${entry.account} ${entry.currency}`
    sums.set(key, { ...entry, amountMinor: entry.amountMinor + (sums.get(key)?.amountMinor ?? 0n) })
  }
  return [...sums.values()].filter((sum) => sum.amountMinor !== 0n)
}
