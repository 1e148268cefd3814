import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { BalanceType } from '../../../administration/institutions/directory.ts'
import type { Outcome } from '../../../channels/core/outcome.ts'
import { financialText } from './outcome-echo.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('FI001'))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const body = fc.record({
  transaction: fc.record({ rrn: text, type: text, date: maybe(text) }),
  paymentInstrument: fc.record({ account: fc.record({ id: text }) }),
  institution: fc.record({ id: text }),
  amount: fc.record({ amount: number, currencyCode: maybe(text), accessFee: maybe(number) }),
})

const approval = fc.record({
  code: fc.constant('000'),
  authId: text,
  businessDate: text,
  branch: maybe(fc.record({ id: text, name: text, address: text, city: text })),
  balances: fc.record({
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    availableMinor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    balanceMinor: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    paymentDue: maybe(fc.record({ amountMinor: fc.bigInt({ min: 0n, max: 10n ** 15n }), dueDate: text })),
    returned: maybe(fc.subarray<BalanceType>(['Available', 'Balance', 'PaymentDue']).map((types) => new Set(types))),
  }),
})

// A reply is stored and repeated byte by byte, by whichever version answers.
test('a reply that is put together has the bytes of JSON.stringify', () => {
  const outcome = fc.oneof(approval, fc.record({ code: text })) as fc.Arbitrary<Outcome>
  fc.assert(
    fc.property(body, outcome, (sent, answered) => {
      // With an echo of its own, even an empty one, JSON.stringify writes it.
      assert.equal(financialText(sent as never, answered), financialText(sent as never, answered, { particular: {} }))
    }),
    { numRuns: 2_000 },
  )
})
