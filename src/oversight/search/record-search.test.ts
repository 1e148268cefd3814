import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import { Grants } from '../../administration/access/principal/principal.ts'
import type { Directory } from '../../administration/institutions/directory.ts'
import { openDirectory } from '../../administration/institutions/directory-store.ts'
import { recordAccounts, recordCards } from '../../channels/core/builtin/books/customer-records.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { CustomerAccounts } from '../customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../customers/cards/customer-cards.ts'
import { Transactions } from '../transactions/transactions.ts'
import { RecordSearch } from './record-search.ts'
import { growRecords, recordId as id, PARTNERS, plansOf, SUB_TENANT, seedRecords } from './search-records.fixture.ts'
import type { SearchSource } from './search-source.ts'
import { searchSources } from './search-sources.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])

function searchOn(database: Database, directory: Pick<Directory, 'partner'>): RecordSearch {
  const customers = { database, clock: systemClock, secretBox, environment: 'sandbox' as const }
  const sources = searchSources({
    transactions: new Transactions({ database, secretBox }),
    customerAccounts: new CustomerAccounts(customers),
    customerCards: new CustomerCards(customers),
    secretBox,
  })
  return new RecordSearch({ database, directory, sources })
}

type Row = [title: string, text: string, found: string]

// By a user of the whole platform who may do everything. Found records are written `kind id`, ids by their last digits.
const ROWS: Row[] = [
  ['an institution by its id, in any letter case', 'fi001', 'INSTITUTION FI001'],
  ['an institution by the beginning of its words, accents aside', 'prem ban', 'INSTITUTION FI001'],
  ['no institution by the middle of a word', 'remiere', ''],
  ['a sub-tenant by its code', 'north', 'SUB_TENANT 1'],
  ['a terminal by its whole id, at every institution', 'ATM00001', 'TERMINAL FI001, TERMINAL FI002'],
  ['no terminal by the beginning of its id', 'ATM0000', ''],
  ['a biller by its name', 'water', 'BILLER FI001'],
  ['a partner by its id', 'lend1', 'PARTNER LEND1'],
  ['a partner by the id of a client, in any letter case', 'LEND1-Till', 'PARTNER LEND1'],
  ['no partner by the beginning of the id of a client', 'lend1-ti', ''],
  ['a user by mail address', 'zoe@bank.example', 'USER 21'],
  ['a user by first and last name in any order', 'sample zo', 'USER 21'],
  ['an account and a card by customer', 'CUST-8', 'ACCOUNT FI001, CARD FI001'],
  ['an account and a card by customer, in small letters', 'cust-8', 'ACCOUNT FI001, CARD FI001'],
  ['a terminal in small letters', 'atm00001', 'TERMINAL FI001, TERMINAL FI002'],
  ['an account by its whole id', '1000000777', 'ACCOUNT FI001'],
  ['no account by the beginning of its id', '100000077', ''],
  ['a card and its account by PAN, with blanks or without', '4000 0000 0000 0002', 'ACCOUNT FI001, CARD FI001'],
  ['transactions by RRN, whichever partner sent them', '601500000001', 'TRANSACTION 31, TRANSACTION 32'],
  ['a transaction by authorization id, in any letter case', 'abc123', 'TRANSACTION 31'],
  ['a transaction by id', id(32), 'TRANSACTION 32'],
  ['a loan and its application by the name of the applicant', 'lovelace ad', 'LOAN 41, LOAN_APPLICATION 51'],
  ['a loan by id', id(41), 'LOAN 41'],
  ['a loan by customer', 'CUST-7', 'LOAN 41'],
  ['a loan by customer, in small letters', 'cust-7', 'LOAN 41'],
  ['a loan by the account that is shown', 'L0000000001', 'LOAN 41'],
  ['a loan and an application by reference', 'REF-9', 'LOAN 41, LOAN_APPLICATION 51'],
  ['an offer by id', id(61), 'LOAN_OFFER 61'],
  ['a digital institution by BIC', 'premfrpp', 'DIGITAL_INSTITUTION 71'],
  ['a digital user by words', 'token holder', 'DIGITAL_USER 81'],
  ['a digital user by the four longest of many words', 'xy toke z token hold holder', 'DIGITAL_USER 81'],
  ['a digital account by id', id(91), 'DIGITAL_ACCOUNT 91'],
  ['token movements by reference', 'dep-alpha', 'TOKEN_DEPOSIT 101, TOKEN_TRANSFER 102'],
  ['signs of the query language as text', "o'x & !*:", ''],
  ['nothing by blanks and signs', '---', ''],
]

onDatabase('search of administration', (engine, open) => {
  let database: Database
  let search: RecordSearch

  before(async () => {
    database = (await open()).database
    await seedRecords(database, secretBox)
    const directory = await openDirectory({ database, environment: 'sandbox' })
    search = searchOn(database, directory)
  })

  async function find(text: string, scope: Scope = {}, grants = Grants.all()) {
    const found = await search.find({ userId: 'u', grants, scope }, text)
    return found.map(({ kind, id: of, institutionId, partnerId }) =>
      of.startsWith('01970000')
        ? `${kind} ${Number.parseInt(of.slice(-12), 16)}`
        : `${kind} ${institutionId ?? partnerId}`,
    )
  }

  describe('finds', () => {
    for (const [title, text, found] of ROWS)
      test(title, async () => assert.equal((await find(text)).toSorted().join(', '), found))
  })

  const SCOPED: [title: string, text: string, scope: Scope, found: string][] = [
    ['no other institution', 'FI001', { institutionId: 'FI002' }, ''],
    ['the own terminal only', 'ATM00001', { institutionId: 'FI002' }, 'TERMINAL FI002'],
    ['the own transaction only', '601500000001', { institutionId: 'FI002' }, 'TRANSACTION 32'],
    ['no loan of a partner that works for others too', 'lovelace', { institutionId: 'FI002' }, ''],
    ['the loan of a partner that works for it alone', 'hopper', { institutionId: 'FI001' }, 'LOAN 42'],
    ['of a sub-tenant its terminal', 'ATM00001', { institutionId: 'FI001', subTenantId: SUB_TENANT }, 'TERMINAL FI001'],
    ['of a sub-tenant no institution', 'FI001', { institutionId: 'FI001', subTenantId: SUB_TENANT }, ''],
    ['of a sub-tenant no loan', 'hopper', { institutionId: 'FI001', subTenantId: SUB_TENANT }, ''],
    ['of a sub-tenant no token movement', 'dep-alpha', { institutionId: 'FI001', subTenantId: SUB_TENANT }, ''],
  ]
  describe('a user of an institution finds', () => {
    for (const [title, text, scope, found] of SCOPED)
      test(title, async () => assert.equal((await find(text, scope)).join(', '), found))
  })

  // FI001 has a partner of its own, so that every source asks, and shares LEND1 with another institution.
  const OF_SHARED_PARTNER: [title: string, text: string][] = [
    ['a loan by id', id(41)],
    ['a loan by account', 'L0000000001'],
    ['a loan by customer', 'CUST-7'],
    ['a loan and an application by reference', 'REF-9'],
    ['a loan and an application by name', 'lovelace ad'],
    ['an application by id', id(51)],
    ['an offer by id', id(61)],
    ['a digital institution by id', id(71)],
    ['a digital institution by BIC', 'premfrpp'],
    ['a digital institution by name', 'digital house'],
    ['a digital user by id', id(81)],
    ['a digital user by words', 'token holder'],
    ['a digital account by id', id(91)],
    ['a digital account by words', 'dda'],
    ['a token movement by id', id(101)],
    ['token movements by reference', 'dep-alpha'],
  ]
  describe('what a partner of several institutions owns is found by the platform alone', () => {
    for (const [title, text] of OF_SHARED_PARTNER) {
      test(title, async () => {
        assert.deepEqual(await find(text, { institutionId: 'FI001' }), [])
        assert.notDeepEqual(await find(text), [])
      })
    }
  })

  test('an account by its whole id at every institution, although ids of customers begin with it', async () => {
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability,
                             branch_id)
       SELECT institution_id, account_id, customer_id, 'DDA', 'Everyday', 'USD', 'OPEN', '06', '001'
         FROM (VALUES ('FI001', '5000', 'C1'), ('FI002', '5000', 'C2'), ('FI001', '4000', '50001'))
           AS n (institution_id, account_id, customer_id)`,
    )
    await recordAccounts(database, [
      { institutionId: 'FI001', accountId: '5000' },
      { institutionId: 'FI002', accountId: '5000' },
      { institutionId: 'FI001', accountId: '4000' },
    ])
    assert.deepEqual(await find('5000'), ['ACCOUNT FI001', 'ACCOUNT FI002'])
    assert.deepEqual(await find('5000', { institutionId: 'FI002' }), ['ACCOUNT FI002'])
  })

  test('the cards of a customer whose id looks like a PAN', async () => {
    await database.query(
      `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, account_ids, status)
       VALUES ('FI001', 'of-number', '', '400000******0010', '600000000042', '{1000000777}', 'ACTIVE')`,
    )
    await recordCards(database, [{ institutionId: 'FI001', panHash: 'of-number' }])
    assert.deepEqual(await find('600000000042'), ['CARD FI001'])
  })

  test('a loan, an application and token movements by a reference that is a UUID', async () => {
    const uuid = 'e3b0c442-98fc-4c14-9afb-f4c8996fb924'
    const refer = async (from: string, to: string) => {
      for (const table of ['loans', 'loan_applications'])
        await database.query(`UPDATE ${table} SET external_reference = $2 WHERE external_reference = $1`, [from, to])
    }
    const referMovement = async (ref: string) => {
      for (const table of ['token_movements', 'token_movement_homes'])
        await database.query(`UPDATE ${table} SET ref = $1 WHERE movement_id = $2`, [ref, id(101)])
    }
    await refer('REF-9', uuid)
    await referMovement(uuid)
    assert.deepEqual((await find(uuid)).toSorted(), ['LOAN 41', 'LOAN_APPLICATION 51', 'TOKEN_DEPOSIT 101'])
    await refer(uuid, 'REF-9')
    await referMovement('dep-alpha')
  })

  test('only what the role lets the user open', async () => {
    const grants = Grants.of([{ moduleId: 'LOAN_SERVICING', actionId: 'VIEW' }])
    assert.deepEqual(await find('lovelace', {}, grants), ['LOAN 41'])
    const none = Grants.of([{ moduleId: 'LOAN_SERVICING', actionId: 'UPDATE' }])
    assert.deepEqual(await find('lovelace', {}, none), [])
  })

  test('a loan of a partner that is switched off is not found', async () => {
    await database.query(`UPDATE partners SET is_active = false WHERE partner_id = 'LEND1'`)
    const directory = await openDirectory({ database, environment: 'sandbox' })
    const other = searchOn(database, directory)
    assert.deepEqual(await other.find({ userId: 'u', grants: Grants.all(), scope: {} }, 'CUST-7'), [])
    await database.query(`UPDATE partners SET is_active = true WHERE partner_id = 'LEND1'`)
    directory.close()
  })

  test('the title of a card has no whole PAN', async () => {
    const found = await search.find({ userId: 'u', grants: Grants.all(), scope: {} }, '4000000000000002')
    assert.ok(found.length > 0)
    assert.doesNotMatch(JSON.stringify(found), /4000000000000002/)
  })

  test('at most five of a kind', async () => {
    await database.query(
      `INSERT INTO billers (institution_id, biller_id, bin, name)
       SELECT 'FI002', 'MANY' || n, '400000', 'Manifold ' || n FROM generate_series(1, 9) AS n`,
    )
    assert.equal((await find('manifold')).length, 5)
  })

  test('users take turns, two searches at a time', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const source: SearchSource = {
      name: 'SLOW',
      module: 'USERS',
      async find(_sql, { text }) {
        begun.push(text)
        await new Promise<void>((resolve) => ends.push(resolve))
        return []
      },
    }
    const slow = new RecordSearch({ database, directory: { partner: () => undefined }, sources: [source] })
    const ask = (userId: string, text: string) => slow.find({ userId, grants: Grants.all(), scope: {} }, text)
    const asked = [...['one', 'two', 'three', 'four'].map((text) => ask('busy', text)), ask('other', 'mine')]
    await until(() => begun.length >= 2, 'two searches begin')
    for (let ended = 0; ended < asked.length; ended++) {
      await until(() => ends.length > ended, 'another search begins')
      assert.ok(begun.length - ended <= 2)
      ends[ended]?.()
    }
    await Promise.all(asked)
    assert.ok(begun.indexOf('mine') < begun.indexOf('four'), begun.join())
  })

  if (engine === 'postgres')
    test('no statement reads a large table from end to end', async () => {
      await growRecords(database)
      const large =
        /Seq Scan on (transactions|accounts|cards|account_records|card_records|loans|loan_applications|loan_offers|terminals|token_movements|digital_words|digital_users|digital_accounts)\b/
      for (const text of [
        '601500000001',
        'ABC123',
        id(41),
        'lovelace ad',
        'CUST-7',
        'ATM00001',
        'dep-alpha',
        'token hold',
      ]) {
        const directory = { partner: (partnerId: string) => PARTNERS.find((one) => one.partnerId === partnerId) }
        const plans = await plansOf(database, (recording) =>
          searchOn(recording, directory).find({ userId: 'u', grants: Grants.all(), scope: {} }, text),
        )
        for (const plan of plans) assert.doesNotMatch(plan, large, `${text}: ${plan}`)
        assert.ok(plans.length > 8, text)
      }
    })
})
