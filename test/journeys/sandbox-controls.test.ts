// The sandbox's controls: moving the clock forward, and resetting to day one.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createLendingClient } from '../../sdk/src/index.ts'
import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import { balancesOf, control, IVR } from '../support/accounts/account-services.ts'
import { checkDeposit, inquiry, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'
import { rounds } from '../support/runner/extent.ts'

/** The balances on day one, according to the contract. */
const DAY_ONE: Record<string, Record<string, number>> = {
  '1000000001': { Available: 2500, Balance: 2500 },
  '1000000002': { Available: 10000, Balance: 10000 },
  '1000000003': { Available: 0, Balance: 7450, PaymentDue: 215.33 },
  '1000000004': { Available: 40, Balance: 40 },
  '1000000006': { Available: 500000, Balance: 500000 },
  '1000000007': { Available: 1000, Balance: 1000 },
  '2000000001': { Available: 800, Balance: 800 },
  '9000000505': { Available: 100000, Balance: 100000 },
}

onGateway('the controls of the sandbox', (running, engine) => {
  const client = () => clientOf(running.current)
  const businessDate = async () =>
    (await approved(client().balanceInquiry(inquiry('1000000001')))).transaction.date ?? ''
  const assertDayOne = async () => {
    for (const [accountId, balances] of Object.entries(DAY_ONE)) {
      assert.deepEqual(await balancesOf(running.current, accountId), balances, accountId)
    }
  }
  const daysFrom = (from: string, to: string) => (epochOf(to) - epochOf(from)) / DAY_MS

  describe('from day one', () => {
    beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))

    test('a reset restores balances, limits, RRNs and the clock', async () => {
      const [request, day] = [withdrawal('1000000001', 100), await businessDate()]
      await approved(client().debits(request))
      await approved(client().debits(withdrawal('1000000002', 5000)))
      await approved(client().debits(withdrawal('1000000002', 4995)))
      await control(running.current, '/sandbox/clock', { advanceDays: 40 })
      assert.equal(daysFrom(day, await businessDate()), 40)

      await control(running.current, '/sandbox/reset', { samples: false })
      await assertDayOne()
      assert.ok(daysFrom(day, await businessDate()) <= 1)
      const again = await client().debits(request)
      assert.equal(again.headers.get('x-idempotent-replay'), null)
      await approved(client().debits(withdrawal('1000000002', 5000)))
      await approved(clientOf(running.current, IVR).balanceInquiry(inquiry('1000000001')))
    })

    test('a reset without samples leaves out loans and tokens, until the next one', async () => {
      assert.equal(await countLoans(running.current), 0)
      await running.restart()
      assert.equal(await countLoans(running.current), 0)
      await control(running.current, '/sandbox/reset')
      assert.ok((await countLoans(running.current)) > 5)
      await assertDayOne()
    })

    test('a new day resets the limits and keeps the balances', async () => {
      await approved(
        client()
          .debits(withdrawal('9000000505', 5))
          .then(() => client().debits(withdrawal('1000000002', 5000))),
      )
      await approved(client().debits(withdrawal('1000000002', 4000)))
      await answeredWith('121', client().debits(withdrawal('1000000002', 1005)))
      await control(running.current, '/sandbox/clock', { advanceDays: 1 })
      await answeredWith('110', client().debits(withdrawal('1000000002', 1005)))
      await approved(client().debits(withdrawal('1000000002', 1000)))
      assert.deepEqual(await balancesOf(running.current, '1000000002'), { Available: 0, Balance: 0 })
    })

    test('the clock moves to a date, stays there after a restart, and never goes back', async () => {
      const year = new Date().getUTCFullYear() + 1
      const { now } = (await control(running.current, '/sandbox/clock', { date: `${year}-03-01` })) as { now: string }
      assert.equal(now.slice(0, 10), `${year}-03-01`)
      assert.equal(await businessDate(), `${year}0301`)
      await running.restart()
      assert.equal(await businessDate(), `${year}0301`)
      await assert.rejects(control(running.current, '/sandbox/clock', { date: `${year}-02-01` }), /answered 400/)
    })

    // Ten years are closed in business-days.test.ts.
    test('a long step completes within one request, with every day closed and every hold released', async () => {
      const day = await businessDate()
      await approved(client().credits(checkDeposit('1000000004', 60, '0.00')))
      const days = rounds(400, 3_660)
      await control(running.current, '/sandbox/clock', { advanceDays: days })
      assert.equal(daysFrom(day, await businessDate()), days)
      assert.deepEqual(await balancesOf(running.current, '1000000004'), { Available: 100, Balance: 100 })
      await approved(client().debits(withdrawal('1000000004', 95)))
    })
  })

  const WRONG: unknown[] = [
    {},
    { advanceDays: 3_661 },
    { advanceDays: 0 },
    { advanceDays: -1 },
    { advanceDays: 1.5 },
    { advanceDays: '1' },
    { date: '2026-02-30' },
    { date: '20990101' },
    { date: 'tomorrow' },
    { advanceDays: 1, date: '2099-01-01' },
  ]
  // Rejected before the database is asked.
  for (const step of engine === 'postgres' ? WRONG : []) {
    test(`the clock rejects ${JSON.stringify(step)}`, async () => {
      const day = await businessDate()
      await assert.rejects(control(running.current, '/sandbox/clock', step), /answered 400/)
      assert.equal(await businessDate(), day)
    })
  }

  test('the credentials and the mailbox can be read', async () => {
    const read = async (path: string) => (await fetch(running.current.managementUrl + path)).json()
    const { clients } = (await read('/sandbox/credentials')) as { clients: { clientId: string }[] }
    assert.ok(clients.some(({ clientId }) => clientId === 'sandbox-atm'))
    assert.deepEqual(await read('/sandbox/mailbox?to=nobody@sandbox.example'), { mails: [] })
  })
})

function epochOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8)))
}

async function countLoans({ url }: Gateway): Promise<number> {
  const client = createLendingClient({
    baseUrl: url,
    partnerId: 'PARTNER01',
    credentials: { clientId: 'sandbox-lending', clientSecret: 'sandbox-lending-secret' },
  })
  const answer = await client.listLoans({})
  assert.equal(answer.status, 200)
  return (answer.body as { totalElements: number }).totalElements
}
