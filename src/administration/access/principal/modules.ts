// What roles grant: actions on modules. Both lists are part of the program, because every operation must be grantable. The
// modules of LENDING and DIGITAL are for users who act on behalf of a partner; LOAN_PRODUCTS also guards the administration
// of loan products and rates.

export const ACTIONS = {
  VIEW: 'View',
  CREATE: 'Create',
  UPDATE: 'Update',
  DELETE: 'Delete',
  ACTIVATE: 'Activate',
  APPROVE: 'Approve',
  EXPORT: 'Export',
  REVEAL: 'Reveal',
  TEST: 'Test',
  EMERGENCY: 'Carry out in an emergency',
} as const
export type ActionId = keyof typeof ACTIONS
export const ACTION_IDS = Object.keys(ACTIONS) as readonly ActionId[]

export interface Module {
  readonly moduleId: ModuleId
  readonly moduleName: string
  readonly parentId?: ModuleId
  /** Its place among its siblings, from 1. */
  readonly order: number
}

const TREE = {
  DASHBOARD: ['Dashboard', {}],
  USER_MGMT: ['User management', { USERS: 'Users', ROLES: 'Roles', MODULES: 'Modules' }],
  FI_MGMT: ['Institution management', { INSTITUTIONS: 'Financial institutions', SUB_TENANTS: 'Sub-tenants' }],
  CONFIG: [
    'Configuration',
    {
      CORE_CONNECTIVITY: 'Core connectivity',
      ACCOUNT_TYPES: 'Account types',
      TXN_CAPABILITIES: 'Transaction capabilities',
      APP_PROPERTIES: 'Application properties',
      ERROR_CODES: 'Error codes',
      PARTNERS: 'Partners and clients',
      RULES: 'Rules',
    },
  ],
  TERMINAL_MGMT: ['Terminal management', { TERMINALS: 'Terminals', TERMINAL_KEYS: 'Terminal keys' }],
  TRANSACTIONS: [
    'Transactions',
    { QUERY: 'Query', TXN_EXPORT: 'Export', EXCEPTIONS: 'Exceptions', CORRECTIONS: 'Corrections' },
  ],
  CUSTOMERS: ['Customers', { ACCOUNTS: 'Accounts', CARDS: 'Cards' }],
  LENDING: [
    'Lending',
    { LOAN_ORIGINATION: 'Loan origination', LOAN_SERVICING: 'Loan servicing', LOAN_PRODUCTS: 'Loan products' },
  ],
  DIGITAL: ['Digital banking', { DIGITAL_PARTIES: 'Parties and accounts', DIGITAL_MONEY: 'Deposits and transfers' }],
  GOVERNANCE: ['Governance', { AUDIT: 'Audit log', ALERTS: 'Alerts' }],
  HEALTH: ['Health', {}],
} as const satisfies Record<string, readonly [name: string, children: Record<string, string>]>

type ParentId = keyof typeof TREE
type KeysOf<T> = T extends unknown ? keyof T : never
export type ModuleId = ParentId | KeysOf<(typeof TREE)[ParentId][1]>

/** Parents before their children, each in order. */
export const MODULES: readonly Module[] = Object.entries(TREE).flatMap(([parentId, [name, children]], place) => [
  { moduleId: parentId as ModuleId, moduleName: name, order: place + 1 },
  ...Object.entries(children as Record<string, string>).map(([moduleId, moduleName], childPlace) => ({
    moduleId: moduleId as ModuleId,
    moduleName,
    parentId: parentId as ModuleId,
    order: childPlace + 1,
  })),
])

/**
 * The actions that some operation asks for, of any family. Roles may keep grants of other actions, which allow nothing.
 * test/structure/module-actions.test.ts compares them with the operations.
 */
const ASKED: Readonly<Record<string, string>> = {
  DASHBOARD: 'VIEW',
  USERS: 'VIEW CREATE UPDATE ACTIVATE',
  ROLES: 'VIEW CREATE UPDATE DELETE ACTIVATE',
  MODULES: 'VIEW',
  INSTITUTIONS: 'VIEW CREATE UPDATE DELETE ACTIVATE APPROVE EMERGENCY',
  SUB_TENANTS: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  CORE_CONNECTIVITY: 'VIEW CREATE UPDATE DELETE ACTIVATE TEST EMERGENCY',
  ACCOUNT_TYPES: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  TXN_CAPABILITIES: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  APP_PROPERTIES: 'VIEW CREATE UPDATE DELETE APPROVE EMERGENCY',
  ERROR_CODES: 'VIEW',
  PARTNERS: 'VIEW CREATE UPDATE DELETE ACTIVATE',
  RULES: 'VIEW TEST',
  TERMINALS: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  TERMINAL_KEYS: 'VIEW CREATE UPDATE ACTIVATE EMERGENCY',
  QUERY: 'VIEW',
  TXN_EXPORT: 'EXPORT EMERGENCY',
  EXCEPTIONS: 'VIEW UPDATE APPROVE EXPORT EMERGENCY',
  CORRECTIONS: 'VIEW CREATE',
  ACCOUNTS: 'VIEW CREATE UPDATE ACTIVATE EMERGENCY',
  CARDS: 'VIEW CREATE UPDATE ACTIVATE EMERGENCY',
  LOAN_ORIGINATION: 'VIEW CREATE UPDATE APPROVE',
  LOAN_SERVICING: 'VIEW CREATE UPDATE APPROVE',
  LOAN_PRODUCTS: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  DIGITAL: 'VIEW',
  DIGITAL_PARTIES: 'VIEW CREATE UPDATE',
  DIGITAL_MONEY: 'VIEW CREATE APPROVE',
  AUDIT: 'VIEW',
  ALERTS: 'VIEW CREATE UPDATE DELETE ACTIVATE EMERGENCY',
  HEALTH: 'VIEW',
}

/**
 * Carrying out a change in an emergency, without the approval that it waits for. A role must name it on the module itself: neither
 * a role that grants everything nor a grant on the module above includes it.
 */
export const EMERGENCY = 'EMERGENCY'

/**
 * What can be granted on a module: the actions asked for on it or on a module below it, in the order of the actions. EMERGENCY only
 * where it is asked for.
 */
export function actionsOf(moduleId: string): readonly ActionId[] {
  const own = ASKED[moduleId]?.split(' ') ?? []
  const below = MODULES.filter((module) => module.parentId === moduleId)
  const inherited = below.flatMap((module) => ASKED[module.moduleId]?.split(' ') ?? [])
  const asked = new Set([...own, ...inherited.filter((action) => action !== EMERGENCY)])
  return ACTION_IDS.filter((action) => asked.has(action))
}

const BY_ID: ReadonlyMap<string, Module> = new Map(MODULES.map((module) => [module.moduleId, module]))

export function moduleOf(moduleId: string): Module | undefined {
  return BY_ID.get(moduleId)
}

export function isActionId(text: string): text is ActionId {
  return Object.hasOwn(ACTIONS, text)
}
