// tillgate config as operators run it: the sandbox's configuration is exported, carried to an empty production database,
// changed and imported again.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { ConfigCommand } from '../../../../test/support/gateways/config-command.ts'
import { createSandboxStore, createStore, type Store } from '../../../../test/support/gateways/gateway.ts'
import { provesMore } from '../../../../test/support/runner/extent.ts'
import { SERVICES } from '../../../administration/institutions/directory.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'

const SHIPPED_RULES = join(import.meta.dirname, '..', '..', '..', '..', 'rules.d')
const STATES = /^ +(?:status|isActive|isEnabled): .*$/gm

describe('configuration as a file', () => {
  const config = new ConfigCommand()
  let sandbox: Store
  let production: Store
  let database: Database
  let env: Readonly<Record<string, string>>
  let exported: string

  before(async () => {
    sandbox = await createSandboxStore('postgres')
    production = await createStore('postgres')
    database = openPostgres(production.env.DATABASE_URL as string)
    env = { ...production.env, ENVIRONMENT: 'prod', MASTER_KEY: randomBytes(32).toString('base64') }
  })
  after(async () => {
    await database?.close()
    await sandbox?.remove()
    await production?.remove()
    config.remove()
  })

  /** What an import could write, as text. */
  async function everything(): Promise<string> {
    const tables = ['institutions', 'billers', 'terminals', 'partners', 'roles', 'loan_products', 'audit_log']
    const rows = tables.map((table) => database.query(`SELECT ${table}::text AS row FROM ${table} ORDER BY 1`))
    return JSON.stringify((await Promise.all(rows)).map((read) => read.rows))
  }

  test('an export is the same twice, and tells no secret and no id of the database', async () => {
    const from = { ...sandbox.env, RULES_DIR: SHIPPED_RULES }
    exported = await config.print(from, 'export')
    assert.equal(await config.print(from, 'export'), exported)
    assert.doesNotMatch(exported, /[0-9a-f]{8}-[0-9a-f]{4}-|clientId:|secret_|argon2/)
    const sections = new Set(Object.keys(parse(exported) as object))
    for (const section of ['institutions', 'accountTypes', 'terminals', 'partners', 'roles', 'loanRates', 'rules']) {
      assert.ok(sections.has(section), section)
    }
  })

  test('a dry run on an empty database says what would be made, and writes nothing', async () => {
    const stored = await everything()
    const { code, stdout } = await config.run(env, 'import', config.file(exported), '--dry-run', '--exit-code')
    assert.equal(code, 2)
    assert.match(stdout, /^\+ institutions FI001\n {4}legalName: "First Sandbox Bank, N\.A\."\n/)
    assert.match(stdout, /\n\+ rules limits\n/)
    assert.match(stdout, /\n\d+ added, 0 changed; dry run, nothing was written\n$/)
    assert.equal(await everything(), stored)
    assert.equal(existsSync(join(config.rulesDir, 'limits.json')), false)
  })

  test('an import makes every record in its first state; its export is the same file, but for states', async () => {
    const said = await config.print(env, 'import', config.file(exported))
    assert.match(said, /\n! institutions: status is DRAFT here, ACTIVE in the file: FI001, FI002\n/)
    assert.match(said, /\n! partners: isActive is false here, true in the file: PARTNER01, PARTNER02, PARTNER03\n/)
    assert.match(said, /\n\d+ added, 0 changed\ngateways read the rules at their next start, or by refreshRules\n$/)
    const again = await config.print(env, 'export')
    assert.equal(again.replace(STATES, ''), exported.replace(STATES, ''))
    // Alert rules watch from the moment they are made.
    const states = new Set(Array.from(again.matchAll(STATES), ([line]) => line.trim()))
    assert.deepEqual(
      states,
      new Set(['status: DRAFT', 'status: REGISTERED', 'isActive: false', 'isActive: true', 'isEnabled: false']),
    )
    assert.equal(
      readFileSync(join(config.rulesDir, 'limits.json'), 'utf8'),
      readFileSync(join(SHIPPED_RULES, 'limits.json'), 'utf8'),
    )
  })

  test('the same import again changes nothing', async () => {
    const stored = await everything()
    const said = await config.print(env, 'import', config.file(exported))
    assert.match(said, /\nunchanged: 3 institutions, 15 accountTypes, .*\nno change\n$/)
    assert.doesNotMatch(said, /^[+~]/m)
    assert.equal(await everything(), stored)
  })

  test('changed fields are shown, written and audited; fields and records that the file leaves out stay', async () => {
    const file = config.file(
      stringify({
        format: 1,
        institutions: [{ institutionId: 'FI001', limits: { perDay: 12000 }, displayName: 'First Bank' }],
        terminals: [{ institutionId: 'FI001', terminalId: 'ATM00001', services: null }],
      }),
    )
    const said = await config.print(env, 'import', file)
    assert.deepEqual(said.trimEnd().split('\n'), [
      '~ institutions FI001',
      '    displayName: "First Sandbox Bank" → "First Bank"',
      '    limits.perTransaction: 5000 → none',
      '    limits.perDay: 10000 → 12000',
      '    limits.countPerDay: 20 → none',
      '    limits.maxAccessFee: 10 → none',
      '~ terminals FI001 ATM00001',
      `    services: ${JSON.stringify(SERVICES)} → none`,
      'only here, and kept: 2 institutions, 6 terminals',
      '0 added, 2 changed',
    ])
    const institutions = await database.query(
      'SELECT version, updated_by, bins FROM institutions ORDER BY institution_id',
    )
    assert.deepEqual(institutions.rows[0], { version: 2, updated_by: 'cli', bins: ['400000'] })
    assert.equal(institutions.rowCount, 3)
    const audited = await database.query('SELECT actor_id, action FROM audit_log ORDER BY position DESC LIMIT 3')
    assert.deepEqual(audited.rows, [
      { actor_id: 'cli', action: 'configuration.import' },
      { actor_id: 'cli', action: 'terminal.update' },
      { actor_id: 'cli', action: 'institution.update' },
    ])
  })

  test('webhooks of partners are made, changed and exported; their secrets stay here', async () => {
    const hook = { partnerId: 'PARTNER01', url: 'https://partner.example/hooks', contactEmail: 'ops@partner.example' }
    const take = (...webhooks: object[]) => config.print(env, 'import', config.file(stringify({ format: 1, webhooks })))
    assert.match(await take(hook), /^\+ webhooks PARTNER01 https:\/\/partner\.example\/hooks\n/)
    assert.match(await take(hook), /\nno change\n$/)
    assert.match(
      await take({ ...hook, kinds: ['loan.closed'] }),
      /^~ webhooks PARTNER01 .*\n {4}kinds: \[\] → \["loan\.closed"\]\n/,
    )
    const { webhooks } = parse(await config.print(env, 'export')) as { webhooks: object[] }
    assert.deepEqual(webhooks, [{ ...hook, kinds: ['loan.closed'], institutionIds: [], isActive: false }])
  })

  if (provesMore)
    test('the embedded database takes the same file', async (t) => {
      const embedded = await createStore('pglite')
      t.after(() => embedded.remove())
      const there = { ...env, ...embedded.env, DATABASE_URL: '' }
      assert.match(await config.print(there, 'import', config.file(exported)), /\n\d+ added, 0 changed\n/)
      assert.equal((await config.print(there, 'export')).replace(STATES, ''), exported.replace(STATES, ''))
    })
})
