import assert from 'node:assert/strict'
import test from 'node:test'
import { ACTION_IDS, MODULES, moduleOf } from './modules.ts'
import { Grants } from './principal.ts'

test('the modules are the tree of the contract', () => {
  const tree = MODULES.filter(({ parentId }) => parentId === undefined).map(({ moduleId }) => [
    moduleId,
    ...MODULES.filter(({ parentId }) => parentId === moduleId).map((child) => child.moduleId),
  ])
  assert.deepEqual(tree, [
    ['DASHBOARD'],
    ['USER_MGMT', 'USERS', 'ROLES', 'MODULES'],
    ['FI_MGMT', 'INSTITUTIONS', 'SUB_TENANTS'],
    [
      'CONFIG',
      'CORE_CONNECTIVITY',
      'ACCOUNT_TYPES',
      'TXN_CAPABILITIES',
      'APP_PROPERTIES',
      'ERROR_CODES',
      'PARTNERS',
      'RULES',
    ],
    ['TERMINAL_MGMT', 'TERMINALS', 'TERMINAL_KEYS'],
    ['TRANSACTIONS', 'QUERY', 'TXN_EXPORT', 'EXCEPTIONS', 'CORRECTIONS'],
    ['CUSTOMERS', 'ACCOUNTS', 'CARDS'],
    ['LENDING', 'LOAN_ORIGINATION', 'LOAN_SERVICING', 'LOAN_PRODUCTS'],
    ['DIGITAL', 'DIGITAL_PARTIES', 'DIGITAL_MONEY'],
    ['GOVERNANCE', 'AUDIT', 'ALERTS'],
    ['HEALTH'],
  ])
  assert.equal(ACTION_IDS.join(' '), 'VIEW CREATE UPDATE DELETE ACTIVATE APPROVE EXPORT REVEAL TEST EMERGENCY')
  assert.equal(moduleOf('constructor'), undefined)
})

const usersView = Grants.of([{ moduleId: 'USERS', actionId: 'VIEW' }])
const parentView = Grants.of([{ moduleId: 'USER_MGMT', actionId: 'VIEW' }])
const nothing = Grants.of([])

test('a grant allows its action on its module and on the modules below', () => {
  assert.equal(usersView.allows('USERS', 'VIEW'), true)
  assert.equal(usersView.allows('USERS', 'CREATE'), false)
  assert.equal(usersView.allows('ROLES', 'VIEW'), false)
  assert.equal(usersView.allows('USER_MGMT', 'VIEW'), false)
  assert.equal(parentView.allows('ROLES', 'VIEW'), true)
  assert.equal(parentView.allows('ROLES', 'UPDATE'), false)
  for (const { moduleId } of MODULES) assert.equal(Grants.all().allows(moduleId, 'REVEAL'), true)
})

const COVERS: [title: string, own: Grants, other: Grants, covers: boolean][] = [
  ['everything covers everything', Grants.all(), Grants.all(), true],
  ['everything covers something', Grants.all(), usersView, true],
  [
    'every action listed does not cover everything: more may come',
    Grants.of(MODULES.flatMap(({ moduleId }) => ACTION_IDS.map((actionId) => ({ moduleId, actionId })))),
    Grants.all(),
    false,
  ],
  ['something covers itself', usersView, usersView, true],
  ['something covers nothing', usersView, nothing, true],
  ['nothing does not cover something', nothing, usersView, false],
  ['a parent covers its child', parentView, usersView, true],
  ['a child does not cover its parent', usersView, parentView, false],
]
for (const [title, own, other, covers] of COVERS) test(title, () => assert.equal(own.covers(other), covers))

test('entries are in the order of the modules and include the modules below', () => {
  assert.deepEqual(parentView.entries(), [
    { moduleId: 'USER_MGMT', actionIds: ['VIEW'] },
    { moduleId: 'USERS', actionIds: ['VIEW'] },
    { moduleId: 'ROLES', actionIds: ['VIEW'] },
    { moduleId: 'MODULES', actionIds: ['VIEW'] },
  ])
  assert.equal(Grants.all().entries().length, MODULES.length)
})

const CAPS: [title: string, own: Grants, modules: readonly string[], left: string][] = [
  [
    'a parent stands for the modules below it',
    Grants.all(),
    ['TERMINAL_MGMT'],
    'TERMINAL_MGMT TERMINALS TERMINAL_KEYS',
  ],
  ['a module below does not stand for its parent', parentView, ['USERS'], 'USERS'],
  ['nothing is added', usersView, ['USERS', 'AUDIT'], 'USERS'],
  ['nothing may be left', usersView, ['AUDIT'], ''],
]
for (const [title, own, modules, left] of CAPS) {
  test(`capped grants: ${title}`, () => {
    const capped = own.cappedTo(new Set(modules))
    assert.equal(
      capped
        .entries()
        .map(({ moduleId }) => moduleId)
        .join(' '),
      left,
    )
    assert.equal(own.covers(capped), true)
    assert.equal(capped.covers(Grants.all()), false)
  })
}
