// Changes that wait for a second person.

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

let waiting: Promise<string> | undefined

export const approvalExamples: readonly PageExample[] = [
  {
    path: '/change-requests',
    async at(context) {
      waiting ??= heldChange(context)
      await waiting
      return '/change-requests'
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
