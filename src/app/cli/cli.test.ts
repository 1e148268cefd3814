// The commands as an operator runs them: through bin/tillgate.js, as child processes, on a real database. Refusals that need no
// process are asked for in this one.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runInProcess } from '../../../test/support/gateways/in-process-command.ts'
import { createPostgresDatabase } from '../../../test/support/machine/database.ts'
import { openPostgres } from '../../platform/storage/open-database.ts'

/** Child processes share the test run's compile cache. */
const INHERITED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

const ROOT = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'tillgate-cli-'))
after(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function tillgate(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = { cwd: folder, env: { ...INHERITED, DATA_DIR: join(folder, 'data'), ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'bin', 'tillgate.js'), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

const KEY = randomBytes(32).toString('base64')

// One row per mistake: the command, the environment, and the one line printed.
const MISTAKES: [args: string[], env: Record<string, string>, line: RegExp][] = [
  [['migrate'], { PORT: 'http' }, /^tillgate: PORT takes a whole number from 0 to 65535\n$/],
  [['verify'], { ENVIRONMENT: 'prod' }, /^tillgate: MASTER_KEY \(or MASTER_KEY_FILE, .*\) is required in prod.*\n$/],
  [
    ['migrate'],
    { ENVIRONMENT: 'sandbox', DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    /^tillgate: DATABASE_URL: the database cannot be reached \(.*\)\n$/,
  ],
  [['seed', '--accounts', 'many'], {}, /^error: option '--accounts <number>' argument 'many' is invalid.*\n$/],
  [['dance'], {}, /^error: unknown command 'dance'\n$/],
]

for (const [args, env, line] of MISTAKES) {
  test(`tillgate ${args.join(' ')} with ${JSON.stringify(env)} says what is wrong in one line`, async () => {
    const { code, stdout, stderr } = await runInProcess(args, { DATA_DIR: join(folder, 'data'), ...env })
    assert.equal(code, 1)
    assert.match(stderr, line)
    assert.equal(stdout, '')
  })
}

// One row per way PostgreSQL rejects a connection: the wrong part of the URL, and the line printed.
const REFUSALS: [part: 'pathname' | 'username', line: RegExp][] = [
  ['pathname', /^tillgate: DATABASE_URL names a database that does not exist: .*\n$/],
  ['username', /^tillgate: DATABASE_URL names a user that cannot log in: .*\n$/],
]

for (const [part, line] of REFUSALS) {
  test(`a database URL with a wrong ${part} is reported in one line`, async (t) => {
    const { url, remove } = await createPostgresDatabase()
    t.after(() => remove().catch(() => {}))
    const wrong = new URL(url)
    wrong[part] = 'nobody_knows'
    const { code, stderr } = await runInProcess(['migrate'], {
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: wrong.href,
      DATA_DIR: join(folder, 'data'),
    })
    assert.equal(code, 1)
    assert.match(stderr, line)
  })
}

test('a port in use is reported in one line', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  t.after(() => remove().catch(() => {}))
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const PORT = String((taken.address() as AddressInfo).port)
  const { code, stderr } = await tillgate(['serve'], {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT,
    MANAGEMENT_PORT: '0',
  })
  assert.equal(code, 1)
  assert.match(stderr, /^tillgate: PORT or MANAGEMENT_PORT takes a port that is free: listen EADDRINUSE.*\n$/)
})

test('a migration that fails, and a schema that this version is too old for, are told in one line', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  t.after(() => remove().catch(() => {}))
  const execute = async (statement: string) => {
    const database = openPostgres(url, { connections: 1 })
    await database.query(statement).finally(() => database.close())
  }
  await execute('CREATE TABLE settings (x integer)')
  const env = { ENVIRONMENT: 'sandbox', DATABASE_URL: url, PORT: '0', MANAGEMENT_PORT: '0' }
  for (const command of ['migrate', 'serve']) {
    const { code, stderr } = await tillgate([command], env)
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: migration 0001-\S+ failed: relation "settings" already exists\n$/)
  }
  await execute(`INSERT INTO schema_migrations (number, name, checksum, oldest_node) VALUES (9999, 'later', '', 9999)`)
  const { code, stderr } = await tillgate(['migrate'], env)
  assert.equal(code, 1)
  assert.match(stderr, /^tillgate: this node is older than its database: .*, and nodes must know 9999\n$/)
})

test('a database is migrated, seeded, proven and reset', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  // A server started by this file is gone by then, with its databases.
  t.after(() => remove().catch(() => {}))
  const env = { ENVIRONMENT: 'sandbox', DATABASE_URL: url }
  const name = new URL(url).pathname.slice(1)
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await tillgate(args, env)
    assert.equal(code, 0, stderr)
    return stdout
  }

  assert.match(await run('migrate'), /^applying 0001-\S+\napplied 0001-\S+\napplying 0002-/)
  assert.equal(await run('migrate'), 'the schema is up to date\n')
  assert.match(await run('seed', '--accounts', '25', '--confirm', name), /sandbox data is written\n25 accounts made/)
  assert.match(await run('seed', '--accounts', '25', '--confirm', name), /was there already\n0 accounts made/)
  assert.match(await run('verify'), /^the books are right: \d+ checks over \d+ accounts/)
  assert.match(await run('verify'), /\nthe audit log is unbroken: \d+ records, the last with hash [0-9a-f]{64}\n$/)
  const { findings, auditLog } = JSON.parse(await run('verify', '--json'))
  assert.deepEqual([findings, auditLog.valid], [[], true])

  for (const command of ['seed', 'reset']) {
    const { code, stderr } = await tillgate([command], { ...env, ENVIRONMENT: 'prod', MASTER_KEY: KEY })
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(`^tillgate: ENVIRONMENT must be sandbox for \`tillgate ${command}\`; it is prod\n$`),
    )
  }

  for (const command of ['seed', 'reset']) {
    const unnamed = await tillgate([command], env)
    assert.equal(unnamed.code, 1)
    assert.equal(unnamed.stderr, `tillgate: --confirm is required: it takes the name of the database, ${name}\n`)
    const other = await tillgate([command, '--confirm', 'other'], env)
    assert.equal(other.code, 1)
    assert.equal(other.stderr, `tillgate: --confirm takes the name of the database, which is ${name}, not other\n`)
  }

  await tamper(url)
  const found = await tillgate(['verify'], env)
  assert.equal(found.code, 1)
  assert.match(found.stdout, /1000000001/)
  assert.match(found.stdout, /\n\d+ findings in /)

  assert.equal(await run('reset', '--confirm', name), 'the sandbox is as on day one\n')
  assert.match(await run('verify'), /^the books are right/)

  await tamperWithAuditLog(url)
  const broken = await tillgate(['verify'], env)
  assert.equal(broken.code, 1)
  assert.match(
    broken.stdout,
    /^the books are right.*\naudit log: record 1: the hash does not fit the content; the 0 records/,
  )
})

async function tamperWithAuditLog(url: string): Promise<void> {
  const database = openPostgres(url)
  await database.query('ALTER TABLE audit_log DISABLE TRIGGER USER')
  await database.query(`UPDATE audit_log SET actor_email = 'somebody@bank.example' WHERE position = 1`)
  await database.close()
}

async function tamper(url: string): Promise<void> {
  const database = openPostgres(url)
  await database.query(`UPDATE accounts SET balance_minor = balance_minor + 1 WHERE account_id = '1000000001'`)
  await database.close()
}

test('openapi --check tells a stale document from a fresh one', async (t) => {
  const { openapi } = await import('./openapi.ts')
  const said: string[] = []
  for (const level of ['log', 'error'] as const) t.mock.method(console, level, (line: string) => said.push(line))
  const target = join(folder, 'accounts.json')
  const check = () => {
    process.exitCode = 0
    openapi({ check: true }, folder)
    const { exitCode } = process
    process.exitCode = 0
    return exitCode
  }

  assert.equal(check(), 1)
  assert.match(said.join('\n'), /contract\/accounts\.json is stale.*\n.*contract\/onboarding\.json is stale/)
  openapi({}, folder)
  assert.equal(check(), 0)
  const text = readFileSync(target, 'utf8')
  assert.equal(JSON.parse(text).openapi, '3.1.0')
  writeFileSync(target, text.replace('3.1.0', '3.1.1'))
  assert.equal(check(), 1)
})
