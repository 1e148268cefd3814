// Lists of accounts and cards, who sees them, and values that are refused.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { customerDesk } from '../../../../../test/support/onboarding/customer-desk.ts'

onDatabase('lists and fields of accounts and cards', (_engine, open) => {
  const customers = customerDesk(open)
  const { ok, refused, conflict, fresh, newPan, openAccount, found, accountOf, cardOf } = customers

  describe('lists', () => {
    const ids = (records: { accountId: string }[]) => records.map((record) => record.accountId)

    test('are in the order of accountId over all institutions, and cursors meet every account once', async () => {
      const { rows } = await customers.database.query<{ account_id: string }>(
        'SELECT account_id FROM account_records ORDER BY account_id, institution_id',
      )
      const all = rows.map((row) => row.account_id)
      assert.ok(all.length > 35, `${all.length}`)
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
      const { rows } = await customers.database.query<{ id: string }>('SELECT id FROM card_records ORDER BY id')
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
      await customers.database.query(
        `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
         VALUES ('FI001', 'holding', 'CUST7', 'TOKENS', 'Tokenized deposits', 'USD', '00', '')`,
      )
      assert.deepEqual(await found('/accounts', { search: 'holding' }), [])
    })

    const WRONG: [request: string, body?: object][] = [
      ['GET /accounts?sort=accountId:asc&page=x'],
      ['GET /accounts?sort=nope:asc'],
      ['POST /cards/list?sort=id:asc', {}],
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
      assert.equal((await customers.desk.call('teller', `GET /accounts/${account.id}`)).status, 200)
      for (const request of [
        `GET /accounts/${account.id}`,
        `GET /accounts/${account.id}/entries`,
        `GET /cards/${card.id}`,
      ]) {
        for (const name of ['stranger', 'shop'])
          assert.equal((await customers.desk.call(name, request)).status, 404, name)
      }
      for (const request of [`POST /accounts/${account.id}/block`, `POST /cards/${card.id}/block`]) {
        for (const name of ['stranger', 'shop'])
          assert.equal((await customers.desk.call(name, request, { reason: 'x' })).status, 404)
      }
      const added = { institutionId: 'FI001', pan: newPan(), customerId: 'CUST7', accountIds: ['1000000001'] }
      for (const name of ['stranger', 'shop']) {
        for (const [request, body] of [
          ['POST /accounts', fresh()],
          ['POST /cards', added],
        ] as const) {
          const { status, message } = await customers.desk.call(name, request, body)
          assert.deepEqual([status, message], [404, 'B-REQ-004: there is no such institution'], `${name} ${request}`)
        }
      }
      assert.equal(
        (await customers.desk.call('stranger', 'POST /accounts/list', { institutionId: 'FI001' })).status,
        404,
      )
      const { data } = await customers.desk.call('stranger', 'POST /accounts/list', { pan: '4000000000000028' })
      assert.deepEqual(data.content, [])
      for (const path of ['/accounts', '/cards']) {
        const { content, totalElements } = (await customers.desk.call('shop', `GET ${path}`)).data
        assert.deepEqual([content, totalElements], [[], 0], 'not even how many there are')
        const from = (await customers.desk.call('shop', `GET ${path}?size=1&cursor=`)).data
        assert.deepEqual([from.content, from.nextCursor], [[], undefined])
      }
    })

    for (const [title, why, sql] of [
      [
        'is terminated',
        /is terminated/,
        `UPDATE institutions SET status = 'TERMINATED' WHERE institution_id = 'FI002'`,
      ],
      [
        'has another core',
        /at a core of type REST/,
        `UPDATE core_connections SET core_type = 'REST' WHERE institution_id = 'FI002'`,
      ],
    ] as const) {
      test(`customers of an institution that ${title} are only read`, async () => {
        const account = await accountOf('2000000001')
        const card = await cardOf('4000010000000019')
        await customers.database.query(sql)
        try {
          const other = { institutionId: 'FI002', branchId: '101' }
          await conflict(why, 'POST /accounts', fresh(other))
          await conflict(why, 'POST /cards', {
            ...other,
            pan: '4000000000000192',
            customerId: 'C',
            accountIds: ['2000000001'],
          })
          await conflict(why, `PATCH /accounts/${account.id}`, { version: 1, description: 'x' })
          await conflict(why, `PATCH /cards/${card.id}`, { version: 1, accountIds: ['2000000001'] })
          await conflict(why, `POST /accounts/${account.id}/block`, { reason: 'x' })
          await conflict(why, `POST /cards/${card.id}/block`, { reason: 'x' })
          assert.equal((await ok(`GET /accounts/${account.id}`)).status, 'OPEN')
          assert.equal((await accountOf('2000000001')).id, account.id)
        } finally {
          await customers.database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI002'`)
          await customers.database.query(
            `UPDATE core_connections SET core_type = 'BUILTIN' WHERE institution_id = 'FI002'`,
          )
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
})
