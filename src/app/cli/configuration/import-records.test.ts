// What `tillgate config import` keeps and leaves to people, on a small installation.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { until } from '../../../../test/support/until.ts'
import { BASE, CORE, LIMITS, openImports } from './import-suite.fixture.ts'

describe('importing configuration', () => {
  const installation = openImports()
  const { config, fileOf, imported, refused, counted, rowOf } = installation

  test('references are by codes, and the record is found again by its own', async () => {
    const content = parse(await config.print(installation.env, 'export'))
    assert.equal(content.terminals[0].subTenant, 'SHOPS')
    assert.equal(content.roles[0].institutionId, 'FI900')
    const role = await rowOf(`SELECT institution_id, is_enabled FROM roles WHERE role_name = 'Quay desk'`)
    assert.deepEqual(role, { institution_id: 'FI900', is_enabled: false })
    assert.match(await imported(BASE), /^unchanged: .*\nno change\n$/)
    assert.match(
      await imported({ terminals: [{ institutionId: 'FI900', terminalId: 'T1', subTenant: null }] }),
      /^~ terminals FI900 T1\n {4}subTenant: "SHOPS" → none\n/,
    )
    assert.match(await imported(BASE), /^~ terminals FI900 T1\n {4}subTenant: none → "SHOPS"\n/)
  })

  test('alert rules name whom they tell: by address, by role and by partner', async () => {
    const rule = {
      institutionId: 'FI900',
      name: 'Quay core is down',
      metric: 'core.down',
      threshold: 1,
      to: { roles: ['Quay desk', 'Administrator'] },
    }
    assert.match(await imported({ alertRules: [rule] }), /^\+ alertRules FI900 Quay core is down\n/)
    const content = parse(await config.print(installation.env, 'export'))
    const named = (name: string) => content.alertRules.find((one: { name: string }) => one.name === name)
    assert.partialDeepStrictEqual(named(rule.name), {
      to: { users: [], roles: ['Administrator', 'Quay desk'] },
      isActive: false,
    })
    assert.equal(named('A core is down').isActive, true)
    assert.equal(named(rule.name).state, undefined)
    assert.match(await imported({ alertRules: content.alertRules }), /^unchanged: 10 alertRules\nno change\n$/)
    assert.match(
      await imported({ alertRules: [rule] }),
      /^unchanged: 1 alertRules\nonly here, and kept: 9 alertRules\nno change\n$/,
    )
    assert.match(
      await imported({
        alertRules: [{ institutionId: 'FI900', name: rule.name, threshold: 2, to: { roles: ['Quay desk'] } }],
      }),
      /^~ alertRules FI900 Quay core is down\n {4}threshold: 1 → 2\n {4}to\.roles/,
    )
    const stored = await rowOf(
      `SELECT r.role_name, a.is_active FROM alert_rules a JOIN roles r ON r.role_id = ANY (a.role_ids) WHERE a.name = 'Quay core is down'`,
    )
    assert.deepEqual(stored, { role_name: 'Quay desk', is_active: false })
  })

  const UNKNOWN: [what: string, to: object, fault: RegExp][] = [
    ['a user', { users: ['nobody@quay.example'] }, /alertRules\[0\]\.to\.users\[0\]: is not a user here$/],
    ['a role', { roles: ['Administrator', 'No role'] }, /alertRules\[0\]\.to\.roles\[1\]: is not a role here$/],
    [
      'a webhook',
      { webhook: { partnerId: 'NOONE', url: 'https://a.example' } },
      /alertRules\[0\]\.to\.webhook: is not a webhook here$/,
    ],
    ['nobody', {}, /alertRules\[0\]\.to: must name at least one user, role or webhook$/],
  ]
  for (const [what, to, fault] of UNKNOWN) {
    test(`an alert rule that tells ${what} who is not there is refused`, async () => {
      const [line] = await refused({ alertRules: [{ name: 'Unheard', metric: 'core.down', threshold: 1, to }] })
      assert.match(line ?? '', fault)
      assert.equal(await rowOf(`SELECT 1 AS found FROM alert_rules WHERE name = 'Unheard'`), undefined)
    })
  }

  test('the same in other words changes nothing and is not audited', async () => {
    const stored = await counted()
    const [role] = BASE.roles
    const modules = [...(role?.modules ?? []), ...(role?.modules ?? [])]
    assert.match(await imported({ roles: [{ ...role, modules }] }), /^unchanged: 1 roles\nno change\n$/)
    assert.deepEqual(await rowOf(`SELECT version FROM roles WHERE role_name = 'Quay desk'`), { version: 1 })
    assert.equal(await counted(), stored)
  })

  test('a mask keeps the secret that is stored; another value replaces it, and is shown by no line', async () => {
    const sealed = () => rowOf('SELECT password_sealed, version FROM core_connections')
    const before = await sealed()
    const exported = await config.print(installation.env, 'export')
    assert.match(exported, /userName: "\*{8}"\n {4}password: "\*{8}"\n {4}adminPassword: null/)
    assert.doesNotMatch(exported, /first secret|: till$/m)
    assert.match(await config.print(installation.env, 'import', config.file(exported)), /\nno change\n$/)
    assert.match(await imported({ coreConnectivity: [{ ...CORE, password: 'first secret' }] }), /\nno change\n$/)
    assert.deepEqual(await sealed(), before)
    const said = await imported({
      coreConnectivity: [{ ...CORE, password: 'second secret' }],
      applicationProperties: [{ environment: 'prod', application: '*', key: 'sms.key', value: 'second secret' }],
    })
    assert.match(said, /^~ coreConnectivity FI900 prod Core\n {4}password: \*{8} \(another one\)\n/)
    assert.match(said, /\n~ applicationProperties prod \* sms\.key\n {4}value: \*{8} \(another one\)\n/)
    assert.doesNotMatch(said, /second secret/)
    assert.notEqual((await sealed())?.password_sealed, before?.password_sealed)
  })

  test('a secret that neither the file nor the database tells is left to people', async () => {
    const said = await imported({
      coreConnectivity: [{ ...CORE, name: 'Second core', userName: '********', password: '********' }],
      applicationProperties: [
        { environment: 'qa', application: '*', key: 'sms.key', value: '********', valueType: 'STRING', isSecret: true },
      ],
    })
    assert.match(said, /\n! coreConnectivity: the file does not tell the userName, password: FI900 prod Second core\n/)
    assert.match(said, /\n! applicationProperties: not made: the file does not tell the value: qa \* sms\.key\n/)
    assert.equal(await rowOf(`SELECT 1 AS found FROM application_properties WHERE environment = 'qa'`), undefined)
  })

  test('records that share a key are told apart by their fields, or not at all', async () => {
    const rate = (nominalRate: number, more = {}) => ({ ...BASE.loanRates[0], nominalRate, ...more })
    assert.match(
      await imported({ loanRates: [rate(5), rate(6)] }),
      /^\+ loanRates BOAT 2026-01-01\n[\s\S]*unchanged: 1 loanRates\n/,
    )
    assert.match(await imported({ loanRates: [rate(6), rate(5)] }), /^unchanged: 2 loanRates\nno change\n$/)
    assert.match(await imported({ loanRates: [rate(7), rate(5)] }), /^~ loanRates .*\n {4}nominalRate: 6 → 7\n/)
    const [line] = await refused({ loanRates: [rate(8)] })
    assert.match(line ?? '', /loanRates\[0\]: is one of 2 records with this productCode, effectiveFrom, bands here/)
  })

  test('states are never changed: a new record starts in its first one, another keeps its own', async () => {
    await installation.database.query(`UPDATE billers SET is_active = true WHERE biller_id = 'GAS'`)
    const said = await imported({ billers: [{ ...BASE.billers[0], name: 'Gas and light', isActive: false }] })
    assert.match(said, /\n! billers: isActive is true here, false in the file: FI900 GAS\n/)
    assert.deepEqual(await rowOf(`SELECT name, is_active FROM billers`), { name: 'Gas and light', is_active: true })
    const [line] = await refused({ billers: [{ ...BASE.billers[0], isActive: 'yes' }] })
    assert.match(line ?? '', /billers\[0\]\.isActive: must be a boolean$/)
  })

  test('a four-eyes list can be made longer, but not shorter', async () => {
    const list = (...entries: string[]) => ({
      applicationProperties: [
        { environment: 'prod', application: '*', key: 'four-eyes', value: JSON.stringify(entries), valueType: 'JSON' },
      ],
    })
    await installation.database.query(`UPDATE application_properties SET is_active = true WHERE key = 'four-eyes'`)
    const [line] = await refused(list('ROLES:UPDATE'))
    assert.match(line ?? '', /applicationProperties\[0\]\.value: would take an entry off a four-eyes list: /)
    assert.match(await imported(list('ROLES:UPDATE', 'CARDS:CREATE', 'ROLES:CREATE')), /\n0 added, 1 changed\n$/)
  })

  test('a record that is changed meanwhile is a conflict, and nothing is written', async () => {
    const other = await installation.database.connect()
    try {
      await other.query('BEGIN')
      await other.query(`UPDATE billers SET version = version + 1, name = 'Theirs' WHERE biller_id = 'GAS'`)
      const ours = refused({
        subTenants: [{ ...BASE.subTenants[0], name: 'Ours' }],
        billers: [{ ...BASE.billers[0], name: 'Ours' }],
      })
      await until(async () => {
        const waits = await rowOf(`SELECT 1 AS waits FROM pg_stat_activity
                                    WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return waits !== undefined
      }, 'the import waits for the record')
      // Sign-ins are audited: they must not wait for an import.
      await installation.database.query('SELECT FROM audit_head FOR UPDATE NOWAIT')
      await other.query('COMMIT')
      assert.match((await ours)[0] ?? '', /: billers\[0\]: the biller was changed since it was read$/)
    } finally {
      other.release()
    }
    assert.deepEqual(await rowOf('SELECT name FROM sub_tenants'), { name: 'Shops' })
    assert.deepEqual(await rowOf('SELECT name FROM billers'), { name: 'Theirs' })
  })

  test('a changed table is shown cell by cell and replaces its file; one that is left out stays', async () => {
    const table = structuredClone(LIMITS)
    writeFileSync(join(config.rulesDir, 'limits.json'), JSON.stringify(LIMITS))
    const node = table.nodes.findIndex((one: { type: string }) => one.type === 'decisionTableNode')
    const [row] = table.nodes[node].content.rules
    const output = table.nodes[node].content.outputs[0].id
    const before = row[output]
    row[output] = '7'
    assert.match(
      await imported({ rules: [{ name: 'limits', table }] }),
      new RegExp(
        `^~ rules limits\n {4}table\\.nodes\\[${node}\\]\\.content\\.rules\\[0\\]\\.${output}: "${before}" → "7"\n`,
      ),
    )
    assert.deepEqual(JSON.parse(readFileSync(join(config.rulesDir, 'limits.json'), 'utf8')), table)
    assert.match(await imported({ rules: [] }), /^no change\n$/)
    assert.match(await imported({ rules: [{ name: 'limits', table }] }), /^unchanged: 1 rules\nno change\n$/)
  })

  describe('an import that follows a dry run', () => {
    const change = (name: string) => ({ billers: [{ institutionId: 'FI900', billerId: 'GAS', name }] })
    const dryRun = async (content: object, ...more: string[]) => {
      const said = await config.print(installation.env, 'import', fileOf(content), '--dry-run', ...more)
      return /^dry run (\S+): /m.exec(said)?.[1] ?? assert.fail(said)
    }
    const following = (content: object, id: string) =>
      config.run(installation.env, 'import', fileOf(content), '--following', id)

    test('does what the dry run has told', async () => {
      const id = await dryRun(change('Reviewed'))
      assert.equal(await dryRun(change('Reviewed'), '--following', id), id)
      const { code, stderr } = await following(change('Reviewed'), id)
      assert.equal(code, 0, stderr)
      assert.deepEqual(await rowOf(`SELECT name FROM billers WHERE biller_id = 'GAS'`), { name: 'Reviewed' })
    })

    // What happens between the two, and why the import is then refused.
    const BETWEEN: [title: string, meanwhile: string, content: object, refusal: RegExp][] = [
      ['the file is another one', 'SELECT 1', change('Unseen'), /names a dry run of another file/],
      [
        'the record has another version',
        `UPDATE billers SET version = version + 1 WHERE biller_id = 'GAS'`,
        change('Next'),
        /no longer fits: records have changed since/,
      ],
      [
        'the record has another value',
        `UPDATE billers SET name = 'Theirs' WHERE biller_id = 'GAS'`,
        change('Next'),
        /no longer fits: records have changed since/,
      ],
    ]
    for (const [title, meanwhile, content, refusal] of BETWEEN) {
      test(`is refused when ${title}`, async () => {
        const id = await dryRun(change('Next'))
        await installation.database.query(meanwhile)
        const before = await rowOf(`SELECT name, version FROM billers WHERE biller_id = 'GAS'`)
        const { code, stderr } = await following(content, id)
        assert.equal(code, 1)
        assert.match(stderr, /^tillgate: --following .*; nothing was written\n$/)
        assert.match(stderr, refusal)
        assert.deepEqual(await rowOf(`SELECT name, version FROM billers WHERE biller_id = 'GAS'`), before)
      })
    }

    test('takes only what a dry run prints', async () => {
      const { code, stderr } = await following(change('Next'), 'yesterday')
      assert.equal(code, 1)
      assert.match(stderr, /^tillgate: --following takes what a dry run has printed, such as \S+\n$/)
    })
  })
})
