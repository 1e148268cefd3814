// A copy of production becomes a database for tests: what is stripped, what stays, and what is refused.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createStore, type Store } from '../../../../test/support/gateways/gateway.ts'
import { type EndedCommand, runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { STRIPPED } from './stripped-data.ts'

const MASTER_KEY = randomBytes(32).toString('base64')
const NOW = `'2026-01-01T00:00:00Z'`
const ID = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`

/** Something of everything that is stripped, as production has it. */
const PRODUCTION = `
  INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time, bins, services, branches,
                            hold_days, closed_through, created_at)
  VALUES ('BANK1', 'A bank', 'ACTIVE', 'USD', 'UTC', '00:00', '{}', '{}', '[]', 7, '20260101', ${NOW});
  INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_at, updated_at)
  VALUES (${ID(1)}, 'P1', 'Partner', '{}', '{}', '{BANK1}', ${NOW}, ${NOW});
  INSERT INTO clients (client_id, partner_id, secret_hash, families, created_at)
  VALUES ('p1-atm', 'P1', 'a-hash-of-production', '{}', ${NOW});
  INSERT INTO core_connections (id, institution_id, environment, core_type, name, base_url, password_sealed, status)
  VALUES (${ID(2)}, 'BANK1', 'prod', 'REST', 'Core', 'https://core.bank.example', 'sealed-password', 'ACTIVE');
  INSERT INTO webhooks (id, partner_id, url, kinds, institution_ids, contact_email, secret_sealed, created_at, updated_at,
                        created_by, updated_by)
  VALUES (${ID(3)}, 'P1', 'https://partner.example/hook', '{}', '{}', 'desk@partner.example', 'sealed', ${NOW}, ${NOW}, 'x', 'x');
  INSERT INTO events (partner_id, sequence, event_id, kind, resource, occurred_at, recorded_at, data)
  VALUES ('P1', 1, ${ID(4)}, 'loan.created', 'x', ${NOW}, ${NOW}, '{"applicant": {"email": "ada@customer.example"}}');
  INSERT INTO webhook_deliveries (webhook_id, sequence, partner_id, resource, next_attempt_at)
  VALUES (${ID(3)}, 1, 'P1', 'x', ${NOW});
  INSERT INTO event_outbox (event_id, kind, partner_id, resource, occurred_at, data)
  VALUES (${ID(4)}, 'loan.created', 'P1', 'x', ${NOW}, '{"email": "ada@customer.example"}');
  INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor, interest_rate,
                                 term_count, term_unit, applicant, name_words, status, created_at, updated_at, created_by, updated_by)
  VALUES ('BANK1', ${ID(5)}, 'P1', 'BOAT', 'USD', 100, 5, 12, 'Months',
          '{"firstName": "Ada", "note": "says \\"write to ada@customer.example\\"", "mails": [{"to": "Ada <ada@customer.example>"}]}',
          '', 'SUBMITTED', ${NOW}, ${NOW}, 'x', 'x');
  INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, search_words, transaction_ref,
                                    channel_type, created_at, updated_at, created_by, updated_by)
  VALUES (${ID(6)}, 'BOOK1', 'P1', 'Token bank', 'US', '{USD}', 'ACTIVE', '{}', 'r', 'API', ${NOW}, ${NOW}, 'x', 'x');
  INSERT INTO digital_users (user_id, institution_id, partner_id, user_type, first_name, email, state, search_words, transaction_ref,
                             channel_type, created_at, updated_at, created_by, updated_by)
  VALUES (${ID(7)}, ${ID(6)}, 'P1', 'INDIVIDUAL', 'Ada', 'ada@customer.example', 'ACTIVE', '{}', 'r', 'API', ${NOW}, ${NOW}, 'x', 'x');
  INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, created_at, updated_at, created_by, updated_by)
  SELECT ${ID(8)}, 'Bob', 'Staff', 'bob@bank.example', 'bob@bank.example', role_id, ${NOW}, ${NOW}, 'x', 'x' FROM roles LIMIT 1;
  INSERT INTO sessions (session_id, user_id, created_at, last_used_at, expires_at, ip, user_agent, refresh_salt, rotated_at)
  VALUES (${ID(9)}, ${ID(8)}, ${NOW}, ${NOW}, ${NOW}, '127.0.0.1', 'x', 'salt', ${NOW});
  INSERT INTO mail_outbox (mail_id, recipient, content_sealed, next_attempt_at, expires_at, created_at)
  VALUES (${ID(1)}, 'ada@customer.example', 'sealed', ${NOW}, ${NOW}, ${NOW})`

describe('a copy of production for tests', () => {
  let store: Store
  let database: Database
  let name: string

  before(async () => {
    store = await createStore('postgres')
    database = openPostgres(store.env.DATABASE_URL as string, { connections: 2 })
    name = new URL(store.env.DATABASE_URL as string).pathname.slice(1)
    assert.equal((await tillgate('prod', 'user', 'create', ...ANNE)).code, 0)
    await database.query(PRODUCTION)
  })
  after(async () => {
    await database?.close()
    await store?.remove()
  })
  beforeEach(() => mark('prod'))

  const ANNE = ['--email', 'anne@bank.example', '--first-name', 'Anne', '--last-name', 'Bank']
  const tillgate = (environment: string, ...args: string[]): Promise<EndedCommand> =>
    runInProcess(args, { ...store.env, ENVIRONMENT: environment, MASTER_KEY })
  const change = (environment: string, to: string, confirm = name) =>
    tillgate(environment, 'environment', '--to', to, '--confirm', confirm)
  const mark = (environment: string) =>
    database.query(`UPDATE settings SET value = to_jsonb($1::text) WHERE key = 'environment'`, [environment])
  const value = async (text: string): Promise<unknown> =>
    Object.values((await database.query<Record<string, unknown>>(text)).rows[0] ?? {})[0]
  const owner = () => value(`SELECT value FROM settings WHERE key = 'environment'`)

  // Where the database belongs, what is asked, and the line that refuses it. Nothing is stripped then.
  const REFUSED: [
    title: string,
    owner: string,
    args: [environment: string, to: string, confirm?: string],
    line: RegExp,
  ][] = [
    ['never becomes production', 'qa', ['qa', 'prod'], /^tillgate: --to takes one of qa, uat\n$/],
    ['never becomes a sandbox', 'prod', ['prod', 'sandbox'], /^tillgate: --to takes one of qa, uat\n$/],
    [
      'is confirmed by name',
      'prod',
      ['prod', 'qa', 'other'],
      /^tillgate: --confirm takes the name of the database, which is /,
    ],
    ['is not the one of a sandbox', 'sandbox', ['qa', 'qa'], /^tillgate: --to takes a database that is not a sandbox/],
    [
      'is changed where it is from or goes',
      'prod',
      ['uat', 'qa'],
      /^tillgate: ENVIRONMENT is uat, but .* belongs to prod\n$/,
    ],
  ]
  for (const [title, from, args, line] of REFUSED) {
    test(`${title}`, async () => {
      await mark(from)
      const { code, stderr } = await change(...args)
      assert.equal(code, 1)
      assert.match(stderr, line)
      assert.equal(await owner(), from)
      assert.equal(await value('SELECT secret_hash FROM clients'), 'a-hash-of-production')
    })
  }

  test('is not changed while a gateway is connected to it', async () => {
    const listening = openPostgres(store.env.DATABASE_URL as string, { connections: 2 })
    try {
      listening.changes.subscribe('settings', { onChange() {}, onGap() {} })
      await until(() => listening.changes.isLive(), 'the gateway listens')
      const { code, stderr } = await change('prod', 'qa')
      assert.equal(code, 1)
      assert.match(stderr, /^tillgate: DATABASE_URL names a database that gateways are connected to; stop all of them/)
    } finally {
      await listening.close()
    }
    assert.equal(await owner(), 'prod')
  })

  test('loses secrets, webhooks, cores, mail addresses of customers and sessions; books, records and staff stay', async () => {
    const { code, stdout, stderr } = await change('qa', 'qa')
    assert.equal(code, 0, stderr)
    for (const { what } of STRIPPED) assert.match(stdout, new RegExp(`^removed ${what}: \\d+$`, 'm'))
    assert.match(stdout, /\nthe database belongs to qa\n$/)
    assert.equal(await owner(), 'qa')
    assert.equal(await value('SELECT secret_hash FROM clients'), 'removed')
    for (const table of [
      'webhooks',
      'webhook_deliveries',
      'events',
      'event_outbox',
      'core_connections',
      'sessions',
      'mail_outbox',
    ])
      assert.equal(await value(`SELECT count(*)::integer FROM ${table}`), 0, table)
    assert.equal(await value('SELECT count(*)::integer FROM core_connectivity WHERE base_url IS NOT NULL'), 0)
    assert.equal(await value('SELECT email FROM digital_users'), null)
    assert.deepEqual(await value('SELECT applicant FROM loan_applications'), {
      firstName: 'Ada',
      note: 'says "write to removed@example.invalid"',
      mails: [{ to: 'Ada <removed@example.invalid>' }],
    })
    assert.equal(await value(`SELECT count(*)::integer FROM users`), 2)
    assert.equal(await value('SELECT count(*)::integer FROM partners'), 1)
    assert.equal(await value(`SELECT count(*)::integer FROM audit_log WHERE action = 'environment.change'`), 1)
    assert.equal((await tillgate('qa', 'verify')).code, 0)
    const refused = await tillgate('prod', 'verify')
    assert.equal(refused.code, 1)
    assert.equal(refused.stderr, 'tillgate: ENVIRONMENT is prod, but the database belongs to qa\n')
  })

  test('has no column of mail addresses or secrets that nobody has thought about', async () => {
    const { rows } = await database.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name ~ '(e?mail($|_id|_key|ed_to)|secret)' AND column_name !~ '^is_'
        ORDER BY 1`,
    )
    const kept = new Map([
      ['audit_log.actor_email', 'append-only; people of the bank'],
      ['sub_tenants.contact_email', 'people of the bank'],
      ['users.mail_id', 'people of the bank, who sign in by it'],
      ['users.mail_key', 'the same'],
      ['sandbox_mails.mail_id', 'an id; empty outside the sandbox'],
      ['sandbox_mails.mailed_to', 'empty outside the sandbox'],
    ])
    const statements = STRIPPED.flatMap((one) => one.statements).join('\n')
    const forgotten = rows
      .map((row) => row.name)
      .filter((column) => !kept.has(column) && !new RegExp(`\\b${column.split('.')[0]}\\b`).test(statements))
    assert.deepEqual(forgotten, [])
  })
})
