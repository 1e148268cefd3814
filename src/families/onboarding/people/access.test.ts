// The module of each resource, as the contract names it. test/spec/access-matrix.test.ts proves that it is enforced.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONBOARDING_OPERATIONS } from '../operations.ts'

const MODULES_OF: Readonly<Record<string, string>> = {
  '/users': 'USERS',
  '/roles': 'ROLES',
  '/modules': 'MODULES',
  '/financial-institutions': 'INSTITUTIONS QUERY TXN_EXPORT',
  '/billers': 'INSTITUTIONS',
  '/account-types': 'ACCOUNT_TYPES',
  '/transaction-capabilities': 'TXN_CAPABILITIES',
  '/core-connectivity': 'CORE_CONNECTIVITY',
  '/application-properties': 'APP_PROPERTIES',
  '/partners': 'PARTNERS',
  '/webhooks': 'PARTNERS',
  '/terminals': 'TERMINALS',
  '/terminal-keys': 'TERMINAL_KEYS',
  '/transactions': 'QUERY TXN_EXPORT EXCEPTIONS',
  '/corrections': 'CORRECTIONS',
  '/reconciliations': 'EXCEPTIONS',
  '/suspense': 'CORRECTIONS',
  '/accounts': 'ACCOUNTS',
  '/customers': 'ACCOUNTS',
  '/cards': 'CARDS',
  '/sub-tenants': 'SUB_TENANTS',
  '/dashboard': 'DASHBOARD LOAN_SERVICING DIGITAL_MONEY',
  '/digital-settlements': 'DIGITAL_MONEY',
  '/sandbox': 'USERS',
  '/rules': 'RULES',
  '/error-codes': 'ERROR_CODES',
  '/alert-rules': 'ALERTS',
  '/audit-logs': 'AUDIT',
  '/healthstatus': 'HEALTH',
  '/status': 'HEALTH',
  '/loan-products': 'LOAN_PRODUCTS',
  '/loan-rates': 'LOAN_PRODUCTS',
  '/hot-cards': 'CARDS',
  '/stops': 'INSTITUTIONS',
}

test('every resource is guarded by the modules that the contract names', () => {
  const found: Record<string, Set<string>> = {}
  for (const { route, access } of ONBOARDING_OPERATIONS) {
    const [resource = ''] = /\/[^/]*/.exec(route) ?? []
    if (typeof access !== 'object' || !('module' in access)) continue
    found[resource] ??= new Set()
    found[resource].add(access.module)
  }
  assert.deepEqual(
    Object.fromEntries(Object.entries(found).map(([resource, modules]) => [resource, [...modules].join(' ')])),
    MODULES_OF,
  )
})
