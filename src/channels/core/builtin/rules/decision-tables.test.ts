// What decision tables answer, and the code that the built-in bank then declines with.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { account, asked, books, card, presented, TODAY } from '../../../../../test/support/bank/books.ts'
import {
  decideBillPayment,
  decideCashWithdrawal,
  decideDeposit,
  decideTransfer,
} from '../../../../../test/support/bank/decisions.ts'
import { rulesAnswering, type TableAnswers } from '../../../../../test/support/bank/rules.ts'
import type { WithdrawalLimits } from '../../../../administration/institutions/directory.ts'
import type { ChannelDecision } from '../../../channel/builtin/decide-order.ts'
import type { RiskFlag } from '../books/bank-account.ts'
import type { Usage } from '../books/usage.ts'

interface Situation {
  readonly limits?: WithdrawalLimits
  readonly maxAccessFeeMinor?: bigint
  readonly used?: Usage
  readonly usedByCard?: Usage
  readonly riskFlag?: RiskFlag
  readonly balanceMinor?: bigint
  readonly currency?: string
  readonly feeMinor?: bigint
}

const today = (minor: bigint, count: number): Usage => ({ date: TODAY, minor, count })

// A withdrawal of 100.00 with a fee of 2.50 from an account that holds 1000.00.
const WITHDRAWALS: [code: string, title: string, answers: TableAnswers, situation?: Situation][] = [
  [
    '000',
    'tables without a matching row',
    { limits: undefined, fees: undefined, velocity: undefined, fraud: undefined },
  ],
  ['000', 'just what one transaction may take', { limits: { perTransaction: 100 } }],
  ['121', 'one cent more', { limits: { perTransaction: 99.99 } }],
  ['121', 'decimals that the currency does not have are cut off', { limits: { perTransaction: 99.999 } }],
  ['000', 'just what the day allows', { limits: { perDay: 300 } }, { used: today(20_000n, 1) }],
  ['121', 'one cent more than the day allows', { limits: { perDay: 300 } }, { used: today(20_001n, 1) }],
  ['000', 'the last of the day', { limits: { countPerDay: 3 } }, { used: today(0n, 2) }],
  ['123', 'one too many', { limits: { countPerDay: 3 } }, { used: today(0n, 3) }],
  ['123', 'none at all', { limits: { countPerDay: 0 } }],
  ['121', 'the amount is looked at before the count', { limits: { perTransaction: 1, countPerDay: 0 } }],
  ['123', 'with a card, the card counts', { limits: { countPerDay: 1 } }, { usedByCard: today(0n, 1) }],
  ['000', 'and the account does not', { limits: { countPerDay: 1 } }, { used: today(0n, 9), usedByCard: today(0n, 0) }],
  [
    '121',
    'a wider limit does not widen the institution’s',
    { limits: { perTransaction: 1e9 } },
    { limits: { perTransactionMinor: 1n } },
  ],
  ['123', 'nor a higher count', { limits: { countPerDay: 99 } }, { limits: { countPerDay: 0 } }],
  ['121', 'of several rows the strictest counts', { limits: [{ perTransaction: 500 }, { perTransaction: 50 }, {}] }],
  ['121', 'amounts are in the order’s currency', { limits: { perTransaction: 99 } }, { currency: 'EUR' }],
  ['000', 'the day is counted in the base currency', { limits: { perDay: 1 } }, { currency: 'EUR' }],
  ['000', 'just the highest fee', { fees: { maxAccessFee: 2.5 } }],
  ['113', 'one cent more', { fees: { maxAccessFee: 2.49 } }],
  ['113', 'no fee is allowed', { fees: { maxAccessFee: 0 } }],
  ['000', 'a table adds no fee', { fees: { maxAccessFee: 0 } }, { feeMinor: 0n }],
  ['113', 'a higher cap does not raise the institution’s', { fees: { maxAccessFee: 99 } }, { maxAccessFeeMinor: 1n }],
  ['113', 'also in another currency', { fees: { maxAccessFee: 1 } }, { currency: 'EUR' }],
  ['102', 'velocity', { velocity: { decline: true } }],
  ['000', 'velocity that does not decline', { velocity: { decline: false, reason: 'watched' } }],
  ['100', 'fraud with 100', { fraud: { responseCode: 100 } }],
  ['102', 'fraud with 102, as text', { fraud: { responseCode: '102' } }],
  ['100', '100 comes before 102', { velocity: { decline: true }, fraud: { responseCode: 100 } }],
  ['100', 'whichever row says so', { fraud: [{ responseCode: 102 }, { responseCode: 100 }] }],
  ['100', 'before the flag of an account too', { fraud: { responseCode: 100 } }, { riskFlag: 'SUSPECTED_FRAUD' }],
  ['100', 'a flag is no weaker', { velocity: { decline: true } }, { riskFlag: 'DO_NOT_HONOUR' }],
  [
    '113',
    'the fee comes before velocity and fraud',
    { fees: { maxAccessFee: 0 }, fraud: { responseCode: 100 }, limits: { perTransaction: 0 } },
  ],
  [
    '102',
    'velocity comes before limits',
    { velocity: { decline: true }, limits: { perTransaction: 0 } },
    { limits: { perTransactionMinor: 0n } },
  ],
  ['121', 'limits come before funds', { limits: { perTransaction: 1 } }, { balanceMinor: 0n }],
  ['110', 'funds come last', { limits: { perTransaction: 100 } }, { balanceMinor: 0n }],
]

describe('decision tables for a withdrawal of 100.00', () => {
  for (const [code, title, answers, situation] of WITHDRAWALS) {
    test(`${code}: ${title}`, () => assert.equal(codeOf(withdraw(answers, situation)), code))
  }

  test('a table sees what was used today', () => {
    const seen: unknown[] = []
    withdraw(
      {
        velocity: ({ usedToday }) => {
          seen.push(usedToday)
          return undefined
        },
      },
      { usedByCard: today(12_345n, 4) },
    )
    assert.deepEqual(seen, [{ amount: 123.45, count: 4 }])
  })

  test('a table that fails refuses the order, and nothing is recorded', () => {
    const decision = withdraw({
      fraud: () => {
        throw new Error('a defect of the table')
      },
    })
    assert.equal(decision.kind, 'refuse')
    assert.equal(decision.kind === 'refuse' && decision.problem.kind, 'internal')
  })

  test('rules never approve what is declined without them, and change no code that comes before them', () => {
    const minor = fc.bigInt({ min: 0n, max: 30_000n })
    const count = fc.integer({ min: 0, max: 4 })
    const amount = fc.integer({ min: 0, max: 30_000 }).map((cents) => cents / 100)
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    fc.assert(
      fc.property(
        fc.record(
          {
            limits: fc.record(
              { perTransactionMinor: minor, perDayMinor: minor, countPerDay: count },
              { requiredKeys: [] },
            ),
            used: fc.tuple(minor, count).map(([used, times]) => today(used, times)),
            balanceMinor: minor,
            feeMinor: fc.bigInt({ min: 0n, max: 500n }),
            maxAccessFeeMinor: fc.bigInt({ min: 0n, max: 500n }),
            riskFlag: fc.constantFrom<RiskFlag[]>('DO_NOT_HONOUR', 'SUSPECTED_FRAUD'),
          },
          { requiredKeys: ['used', 'balanceMinor', 'feeMinor'] },
        ),
        fc.record({
          limits: maybe(
            fc.record({ perTransaction: amount, perDay: amount, countPerDay: count }, { requiredKeys: [] }),
          ),
          fees: maybe(fc.record({ maxAccessFee: amount })),
          velocity: maybe(fc.record({ decline: fc.boolean() })),
          fraud: maybe(fc.record({ responseCode: fc.constantFrom(100, 102) })),
        }),
        (situation, answers) => {
          const without = codeOf(withdraw({}, situation))
          const ruled = codeOf(withdraw(answers, situation))
          assert.ok(ORDER.indexOf(ruled) <= ORDER.indexOf(without), `${without} became ${ruled}`)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

/** The contract's order of what can happen here: a rule may only move an answer towards the front. */
const ORDER = ['113', '100', '102', '121', '123', '110', '000']

describe('decision tables for other orders', () => {
  const source = account()
  const other = account({ accountId: 'B' })
  const amount = { minor: 10_000n, currency: 'USD' }
  const biller = { billerId: 'POWER', bin: '510000', isActive: true }
  const ORDERS: [name: string, decide: (answers: TableAnswers) => ChannelDecision][] = [
    [
      'transfer',
      (answers) =>
        decideTransfer(
          { ...asked(), type: 'TRANSFER', amount, beneficiaryAccountId: 'B' },
          presented({ rules: rulesAnswering(answers) }),
          books({ accounts: [source, other] }),
        ),
    ],
    [
      'bill payment',
      (answers) =>
        decideBillPayment(
          { ...asked(), type: 'BILLPAYMENT', amount, billerId: 'POWER', billerBin: '510000' },
          presented({ rules: rulesAnswering(answers), billers: [biller] }),
          books({ accounts: [source] }),
        ),
    ],
    [
      'deposit',
      (answers) =>
        decideDeposit(
          { ...asked(), type: 'CASHDEPOSIT', amount, cashMinor: 10_000n, checkMinor: 0n, checkAvailableMinor: 0n },
          presented({ rules: rulesAnswering(answers) }),
          books({ accounts: [source] }),
        ),
    ],
  ]
  const CASES: [answers: TableAnswers, codes: Readonly<Record<string, string>>][] = [
    [{ velocity: { decline: true } }, { transfer: '102', 'bill payment': '102', deposit: '102' }],
    [{ fraud: { responseCode: 100 } }, { transfer: '100', 'bill payment': '100', deposit: '100' }],
    [{ limits: { perTransaction: 99 } }, { transfer: '121', 'bill payment': '121', deposit: '000' }],
    [{ limits: { perDay: 0, countPerDay: 0 } }, { transfer: '000', 'bill payment': '000', deposit: '000' }],
    [{ fees: { maxAccessFee: 0 } }, { transfer: '000', 'bill payment': '000', deposit: '000' }],
  ]
  for (const [answers, codes] of CASES) {
    for (const [name, decide] of ORDERS) {
      test(`${codes[name]}: ${name} with ${JSON.stringify(answers)}`, () => {
        assert.equal(codeOf(decide(answers)), codes[name])
      })
    }
  }
})

function withdraw(answers: TableAnswers, situation: Situation = {}): ChannelDecision {
  const { limits, maxAccessFeeMinor, used, usedByCard, riskFlag = null, currency = 'USD', feeMinor = 250n } = situation
  const held = account({
    currency,
    riskFlag,
    balanceMinor: situation.balanceMinor ?? 100_000n,
    ...(used && { usage: used }),
  })
  const shown = usedByCard && card({ usage: usedByCard })
  const at = presented({
    institution: { ...(limits && { limits }), ...(maxAccessFeeMinor !== undefined && { maxAccessFeeMinor }) },
    rules: rulesAnswering(answers),
    ...(shown && { pan: '4000000000000010', panHash: shown.panHash }),
  })
  const order = {
    ...asked(),
    type: 'CASHWITHDRAWAL',
    amount: { minor: 10_000n, currency },
    accessFeeMinor: feeMinor,
    ...(shown && { pan: '4000000000000010' }),
  }
  return decideCashWithdrawal(order, at, books({ accounts: [held], cards: shown ? [shown] : [] }))
}

function codeOf(decision: ChannelDecision): string {
  if (decision.kind === 'decline') return decision.code
  assert.equal(decision.kind, 'post')
  return '000'
}
