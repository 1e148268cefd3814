import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ListPage } from '../../platform/storage/statements/list-query.ts'
import { insertAccount } from '../accounts/account-records.ts'
import type { DigitalAccount } from '../accounts/digital-account.ts'
import type { Movement } from '../movements/movement.ts'
import { depositWith, redemptionWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import type { DigitalInstitution, Made } from '../parties/digital-institution.ts'
import type { DigitalUser } from '../parties/digital-user.ts'
import { insertInstitution } from '../parties/institution-records.ts'
import { insertUser } from '../parties/user-records.ts'
import { PlatformSearch } from './platform-search.ts'
import type { SearchFilters, SearchRequest } from './search-request.ts'
import { searchWords } from './search-words.ts'

const id = (n: number) => `01970000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const at = (minute: number) => new Date(Date.UTC(2026, 0, 15, 10, minute))
const made = (ref: string, minute: number): Made => ({
  ref,
  channelType: 'API',
  version: 1,
  createdAt: at(minute),
  updatedAt: at(minute),
})

const [ADA, BO] = ['ADA', 'BO']
const institution = (n: number, partnerId: string, more: Partial<DigitalInstitution>): DigitalInstitution => ({
  institutionId: id(n),
  bookId: id(n),
  partnerId,
  name: `Bank ${n}`,
  country: 'US',
  currencies: ['USD'],
  state: 'ACTIVE',
  made: made(`fi-${n}`, n),
  ...more,
})
const INSTITUTIONS = [
  institution(1, ADA, { name: 'Première Banque', currencies: ['EUR', 'USD'], bic: 'PREMFRPP' }),
  institution(2, ADA, { name: 'Second Bank', state: 'PENDING_REVIEW' }),
  institution(3, BO, { name: 'Third Bank', lei: '529900T8BM49AURSDO55', state: 'SUSPENDED' }),
  institution(4, BO, { name: 'Fourth Bank', state: 'OFFBOARDED' }),
  institution(5, BO, { name: 'Fifth Bank' }),
]

const user = (n: number, partnerId: string, more: Partial<DigitalUser>): DigitalUser => ({
  userId: id(n),
  institutionId: id(1),
  partnerId,
  type: 'INDIVIDUAL',
  state: 'ACTIVE',
  made: made(`user-${n}`, n),
  ...more,
})
const USERS = [
  user(11, ADA, { firstName: 'Renée', lastName: "O'Connor-Smith", externalId: 'crm:77' }),
  user(12, ADA, { type: 'BUSINESS', legalName: 'Smithson Ltd.', institutionId: id(2), state: 'SUSPENDED' }),
  user(13, BO, { firstName: 'Rene', lastName: 'Smith', institutionId: id(5) }),
]

const account = (n: number, partnerId: string, more: Partial<DigitalAccount>): DigitalAccount => ({
  bookId: id(1),
  accountId: id(n),
  institutionId: id(1),
  userId: id(11),
  partnerId,
  currency: 'USD',
  isDefault: false,
  linkedAccountId: `DDA-${n}`,
  state: 'ACTIVE',
  restrictions: [],
  made: made(`acct-${n}`, n),
  ...more,
})
const ACCOUNTS = [
  account(21, ADA, { label: 'Main null' }),
  account(22, ADA, { label: 'Savings', currency: 'EUR', state: 'FROZEN', restrictions: ['NO_DEBIT'] }),
  account(23, ADA, { label: 'Main savings', userId: id(12), institutionId: id(2) }),
  account(24, BO, { label: 'Main', userId: id(13), institutionId: id(5) }),
]

const movementAt = (minute: number, ref: string, partnerId = ADA) => ({
  movementId: id(minute + 100),
  ref,
  partnerId,
  bookId: id(1),
  issuerId: id(1),
  accountId: id(21),
  createdAt: at(minute),
  updatedAt: at(minute + 1),
})
const payee = { bookId: id(5), issuerId: id(5), accountId: id(24), partnerId: BO }
const MOVEMENTS: Movement[] = [
  depositWith({ ...movementAt(31, 'dep-Alpha.1'), state: 'ISSUED', linkedAccountId: 'LINK-9' }),
  depositWith({ ...movementAt(32, 'dep-beta'), state: 'FAILED', currency: 'EUR', accountId: id(22) }),
  redemptionWith({ ...movementAt(33, 'red-1'), state: 'COMPLETED' }),
  transferWith({ ...movementAt(34, 'secret-1'), state: 'RECEIVED', payee, endToEndId: 'E2E-1' }),
  transferWith({
    ...movementAt(35, 'secret-2'),
    state: 'COMMITTED',
    payee,
    endToEndId: 'E2E-2 Rent',
    beneficiaryName: 'Zoë',
  }),
  transferWith({ ...movementAt(36, 'secret-3'), state: 'REJECTED', payee, endToEndId: 'E2E-3' }),
  transferWith({
    ...movementAt(37, 'own-1'),
    state: 'RESERVED',
    payee: { ...payee, accountId: id(23), partnerId: ADA },
  }),
]

type Kind = 'institutions' | 'users' | 'accounts' | 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER'
type Row = [
  title: string,
  kind: Kind,
  asked: { text?: string; filters?: SearchFilters; partnerId?: string; page?: number; size?: number },
  found: number[],
  total?: number,
]

// What is found, newest first. Movements are named by the minute of their making.
const ROWS: Row[] = [
  ['own institutions in any state, and others that are active or suspended', 'institutions', {}, [5, 3, 2, 1]],
  ['an institution by its name, accents aside', 'institutions', { text: 'PREMIERE' }, [1]],
  ['an institution by the beginning of a BIC', 'institutions', { text: 'premf' }, [1]],
  ["another's institution by its LEI", 'institutions', { text: '529900t8' }, [3]],
  ["another's institution not by its reference", 'institutions', { text: 'fi-5' }, []],
  ['an own institution by its reference', 'institutions', { text: 'fi-2' }, [2]],
  ["another's institution not by the filter of its reference", 'institutions', { filters: { ref: 'fi-5' } }, []],
  ['an institution by ref', 'institutions', { filters: { ref: 'fi-2' } }, [2]],
  ['an institution by one of its currencies', 'institutions', { filters: { currency: 'EUR' } }, [1]],
  ['institutions by state, never what is hidden', 'institutions', { filters: { state: 'OFFBOARDED' } }, []],
  ['an institution by id', 'institutions', { filters: { id: id(5) } }, [5]],
  ['institutions by words, a page at a time', 'institutions', { text: 'bank', page: 2, size: 1 }, [3], 3],

  ['own users only', 'users', {}, [12, 11]],
  ['each word begins one of the words, in any order', 'users', { text: "smi o'con rene" }, [11]],
  ['a word begins several words', 'users', { text: 'smith' }, [12, 11]],
  ['a word inside another does not count', 'users', { text: 'mith' }, []],
  ['a user by a part of externalId', 'users', { text: 'crm:77' }, [11]],
  ['users of an institution', 'users', { filters: { institutionId: id(2) } }, [12]],
  ["users of another partner's institution", 'users', { filters: { institutionId: id(5) } }, []],
  ['users by words and filters', 'users', { text: 'smith', filters: { state: 'SUSPENDED' } }, [12]],
  ['a user by ref', 'users', { filters: { ref: 'user-11' } }, [11]],
  ["another's user by id", 'users', { filters: { id: id(13) } }, []],

  ['own accounts, newest first', 'accounts', {}, [23, 22, 21]],
  ['accounts by label', 'accounts', { text: 'main' }, [23, 21]],
  ['a label that reads null', 'accounts', { text: 'null' }, [21]],
  ['an account by its linked id', 'accounts', { text: 'dda-22' }, [22]],
  ['accounts of a user', 'accounts', { filters: { userId: id(12) } }, [23]],
  ['accounts by currency', 'accounts', { filters: { currency: 'EUR' } }, [22]],
  ['accounts by state', 'accounts', { filters: { state: 'ACTIVE' } }, [23, 21]],
  ['an account by ref', 'accounts', { filters: { ref: 'acct-22' } }, [22]],
  ['from inclusive, to exclusive', 'accounts', { filters: { createdFrom: at(21), createdTo: at(23) } }, [22, 21]],
  ['updated from inclusive', 'accounts', { filters: { updatedFrom: at(22) } }, [23, 22]],
  ['an id that is none', 'accounts', { filters: { id: 'x' } }, []],
  ['a page beyond the end', 'accounts', { page: 9 }, [], 3],
  ['the second page', 'accounts', { page: 2, size: 2 }, [21], 3],

  ['deposits', 'DEPOSIT', {}, [32, 31]],
  ['a deposit by words of its reference', 'DEPOSIT', { text: 'alpha dep' }, [31]],
  ['a deposit by its linked id', 'DEPOSIT', { text: 'link-9' }, [31]],
  ['deposits by account', 'DEPOSIT', { filters: { accountId: id(22) } }, [32]],
  ['deposits by currency and state', 'DEPOSIT', { filters: { currency: 'EUR', state: 'FAILED' } }, [32]],
  ['redemptions by institution', 'REDEMPTION', { filters: { institutionId: id(1) } }, [33]],
  ["another partner's deposits", 'DEPOSIT', { partnerId: BO }, []],

  ['transfers of the payer', 'TRANSFER', {}, [37, 36, 35, 34]],
  ['transfers by either side', 'TRANSFER', { filters: { accountId: id(24) } }, [36, 35, 34]],
  ['transfers by either institution', 'TRANSFER', { filters: { institutionId: id(5) } }, [37, 36, 35, 34]],
  ['a transfer to an account of the same partner once', 'TRANSFER', { filters: { accountId: id(23) } }, [37]],
  ['a transfer by ref', 'TRANSFER', { filters: { ref: 'secret-2' } }, [35]],
  ['transfers that the payee sees', 'TRANSFER', { partnerId: BO }, [35]],
  ['the payee finds by endToEndId', 'TRANSFER', { partnerId: BO, text: 'e2e-2 rent' }, [35]],
  ['the payee finds by the name of the beneficiary', 'TRANSFER', { partnerId: BO, text: 'zoe' }, [35]],
  ["the payee does not find by words of the payer's reference", 'TRANSFER', { partnerId: BO, text: 'secret' }, []],
  ["the payee does not find by the payer's reference", 'TRANSFER', { partnerId: BO, filters: { ref: 'secret-2' } }, []],
  ["the payee does not find by the payer's account", 'TRANSFER', { partnerId: BO, filters: { accountId: id(21) } }, []],
  [
    "the payee finds by the payer's institution",
    'TRANSFER',
    { partnerId: BO, filters: { institutionId: id(1) } },
    [35],
  ],
  ['the payee finds by its own account', 'TRANSFER', { partnerId: BO, filters: { accountId: id(24) } }, [35]],
  ['the payee does not see what is not reserved', 'TRANSFER', { partnerId: BO, filters: { state: 'RECEIVED' } }, []],
  ['a third partner', 'TRANSFER', { partnerId: 'CY' }, []],
]

onDatabase('platform search', (_engine, open) => {
  let database: Database
  let search: PlatformSearch
  before(async () => {
    database = (await open()).database
    search = new PlatformSearch(database)
    for (const one of INSTITUTIONS) await insertInstitution(database, one, 'test')
    for (const one of USERS) await insertUser(database, one, undefined, 'test')
    for (const one of ACCOUNTS) await insertAccount(database, one, 'test')
    for (const [type, resources] of [
      ['USER_ONBOARDING', USERS.map(({ userId, ...one }) => ({ ...one, resourceId: userId }))],
      ['DIGITAL_ASSET_ACCOUNT', ACCOUNTS.map(({ accountId, ...one }) => ({ ...one, resourceId: accountId }))],
    ] as const) {
      for (const { partnerId, resourceId, made: one } of resources) {
        await database.query('INSERT INTO digital_references VALUES ($1, $2, $3, $4, $5, $6)', [
          partnerId,
          type,
          one.ref,
          Buffer.alloc(1),
          resourceId,
          one.createdAt,
        ])
      }
    }
    await storeMovements(database, ...MOVEMENTS)
  })

  async function find(kind: Kind, { text, filters = {}, partnerId = ADA, page = 1, size = 10 }: Row[2]) {
    const request: SearchRequest = { partnerId, words: searchWords([text]), filters, page, size }
    if (kind === 'institutions' || kind === 'users' || kind === 'accounts') return search[kind](request)
    return search.movements(kind, request) as Promise<ListPage<Movement>>
  }

  describe('finds', () => {
    for (const [title, kind, asked, found, total = found.length] of ROWS) {
      test(title, async () => {
        const { items, total: told } = await find(kind, asked)
        assert.deepEqual(items.map(numberOf), found)
        assert.equal(told, total)
      })
    }
  })

  test('words that many resources have: the newest first, and a bounded total', async () => {
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                     state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
       SELECT 'B', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'MANY', 'USD', 'L' || n, 'ACTIVE',
              ARRAY['common', 'c' || n % 3, 'rare' || n / 5000], 'r' || n, 'API',
              timestamptz '2026-01-01' + n * interval '1 s', now(), 't', 't'
         FROM generate_series(1, 13000) AS n`,
    )
    const page = async (text: string, more: object = {}) => {
      const found = await find('accounts', { text, partnerId: 'MANY', size: 3, ...more })
      return [found.items.map((one) => (one as DigitalAccount).linkedAccountId).join(' '), found.total]
    }
    assert.deepEqual(await page('common'), ['L13000 L12999 L12998', 10_000])
    assert.deepEqual(await page('comm', { page: 4000 }), ['L1003 L1002 L1001', 12_001])
    assert.deepEqual(await page('common rare1'), ['L9999 L9998 L9997', 5_000])
    assert.deepEqual(await page('common c1 rare2'), ['L13000 L12997 L12994', 1_001])
    assert.deepEqual(await page('common', { filters: { state: 'CLOSED' } }), ['', 0])
    assert.deepEqual(await page('common', { filters: { currency: 'USD' } }), ['L13000 L12999 L12998', 10_000])
    assert.deepEqual(await page('common unknown'), ['', 0])
    assert.deepEqual(await page(''), ['L13000 L12999 L12998', 10_000])
  })
})

function numberOf(item: DigitalInstitution | DigitalUser | DigitalAccount | Movement): number {
  if ('movementId' in item) return lastOf(item.movementId) - 100
  if ('linkedAccountId' in item) return lastOf(item.accountId)
  return 'userId' in item ? lastOf(item.userId) : lastOf(item.institutionId)
}

const lastOf = (uuid: string) => Number.parseInt(uuid.slice(-6), 16)
