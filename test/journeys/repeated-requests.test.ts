// Retried requests: one posting and the same answer, whenever and however often they are sent.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import {
  type Answer,
  ATM,
  balancesOf,
  control,
  headersFor,
  IVR,
  newRrn,
  post,
} from '../support/accounts/account-services.ts'
import {
  billPayment,
  cardless,
  cashDeposit,
  checkDeposit,
  inquiry,
  transfer,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'

const DEBITS = '/transactions/debits'
const CREDITS = '/transactions/credits'

// One row per kind: its path, a request, and one with the same RRN and different content.
const KINDS: [path: string, request: () => object, other: (rrn: string) => object][] = [
  [DEBITS, () => withdrawal('1000000001', 20), (rrn) => withdrawal('1000000001', 25, { rrn })],
  [DEBITS, () => withdrawal('1000000001', 20), (rrn) => withdrawal('1000000002', 20, { rrn })],
  [DEBITS, () => withdrawal('1000000001', 20), (rrn) => withdrawal('1000000001', 20, { rrn, accessFee: 5 })],
  [DEBITS, () => withdrawal('1000000001', 20), (rrn) => withdrawal('1000000001', 20, { rrn, currencyCode: 'EUR' })],
  [CREDITS, () => cashDeposit('1000000001', 20), (rrn) => cashDeposit('1000000001', 30, { rrn })],
  // The same amount but different checks: their numbers, how they add up, and how much is available.
  [CREDITS, () => checks({ '000123': '20.00' }), (rrn) => checks({ '000124': '20.00' }, rrn)],
  [
    CREDITS,
    () => checks({ '000123': '12.00', '000124': '8.00' }),
    (rrn) => checks({ '000123': '11.00', '000124': '9.00' }, rrn),
  ],
  [CREDITS, () => checkDeposit('1000000001', 20, '5.00'), (rrn) => checkDeposit('1000000001', 20, '0.00', { rrn })],
  [
    '/transactions/transfers',
    () => transfer('1000000001', '1000000002', 20),
    (rrn) => transfer('1000000001', '1000000004', 20, { rrn }),
  ],
  [
    '/transactions/billpayments',
    () => billPayment('1000000001', 20),
    (rrn) => billPayment('1000000001', 20, { institutionId: 'BILLER02', bin: '510001' }, { rrn }),
  ],
  ['/transactions/cardless', () => cardless('1000000001', 20), (rrn) => cardless('1000000001', 40, { rrn })],
]

/** A deposit of 20.00 by checks with these numbers and amounts. */
function checks(amounts: Readonly<Record<string, string>>, rrn = newRrn()): object {
  const deposit = checkDeposit('1000000001', 20, '5.00', { rrn })
  const checkDetails = Object.entries(amounts).map(([checkNumber, amount]) => ({ amount, checkNumber }))
  return { ...deposit, check: { ...deposit.check, checkDetails } }
}

const rrnOf = (request: object) => (request as { transaction: { rrn: string } }).transaction.rrn

// What counts as different is decided before the database; PGlite takes the first row of each path.
const FIRST_OF_EACH_PATH = KINDS.filter((row) => row === KINDS.find(([path]) => path === row[0]))

onGateway('repeated requests', (running, engine) => {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))
  const send = (path: string, body: object, headers = headersFor()) => post(running.current, path, body, headers)
  const balance = async () => (await balancesOf(running.current, '1000000001')).Balance

  for (const [path, request, other] of engine === 'postgres' ? KINDS : FIRST_OF_EACH_PATH) {
    const sample = other(newRrn()) as { amount: object; paymentInstrument: object }
    test(`${path}: a retry gets the same answer, and ${JSON.stringify(sample.amount)} on ${JSON.stringify(sample.paymentInstrument)} is 913`, async () => {
      const body = request()
      const first = await send(path, body)
      assert.equal(first.code, '000', first.text)
      assert.equal(first.headers.get('x-idempotent-replay'), null)
      const after = await balance()
      assertReplay(await send(path, body), first)
      const changed = await send(path, other(rrnOf(body)))
      assert.deepEqual([changed.status, changed.code], [200, '913'])
      assertReplay(await send(path, body), first)
      assert.equal(await balance(), after)
    })
  }

  test('a retry after a restart gets the same bytes', async () => {
    const approvedRequest = withdrawal('1000000001', 20)
    const declinedRequest = withdrawal('1000000004', 45)
    const reversalRequest = withdrawalReversal(approvedRequest)
    const first = await send(DEBITS, approvedRequest)
    const declined = await send(DEBITS, declinedRequest)
    const reversed = await send(`${DEBITS}/reverse`, reversalRequest)
    assert.deepEqual([first.code, declined.code, reversed.code], ['000', '110', '000'])
    assert.equal(await running.restart(), 0)
    assertReplay(await send(DEBITS, approvedRequest), first)
    assertReplay(await send(DEBITS, declinedRequest), declined)
    assertReplay(await send(`${DEBITS}/reverse`, reversalRequest), reversed)
    assert.equal(await balance(), 2500)
  })

  test('twenty concurrent copies post once and get the same answer', async () => {
    const body = withdrawal('1000000001', 20)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(DEBITS, body)))
    assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1)
    assert.equal(answers[0]?.code, '000')
    assert.equal(answers.filter(({ headers }) => headers.get('x-idempotent-replay') === null).length, 1)
    assert.equal(await balance(), 2480)
  })

  test('head, device, card and headers are not compared', async () => {
    const body = withdrawal('1000000001', 20)
    const first = await send(DEBITS, body)
    const again = {
      ...body,
      head: { description: 'Another description', acquirerId: 'ACQ9' },
      deviceInfo: { ...body.deviceInfo, terminalLoc: 'Elsewhere' },
      cash: { amount: 20 },
    }
    assertReplay(await send(DEBITS, again, { ...headersFor(), 'x-correlation-id': randomUUID() }), first)
    assert.equal(await balance(), 2480)
  })

  test('RRNs of different partners and institutions are independent', async () => {
    const rrn = newRrn()
    const body = transfer('1000000001', '1000000002', 20, { rrn })
    const own = await send('/transactions/transfers', body, headersFor(ATM))
    const others = await send('/transactions/transfers', body, headersFor(IVR))
    const elsewhere = withdrawal('2000000001', 20, { rrn, institutionId: 'FI002', terminalId: 'ATM00101' })
    const harbor = await send(DEBITS, elsewhere)
    for (const answer of [own, others, harbor]) {
      assert.equal(answer.code, '000', answer.text)
      assert.equal(answer.headers.get('x-idempotent-replay'), null)
    }
    assert.equal(await balance(), 2460)
  })

  test('inquiries with the same RRN are answered afresh', async () => {
    const rrn = newRrn()
    const question = inquiry('1000000001', { rrn })
    const before = await send('/accounts/balance', question)
    await send(DEBITS, withdrawal('1000000001', 20))
    const after = await send('/accounts/balance', question)
    assert.equal(after.headers.get('x-idempotent-replay'), null)
    assert.deepEqual([before.body.balances?.[1]?.amount, after.body.balances?.[1]?.amount], [2500, 2480])
    // Nor does an inquiry use up the RRN for a transaction.
    assert.equal((await send(DEBITS, withdrawal('1000000001', 20, { rrn }))).code, '000')
  })
})

function assertReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status)
  assert.equal(answer.text, first.text)
  assert.equal(answer.headers.get('x-idempotent-replay'), 'true')
}
