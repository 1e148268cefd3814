// What a batch reads and writes of movements of cash and of their differences.

import { authorOf } from '../../administration/audit/actor.ts'
import type { BatchHead } from '../../ledger/writing/batch-step.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Statement, Step } from '../../platform/storage/database.ts'
import { CASH_ACCOUNTS, type CashAction, type CashKind, type MovementPosting } from './cash-movement.ts'

/** Shared, so that a terminal is decommissioned before or after the movement. */
export const LOCK_TERMINALS: Statement = {
  name: 'lock-terminals-of-cash',
  text: `SELECT terminal_id, status FROM terminals
          WHERE institution_id = $1 AND terminal_id = ANY ($2::text[])
          ORDER BY terminal_id
            FOR SHARE`,
}

export interface TerminalRow {
  terminal_id: string
  status: string
}

export const READ_REFERENCE: Statement = {
  name: 'read-cash-reference',
  text: `SELECT movement_id, kind, currency, amount_minor, at, note FROM cash_movements
          WHERE institution_id = $1 AND terminal_id = $2 AND reference = $3`,
}

export interface ReferenceRow {
  movement_id: string
  kind: CashKind
  currency: string
  amount_minor: bigint
  at: Date
  note: string | null
}

export const READ_OPEN_DIFFERENCES: Statement = {
  name: 'read-open-cash-differences',
  text: `SELECT movement_id, difference_minor FROM cash_differences
          WHERE institution_id = $1 AND terminal_id = $2 AND currency = $3 AND action IS NULL
          ORDER BY recorded_at DESC, movement_id DESC`,
}

export interface OpenRow {
  movement_id: string
  difference_minor: bigint
}

export const READ_DIFFERENCE: Statement = {
  name: 'read-cash-difference',
  text: `SELECT d.movement_id, d.currency, d.difference_minor, d.action, m.is_posted
           FROM cash_differences d
           JOIN cash_movements m ON m.institution_id = $1 AND m.movement_id = d.movement_id
          WHERE d.institution_id = $1 AND d.movement_id = $2::uuid
            FOR UPDATE OF d`,
}

export interface DifferenceRow {
  movement_id: string
  currency: string
  difference_minor: bigint
  action: string | null
  is_posted: boolean
}

/** What corrections that name the exception, or are named by it, have moved on the suspense account. */
export const READ_MATCHING: Statement = {
  name: 'read-corrections-of-cash',
  text: `SELECT c.correction_id, c.exception_id, c.currency,
                CASE c.direction WHEN 'CREDIT' THEN c.amount_minor ELSE -c.amount_minor END
                  * ((c.suspense_account IS NOT DISTINCT FROM '${CASH_ACCOUNTS.suspense}')::integer
                     - (c.against = '${CASH_ACCOUNTS.suspense}')::integer) AS amount_minor,
                EXISTS (SELECT 1 FROM cash_differences d WHERE d.institution_id = $1 AND d.correction_id = c.correction_id) AS is_taken
           FROM corrections c
          WHERE c.institution_id = $1 AND (c.exception_id = $2::uuid OR c.correction_id = $3::uuid)
            AND c.reverses IS NULL AND c.reversed_by IS NULL`,
}

export interface MatchingRow {
  correction_id: string
  exception_id: string | null
  currency: string
  amount_minor: bigint
  is_taken: boolean
}

const INSERT_MOVEMENT: Statement = {
  name: 'insert-cash-movement',
  text: `INSERT INTO cash_movements (institution_id, movement_id, terminal_id, kind, currency, amount_minor, reference, at, note,
                expected_minor, is_first, is_posted, business_date, recorded_at, recorded_by)
         VALUES ($1, $2::uuid, $3, $4, $5, $6::bigint, $7, $8::timestamptz, $9, $10::bigint, $11::boolean, $12::boolean, $13,
                 $14::timestamptz, $15)`,
}

const INSERT_DIFFERENCE: Statement = {
  name: 'insert-cash-difference',
  text: `INSERT INTO cash_differences (institution_id, movement_id, terminal_id, currency, difference_minor, recorded_at)
         VALUES ($1, $2::uuid, $3, $4, $5::bigint, $6::timestamptz)`,
}

const END_DIFFERENCE: Statement = {
  name: 'end-cash-difference',
  text: `UPDATE cash_differences
            SET action = $3, reason = $4, resolved_by = $5, resolved_at = $6::timestamptz, journal_id = $7::uuid,
                settled_by = $8::uuid, correction_id = $9::uuid
          WHERE institution_id = $1 AND movement_id = $2::uuid AND action IS NULL`,
}

/** A movement as it was decided. */
export interface DecidedMovement {
  readonly posting: MovementPosting
  readonly expectedMinor: bigint
  readonly isFirst: boolean
  /** What it opens an exception with. */
  readonly opensMinor: bigint | undefined
  /** Open differences that it settles. */
  readonly settles: readonly string[]
}

export interface EndedDifference {
  readonly exceptionId: string
  readonly action: CashAction | 'SETTLED'
  readonly reason: string
  readonly by: string
  readonly journalId?: string | undefined
  readonly settledBy?: string | undefined
  readonly correctionId?: string | undefined
}

export function movementSteps(head: BatchHead, decided: DecidedMovement): Step[] {
  const { institutionId, recordedAt } = head
  const { posting, expectedMinor, isFirst, opensMinor, settles } = decided
  const { movement, actor } = posting
  const { id, terminalId, currency, kind, reference, note } = movement
  const values = [
    institutionId,
    id,
    terminalId,
    kind,
    currency,
    movement.amountMinor.toString(),
    reference,
    isoTimestamp(movement.atMs),
    note ?? null,
    expectedMinor.toString(),
    String(isFirst),
    String(posting.isPosted),
    head.businessDate,
    recordedAt,
    authorOf(actor),
  ]
  const opened = [institutionId, id, terminalId, currency, String(opensMinor), recordedAt]
  return [
    { statement: INSERT_MOVEMENT, values },
    ...(opensMinor === undefined ? [] : [{ statement: INSERT_DIFFERENCE, values: opened }]),
    ...settles.map((exceptionId) =>
      endStep(head, {
        exceptionId,
        action: 'SETTLED',
        reason: `Count ${reference} found the opposite difference`,
        by: 'system',
        settledBy: id,
      }),
    ),
  ]
}

export function endStep({ institutionId, recordedAt }: BatchHead, ended: EndedDifference): Step {
  return {
    statement: END_DIFFERENCE,
    values: [
      institutionId,
      ended.exceptionId,
      ended.action,
      ended.reason,
      ended.by,
      recordedAt,
      ended.journalId ?? null,
      ended.settledBy ?? null,
      ended.correctionId ?? null,
    ],
  }
}
