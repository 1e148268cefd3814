import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

async function accountPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listAccounts({}, { institutionId: 'FI001', search: '1000000001' })
  if (found.status !== 200) throw new Error('no account')
  return `/accounts/${found.body.data.content[0]?.id}`
}

async function cardPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listCards({}, { institutionId: 'FI001', pan: '4000000000000010' })
  if (found.status !== 200) throw new Error('no card')
  return `/cards/${found.body.data.content[0]?.id}`
}

export const customerExamples: readonly PageExample[] = [
  { path: '/accounts', at: async () => '/accounts?institutionId=FI001' },
  { path: '/accounts/new', at: async () => '/accounts/new?institutionId=FI001' },
  { path: '/accounts/$id', at: accountPath },
  { path: '/accounts/$id', name: 'entries', at: async (context) => `${await accountPath(context)}?tab=entries` },
  { path: '/accounts/$id/edit', at: async (context) => `${await accountPath(context)}/edit` },
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
  { path: '/cards/$id/edit', at: async (context) => `${await cardPath(context)}/edit` },
]
