// The statements that write loans in a batch. Rows are found by key; the arrays of keys keep the plans on the indexes.

import type { Statement } from '../../../platform/storage/database.ts'

export const COPY_EVENTS: Statement = {
  name: 'copy-loan-events',
  text: `COPY loan_events (
           institution_id, loan_id, sequence, event_id, kind, value_date, event, state, booking, cash_minor, funds_account_id,
           funds_reference, journal_id, business_date, recorded_at, created_by, details) FROM STDIN`,
}

export const SETTLE_EVENTS: Statement = {
  name: 'settle-loan-events',
  text: `UPDATE loan_events AS e
            SET state = n.state, booking = n.booking, journal_id = n.journal_id
           FROM (SELECT unnest($2::uuid[]) AS loan_id, unnest($3::integer[]) AS sequence, unnest($4::text[]) AS state,
                        unnest($5::jsonb[]) AS booking, unnest($6::uuid[]) AS journal_id) AS n
          WHERE e.institution_id = $1 AND e.loan_id = ANY ($2::uuid[]) AND e.loan_id = n.loan_id AND e.sequence = n.sequence
            AND e.state = 'PENDING'`,
}

export const MARK_REVERSED: Statement = {
  name: 'mark-loan-events-reversed',
  text: `UPDATE loan_events AS e SET reversed_by = n.reversed_by
           FROM (SELECT unnest($2::uuid[]) AS loan_id, unnest($3::integer[]) AS sequence,
                        unnest($4::uuid[]) AS reversed_by) AS n
          WHERE e.institution_id = $1 AND e.loan_id = ANY ($2::uuid[]) AND e.loan_id = n.loan_id AND e.sequence = n.sequence`,
}

export const COPY_REPLAYS: Statement = {
  name: 'copy-loan-replays',
  text: `COPY loan_replays (institution_id, loan_id, sequence, event_id, before, after, recorded_at) FROM STDIN`,
}

export const COPY_SCHEDULES: Statement = {
  name: 'copy-loan-schedules',
  text: `COPY loan_schedules (institution_id, loan_id, version, reason, valid_from, event_id, instalments, packed_rows,
                              recorded_at) FROM STDIN`,
}

export const COPY_CLOSINGS: Statement = {
  name: 'copy-loan-closings',
  text: `COPY loan_closings (institution_id, loan_id, business_date, journal_id, recorded_at) FROM STDIN`,
}

/** What follows from the position of a loan, in the order of the values. */
const POSITION_COLUMNS = {
  status: 'text',
  arrears_on: 'text',
  past_due_since: 'text',
  paused_days: 'integer',
  resumes_on: 'text',
  charge_off_on: 'text',
  next_due_on: 'text',
  posted: 'jsonb',
  posted_through: 'text',
  schedule_version: 'integer',
  account_opened: 'boolean',
  close_from: 'text',
}

/** What changes with every command. */
const COMMAND_COLUMNS = {
  version: 'integer',
  last_sequence: 'integer',
  pending_event_id: 'uuid',
  external_reference: 'text',
  contact: 'jsonb',
  updated_at: 'timestamptz',
  updated_by: 'text',
}

export const UPDATE_LOANS = updateOf('update-loans', POSITION_COLUMNS)
export const TOUCH_LOANS = updateOf('touch-loans', COMMAND_COLUMNS)
/** Both at once: a row that is written twice costs twice. */
export const CHANGE_LOANS = updateOf('change-loans', { ...POSITION_COLUMNS, ...COMMAND_COLUMNS })

function updateOf(name: string, columns: Readonly<Record<string, string>>): Statement {
  const names = Object.keys(columns)
  const lists = names.map((column, i) => `unnest($${i + 3}::${columns[column]}[]) AS ${column}`)
  return {
    name,
    text: `UPDATE loans AS l
              SET ${names.map((column) => `${column} = n.${column}`).join(', ')}
             FROM (SELECT unnest($2::uuid[]) AS loan_id, ${lists.join(', ')}) AS n
            WHERE l.institution_id = $1 AND l.loan_id = ANY ($2::uuid[]) AND l.loan_id = n.loan_id`,
  }
}

export const SHOW_ACCOUNTS: Statement = {
  name: 'show-loan-accounts',
  text: `UPDATE accounts AS a
            SET status = CASE WHEN a.status IN ('OPEN', 'CLOSED') THEN n.status ELSE a.status END,
                payment_due_minor = n.due_minor, payment_due_on = n.due_on
           FROM (SELECT unnest($2::text[]) AS account_id, unnest($3::text[]) AS status, unnest($4::bigint[]) AS due_minor,
                        unnest($5::text[]) AS due_on) AS n
          WHERE a.institution_id = $1 AND a.account_id = ANY ($2::text[]) AND a.account_id = n.account_id`,
}

export const INSERT_KEYS: Statement = {
  name: 'insert-lending-keys',
  text: `INSERT INTO lending_keys (partner_id, key, operation, content, resource_id, created_at)
         SELECT unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), decode(unnest($4::text[]), 'hex'),
                unnest($5::text[]), $6::timestamptz`,
}

export const FREE_KEYS: Statement = {
  name: 'free-lending-keys',
  text: `DELETE FROM lending_keys AS k
          USING (SELECT unnest($1::text[]) AS partner_id, unnest($2::text[]) AS key) AS n
          WHERE k.partner_id = n.partner_id AND k.key = n.key`,
}

export const STORE_STATES: Statement = {
  name: 'store-loan-states',
  text: `INSERT INTO loan_states (institution_id, loan_id, through_sequence, state, recorded_at)
         SELECT $1, unnest($2::uuid[]), unnest($3::integer[]), unnest($4::text[]), $5::timestamptz
         ON CONFLICT (institution_id, loan_id) DO UPDATE
            SET through_sequence = excluded.through_sequence, state = excluded.state, recorded_at = excluded.recorded_at`,
}
