// Corrections that two administrators have made.

import { createOnboardingClient } from '../../../sdk/src/index.ts'
import { SECOND } from '../../support/console/console-browser.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

/** Leaves a debt of the suspense account of wrong postings. */
async function correct({ gateway, admin }: ExampleContext): Promise<string> {
  const asked = await admin.operations.createCorrection({
    institutionId: 'FI001',
    accountId: '1000000002',
    direction: 'CREDIT',
    amount: 12.5,
    currencyCode: 'USD',
    kind: 'ERROR',
    reason: 'Posted to the account of another customer',
  })
  if (asked.status !== 202) throw new Error(`the correction does not wait: ${JSON.stringify(asked.body)}`)
  const second = createOnboardingClient({ baseUrl: gateway.url })
  await second.signIn(SECOND)
  const { changeRequestId: id } = asked.body.data
  const approved = await second.operations.approveChangeRequest({ id }, {})
  if (approved.status >= 300) throw new Error(JSON.stringify(approved.body))
  return (approved.body as { data: { id: string } }).data.id
}

let made: Promise<string> | undefined

async function correction(context: ExampleContext): Promise<string> {
  made ??= correct(context)
  return made
}

export const correctionExamples: readonly PageExample[] = [
  { path: '/corrections', at: async (context) => correction(context).then(() => '/corrections') },
  { path: '/corrections/new', at: async () => '/corrections/new?institutionId=FI001&accountId=1000000001' },
  {
    path: '/corrections/new',
    name: 'suspense',
    at: async () => '/corrections/new?institutionId=FI001&suspenseAccount=suspense:corrections&currencyCode=USD',
  },
  { path: '/corrections/$id', at: async (context) => `/corrections/${await correction(context)}` },
  {
    path: '/suspense',
    at: async (context) => correction(context).then(() => '/suspense?institutionId=FI001'),
  },
  { path: '/suspense', name: 'choose', at: async () => '/suspense' },
]
