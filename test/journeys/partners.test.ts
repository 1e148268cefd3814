// What a partner may do: the operations and institutions granted to it, while its client is valid, up to its rate.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { requestOf } from '../spec/request-bodies.ts'
import { OPERATIONS } from '../spec/spec-tables.ts'
import {
  type Answer,
  ATM,
  type Credentials,
  EXPIRED,
  headersFor,
  IVR,
  post,
} from '../support/accounts/account-services.ts'
import { inquiry } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, clientOf } from '../support/accounts/sdk-client.ts'
import { onGateway, type RunningGateway } from '../support/gateways/running-gateway.ts'
import { until } from '../support/until.ts'

/** Granted to PARTNER02: preferences, lookup, balance, transfers and bill payments, for FI001 only. */
const GRANTED_TO_IVR = [
  ...['GetPreferences', 'AddPreferences', 'DeletePreferences', 'AccountLookup', 'BalanceInquiry'],
  ...['Transfers', 'TransfersReverse', 'BillPayments'],
]

onGateway('partners', (running, engine) => {
  for (const operation of OPERATIONS) {
    const isGranted = GRANTED_TO_IVR.includes(operation.id)
    test(`PARTNER01 may use ${operation.id}, PARTNER02 may ${isGranted ? 'too' : 'not'}`, async () => {
      for (const variant of operation.variants) {
        const ask = (as: Credentials) =>
          post(running.current, operation.path, requestOf(operation, variant), headersFor(as))
        assert.equal((await ask(ATM)).status, 200)
        const answer = await ask(IVR)
        assert.equal(answer.status, isGranted ? 200 : 403, answer.text)
        if (!isGranted) assert.equal(answer.code, '950')
      }
    })
  }

  for (const institutionId of ['FI002', 'FI003']) {
    test(`PARTNER02 may do nothing for ${institutionId}`, async () => {
      for (const operation of OPERATIONS) {
        const [variant] = operation.variants
        if (variant === undefined) continue
        const body = { ...requestOf(operation, variant), institution: { id: institutionId } }
        const answer = await post(running.current, operation.path, body, headersFor(IVR))
        assert.deepEqual([answer.status, answer.code], [403, '950'], answer.text)
      }
    })
  }

  test('an expired client may do nothing', async () => {
    const client = clientOf(running.current, EXPIRED)
    const answer = await client.balanceInquiry(inquiry('1000000001'))
    assert.equal(answer.status, 401)
    await answeredWith('000', clientOf(running.current).balanceInquiry(inquiry('1000000001')))
  })

  // Only PostgreSQL can be changed from outside while a gateway is running.
  if (engine === 'postgres') describe('changed while the gateway runs', () => changes(running))
})

function changes(running: RunningGateway): void {
  const ask = (as: Credentials, headers = headersFor(as)) =>
    post(running.current, '/accounts/balance', inquiry('1000000001'), headers)

  /** Asks until the status is as wished: a change made in the database reaches the gateway by its announcement. */
  const answeredBy = (status: number, ask: () => Promise<Answer>): Promise<Answer> =>
    until(async () => {
      const answer = await ask()
      return answer.status === status && answer
    }, `an answer with ${status}`)

  test('over its rate a partner gets 429 with Retry-After, and others do not', async () => {
    await change(running, "UPDATE partners SET rate_per_second = 1 WHERE partner_id = 'PARTNER02'")
    const limited = await answeredBy(429, () => ask(IVR))
    assert.match(limited.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(limited.body.error?.reason, 'Too Many Requests')
    assert.equal(limited.code, '950')
    assert.ok(limited.body.correlationId)
    for (let i = 0; i < 5; i++) assert.equal((await ask(ATM)).status, 200)

    await change(running, "UPDATE partners SET rate_per_second = NULL WHERE partner_id = 'PARTNER02'")
    const burst = () => Promise.all(Array.from({ length: 5 }, () => ask(IVR)))
    await until(async () => (await burst()).every(({ status }) => status === 200), 'the rate is lifted')
  })

  test('a disabled client is rejected', async () => {
    await change(running, "UPDATE clients SET is_active = false WHERE client_id = 'sandbox-ivr'")
    await answeredBy(401, () => ask(IVR))
    await change(running, "UPDATE clients SET is_active = true WHERE client_id = 'sandbox-ivr'")
    await answeredBy(200, () => ask(IVR))
  })

  test('with the client-id policy off, the partner id alone identifies the caller', async () => {
    const { client_id: _, client_secret: __, ...alone } = headersFor(IVR)
    assert.equal((await ask(IVR, alone as Record<string, string>)).status, 401)
    await change(running, "UPDATE partners SET client_id_policy = false WHERE partner_id = 'PARTNER02'")
    await answeredBy(200, () => ask(IVR, alone as Record<string, string>))
    const other = { ...alone, partnerId: ATM.partnerId } as Record<string, string>
    assert.equal((await ask(ATM, other)).status, 401)
  })
}

async function change(running: RunningGateway, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: running.store.env.DATABASE_URL })
  await client.connect()
  try {
    const { rowCount } = await client.query(statement)
    assert.equal(rowCount, 1)
  } finally {
    await client.end()
  }
}
