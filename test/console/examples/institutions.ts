import assert from 'node:assert/strict'
import { endOfDateMs, HOUR_MS } from '../../../src/platform/kernel/time/clock.ts'
import { control } from '../../support/accounts/account-services.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'
import { until } from '../../support/until.ts'

type Admin = ExampleContext['admin']['operations']

async function institutionId(operations: Admin, code: string): Promise<string> {
  const answer = await operations.listInstitutions({ size: 1 }, { institutionId: code })
  assert.ok(answer.status === 200)
  const [found] = answer.body.data.content
  return found === undefined ? await draft(operations, code) : found.id
}

/** Every theme looks at the same draft. */
async function draft(operations: Admin, code: string): Promise<string> {
  const made = await operations.createInstitution({
    institutionId: code,
    legalName: 'Lakeside Savings Bank, Inc.',
    displayName: 'Lakeside Bank',
    type: 'BANK',
    countryCode: 'US',
    baseCurrency: 'USD',
    timezone: 'America/Chicago',
    contacts: [{ name: 'Core desk', email: 'core@lakeside.example', phone: '+1 608 555 0100', kind: 'TECHNICAL' }],
  })
  assert.ok(made.status === 201, JSON.stringify(made.body))
  return made.body.data.id
}

const ofSandbox =
  (code: string, rest = '') =>
  async ({ admin }: ExampleContext) =>
    `/institutions/${await institutionId(admin.operations, code)}${rest}`

/** A draft that the signed-in administrator has submitted, and so cannot approve. */
async function submitted({ admin }: ExampleContext): Promise<string> {
  const id = await institutionId(admin.operations, 'FI-SUBMITTED')
  const version = await versionOf(admin.operations, id)
  await admin.operations.updateInstitution({ id }, { version, bins: ['499001'] })
  await admin.operations.submitInstitution({ id })
  return `/institutions/${id}`
}

async function suspended({ admin: { operations } }: ExampleContext): Promise<string> {
  const id = await institutionId(operations, 'FI003')
  await operations.resumeInstitution({ id })
  await operations.suspendInstitution({ id }, { reason: 'The core is being moved' })
  await operations.updateInstitution({ id }, { version: await versionOf(operations, id), holdDays: 3 })
  return `/institutions/${id}?tab=history`
}

async function versionOf(operations: Admin, id: string): Promise<number> {
  const found = await operations.getInstitution({ id })
  assert.ok(found.status === 200)
  return found.body.data.version
}

const STEPS = ['identity', 'contacts', 'services', 'cards', 'review']

async function connection({ admin: { operations } }: ExampleContext, isBroken: boolean): Promise<string> {
  const name = isBroken ? 'Core that does not answer' : 'Core of the bank'
  const found = await operations.listCoreConnectivity({ size: 1 }, { institutionId: 'FI002', search: name })
  assert.ok(found.status === 200)
  const [known] = found.body.data.content
  if (known !== undefined) return known.id
  const made = await operations.createCoreConnectivity({
    institutionId: 'FI002',
    environment: 'sandbox',
    coreType: isBroken ? 'REST' : 'BUILTIN',
    name,
    // Port 9 discards; nothing listens there.
    ...(isBroken && { baseUrl: 'http://127.0.0.1:9/core', userName: 'gateway', password: 'a password' }),
  })
  assert.ok(made.status === 201, JSON.stringify(made.body))
  const { id } = made.body.data
  assert.equal((await operations.testCoreConnectivity({ id })).status, 200)
  return id
}

async function activeConnection({ admin: { operations } }: ExampleContext): Promise<string> {
  const found = await operations.listCoreConnectivity({ size: 1 }, { institutionId: 'FI001', status: ['ACTIVE'] })
  assert.ok(found.status === 200)
  return found.body.data.content[0]?.id ?? ''
}

async function biller({ admin: { operations } }: ExampleContext): Promise<string> {
  const found = await operations.listBillers({ size: 1 }, { search: 'BILLER01' })
  assert.ok(found.status === 200)
  return found.body.data.content[0]?.id ?? ''
}

async function subTenant({ admin: { operations } }: ExampleContext): Promise<string> {
  const found = await operations.listSubTenants({ size: 1 }, { search: 'AGENTS-NORTH' })
  assert.ok(found.status === 200)
  const [known] = found.body.data.content
  if (known !== undefined) return known.id
  const made = await operations.createSubTenant({
    institutionId: 'FI001',
    tenantCode: 'AGENTS-NORTH',
    name: 'Agents of the north',
    contactEmail: 'desk@agents.example',
    allowedModules: ['TERMINALS', 'QUERY'],
  })
  assert.ok(made.status === 201, JSON.stringify(made.body))
  const { id } = made.body.data
  await operations.setSubTenantActivation({ id, isActive: true })
  return id
}

/** The first day of the sandbox, after the clock has moved on. */
async function closedDay({ gateway, admin: { operations } }: ExampleContext): Promise<string> {
  const id = await institutionId(operations, 'FI001')
  const days = async () => {
    const answer = await operations.browseBusinessDays({ id, size: 200 })
    assert.ok(answer.status === 200)
    return answer.body.data.content
  }
  if (!(await days()).some(({ state }) => state === 'CLOSED'))
    await control(gateway, '/sandbox/clock', { advanceDays: 1 })
  const closed = async () => (await days()).findLast(({ state }) => state === 'CLOSED')
  const { date } = (await until(closed, 'the day is closed')) ?? { date: '' }
  return `/business-days/FI001/${date}`
}

/** The open day of FI002, held until three hours after its cutover. */
async function heldDay({ admin: { operations } }: ExampleContext): Promise<string> {
  const id = await institutionId(operations, 'FI002')
  const [found, days] = [await operations.getInstitution({ id }), await operations.browseBusinessDays({ id, size: 5 })]
  assert.ok(found.status === 200 && days.status === 200)
  const known = days.body.data.content.find(({ heldUntil }) => heldUntil !== undefined)
  if (known !== undefined) return `/business-days/FI002/${known.date}`
  const { timezone: timeZone, cutoverTime } = found.body.data
  const date = days.body.data.content[0]?.date ?? ''
  const until = new Date(endOfDateMs(date.replaceAll('-', ''), { timeZone, cutoverTime }) + 3 * HOUR_MS).toISOString()
  const held = await operations.holdBusinessDay({ id, date }, { until, reason: 'The last file of the core is late' })
  assert.equal(held.status, 200, JSON.stringify(held.body))
  return `/business-days/FI002/${date}`
}

/** A list that has the record. */
const after =
  (make: (context: ExampleContext) => Promise<string>, path: string) =>
  async (context: ExampleContext): Promise<string> => {
    await make(context)
    return path
  }

export const institutionExamples: readonly PageExample[] = [
  { path: '/institutions', at: after(ofSandbox('FI-DRAFT'), '/institutions') },
  { path: '/institutions/$id', name: 'active', at: ofSandbox('FI001') },
  { path: '/institutions/$id', name: 'draft', at: ofSandbox('FI-DRAFT') },
  { path: '/institutions/$id', name: 'submitted by oneself', at: submitted },
  { path: '/institutions/$id', name: 'history', at: suspended },
  ...['readiness', 'connectivity', 'account-types', 'terminals', 'billers', 'business-days'].map((tab) => ({
    path: '/institutions/$id',
    name: tab,
    at: ofSandbox('FI001', `?tab=${tab}`),
  })),
  { path: '/institutions/new' },
  {
    path: '/institutions/new',
    name: 'refused',
    async prepare(page) {
      await page.getByRole('button', { name: 'Save draft and continue' }).click()
      await page.getByText('Please check what you entered').waitFor()
    },
  },
  ...STEPS.map((step) => ({
    path: '/institutions/$id/edit',
    name: step,
    at: ofSandbox('FI-DRAFT', `/edit?step=${step}`),
  })),
  {
    path: '/institutions/$id',
    name: 'suspending',
    at: ofSandbox('FI001'),
    async prepare(page) {
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByLabel('Reason').waitFor()
    },
  },

  { path: '/connectivity', at: after((context) => connection(context, true), '/connectivity') },
  { path: '/connectivity/new', at: async () => '/connectivity/new?institutionId=FI002' },
  {
    path: '/connectivity/new',
    name: 'REST core',
    async prepare(page) {
      await page.getByRole('combobox', { name: 'Core' }).click()
      await page.getByRole('option', { name: 'REST core' }).click()
      await page.getByLabel('Address').waitFor()
    },
  },
  {
    path: '/connectivity/new',
    name: 'ISO 8583 core',
    async prepare(page) {
      await page.getByRole('combobox', { name: 'Core' }).click()
      await page.getByRole('option', { name: 'ISO 8583 core' }).click()
      await page.getByRole('switch', { name: 'TLS' }).click()
      await page.getByLabel('Own certificate').waitFor()
    },
  },
  {
    path: '/connectivity/$id',
    name: 'tested',
    at: async (context) => `/connectivity/${await connection(context, false)}`,
  },
  {
    path: '/connectivity/$id',
    name: 'failed',
    at: async (context) => `/connectivity/${await connection(context, true)}`,
  },
  {
    path: '/connectivity/$id',
    name: 'active',
    at: async (context) => `/connectivity/${await activeConnection(context)}`,
  },
  { path: '/connectivity/$id/edit', at: async (context) => `/connectivity/${await connection(context, true)}/edit` },

  { path: '/billers' },
  { path: '/billers/new' },
  { path: '/billers/$id', at: async (context) => `/billers/${await biller(context)}` },
  { path: '/billers/$id/edit', at: async (context) => `/billers/${await biller(context)}/edit` },

  { path: '/sub-tenants', at: after(subTenant, '/sub-tenants') },
  { path: '/sub-tenants/new' },
  { path: '/sub-tenants/$id', at: async (context) => `/sub-tenants/${await subTenant(context)}` },
  { path: '/sub-tenants/$id/edit', at: async (context) => `/sub-tenants/${await subTenant(context)}/edit` },

  { path: '/business-days', name: 'choose' },
  { path: '/business-days', name: 'list', at: async () => '/business-days?institutionId=FI001' },
  { path: '/business-days/$institutionId/$date', at: closedDay },
  { path: '/business-days/$institutionId/$date', name: 'held', at: heldDay },
]
