// Rows of lending and tokens that the dashboard counts, or must not count. It is 2026-03-10 at FI001.

import type { Database } from '../../platform/storage/database.ts'

type Application = readonly [status: string, createdAt: string, expiresAt: string | null]

const APPLICATIONS: readonly Application[] = [
  ['SUBMITTED', '2026-03-09T05:00:00Z', null],
  // The 10th in New York.
  ['SUBMITTED', '2026-03-11T02:00:00Z', null],
  ['APPROVED', '2026-03-10T12:00:00Z', '2026-04-01T00:00:00Z'],
  ['APPROVED', '2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z'],
  // The 8th, and the 11th.
  ['DECLINED', '2026-03-09T03:59:59Z', null],
  ['DECLINED', '2026-03-11T04:00:00Z', null],
]

interface Loan {
  readonly status?: string
  readonly since?: string
  readonly paused?: readonly [days: number, resumesOn: string]
  readonly chargeOffOn?: string
}

const LOANS: readonly Loan[] = [
  // 1, 30 and 31 days past due.
  { since: '2026-03-09' },
  { since: '2026-02-08' },
  { since: '2026-02-07' },
  // Due today, and due later.
  { since: '2026-03-10' },
  { since: '2026-04-01' },
  // Stands at 20 days until it resumes; one that was not past due when it was paused.
  { since: '2026-04-11', paused: [20, '2026-05-01'] },
  { since: '2026-05-01', paused: [0, '2026-05-01'] },
  // Charged off by now, and over.
  { since: '2025-01-01', chargeOffOn: '2026-03-10' },
  { since: '2026-01-01', status: 'CLOSED' },
]

/** Rows of FI001: sequence, kind, state, business date, reversed. */
const EVENTS: readonly (readonly [kind: string, state: string, date: string, isReversed: boolean])[] = [
  ['DISBURSEMENT', 'COMPLETED', '2026-03-10', false],
  ['DISBURSEMENT', 'COMPLETED', '2026-03-09', true],
  ['DISBURSEMENT', 'PENDING', '2026-03-09', false],
  ['DISBURSEMENT', 'COMPLETED', '2026-03-08', false],
  ['REPAYMENT', 'COMPLETED', '2026-03-10', false],
]

export async function insertLending(database: Database): Promise<void> {
  for (const [status, createdAt, expiresAt] of APPLICATIONS) {
    await database.query(
      `INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor,
         interest_rate, term_count, term_unit, applicant, name_words, status, expires_at, created_at, updated_at, created_by, updated_by)
       VALUES ('FI001', gen_random_uuid(), 'P', 'X', 'USD', 1, 1, 1, 'MONTHS', '{}', '', $1, $3, $2, $2, 't', 't')`,
      [status, createdAt, expiresAt],
    )
  }
  for (const [at, { status = 'ACTIVE', since, paused, chargeOffOn }] of LOANS.entries()) {
    await database.query(
      `INSERT INTO loans (institution_id, loan_id, partner_id, product_code, currency, agreement, accounting,
         overpayment_allowed, applicant, account_id, buckets, status, past_due_since, paused_days, resumes_on, charge_off_on,
         created_at, updated_at, created_by, updated_by)
       VALUES ('FI001', $1, 'P', 'X', 'USD', '{}', 'CASH', true, '{}', $2, 'CURRENT:0-0,1-30:1-30,31%2B:31-', $3, $4, $5, $6, $7,
         now(), now(), 't', 't')`,
      [
        `00000000-0000-7000-8000-00000000000${at}`,
        `LN${at}`,
        status,
        since ?? null,
        paused?.[0] ?? null,
        paused?.[1] ?? null,
        chargeOffOn ?? null,
      ],
    )
  }
  for (const [sequence, [kind, state, date, isReversed]] of EVENTS.entries()) {
    await database.query(
      `INSERT INTO loan_events (institution_id, loan_id, sequence, event_id, kind, value_date, event, state, reversed_by,
         cash_minor, business_date, recorded_at, created_by)
       VALUES ('FI001', '00000000-0000-7000-8000-000000000000', $1, gen_random_uuid(), $2, '2026-03-10', '{}', $3,
         CASE WHEN $5 THEN gen_random_uuid() END, -500000, $4, now(), 't')`,
      [sequence, kind, state, date, isReversed],
    )
  }
}

/** One issuer in the books of FI001, which owes 200 to another one in books of its own. */
export async function insertTokens(database: Database): Promise<void> {
  const [one, other] = ['11111111-1111-7111-8111-111111111111', '22222222-2222-7222-8222-222222222222']
  await database.query(
    `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, external_id, state,
       search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ('${one}', 'FI001', 'P', 'One', 'US', '{USD}', 'FI001', 'ACTIVE', '{}', 'a', 'API', now(), now(), 't', 't'),
            ('${other}', '${other}', 'P', 'Other', 'US', '{USD,EUR}', NULL, 'ACTIVE', '{}', 'b', 'API', now(), now(), 't', 't');
     INSERT INTO general_ledger_totals (institution_id, account, currency, amount_minor) VALUES
       ('FI001', 'tokens:${one}:supply', 'USD', -900), ('FI001', 'tokens:${one}:backing', 'USD', 1000),
       ('FI001', 'tokens:${one}:owed', 'USD', 200), ('FI001', 'cash', 'USD', 77),
       ('${other}', 'tokens:${other}:supply', 'USD', -700), ('${other}', 'tokens:${other}:backing', 'USD', 700),
       ('${other}', 'tokens:${other}:owed', 'USD', -200);
     INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor) VALUES
       ('FI001', gen_random_uuid(), 'tokens:${one}:supply', 'USD', -100);
     INSERT INTO token_movements (institution_id, movement_id, kind, state, is_open, partner_id, issuer_id, account_id, currency,
       amount_minor, ref, content, channel_type, created_at, updated_at, created_by) VALUES
       ('FI001', gen_random_uuid(), 'TRANSFER', 'RESERVED', true, 'P', '${one}', gen_random_uuid(), 'USD', 90, 'r1', '', 'API', now(), now(), 't'),
       ('FI001', gen_random_uuid(), 'DEPOSIT', 'ISSUED', false, 'P', '${one}', gen_random_uuid(), 'USD', 60, 'r2', '', 'API', now(), now(), 't')`,
  )
}
