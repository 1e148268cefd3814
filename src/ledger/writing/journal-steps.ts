// What a batch writes of its journals, and their sums in the general ledger.

import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import { copyRow, copyStep } from '../../platform/storage/batches/copy-row.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import type { Entry, Journal } from '../journal.ts'
import { type BatchHead, step } from './batch-step.ts'

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

const COPY_DELTAS: Statement = {
  name: 'copy-general-ledger-deltas',
  text: 'COPY general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor) FROM STDIN',
}

/** A journal without entries only places or releases a hold: the hold is its record. */
export function journalSteps(head: BatchHead, journals: readonly Journal[]): Step[] {
  return copyStep(
    COPY_JOURNALS,
    journals.flatMap((journal) => (journal.entries.length === 0 ? [] : [journalRow(head, journal)])),
  )
}

export function generalLedgerSteps(head: BatchHead, journals: readonly Journal[]): Step[] {
  const deltas = generalLedgerDeltas(journals)
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

/** The same as rows to copy: those of several institutions are copied together. */
export function generalLedgerCopies({ institutionId, batchId }: BatchHead, journals: readonly Journal[]): Step[] {
  const rows = generalLedgerDeltas(journals).map(({ account, currency, amountMinor }) =>
    copyRow([institutionId, batchId, account, currency, amountMinor]),
  )
  return copyStep(COPY_DELTAS, rows)
}

function journalRow(head: BatchHead, { journalId, kind, effectiveDate, reversesId, entries }: Journal): string {
  return copyRow([
    head.institutionId,
    journalId,
    kind,
    effectiveDate ?? head.businessDate,
    head.recordedAt,
    reversesId,
    entries.map((entry) => entry.book).join(''),
    textArray(entries.map((entry) => entry.account)),
    textArray(entries.map((entry) => entry.currency)),
    plainArray(entries.map((entry) => entry.amountMinor)),
  ])
}

/** The sums of a batch per general-ledger account and currency. */
function generalLedgerDeltas(journals: readonly Journal[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const { entries } of journals) {
    for (const entry of entries) {
      if (entry.book !== 'G') continue
      const key = `${entry.account} ${entry.currency}`
      sums.set(key, { ...entry, amountMinor: entry.amountMinor + (sums.get(key)?.amountMinor ?? 0n) })
    }
  }
  return [...sums.values()].filter((sum) => sum.amountMinor !== 0n)
}
