// Users, roles, partners and their webhooks, the audit log and the health of services.

import type { Page } from 'playwright-core'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'
import { until } from '../../support/until.ts'

const VIEWER_ROLE = '00000000-0000-7000-8000-000000000002'

async function userId({ admin }: ExampleContext, email: string): Promise<string> {
  const { body } = await admin.operations.listUsers({}, { search: email })
  return first(body?.data?.content)
}

/** An invited user, made once. */
async function invitedUserId(context: ExampleContext): Promise<string> {
  const mailID = 'ida.invited@bank.example'
  await context.admin.operations.createUser({
    firstName: 'Ida',
    lastName: 'Invited',
    mailID,
    roleId: VIEWER_ROLE,
    institutionId: 'FI001',
    mfaEnable: true,
  })
  return userId(context, mailID)
}

async function roleId({ admin }: ExampleContext): Promise<string> {
  await admin.operations.createRole({
    roleName: 'Help desk',
    description: 'Unlocks users and looks at transactions',
    modules: [
      { moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] },
      { moduleId: 'TRANSACTIONS', actionId: ['VIEW'] },
    ],
  })
  const { body } = await admin.operations.listRoles({}, { search: 'Help desk' })
  return first(body?.data?.content)
}

async function partnerId({ admin }: ExampleContext): Promise<string> {
  const { body } = await admin.operations.listPartners({}, { search: 'PARTNER01' })
  return first(body?.data?.content)
}

/** One whose receiver refuses the test that it was sent; made once. */
async function webhookId({ admin, gateway }: ExampleContext): Promise<string> {
  const { body } = await admin.operations.listWebhooks({}, { partnerId: 'PARTNER01' })
  const [known] = body?.data?.content ?? []
  if (known !== undefined) return known.id
  const made = await admin.operations.createWebhook({
    partnerId: 'PARTNER01',
    url: `${gateway.url}/an-address-that-is-rather-long/of-a-partner-with-many-systems/events`,
    kinds: ['institution.changed', 'terminal.created', 'loan.payment-failed', 'transaction.reversed-late'],
    institutionIds: ['FI001'],
    contactEmail: 'operations@partner.example',
  })
  const id = made.status === 201 ? made.body.data.id : ''
  await admin.operations.testWebhook({ id })
  await until(async () => {
    const deliveries = await admin.operations.browseWebhookDeliveries({ id })
    return deliveries.status === 200 && deliveries.body.data.content.some(({ attempts }) => attempts.length > 0)
  }, 'the test is delivered')
  return id
}

/** The newest record of a change. */
async function changeId(context: ExampleContext): Promise<string> {
  const id = await roleId(context)
  const { body } = await context.admin.operations.getRole({ id })
  const version = body?.data?.version ?? 1
  const modules = [{ moduleId: 'USERS', actionId: version % 2 === 0 ? ['VIEW'] : ['VIEW', 'UPDATE', 'ACTIVATE'] }]
  await context.admin.operations.updateRole({ id }, { description: `Edition ${version}`, modules, version })
  const logs = await context.admin.operations.listAuditLogs({ size: 1 }, { action: 'role.update', resourceId: id })
  return first(logs.body?.data?.content)
}

function first(content: readonly { readonly id: string }[] | undefined): string {
  const id = content?.[0]?.id
  if (id === undefined) throw new Error('the sandbox has no such record')
  return id
}

async function click(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

export const accessExamples: readonly PageExample[] = [
  { path: '/users' },
  { path: '/users/new' },
  {
    path: '/users/new',
    name: 'errors',
    prepare: async (page) => {
      await click(page, 'Make the user and send the invitation')
      await page.getByText('Choose a role', { exact: true }).first().waitFor()
    },
  },
  { path: '/users/$id', at: async (context) => `/users/${await invitedUserId(context)}` },
  {
    path: '/users/$id',
    name: 'deactivate',
    at: async (context) => `/users/${await userId(context, 'viewer@')}`,
    prepare: async (page) => {
      await click(page, 'Deactivate')
      await page.getByRole('dialog').waitFor()
    },
  },
  { path: '/users/$id/edit', at: async (context) => `/users/${await invitedUserId(context)}/edit` },
  { path: '/roles' },
  { path: '/roles/new' },
  { path: '/roles/$id', at: async (context) => `/roles/${await roleId(context)}` },
  { path: '/roles/$id', name: 'system', at: async () => `/roles/${VIEWER_ROLE}` },
  { path: '/roles/$id/edit', at: async (context) => `/roles/${await roleId(context)}/edit` },
  { path: '/partners' },
  { path: '/partners/new' },
  { path: '/partners/$id', at: async (context) => `/partners/${await partnerId(context)}` },
  {
    path: '/partners/$id',
    name: 'rotate',
    at: async (context) => `/partners/${await partnerId(context)}`,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Rotate/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { path: '/partners/$id/edit', at: async (context) => `/partners/${await partnerId(context)}/edit` },
  {
    path: '/webhooks',
    at: async (context) => {
      await webhookId(context)
      return '/webhooks'
    },
  },
  {
    path: '/webhooks/new',
    at: async () => '/webhooks/new?partnerId=PARTNER01',
    prepare: async (page) => {
      await page.getByLabel('Only some kinds').check()
    },
  },
  { path: '/webhooks/$id', at: async (context) => `/webhooks/${await webhookId(context)}` },
  {
    path: '/webhooks/$id',
    name: 'attempts',
    at: async (context) => `/webhooks/${await webhookId(context)}`,
    prepare: async (page) => {
      await click(page, '404')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    path: '/webhooks/$id',
    name: 'settings',
    at: async (context) => `/webhooks/${await webhookId(context)}?tab=settings`,
  },
  { path: '/webhooks/$id/edit', at: async (context) => `/webhooks/${await webhookId(context)}/edit` },
  { path: '/audit' },
  {
    path: '/audit',
    name: 'verified',
    prepare: async (page) => {
      await click(page, 'Verify the chain')
      await page.getByText('The chain is unbroken').waitFor()
    },
  },
  { path: '/audit/$id', at: async (context) => `/audit/${await changeId(context)}` },
  { path: '/health' },
]
