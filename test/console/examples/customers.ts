import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

async function accountPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listAccounts({}, { institutionId: 'FI001', search: '1000000001' })
  if (found.status !== 200) throw new Error('no account')
  return `/accounts/${found.body.data.content[0]?.id}`
}

async function customerPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listAccounts({}, { institutionId: 'FI001', search: '1000000001' })
  if (found.status !== 200) throw new Error('no account')
  return `/customers/FI001/${found.body.data.content[0]?.customerId}`
}

async function stoppedPath({ admin }: ExampleContext): Promise<string> {
  // Known already when a test ran before: 409.
  await admin.operations.createHotCard({ institutionId: 'FI001', pan: '4000000000000069', reason: 'LOST' })
  return '/customers/FI001/CUST0004'
}

async function cardPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listCards({}, { institutionId: 'FI001', pan: '4000000000000010' })
  if (found.status !== 200) throw new Error('no card')
  return `/cards/${found.body.data.content[0]?.id}`
}

async function hotCardPath({ admin }: ExampleContext): Promise<string> {
  const pan = '4000000000000101'
  const found = await admin.operations.listHotCards({}, { pan, state: ['ACTIVE'] })
  const known = found.status === 200 ? found.body.data.content[0]?.id : undefined
  if (known !== undefined) return `/hot-cards/${known}`
  const made = await admin.operations.createHotCard({
    institutionId: 'FI001',
    pan,
    reason: 'STOLEN',
    note: 'By telephone',
  })
  if (made.status !== 201) throw new Error('no hot card')
  return `/hot-cards/${made.body.data.id}`
}

async function stopPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listStops({}, { state: ['ACTIVE'] })
  const known = found.status === 200 ? found.body.data.content[0]?.id : undefined
  if (known !== undefined) return `/stops/${known}`
  // It fits no order of other examples.
  const what = {
    institutionId: 'FI001',
    bin: '999999',
    services: ['WITHDRAWAL' as const],
    reason: 'Cards of a lost batch',
  }
  const made = await admin.operations.createStop(what)
  if (made.status !== 201) throw new Error('no stop')
  return `/stops/${made.body.data.id}`
}

export const customerExamples: readonly PageExample[] = [
  { path: '/accounts', at: async () => '/accounts?institutionId=FI001' },
  { path: '/accounts/new', at: async () => '/accounts/new?institutionId=FI001' },
  { path: '/accounts/$id', at: accountPath },
  { path: '/accounts/$id', name: 'entries', at: async (context) => `${await accountPath(context)}?tab=entries` },
  { path: '/accounts/$id/edit', at: async (context) => `${await accountPath(context)}/edit` },
  { path: '/customers/$institutionId/$customerId', at: customerPath },
  { path: '/customers/$institutionId/$customerId', name: 'with a stopped card', at: stoppedPath },
  { path: '/cards', at: async () => '/cards?institutionId=FI001' },
  {
    path: '/cards',
    name: 'find',
    async prepare(page) {
      await page.getByRole('button', { name: 'Find by number' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  { path: '/cards/new', at: async () => '/cards/new?institutionId=FI001' },
  { path: '/cards/$id', at: cardPath },
  {
    path: '/cards/$id',
    name: 'stolen',
    at: cardPath,
    async prepare(page) {
      await page.getByRole('button', { name: 'Report stolen' }).click()
      await page.getByText('declined (code 209)').waitFor()
    },
  },
  {
    path: '/hot-cards',
    async at(context) {
      await hotCardPath(context)
      return '/hot-cards?state=ACTIVE'
    },
  },
  {
    path: '/hot-cards',
    name: 'find',
    async prepare(page) {
      await page.getByRole('button', { name: 'Find by number' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  { path: '/hot-cards/new', at: async () => '/hot-cards/new?institutionId=FI001' },
  { path: '/hot-cards/$id', at: hotCardPath },
  {
    path: '/hot-cards/$id',
    name: 'lift',
    at: hotCardPath,
    async prepare(page) {
      await page.getByRole('button', { name: 'Lift' }).click()
      await page.getByText('unless its own core declines it').waitFor()
    },
  },
  {
    path: '/stops',
    async at(context) {
      await stopPath(context)
      return '/stops?state=ACTIVE'
    },
  },
  { path: '/stops/new', at: async () => '/stops/new?institutionId=FI001' },
  {
    path: '/stops/new',
    name: 'preview',
    at: async () => '/stops/new?institutionId=FI001',
    async prepare(page) {
      await page.getByRole('button', { name: 'What of the last hour?' }).click()
      await page.getByText('In the last hour it would have stopped').waitFor()
    },
  },
  { path: '/stops/$id', at: stopPath },
  {
    path: '/stops/$id',
    name: 'lift',
    at: stopPath,
    async prepare(page) {
      await page.getByRole('button', { name: 'Lift' }).click()
      await page.getByText('passes on every gateway').waitFor()
    },
  },
  { path: '/cards/$id/edit', at: async (context) => `${await cardPath(context)}/edit` },
]
