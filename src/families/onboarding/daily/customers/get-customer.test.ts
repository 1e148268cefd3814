// One customer over HTTP: what is joined, what each right adds, and who is told that there is no such customer.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openMatrix } from '../../../../../test/spec/access/matrix-callers.ts'
import { post } from '../../../../../test/support/accounts/account-services.ts'
import { withdrawal, withdrawalReversal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { withGatewayOn } from '../../../../../test/support/gateways/running-gateway.ts'
import { MOST_OF_A_PART, MOST_TRANSACTIONS } from '../../../../oversight/customer-view/customer-view.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { openPostgres } from '../../../../platform/storage/open-database.ts'

const ACCOUNT = '1000000001'

withGatewayOn('postgres', 'a customer', (running) => {
  const matrix = openMatrix(running)
  const { api, tokens, asAdmin, limitTo } = matrix
  let database: Database
  let customerId = ''

  before(async () => {
    database = openPostgres(running.store.env.DATABASE_URL ?? '', { connections: 1 })
    const found = await asAdmin('POST /accounts/list', { institutionId: 'FI001', search: ACCOUNT })
    customerId = found.body.data.content[0].customerId
  })
  after(() => database.close())

  const read = async (id: string, token = tokens.admin, institutionId = 'FI001') =>
    api.call(`GET /customers/${institutionId}/${id}`, { token })
  const grants = (...modules: string[]) => modules.map((moduleId) => ({ moduleId, actionId: ['VIEW'] }))
  const ids = async (sql: string) => (await database.query<Record<string, string>>(sql)).rows[0] ?? {}

  test('accounts, cards, last transactions and open exceptions stand on one page', async () => {
    const sent = withdrawal(ACCOUNT, 10)
    assert.equal((await post(running.current, '/transactions/debits', sent)).status, 200)
    const lost = withdrawalReversal(withdrawal(ACCOUNT, 4995))
    await post(running.current, '/transactions/debits/reverse', lost)
    const { status, body, text } = await read(customerId)
    assert.equal(status, 200, text)
    const { accounts, cards, transactions, exceptions, loans, digitalAccounts } = body.data
    assert.ok(accounts.every((one: { customerId: string }) => one.customerId === customerId))
    assert.ok(accounts.some((one: { accountId: string }) => one.accountId === ACCOUNT))
    assert.ok(cards.length > 0 && cards.every((one: { customerId: string }) => one.customerId === customerId))
    assert.doesNotMatch(text, /\b\d{16}\b/)
    assert.deepEqual(
      transactions.slice(0, 2).map((one: { rrn: string }) => one.rrn),
      [lost.transaction.rrn, sent.transaction.rrn],
    )
    assert.ok(transactions.length <= MOST_TRANSACTIONS)
    assert.ok(
      exceptions.some((one: { transaction?: { rrn: string } }) => one.transaction?.rrn === lost.transaction.rrn),
    )
    assert.ok(Array.isArray(loans) && Array.isArray(digitalAccounts))
    const settled = exceptions.find((one: { kind: string }) => one.kind === 'UNMATCHED')
    await asAdmin(`POST /transactions/exceptions/${settled.id}/resolve`, { action: 'IGNORE', reason: 'seen' })
    const later = (await read(customerId)).body.data.exceptions
    assert.ok(!later.some((one: { id: string }) => one.id === settled.id), 'a resolved one is gone')
  })

  test('a card that an operator has stopped is told until it is lifted; of others nothing', async () => {
    const hot = async () => (await read(customerId)).body.data.hotCards.map((one: { id: string }) => one.id)
    assert.deepEqual(await hot(), [])
    const stop = (pan: string) => asAdmin('POST /hot-cards', { institutionId: 'FI001', pan, reason: 'STOLEN' })
    const [own, other] = [await stop('4000000000000010'), await stop('4999999999999996')]
    assert.deepEqual([own.status, other.status], [201, 201], own.text + other.text)
    assert.deepEqual(await hot(), [own.body.data.id])
    await limitTo(grants('ACCOUNTS'))
    const { hotCards, cards } = (await read(customerId, tokens.limited)).body.data
    assert.ok(cards.some((one: { maskedPan: string }) => one.maskedPan === hotCards[0].maskedPan))
    for (const { id } of [own.body.data, other.body.data])
      await database.query(`UPDATE hot_cards SET expires_at = now() - interval '1 second' WHERE id = $1`, [id])
    assert.deepEqual(await hot(), [], 'it has ended')
  })

  // One row per right: the part that it adds.
  const PARTS: [module: string, part: string][] = [
    ['LOAN_SERVICING', 'loans'],
    ['DIGITAL_PARTIES', 'digitalAccounts'],
    ['QUERY', 'transactions'],
    ['EXCEPTIONS', 'exceptions'],
  ]
  const shownWith = async (...modules: string[]) => {
    await limitTo(grants('ACCOUNTS', ...modules))
    const { status, body, text } = await read(customerId, tokens.limited)
    assert.equal(status, 200, text)
    return PARTS.flatMap(([, part]) => (part in body.data ? part : []))
  }
  test('ACCOUNTS alone shows accounts and cards', async () => assert.deepEqual(await shownWith(), []))
  for (const [module, part] of PARTS)
    test(`${module} adds ${part}`, async () => assert.deepEqual(await shownWith(module), [part]))

  test('loans of the customer and digital accounts that pay into an account are joined', async () => {
    const loan = await ids(
      `UPDATE loans SET customer_id = 'BORROWER' WHERE loan_id = (SELECT loan_id FROM loans ORDER BY loan_id LIMIT 1)
       RETURNING loan_id, customer_id, institution_id`,
    )
    const borrower = (await read(loan.customer_id ?? '', tokens.admin, loan.institution_id)).body.data
    const listed = borrower.loans.find((one: { loanId: string }) => one.loanId === loan.loan_id)
    assert.ok(listed.principal > 0 && listed.status !== '')
    const linked = await ids(
      `INSERT INTO digital_accounts
       SELECT (jsonb_populate_record(d, jsonb_build_object('book_id', 'FI001', 'account_id', gen_random_uuid(),
                                                           'linked_account_id', '${ACCOUNT}', 'is_default', false))).*
         FROM digital_accounts d LIMIT 1 RETURNING account_id::text AS id`,
    )
    const { digitalAccounts } = (await read(customerId)).body.data
    assert.deepEqual(
      digitalAccounts.map((one: { accountId: string }) => one.accountId),
      [linked.id],
    )
  })

  test('who is not known, or out of scope, is not found', async () => {
    const asked = [
      read('NOBODY'),
      read(customerId, tokens.admin, 'FI999'),
      read(customerId, tokens.admin, 'FI002'),
      read(customerId, tokens.outsider),
      read('NOBODY', tokens.outsider),
    ]
    for (const { status, text } of await Promise.all(asked)) assert.equal(status, 404, text)
  })

  test('a part that has more than is shown says so', async () => {
    const open = (at: number) => ({
      institutionId: 'FI001',
      accountId: `81${String(at).padStart(8, '0')}`,
      customerId: 'CROWDED',
      accountType: 'DDA',
      description: 'One of many',
      currencyCode: 'USD',
      branchId: '001',
    })
    for (let at = 0; at < MOST_OF_A_PART; at++) await asAdmin('POST /accounts', open(at))
    assert.deepEqual((await read('CROWDED')).body.data.hasMore, [])
    await asAdmin('POST /accounts', open(MOST_OF_A_PART))
    const { accounts, hasMore } = (await read('CROWDED')).body.data
    assert.deepEqual([accounts.length, hasMore], [MOST_OF_A_PART, ['accounts']])
  })
})
