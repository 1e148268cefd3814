import type { OnboardingClient } from '../../../sdk/src/index.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

const LIMITS = { environment: 'qa', application: 'digital', key: 'limits' } as const

async function create(
  { operations }: OnboardingClient,
  ...[body]: Parameters<typeof operations.createApplicationProperty>
) {
  const made = await operations.createApplicationProperty(body)
  if (made.status !== 201) throw new Error(`no property ${body.key}`)
  return made.body.data
}

/** A property with three versions, and others beside it. */
async function limitsPath({ admin }: ExampleContext): Promise<string> {
  const { operations } = admin
  const found = await operations.listApplicationProperties({}, { key: 'limits', environment: ['qa'] })
  const [known] = found.status === 200 ? found.body.data.content : []
  if (known !== undefined) return `/properties/${known.id}`
  const { id } = await create(admin, {
    ...LIMITS,
    valueType: 'JSON',
    value: '{"USD": {"perTransaction": 1000, "perDay": 5000}}',
    description: 'Limits of tokens',
  })
  const value = '{"USD": {"perTransaction": 2000, "perDay": 5000}, "EUR": {"perDay": 100}}'
  await operations.updateApplicationProperty({ id }, { version: 1, value })
  await operations.updateApplicationProperty({ id }, { version: 2, isActive: false })
  const place = { environment: 'qa', application: 'digital' } as const
  await create(admin, { ...place, key: 'answer-within', valueType: 'DURATION', value: 'PT2S' })
  await create(admin, { ...place, key: 'ledger.token', valueType: 'STRING', value: 'hidden', isSecret: true })
  await create(admin, { ...place, application: '*', key: 'log.level', valueType: 'STRING', value: 'info' })
  await create(admin, { ...place, institutionId: 'FI001', key: 'ledger', valueType: 'STRING', value: 'builtin' })
  return `/properties/${id}`
}

const after = (address: string) => async (context: ExampleContext) => {
  await limitsPath(context)
  return address
}

export const propertyExamples: readonly PageExample[] = [
  { path: '/properties', at: after('/properties?environment=qa') },
  {
    path: '/properties/new',
    at: async () => '/properties/new?application=digital',
    async prepare(page) {
      await page.getByLabel('Key').first().fill('answer-within')
      await page.getByText('The platform reads this property').waitFor()
      await page.getByLabel('Value').fill('PT1M30S')
      await page.getByText('1 minute 30 seconds').waitFor()
    },
  },
  {
    path: '/properties/effective',
    at: after('/properties/effective?environment=qa&application=digital&institutionId=FI001'),
  },
  {
    path: '/properties/promote',
    at: after('/properties/promote?from=qa&to=uat&application=digital'),
    async prepare(page) {
      await page.getByLabel('Choose all').check()
      await page.getByRole('button', { name: 'Show the changes' }).click()
      await page.getByRole('table', { name: 'Changes' }).waitFor()
    },
  },
  { path: '/properties/$id', at: limitsPath },
  {
    path: '/properties/$id',
    name: 'history',
    at: async (context) => `${await limitsPath(context)}?tab=history`,
  },
  { path: '/properties/$id/edit', at: async (context) => `${await limitsPath(context)}/edit` },
]
