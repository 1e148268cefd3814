// What `tillgate config import` refuses.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { stringify } from 'yaml'
import { BANK, BASE, LIMITS, openImports, TERMINAL } from './import-suite.fixture.ts'

describe('files that are refused', () => {
  const installation = openImports()
  const { config, fileOf, counted, rowOf } = installation

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
      const printed = await config.refusal(installation.env, 'import', config.file(whole))
      assert.equal(printed.length, lines.length, printed.join('\n'))
      for (const [index, line] of lines.entries()) assert.match(printed[index] ?? '', line)
      assert.equal(await counted(), stored)
      assert.equal(await rowOf(`SELECT 1 AS found FROM billers WHERE biller_id = 'GOOD'`), undefined)
    })
  }

  test('a file that is not UTF-8 is refused by its line, and nothing is stored as another letter', async () => {
    const text = stringify({ format: 1, billers: [{ institutionId: 'FI900', billerId: 'GAS', name: 'Café' }] })
    assert.deepEqual(await config.refusal(installation.env, 'import', config.file(Buffer.from(text, 'latin1'))), [
      'config.yaml:5: the file must be UTF-8; this line is not',
    ])
    assert.match(await config.print(installation.env, 'import', config.file(text)), /name: ".*" → "Café"/)
  })

  test('faults of a file are told without a database, too', async () => {
    const gone = { ...installation.env, DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    const lines = await config.refusal(gone, 'import', fileOf({ billers: [{ colour: 'red' }], users: [] }))
    assert.match(lines.join('\n'), /users: is not one of [\s\S]*billers\[0\]\.colour: is not a field/)
  })

  test('a file that is not there is refused in one line', async () => {
    const { code, stderr } = await config.run(installation.env, 'import', join(config.rulesDir, 'none.yaml'))
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: FILE must be a file that can be read: .*\n$/)
  })
})
