// Accounts and cards over HTTP, while two nodes of the bank post on the same database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Bank, openBank, SANDBOX, secretBox, seedBank } from '../../../../test/support/bank/bank.ts'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../test/support/onboarding/administration.ts'
import { Desk } from '../../../channel/conformance/desk.ts'
import { ORDER_KINDS } from '../../../channel/record/record-checks.ts'
import { CustomerAccounts } from '../../../customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../../../customers/cards/customer-cards.ts'
import { AccountEntries } from '../../../customers/entries/account-entries.ts'
import { EntryIndex } from '../../../customers/entries/entry-index.ts'
import { isCardNumber } from '../../../kernel/pan.ts'
import type { Database } from '../../../storage/database.ts'
import { ACCOUNT_OPERATIONS } from './account-resource.ts'
import { CARD_OPERATIONS } from './card-resource.ts'

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

eachEngine('accounts and cards', (_engine, open) => {
  let database: Database
  let desk: Administration
  let banks: Bank[] = []
  let nodes: Desk[] = []
  let entryIndex: EntryIndex
  let opened = 0
  let pans = 0

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
      return new Desk({ ...SANDBOX, newAccount: () => '', partnerIds, channel })
    })
    const parts = { database, clock: NOW, secretBox, environment: 'sandbox' } as const
    entryIndex = new EntryIndex(database)
    desk = await openAdministration(database, [...ACCOUNT_OPERATIONS, ...CARD_OPERATIONS], {
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

  const [first, second] = [() => nodes[0] as Desk, () => nodes[1] as Desk]
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

  test('an account is opened without money, and receives it by postings', async () => {
    const sent = fresh({ overdraft: 50, riskFlag: null })
    const made = await ok('POST /accounts', { ...sent, balance: 1_000, paymentDue: 5, version: 9, id: 'x' })
    const { riskFlag: _, ...shown } = sent
    assert.partialDeepStrictEqual(made, {
      ...shown,
      version: 1,
      status: 'OPEN',
      txnCapability: '06',
      createdBy: 'administrator@bank.example',
      balances: [
        { type: 'Available', amount: 50, currencyCode: 'USD' },
        { type: 'Balance', amount: 0, currencyCode: 'USD' },
      ],
      holds: [],
      cards: [],
    })
    await first().approve(first().transfer('1000000002', sent.accountId, 2_000n))
    const now = await ok(`GET /accounts/${made.id}`)
    assert.deepEqual([now.version, now.balances[1].amount], [1, 20])
  })

  test('a card that is blocked between two withdrawals declines the second one on the other node', async () => {
    const pan = '4000000000000010'
    await first().approve(first().withdrawal('1000000001', 2_000n, withCard(pan)))
    await second().approve(second().withdrawal('1000000001', 2_000n, withCard(pan)))
    const { id } = await cardOf(pan)
    const blocked = await ok(`POST /cards/${id}/block`, { reason: 'Reported by telephone' })
    assert.deepEqual([blocked.status, blocked.statusReason], ['BLOCKED', 'Reported by telephone'])
    await second().decline(second().withdrawal('1000000001', 2_000n, withCard(pan)), '104')
    await first().decline(first().withdrawal('1000000001', 2_000n, withCard(pan)), '104')
    await ok(`POST /cards/${id}/unblock`, { reason: 'Found again' })
    await second().approve(second().withdrawal('1000000001', 2_000n, withCard(pan)))
  })

  const BLOCKS: [status: string | undefined, code: string][] = [
    [undefined, '104'],
    ['LOST', '208'],
    ['STOLEN', '209'],
  ]
  for (const [status, code] of BLOCKS) {
    test(`orders with a card that was blocked as ${status ?? 'nothing else'} are declined with ${code}`, async () => {
      const pan = newPan()
      const { id } = await addCard({ pan })
      await ok(`POST /cards/${id}/block`, { reason: 'Lost', ...(status && { status }) })
      await second().decline(second().withdrawal('1000000001', 2_000n, withCard(pan)), code)
      if (status !== undefined) await refused(409, `POST /cards/${id}/unblock`, { reason: 'Found' })
    })
  }

  test('orders with a card that was closed are declined with 101, and it stays closed', async () => {
    const pan = newPan()
    const { id } = await addCard({ pan })
    await ok(`POST /cards/${id}/close`, { reason: 'Replaced' })
    await first().decline(first().withdrawal('1000000001', 2_000n, withCard(pan)), '101')
    for (const move of ['block', 'unblock', 'close']) await refused(409, `POST /cards/${id}/${move}`, { reason: 'x' })
    await refused(409, `PATCH /cards/${id}`, { version: 2, accountIds: ['1000000002'] })
  })

  test('a blocked account declines as source and destination on the next order of any node', async () => {
    const { accountId, id } = await openAccount()
    await first().approve(first().transfer('1000000002', accountId, 5_000n))
    await ok(`POST /accounts/${id}/block`, { reason: 'Court order' })
    await second().decline(second().transfer('1000000002', accountId, 2_000n), '183')
    await first().decline(first().transfer(accountId, '1000000002', 2_000n), '182')
    await refused(409, `POST /accounts/${id}/block`, { reason: 'Again' })
    const opened = await ok(`POST /accounts/${id}/unblock`, { reason: 'Order lifted' })
    assert.deepEqual([opened.status, opened.statusReason, opened.version], ['OPEN', 'Order lifted', 3])
    await second().approve(second().transfer('1000000002', accountId, 2_000n))
  })

  test('risk flags and capabilities count for the next order', async () => {
    const { accountId, id } = await openAccount({ riskFlag: 'DO_NOT_HONOUR' })
    await second().decline(second().transfer('1000000002', accountId, 2_000n), '100')
    const cleared = await ok(`PATCH /accounts/${id}`, { version: 1, riskFlag: null, txnCapability: '01' })
    assert.equal('riskFlag' in cleared, false)
    await second().decline(second().transfer('1000000002', accountId, 2_000n), '119')
    assert.equal((await ok(`PATCH /accounts/${id}`, { version: 2, txnCapability: null })).txnCapability, '06')
    await first().approve(first().transfer('1000000002', accountId, 2_000n))
  })

  describe('an account is closed for good', () => {
    test('once its balance is zero', async () => {
      const { accountId, id } = await openAccount()
      await first().approve(first().transfer('1000000002', accountId, 2_000n))
      assert.match(await refused(409, `POST /accounts/${id}/close`, { reason: 'Moved' }), /balance is not zero/)
      await first().approve(first().transfer(accountId, '1000000002', 2_000n))
      assert.equal((await ok(`POST /accounts/${id}/close`, { reason: 'Moved' })).status, 'CLOSED')
      await second().decline(second().transfer('1000000002', accountId, 2_000n), '183')
      for (const move of ['block', 'unblock', 'close']) {
        await refused(409, `POST /accounts/${id}/${move}`, { reason: 'x' })
      }
      await refused(409, `PATCH /accounts/${id}`, { version: 2, description: 'Again' })
    })

    test('but not with a hold, which is shown', async () => {
      const { accountId, id } = await openAccount({ txnCapability: '06', overdraft: 100 })
      await first().approve(first().checkDeposit(accountId, 5_000n, 0n))
      await first().approve(first().transfer(accountId, '1000000002', 5_000n))
      const { holds, balances } = await ok(`GET /accounts/${id}`)
      assert.deepEqual([holds.length, holds[0].amount, balances[1].amount], [1, 50, 0])
      assert.match(holds[0].releaseOn, /^\d{4}-\d{2}-\d{2}$/)
      assert.match(await refused(409, `POST /accounts/${id}/close`, { reason: 'Moved' }), /has a hold/)
    })

    test('but not while an open digital account is linked to it', async () => {
      const { accountId, id } = await openAccount()
      const link = (state: string) =>
        database.query(
          `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency,
             linked_account_id, state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
           VALUES ('FI001', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'P', 'USD', $1, $2, '{}', gen_random_uuid(),
             'API', now(), now(), 'x', 'x')`,
          [accountId, state],
        )
      await link('CLOSED')
      await link('FROZEN')
      assert.match(await refused(409, `POST /accounts/${id}/close`, { reason: 'Moved' }), /digital account is linked/)
      await database.query(`UPDATE digital_accounts SET state = 'CLOSED' WHERE linked_account_id = $1`, [accountId])
      await ok(`POST /accounts/${id}/close`, { reason: 'Moved' })
    })
  })

  test('the account of a loan is only blocked and unblocked', async () => {
    const { accountId, id } = await openAccount()
    await database.query(
      `INSERT INTO loans (institution_id, loan_id, partner_id, product_code, currency, agreement, accounting, overpayment_allowed,
         applicant, account_id, buckets, created_at, updated_at, created_by, updated_by)
       VALUES ('FI001', gen_random_uuid(), 'P', 'X', 'USD', '{}', 'CASH', false, '{}', $1, '', now(), now(), 'x', 'x')`,
      [accountId],
    )
    await refused(409, `PATCH /accounts/${id}`, { version: 1, description: 'Mine' })
    await refused(409, `POST /accounts/${id}/close`, { reason: 'x' })
    await ok(`POST /accounts/${id}/block`, { reason: 'Fraud' })
    await ok(`POST /accounts/${id}/unblock`, { reason: 'No fraud' })
    await database.query('DELETE FROM loans WHERE account_id = $1', [accountId])
  })

  test('an overdraft is not set below what is drawn', async () => {
    const { accountId, id } = await openAccount({ overdraft: 100 })
    await first().approve(first().transfer(accountId, '1000000002', 8_000n))
    assert.match(await refused(409, `PATCH /accounts/${id}`, { version: 1, overdraft: 79.99 }), /overdrawn/)
    assert.equal((await ok(`PATCH /accounts/${id}`, { version: 1, overdraft: 80 })).overdraft, 80)
    await refused(409, `PATCH /accounts/${id}`, { version: 2, overdraft: null })
    await second().decline(second().transfer(accountId, '1000000002', 1_000n), '110')
  })

  test('a change of an older version, a second account of one id and a second card of one number are refused', async () => {
    const sent = fresh()
    const { id } = await ok('POST /accounts', sent)
    await refused(409, 'POST /accounts', sent)
    await ok(`PATCH /accounts/${id}`, { version: 1, description: 'Rainy days' })
    await refused(409, `PATCH /accounts/${id}`, { version: 1, description: 'Holidays' })
    const card = { institutionId: 'FI001', pan: '4000000000000028', customerId: 'CUST7', accountIds: ['1000000001'] }
    const message = await refused(409, 'POST /cards', card)
    assert.doesNotMatch(message, /4000000000000028/)
  })

  test('a record that was read can be sent back', async () => {
    const account = await openAccount({ overdraft: 10, riskFlag: 'SUSPECTED_FRAUD' })
    assert.deepEqual(await ok(`PATCH /accounts/${account.id}`, account), { ...account, version: 2 })
  })

  test('no answer, audit record or stored record tells a card number', async () => {
    const pan = newPan()
    const card = await addCard({ pan })
    await ok(`POST /cards/${card.id}/block`, { reason: `Lost ${pan}` })
    const account = await openAccount({ description: `Of ${pan}` })
    await ok(`POST /accounts/${account.id}/block`, { reason: `Of ${pan}` })
    assert.equal((await cardOf(pan)).id, card.id)
    const { rows } = await database.query(
      `SELECT (SELECT string_agg(l::text, '') FROM audit_log l) AS log,
              (SELECT string_agg(r::text, '') FROM card_records r) AS cards,
              (SELECT string_agg(r::text, '') FROM account_records r) AS accounts`,
    )
    const texts = JSON.stringify([card, await ok(`GET /cards/${card.id}`), rows])
    assert.match(texts, /card\.block/)
    assert.ok(!texts.includes(pan))
  })

  describe('lists', () => {
    const ids = (records: { accountId: string }[]) => records.map((record) => record.accountId)

    test('are in the order of accountId over all institutions, and cursors meet every account once', async () => {
      const { rows } = await database.query<{ account_id: string }>(
        'SELECT account_id FROM account_records ORDER BY account_id, institution_id',
      )
      const all = rows.map((row) => row.account_id)
      assert.ok(all.length > 60)
      for (const filter of [{}, { accountType: ['DDA', 'SDA', 'LOAN'] }, { institutionId: 'FI001' }]) {
        const seen: string[] = []
        let cursor: string | undefined = ''
        while (cursor !== undefined) {
          const page = await ok(`POST /accounts/list?size=7`, { ...filter, cursor })
          seen.push(...ids(page.content))
          cursor = page.nextCursor
        }
        const wanted = 'institutionId' in filter ? all.filter((id) => !/^[23]/.test(id)) : all
        assert.deepEqual(seen, wanted)
        const second = await ok('POST /accounts/list?page=2&size=7', filter)
        assert.deepEqual(
          [ids(second.content), second.totalElements, second.totalPages],
          [wanted.slice(7, 14), wanted.length, Math.ceil(wanted.length / 7)],
        )
      }
    })

    test('of cards are in the order of their ids, and cursors meet every card once', async () => {
      const { rows } = await database.query<{ id: string }>('SELECT id FROM card_records ORDER BY id')
      for (const [filter, wanted] of [
        [{}, rows.map((row) => row.id)],
        [{ status: ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'EXPIRED', 'NOT_ACTIVE'] }, rows.map((row) => row.id)],
      ] as const) {
        const seen: string[] = []
        let cursor: string | undefined = ''
        while (cursor !== undefined) {
          const page = await ok('POST /cards/list?size=3', { ...filter, cursor })
          seen.push(...page.content.map((card: { id: string }) => card.id))
          cursor = page.nextCursor
        }
        assert.deepEqual(seen, wanted)
      }
    })

    const ACCOUNT_FILTERS: [title: string, filter: object, wanted: string[]][] = [
      ['the beginning of an accountId', { search: '10000000', accountType: 'LOAN' }, ['1000000003']],
      ['the beginning of a customerId', { search: 'CUST0002' }, ['1000000004', '1000000005']],
      ['a customer', { customerId: 'CUST0003' }, ['1000000006', '1000000007']],
      ['a customer and a status', { customerId: 'CUST0003', status: ['FROZEN'] }, []],
      ['a status', { institutionId: 'FI001', status: ['CLOSED'], search: '1' }, ['1000000183']],
      ['a card number', { pan: '4000000000000010' }, ['1000000001', '1000000002', '1000000003']],
      ['the last digits of a card', { panLast4: '0028' }, ['1000000004', '1000000005']],
      ['a card and a type', { pan: '4000000000000010', accountType: ['SDA', 'LOAN'] }, ['1000000002', '1000000003']],
      ['a card of another institution', { institutionId: 'FI002', pan: '4000000000000010' }, []],
      ['an empty list', { customerId: 'CUST0003', status: [] }, ['1000000006', '1000000007']],
      ['nobody', { customerId: 'CUST' }, []],
    ]
    for (const [title, filter, wanted] of ACCOUNT_FILTERS) {
      test(`of accounts are found by ${title}`, async () =>
        assert.deepEqual(ids(await found('/accounts', filter)), wanted))
    }

    const CARD_FILTERS: [title: string, filter: object, wanted: string[]][] = [
      ['number', { pan: '4000000000000044' }, ['400000******0044']],
      ['last digits', { panLast4: '0069' }, ['400000******0069']],
      ['customer', { customerId: 'CUST0002' }, ['400000******0028']],
      ['the beginning of an account', { search: '200000000' }, ['400001******0019']],
      ['status', { status: ['NOT_ACTIVE'] }, ['400000******0085']],
      ['type of an account', { accountType: 'LOAN', customerId: 'CUST0001' }, ['400000******0010']],
    ]
    for (const [title, filter, wanted] of CARD_FILTERS) {
      test(`of cards are found by ${title}`, async () =>
        assert.deepEqual(
          (await found('/cards', filter)).map((card: { maskedPan: string }) => card.maskedPan),
          wanted,
        ))
    }

    test('show the cards of an account', async () => {
      const [{ cards }] = await found('/accounts', { search: '1000000001' })
      const numbers = cards.map((card: { maskedPan: string }) => card.maskedPan)
      assert.ok(numbers.includes('400000******0010'))
      assert.deepEqual(
        new Set(cards.flatMap((card: object) => Object.keys(card))),
        new Set(['id', 'maskedPan', 'status']),
      )
    })

    test('hold no holdings of tokens', async () => {
      await database.query(
        `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
         VALUES ('FI001', 'holding', 'CUST7', 'TOKENS', 'Tokenized deposits', 'USD', '00', '')`,
      )
      assert.deepEqual(await found('/accounts', { search: 'holding' }), [])
    })

    const WRONG: [request: string, body?: object][] = [
      ['GET /accounts?sort=accountId:asc&page=x'],
      ['GET /accounts?page=1&cursor='],
      ['GET /accounts?page=1001&size=10'],
      ['POST /accounts/list', { cursor: 'v1.AAAA' }],
      ['POST /cards/list', { pan: '4000000000000011' }],
      ['POST /cards/list', { pan: 4000000000000010 }],
      ['POST /cards/list', { panLast4: '12' }],
      ['POST /accounts/list', { search: '' }],
      ['POST /accounts/list', { accountType: [7] }],
      ['POST /accounts/list', { accountType: {} }],
      ['POST /accounts/list', { status: 'OPEN' }],
      ['POST /accounts/list', { status: ['GONE'] }],
    ]
    for (const [request, body] of WRONG) {
      test(`${request} ${JSON.stringify(body) ?? ''} is a 400`, async () => {
        const message = await refused(400, request, body)
        assert.doesNotMatch(message, /40000000/)
      })
    }

    test('a cursor of one search does not continue another', async () => {
      const { nextCursor } = await ok('POST /accounts/list?size=1', { institutionId: 'FI001', cursor: '' })
      await refused(400, 'POST /accounts/list', { institutionId: 'FI002', cursor: nextCursor })
      await refused(400, 'POST /cards/list', { institutionId: 'FI001', cursor: nextCursor })
    })
  })

  describe('scope', () => {
    test('a user of the institution sees its records alone, and one of another none of them', async () => {
      const account = await openAccount()
      const card = await cardOf('4000000000000028')
      assert.equal((await desk.call('teller', `GET /accounts/${account.id}`)).status, 200)
      for (const request of [
        `GET /accounts/${account.id}`,
        `GET /accounts/${account.id}/entries`,
        `GET /cards/${card.id}`,
      ]) {
        for (const name of ['stranger', 'shop']) assert.equal((await desk.call(name, request)).status, 404, name)
      }
      for (const request of [`POST /accounts/${account.id}/block`, `POST /cards/${card.id}/block`]) {
        for (const name of ['stranger', 'shop'])
          assert.equal((await desk.call(name, request, { reason: 'x' })).status, 404)
      }
      assert.equal((await desk.call('stranger', 'POST /accounts', fresh())).status, 404)
      assert.equal((await desk.call('shop', 'POST /accounts', fresh())).status, 404)
      assert.equal((await desk.call('stranger', 'POST /accounts/list', { institutionId: 'FI001' })).status, 404)
      const { data } = await desk.call('stranger', 'POST /accounts/list', { pan: '4000000000000028' })
      assert.deepEqual(data.content, [])
      assert.deepEqual((await desk.call('shop', 'GET /accounts')).data.content, [])
      assert.deepEqual((await desk.call('shop', 'GET /cards?cursor=')).data.content, [])
    })

    for (const [title, sql] of [
      ['is terminated', `UPDATE institutions SET status = 'TERMINATED' WHERE institution_id = 'FI002'`],
      ['has another core', `UPDATE core_connections SET core_type = 'REST' WHERE institution_id = 'FI002'`],
    ] as const) {
      test(`customers of an institution that ${title} are only read`, async () => {
        const account = await accountOf('2000000001')
        const card = await cardOf('4000010000000019')
        await database.query(sql)
        try {
          const other = { institutionId: 'FI002', branchId: '101' }
          await refused(409, 'POST /accounts', fresh(other))
          await refused(409, 'POST /cards', {
            ...other,
            pan: '4000000000000192',
            customerId: 'C',
            accountIds: ['2000000001'],
          })
          await refused(409, `PATCH /accounts/${account.id}`, { version: 1, description: 'x' })
          await refused(409, `PATCH /cards/${card.id}`, { version: 1, accountIds: ['2000000001'] })
          await refused(409, `POST /accounts/${account.id}/block`, { reason: 'x' })
          await refused(409, `POST /cards/${card.id}/block`, { reason: 'x' })
          assert.equal((await ok(`GET /accounts/${account.id}`)).status, 'OPEN')
          assert.equal((await accountOf('2000000001')).id, account.id)
        } finally {
          await database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI002'`)
          await database.query(`UPDATE core_connections SET core_type = 'BUILTIN' WHERE institution_id = 'FI002'`)
        }
      })
    }
  })

  describe('a wrong value is a 400 that names its field', () => {
    const ACCOUNT_FAULTS: [field: string, value: unknown][] = [
      ...['institutionId', 'accountId', 'customerId', 'accountType', 'branchId'].flatMap((field) =>
        [undefined, null, '', 7, 'a b', 'x'.repeat(36)].map((value): [string, unknown] => [field, value]),
      ),
      ['accountType', 'XXX'],
      ['branchId', 'nowhere'],
      ['currencyCode', 'XXX'],
      ['currencyCode', 'CHF'],
      ['description', ''],
      ['description', 'a\u0007b'],
      ['description', 'x'.repeat(256)],
      ['txnCapability', '99'],
      ['status', 'GONE'],
      ['overdraft', -1],
      ['overdraft', 0.001],
      ['overdraft', 1e300],
      ['overdraft', '5'],
      ['riskFlag', 'MAYBE'],
      ['paymentDueDate', '2026-03-01'],
      ['paymentDueDate', 'tomorrow'],
    ]
    for (const [field, value] of ACCOUNT_FAULTS) {
      test(`account ${field}: ${(JSON.stringify(value) ?? 'absent').slice(0, 40)}`, async () => {
        const message = await refused(400, 'POST /accounts', { ...fresh(), [field]: value })
        assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
      })
    }
    const CHANGES: [field: string, value: unknown][] = [
      ['customerId', 'CUST0002'],
      ['accountType', 'DDA'],
      ['currencyCode', 'JPY'],
      ['accountId', '1'],
      ['branchId', 'nowhere'],
      ['txnCapability', '99'],
      ['overdraft', 0.001],
      ['description', null],
      ['version', undefined],
    ]
    for (const [field, value] of CHANGES) {
      test(`change ${field}: ${JSON.stringify(value) ?? 'absent'}`, async () => {
        const { id } = await accountOf('1000000002')
        const message = await refused(400, `PATCH /accounts/${id}`, { version: 1, [field]: value })
        assert.ok(message.includes(`${field} `), message)
      })
    }
    test('a loan takes no overdraft', async () => {
      const { id, version } = await accountOf('1000000003')
      assert.match(await refused(400, `PATCH /accounts/${id}`, { version, overdraft: 5 }), /overdraft must be empty/)
      const message = await refused(400, 'POST /accounts', fresh({ accountType: 'LOAN', overdraft: 5 }))
      assert.match(message, /overdraft must be empty/)
    })

    const CARD_FAULTS: [field: string, value: unknown][] = [
      ['pan', undefined],
      ['pan', '4000000000000011'],
      ['pan', 4000000000000010],
      ['pan', '40000'],
      ['customerId', ''],
      ['accountIds', []],
      ['accountIds', '1000000001'],
      ['accountIds', ['1000000001', '1000000001']],
      ['accountIds', ['nobody']],
      ['accountIds', ['2000000001']],
      ['accountIds', Array.from({ length: 201 }, (_, i) => `A${i}`)],
      ['status', 'GONE'],
    ]
    for (const [field, value] of CARD_FAULTS) {
      test(`card ${field}: ${(JSON.stringify(value) ?? 'absent').slice(0, 40)}`, async () => {
        const card = { institutionId: 'FI001', pan: '4000000000000192', customerId: 'C', accountIds: ['1000000001'] }
        const message = await refused(400, 'POST /cards', { ...card, [field]: value })
        assert.ok(message.startsWith(`B-REQ-001: ${field}`), message)
        assert.doesNotMatch(message, /40000000/)
      })
    }
    for (const body of [{}, { reason: '' }, { reason: 7 }, { reason: 'x'.repeat(256) }]) {
      test(`reason of a move: ${JSON.stringify(body).slice(0, 30)}`, async () => {
        const { id } = await accountOf('1000000002')
        await refused(400, `POST /accounts/${id}/block`, body)
        await refused(400, `POST /cards/${(await cardOf('4000000000000028')).id}/block`, body)
      })
    }
    test('status of a block', async () => {
      const { id } = await cardOf('4000000000000028')
      await refused(400, `POST /cards/${id}/block`, { reason: 'x', status: 'EXPIRED' })
    })
  })

  test('entries are shown newest first with the balance after each, by page and by cursor', async () => {
    await entryIndex.refresh()
    while (await entryIndex.addHistory()) {}
    const { accountId, id } = await openAccount()
    for (const minor of [10_000n, 2_500n]) await first().approve(first().transfer('1000000002', accountId, minor))
    await second().approve(second().transfer(accountId, '1000000002', 2_500n))
    await entryIndex.refresh()
    const { content, totalElements } = await ok(`GET /accounts/${id}/entries`)
    assert.equal(totalElements, 3)
    assert.deepEqual(
      content.map((entry: { amount: number; balance: number }) => [entry.amount, entry.balance]),
      [
        [-25, 100],
        [25, 125],
        [100, 100],
      ],
    )
    assert.partialDeepStrictEqual(content[0], {
      kind: 'TRANSFER',
      businessDate: '2026-03-10',
      journalId: content[0].transactionId,
    })
    const first2 = await ok(`GET /accounts/${id}/entries?size=2&cursor=`)
    const rest = await ok(`GET /accounts/${id}/entries?size=2&cursor=${first2.nextCursor}`)
    assert.deepEqual([...first2.content, ...rest.content], content)
    assert.equal(rest.nextCursor, undefined)
    const opening = (await ok(`GET /accounts/${(await accountOf('1000000004')).id}/entries`)).content.at(-1)
    assert.deepEqual([opening.kind, opening.amount, opening.balance], ['OPENING_BALANCE', 40, 40])
    await refused(400, `GET /accounts/${id}/entries?cursor=nonsense`)
    await refused(400, `GET /accounts/${id}/entries?cursor=&page=1`)
  })

  test('an account and a card that an older version inserts have a record of their own', async () => {
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ('FI001', 'old-1', 'CUST7', 'DDA', 'Old', 'USD', '06', '001'), ('FI001', 'old-2', 'CUST7', 'DDA', 'Old', 'USD', '06', '001')`,
    )
    await database.query(
      `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, status, account_ids)
       VALUES ('FI001', 'old', 'x', '400000******4242', 'CUST7', 'ACTIVE', '{old-1}')`,
    )
    const [one, two] = await found('/accounts', { search: 'old-' })
    assert.deepEqual([one.version, one.createdBy, one.cards.length, two.cards.length], [1, 'system', 1, 0])
    assert.notEqual(one.id, two.id)
    assert.equal((await ok(`POST /accounts/${one.id}/block`, { reason: 'x' })).version, 2)
    assert.equal((await ok(`POST /cards/${one.cards[0].id}/block`, { reason: 'x' })).version, 2)
    await database.query(`UPDATE accounts SET status = 'OPEN' WHERE account_id = 'old-1'`)
    assert.equal(
      (await ok(`GET /accounts/${one.id}`)).statusReason,
      undefined,
      'the reason was given for another status',
    )
  })
})
