// `tillgate config import` on a small installation, for tests.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { stringify } from 'yaml'
import { ConfigCommand } from '../../../../test/support/gateways/config-command.ts'
import { createStore, type Store } from '../../../../test/support/gateways/gateway.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'rules.d')
export const LIMITS = JSON.parse(readFileSync(join(RULES, 'limits.json'), 'utf8'))

export const BANK = {
  institutionId: 'FI900',
  legalName: 'Quay Bank, Inc.',
  displayName: 'Quay Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'UTC',
  branches: [{ id: '001', name: 'Quay', address: '1 Quay' }],
}
export const TERMINAL = { terminalId: 'T1', acceptorId: 'A1', kind: 'ATM', location: 'Quay', branchId: '001' }
export const CORE = {
  institutionId: 'FI900',
  environment: 'prod',
  name: 'Core',
  coreType: 'REST',
  baseUrl: 'https://core.example',
}
export const BASE = {
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

export function openImports() {
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

  return {
    get database() {
      return database
    },
    get env() {
      return env
    },
    config,
    fileOf,
    imported,
    refused,
    counted,
    rowOf,
  }
}
