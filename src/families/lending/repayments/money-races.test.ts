// Two nodes change one loan at once: one wins, nothing is lost.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  createSandboxStore,
  type Gateway,
  type Store,
  startGateway,
} from '../../../../test/support/gateways/gateway.ts'
import { Lender } from '../../../../test/support/lending/lender.ts'

describe('two gateways that change one loan at once', () => {
  let store: Store
  let nodes: Gateway[] = []
  const lenders = [0, 1].map((i) => new Lender(() => nodes[i]?.url ?? ''))
  const [one, other] = lenders as [Lender, Lender]
  const MANUAL = { reason: 'by hand', operatorId: 'OP1' }

  before(async () => {
    store = await createSandboxStore('postgres')
    nodes = [await startGateway(store), await startGateway(store)]
  })

  after(async () => {
    for (const node of nodes) await node.stop()
    await store?.remove()
  })

  async function disbursed(): Promise<{ loanId: string; today: string }> {
    const { loanId, agreementDate } = await one.ok('POST /loans', {
      productCode: 'OPEN',
      principal: 1200,
      interestRate: 12,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Example' },
    })
    await one.ok(`POST /loans/${loanId}/disbursements`, { amount: 1200 })
    return { loanId, today: agreementDate }
  }

  test('of two settlements one pays, the other finds the loan closed', async () => {
    const { loanId } = await disbursed()
    const route = `POST /loans/${loanId}/repayments/prepayment`
    const answers = await Promise.all(lenders.map((lender) => lender.call(route, { settle: true })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const { balances, status } = await other.ok(`GET /loans/${loanId}`)
    assert.deepEqual([status, balances.principal, balances.overpayment], ['CLOSED', 0, 0])
  })

  test('two prepayments at once both count, on the balance that the other left', async () => {
    const { loanId } = await disbursed()
    const route = `POST /loans/${loanId}/repayments/prepayment`
    const answers = await Promise.all(lenders.map((lender, i) => lender.call(route, { amount: 300 + i })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const after = answers.map(({ body }) => body.balancesAfter.principal).sort((a, b) => a - b)
    assert.equal(after[0], 599)
    assert.ok(after[1] === 900 || after[1] === 899)
    assert.equal((await one.ok(`GET /loans/${loanId}`)).balances.principal, 599)
  })

  test('a repayment against the reversal of the one before leaves one of the two orders', async () => {
    const { loanId, today } = await disbursed()
    const { transactionId } = await one.ok(`POST /loans/${loanId}/repayments`, { amount: 400 })
    const [repaid, reversed] = await Promise.all([
      one.call(`POST /loans/${loanId}/repayments`, { amount: 150 }),
      other.call(`POST /loans/${loanId}/repayments/manual`, { ...MANUAL, valueDate: today, reversalOf: transactionId }),
    ])
    assert.deepEqual([repaid.status, reversed.status], [200, 200], `${repaid.text} ${reversed.text}`)
    assert.equal((await one.ok(`GET /loans/${loanId}`)).balances.principal, 1050)
  })

  test('a reversal asked for on both nodes happens once', async () => {
    const { loanId, today } = await disbursed()
    const { transactionId } = await one.ok(`POST /loans/${loanId}/repayments`, { amount: 400 })
    const route = `POST /loans/${loanId}/repayments/manual`
    const body = { ...MANUAL, valueDate: today, reversalOf: transactionId }
    const answers = await Promise.all(lenders.map((lender) => lender.call(route, body)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'ALREADY_REVERSED')
    assert.equal((await one.ok(`GET /loans/${loanId}`)).balances.principal, 1200)
  })

  test('one key on both nodes books once', async () => {
    const { loanId } = await disbursed()
    const key = { 'idempotency-key': 'on-both-nodes' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? one : other).call(`POST /loans/${loanId}/repayments`, { amount: 200 }, key),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    assert.equal((await one.ok(`GET /loans/${loanId}`)).balances.principal, 1000)
  })

  test('two tranches that together exceed what was approved: one is refused', async () => {
    const { loanId } = await one.ok('POST /loans', {
      productCode: 'OPEN',
      principal: 1000,
      interestRate: 12,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Example' },
    })
    const route = `POST /loans/${loanId}/disbursements`
    const answers = await Promise.all(lenders.map((lender) => lender.call(route, { amount: 600 })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })
})
