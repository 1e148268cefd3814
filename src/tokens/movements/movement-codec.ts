// Movements as rows of token_movements, in both directions.

import type { IsoReason } from '../../platform/kernel/identifiers/iso-reason.ts'
import { plainArray, textArray } from '../../platform/storage/batches/array-literal.ts'
import { type CopyValue, copyRow } from '../../platform/storage/batches/copy-row.ts'
import type { Statement } from '../../platform/storage/database.ts'
import type { Outcome } from '../accounts/digital-account.ts'
import { searchWords } from '../search/search-words.ts'
import type { Work } from './coordination/work.ts'
import {
  type Decision,
  type DepositState,
  isEnd,
  type Movement,
  type MovementKind,
  type MovementState,
  type Payee,
  type RedemptionState,
  type ResolvedBy,
  type Side,
  type TransferState,
} from './movement.ts'

export interface MovementRow {
  institution_id: string
  movement_id: string
  kind: MovementKind
  state: MovementState
  is_open: boolean
  partner_id: string
  issuer_id: string
  account_id: string
  currency: string
  amount_minor: bigint
  linked_account_id: string | null
  resolved_by: ResolvedBy | null
  payee_book_id: string | null
  payee_issuer_id: string | null
  payee_account_id: string | null
  payee_partner_id: string | null
  beneficiary_name: string | null
  is_two_phase: boolean
  committer: Side | null
  expires_at: Date | null
  decision: Decision['action'] | null
  decided_by: Decision['by'] | null
  decided_at: Date | null
  remittance_info: string | null
  end_to_end_id: string | null
  return_of: string | null
  work: Work
  next_at: Date | null
  journal_ids: readonly string[]
  payee_journal_id: string | null
  outcome_code: string | null
  outcome_iso: IsoReason | null
  final_at: Date | null
  ref: string
  content: Buffer
  channel_type: string
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
}

export const MOVEMENT_COLUMNS = `institution_id, movement_id, kind, state, is_open, partner_id, issuer_id, account_id, currency,
  amount_minor, linked_account_id, resolved_by, payee_book_id, payee_issuer_id, payee_account_id, payee_partner_id,
  beneficiary_name, is_two_phase, committer, expires_at, decision, decided_by, decided_at, remittance_info, end_to_end_id,
  return_of, work, next_at, journal_ids, payee_journal_id, outcome_code, outcome_iso, final_at, ref, content, channel_type, version, created_at,
  updated_at, created_by`

export const COPY_MOVEMENTS: Statement = {
  name: 'copy-token-movements',
  text: `COPY token_movements (${MOVEMENT_COLUMNS}, search_words, payee_words, entered_version) FROM STDIN`,
}

export function toMovement(row: MovementRow): Movement {
  switch (row.kind) {
    case 'DEPOSIT':
      return {
        ...baseOf(row),
        kind: 'DEPOSIT',
        state: row.state as DepositState,
        linkedAccountId: present(row, 'linked_account_id'),
      }
    case 'REDEMPTION':
      return {
        ...baseOf(row),
        kind: 'REDEMPTION',
        state: row.state as RedemptionState,
        linkedAccountId: present(row, 'linked_account_id'),
        resolvedBy: present(row, 'resolved_by'),
      }
    case 'TRANSFER':
      return {
        ...baseOf(row),
        kind: 'TRANSFER',
        state: row.state as TransferState,
        payee: payeeOf(row),
        ...(row.beneficiary_name !== null && { beneficiaryName: row.beneficiary_name }),
        isTwoPhase: row.is_two_phase,
        ...(row.committer !== null && { committer: row.committer }),
        ...(row.expires_at !== null && { expiresAt: row.expires_at }),
        ...(row.decision !== null && { decision: decisionOf(row) }),
        ...(row.remittance_info !== null && { remittanceInfo: row.remittance_info }),
        ...(row.end_to_end_id !== null && { endToEndId: row.end_to_end_id }),
        ...(row.return_of !== null && { returnOf: row.return_of }),
        ...(row.payee_journal_id !== null && { payeeJournalId: row.payee_journal_id }),
      }
  }
}

function baseOf(row: MovementRow) {
  return {
    bookId: row.institution_id,
    movementId: row.movement_id,
    partnerId: row.partner_id,
    issuerId: row.issuer_id,
    accountId: row.account_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    work: row.work,
    ...(row.next_at !== null && { nextAt: row.next_at }),
    journalIds: row.journal_ids,
    ...(row.outcome_code !== null && { outcome: outcomeOf(row.outcome_code, row.outcome_iso) }),
    ...(row.final_at !== null && { finalAt: row.final_at }),
    ref: row.ref,
    content: row.content,
    channelType: row.channel_type,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
  }
}

function payeeOf(row: MovementRow): Payee {
  return {
    bookId: present(row, 'payee_book_id'),
    issuerId: present(row, 'payee_issuer_id'),
    accountId: present(row, 'payee_account_id'),
    partnerId: present(row, 'payee_partner_id'),
  }
}

function decisionOf(row: MovementRow): Decision {
  return { action: present(row, 'decision'), by: present(row, 'decided_by'), at: present(row, 'decided_at') }
}

function outcomeOf(reasonCode: string, isoReason: IsoReason | null): Outcome {
  return { reasonCode, ...(isoReason !== null && { isoReason }) }
}

/** A column that every row of its kind has. */
function present<Name extends keyof MovementRow>(row: MovementRow, name: Name): NonNullable<MovementRow[Name]> {
  const value = row[name]
  if (value === null) throw new Error(`${row.kind.toLowerCase()} ${row.movement_id} has no ${name}`)
  return value as NonNullable<MovementRow[Name]>
}

/** A row for COPY_MOVEMENTS. */
export function movementRow(movement: Movement): string {
  const [own, payees] = wordsOf(movement)
  return copyRow([...movementValues(movement), textArray(own), textArray(payees), movement.version])
}

/** What search finds it by: the owner's words and, of a transfer, the payee's. They are not read back. */
export function wordsOf(movement: Movement): [owner: string[], payee: string[]] {
  if (movement.kind !== 'TRANSFER') return [searchWords([movement.ref, movement.linkedAccountId]), []]
  const shared = [movement.endToEndId, movement.beneficiaryName]
  return [searchWords([movement.ref, ...shared]), searchWords(shared)]
}

/** The values of MOVEMENT_COLUMNS, in their order, as text that COPY reads. */
function movementValues(movement: Movement): CopyValue[] {
  const transfer = movement.kind === 'TRANSFER' ? movement : undefined
  return [
    movement.bookId,
    movement.movementId,
    movement.kind,
    movement.state,
    flag(!isEnd(movement.state)),
    movement.partnerId,
    movement.issuerId,
    movement.accountId,
    movement.currency,
    movement.amountMinor,
    movement.kind === 'TRANSFER' ? null : movement.linkedAccountId,
    movement.kind === 'REDEMPTION' ? movement.resolvedBy : null,
    transfer?.payee.bookId,
    transfer?.payee.issuerId,
    transfer?.payee.accountId,
    transfer?.payee.partnerId,
    transfer?.beneficiaryName,
    flag(transfer?.isTwoPhase ?? false),
    transfer?.committer,
    transfer?.expiresAt?.toISOString(),
    transfer?.decision?.action,
    transfer?.decision?.by,
    transfer?.decision?.at.toISOString(),
    transfer?.remittanceInfo,
    transfer?.endToEndId,
    transfer?.returnOf,
    JSON.stringify(movement.work),
    movement.nextAt?.toISOString(),
    plainArray(movement.journalIds),
    transfer?.payeeJournalId,
    movement.outcome?.reasonCode,
    movement.outcome?.isoReason,
    movement.finalAt?.toISOString(),
    movement.ref,
    // The text form of bytea.
    `\\x${movement.content.toString('hex')}`,
    movement.channelType,
    movement.version,
    movement.createdAt.toISOString(),
    movement.updatedAt.toISOString(),
    movement.createdBy,
  ]
}

function flag(value: boolean): string {
  return value ? 't' : 'f'
}
