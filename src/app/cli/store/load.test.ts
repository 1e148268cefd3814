// tillgate load beside a running gateway: what is loaded can be used at once, and the books stay right.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { post } from '../../../../test/support/accounts/account-services.ts'
import { lookup, withdrawal } from '../../../../test/support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../../../../test/support/accounts/sdk-client.ts'
import { runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { withGatewayOn } from '../../../../test/support/gateways/running-gateway.ts'
import { until } from '../../../../test/support/until.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { verifyBooks } from '../../wire/verification.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'loading')
const PAN = '4000000000003006'
const folder = mkdtempSync(join(tmpdir(), 'tillgate-load-'))
after(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  process.exitCode = 0
})

/** Runs the command and returns its exit code, also the one it leaves to the process. */
async function load(env: Readonly<Record<string, string>>, ...args: string[]) {
  const ended = await runInProcess(['load', ...args], env)
  const code = ended.code || Number(process.exitCode ?? 0)
  process.exitCode = 0
  return { ...ended, code }
}

withGatewayOn('postgres', 'loading beside a gateway', (running) => {
  const database = () => openPostgres(running.store.env.DATABASE_URL as string, { connections: 2 })

  before(async () => {
    const store = database()
    await store.query(
      `INSERT INTO account_types (id, institution_id, code, description, category, default_txn_capability, balance_types)
       SELECT gen_random_uuid(), 'FI001', code, code, CASE code WHEN 'LOAN' THEN 'ASSET' ELSE 'LIABILITY' END, '06', '{Available,Balance}'
         FROM unnest('{DDA,SDA,LOAN}'::text[]) AS t (code)
       ON CONFLICT DO NOTHING`,
    )
    await store.close()
  })

  test('the examples are loaded, can be used, and can be loaded again', async () => {
    const { env } = running.store
    const of = (kind: 'accounts' | 'cards') => [kind, '--institution', 'FI001', '--file', join(EXAMPLES, `${kind}.csv`)]
    const dry = await load(env, ...of('accounts'), '--dry-run')
    assert.match(dry.stdout, /^accounts of FI001: 4 added, .* of 4 lines; dry run, nothing was written\n$/)
    assert.deepEqual(await load(env, ...of('accounts')), {
      code: 0,
      stdout: 'accounts of FI001: 4 added, 0 changed, 0 unchanged, 0 skipped, of 4 lines\n',
      stderr: '',
    })
    assert.match((await load(env, ...of('cards'))).stdout, /^cards of FI001: 2 added, /)
    const client = clientOf(running.current)
    const { accounts } = await approved(client.accountLookup(lookup(PAN)))
    assert.deepEqual(
      accounts?.map((account) => account.id),
      ['3000000001', '3000000002', '3000000003'],
    )
    await approved(client.debits(withdrawal('3000000001', 50, { pan: PAN })))
    assert.match((await load(env, ...of('accounts'))).stdout, /0 added, 0 changed, 4 unchanged/)
    assert.match((await load(env, ...of('cards'))).stdout, /0 added, 0 changed, 2 unchanged/)
    const store = database()
    assert.deepEqual(await verifyBooks(store), [])
    const { rows } = await store.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE actor_id = 'cli' ORDER BY position LIMIT 2`,
    )
    assert.deepEqual(
      rows.map((row) => row.action),
      ['accounts.load-start', 'accounts.load-finish'],
    )
    await store.close()
  })

  test('faulty lines are named on standard error, without card numbers, and the exit code is 1', async () => {
    const file = join(folder, 'cards.csv')
    writeFileSync(file, `pan,customerId,accountIds\n${PAN},CUST3001,nobody\n4000000000003007,CUST3001,1000000001\n`)
    const { code, stdout, stderr } = await load(running.store.env, 'cards', '--institution', 'FI001', '--file', file)
    assert.equal(code, 1)
    assert.match(stderr, /^line 2: accountIds: .*\nline 3: pan: .*\n$/)
    assert.match(stdout, /2 skipped, of 2 lines\n$/)
    assert.doesNotMatch(stderr + stdout, /400000000000300/)
  })

  test('hot cards of a bank with its own core are loaded, change, and are obeyed by the running gateway', async () => {
    const { env } = running.store
    const file = join(folder, 'hot-cards.csv')
    const stopped = '4000000000003014'
    writeFileSync(file, `pan,reason,note\n${stopped},STOLEN,"Pier, Tuesday"\n4000000000003022,SOLD,\n1234,LOST,\n`)
    const args = ['hot-cards', '--institution', 'FI001', '--file', file]
    const dry = await load(env, ...args, '--dry-run')
    assert.match(dry.stdout, /^hot-cards of FI001: 1 added, 0 changed, 0 unchanged, 2 skipped, of 3 lines; dry run/)
    const { code, stdout, stderr } = await load(env, ...args)
    assert.deepEqual(
      [code, stdout],
      [1, 'hot-cards of FI001: 1 added, 0 changed, 0 unchanged, 2 skipped, of 3 lines\n'],
    )
    assert.match(stderr, /^line 3: reason: must be one of LOST, STOLEN, FRAUD\nline 4: pan: is not a card number/)
    assert.doesNotMatch(stderr + stdout, /40000000000030/)
    const order = () => withdrawal('1000000001', 20, { pan: stopped })
    const codeOf = async () => (await post(running.current, '/transactions/debits', order())).code
    await until(async () => (await codeOf()) === '209', 'the gateway obeys')
    assert.match((await load(env, ...args)).stdout, /0 added, 0 changed, 1 unchanged/)
    writeFileSync(
      file,
      `pan,reason,expiresAt\n${stopped},FRAUD,2999-01-01T00:00:00Z\n4000000000003030,LOST,2020-01-01T00:00:00Z\n`,
    )
    const changed = await load(env, ...args)
    assert.match(changed.stdout, /0 added, 1 changed, 0 unchanged, 1 skipped/)
    assert.match(changed.stderr, /^line 3: expiresAt: must be in the future/)
    await until(async () => (await codeOf()) === '102', 'the gateway obeys again')
  })

  // One row per command that cannot start: its arguments, and the one line printed.
  const MISTAKES: [args: string[], line: RegExp][] = [
    [
      ['accounts', '--institution', 'FI001', '--file', 'missing.csv'],
      /^tillgate: --file takes a CSV file that can be read/,
    ],
    [['accounts', '--institution', 'FI001', '--file', tmpdir()], /^tillgate: --file .* it is a folder\n$/],
    [['accounts', '--institution', 'FI999', '--file', EXAMPLES], /^tillgate: --file/],
    [
      ['accounts', '--institution', 'FI999', '--file', join(EXAMPLES, 'accounts.csv')],
      /^tillgate: there is no institution FI999\n$/,
    ],
    [
      ['accounts', '--institution', 'FI001', '--file', join(EXAMPLES, 'cards.csv')],
      /^tillgate: column 1 of the header is none of accountId/,
    ],
    [
      ['hot-cards', '--institution', 'FI999', '--file', join(EXAMPLES, 'cards.csv')],
      /^tillgate: there is no institution FI999\n$/,
    ],
    [['cards', '--institution', 'FI001'], /^error: required option '--file <path>' not specified\n$/],
  ]
  for (const [args, line] of MISTAKES) {
    test(`tillgate load ${args.slice(0, 3).join(' ')} with ${args[4] ?? 'no file'} is refused in one line`, async () => {
      const { code, stderr } = await load(running.store.env, ...args)
      assert.equal(code, 1)
      assert.match(stderr, line)
    })
  }
})

withGatewayOn('pglite', 'loading while a gateway has the embedded database', (running) => {
  test('is refused with the reason', async () => {
    const file = join(EXAMPLES, 'accounts.csv')
    const { code, stderr } = await load(running.store.env, 'accounts', '--institution', 'FI001', '--file', file)
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: DATA_DIR: another process is using .*; stop it or choose another directory\n$/)
  })
})
