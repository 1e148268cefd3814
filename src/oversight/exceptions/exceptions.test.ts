// Which transactions become exceptions, and what each resolution does to the books. `verify` runs after every test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SANDBOX } from '../../../test/support/bank/bank.ts'
import { AMOUNT, LATER_MS, openExceptions, SUB_TENANT } from '../../../test/support/bank/open-exceptions.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { verifyChain } from '../../administration/audit/verify-chain.ts'
import type { Sent } from '../../channels/channel/channel.ts'
import type { Order } from '../../channels/core/core.ts'
import { readTransactionDetail } from '../transactions/detail/transaction-detail.ts'

onDatabase('exceptions', (_engine, open) => {
  const suite = openExceptions(open)
  const {
    newAccount,
    passes,
    resolve,
    exceptionOf,
    expected,
    reversedOf,
    idOf,
    entriesOf,
    late,
    refused,
    unmatched,
    unknown,
  } = suite

  test('a late reversal is matched: it is posted today, with the fee, and the original is reversed', async () => {
    const { original, found } = await late((account) =>
      suite.desk.withdrawal(account, AMOUNT, { accessFeeMinor: 500n }),
    )
    const before = await suite.desk.balances(original.accountId)
    const resolved = await resolve(found, 'MATCH')
    assert.equal((await suite.desk.balances(original.accountId)).balanceMinor - before.balanceMinor, AMOUNT)
    const { resolution, state, version } = resolved
    assert.deepEqual(
      [state, version, resolution?.action, resolution?.reason, resolution?.by],
      ['RESOLVED', 2, 'MATCH', 'seen', 'operator@bank.example'],
    )
    assert.deepEqual(await entriesOf(resolution?.journalId), [
      `${original.accountId} 2000`,
      'vault:ATM00001 -1500',
      'fees:access -500',
    ])
    assert.equal(await reversedOf(original), AMOUNT)
    await suite.desk.decline(suite.desk.reversal(original, { rrn: original.rrn }), '480')
  })

  test('a late reversal is written off: the suspense account stands in for the customer', async () => {
    const { original, found } = await late()
    const before = await suite.desk.balances(original.accountId)
    const { resolution } = await resolve(found, 'WRITE_OFF')
    assert.deepEqual(await suite.desk.balances(original.accountId), before)
    assert.deepEqual(await entriesOf(resolution?.journalId), ['suspense:exceptions 2000', 'vault:ATM00001 -2000'])
    assert.equal(await reversedOf(original), AMOUNT)
  })

  test('the detail of a transaction shows what a resolution posted, and no reversal that was only declined', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const order = suite.desk.withdrawal(account, AMOUNT)
    const { authId } = await suite.desk.approve(order)
    const originalId = await idOf(order)
    await resolve(found, 'MATCH', { originalId })
    await suite.desk.decline(suite.desk.reversal(order, { authId }), '480')
    const original = await readTransactionDetail(suite.database, {}, originalId)
    assert.deepEqual(
      original?.reversals.map(({ id }) => id),
      [found.id],
    )
    const reversal = await readTransactionDetail(suite.database, {}, found.id)
    assert.equal(reversal?.original?.id, originalId)
    assert.deepEqual(
      reversal?.postings.map(({ account: name, amountMinor }) => `${name} ${amountMinor}`),
      [`${account} 2000`, 'vault:ATM00001 -2000'],
    )
    const ignored = await late()
    const { resolution } = await resolve(ignored.found, 'IGNORE', { reason: 'card 4000000000000010' })
    assert.equal(resolution?.reason, 'card 400000******0010')
    assert.deepEqual((await readTransactionDetail(suite.database, {}, ignored.found.id))?.postings, [])
    assert.deepEqual((await readTransactionDetail(suite.database, {}, await idOf(ignored.original)))?.reversals, [])
  })

  test('a refused reversal is matched once there is money, and written off without', async () => {
    const { found, drain } = await refused()
    await assert.rejects(resolve(found, 'MATCH'), { reason: 'exceptions.not-funded' })
    await suite.desk.approve(suite.desk.cashDeposit(drain.accountId, AMOUNT))
    assert.equal((await resolve(found, 'MATCH')).state, 'RESOLVED')
    const other = await refused()
    const { resolution } = await resolve(other.found, 'WRITE_OFF')
    assert.deepEqual(await entriesOf(resolution?.journalId), ['suspense:exceptions -2000', 'vault:ATM00001 2000'])
  })

  test('an unmatched reversal is matched with the original that the operator names', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const original = suite.desk.withdrawal(account, AMOUNT)
    await suite.desk.approve(original)
    await assert.rejects(resolve(found, 'MATCH'), (error: Error & { details: unknown[] }) => {
      assert.match(JSON.stringify(error.details), /originalId/)
      return true
    })
    assert.equal((await resolve(found, 'MATCH', { originalId: await idOf(original) })).state, 'RESOLVED')
    assert.equal(await reversedOf(original), AMOUNT)
  })

  // One row per original that does not fit an unmatched reversal of 20.00: the order, and why.
  const UNFIT: [title: string, make: (account: string) => Sent<Order>, message: RegExp][] = [
    ['another account', () => suite.desk.withdrawal(newAccount(), AMOUNT), /no such original/],
    ['another type', (account) => suite.desk.cashDeposit(account, AMOUNT), /another type/],
    ['too small', (account) => suite.desk.withdrawal(account, AMOUNT - 500n), /exceeds what is left/],
    [
      'only with its fee',
      (account) => suite.desk.withdrawal(account, AMOUNT + 500n, { accessFeeMinor: 1_000n }),
      /the fee/,
    ],
  ]
  for (const [title, make, message] of UNFIT) {
    test(`an original that is ${title} is refused`, async () => {
      const account = newAccount()
      const { found } = await unmatched(account)
      const original = make(account)
      await suite.desk.approve(original)
      await assert.rejects(resolve(found, 'MATCH', { originalId: await idOf(original) }), message)
      assert.equal((await suite.exceptions.find({}, found.id)).state, 'OPEN')
    })
  }

  test('an original that was declined, reversed or never was is refused', async () => {
    const account = newAccount()
    const { found } = await unmatched(account)
    const declined = suite.desk.withdrawal(account, SANDBOX.openingMinor + 500n)
    await suite.desk.decline(declined, '121')
    const reversed = suite.desk.withdrawal(account, AMOUNT)
    const { authId } = await suite.desk.approve(reversed)
    await suite.desk.approve(suite.desk.reversal(reversed, { authId }))
    for (const originalId of [await idOf(declined), await idOf(reversed), found.id, SUB_TENANT]) {
      await assert.rejects(resolve(found, 'MATCH', { originalId }), { reason: 'exceptions.original-unfit' })
    }
  })

  test('a late transfer reversal is matched but never written off', async () => {
    const { original, found } = await late((account) => suite.desk.transfer(account, newAccount(), AMOUNT))
    await assert.rejects(resolve(found, 'WRITE_OFF'), { reason: 'exceptions.action-not-possible' })
    await resolve(found, 'MATCH')
    assert.equal(await reversedOf(original), AMOUNT)
  })

  test('a late reversal of a check deposit takes the held part first', async () => {
    const { original, found } = await late((account) => suite.desk.checkDeposit(account, AMOUNT, 500n))
    await resolve(found, 'MATCH')
    assert.equal((await suite.desk.balances(original.accountId)).balanceMinor, SANDBOX.openingMinor)
  })

  test('a reversal of a closed account is refused with 182 and can only be written off', async () => {
    const original = suite.desk.withdrawal(newAccount(), AMOUNT)
    const { authId } = await suite.desk.approve(original)
    const close = (status: string) =>
      suite.database.query('UPDATE accounts SET status = $2 WHERE account_id = $1', [original.accountId, status])
    await close('CLOSED')
    const reversal = suite.desk.reversal(original, { authId })
    await suite.desk.decline(reversal, '182')
    const found = await expected(reversal, 'REFUSED')
    await assert.rejects(resolve(found, 'MATCH'), { reason: 'exceptions.original-unfit' })
    assert.equal((await resolve(found, 'WRITE_OFF')).state, 'RESOLVED')
    await close('OPEN')
  })

  test('every kind can be ignored, which posts nothing', async () => {
    for (const make of [late, refused, unmatched, unknown]) {
      const { found } = await make()
      const { resolution, state } = await resolve(found, 'IGNORE')
      assert.deepEqual([state, resolution?.action, resolution?.journalId], ['RESOLVED', 'IGNORE', undefined])
      await assert.rejects(resolve(found, 'IGNORE'), /resolved already: IGNORE by operator@bank.example/)
    }
  })

  test('a reversal before its original is an exception when the window ends, and settles when the original comes', async () => {
    const original = suite.desk.withdrawal(newAccount(), AMOUNT)
    const early = suite.desk.reversal(original, { rrn: original.rrn })
    await suite.desk.approve(early)
    assert.equal(await exceptionOf(early), undefined)
    passes(LATER_MS)
    const found = await expected(early, 'UNMATCHED')
    await suite.desk.decline(original, '485')
    const settled = await suite.exceptions.find({}, found.id)
    assert.deepEqual(
      [settled.state, settled.resolution?.action, settled.resolution?.by],
      ['RESOLVED', 'SETTLED', 'system'],
    )
    await assert.rejects(resolve(found, 'IGNORE'), { reason: 'exceptions.already-resolved' })
  })

  test('a reversal whose original came within the window is no exception', async () => {
    const original = suite.desk.withdrawal(newAccount(), AMOUNT)
    const early = suite.desk.reversal(original, { rrn: original.rrn })
    await suite.desk.approve(early)
    await suite.desk.decline(original, '485')
    passes(LATER_MS)
    assert.equal(await exceptionOf(early), undefined)
  })

  test('a second exception of an original that was matched has settled by itself', async () => {
    const { original, found } = await late()
    const again = suite.desk.reversal(original, { rrn: original.rrn })
    await suite.desk.decline(again, '188')
    await resolve(found, 'MATCH')
    assert.equal((await exceptionOf(again))?.resolution?.action, 'SETTLED')
  })

  // One row per scope: who looks, and whether they find an exception of FI001 at ATM00001.
  test('other institutions and sub-tenants find nothing, in every operation', async () => {
    const { found } = await late()
    for (const scope of [{ institutionId: 'FI002' }, { institutionId: 'FI001', subTenantId: SUB_TENANT }]) {
      await assert.rejects(suite.exceptions.find(scope, found.id), { reason: 'exceptions.exception-not-found' })
      await assert.rejects(resolve(found, 'IGNORE', {}, scope), { reason: 'exceptions.exception-not-found' })
      const { items } = await suite.exceptions.list(scope, { institutionId: 'FI001' }, { page: 1, size: 200 })
      assert.ok(!items.some((item) => item.id === found.id))
      assert.equal(await suite.exceptions.openExceptions(scope), 0)
    }
    await suite.database.query(`UPDATE terminals SET sub_tenant_id = $1 WHERE terminal_id = 'ATM00001'`, [SUB_TENANT])
    const own = { institutionId: 'FI001', subTenantId: SUB_TENANT }
    assert.equal((await suite.exceptions.find(own, found.id)).id, found.id)
    assert.equal((await resolve(found, 'IGNORE', {}, own)).state, 'RESOLVED')
    await suite.database.query(`UPDATE terminals SET sub_tenant_id = NULL`)
  })

  test('lists filter and sort, and the open ones are counted', async () => {
    const { found } = await late()
    const open = await suite.exceptions.list({}, { state: ['OPEN'], kind: ['LATE'] }, { page: 1, size: 200 })
    assert.equal(open.items[0]?.id, found.id)
    assert.ok(open.items.every((item) => item.state === 'OPEN' && item.kind === 'LATE'))
    const all = await suite.exceptions.list(
      {},
      {},
      { page: 1, size: 200, sort: { field: 'createdAt', direction: 'asc' } },
    )
    const times = all.items.map((item) => item.createdAt)
    assert.deepEqual(times, times.toSorted())
    const states = await suite.exceptions.list({}, { state: ['OPEN'] }, { page: 1, size: 1 })
    assert.equal(await suite.exceptions.openExceptions({}), states.total)
    assert.equal(await suite.exceptions.openExceptions({ institutionId: 'FI001' }), states.total)
  })

  test('every resolution is in the audit log, whose chain is unbroken', async () => {
    const { found } = await late()
    const { resolution } = await resolve(found, 'MATCH')
    const { rows } = await suite.database.query<{
      action: string
      actor_email: string
      after: string
      institution_id: string
    }>('SELECT action, actor_email, after::text, institution_id FROM audit_log WHERE resource_id = $1', [found.id])
    assert.deepEqual(
      rows.map((row) => [row.action, row.actor_email, row.institution_id]),
      [['exception.resolve', 'operator@bank.example', 'FI001']],
    )
    assert.match(rows[0]?.after ?? '', new RegExp(resolution?.journalId ?? ''))
    assert.equal((await verifyChain(suite.database)).valid, true)
  })
})
