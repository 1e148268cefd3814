import assert from 'node:assert/strict'
import test from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { LinkedInquiry } from '../../tokens/movements/accounts/linked-accounts.ts'
import { FakeCore } from '../channel/remote/fake-core.fixture.ts'
import { type CoreOutcome, DECLINE, type DeclineCode } from './outcome.ts'
import { remoteLinkedAccounts } from './remote-linked-accounts.ts'

const INQUIRY = { bookId: 'FI001', partnerId: 'PARTNER01', accountId: 'AT-CORE', currency: 'USD' }
const ORDER = { ...INQUIRY, reference: '01970000-0000-7000-8000-1234567890ab', amountMinor: 2_500n } as const

function open(core: FakeCore) {
  return remoteLinkedAccounts(core, (institutionId) => (institutionId === 'FI001' ? '20261116' : '20261117'))
}

const BALANCES = { currency: 'USD', balanceMinor: 9_000n, availableMinor: 5_000n }
const BRANCH = { id: '001', name: 'Main', address: '1 Main' }
const APPROVED: CoreOutcome = { code: '000', branch: BRANCH, balances: BALANCES }

const INQUIRIES: [title: string, outcome: CoreOutcome, asked: Partial<LinkedInquiry>, answer: string | undefined][] = [
  ['one that shows its balance can be linked', APPROVED, {}, undefined],
  ['one with the money can be debited', APPROVED, { amountMinor: 5_000n }, undefined],
  ['what is available counts, not the balance', APPROVED, { amountMinor: 5_001n }, 'insufficient-linked-funds'],
  ['one in another currency cannot', APPROVED, { currency: 'EUR', amountMinor: 9_999n }, 'linked-account-invalid'],
  [
    'a loan cannot',
    { ...APPROVED, balances: { ...BALANCES, paymentDue: { amountMinor: 1n, dueDate: '20261201' } } },
    {},
    'linked-account-invalid',
  ],
  ...Object.values(DECLINE).map((code: DeclineCode): (typeof INQUIRIES)[number] => [
    `one that the core declines with ${code} cannot`,
    { code },
    { amountMinor: 1n },
    'linked-account-invalid',
  ]),
]
for (const [title, outcome, asked, answer] of INQUIRIES) {
  test(`a linked account at a remote core: ${title}`, async () => {
    const core = new FakeCore()
    core.inquireBalance = async () => outcome
    assert.equal(await open(core).inquire({ ...INQUIRY, ...asked }), answer)
  })
}

test('an inquiry names institution, partner and business date, and no card', async () => {
  const asked: { origin: { correlationId: string } }[] = []
  const core = new FakeCore()
  core.inquireBalance = async (inquiry) => {
    asked.push(inquiry as never)
    return APPROVED
  }
  await open(core).inquire(INQUIRY)
  await open(core).inquire(INQUIRY)
  assert.partialDeepStrictEqual(asked[0], {
    accountId: 'AT-CORE',
    origin: { institutionId: 'FI001', partnerId: 'PARTNER01', businessDate: '20261116' },
  })
  assert.equal('pan' in (asked[0] ?? {}), false)
  assert.notEqual(asked[0]?.origin.correlationId, asked[1]?.origin.correlationId)
})

test('a credit is a deposit, a debit a withdrawal without a card, both free of fees and under the reference', async () => {
  const core = new FakeCore()
  const linked = open(core)
  const { reference } = ORDER
  assert.deepEqual(await linked.move({ ...ORDER, direction: 'CREDIT' }), { moved: true })
  // Again under the same reference: the core executes it once.
  assert.deepEqual(await linked.move({ ...ORDER, direction: 'CREDIT' }), { moved: true })
  const debit = { ...ORDER, reference: reference.replace('12', '13'), direction: 'DEBIT' } as const
  assert.deepEqual(await linked.move(debit), { moved: true })
  const origin = { institutionId: 'FI001', partnerId: 'PARTNER01', businessDate: '20261116' }
  const amount = { minor: 2_500n, currency: 'USD' }
  assert.partialDeepStrictEqual(core.executed, [
    { kind: 'DEPOSIT', reference, accountId: 'AT-CORE', amount, cashMinor: 2_500n, checkMinor: 0n, origin },
    { kind: 'CARDLESS_WITHDRAWAL', reference: debit.reference, amount, accessFeeMinor: 0n, origin },
  ])
  assert.equal(core.executed.length, 2)
  assert.equal(core.executed[0]?.origin.rrn, '1234567890ab')
})

test('a core without the money says so; any other decline means that the account cannot be used', async () => {
  const core = new FakeCore()
  const tooMuch = { ...ORDER, direction: 'DEBIT', amountMinor: 100_001n } as const
  assert.deepEqual(await open(core).move(tooMuch), { moved: false, reason: 'insufficient-linked-funds' })
  core.execute = async () => ({ code: DECLINE.destinationNotUsable })
  const credit = { ...ORDER, direction: 'CREDIT' } as const
  assert.deepEqual(await open(core).move(credit), { moved: false, reason: 'linked-account-invalid' })
})

for (const [result, kind] of [
  ['refused', 'unavailable'],
  ['lost', 'timeout'],
  ['unanswered', 'timeout'],
] as const) {
  test(`an order whose outcome is not known (${result}) is no outcome`, async () => {
    const core = new FakeCore()
    core.nextResults = [result]
    await assert.rejects(
      open(core).move({ ...ORDER, direction: 'DEBIT' }),
      (error) => error instanceof Problem && error.kind === kind,
    )
  })
}
