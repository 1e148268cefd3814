import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { MODULE_OPERATIONS } from './operations.ts'

// As the contract lists them: parents with their children.
const TREE = {
  DASHBOARD: '',
  USER_MGMT: 'USERS ROLES MODULES',
  FI_MGMT: 'INSTITUTIONS SUB_TENANTS',
  CONFIG: 'CORE_CONNECTIVITY ACCOUNT_TYPES TXN_CAPABILITIES APP_PROPERTIES ERROR_CODES PARTNERS RULES',
  TERMINAL_MGMT: 'TERMINALS TERMINAL_KEYS',
  TRANSACTIONS: 'QUERY TXN_EXPORT EXCEPTIONS CORRECTIONS',
  CUSTOMERS: 'ACCOUNTS CARDS',
  LENDING: 'LOAN_ORIGINATION LOAN_SERVICING LOAN_PRODUCTS',
  DIGITAL: 'DIGITAL_PARTIES DIGITAL_MONEY',
  GOVERNANCE: 'AUDIT ALERTS',
  HEALTH: '',
}

/** The actions of some modules: those that an operation asks for, and of a parent those of its children. */
const ACTIONS_OF: Readonly<Record<string, string>> = {
  DASHBOARD: 'VIEW',
  TRANSACTIONS: 'VIEW CREATE UPDATE APPROVE EXPORT',
  TXN_EXPORT: 'EXPORT EMERGENCY',
  CORE_CONNECTIVITY: 'VIEW CREATE UPDATE DELETE ACTIVATE TEST EMERGENCY',
}

interface Shown {
  moduleId: string
  order: number
  parentId?: string
  actions: { actionId: string }[]
  subModules: Shown[]
}

onDatabase('modules over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    desk = await openAdministration((await open()).database, MODULE_OPERATIONS)
  })
  after(() => desk.close())

  test('the tree is the one of the contract, in its order, with the actions that operations ask for', async () => {
    const tree: Shown[] = (await desk.call('administrator', 'GET /modules')).data
    const idsOf = (modules: Shown[]) => modules.map(({ moduleId }) => moduleId).join(' ')
    assert.deepEqual(Object.fromEntries(tree.map(({ moduleId, subModules }) => [moduleId, idsOf(subModules)])), TREE)
    assert.equal(idsOf(tree), Object.keys(TREE).join(' '))
    for (const level of [tree, ...tree.map(({ subModules }) => subModules)]) {
      for (const [place, module] of level.entries()) {
        assert.equal(module.order, place + 1)
        const actions = module.actions.map(({ actionId }) => actionId).join(' ')
        assert.equal(actions, ACTIONS_OF[module.moduleId] ?? actions)
        assert.notEqual(actions, '', module.moduleId)
      }
    }
    for (const parent of tree) for (const child of parent.subModules) assert.equal(child.parentId, parent.moduleId)
  })

  test('a module is read by its id, with its sub-modules', async () => {
    const parent = (await desk.call('administrator', 'GET /modules/GOVERNANCE')).data
    assert.deepEqual([parent.moduleName, parent.isEnabled, parent.subModules.length], ['Governance', true, 2])
    const child = (await desk.call('administrator', 'GET /modules/AUDIT')).data
    assert.deepEqual(child, parent.subModules[0])
  })

  for (const moduleId of ['audit', 'NOTHING', '__proto__', '%00']) {
    test(`there is no module ${moduleId}: 404`, async () => {
      const { status, message } = await desk.call('administrator', `GET /modules/${moduleId}`)
      assert.deepEqual([status, message.slice(0, 9)], [404, 'B-REQ-004'])
    })
  }
})
