import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ISO87, ISO93 } from '../../iso8583/shipped-dialects.fixture.ts'
import type { AccountBalances } from '../outcome.ts'
import { keptAnswer, verdictOf } from './decode-answer.ts'

for (const dialect of [ISO87, ISO93]) {
  test(`${dialect.name}: of what may hold a secret only the branch and the due dates of DE 48 are kept`, () => {
    const told = 'branch=B1|Main|Street 1;pin=1234;due=20261201'
    const fields = { 4: '000000000100', 14: '2912', 38: 'H00001', 48: told, 60: 'secret', 62: 'secret', 127: 'secret' }
    assert.deepEqual(keptAnswer({ mti: '0210', fields }, dialect).fields, {
      4: '000000000100',
      38: 'H00001',
      48: 'branch=B1|Main|Street 1;due=20261201',
    })
    const without = keptAnswer({ mti: '0210', fields: { 48: 'pin=1234' } }, dialect)
    assert.deepEqual(without.fields, {})
  })
}

for (const dialect of [ISO87, ISO93]) {
  test(`${dialect.name}: balances are credits, debits and what is due, in their own currencies`, () => {
    const part = (amountType: string, sign: string, minor: number, currency = '840') => ({
      accountType: '10',
      amountType,
      currency,
      sign,
      amount: String(minor).padStart(12, '0'),
    })
    const read = (...amounts: ReturnType<typeof part>[]) => {
      const code = dialect.version === 1987 ? '00' : '000'
      const message = { mti: '0210', fields: { 39: code, 48: 'due=20261201', 54: amounts } }
      const verdict = verdictOf(message, dialect, { currency: 'USD' })
      assert.ok(verdict.kind === 'outcome' && 'balances' in verdict.outcome)
      const { balances, beneficiaryBalances } = verdict.outcome
      return [balances, beneficiaryBalances].map((each) => each && linesOf(each))
    }
    const linesOf = ({ currency, balanceMinor, availableMinor, paymentDue }: AccountBalances) =>
      [currency, balanceMinor, availableMinor, paymentDue?.amountMinor].join(' ')
    assert.deepEqual(read(part('01', 'C', 7_500), part('02', 'C', 5_000)), ['USD 7500 5000 ', undefined])
    assert.deepEqual(read(part('01', 'D', 7_500), part('02', 'C', 5_000)), ['USD -7500 5000 ', undefined])
    assert.deepEqual(read(part('01', 'C', 7_500), part('02', 'D', 5_000)), ['USD 7500 -5000 ', undefined])
    assert.deepEqual(read(part('01', 'D', 7_500), part('04', 'C', 900)), ['USD -7500 0 900', undefined])
    assert.deepEqual(read(part('01', 'C', 1), part('01', 'D', 2, '978')), ['USD 1 0 ', 'EUR -2 0 '])
  })
}
