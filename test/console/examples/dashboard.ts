import { createAccountsClient } from '../../../sdk/src/index.ts'
import { ATM } from '../../support/accounts/account-services.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'
import { makeTraffic } from '../../support/console/traffic.ts'
import { until } from '../../support/until.ts'

let made: Promise<void> | undefined

/** The pages about money have something to show. */
export function withTraffic(context: ExampleContext): Promise<void> {
  made ??= makeCountedTraffic(context)
  return made
}

async function makeCountedTraffic({ gateway, admin }: ExampleContext): Promise<void> {
  await makeTraffic(createAccountsClient({ baseUrl: gateway.url, ...ATM }))
  await until(async () => {
    const { status, body } = await admin.operations.getDashboardSummary({})
    return status === 200 && body.data.totalTransactions >= 11
  }, 'the rollups count the traffic')
}

export const dashboardExamples: readonly PageExample[] = [
  {
    path: '/dashboard',
    at: async (context) => {
      await withTraffic(context)
      return '/dashboard'
    },
  },
  { path: '/dashboard', name: 'days', at: async () => '/dashboard?period=7-days' },
  { path: '/dashboard', name: 'empty', at: async () => '/dashboard?period=custom&from=2020-01-01&to=2020-01-02' },
  {
    path: '/dashboard',
    name: 'tables',
    prepare: async (page) => {
      for (const name of ['Volume', 'Response codes', 'Response time', 'Institutions by state']) {
        await page.getByRole('switch', { name: `Show as table: ${name}` }).click()
      }
    },
  },
]
