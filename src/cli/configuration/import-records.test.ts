// What `tillgate config import` refuses, keeps and leaves to people, on a small installation.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { ConfigCommand } from '../../../test/support/gateways/config-command.ts'
import { createStore, type Store } from '../../../test/support/gateways/gateway.ts'
import { until } from '../../../test/support/until.ts'
import type { Database } from '../../storage/database.ts'
import { openPostgres } from '../../storage/open-database.ts'

const RULES = join(import.meta.dirname, '..', '..', '..', 'rules.d')
const LIMITS = JSON.parse(readFileSync(join(RULES, 'limits.json'), 'utf8'))

const BANK = {
  institutionId: 'FI900',
  legalName: 'Quay Bank, Inc.',
  displayName: 'Quay Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'UTC',
  branches: [{ id: '001', name: 'Quay', address: '1 Quay' }],
}
const TERMINAL = { terminalId: 'T1', acceptorId: 'A1', kind: 'ATM', location: 'Quay', branchId: '001' }
const CORE = {
  institutionId: 'FI900',
  environment: 'prod',
  name: 'Core',
  coreType: 'REST',
  baseUrl: 'https://core.example',
}
const BASE = {
  institutions: [BANK],
  subTenants: [{ institutionId: 'FI900', tenantCode: 'SHOPS', name: 'Shops', contactEmail: 'desk@shops.example' }],
  billers: [{ institutionId: 'FI900', billerId: 'GAS', bin: '510020', name: 'Gas' }],
  coreConnectivity: [{ ...CORE, userName: 'till', password: 'first secret' }],
  terminals: [{ institutionId: 'FI900', ...TERMINAL, subTenant: 'SHOPS' }],
  roles: [{ roleName: 'Quay desk', institutionId: 'FI900', modules: [{ moduleId: 'USERS', actionId: ['VIEW'] }] }],
  applicationProperties: [
    {
      environment: 'prod',
      application: '*',
      key: 'sms.key',
      value: 'first secret',
      valueType: 'STRING',
      isSecret: true,
    },
    {
      environment: 'prod',
      application: '*',
      key: 'four-eyes',
      value: '["ROLES:UPDATE", "CARDS:CREATE"]',
      valueType: 'JSON',
    },
  ],
  loanProducts: [
    {
      institutionId: 'FI900',
      productCode: 'BOAT',
      name: 'Boat loan',
      currencies: ['USD'],
      amount: { min: 100, max: 1000 },
      term: { min: { termCount: 1, termUnit: 'Months' }, max: { termCount: 12, termUnit: 'Months' } },
      rate: { min: 1, max: 9 },
      defaultRate: 5,
    },
  ],
  loanRates: [{ productCode: 'BOAT', nominalRate: 5, type: 'FIXED', effectiveFrom: '2026-01-01' }],
}

describe('importing configuration', () => {
  const config = new ConfigCommand()
  let store: Store
  let database: Database
  let env: Readonly<Record<string, string>>

  before(async () => {
    store = await createStore('postgres')
    database = openPostgres(store.env.DATABASE_URL as string)
    env = { ...store.env, ENVIRONMENT: 'prod', MASTER_KEY: randomBytes(32).toString('base64') }
    await imported(BASE)
  })
  after(async () => {
    await database?.close()
    await store?.remove()
    config.remove()
  })

  const fileOf = (content: object) => config.file(stringify({ format: 1, ...content }))
  const imported = (content: object) => config.print(env, 'import', fileOf(content))
  const refused = (content: object) => config.refusal(env, 'import', fileOf(content))

  async function counted(): Promise<number> {
    const { rows } = await database.query<{ position: bigint }>('SELECT position FROM audit_head')
    return Number(rows[0]?.position)
  }

  async function rowOf(text: string): Promise<Record<string, unknown> | undefined> {
    return (await database.query<Record<string, unknown>>(text)).rows[0]
  }

  test('references are by codes, and the record is found again by its own', async () => {
    const content = parse(await config.print(env, 'export'))
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

  test('the same in other words changes nothing and is not audited', async () => {
    const stored = await counted()
    const [role] = BASE.roles
    const modules = [...(role?.modules ?? []), ...(role?.modules ?? [])]
    assert.match(await imported({ roles: [{ ...role, modules }] }), /^unchanged: 1 roles\nno change\n$/)
    assert.deepEqual(await rowOf(`SELECT version FROM roles WHERE role_name = 'Quay desk'`), { version: 1 })
    assert.equal(await counted(), stored)
  })

  // One row per fault: what the file has, and the lines that are printed.
  const FAULTS: [title: string, content: object | string, lines: readonly RegExp[]][] = [
    ['no YAML', 'format: 1\nbillers: [', [/^config\.yaml:\d: .+/]],
    ['a field twice', 'format: 1\nformat: 1\n', [/^config\.yaml:2: Map keys must be unique/]],
    ['a tag', 'format: 1\nbillers: !!js/function "x"\n', [/^config\.yaml:2: Unresolved tag/]],
    [
      'two documents',
      'format: 1\nbillers: []\n---\nformat: 1\n',
      [/^config\.yaml:3: a second document begins here; a file has one$/],
    ],
    ['no object', '- 1\n', [/^config\.yaml:1: must be an object of sections$/]],
    ['no format', 'billers: []\n', [/^config\.yaml:1: format: must be 1$/]],
    ['another format', { format: 2 }, [/^config\.yaml:1: format: must be 1$/]],
    [
      'an unknown section',
      { users: [] },
      [/:2: users: is not one of transactionCapabilities, institutions, .*, rules$/],
    ],
    ['a section that is no list', { billers: {} }, [/: billers: must be a list$/]],
    ['an entry that is no object', { billers: ['GAS'] }, [/: billers\[0\]: must be an object$/]],
    [
      'unknown fields and wrong types, all at once',
      {
        institutions: [
          BANK,
          { ...BANK, institutionId: 'FI901', branches: [{ id: '1', name: 'x', address: 'y', code: 'z' }] },
        ],
        billers: [{ institutionId: 'FI900', billerId: 'OIL', bin: 510020, colour: 'red' }],
      },
      [
        /^config\.yaml:\d+: institutions\[1\]\.branches\[0\]\.code: is not a field of institutions$/,
        /^config\.yaml:\d+: billers\[0\]\.colour: is not a field of billers$/,
        /^config\.yaml:\d+: billers\[0\]\.bin: must be a string$/,
      ],
    ],
    [
      'faults in several sections, known to the file and to the database',
      {
        users: [],
        institutions: [{ ...BANK, timezone: 'Nowhere/Else' }],
        subTenants: [{ ...BASE.subTenants[0], contactEmail: 'nobody' }],
        billers: [{ institutionId: 'FI999', billerId: 'OIL', bin: '510021', name: 'Oil' }],
        roles: [{ roleName: 'Viewer', modules: [] }],
        rules: [{ name: 'limits', table: { nodes: [] } }, { name: 'weather' }],
      },
      [
        /: users: is not one of /,
        /: institutions\[0\]\.timezone: /,
        /: subTenants\[0\]\.contactEmail: /,
        /: rules\[1\]\.name: must be one of limits, /,
        /: rules\[0\]: .*edges is not a list/,
        /: billers\[0\]\.institutionId: is not an institution$/,
        /: roles\[0\]: there is a role with this name/,
      ],
    ],
    [
      'records that name a faulty new one, told once per section',
      {
        institutions: [{ ...BANK, institutionId: 'FI902', timezone: 'Nowhere/Else' }],
        billers: ['A', 'B', 'C'].map((billerId, n) => ({
          institutionId: 'FI902',
          billerId,
          bin: `51004${n}`,
          name: billerId,
        })),
        terminals: [{ institutionId: 'FI902', ...TERMINAL }],
        loanProducts: [{ ...BASE.loanProducts[0], productCode: 'CAR', institutionId: 'FI902' }],
        loanRates: [{ ...BASE.loanRates[0], productCode: 'CAR' }],
      },
      [
        /: institutions\[0\]\.timezone: /,
        /: billers\[0\]: and 2 more were not checked: they name institutions\[0\], which has a fault$/,
        /: terminals\[0\]: was not checked: it names institutions\[0\], which has a fault$/,
        /: loanProducts\[0\]: was not checked: it names institutions\[0\], which has a fault$/,
        /: loanRates\[0\]: was not checked: it names loanProducts\[0\], which has a fault$/,
      ],
    ],
    [
      'an id of the database',
      { billers: [{ ...BASE.billers[0], id: 'x', version: 1 }] },
      [/\.id: is not a field/, /version/],
    ],
    ['a key that is missing', { billers: [{ institutionId: 'FI900' }] }, [/: billers\[0\]\.billerId: is required$/]],
    [
      'a new record without a required field',
      { billers: [{ institutionId: 'FI900', billerId: 'OIL', bin: '510021' }] },
      [/: billers\[0\]\.name: is required$/],
    ],
    ['a record twice', { billers: [BASE.billers[0], BASE.billers[0]] }, [/: billers\[1\]: repeats billers\[0\]$/]],
    [
      'an institution that there is not',
      { billers: [{ ...BASE.billers[0], institutionId: 'FI999' }] },
      [/: billers\[0\]\.institutionId: is not an institution$/],
    ],
    [
      'a sub-tenant that there is not',
      { terminals: [{ institutionId: 'FI900', ...TERMINAL, terminalId: 'T2', subTenant: 'KIOSKS' }] },
      [/: terminals\[0\]\.subTenant: is not a sub-tenant of the institution$/],
    ],
    [
      'a branch that there is not',
      { terminals: [{ institutionId: 'FI900', terminalId: 'T1', branchId: '002' }] },
      [/: terminals\[0\]\.branchId: is not a branch of the institution$/],
    ],
    [
      'the institution of a role that there is not',
      { roles: [{ roleName: 'X', institutionId: 'FI999', modules: [] }] },
      [/: roles\[0\]\.institutionId: is not an institution$/],
    ],
    [
      'another institution of a role',
      { roles: [{ roleName: 'Quay desk', institutionId: null }] },
      [/: roles\[0\]\.institutionId: must be a string$/],
    ],
    [
      'a module that there is not',
      { roles: [{ roleName: 'Quay desk', modules: [{ moduleId: 'NONE', actionId: [] }] }] },
      [/: roles\[0\]\.modules\[0\]\.moduleId: is not a module$/],
    ],
    [
      'a role of the platform',
      { roles: [{ roleName: 'Viewer', modules: [] }] },
      [/: roles\[0\]: there is a role with this name/],
    ],
    [
      'a BIN of another institution',
      {
        institutions: [
          { ...BANK, bins: ['499999'] },
          { ...BANK, institutionId: 'FI901', bins: ['499999'] },
        ],
      },
      [/: institutions\[1\]: the BIN 499999 is another institution's$/],
    ],
    [
      'a rate outside the range of its product',
      { loanRates: [{ productCode: 'BOAT', nominalRate: 50, type: 'FIXED', effectiveFrom: '2026-02-01' }] },
      [/: loanRates\[0\]\.nominalRate: must be within the product's range$/],
    ],
    [
      'a value that the platform cannot use',
      {
        applicationProperties: [
          { environment: 'prod', application: '*', key: 'log.level', value: 'loud', valueType: 'STRING' },
        ],
      },
      [/: applicationProperties\[0\]\.value: must be /],
    ],
    [
      'a secret that becomes public',
      { applicationProperties: [{ environment: 'prod', application: '*', key: 'sms.key', isSecret: false }] },
      [/: applicationProperties\[0\]\.isSecret: stays true for good$/],
    ],
    ['an unknown rule', { rules: [{ name: 'weather', table: {} }] }, [/: rules\[0\]\.name: must be one of limits, /]],
    ['a rule without a table', { rules: [{ name: 'limits' }] }, [/: rules\[0\]\.table: is required$/]],
    [
      'a table that cannot be used',
      { rules: [{ name: 'limits', table: { nodes: [] } }] },
      [/: rules\[0\]: .*edges is not a list/],
    ],
    [
      'a table that answers otherwise than its example',
      {
        rules: [
          {
            name: 'limits',
            table: LIMITS,
            examples: { input: {}, cases: [{ title: 'all may', change: {}, output: { perDay: 1 } }] },
          },
        ],
      },
      [/: rules\[0\]: all may: it answers /],
    ],
  ]
  for (const [title, content, lines] of FAULTS) {
    test(`a file with ${title} is refused as a whole, by its place`, async () => {
      const stored = await counted()
      const good = { institutionId: 'FI900', billerId: 'GOOD', bin: '510030', name: 'Good' }
      const text = typeof content === 'string' ? content : stringify({ format: 1, ...content })
      // With a record that could be imported, where the fault does not concern the file itself.
      const whole =
        typeof content === 'object' && !('billers' in content) ? `${text}billers: [${JSON.stringify(good)}]\n` : text
      const printed = await config.refusal(env, 'import', config.file(whole))
      assert.equal(printed.length, lines.length, printed.join('\n'))
      for (const [index, line] of lines.entries()) assert.match(printed[index] ?? '', line)
      assert.equal(await counted(), stored)
      assert.equal(await rowOf(`SELECT 1 AS found FROM billers WHERE biller_id = 'GOOD'`), undefined)
    })
  }

  test('a mask keeps the secret that is stored; another value replaces it, and is shown by no line', async () => {
    const sealed = () => rowOf('SELECT password_sealed, version FROM core_connections')
    const before = await sealed()
    const exported = await config.print(env, 'export')
    assert.match(exported, /userName: "\*{8}"\n {4}password: "\*{8}"\n {4}adminPassword: null/)
    assert.doesNotMatch(exported, /first secret|: till$/m)
    assert.match(await config.print(env, 'import', config.file(exported)), /\nno change\n$/)
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
    await database.query(`UPDATE billers SET is_active = true WHERE biller_id = 'GAS'`)
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
    await database.query(`UPDATE application_properties SET is_active = true WHERE key = 'four-eyes'`)
    const [line] = await refused(list('ROLES:UPDATE'))
    assert.match(line ?? '', /applicationProperties\[0\]\.value: would take an entry off a four-eyes list: /)
    assert.match(await imported(list('ROLES:UPDATE', 'CARDS:CREATE', 'ROLES:CREATE')), /\n0 added, 1 changed\n$/)
  })

  test('a record that is changed meanwhile is a conflict, and nothing is written', async () => {
    const other = await database.connect()
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
      await database.query('SELECT FROM audit_head FOR UPDATE NOWAIT')
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

  test('a file that is not UTF-8 is refused by its line, and nothing is stored as another letter', async () => {
    const text = stringify({ format: 1, billers: [{ institutionId: 'FI900', billerId: 'GAS', name: 'Café' }] })
    assert.deepEqual(await config.refusal(env, 'import', config.file(Buffer.from(text, 'latin1'))), [
      'config.yaml:5: the file must be UTF-8; this line is not',
    ])
    assert.match(await config.print(env, 'import', config.file(text)), /name: ".*" → "Café"/)
  })

  describe('an import that follows a dry run', () => {
    const change = (name: string) => ({ billers: [{ institutionId: 'FI900', billerId: 'GAS', name }] })
    const dryRun = async (content: object, ...more: string[]) => {
      const said = await config.print(env, 'import', fileOf(content), '--dry-run', ...more)
      return /^dry run (\S+): /m.exec(said)?.[1] ?? assert.fail(said)
    }
    const following = (content: object, id: string) => config.run(env, 'import', fileOf(content), '--following', id)

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
        await database.query(meanwhile)
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

  test('faults of a file are told without a database, too', async () => {
    const gone = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const lines = await config.refusal(gone, 'import', fileOf({ billers: [{ colour: 'red' }], users: [] }))
    assert.match(lines.join('\n'), /users: is not one of [\s\S]*billers\[0\]\.colour: is not a field/)
  })

  test('a file that is not there is refused in one line', async () => {
    const { code, stderr } = await config.run(env, 'import', join(config.rulesDir, 'none.yaml'))
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: FILE must be a file that can be read: .*\n$/)
  })
})
