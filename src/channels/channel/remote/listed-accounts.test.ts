import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presented } from '../../../../test/support/bank/books.ts'
import { listedAccounts } from './listed-accounts.ts'

const at = presented({
  accountTypes: { '10': { code: 'DDA' }, '20': { code: 'SDA', isActive: false }, '99': undefined },
})

test("accounts of a remote core have the institution's types, and those of an inactive or unknown type are left out", () => {
  const account = (id: string, accountType: string) => ({ id, accountType, txnCapability: '06', description: 'x' })
  const accounts = [account('1', '10'), account('2', '20'), account('3', '99'), account('4', 'LOAN')]
  assert.deepEqual(listedAccounts(at, { code: '000', accounts }), {
    code: '000',
    accounts: [account('1', 'DDA'), account('4', 'LOAN')],
  })
})

test('a decline stays as it is', () => assert.deepEqual(listedAccounts(at, { code: '114' }), { code: '114' }))
