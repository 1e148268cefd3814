// One record of every kind, for tests of the search, and enough others that no plan is chosen because a table is empty.

import type { Partner } from '../../administration/institutions/directory.ts'
import { recordAccounts, recordCards } from '../../channels/core/builtin/books/customer-records.ts'
import { noteHome } from '../../loans/lending-homes.ts'
import { applicantWords, partnersWords } from '../../loans/origination/applications/applicant-name.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database, Rows, Statement } from '../../platform/storage/database.ts'

export const recordId = (n: number) => `01970000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const SUB_TENANT = recordId(1)

const PARTNER_FAMILIES = ['lending', 'digital'] as const
export const PARTNERS: readonly Partner[] = (
  [
    ['LEND1', ['FI001', 'FI002']],
    ['LEND2', ['FI001']],
  ] as const
).map(([partnerId, institutionIds]) => ({
  partnerId,
  families: new Set(PARTNER_FAMILIES),
  operations: new Set<string>(),
  institutionIds: new Set<string>(institutionIds),
  clientIdPolicy: true,
  isActive: true,
}))

const STAMPS = `now(), now(), 'test', 'test'`

export async function seedRecords(database: Database, secretBox: SecretBox): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => database.query(text, values)
  await run(
    `INSERT INTO institutions (institution_id, name, legal_name, status, base_currency, time_zone) VALUES
       ('FI001', 'Première Banque', 'Première Banque SA', 'ACTIVE', 'USD', 'UTC'),
       ('FI002', 'Second Union', 'Second Union Ltd', 'ACTIVE', 'USD', 'UTC')`,
  )
  await run(
    `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email, status)
     VALUES ($1, 'FI001', 'NORTH', 'Upper branch', 'n@bank.example', 'ACTIVE')`,
    [SUB_TENANT],
  )
  await run(
    `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status, sub_tenant_id)
     VALUES ('FI001', 'ATM00001', 'A', 'ATM', 'Hall', '', '{}', 'ACTIVE', $1),
            ('FI002', 'ATM00001', 'A', 'ATM', 'Hall', '', '{}', 'ACTIVE', NULL)`,
    [SUB_TENANT],
  )
  await run(
    `INSERT INTO billers (institution_id, biller_id, bin, name) VALUES ('FI001', 'W1', '400000', 'City Waterworks')`,
  )
  for (const { partnerId, institutionIds } of PARTNERS) {
    await run(
      `INSERT INTO partners (partner_id, name, operations, families, institution_ids)
       VALUES ($1, $2, '{}', '{lending,digital}', $3)`,
      [partnerId, `Credit house ${partnerId.slice(-1)}`, [...institutionIds]],
    )
  }
  await run(
    `INSERT INTO clients (client_id, partner_id, secret_hash, families) VALUES ('lend1-till', 'LEND1', 'h', '{lending}')`,
  )
  await run(
    `INSERT INTO roles (role_id, role_name, created_at, updated_at, created_by, updated_by) VALUES ($1, 'Desk', ${STAMPS})`,
    [recordId(20)],
  )
  await run(
    `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, created_at, updated_at, created_by, updated_by)
     VALUES ($1, 'Zoë', 'Sample', 'Zoe@bank.example', 'zoe@bank.example', $2, ${STAMPS})`,
    [recordId(21), recordId(20)],
  )
  for (const [n, institutionId, authId] of [
    [31, 'FI001', 'ABC123'],
    [32, 'FI002', 'ZZZ999'],
  ] as const) {
    await run(
      `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                                 response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
       VALUES ($1, 'LEND1', '601500000001', $2, 'CASHWITHDRAWAL', '1', 100, 'USD', '000', $3, '20250501', now(), 1, $2, '', '')`,
      [institutionId, recordId(n), authId],
    )
  }
  await run(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability, branch_id)
     VALUES ('FI001', '1000000777', 'CUST-8', 'DDA', 'Everyday', 'USD', 'OPEN', '06', '')`,
  )
  const panHash = secretBox.lookupHash('4000000000000002', 'pan')
  await run(
    `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, account_ids, status)
     VALUES ('FI001', $1, '', '400000******0002', 'CUST-8', '{1000000777}', 'ACTIVE')`,
    [panHash],
  )
  await recordAccounts(database, [{ institutionId: 'FI001', accountId: '1000000777' }])
  await recordCards(database, [{ institutionId: 'FI001', panHash }])
  await seedLending(database)
  await seedDigital(database)
}

async function seedLending(database: Database): Promise<void> {
  const ada = { firstName: 'Ada', lastName: 'Lovelace' }
  const grace = { firstName: 'Grace', lastName: 'Hopper' }
  await insertLoan(database, 41, 'LEND1', ada, { customer: 'CUST-7', reference: 'REF-9', account: 'L0000000001' })
  await insertLoan(database, 42, 'LEND2', grace, { account: 'L0000000002' })
  await database.query(
    `INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor,
                                    interest_rate, term_count, term_unit, applicant, name_words, external_reference, status,
                                    created_at, updated_at, created_by, updated_by)
     VALUES ('FI001', $1, 'LEND1', 'OPEN', 'USD', 100000, 12, 12, 'Months', $2, array_to_tsvector($3::text[]), 'REF-9',
             'SUBMITTED', ${STAMPS})`,
    [recordId(51), JSON.stringify(ada), applicantWords(ada)],
  )
  await database.query(
    `INSERT INTO loan_offers (institution_id, offer_id, application_id, decision_id, partner_id, product_code, currency,
                              amount_minor, interest_rate, term_count, term_unit, agreement, fees, instalment_minor, instalments,
                              total_interest_minor, total_fees_minor, amount_financed_minor, finance_charge_minor,
                              total_repayable_minor, first_due_date, apr, apr_method, schedule, amount, instalment, term_months,
                              status, expires_at, created_at, updated_at, created_by, updated_by)
     VALUES ('FI001', $1, $2, $2, 'LEND1', 'OPEN', 'USD', 100000, 12, 12, 'Months', '{}', '[]', 1, 1, 1, 0, 1, 1, 1, '2026-01-01',
             12, 'REG_Z_ACTUARIAL', '[]', 1000, 1, 12, 'OPEN', now(), ${STAMPS})`,
    [recordId(61), recordId(51)],
  )
  for (const n of [41, 42, 51, 61]) await noteHome(database, recordId(n), 'FI001')
}

async function insertLoan(
  database: Database,
  n: number,
  partnerId: string,
  applicant: Readonly<Record<string, string>>,
  { customer, reference, account }: { customer?: string; reference?: string; account: string },
): Promise<void> {
  await database.query(
    `INSERT INTO loans (institution_id, loan_id, partner_id, product_code, currency, agreement, accounting, overpayment_allowed,
                        applicant, customer_id, external_reference, account_id, account_opened, buckets, name_words,
                        created_at, updated_at, created_by, updated_by)
     VALUES ('FI001', $1, $2, 'OPEN', 'USD', '{"principalApprovedMinor": "100000"}', 'CASH', true, $3, $4, $5, $6, true, '',
             array_to_tsvector($7::text[]), ${STAMPS})`,
    [
      recordId(n),
      partnerId,
      JSON.stringify(applicant),
      customer ?? null,
      reference ?? null,
      account,
      partnersWords(partnerId, applicant),
    ],
  )
}

async function seedDigital(database: Database): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => database.query(text, values)
  await run(
    `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, bic, state, search_words,
                                       transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, 'LEND1', 'Digital house', 'FR', '{EUR}', 'PREMFRPP', 'ACTIVE', '{digital,house}', 'r', 'API', ${STAMPS})`,
    [recordId(71), recordId(71)],
  )
  await run(
    `INSERT INTO digital_users (user_id, institution_id, partner_id, user_type, legal_name, state, search_words,
                                transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, 'LEND1', 'BUSINESS', 'Token Holders', 'ACTIVE', '{token,holders}', 'r', 'API', ${STAMPS})`,
    [recordId(81), recordId(71)],
  )
  await run(
    `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id, state,
                                   search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ('B', $1, $2, $3, 'LEND1', 'EUR', 'DDA-1', 'ACTIVE', '{dda}', 'r', 'API', ${STAMPS})`,
    [recordId(91), recordId(71), recordId(81)],
  )
  for (const [n, kind] of [
    [101, 'DEPOSIT'],
    [102, 'TRANSFER'],
  ] as const) {
    await run(
      `INSERT INTO token_movements (institution_id, movement_id, kind, state, is_open, partner_id, issuer_id, account_id, currency,
                                    amount_minor, ref, content, channel_type, created_at, updated_at, created_by)
       VALUES ('B', $1, $2, 'ISSUED', false, 'LEND1', $3, $4, 'EUR', 100, 'dep-alpha', '', 'API', now(), now(), 'test')`,
      [recordId(n), kind, recordId(71), recordId(91)],
    )
    if (database.isDistributed)
      await run(
        `INSERT INTO token_movement_homes (institution_id, movement_id, kind, partner_id, account_id, ref, content)
         VALUES ('B', $1, $2, 'LEND1', $3, 'dep-alpha', '')`,
        [recordId(n), kind, recordId(91)],
      )
  }
}

/** An applicant of the usual size: how wide rows are decides whether an index pays. */
const WIDE = "jsonb_build_object('notes', repeat('x', 1500))"

/** Twenty thousand rows of what grows with use. */
export async function growRecords(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                               response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
     SELECT 'FI001', 'LEND1', '7015' || lpad(n::text, 8, '0'), gen_random_uuid(), 'CASHWITHDRAWAL', '1', 100, 'USD', '000',
            upper(lpad(to_hex(n), 6, '0')), '20250502', now(), 1, gen_random_uuid(), repeat('f', 64), repeat('r', 200)
       FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status)
     SELECT 'FI001', 'T' || n, 'A', 'ATM', 'Hall', '', '{}', 'ACTIVE' FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO loans (institution_id, loan_id, partner_id, product_code, currency, agreement, accounting, overpayment_allowed,
                        applicant, customer_id, external_reference, account_id, buckets, name_words,
                        created_at, updated_at, created_by, updated_by)
     SELECT 'FI001', gen_random_uuid(), 'LEND1', 'OPEN', 'USD', '{"principalApprovedMinor": "1"}', 'CASH', true, ${WIDE}, 'C' || n,
            'R' || n, 'G' || n, '', array_to_tsvector(ARRAY['LEND1/name' || n]), ${STAMPS} FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor,
                                    interest_rate, term_count, term_unit, applicant, name_words, external_reference, status,
                                    created_at, updated_at, created_by, updated_by)
     SELECT 'FI001', gen_random_uuid(), 'LEND1', 'OPEN', 'USD', 1, 12, 12, 'Months', ${WIDE}, array_to_tsvector(ARRAY['name' || n]),
            'R' || n, 'SUBMITTED', ${STAMPS} FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO token_movements (institution_id, movement_id, kind, state, is_open, partner_id, issuer_id, account_id, currency,
                                  amount_minor, ref, content, channel_type, created_at, updated_at, created_by, search_words)
     SELECT 'B', gen_random_uuid(), 'DEPOSIT', 'ISSUED', false, 'LEND1', $1, $2, 'EUR', 100, 'm' || n, '', 'API', now(), now(), 'test',
            ARRAY['m' || n] FROM generate_series(1, 20000) AS n`,
    [recordId(71), recordId(91)],
  )
  await database.query(
    `INSERT INTO digital_users (user_id, institution_id, partner_id, user_type, legal_name, state, search_words,
                                transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     SELECT gen_random_uuid(), $1, 'LEND1', 'BUSINESS', 'X', 'ACTIVE', ARRAY['x' || n], 'r' || n, 'API', ${STAMPS}
       FROM generate_series(1, 20000) AS n`,
    [recordId(71)],
  )
  await database.query(
    `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability, branch_id)
     SELECT 'FI001', '8' || lpad(n::text, 9, '0'), 'K' || n, 'DDA', 'Everyday', 'USD', 'OPEN', '06', '' FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, account_ids, status)
     SELECT 'FI001', md5(n::text), '', '400000******0002', 'K' || n, '{}', 'ACTIVE' FROM generate_series(1, 20000) AS n`,
  )
  await database.query(
    `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id, state,
                                   search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     SELECT 'B', gen_random_uuid(), $1, $2, 'LEND1', 'EUR', 'L' || n, 'ACTIVE', ARRAY['l' || n], 'a' || n, 'API', ${STAMPS}
       FROM generate_series(1, 20000) AS n`,
    [recordId(71), recordId(81)],
  )
  await database.query(
    `INSERT INTO loan_offers SELECT (jsonb_populate_record(o, jsonb_build_object('offer_id', gen_random_uuid()))).*
       FROM loan_offers o CROSS JOIN generate_series(1, 5000)`,
  )
  await database.query('ANALYZE')
}

/** The plans of all statements that `work` sends. */
export async function plansOf(database: Database, work: (recording: Database) => Promise<unknown>): Promise<string[]> {
  const sent: { readonly text: string; readonly values: readonly unknown[] }[] = []
  const query = <Row>(statement: string | Statement, values: readonly unknown[] = []): Promise<Rows<Row>> => {
    sent.push({ text: typeof statement === 'string' ? statement : statement.text, values })
    return database.query<Row>(statement, values)
  }
  const recording = new Proxy(database, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await work(recording)
  const plans: string[] = []
  for (const { text, values } of sent) {
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
