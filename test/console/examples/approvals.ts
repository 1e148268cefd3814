// Changes that wait for a second person, alerts, and the status.

import { createOnboardingClient } from '../../../sdk/src/index.ts'
import { SECOND } from '../../support/console/console-browser.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

/** A list of another environment that the second administrator wants to shorten: that always waits. */
async function heldChange({ gateway }: Pick<ExampleContext, 'gateway'>): Promise<string> {
  const client = createOnboardingClient({ baseUrl: gateway.url })
  await client.signIn(SECOND)
  const { status, body } = await client.operations.createApplicationProperty({
    environment: 'uat',
    application: '*',
    key: 'four-eyes',
    value: '["CARDS:CREATE"]',
    valueType: 'JSON',
  })
  if (status !== 202) throw new Error(`the change does not wait: ${status}`)
  return body.data.changeRequestId
}

/** One of the rules that come with the schema. */
const CORE_IS_DOWN = '00000000-0000-7000-8000-0000000000a1'

let waiting: Promise<string> | undefined

export const approvalExamples: readonly PageExample[] = [
  { path: '/status' },
  { path: '/alerts' },
  { path: '/alerts/new' },
  { path: '/alerts/$id', at: async () => `/alerts/${CORE_IS_DOWN}` },
  { path: '/alerts/$id/edit', at: async () => `/alerts/${CORE_IS_DOWN}/edit` },
  {
    path: '/change-requests',
    async at(context) {
      waiting ??= heldChange(context)
      await waiting
      return '/change-requests'
    },
  },
  {
    path: '/notifications',
    async at(context) {
      waiting ??= heldChange(context)
      await waiting
      return '/notifications'
    },
  },
  {
    path: '/change-requests/$id',
    async at(context) {
      waiting ??= heldChange(context)
      return `/change-requests/${await waiting}`
    },
  },
]
