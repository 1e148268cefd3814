import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { AccountState } from '../../accounts/digital-account.ts'
import { depositWith, redemptionWith, storeMovements } from '../movements.fixture.ts'
import { findRedemptionAccount, type RedemptionAccountQuery } from './redemption-account.ts'

const NOWHERE = '01970000-0000-7000-8000-00000000dead'

interface Held {
  readonly partnerId?: string
  readonly currency?: string
  readonly state?: AccountState
  readonly isDefault?: boolean
  readonly label?: string
}

function accountId(partner: string, number: number): string {
  return `01970000-0000-7000-8000-${partner.padStart(6, '0')}${number.toString(16).padStart(6, '0')}`
}

/** The accounts of each partner, whose ids end in their place in the list. */
const PARTNERS: Readonly<Record<string, readonly Held[]>> = {
  // Two accounts and a default.
  '1': [{}, { isDefault: true, state: 'FROZEN' }, { currency: 'EUR', label: 'euros' }],
  // One ACTIVE account; the default of before is closed.
  '2': [{ state: 'CLOSED', isDefault: true }, { state: 'FROZEN' }, { state: 'PROVISIONING' }, { label: 'the one' }],
  // Several ACTIVE ones.
  '3': [{ label: 'first' }, {}, { state: 'CLOSED' }, { currency: 'EUR' }],
  // None in the currency.
  '4': [{ currency: 'EUR' }, { state: 'FROZEN' }],
  // A default that is being provisioned.
  '5': [{}, { isDefault: true, state: 'PROVISIONING' }],
  // More than are listed.
  '6': Array.from({ length: 130 }, () => ({})),
}

const DEPOSIT = depositWith({ partnerId: '1', accountId: accountId('1', 0), ref: 'deposit-1', state: 'FAILED' })
const OF_ANOTHER = depositWith({ partnerId: '2', accountId: accountId('2', 3), ref: 'deposit-2' })
const REDEMPTION = redemptionWith({ partnerId: '1', accountId: accountId('1', 0), ref: 'redemption-1' })

const RESOLVED: readonly [string, Partial<RedemptionAccountQuery>, string, string][] = [
  ['the account that is named', { accountId: accountId('1', 0) }, accountId('1', 0), 'REQUEST'],
  [
    'the account that is named rather than that of the deposit',
    { accountId: accountId('1', 1), deposit: { id: DEPOSIT.movementId } },
    accountId('1', 1),
    'REQUEST',
  ],
  ['the account of the deposit, by id', { deposit: { id: DEPOSIT.movementId } }, accountId('1', 0), 'DEPOSIT'],
  ['the account of the deposit, by reference', { deposit: { ref: 'deposit-1' } }, accountId('1', 0), 'DEPOSIT'],
  [
    'the account of the deposit, by both',
    { deposit: { id: DEPOSIT.movementId, ref: 'deposit-1' } },
    accountId('1', 0),
    'DEPOSIT',
  ],
  [
    'the account of the deposit whatever its currency is',
    { deposit: { ref: 'deposit-1' }, currency: 'EUR' },
    accountId('1', 0),
    'DEPOSIT',
  ],
  ['the default, frozen or not', {}, accountId('1', 1), 'PARTNER_DEFAULT'],
  ['the default, although another is active', { partnerId: '5' }, accountId('5', 1), 'PARTNER_DEFAULT'],
  ['the only active one in the currency', { currency: 'EUR' }, accountId('1', 2), 'SOLE_ACCOUNT'],
  ['the only active one when the default is closed', { partnerId: '2' }, accountId('2', 3), 'SOLE_ACCOUNT'],
]

const REFUSED: readonly [string, Partial<RedemptionAccountQuery>, string][] = [
  ['an account that is not there', { accountId: NOWHERE }, 'account-not-found'],
  ['an account of another partner', { accountId: accountId('2', 3) }, 'account-not-found'],
  ['a deposit that is not there', { deposit: { id: NOWHERE } }, 'deposit-not-found'],
  ['an id that is none', { accountId: 'savings' }, 'account-not-found'],
  ['a deposit id that is none', { deposit: { id: 'deposit-1' } }, 'deposit-not-found'],
  ['a deposit of another partner', { deposit: { id: OF_ANOTHER.movementId } }, 'deposit-not-found'],
  ['a reference of another partner', { deposit: { ref: 'deposit-2' } }, 'deposit-not-found'],
  ['a redemption', { deposit: { id: REDEMPTION.movementId } }, 'deposit-not-found'],
  ['the reference of a redemption', { deposit: { ref: 'redemption-1' } }, 'deposit-not-found'],
  ['an id and another reference', { deposit: { id: DEPOSIT.movementId, ref: 'deposit-2' } }, 'deposit-not-found'],
  [
    'an unknown deposit beside a known account',
    { accountId: accountId('1', 0), deposit: { ref: 'none' } },
    'deposit-not-found',
  ],
  ['no active account in the currency', { partnerId: '4' }, 'redemption-account-unresolved'],
  ['a partner without accounts', { partnerId: '9' }, 'redemption-account-unresolved'],
  ['several active accounts', { partnerId: '3' }, 'redemption-account-ambiguous'],
  ['an unknown deposit before the token type', { deposit: { ref: 'none' }, tokenType: 'X' }, 'deposit-not-found'],
  [
    'the token type before an account that is not resolved',
    { partnerId: '9', tokenType: 'X' },
    'token-type-not-supported',
  ],
]

onDatabase('the account of a redemption', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    for (const [partnerId, accounts] of Object.entries(PARTNERS)) {
      for (const [number, held] of accounts.entries()) await store(partnerId, accountId(partnerId, number), held)
    }
    await storeMovements(database, DEPOSIT, OF_ANOTHER, REDEMPTION)
  })

  for (const [title, query, expected, resolvedBy] of RESOLVED) {
    test(`is ${title}`, async () => {
      const found = await findRedemptionAccount(database, { partnerId: '1', currency: 'USD', ...query })
      assert.deepEqual(found, { accountId: expected, resolvedBy })
    })
  }

  for (const [title, query, reason] of REFUSED) {
    test(`${title}: ${reason}`, async () => {
      assert.equal((await refusal(query)).reason, `tokens.${reason}`)
    })
  }

  test('is one of the candidates when there are several', async () => {
    assert.deepEqual((await refusal({ partnerId: '3' })).candidates, [
      { id: accountId('3', 0), label: 'first' },
      { id: accountId('3', 1) },
    ])
  })

  test('has at most a hundred candidates', async () => {
    assert.equal((await refusal({ partnerId: '6' })).candidates.length, 100)
  })

  async function refusal(query: Partial<RedemptionAccountQuery>): Promise<Problem> {
    const asked = findRedemptionAccount(database, { partnerId: '1', currency: 'USD', ...query })
    const problem = await asked.then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(problem instanceof Problem)
    return problem
  }

  async function store(partnerId: string, id: string, held: Held): Promise<void> {
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, label, is_default,
                                     linked_account_id, state, search_words, transaction_ref, channel_type, created_at,
                                     updated_at, created_by, updated_by)
       VALUES ('BANK-1', $1::uuid, $1::uuid, $1::uuid, $2, $3, $4, $5, 'DDA-1', $6, '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [id, partnerId, held.currency ?? 'USD', held.label ?? null, held.isDefault ?? false, held.state ?? 'ACTIVE'],
    )
  }
})
