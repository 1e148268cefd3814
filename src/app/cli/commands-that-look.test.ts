// Commands that only look, or say what they would do, change nothing: no table, no row, no file of the data folder. A schema that is
// behind is refused with the command that brings it up. Every command is in the table, so that a new one is thought about.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Command } from 'commander'
import { createSandboxStore } from '../../../test/support/gateways/gateway.ts'
import { type EndedCommand, runInProcess } from '../../../test/support/gateways/in-process-command.ts'
import { createPostgresDatabase, type EngineName } from '../../../test/support/machine/database.ts'
import { cases, provesMore } from '../../../test/support/runner/extent.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openPglite, openPostgres } from '../../platform/storage/open-database.ts'
import { migrate } from '../../platform/storage/schema/migrate.ts'
import { readMigrations } from '../../platform/storage/schema/migration-file.ts'
import { commandsFor } from './commands.ts'
import { PROCESS } from './shell.ts'

const LOADING = join(import.meta.dirname, '..', '..', '..', 'examples', 'loading')
/** Those of an earlier version. */
const EARLIER = readMigrations().filter(({ number }) => number <= 60)

const folder = mkdtempSync(join(tmpdir(), 'tillgate-looks-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const CONFIGURATION = `format: 1
institutions:
  - { institutionId: FI900, legalName: Quay Bank, displayName: Quay, type: BANK, countryCode: US, baseCurrency: USD, timezone: UTC,
      branches: [{ id: '001', name: Quay, address: 1 Quay }] }
  - { institutionId: FI001, displayName: Changed }
billers:
  - { institutionId: FI001, billerId: OIL, bin: '510099', name: Oil }
`

const WITH_CHAIN = {
  EVM_RPC_URLS: 'http://127.0.0.1:1',
  EVM_RAW_KEY_FILE: file('operator.key', `0x${'1'.repeat(64)}`),
  EVM_LEDGER_ADDRESS: `0x${'a'.repeat(40)}`,
}

interface Look {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** How it ends on a database that it can look at; in success unless stated. */
  readonly refusal?: RegExp
}

const load = (loaded: string): Look => ({
  args: ['--institution', 'FI001', '--file', join(LOADING, `${loaded}.csv`), '--dry-run'],
})

/** What each command does with the database; with options, when these decide. */
const COMMANDS: Readonly<Record<string, 'writes' | 'has no database' | Look>> = {
  serve: 'writes',
  migrate: 'writes',
  distribute: 'writes',
  'distribute --dry-run': {
    args: ['--dry-run'],
    refusal: /^tillgate: DATABASE_URL: a PostgreSQL without the extension/,
  },
  seed: 'writes',
  reset: 'writes',
  environment: 'writes',
  verify: { args: [] },
  doctor: { args: [] },
  'load accounts': 'writes',
  'load accounts --dry-run': load('accounts'),
  'load cards': 'writes',
  'load cards --dry-run': load('cards'),
  'load hot-cards': 'writes',
  'load hot-cards --dry-run': load('hot-cards'),
  reconcile: 'writes',
  'reconcile --dry-run': {
    args: [
      ...['--institution', 'FI001', '--date', '2026-01-05', '--source', 'PARTNER01', '--format', 'CSV', '--dry-run'],
      ...[
        '--file',
        file('switch.csv', 'rrn,amount,currencyCode,sign,accountId\n260105000001,20.00,USD,D,1000000001\n'),
      ],
    ],
  },
  'archive run': 'writes',
  'archive run --dry-run': { args: ['--dry-run'] },
  'archive list': 'has no database',
  'archive read': 'has no database',
  'archive check': { args: [] },
  'iso8583 decode': 'has no database',
  'iso8583 encode': 'has no database',
  'iso8583 send': 'has no database',
  'config export': { args: [] },
  'config import': 'writes',
  'config import --dry-run': { args: [file('config.yaml', CONFIGURATION), '--dry-run'] },
  'rollups rebuild': 'writes',
  token: 'has no database',
  'events listen': 'has no database',
  'user create': 'writes',
  'user list': { args: [] },
  'user reset-mfa': 'writes',
  'user unlock': 'writes',
  'core-check': 'has no database',
  'rules check': 'has no database',
  'evm deploy': 'has no database',
  'evm administer': 'has no database',
  'evm status': { args: [], env: WITH_CHAIN, refusal: /^tillgate: EVM_RPC_URLS: / },
  'evm tokens': { args: [], env: WITH_CHAIN, refusal: /^tillgate: EVM_RPC_URLS: / },
  'evm list-address': 'has no database',
  'evm rebind': 'writes',
  'evm resend': 'writes',
  openapi: 'has no database',
}

const LOOKS = Object.entries(COMMANDS).flatMap(([name, what]) => (typeof what === 'string' ? [] : [{ name, ...what }]))

test('every command is known, and with --dry-run as one that looks', () => {
  const expected = leaves(commandsFor(PROCESS)).flatMap(({ name, command }) =>
    command.options.some(({ long }) => long === '--dry-run') ? [name, `${name} --dry-run`] : [name],
  )
  assert.deepEqual(Object.keys(COMMANDS).sort(), expected.sort())
  for (const [name, what] of Object.entries(COMMANDS)) {
    if (name.endsWith('--dry-run') || /\b(status|verify|export|list|check)$/.test(name))
      assert.notEqual(what, 'writes', name)
  }
})

interface Leaf {
  readonly name: string
  readonly command: Command
}

function leaves(command: Command, path: readonly string[] = []): Leaf[] {
  if (command.commands.length === 0) return [{ name: path.join(' '), command }]
  return command.commands.flatMap((one) => leaves(one, [...path, one.name()]))
}

async function look(
  { name, args, env = {} }: (typeof LOOKS)[number],
  store: Record<string, string>,
): Promise<EndedCommand> {
  const ended = await runInProcess([...name.replace(' --dry-run', '').split(' '), ...args], {
    ARCHIVE_DIR: join(folder, 'archive'),
    ...store,
    ...env,
  })
  process.exitCode = 0
  return ended
}

const BEHIND = /^tillgate: .*; run `tillgate migrate` first\n$/

describe('commands that look at a database without tables are refused, and make none', () => {
  for (const engine of ['postgres', 'pglite'] as const) {
    const dataDir = join(folder, `${engine}-new`)
    let made: Place
    before(async () => {
      made = await newPlace(engine, dataDir)
    })
    after(() => made?.remove())
    for (const one of LOOKS) {
      test(`${one.name} (${engine})`, async () => {
        const before = await made.fingerprint()
        const { code, stdout, stderr } = await look(one, made.env)
        assert.equal(code, 1)
        assert.match(stderr, BEHIND)
        assert.equal(stdout, '')
        assert.equal(await made.fingerprint(), before)
        assert.equal(existsSync(dataDir), false)
      })
    }
  }
})

/** Opening the embedded database takes seconds. */
const ON_PGLITE = LOOKS.filter(({ name }) => provesMore || /^config export/.test(name))
const looksOn = (engine: EngineName) => (engine === 'postgres' ? LOOKS : ON_PGLITE)
/** All of them look at a database, and it is compared once; in `npm run test-all` after each. */
const comparesEach = (engine: EngineName) => provesMore && engine === 'postgres'

describe('commands that look at a schema of an earlier version are refused, and leave it', () => {
  for (const engine of cases<EngineName>(['postgres'], ['postgres', 'pglite'])) {
    test(engine, async (t) => {
      const made = await newPlace(engine, join(folder, `${engine}-old`))
      t.after(() => made.remove())
      await made.with((database) => migrate(database, { migrations: EARLIER }))
      const before = await made.fingerprint()
      for (const one of looksOn(engine)) {
        const { code, stderr } = await look(one, made.env)
        assert.equal(code, 1, one.name)
        assert.match(stderr, BEHIND)
        assert.match(stderr, /lacks \d+ migrations, from 0061-/)
        if (comparesEach(engine)) assert.equal(await made.fingerprint(), before, one.name)
      }
      assert.equal(await made.fingerprint(), before)
    })
  }
})

describe('commands that look at a sandbox change nothing', () => {
  for (const engine of ['postgres', 'pglite'] as const) {
    test(engine, async (t) => {
      const store = await createSandboxStore(engine)
      t.after(() => store.remove())
      const made = placeOf(engine, store.env)
      const before = await made.fingerprint()
      for (const one of looksOn(engine)) {
        const { code, stderr } = await look(one, made.env)
        assert.equal(code, one.refusal === undefined ? 0 : 1, `${one.name}: ${stderr}`)
        if (one.refusal !== undefined) assert.match(stderr, one.refusal)
        if (comparesEach(engine)) assert.equal(await made.fingerprint(), before, one.name)
      }
      assert.equal(await made.fingerprint(), before)
    })
  }
})

interface Place {
  readonly env: Record<string, string>
  with<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** Everything that a command could leave: tables, rows, sequences, files. */
  fingerprint(): Promise<string>
  remove(): Promise<void>
}

async function newPlace(engine: EngineName, dataDir: string): Promise<Place> {
  if (engine === 'pglite') return placeOf(engine, { DATA_DIR: dataDir })
  const { url, remove } = await createPostgresDatabase()
  return { ...placeOf(engine, { ENVIRONMENT: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir }), remove }
}

function placeOf(engine: EngineName, env: Readonly<Record<string, string>>): Place {
  const { DATA_DIR: dataDir = '', DATABASE_URL: url = '' } = env
  const isThere = () => engine === 'postgres' || existsSync(dataDir)
  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database =
      engine === 'postgres' ? openPostgres(url, { connections: 1 }) : openPglite(dataDir, { template: null })
    return work(database).finally(() => database.close())
  }
  return {
    env,
    with: withDatabase,
    fingerprint: async () =>
      JSON.stringify([isThere() ? await withDatabase(contentOf) : [], existsSync(dataDir) ? readdirSync(dataDir) : []]),
    remove: async () => {},
  }
}

async function contentOf(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string; is_sequence: boolean }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relkind = 'S' AS is_sequence
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)' AND c.relkind IN ('r', 'p', 'S')
      ORDER BY 1`,
  )
  // Numbers of a sequence are taken for good, also by a transaction that is rolled back.
  const [sequences, tables] = [true, false].map((isSequence) => rows.filter((row) => row.is_sequence === isSequence))
  const names = [...(sequences ?? []), ...(tables ?? [])].map(({ name }) => name)
  const text = `coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), 'empty')`
  const each = (tables ?? []).map(({ name }) => `(SELECT ${text} FROM ${name} t)`)
  if (each.length === 0) return names
  const found = await database.query<{ texts: string[] }>(`SELECT ARRAY[${each.join(', ')}] AS texts`)
  return [...names, ...(found.rows[0]?.texts ?? [])]
}
