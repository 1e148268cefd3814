// The SDK's client for a gateway under test, and assertions on its answers.

import assert from 'node:assert/strict'
import { type AccountsClient, createAccountsClient } from '../../../sdk/src/index.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { ATM, type Credentials } from './account-services.ts'
import { fetchOverCutover } from './fetch-over-cutover.ts'

export function clientOf(gateway: Gateway, credentials: Credentials = ATM): AccountsClient {
  return createAccountsClient({ baseUrl: gateway.url, ...credentials, fetch: fetchOverCutover })
}

interface Replied {
  readonly status: number
  readonly body: unknown
}

/** The body of a 200 answer. */
type BodyOf200<Answer extends Replied> = Extract<Answer, { status: 200 }>['body']

/** The body of an answer that must be an approval. */
export async function approved<Answer extends Replied>(call: Promise<Answer>): Promise<BodyOf200<Answer>> {
  return answeredWith('000', call)
}

/** The body of an answer that must be HTTP 200 with this response code. */
export async function answeredWith<Answer extends Replied>(
  code: string,
  call: Promise<Answer>,
): Promise<BodyOf200<Answer>> {
  const answer = await call
  const { status } = answer.body as { status?: { responseCode?: string } }
  assert.deepEqual([answer.status, status?.responseCode], [200, code], JSON.stringify(answer.body))
  return answer.body as BodyOf200<Answer>
}

interface Line {
  readonly type: string
  readonly amount: number
}

/** `Available` and `Balance` from a list of balances. */
export function fundsIn(balances: readonly Line[] | undefined): [available: number, balance: number] {
  const amountOf = (type: string) => balances?.find((line) => line.type === type)?.amount ?? Number.NaN
  return [amountOf('Available'), amountOf('Balance')]
}
