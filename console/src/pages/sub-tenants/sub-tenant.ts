// Sub-tenants, in the words of the console.

import type { onboarding } from '@tillgate/sdk'

export type SubTenant = onboarding.SubTenant
export type CappedModule = NonNullable<onboarding.CreateSubTenantRequest['allowedModules']>[number]

export const STATUSES: readonly SubTenant['status'][] = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED']

/** Modules by the one above them; naming that stands for all below it. */
export const MODULE_GROUPS: readonly {
  readonly group: string
  readonly items: readonly { readonly value: CappedModule; readonly label: string }[]
}[] = [
  {
    group: 'Terminals',
    items: [
      { value: 'TERMINALS', label: 'Terminals' },
      { value: 'TERMINAL_KEYS', label: 'Terminal keys' },
    ],
  },
  {
    group: 'Transactions',
    items: [
      { value: 'QUERY', label: 'Transactions' },
      { value: 'TXN_EXPORT', label: 'Export' },
      { value: 'EXCEPTIONS', label: 'Exceptions' },
    ],
  },
  {
    group: 'Users',
    items: [
      { value: 'USERS', label: 'Users' },
      { value: 'ROLES', label: 'Roles' },
      { value: 'MODULES', label: 'Modules' },
    ],
  },
  {
    group: 'Institutions',
    items: [
      { value: 'INSTITUTIONS', label: 'Institutions' },
      { value: 'SUB_TENANTS', label: 'Sub-tenants' },
    ],
  },
  {
    group: 'Configuration',
    items: [
      { value: 'CORE_CONNECTIVITY', label: 'Core connectivity' },
      { value: 'ACCOUNT_TYPES', label: 'Account types' },
      { value: 'TXN_CAPABILITIES', label: 'Capabilities' },
      { value: 'APP_PROPERTIES', label: 'Application properties' },
      { value: 'ERROR_CODES', label: 'Error codes' },
      { value: 'PARTNERS', label: 'Partners' },
      { value: 'RULES', label: 'Rules' },
    ],
  },
  {
    group: 'Lending',
    items: [
      { value: 'LOAN_ORIGINATION', label: 'Loan origination' },
      { value: 'LOAN_SERVICING', label: 'Loan servicing' },
      { value: 'LOAN_PRODUCTS', label: 'Loan products' },
    ],
  },
  {
    group: 'Digital banking',
    items: [
      { value: 'DIGITAL_PARTIES', label: 'Digital parties' },
      { value: 'DIGITAL_MONEY', label: 'Digital money' },
    ],
  },
  {
    group: 'Other',
    items: [
      { value: 'DASHBOARD', label: 'Dashboard' },
      { value: 'AUDIT', label: 'Audit' },
      { value: 'ALERTS', label: 'Alerts' },
      { value: 'HEALTH', label: 'Health' },
      { value: 'USER_MGMT', label: 'Everything about users' },
      { value: 'FI_MGMT', label: 'Everything about institutions' },
      { value: 'CONFIG', label: 'All configuration' },
      { value: 'TERMINAL_MGMT', label: 'Everything about terminals' },
      { value: 'TRANSACTIONS', label: 'Everything about transactions' },
      { value: 'LENDING', label: 'All of lending' },
      { value: 'DIGITAL', label: 'All of digital banking' },
      { value: 'GOVERNANCE', label: 'All of governance' },
    ],
  },
]

export function moduleName(module: string): string {
  return MODULE_GROUPS.flatMap(({ items }) => items).find(({ value }) => value === module)?.label ?? module
}
