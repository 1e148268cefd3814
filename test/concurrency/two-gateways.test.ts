// Two gateways on one PostgreSQL, one of them with two workers: one posting per RRN and the same bytes from all.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, balancesOf, newRrn, post } from '../support/accounts/account-services.ts'
import { cashDeposit, transfer, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'

const [CHECKING, SAVINGS] = ['1000000001', '1000000002']
const HARBOR = { accountId: '2000000001', at: { institutionId: 'FI002', terminalId: 'ATM00101' } }

describe('two gateways on one database', () => {
  let store: Store
  let gateways: readonly [Gateway, Gateway]

  before(async () => {
    store = await createStore('postgres')
    // Started together on an empty database: migrations and seeding run once.
    gateways = await Promise.all([startGateway(store), startGateway(store, { WORKERS: '2' })])
  })

  after(async () => {
    await Promise.all(gateways?.map((gateway) => gateway.stop()) ?? [])
    await store.remove()
  })

  test('the same RRNs sent to both are posted once each and get the same answer', async () => {
    const before = await balance(CHECKING)
    const bodies = Array.from({ length: 100 }, () => cashDeposit(CHECKING, 1.25))
    const answers = await Promise.all(
      bodies.map((body) =>
        Promise.all([...gateways, ...gateways].map((gateway) => post(gateway, '/transactions/credits', body))),
      ),
    )
    for (const copies of answers) {
      assert.deepEqual(codes(copies), ['000', '000', '000', '000'])
      assert.equal(new Set(copies.map((answer) => answer.text)).size, 1)
      assert.equal(copies.filter((answer) => !answer.headers.has('x-idempotent-replay')).length, 1)
    }
    assert.equal(await balance(CHECKING), before + 125)
  })

  test('one gateway replays what the other has answered', async () => {
    const [here, there] = gateways
    const body = withdrawal(CHECKING, 20)
    const first = await post(here, '/transactions/debits', body)
    const again = await post(there, '/transactions/debits', body)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('x-idempotent-replay'), 'true')
  })

  test('an RRN with different content is a duplicate on either, also at the same time', async () => {
    const before = [await balance(CHECKING), await balance(SAVINGS)] as const
    let moved = [0, 0]
    for (let i = 0; i < 25; i++) {
      const rrn = newRrn()
      const bodies = [cashDeposit(CHECKING, 1, { rrn }), cashDeposit(SAVINGS, 3, { rrn })]
      const sent = gateways.map((gateway, at) => post(gateway, '/transactions/credits', bodies[(at + i) % 2]))
      const answers = await Promise.all(sent)
      assert.deepEqual(codes(answers).sort(), ['000', '913'])
      const won = (answers.findIndex((answer) => answer.code === '000') + i) % 2
      moved = won === 0 ? [moved[0]! + 1, moved[1]!] : [moved[0]!, moved[1]! + 3]
    }
    assert.deepEqual([await balance(CHECKING), await balance(SAVINGS)], [before[0] + moved[0]!, before[1] + moved[1]!])
  })

  test('withdrawals on both are approved until the money runs out', async () => {
    const { accountId, at } = HARBOR
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        post(gateways[i % 2] as Gateway, '/transactions/debits', withdrawal(accountId, 5, at)),
      ),
    )
    assert.deepEqual(codes(answers).sort(), [...Array(160).fill('000'), ...Array(140).fill('110')])
    assert.equal(await balance(accountId), 0)
  })

  test('opposite transfers on both do not deadlock', async () => {
    const before = [await balance(CHECKING), await balance(SAVINGS)]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const [from, to] = i % 2 === 0 ? [CHECKING, SAVINGS] : [SAVINGS, CHECKING]
        return post(gateways[i % 2] as Gateway, '/transactions/transfers', transfer(from, to, 2.5))
      }),
    )
    assert.deepEqual(new Set(answers.map(({ status, code }) => `${status} ${code}`)), new Set(['200 000']))
    assert.deepEqual([await balance(CHECKING), await balance(SAVINGS)], before)
  })

  test('authorization ids of both are distinct, and the books are correct', async () => {
    const verified = await runTillgate(store, ['verify'])
    assert.match(verified.output, /^the books are right/m)
  })

  async function balance(accountId: string): Promise<number> {
    return (await balancesOf(gateways[0], accountId)).Balance as number
  }
})

function codes(answers: readonly Answer[]): (string | undefined)[] {
  return answers.map((answer) => answer.code)
}
