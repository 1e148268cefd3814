import assert from 'node:assert/strict'
import test from 'node:test'
import type { Capability, Directory } from '../../../../administration/institutions/directory.ts'
import type { BankAccount } from './bank-account.ts'
import { linkedAccountRules } from './linked-account-rules.ts'

const BOTH_WAYS = { transferFrom: true, transferTo: true } as Capability
const CAPABILITIES: Readonly<Record<string, Capability>> = {
  '05': BOTH_WAYS,
  '07': { ...BOTH_WAYS, transferFrom: false },
  '08': { ...BOTH_WAYS, transferTo: false },
}
const directory = {
  institution: (id: string) => (id === 'FI001' ? {} : undefined),
  accountType: (_institutionId: string, code: string) => (code === 'DDA' ? { isActive: true } : { isActive: false }),
  capability: (code: string) => CAPABILITIES[code],
} as unknown as Directory
const rules = linkedAccountRules(directory)

const ACCOUNT = {
  accountId: 'A1',
  currency: 'USD',
  balanceMinor: 1_000n,
  heldMinor: 100n,
  overdraftMinor: 50n,
  ceilingMinor: null,
  forcedMinor: 0n,
  accountType: 'DDA',
  status: 'OPEN',
  txnCapability: '05',
  riskFlag: null,
} as unknown as BankAccount

const ROWS: [title: string, account: Partial<BankAccount>, isValid: boolean, bookId?: string][] = [
  ['an open DDA', {}, true],
  ['a frozen one', { status: 'FROZEN' }, false],
  ['a dormant one', { status: 'DORMANT' }, false],
  ['a closed one', { status: 'CLOSED' }, false],
  ['one in another currency', { currency: 'EUR' }, false],
  ['one with a risk flag', { riskFlag: 'DO_NOT_HONOUR' }, false],
  ['one that only receives', { txnCapability: '07' }, false],
  ['one that only sends', { txnCapability: '08' }, false],
  ['one whose capability is gone', { txnCapability: '99' }, false],
  ['one of a type that is not active', { accountType: 'SDA' }, false],
  ['one of another type', { accountType: 'MMA' }, false],
  ['a holding of tokens', { accountType: 'TOKENS' }, false],
  ['a loan, whatever its type', { overdraftMinor: null, ceilingMinor: 0n }, false],
  ['a synthetic SDA: its book has no account types', { accountType: 'SDA' }, true, 'a-book-without-institution'],
  ['a synthetic MMA', { accountType: 'MMA' }, false, 'a-book-without-institution'],
]
for (const [title, fields, isValid, bookId = 'FI001'] of ROWS) {
  test(`${title} ${isValid ? 'can' : 'cannot'} be linked, debited and credited`, () => {
    const account = { ...ACCOUNT, ...fields }
    const answer = isValid ? undefined : 'linked-account-invalid'
    assert.equal(rules.check(account, 'USD', bookId), answer)
    assert.equal(rules.checkDebit(account, 'USD', 1n, bookId), answer)
    assert.equal(rules.checkCredit(account, 'USD', 1n, bookId), answer)
  })
}

test('a debit needs what is available, overdraft included; a credit must leave a balance that can be shown', () => {
  assert.equal(rules.checkDebit(ACCOUNT, 'USD', 950n, 'FI001'), undefined)
  assert.equal(rules.checkDebit(ACCOUNT, 'USD', 951n, 'FI001'), 'insufficient-linked-funds')
  assert.equal(rules.checkDebit({ ...ACCOUNT, status: 'FROZEN' }, 'USD', 951n, 'FI001'), 'linked-account-invalid')
  assert.equal(rules.checkCredit(ACCOUNT, 'USD', 10n ** 15n, 'FI001'), 'linked-account-invalid')
})
