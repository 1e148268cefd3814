// What the desk does beyond REST: accounts that a card stands for, and advices that are declined.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import { AccountDesk, type DeskRequest } from './account-desk.ts'
import { type Edge, openEdge } from './edge.fixture.ts'

const BODY = {
  head: { description: 'ISO 8583 0200' },
  deviceInfo: { terminalId: 'ATM00001', terminalLoc: '-', acceptorId: 'ACC_1' },
  institution: { id: 'FI001' },
  transaction: { rrn: '260115000003', type: 'CASHWITHDRAWAL' },
  paymentInstrument: { account: {}, card: { pan: '4000000000000010' } },
  amount: { amount: 20, currencyCode: 'USD' },
}
const REQUEST: DeskRequest = {
  operation: 'Debits',
  partnerId: 'PARTNER01',
  clientId: 'atm',
  ip: '127.0.0.1',
  body: BODY,
  sharesRrn: false,
  isAdvice: false,
  accountTypes: { account: '10' },
}
const NAMED = { ...BODY, paymentInstrument: { account: { id: '1000000001' } } }
const REVERSAL = {
  ...NAMED,
  transaction: { rrn: '260115000003', type: 'CASHWITHDRAWALREVERSAL' },
  reverseInfo: { reasonCode: 'SWITCH', amount: 20 },
}

describe('the desk for switches', () => {
  let edge: Edge
  let desk: AccountDesk
  let recorded: { accountId: string } | undefined
  let failure: Error | undefined
  const advised: object[] = []

  beforeEach(() => {
    edge = openEdge()
    recorded = undefined
    failure = undefined
    advised.length = 0
    const listed = (id: string, accountType: string) => ({ id, accountType, txnCapability: '06', description: '' })
    edge.bank.lookup = { code: '000', accounts: [listed('1000000001', 'DDA'), listed('1000000002', 'SDA')] }
    desk = new AccountDesk(edge.services, {
      clock: edge.clock,
      logger: pino({ level: 'silent' }),
      observer: { ofRoute: () => ({ completed() {} }) },
      tracer: undefined,
      recordedAccounts: async () => recorded,
      advices: {
        async record(one) {
          if (failure !== undefined) throw failure
          advised.push(one)
          return true
        },
      },
    })
  })

  test('chooses the account of a card by its type, and stays with the one that an order was recorded with', async () => {
    assert.equal((await desk.ask(REQUEST)).code, '000')
    assert.equal(edge.bank.orders[0]?.accountId, '1000000002')
    recorded = { accountId: '1000000009' }
    await desk.ask(REQUEST)
    assert.equal(edge.bank.orders[1]?.accountId, '1000000009')
    assert.equal(edge.bank.asked.length, 1)
  })

  test('places no order when the card has no such account, or is refused', async () => {
    assert.deepEqual((await desk.ask({ ...REQUEST, accountTypes: { account: '30' } })).code, '114')
    edge.bank.lookup = { code: '118' }
    assert.deepEqual((await desk.ask(REQUEST)).code, '118')
    assert.deepEqual(edge.bank.orders, [])
  })

  test('records what was advised and declined, a reversal under the RRN that it is known by', async () => {
    edge.bank.outcome = { code: '110' }
    const request = { ...REQUEST, accountTypes: undefined, body: NAMED }
    assert.equal((await desk.ask(request)).isException, false)
    const advice = { ...request, isAdvice: true }
    assert.equal((await desk.ask(advice)).isException, true)
    await desk.ask({ ...advice, operation: 'DebitsReverse', body: REVERSAL, sharesRrn: true })
    const order = { institutionId: 'FI001', partnerId: 'PARTNER01', rrn: '260115000003', code: '110' }
    const { rrn } = edge.bank.orders.at(-1) ?? {}
    assert.match(String(rrn), /^R[0-9A-Z]{11}$/)
    assert.deepEqual(advised, [order, { ...order, rrn }])
  })

  test('makes no exception of what the switch has declined itself', async () => {
    edge.bank.outcome = { code: '110' }
    const advice = { ...REQUEST, accountTypes: undefined, body: NAMED, isAdvice: true }
    const { code, isException } = await desk.ask({ ...advice, declinedWith: '110' })
    assert.deepEqual([code, isException, advised], ['110', false, []])
    assert.equal((await desk.ask({ ...advice, refusedWith: '110' })).isException, true)
  })

  test('gives no answer that acknowledges an advice when that could not be recorded', async () => {
    edge.bank.outcome = { code: '110' }
    failure = unavailable('the database is away')
    const { status, isException } = await desk.ask({ ...REQUEST, isAdvice: true })
    assert.deepEqual([status, isException], [503, false])
  })
})
