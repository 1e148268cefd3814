// Accounts and cards over HTTP, while two nodes of the bank post on the same database.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { customerDesk } from '../../../../../test/support/onboarding/customer-desk.ts'

onDatabase('accounts and cards', (_engine, open) => {
  const customers = customerDesk(open)
  const {
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
  } = customers

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
      if (status !== undefined)
        await conflict(/a card that is (LOST|STOLEN) cannot/, `POST /cards/${id}/unblock`, { reason: 'Found' })
    })
  }

  test('orders with a card that was closed are declined with 101, and it stays closed', async () => {
    const pan = newPan()
    const { id } = await addCard({ pan })
    await ok(`POST /cards/${id}/close`, { reason: 'Replaced' })
    await first().decline(first().withdrawal('1000000001', 2_000n, withCard(pan)), '101')
    for (const move of ['block', 'unblock', 'close'])
      await conflict(/a card that is EXPIRED cannot/, `POST /cards/${id}/${move}`, { reason: 'x' })
    await conflict(/a card that is EXPIRED cannot be changed/, `PATCH /cards/${id}`, {
      version: 2,
      accountIds: ['1000000002'],
    })
  })

  test('a blocked account declines as source and destination on the next order of any node', async () => {
    const { accountId, id } = await openAccount()
    await first().approve(first().transfer('1000000002', accountId, 5_000n))
    await ok(`POST /accounts/${id}/block`, { reason: 'Court order' })
    await second().decline(second().transfer('1000000002', accountId, 2_000n), '183')
    await first().decline(first().transfer(accountId, '1000000002', 2_000n), '182')
    await conflict(/an account that is FROZEN cannot/, `POST /accounts/${id}/block`, { reason: 'Again' })
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
      await conflict(/balance is not zero/, `POST /accounts/${id}/close`, { reason: 'Moved' })
      await first().approve(first().transfer(accountId, '1000000002', 2_000n))
      assert.equal((await ok(`POST /accounts/${id}/close`, { reason: 'Moved' })).status, 'CLOSED')
      await second().decline(second().transfer('1000000002', accountId, 2_000n), '183')
      for (const move of ['block', 'unblock', 'close']) {
        await conflict(/an account that is CLOSED cannot/, `POST /accounts/${id}/${move}`, { reason: 'x' })
      }
      await conflict(/an account that is CLOSED cannot/, `PATCH /accounts/${id}`, { version: 2, description: 'Again' })
    })

    test('but not with a hold, which is shown', async () => {
      const { accountId, id } = await openAccount({ txnCapability: '06', overdraft: 100 })
      await first().approve(first().checkDeposit(accountId, 5_000n, 0n))
      await first().approve(first().transfer(accountId, '1000000002', 5_000n))
      const { holds, balances } = await ok(`GET /accounts/${id}`)
      assert.deepEqual([holds.length, holds[0].amount, balances[1].amount], [1, 50, 0])
      assert.match(holds[0].releaseOn, /^\d{4}-\d{2}-\d{2}$/)
      await conflict(/has a hold/, `POST /accounts/${id}/close`, { reason: 'Moved' })
    })

    test('but not while an open digital account is linked to it', async () => {
      const { accountId, id } = await openAccount()
      const link = (state: string) =>
        customers.database.query(
          `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency,
             linked_account_id, state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
           VALUES ('FI001', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'P', 'USD', $1, $2, '{}', gen_random_uuid(),
             'API', now(), now(), 'x', 'x')`,
          [accountId, state],
        )
      await link('CLOSED')
      await link('FROZEN')
      await conflict(/digital account is linked/, `POST /accounts/${id}/close`, { reason: 'Moved' })
      await customers.database.query(`UPDATE digital_accounts SET state = 'CLOSED' WHERE linked_account_id = $1`, [
        accountId,
      ])
      await ok(`POST /accounts/${id}/close`, { reason: 'Moved' })
    })
  })

  test('the account of a loan is only blocked and unblocked', async () => {
    const { accountId, id } = await openAccount()
    await customers.database.query(
      `INSERT INTO loans (institution_id, loan_id, partner_id, product_code, currency, agreement, accounting, overpayment_allowed,
         applicant, account_id, buckets, created_at, updated_at, created_by, updated_by)
       VALUES ('FI001', gen_random_uuid(), 'P', 'X', 'USD', '{}', 'CASH', false, '{}', $1, '', now(), now(), 'x', 'x')`,
      [accountId],
    )
    await conflict(/the account of a loan/, `PATCH /accounts/${id}`, { version: 1, description: 'Mine' })
    await conflict(/the account of a loan/, `POST /accounts/${id}/close`, { reason: 'x' })
    await ok(`POST /accounts/${id}/block`, { reason: 'Fraud' })
    await ok(`POST /accounts/${id}/unblock`, { reason: 'No fraud' })
    await customers.database.query('DELETE FROM loans WHERE account_id = $1', [accountId])
  })

  test('an overdraft is not set below what is drawn', async () => {
    const { accountId, id } = await openAccount({ overdraft: 100 })
    await first().approve(first().transfer(accountId, '1000000002', 8_000n))
    await conflict(/overdrawn/, `PATCH /accounts/${id}`, { version: 1, overdraft: 79.99 })
    assert.equal((await ok(`PATCH /accounts/${id}`, { version: 1, overdraft: 80 })).overdraft, 80)
    await conflict(/overdrawn/, `PATCH /accounts/${id}`, { version: 2, overdraft: null })
    await second().decline(second().transfer(accountId, '1000000002', 1_000n), '110')
  })

  test('a change of an older version, a second account of one id and a second card of one number are refused', async () => {
    const sent = fresh()
    const { id } = await ok('POST /accounts', sent)
    await conflict(/has an account with this accountId/, 'POST /accounts', sent)
    await ok(`PATCH /accounts/${id}`, { version: 1, description: 'Rainy days' })
    await conflict(/the account was changed since it was read/, `PATCH /accounts/${id}`, {
      version: 1,
      description: 'Holidays',
    })
    const card = { institutionId: 'FI001', pan: '4000000000000028', customerId: 'CUST7', accountIds: ['1000000001'] }
    const message = await conflict(/has a card with this number/, 'POST /cards', card)
    assert.doesNotMatch(message, /4000000000000028/)
  })

  test('a change of an older version of a card changes nothing', async () => {
    const { id } = await addCard()
    await ok(`PATCH /cards/${id}`, { version: 1, accountIds: ['1000000002'] })
    for (const version of [1, 3]) {
      const stale = { version, accountIds: ['1000000001'] }
      await conflict(/the card was changed since it was read/, `PATCH /cards/${id}`, stale)
    }
    const { version, accountIds } = await ok(`GET /cards/${id}`)
    assert.deepEqual([version, accountIds], [2, ['1000000002']])
  })

  test('a record that was read can be sent back', async () => {
    const account = await openAccount({ overdraft: 10, riskFlag: 'SUSPECTED_FRAUD' })
    assert.deepEqual(await ok(`PATCH /accounts/${account.id}`, account), { ...account, version: 2 })
  })

  test('no answer, audit record or stored record tells a card number', async () => {
    const pan = newPan()
    const card = await addCard({ pan })
    const typed = `Lost ${pan.slice(0, 4)}.${pan.slice(4, 8)}.${pan.slice(8, 12)}.${pan.slice(12)}`
    for (const reason of [`Lost ${pan}`, typed]) {
      const message = await customers.refused(400, `POST /cards/${card.id}/block`, { reason })
      assert.match(message, /reason.*card numbers/)
    }
    await ok(`POST /cards/${card.id}/block`, { reason: `Lost the one that ends in ${pan.slice(-4)}` })
    const account = await openAccount()
    await customers.refused(400, 'POST /accounts', customers.fresh({ description: `Of ${pan}` }))
    await customers.refused(400, `POST /accounts/${account.id}/block`, { reason: `Of ${pan}` })
    assert.equal((await cardOf(pan)).id, card.id)
    const { rows } = await customers.database.query(
      `SELECT (SELECT string_agg(l::text, '') FROM audit_log l) AS log,
              (SELECT string_agg(r::text, '') FROM card_records r) AS cards,
              (SELECT string_agg(r::text, '') FROM account_records r) AS accounts`,
    )
    const texts = JSON.stringify([card, await ok(`GET /cards/${card.id}`), rows])
    assert.match(texts, /card\.block/)
    assert.ok(!texts.includes(pan))
  })

  test('who approves a new card sees its first six and last four digits', async () => {
    const pan = newPan()
    customers.waiting.add('CARDS:CREATE')
    const { changeRequestId } = await addCard({ pan })
    customers.waiting.clear()
    const { data } = await customers.desk.call('teller', `GET /change-requests/${changeRequestId}`)
    assert.equal(data.after.maskedPan, `${pan.slice(0, 6)}******${pan.slice(-4)}`)
    assert.ok(!JSON.stringify(data).includes(pan))
    assert.equal((await customers.desk.call('teller', `POST /change-requests/${changeRequestId}/approve`)).status, 201)
    assert.equal((await cardOf(pan)).maskedPan, data.after.maskedPan)
  })

  test('a filter sees only what it names', async () => {
    const { panHash } = customers.withCard('4000000000000010')
    const all = (filter: object) => ok('POST /accounts/list?size=200', filter)
    assert.deepEqual(await all({ customerId: 'CUST0003', panHash }), await all({ customerId: 'CUST0003' }))
    assert.equal(
      (await customers.desk.call('teller', 'POST /change-requests/list', { id: 'x', reader: {} })).status,
      200,
    )
  })

  test('entries are shown newest first with the balance after each, by page and by cursor', async () => {
    await customers.entryIndex.refresh()
    while (await customers.entryIndex.addHistory()) {}
    const { accountId, id } = await openAccount()
    for (const minor of [10_000n, 2_500n]) await first().approve(first().transfer('1000000002', accountId, minor))
    await second().approve(second().transfer(accountId, '1000000002', 2_500n))
    await customers.entryIndex.refresh()
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
    const { id: other } = await accountOf('1000000002')
    await refused(400, `GET /accounts/${other}/entries?cursor=${first2.nextCursor}`)
    await refused(400, `GET /accounts/${id}/entries?cursor=&page=1`)
  })

  test('an account and a card that an older version inserts have a record of their own', ON_ONE_SERVER, async () => {
    await customers.database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ('FI001', 'old-1', 'CUST7', 'DDA', 'Old', 'USD', '06', '001'), ('FI001', 'old-2', 'CUST7', 'DDA', 'Old', 'USD', '06', '001')`,
    )
    await customers.database.query(
      `INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, status, account_ids)
       VALUES ('FI001', 'old', 'x', '400000******4242', 'CUST7', 'ACTIVE', '{old-1}')`,
    )
    const [one, two] = await found('/accounts', { search: 'old-' })
    assert.deepEqual([one.version, one.createdBy, one.cards.length, two.cards.length], [1, 'system', 1, 0])
    assert.notEqual(one.id, two.id)
    assert.equal((await ok(`POST /accounts/${one.id}/block`, { reason: 'x' })).version, 2)
    assert.equal((await ok(`POST /cards/${one.cards[0].id}/block`, { reason: 'x' })).version, 2)
    await customers.database.query(`UPDATE accounts SET status = 'OPEN' WHERE account_id = 'old-1'`)
    assert.equal(
      (await ok(`GET /accounts/${one.id}`)).statusReason,
      undefined,
      'the reason was given for another status',
    )
  })
})
