import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccountTypes, chooseAccounts, withAccounts } from './choose-accounts.ts'

const LISTED = [
  { id: 'D1', accountType: 'DDA' },
  { id: 'D2', accountType: 'DDA' },
  { id: 'S1', accountType: 'SDA' },
  { id: 'L1', accountType: 'LOAN' },
]
const OPEN = { transaction: {}, institution: {}, paymentInstrument: { account: {} } }

const CHOICES: [types: AccountTypes, listed: typeof LISTED, chosen: (string | undefined)[] | undefined][] = [
  [{ account: '00' }, LISTED, ['D1', undefined]],
  [{ account: '20' }, LISTED, ['D1', undefined]],
  [{ account: '10' }, LISTED, ['S1', undefined]],
  [{ account: '30' }, LISTED, undefined],
  [{ account: '00' }, LISTED.slice(3), undefined],
  [{ account: '10' }, LISTED.slice(0, 2), undefined],
  [{ account: '20', beneficiary: '10' }, LISTED, ['D1', 'S1']],
  [{ account: '20', beneficiary: '20' }, LISTED, ['D1', 'D2']],
  [{ account: '10', beneficiary: '10' }, LISTED, undefined],
]

for (const [types, listed, chosen] of CHOICES) {
  test(`${JSON.stringify(types)} of ${listed.map(({ id }) => id)} is ${chosen ?? 'none'}`, () => {
    const found = chooseAccounts(types, OPEN, listed)
    assert.deepEqual(found && [found.accountId, found.beneficiaryAccountId], chosen)
  })
}

test('an account that is named stays, and is not chosen a second time', () => {
  const body = {
    ...OPEN,
    paymentInstrument: { account: {} },
    beneficiaryInstrument: { account: { id: 'D1' } },
  }
  assert.equal(chooseAccounts({ account: '20' }, body, LISTED)?.accountId, 'D2')
  const filled = withAccounts(body, { accountId: 'D2', beneficiaryAccountId: 'S1' })
  assert.deepEqual([filled.paymentInstrument.account.id, filled.beneficiaryInstrument?.account.id], ['D2', 'D1'])
})
