// Owns the postings of loans: an event, its journal, its key, the loan's row and account, and the audit record commit
// together. Other owners may have it take part in their postings: a transfer to the account of a loan is a repayment.
//
// Loans are locked by key, after the accounts.

import { holdAudit } from '../../../administration/audit/batch-audit.ts'
import type { Account } from '../../../ledger/account.ts'
import type { BatchContext, Join, Owner } from '../../../ledger/posting.ts'
import { LENDING_KEY, spentHash } from '../../../platform/history/spent-keys.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement } from '../../../platform/storage/database.ts'
import type { KeyRow } from '../../keys/idempotency-keys.ts'
import type { LoanViews } from '../../loan-events.ts'
import type { StoredSnapshot } from '../history-fold.ts'
import { type EventRow, FOLDED_EVENT_COLUMNS, LOAN_COLUMNS, type LoanRow, toRecordedEvent } from '../loan-codec.ts'
import type { LoanRecord, RecordedEvent } from '../loan-record.ts'
import { readSnapshot } from '../stored/packed-snapshot.ts'
import { LoanBatch } from './loan-batch.ts'
import { OpenLoan } from './loan-in-batch.ts'
import type { AccountRules, LoanPosting } from './loan-posting.ts'
import { LoanChanges } from './loan-steps.ts'

const LOCK_LOANS: Statement = {
  name: 'lock-loans',
  text: `SELECT ${LOAN_COLUMNS}
           FROM loans
          WHERE institution_id = $1 AND loan_id = ANY (ARRAY (
                  SELECT unnest($2::uuid[])
                   UNION
                  SELECT loan_id FROM loans WHERE account_id = ANY ($3::text[]) AND institution_id = $1))
          ORDER BY loan_id
            FOR NO KEY UPDATE`,
}

// A statement of its own, after the lock: it sees the events that the lock has waited for. Of the bookings, which are most of
// their size, only those of reversed events are shown by what a command answers.
const READ_EVENTS: Statement = {
  name: 'read-loan-events',
  text: `SELECT ${FOLDED_EVENT_COLUMNS.replace(
    'NULL::jsonb AS booking',
    'CASE WHEN reversed_by IS NOT NULL OR event_id = ANY ($4::uuid[]) THEN booking END AS booking',
  )}
           FROM loan_events
          WHERE institution_id = $1 AND loan_id = ANY (ARRAY (
                  SELECT unnest($2::uuid[])
                   UNION
                  SELECT loan_id FROM loans WHERE account_id = ANY ($3::text[]) AND institution_id = $1))
          ORDER BY loan_id, sequence`,
}

const READ_STATES: Statement = {
  name: 'read-loan-states',
  text: `SELECT loan_id, through_sequence, state
           FROM loan_states
          WHERE institution_id = $1 AND loan_id = ANY (ARRAY (
                  SELECT unnest($2::uuid[])
                   UNION
                  SELECT loan_id FROM loans WHERE account_id = ANY ($3::text[]) AND institution_id = $1))`,
}

const READ_KEYS: Statement = {
  name: 'read-lending-keys',
  text: `SELECT k.partner_id, k.key, k.content, k.resource_id
           FROM unnest($1::text[], $2::text[]) AS asked (partner_id, key)
           JOIN lending_keys k ON k.partner_id = asked.partner_id AND k.key = asked.key
         UNION ALL
         SELECT asked.partner_id, asked.key, NULL, ''
           FROM unnest($1::text[], $2::text[]) AS asked (partner_id, key)
           JOIN spent_keys s
             ON s.partner_id = asked.partner_id AND s.key_hash = ${spentHash(`'${LENDING_KEY}'`, 'asked.key')}`,
}

export interface LoanRecordsOptions<A extends Account> {
  readonly rules: AccountRules<A>
  /** True while a business day of the institution is being closed. */
  isClosing(institutionId: string, nowMs: number): boolean
  /** Whether schedules are stored packed; by default they are. False while older nodes may read them. */
  packsSchedules?(): boolean
  /** How partners are told of changes; absent: they are not. */
  readonly views?: LoanViews | undefined
}

export class LoanRecords<A extends Account = Account> implements Owner<LoanPosting, A> {
  readonly #options: LoanRecordsOptions<A>

  /** A transfer has its key among the transactions of its institution, and no other author than its partner. */
  readonly joinsInShard = true

  constructor(options: LoanRecordsOptions<A>) {
    this.#options = options
  }

  get views(): LoanViews | undefined {
    return this.#options.views
  }

  /** Keys of partners and the audit log are at the central database. */
  staysInShard(posting: LoanPosting): boolean {
    if (posting.kind === 'settle') return posting.refusedKey === undefined
    return posting.kind === 'close' || (posting.command.key === undefined && posting.command.actor.userId === undefined)
  }

  async open(
    trip: Trip,
    { institutionId }: BatchContext,
    postings: readonly LoanPosting[],
    joins: readonly Join[] = [],
  ): Promise<LoanBatch<A>> {
    const { rules, isClosing } = this.#options
    const loanIds = plainArray([...new Set(postings.map((posting) => posting.loanId))])
    const accountIds = textArray([...new Set(joins.flatMap((join) => join.accountIds))])
    const commands = postings.flatMap((posting) => (posting.kind === 'command' ? [posting.command] : []))
    const reversed = plainArray(
      commands.flatMap(({ reverses }) => (reverses !== undefined && isUuid(reverses) ? [reverses] : [])),
    )
    const keys = commands.flatMap(({ key }) => (key === undefined ? [] : [key]))
    const isAudited = commands.some(({ actor }) => actor.userId !== undefined)
    const [loanRows, eventRows, stateRows, keyRows, audit] = await Promise.all([
      trip.ask<LoanRow>(LOCK_LOANS, [institutionId, loanIds, accountIds]),
      trip.ask<EventRow>(READ_EVENTS, [institutionId, loanIds, accountIds, reversed]),
      trip.ask<StateRow>(READ_STATES, [institutionId, loanIds, accountIds]),
      keys.length > 0
        ? trip.ask<KeyRow>(READ_KEYS, [
            textArray(keys.map(({ partnerId }) => partnerId)),
            textArray(keys.map(({ key }) => key)),
          ])
        : undefined,
      isAudited ? holdAudit(trip) : undefined,
    ])
    const events = eventsByLoan(eventRows.rows)
    const states = new Map(stateRows.rows.map((row) => [row.loan_id, row]))
    return new LoanBatch(
      {
        loans: loanRows.rows.map((row) =>
          OpenLoan.read(row, events.get(row.loan_id) ?? [], (loan) => snapshotIn(states.get(row.loan_id), loan)),
        ),
        keys: keyRows?.rows ?? [],
        changes: new LoanChanges(audit, this.#options.packsSchedules?.() ?? true),
      },
      rules,
      isClosing,
      this.#options.views,
    )
  }
}

export interface StateRow {
  loan_id: string
  through_sequence: number
  state: string
}

/** Undefined when there is no state, or another version of the fold has made it. */
export function snapshotIn(row: StateRow | undefined, { agreement }: LoanRecord): StoredSnapshot | undefined {
  const snapshot = row && readSnapshot(row.state, agreement)
  return snapshot && { ...snapshot, throughSequence: row.through_sequence }
}

export function eventsByLoan(rows: readonly EventRow[]): ReadonlyMap<string, RecordedEvent[]> {
  const events = new Map<string, RecordedEvent[]>()
  for (const row of rows) {
    const own = events.get(row.loan_id)
    if (own === undefined) events.set(row.loan_id, [toRecordedEvent(row)])
    else own.push(toRecordedEvent(row))
  }
  return events
}
