import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, card, presented, TODAY } from '../../../../test/support/bank/books.ts'
import { answerAccountLookup } from './account-lookup.ts'
import type { BankAccount } from './books/bank-account.ts'
import type { BankReading } from './books/bank-reading.ts'
import type { Card } from './books/card.ts'

function reading(accounts: readonly BankAccount[], cards: readonly Card[] = []): BankReading {
  return {
    businessDate: TODAY,
    account: (accountId) => accounts.find((one) => one.accountId === accountId),
    card: (panHash) => cards.find((one) => one.panHash === panHash),
    accountsOfCustomer: (customerId) => accounts.filter((one) => one.customerId === customerId),
  }
}

const ACCOUNTS = [
  account({ accountId: '5', accountType: 'CD' }),
  account({ accountId: '4', accountType: 'LOAN' }),
  account({ accountId: '3', accountType: 'SDA' }),
  account({ accountId: '2', accountType: 'DDA' }),
  account({ accountId: '1', accountType: 'MMA', status: 'FROZEN' }),
  account({ accountId: '0', accountType: 'DDA', status: 'CLOSED' }),
]

describe('an account lookup', () => {
  const withCard = presented({ pan: '4000000000000010', panHash: 'HASH' })

  function listed(accountIds: readonly string[]): string[] {
    const outcome = answerAccountLookup(asked(), withCard, reading(ACCOUNTS, [card({ accountIds })]))
    assert.ok('accounts' in outcome)
    return outcome.accounts.map((one) => one.id)
  }

  test('shows checking, savings, loan, then the others by number, whatever the order they are kept in', () => {
    assert.deepEqual(listed(['1', '2', '3', '4', '5']), ['2', '3', '4', '1', '5'])
    assert.deepEqual(listed(['5', '4', '3', '2', '1']), ['2', '3', '4', '1', '5'])
  })

  test('leaves out closed accounts and those that no longer exist', () => {
    assert.deepEqual(listed(['0', '2', '9']), ['2'])
  })

  test('leaves out accounts whose type is inactive or has no record', () => {
    const off = presented({ accountTypes: { DDA: { isActive: false }, SDA: undefined } })
    const lookup = { ...asked(), customerId: 'C1' }
    const outcome = answerAccountLookup(lookup, off, reading(ACCOUNTS))
    assert.ok('accounts' in outcome)
    assert.deepEqual(
      outcome.accounts.map((one) => one.id),
      ['4', '1', '5'],
    )
  })

  test('of a card without accounts is an empty list', () => {
    assert.deepEqual(listed([]), [])
  })

  test('shows the type and the capabilities of each account', () => {
    const outcome = answerAccountLookup(asked(), withCard, reading(ACCOUNTS, [card({ accountIds: ['2'] })]))
    assert.deepEqual(outcome, {
      code: '000',
      accounts: [{ id: '2', accountType: 'DDA', txnCapability: 'ALL', description: 'Checking' }],
    })
  })

  test('without a card goes by the customer', () => {
    const outcome = answerAccountLookup({ ...asked(), customerId: 'C1' }, presented(), reading(ACCOUNTS))
    assert.ok('accounts' in outcome)
    assert.equal(outcome.accounts.length, 5)
  })

  test('of a customer with nothing but closed accounts is an empty list, of an unknown one 114', () => {
    const closed = [account({ status: 'CLOSED' })]
    const lookup = (customerId: string) => answerAccountLookup({ ...asked(), customerId }, presented(), reading(closed))
    assert.deepEqual(lookup('C1'), { code: '000', accounts: [] })
    assert.deepEqual(lookup('NOBODY'), { code: '114' })
  })
})
