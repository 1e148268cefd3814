import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import type { Sent } from '../../../channels/channel/channel.ts'
import type { DepositOrder, ReversalOrder } from '../../../channels/core/core.ts'
import type { Outcome } from '../../../channels/core/outcome.ts'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { ACCOUNT_OPERATIONS } from '../operations.ts'
import { CARD, CHECKING, INSTITUTION, SAVINGS, TERMINAL_REQUEST } from '../shapes/examples.ts'
import { APPROVED, openEdge } from './edge.fixture.ts'

const edge = openEdge()
after(() => edge.server.close())

let nextRrn = 260_115_100_000
beforeEach(() => {
  edge.bank.outcome = APPROVED
  edge.bank.orders.length = 0
})

const BALANCES = [
  { type: 'Available', amount: 2397.5, currencyCode: 'USD' },
  { type: 'Balance', amount: 2397.5, currencyCode: 'USD' },
]
const { branch: BRANCH } = APPROVED
const STATUS = { responseCode: '000', authId: 'K3M9QX' }
const BILLER = { institutionId: 'BILLER01', bin: '510000' }
const BENEFICIARY = { beneficiary: { institutionId: 'FI001' }, beneficiaryInstrument: SAVINGS }
const USD = { amount: 100, currencyCode: 'USD' }
const REVERSE = { reasonCode: 'R1', amount: 100 }

interface Money {
  readonly type: string
  readonly path: string
  /** The request's parts besides transaction, instrument and institution. */
  readonly sent: Record<string, unknown>
  /** The parts that are echoed. */
  readonly echoed: Record<string, unknown>
  /** The parts that an approval adds. */
  readonly added: Record<string, unknown>
}

const FLAT = { branch: BRANCH, balances: BALANCES }
const WITH_FEE = { ...USD, accessFee: 2.5 }
const TWO = {
  paymentInstrument: BALANCES,
  beneficiaryInstrument: [
    { type: 'Available', amount: 1, currencyCode: 'USD' },
    { type: 'Balance', amount: 2, currencyCode: 'USD' },
  ],
}
const CHECKS = { totAmount: '100.00', totDerivedAmount: '40', checkDetails: [{ amount: '100.0', checkNumber: '77' }] }
const money: readonly Money[] = [
  { type: 'CASHWITHDRAWAL', path: '/transactions/debits', sent: { amount: USD }, echoed: { amount: USD }, added: FLAT },
  {
    type: 'CASHWITHDRAWAL',
    path: '/transactions/debits',
    sent: { amount: WITH_FEE, cash: { amount: 97.5 } },
    echoed: { amount: WITH_FEE },
    added: FLAT,
  },
  {
    type: 'CASHWITHDRAWALREVERSAL',
    path: '/transactions/debits/reverse',
    sent: { amount: WITH_FEE, reverseInfo: REVERSE },
    echoed: { amount: WITH_FEE },
    added: { balances: BALANCES },
  },
  {
    type: 'CASHDEPOSIT',
    path: '/transactions/credits',
    sent: { amount: USD, cash: { amount: 100 } },
    echoed: { amount: USD },
    added: FLAT,
  },
  {
    type: 'CHECKDEPOSIT',
    path: '/transactions/credits',
    sent: { amount: USD, check: CHECKS },
    echoed: { amount: USD },
    added: FLAT,
  },
  {
    type: 'CASHCHECKDEPOSITREVERSAL',
    path: '/transactions/credits/reverse',
    sent: { amount: USD, reverseInfo: REVERSE },
    echoed: { amount: USD },
    added: { balances: BALANCES },
  },
  {
    type: 'TRANSFER',
    path: '/transactions/transfers',
    sent: { amount: USD, ...BENEFICIARY },
    echoed: { amount: USD, ...BENEFICIARY },
    added: { branch: BRANCH, balances: TWO },
  },
  {
    type: 'TRANSFERREVERSAL',
    path: '/transactions/transfers/reverse',
    sent: { amount: USD, ...BENEFICIARY, reverseInfo: REVERSE },
    echoed: { amount: USD },
    added: { balances: BALANCES },
  },
  {
    type: 'BILLPAYMENT',
    path: '/transactions/billpayments',
    sent: { amount: USD, biller: { ...BILLER, name: 'ignored' } },
    echoed: { amount: USD, biller: BILLER },
    added: FLAT,
  },
  {
    type: 'CARDLESSWITHDRAWAL',
    path: '/transactions/cardless',
    sent: { amount: USD },
    echoed: { amount: USD },
    added: FLAT,
  },
]

function requestOf({ type, sent }: Money, date?: string) {
  const rrn = String(nextRrn++)
  const card = type === 'CARDLESSWITHDRAWAL' ? {} : { card: CARD }
  const transaction = { rrn, type, ...(date === undefined ? {} : { date }) }
  return {
    ...TERMINAL_REQUEST,
    transaction,
    paymentInstrument: { ...CHECKING, ...card, extra: 1 },
    ...sent,
    unknown: 'x',
  }
}

function replySchemaOf(path: string) {
  const operation = ACCOUNT_OPERATIONS.find((candidate) => candidate.path === path)
  assert.ok(operation, path)
  return bodyValidator(operation.reply)
}

for (const one of money) {
  const title = `${one.type}${one.sent.cash === undefined ? '' : ' with cash'}`
  test(`${title}: an approval echoes the request, adds the bank's data, and contains no card number`, async () => {
    const request = requestOf(one)
    const { status, body, text } = await edge.post(one.path, request)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      transaction: { ...request.transaction, date: '20260115' },
      paymentInstrument: CHECKING,
      institution: INSTITUTION,
      ...one.echoed,
      ...one.added,
      status: STATUS,
    })
    assert.doesNotMatch(text, /4000000000000010/)
    replySchemaOf(one.path)(body)
  })

  test(`${title}: a decline has only the echo and the code`, async () => {
    edge.bank.outcome = { code: '110' }
    const request = requestOf(one)
    const { status, body } = await edge.post(one.path, request)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      transaction: request.transaction,
      paymentInstrument: CHECKING,
      institution: INSTITUTION,
      ...one.echoed,
      status: { responseCode: '110' },
    })
    replySchemaOf(one.path)(body)
  })

  test(`${title}: the date sent is echoed, also on a decline`, async () => {
    edge.bank.outcome = { code: '114' }
    const { body } = await edge.post(one.path, requestOf(one, '20240229'))
    assert.equal(body.transaction.date, '20240229')
  })
}

test('only a loan shows its payment due, with the date', async () => {
  const paymentDue = { amountMinor: 21_533n, dueDate: '20260201' }
  edge.bank.outcome = {
    ...APPROVED,
    balances: { currency: 'USD', availableMinor: 0n, balanceMinor: 745_000n, paymentDue },
  }
  const request = {
    ...TERMINAL_REQUEST,
    transaction: { rrn: '260115000002', type: 'BALANCEINQUIRY' },
    paymentInstrument: CHECKING,
  }
  const { body } = await edge.post('/accounts/balance', request)
  assert.deepEqual(body, {
    transaction: { rrn: '260115000002', type: 'BALANCEINQUIRY', date: '20260115' },
    paymentInstrument: CHECKING,
    institution: INSTITUTION,
    branch: BRANCH,
    balances: [
      { type: 'Available', amount: 0, currencyCode: 'USD' },
      { type: 'Balance', amount: 7450, currencyCode: 'USD' },
      { type: 'PaymentDue', amount: 215.33, currencyCode: 'USD', dueDate: '20260201' },
    ],
    status: STATUS,
  })
})

test('a lookup echoes head, transaction and institution, and lists the accounts', async () => {
  const accounts = [{ id: '1', accountType: 'DDA', txnCapability: '06', description: 'Checking' }]
  const transaction = { rrn: '260115000001', date: '20260115', type: 'ACCOUNTLOOKUP' }
  edge.bank.lookup = { code: '000', accounts }
  const listed = await edge.post('/accounts', { ...TERMINAL_REQUEST, transaction, card: CARD })
  const echoed = { head: TERMINAL_REQUEST.head, transaction, institution: INSTITUTION }
  assert.deepEqual(listed.body, { ...echoed, accounts, status: { responseCode: '000' } })
  edge.bank.lookup = { code: '118' }
  const declined = await edge.post('/accounts', { ...TERMINAL_REQUEST, transaction, customer: { id: 'CUST0001' } })
  assert.deepEqual(declined.body, { ...echoed, status: { responseCode: '118' } })
  assert.equal((edge.bank.asked.at(-1) as { customerId?: string }).customerId, 'CUST0001')
})

test("a transfer reversal without a currency shows the original's currency", async () => {
  const one = money.find(({ type }) => type === 'TRANSFERREVERSAL') as Money
  const { body } = await edge.post(one.path, { ...requestOf(one), amount: { amount: 100.5 } })
  assert.deepEqual(body.amount, { amount: 100.5, currencyCode: 'USD' })
  const order = edge.bank.orders.at(-1) as ReversalOrder
  assert.equal(order.currency, undefined)
  assert.equal(order.originalType, 'TRANSFER')
  assert.deepEqual(order.amountsIn('USD'), { originalMinor: 10_050n, reversedMinor: 10_000n })
  const inexact = order.amountsIn('JPY')
  assert.ok(inexact instanceof Problem)
  assert.equal(inexact.kind, 'invalid')
  assert.deepEqual(
    inexact.details.map(({ path }) => path),
    ['amount.amount'],
  )
})

test('a mixed deposit is split into cash, checks, and the part of them that is available', async () => {
  const one = money.find(({ type }) => type === 'CHECKDEPOSIT') as Money
  const sent = { amount: { amount: 150, currencyCode: 'USD' }, cash: { amount: 50 }, check: CHECKS }
  await edge.post(one.path, requestOf({ ...one, type: 'CASHCHECKDEPOSIT', sent }))
  const { cashMinor, checkMinor, checkAvailableMinor, amount } = edge.bank.orders.at(-1) as Sent<DepositOrder>
  assert.deepEqual([cashMinor, checkMinor, checkAvailableMinor, amount.minor], [5000n, 10_000n, 4000n, 15_000n])
})

// Equal content with one RRN has the same fingerprint; any relevant difference changes it.
const WITHDRAWAL = money[1] as Money
const REVERSAL = money[2] as Money
const identity: [title: string, one: Money, change: object, same: boolean][] = [
  [
    'head and device',
    WITHDRAWAL,
    { head: { description: 'other' }, deviceInfo: { ...TERMINAL_REQUEST.deviceInfo, terminalId: 'T2' } },
    true,
  ],
  ['cash left out', WITHDRAWAL, { cash: undefined }, true],
  ['a card left out', WITHDRAWAL, { paymentInstrument: CHECKING }, true],
  ['another account', WITHDRAWAL, { paymentInstrument: SAVINGS }, false],
  ['another amount', WITHDRAWAL, { amount: { ...WITH_FEE, amount: 101 }, cash: undefined }, false],
  ['another currency', WITHDRAWAL, { amount: { ...WITH_FEE, currencyCode: 'EUR' } }, false],
  ['another fee', WITHDRAWAL, { amount: { ...WITH_FEE, accessFee: 3 }, cash: undefined }, false],
  ['another reason', REVERSAL, { reverseInfo: { ...REVERSE, reasonCode: 'R2' } }, false],
  ['another part reversed', REVERSAL, { reverseInfo: { ...REVERSE, amount: 99 } }, false],
  ['an original named', REVERSAL, { reverseInfo: { ...REVERSE, originalRrn: '260115000003' } }, false],
]
for (const [title, one, change, same] of identity) {
  test(`${title} ${same ? 'leaves' : 'changes'} the fingerprint of a request`, async () => {
    const request = requestOf(one)
    const rrn = String(nextRrn++)
    await edge.post(one.path, request)
    const answer = await edge.post(one.path, { ...request, ...change, transaction: { ...request.transaction, rrn } })
    assert.equal(answer.status, 200, answer.text)
    const [first, second] = edge.bank.orders
    assert.equal(first?.fingerprint === second?.fingerprint, same)
  })
}

test('amounts are echoed unchanged, in currencies with zero, two and three decimals', async () => {
  for (const amount of [
    { amount: 500000, currencyCode: 'JPY' },
    { amount: 0.1, currencyCode: 'USD' },
    { amount: 1.005, currencyCode: 'KWD' },
  ]) {
    const { body } = await edge.post(WITHDRAWAL.path, requestOf({ ...WITHDRAWAL, sent: { amount } }))
    assert.deepEqual(body.amount, amount)
  }
})

test('an outcome is rendered once and stored: the text of the order is the text of the reply', async () => {
  const { text } = await edge.post(WITHDRAWAL.path, requestOf(WITHDRAWAL))
  const outcome: Outcome = APPROVED
  assert.equal(edge.bank.orders[0]?.render(outcome), text)
})
