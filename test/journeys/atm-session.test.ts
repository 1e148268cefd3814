// A typical terminal session: health, the card's accounts, balance, one withdrawal, and its reversal when the notes got
// stuck.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatUntilKnown } from '../../sdk/src/index.ts'
import { inquiry, lookup, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { approved, clientOf, fundsIn } from '../support/accounts/sdk-client.ts'
import { eachGateway } from '../support/gateways/running-gateway.ts'
import { until } from '../support/until.ts'

const CARD = '4000000000000010'

eachGateway('a session at a terminal', (running) => {
  test('withdraws from an account found by lookup, and reverses it when the notes are stuck', async () => {
    const client = clientOf(running.current)
    // On a busy machine a probe may time out.
    await until(async () => {
      const health = await client.eapiHealthCheck()
      assert.equal(health.status, 200)
      return health.body.status !== 'down'
    }, 'the gateway says that it is not down')

    const { accounts = [], head } = await approved(client.accountLookup(lookup(CARD)))
    assert.deepEqual(
      accounts.map(({ id, accountType }) => `${accountType} ${id}`),
      ['DDA 1000000001', 'SDA 1000000002', 'LOAN 1000000003'],
    )
    assert.equal(head.description, 'Sandbox request')
    const checking = accounts[0]?.id ?? ''

    const before = await approved(client.balanceInquiry(inquiry(checking, { pan: CARD })))
    assert.deepEqual(fundsIn(before.balances), [2500, 2500])

    const request = withdrawal(checking, 102.5, { pan: CARD, accessFee: 2.5 })
    const paid = await approved(client.debits({ ...request, cash: { amount: 100 } }))
    assert.deepEqual(fundsIn(paid.balances), [2397.5, 2397.5])
    assert.equal(paid.branch?.name, 'Main Street Branch')

    const reversed = await approved(client.debitsReverse(withdrawalReversal(request, { authId: paid.status.authId })))
    assert.deepEqual(fundsIn(reversed.balances), [2500, 2500])
    assert.notEqual(reversed.status.authId, paid.status.authId)

    const after = await approved(client.balanceInquiry(inquiry(checking)))
    assert.deepEqual(fundsIn(after.balances), [2500, 2500])
  })

  test('finds the accounts of a customer without a card', async () => {
    const { card: _, ...request } = lookup(CARD)
    const { accounts = [] } = await approved(
      clientOf(running.current).accountLookup({ ...request, customer: { id: 'CUST0002' } }),
    )
    assert.deepEqual(
      accounts.map(({ id }) => id),
      ['1000000004', '1000000005'],
    )
  })

  // One row per account whose answer is late or whose request is lost.
  for (const accountId of ['9000000504', '9000000505']) {
    test(`retries with the same RRN until the outcome is known, and has withdrawn once from ${accountId}`, async () => {
      const client = clientOf(running.current)
      const [first, second] = [withdrawal(accountId, 20), withdrawal(accountId, 20)]
      const statuses: number[] = []
      const attempt = async () => {
        const answer = await client.debits(first)
        statuses.push(answer.status)
        return answer
      }
      const known = await approved(repeatUntilKnown(attempt, { pauseMs: 1 }))
      assert.deepEqual(statuses, [504, 200])
      assert.deepEqual(fundsIn(known.balances), [99980, 99980])
      const next = await approved(repeatUntilKnown(() => client.debits(second), { pauseMs: 1 }))
      assert.deepEqual(fundsIn(next.balances), [99960, 99960])
    })
  }

  test("sees another terminal's withdrawal in the balance at once", async () => {
    const client = clientOf(running.current)
    const results = await Promise.all(
      Array.from({ length: 8 }, () => approved(client.debits(withdrawal('1000000002', 10)))),
    )
    const seen = results.map(({ balances }) => fundsIn(balances)[1]).sort((a, b) => b - a)
    assert.deepEqual(seen, [9990, 9980, 9970, 9960, 9950, 9940, 9930, 9920])
    assert.equal(new Set(results.map(({ status }) => status.authId)).size, 8)
  })
})
