// What the doctor says of an installation on PostgreSQL: nothing of one that is in order, and of each disorder its own line.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { onPostgres } from '../../../../test/support/machine/database.ts'
import { DEFAULT_LIST } from '../../../administration/change-requests/four-eyes.ts'
import { clientSecretContext } from '../../../administration/institutions/clients/client-secret.ts'
import { parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { markEnvironment } from '../../../platform/storage/environment-mark.ts'

const MASTER_KEY = randomBytes(32).toString('base64')

/** What the test server itself is: a superuser without an archive. */
const OF_TEST_SERVER = ['database-role', 'backups']

onPostgres('the doctor', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-doctor-'))
  let database: Database
  let env: Readonly<Record<string, string>>

  before(async () => {
    const opened = await open()
    database = opened.database
    await markEnvironment(database, 'prod')
    env = {
      ...opened.location,
      DATABASE_URL: (opened.location as { url: string }).url,
      DATA_DIR: folder,
      ENVIRONMENT: 'prod',
      MASTER_KEY_COMMAND: `echo ${MASTER_KEY}`,
      PUBLIC_URL: 'https://bank.example',
      TRUSTED_PROXIES: '10.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'bank@bank.example',
      SECURITY_CONTACT: 'mailto:security@bank.example',
    }
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(async () => {
    await database.query('DELETE FROM users; DELETE FROM application_properties; DELETE FROM clients')
    await addUser('one@bank.example', true)
    await addUser('two@bank.example', true)
  })

  async function addUser(mail: string, hasDevice: boolean): Promise<void> {
    await database.query(
      `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, password_hash, totp_sealed,
                          created_at, updated_at, created_by, updated_by)
       SELECT gen_random_uuid(), 'A', 'B', $1, $1, role_id, 'h', $2, now(), now(), 'x', 'x' FROM roles LIMIT 1`,
      [mail, hasDevice ? 'sealed' : null],
    )
  }

  async function addClient(clientId: string, secret: string): Promise<void> {
    const [masterKey] = parseMasterKeys(MASTER_KEY)
    assert.ok(masterKey)
    const hash = new SecretBox([masterKey]).lookupHash(secret, clientSecretContext(clientId))
    await database.query(
      `INSERT INTO partners (partner_id, name, operations, institution_ids) VALUES ('P1', 'P', '{}', '{}') ON CONFLICT DO NOTHING`,
    )
    await database.query(
      `INSERT INTO clients (client_id, partner_id, secret_hash, families) VALUES ($1, 'P1', $2, '{accounts}')`,
      [clientId, hash],
    )
  }

  async function examine(changed: Readonly<Record<string, string>> = {}, ...options: string[]) {
    const { code, stdout, stderr } = await runInProcess(['doctor', '--json', ...options], { ...env, ...changed })
    const exitCode = process.exitCode ?? code
    process.exitCode = undefined
    assert.equal(code, 0, stderr)
    type Examination = { checks: number; findings: { severity: string; check: string; seen: string }[] }
    const { checks, findings } = JSON.parse(stdout) as Examination
    return { exitCode, checks, findings, own: findings.filter(({ check }) => !OF_TEST_SERVER.includes(check)) }
  }

  test('an installation in order has no line of its own, and a sandbox says that it is one', async () => {
    assert.deepEqual((await examine()).own, [])
    const mark = (environment: string) =>
      database.query(`UPDATE settings SET value = to_jsonb($1::text) WHERE key = 'environment'`, [environment])
    await mark('sandbox')
    try {
      const { checks, findings, exitCode } = await examine({ ENVIRONMENT: 'sandbox' })
      assert.equal(checks, 1, 'the others were not made')
      assert.deepEqual(
        findings.map(({ check }) => check),
        ['environment'],
      )
      assert.equal(exitCode, 0)
      assert.equal((await examine({ ENVIRONMENT: 'sandbox' }, '--strict')).exitCode, 2)
    } finally {
      await mark('prod')
    }
  })

  test('a client of that name with a secret of its own is in order', async () => {
    await addClient('sandbox-atm', 'another')
    assert.deepEqual((await examine()).own, [])
  })

  test('the role of a test server is told', async () => {
    const { findings, exitCode } = await examine()
    assert.deepEqual(
      findings.map(({ severity, check }) => [severity, check]),
      [
        ['MEND', 'database-role'],
        ['CONSIDER', 'backups'],
      ],
    )
    assert.equal(exitCode, 2)
  })

  const VARIABLES: [severity: string, check: string, variables: Record<string, string>][] = [
    ['MEND', 'tls', { TRUSTED_PROXIES: '', HOST: '0.0.0.0' }],
    ['MEND', 'tls', { PUBLIC_URL: 'http://bank.example' }],
    ['CONSIDER', 'tls', { PUBLIC_URL: '' }],
    ['CONSIDER', 'management', { MANAGEMENT_HOST: '0.0.0.0', MANAGEMENT_TOKEN: 'a-token-of-enough-length' }],
    ['CONSIDER', 'management', { MANAGEMENT_EXPOSE: 'heapdump', MANAGEMENT_TOKEN: 'a-token-of-enough-length' }],
    ['CONSIDER', 'mail', { SMTP_URL: '', MAIL_FROM: '' }],
    ['CONSIDER', 'reporting', { SECURITY_CONTACT: '' }],
    ['CONSIDER', 'log', { LOG_LEVEL: 'debug' }],
    ['CONSIDER', 'master-key', { MASTER_KEY_COMMAND: '', MASTER_KEY }],
  ]
  for (const [severity, check, variables] of VARIABLES) {
    test(`${Object.keys(variables).join(', ')}: ${severity} ${check}`, async () => {
      const { own } = await examine(variables)
      assert.deepEqual(
        own.map((one) => [one.severity, one.check]),
        [[severity, check]],
      )
    })
  }

  for (const [days, severity] of [
    [100, 'MEND'],
    [80, 'CONSIDER'],
    [1, undefined],
  ] as const) {
    test(`a certificate of 90 days after ${days}: ${severity ?? 'nothing'}`, async (t) => {
      const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
      const made = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=bank',
      ]
      execFileSync('openssl', [...made, '-days', '90', '-keyout', key, '-out', cert], { stdio: 'ignore' })
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + days * DAY_MS })
      const { findings } = await examine({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
      const told = (check: string) => findings.filter((one) => one.check === check).map((one) => one.severity)
      assert.deepEqual([told('tls'), told('clock')], [severity === undefined ? [] : [severity], ['MEND']])
    })
  }

  const STATES: [severity: string, check: string, seen: RegExp, change: () => Promise<unknown>][] = [
    ['MEND', 'second-factor', /^1 active/, () => addUser('three@bank.example', false)],
    ['MEND', 'default-passwords', /^1 active users/, () => addUser('second@sandbox.example', true)],
    ['MEND', 'default-passwords', /^1 active users/, () => addUser('operator@fi001.example', true)],
    ['MEND', 'default-passwords', /^1 active clients/, () => addClient('sandbox-atm', 'sandbox-atm-secret')],
    ['MEND', 'administrators', /^1 users/, () => database.query(`DELETE FROM users WHERE mail_id LIKE 'two%'`)],
    [
      'CONSIDER',
      'four-eyes',
      /: USERS:CREATE, CARDS:CREATE$/,
      () =>
        addProperty(
          '*',
          'four-eyes',
          JSON.stringify(DEFAULT_LIST.filter((entry) => entry !== 'USERS:CREATE' && entry !== 'CARDS:CREATE')),
        ),
    ],
    [
      'CONSIDER',
      'webhook-networks',
      /besides/,
      () => addProperty('tillgate', 'webhooks.allowed-networks', '["10.0.0.0/8"]'),
    ],
  ]
  for (const [severity, check, seen, change] of STATES) {
    test(`${severity} ${check} of the database`, async () => {
      await change()
      const { own } = await examine()
      assert.deepEqual(
        own.map((one) => [one.severity, one.check]),
        [[severity, check]],
      )
      assert.match(own[0]?.seen ?? '', seen)
    })
  }

  function addProperty(application: string, key: string, value: string) {
    return database.query(
      `INSERT INTO application_properties (id, environment, application, key, value, value_type, description, is_secret, is_active,
                                           created_at, updated_at, created_by, updated_by)
       VALUES (gen_random_uuid(), 'prod', $1, $2, $3, 'JSON', '', false, true, now(), now(), 'x', 'x')`,
      [application, key, value],
    )
  }

  test('a database that cannot be looked at is no patient', async () => {
    const { code, stderr } = await runInProcess(['doctor'], { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    assert.equal(code, 1)
    assert.match(stderr, /DATABASE_URL/)
  })
})
