import type { OnboardingClient } from '../../../sdk/src/index.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

const TERMINAL = { terminalId: 'ATM00001', institutionId: 'FI001' }

async function terminalPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listTerminals({}, { institutionId: 'FI001', search: 'ATM00001' })
  if (found.status !== 200) throw new Error('no terminal')
  return `/terminals/${found.body.data.content[0]?.id}`
}

/** One key in each state that a person meets: active, rotating and pending. */
async function keys({ operations }: OnboardingClient): Promise<string> {
  const before = await operations.listTerminalKeys({}, TERMINAL)
  const [known] = before.status === 200 ? before.body.data.content : []
  if (known !== undefined) return known.id
  const app = await operations.createTerminalKey({ ...TERMINAL, keyType: 'APP', algorithm: 'HMAC_SHA256' })
  const master = await operations.createTerminalKey({ ...TERMINAL, keyType: 'TMK' })
  if (app.status !== 201 || master.status !== 201) throw new Error('no keys')
  await operations.activateTerminalKey({ id: app.body.data.id })
  await operations.rotateTerminalKey({ id: app.body.data.id })
  return master.body.data.id
}

/** Counted, loaded, and counted again with a difference. */
async function cash({ operations }: OnboardingClient): Promise<void> {
  const found = await operations.listTerminals({}, { institutionId: 'FI001', search: 'ATM00001' })
  const id = found.status === 200 ? (found.body.data.content[0]?.id ?? '') : ''
  const read = await operations.getTerminalCash({ id })
  if (read.status !== 200) throw new Error('no cash')
  const { asOf: at } = read.body.data
  if (read.body.data.movements.length > 0) return
  for (const [kind, amount] of [
    ['COUNT', 20_000],
    ['LOAD', 5_000],
    ['COUNT', 24_980],
  ] as const)
    await operations.recordTerminalCash({ id }, { kind, amount, currencyCode: 'USD', reference: `CIT-${amount}`, at })
}

export const terminalExamples: readonly PageExample[] = [
  { path: '/terminals', at: async () => '/terminals?institutionId=FI001&status=ACTIVE' },
  { path: '/terminals/new', at: async () => '/terminals/new?institutionId=FI001' },
  {
    path: '/terminals/new',
    name: 'refused',
    at: async () => '/terminals/new?institutionId=FI001',
    async prepare(page) {
      await page.getByText('Only some services').click()
      await page.getByRole('button', { name: 'Register terminal' }).click()
      await page.getByText('Is required').first().waitFor()
    },
  },
  { path: '/terminals/$id', at: terminalPath },
  {
    path: '/terminals/$id',
    name: 'cash',
    async at(context) {
      await cash(context.admin)
      return `${await terminalPath(context)}?tab=cash`
    },
    async prepare(page) {
      await page.getByText('Expected in USD').waitFor()
    },
  },
  {
    path: '/terminals/$id',
    name: 'record cash',
    at: async (context) => `${await terminalPath(context)}?tab=cash`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Record cash' }).click()
      await page.getByLabel('Reference').waitFor()
    },
  },
  {
    path: '/terminals/$id',
    name: 'keys',
    async at(context) {
      await keys(context.admin)
      return `${await terminalPath(context)}?tab=keys`
    },
  },
  {
    path: '/terminals/$id',
    name: 'decommission',
    at: terminalPath,
    async prepare(page) {
      await page.getByRole('button', { name: 'Decommission' }).click()
      await page.getByText('all of its keys are revoked at once').waitFor()
    },
  },
  { path: '/terminals/$id/edit', at: async (context) => `${await terminalPath(context)}/edit` },
  {
    path: '/terminal-keys',
    async at({ admin }) {
      await keys(admin)
      return '/terminal-keys'
    },
  },
  {
    path: '/terminal-keys',
    name: 'new',
    async prepare(page) {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('button', { name: 'Make key' }).waitFor()
    },
  },
  { path: '/terminal-keys/$id', at: async ({ admin }) => `/terminal-keys/${await keys(admin)}` },
]
