// The operations of accounts and cards, while two nodes of the bank post on the same database.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { ChangeRequests } from '../../../src/administration/change-requests/change-requests.ts'
import { ChannelClient } from '../../../src/channels/channel/conformance/channel-client.ts'
import { ORDER_KINDS } from '../../../src/channels/channel/record/record-checks.ts'
import { ACCOUNT_OPERATIONS } from '../../../src/families/onboarding/daily/customers/account-resource.ts'
import { CARD_OPERATIONS } from '../../../src/families/onboarding/daily/customers/card-resource.ts'
import { CHANGE_REQUEST_OPERATIONS } from '../../../src/families/onboarding/people/change-requests/operations.ts'
import { CustomerAccounts } from '../../../src/oversight/customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../../../src/oversight/customers/cards/customer-cards.ts'
import { AccountEntries } from '../../../src/oversight/customers/entries/account-entries.ts'
import { EntryIndex } from '../../../src/oversight/customers/entries/entry-index.ts'
import { isCardNumber } from '../../../src/platform/kernel/identifiers/pan.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { type Bank, openBank, SANDBOX, secretBox, seedBank } from '../bank/bank.ts'
import { type Administration, openAdministration } from './administration.ts'

const NOW = { now: () => Date.parse('2026-03-10T14:00:00Z') }

const SAVINGS = {
  institutionId: 'FI001',
  accountId: '',
  customerId: 'CUST7',
  accountType: 'SDA',
  description: 'Savings',
  currencyCode: 'USD',
  branchId: '001',
}

/** Call it in the body of a suite: it opens the bank before the tests and closes it after them. */
export function customerDesk(open: () => Promise<{ readonly database: Database }>) {
  let database: Database
  let desk: Administration
  let banks: Bank[] = []
  let nodes: ChannelClient[] = []
  let entryIndex: EntryIndex
  let opened = 0
  let pans = 0
  /** Entries of the four-eyes list. */
  const waiting = new Set<string>()

  before(async () => {
    database = (await open()).database
    await seedBank(database, 40, NOW)
    banks = [await openBank(database, { clock: NOW }), await openBank(database, { clock: NOW })]
    const partners = [
      ['PARTNER01', 'PARTNER02'],
      ['PARTNER02', 'PARTNER01'],
    ] as const
    nodes = banks.map(({ channel }, i) => {
      const partnerIds = partners[i] as (typeof partners)[number]
      return new ChannelClient({ ...SANDBOX, newAccount: () => '', partnerIds, channel })
    })
    const parts = { database, clock: NOW, secretBox, environment: 'sandbox' } as const
    entryIndex = new EntryIndex(database)
    const operations = [...ACCOUNT_OPERATIONS, ...CARD_OPERATIONS, ...CHANGE_REQUEST_OPERATIONS]
    desk = await openAdministration(database, operations, {
      changeRequests: new ChangeRequests({ database, clock: NOW, secretBox }),
      fourEyes: {
        lists: (entries) => entries.some((entry) => waiting.has(entry)),
        reload: async () => {},
        close: () => {},
      },
      customerAccounts: new CustomerAccounts(parts),
      customerCards: new CustomerCards(parts),
      accountEntries: new AccountEntries({ database, secretBox, transactionKinds: ORDER_KINDS }),
    })
    desk.admit('teller', { scope: { institutionId: 'FI001' } })
    desk.admit('stranger', { scope: { institutionId: 'FI002' } })
    desk.admit('shop', {
      scope: { institutionId: 'FI001', subTenantId: '019b0000-0000-7000-8000-0000000000ff' },
    })
  })
  after(async () => {
    await desk?.close()
    for (const bank of banks) await bank.close()
  })

  const [first, second] = [() => nodes[0] as ChannelClient, () => nodes[1] as ChannelClient]
  const call = (request: string, body?: unknown) => desk.call('administrator', request, body)
  const ok = async (request: string, body?: unknown) => {
    const { status, data, message } = await call(request, body)
    assert.ok(status < 300, `${request}: ${message}`)
    return data
  }
  const refused = async (status: number, request: string, body?: unknown) => {
    const answer = await call(request, body)
    assert.equal(answer.status, status, `${request}: ${answer.message}`)
    return answer.message
  }
  /** A 409 says why in words: one code stands for all of them. */
  const conflict = async (why: RegExp, request: string, body?: unknown) => {
    const message = await refused(409, request, body)
    assert.match(message, /^B-REQ-009: /, request)
    assert.match(message, why, request)
    return message
  }
  const fresh = (more: object = {}): typeof SAVINGS & { accountId: string; riskFlag?: unknown } => ({
    ...SAVINGS,
    accountId: `70000000${String(++opened).padStart(2, '0')}`,
    ...more,
  })
  const openAccount = (more: object = {}) => ok('POST /accounts', fresh(more))
  /** With a check digit that fits. */
  const newPan = () => {
    const digits = `40000000000${1000 + pans++}`
    return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isCardNumber) ?? ''
  }
  const addCard = (more: object = {}) =>
    ok('POST /cards', {
      institutionId: 'FI001',
      pan: newPan(),
      customerId: 'CUST7',
      accountIds: ['1000000001'],
      ...more,
    })
  const found = async (path: '/accounts' | '/cards', filter: object) => (await ok(`POST ${path}/list`, filter)).content
  const accountOf = async (accountId: string) => (await found('/accounts', { search: accountId }))[0]
  const cardOf = async (pan: string) => (await found('/cards', { pan }))[0]
  const withCard = (pan: string) => ({ pan, panHash: secretBox.lookupHash(pan, 'pan') })
  return {
    get database() {
      return database
    },
    get desk() {
      return desk
    },
    get entryIndex() {
      return entryIndex
    },
    waiting,
    first,
    second,
    ok,
    refused,
    conflict,
    fresh,
    openAccount,
    newPan,
    addCard,
    found,
    accountOf,
    cardOf,
    withCard,
  }
}
