// `tillgate user` as an operator runs it: on a new production database without users. The first administrator is
// created by a child process, the rest runs in-process.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { NODE_FLAGS } from '../../../../test/support/gateways/gateway.ts'
import { type EndedCommand, runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { createPostgresDatabase } from '../../../../test/support/machine/database.ts'
import { createPgliteDirectory } from '../../../../test/support/machine/pglite-directory.ts'
import { reuseRsaKeys } from '../../../../test/support/onboarding/rsa-keys.ts'
import { provesMore } from '../../../../test/support/runner/extent.ts'
import { verifyPassword } from '../../../administration/access/passwords/passwords.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { lockDataDirectory } from '../../../platform/storage/embedded/data-directory.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { migrate } from '../../../platform/storage/schema/migrate.ts'

/** Child processes share the test run's compile cache. */
const INHERITED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

const LAUNCHER = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'tillgate.js')
const MASTER_KEY = randomBytes(32).toString('base64')
const PASSWORD = 'nine lanterns by the harbour'
const ANNE = ['create', '--first-name', 'Anne', '--last-name', 'Bonny', '--email']

reuseRsaKeys()

describe('users from the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-user-'))
  let database: Database
  let removeDatabase: () => Promise<void>
  let env: Record<string, string>

  before(async () => {
    const { url, remove } = await createPostgresDatabase()
    removeDatabase = remove
    env = { ENVIRONMENT: 'prod', MASTER_KEY, DATABASE_URL: url, PUBLIC_URL: 'https://bank.example', DATA_DIR: folder }
    database = openPostgres(url)
    await migrate(database)
  })
  after(async () => {
    await database.close()
    await removeDatabase()
    rmSync(folder, { recursive: true })
  })

  const tillgate = (args: readonly string[], input = '', other: Record<string, string> = {}) =>
    runInProcess(['user', ...args], { ...env, ...other }, input)

  function tillgateProcess(
    args: readonly string[],
    input = '',
    other: Record<string, string> = {},
  ): Promise<EndedCommand> {
    const options = { cwd: folder, env: { ...INHERITED, ...env, ...other } }
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [...NODE_FLAGS, LAUNCHER, 'user', ...args],
        options,
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
        },
      )
      // A command that reads nothing may exit before the input is written.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
  }

  async function ran(ended: Promise<EndedCommand>): Promise<string> {
    const { code, stdout, stderr } = await ended
    assert.equal(code, 0, stderr)
    assert.equal(stderr, '')
    return stdout
  }

  test('a fresh database has no users and no valid credentials', async () => {
    assert.equal(await ran(tillgate(['list'])), 'there are no users yet\n')
    assert.equal(await ran(tillgate(['list', '--json'])), '[]\n')
  })

  test('the first administrator is created with a password from standard input', async () => {
    const said = await ran(tillgateProcess([...ANNE, 'Anne@Bank.example', '--password-stdin'], `${PASSWORD}\n`))
    assert.equal(said, 'Anne@Bank.example may sign in as Administrator\n')
    const { rows } = await database.query<Record<string, string>>('SELECT * FROM users')
    assert.equal(rows[0]?.mail_id, 'Anne@Bank.example')
    assert.equal(rows[0]?.created_by, 'cli')
    assert.ok(await verifyPassword(rows[0]?.password_hash, PASSWORD))
    assert.equal((await database.query('SELECT FROM mail_outbox')).rowCount, 0)
  })

  test('a user without a password is invited: the link is printed, and the gateway mails it', async () => {
    const said = await ran(tillgate([...ANNE, 'bob@bank.example', '--role', 'viewer']))
    assert.match(said, /^bob@bank\.example is invited as Viewer; /)
    assert.match(said, /\nhttps:\/\/bank\.example\/console\/set-password#[A-Za-z0-9_.-]{100,}\n$/)
    const { rows } = await database.query<Record<string, string>>('SELECT recipient, content_sealed FROM mail_outbox')
    assert.deepEqual(
      rows.map(({ recipient }) => recipient),
      ['bob@bank.example'],
    )
    const { rowCount } = await database.query(`SELECT FROM password_links WHERE purpose = 'INVITE' AND used_at IS NULL`)
    assert.equal(rowCount, 1)
  })

  // One row per mistake: the arguments, the input, and the one line printed.
  const MISTAKES: [title: string, args: readonly string[], input: string, line: RegExp][] = [
    [
      'an address in use',
      [...ANNE, 'anne@BANK.example'],
      '',
      /^tillgate: there is a user with this mail id already\n$/,
    ],
    [
      'an address in use, with a password',
      [...ANNE, 'anne@BANK.example', '--password-stdin'],
      PASSWORD,
      /^tillgate: there is a user with this mail id already\n$/,
    ],
    ['no address', [...ANNE, 'anne'], '', /^tillgate: --email takes an e-mail address\n$/],
    [
      'an empty name',
      [...ANNE, 'c@bank.example', '--last-name', ' '],
      '',
      /^tillgate: --last-name takes 1 to 120 .*\n$/,
    ],
    [
      'an unknown role',
      [...ANNE, 'c@bank.example', '--role', 'King'],
      '',
      /^tillgate: --role takes the name of a role: Administrator, Viewer\n$/,
    ],
    [
      'an unknown institution',
      [...ANNE, 'c@bank.example', '--institution', 'FI404'],
      '',
      /^tillgate: --institution takes the id of an institution\n$/,
    ],
    [
      'a short password',
      [...ANNE, 'c@bank.example', '--password-stdin'],
      'short\n',
      /^tillgate: --password-stdin got an unacceptable password: it must have at least 12 characters\n$/,
    ],
    [
      'no password',
      [...ANNE, 'c@bank.example', '--password-stdin'],
      '',
      /^tillgate: --password-stdin got an unacceptable password/,
    ],
    [
      'unlocking an unknown user',
      ['unlock', 'nobody@bank.example'],
      '',
      /^tillgate: <email> takes the address of a user.*\n$/,
    ],
    [
      'resetting an unknown user',
      ['reset-mfa', 'nobody@bank.example'],
      '',
      /^tillgate: <email> takes the address of a user.*\n$/,
    ],
    [
      'no email',
      ['create', '--first-name', 'A', '--last-name', 'B'],
      '',
      /^error: required option '--email <address>'.*\n$/,
    ],
  ]
  for (const [title, args, input, line] of MISTAKES) {
    test(`${title} is reported in one line, and no user is created`, async () => {
      const { code, stdout, stderr } = await tillgate(args, input)
      assert.equal(code, 1)
      assert.match(stderr, line)
      assert.equal(stdout, '')
      if (input.trim() !== '') assert.ok(!stderr.includes(input.trim()))
      assert.equal((await database.query('SELECT FROM users')).rowCount, 2)
    })
  }

  test('a locked user is unlocked, and a second factor removed', async () => {
    await database.query(
      `UPDATE users SET locked_until = now() + interval '1 hour', locks = 3, totp_sealed = 'x' WHERE mail_key = 'anne@bank.example'`,
    )
    assert.match(await ran(tillgate(['list'])), /Anne@Bank\.example +LOCKED +Administrator +platform +second factor\n/)
    assert.equal(await ran(tillgate(['unlock', 'ANNE@bank.example'])), 'ANNE@bank.example is not locked\n')
    assert.equal(
      await ran(tillgate(['reset-mfa', 'anne@bank.example'])),
      'anne@bank.example has no second factor any more\n',
    )
    const listed = JSON.parse(await ran(tillgate(['list', '--json'])))
    assert.partialDeepStrictEqual(
      listed.find((user: { mailId: string }) => user.mailId === 'Anne@Bank.example'),
      { firstName: 'Anne', lastName: 'Bonny', roleName: 'Administrator', status: 'ACTIVE', mfaRegistered: false },
    )
    assert.doesNotMatch(JSON.stringify(listed), /argon2|hash/i)
  })

  test('the audit log names the command line, and contains no password', async () => {
    const { rows } = await database.query<Record<string, string>>(
      'SELECT action, actor_id, audit_log::text AS whole FROM audit_log ORDER BY position',
    )
    assert.deepEqual(
      rows.map(({ action, actor_id }) => [action, actor_id]),
      [
        ['user.create', 'cli'],
        ['password.set', 'cli'],
        ['user.create', 'cli'],
        ['user.unlock', 'cli'],
        ['user.reset-mfa', 'cli'],
      ],
    )
    assert.ok(rows.every(({ whole }) => !whole?.includes(PASSWORD)))
  })

  test('the data folder of a running gateway is not touched', async () => {
    const held = join(folder, 'held')
    const lock = lockDataDirectory(held)
    try {
      mkdirSync(join(held, 'pgdata'))
      const { code, stderr } = await tillgateProcess(['list'], '', { DATABASE_URL: '', DATA_DIR: held })
      assert.equal(code, 1)
      assert.match(stderr, /^tillgate: DATA_DIR: another process is using .*\n$/)
    } finally {
      lock.release()
    }
  })

  test('administration of a sandbox uses real time even when its clock was moved', async () => {
    const { url, remove } = await createPostgresDatabase()
    const sandbox = { ENVIRONMENT: 'sandbox', DATABASE_URL: url }
    const moved = openPostgres(url)
    try {
      await migrate(moved)
      await moved.query(`INSERT INTO settings (key, value) VALUES ('clock', '{"offsetMs": 864000000}')`)
      const fromMs = Date.now()
      await ran(tillgate([...ANNE, 'anne@bank.example', '--password-stdin'], PASSWORD, sandbox))
      const { rows } = await moved.query<{ created_at: Date }>('SELECT created_at FROM users')
      const createdMs = rows[0]?.created_at.getTime() ?? 0
      assert.ok(createdMs >= fromMs && createdMs <= Date.now(), String(createdMs))
    } finally {
      await moved.close()
      await remove()
    }
  })

  if (provesMore)
    test('the first administrator can be created in the embedded database', async (t) => {
      const embedded = { DATABASE_URL: '', DATA_DIR: await createPgliteDirectory() }
      t.after(() => rmSync(embedded.DATA_DIR, { recursive: true }))
      const args = [...ANNE, 'anne@bank.example', '--password-stdin']
      assert.match(
        await ran(tillgateProcess(args, PASSWORD, embedded)),
        /^anne@bank\.example may sign in as Administrator\n$/,
      )
      assert.match(
        await ran(tillgate(['list'], '', embedded)),
        /^anne@bank\.example {2}ACTIVE {2}Administrator {2}platform\n$/,
      )
    })
})
