import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import {
  type AccountDesk,
  newAccount,
  openAccountDesk,
  PARTNER,
  referenceOf,
  refusedAs,
} from '../../../test/support/tokens/account-desk.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'

onDatabase('opening digital asset accounts', (_engine, open) => {
  let database: Database
  let desk: AccountDesk
  let institutionId: string
  let userId: string

  before(async () => {
    database = (await open()).database
    desk = await openAccountDesk(database)
  })
  after(() => desk.close())
  beforeEach(async () => {
    desk.settings = { ...desk.settings, ledger: 'builtin', answerWithinMs: 10_000 }
    desk.remote = undefined
    desk.ledger.answer = 'READY'
    institutionId = await desk.institution()
    userId = await desk.user(institutionId)
  })

  const create = async (more: Parameters<typeof newAccount>[2] = {}) =>
    (await desk.accounts.create(newAccount(institutionId, userId, more))).result
  const holdingOf = async (accountId: string) => {
    const { rows } = await database.query(
      `SELECT institution_id, customer_id, account_type, currency, status, txn_capability, balance_minor, overdraft_minor
         FROM accounts WHERE account_id = $1`,
      [accountId],
    )
    return rows
  }
  const ledgerOf = async () => {
    const { rows } = await database.query<{ ledger: string | null }>(
      'SELECT ledger FROM digital_institutions WHERE institution_id = $1',
      [institutionId],
    )
    return rows[0]?.ledger
  }
  const refuses = (reason: string, more: Parameters<typeof newAccount>[2] = {}) =>
    assert.rejects(desk.accounts.create(newAccount(institutionId, userId, more)), refusedAs(reason))

  test('on the built-in ledger it is born active, with its holding and its account there', async () => {
    const order = newAccount(institutionId, userId, { label: 'Till', linkedAccount: { id: 'ACC-1', type: 'SDA' } })
    const { result: account, replayed } = await desk.accounts.create(order)
    assert.equal(replayed, false)
    assert.partialDeepStrictEqual(account, {
      bookId: institutionId,
      institutionId,
      userId,
      partnerId: PARTNER,
      currency: 'USD',
      label: 'Till',
      isDefault: false,
      linkedAccountId: 'ACC-1',
      linkedType: 'SDA',
      state: 'ACTIVE',
      restrictions: [],
    })
    assert.partialDeepStrictEqual(account.made, { ref: order.reference.ref, channelType: 'API', version: 1 })
    assert.deepEqual(await desk.accounts.find(PARTNER, account.accountId), account)
    assert.deepEqual(await holdingOf(account.accountId), [
      {
        institution_id: institutionId,
        customer_id: userId,
        account_type: 'TOKENS',
        currency: 'USD',
        status: 'OPEN',
        txn_capability: '00',
        balance_minor: 0n,
        overdraft_minor: 0n,
      },
    ])
    const onLedger = await database.query('SELECT asset_id FROM builtin_ledger_accounts WHERE account_id = $1', [
      account.accountId,
    ])
    assert.deepEqual(onLedger.rows, [{ asset_id: `${institutionId}:USD` }])
    const { rows } = await database.query<{ search_words: string[] }>(
      'SELECT search_words FROM digital_accounts WHERE account_id = $1',
      [account.accountId],
    )
    for (const word of ['till', 'acc', '1']) assert.ok(rows[0]?.search_words.includes(word), word)
  })

  test('the same request again returns the account as it now is; another under its reference is refused', async () => {
    const order = newAccount(institutionId, userId)
    const first = await desk.accounts.create(order)
    await database.query("UPDATE digital_accounts SET label = 'changed' WHERE account_id = $1", [
      first.result.accountId,
    ])
    const again = await desk.accounts.create(order)
    assert.deepEqual([again.replayed, again.result.label], [true, 'changed'])
    assert.equal(again.result.accountId, first.result.accountId)
    const other = { ...order, reference: { ...order.reference, content: Buffer.alloc(32, 2) } }
    await assert.rejects(desk.accounts.create(other), refusedAs('reference-reused'))
  })

  test('sent ten times at once it is opened once', async () => {
    const order = newAccount(institutionId, userId, { isDefault: true, currency: 'KWD' })
    const made = await Promise.all(Array.from({ length: 10 }, () => desk.node().create(order)))
    assert.equal(new Set(made.map(({ result }) => result.accountId)).size, 1)
    assert.equal(made.filter(({ replayed }) => !replayed).length, 1)
    const { rowCount } = await database.query('SELECT FROM accounts WHERE institution_id = $1 AND account_type = $2', [
      institutionId,
      'TOKENS',
    ])
    assert.equal(rowCount, 1)
  })

  test('institution and user must exist for the partner; the user must be one of that institution', async () => {
    const others = await desk.institution({ partnerId: 'OTHER' })
    const othersUser = await desk.user(others, { partnerId: 'OTHER' })
    const elsewhere = await desk.user(await desk.institution())
    for (const id of [others, randomUUID(), 'FI001', 'x']) await refuses('institution-not-found', { institutionId: id })
    for (const id of [othersUser, elsewhere, randomUUID(), 'CUST0001']) await refuses('user-not-found', { userId: id })
  })

  test('refusals come in the order of the contract', async () => {
    await create({ isDefault: true, currency: 'EUR' })
    const suspended = await desk.institution({ state: 'SUSPENDED', currencies: ['EUR'] })
    const inSuspended = await desk.user(suspended, { state: 'SUSPENDED' })
    const frozen = await desk.user(institutionId, { state: 'PENDING_VERIFICATION' })
    const invalid = { currency: 'CHF', linkedAccount: { id: 'x' } }
    const rows: [reason: string, more: Parameters<typeof newAccount>[2]][] = [
      ['institution-not-found', { institutionId: randomUUID(), userId: randomUUID(), isDefault: true, ...invalid }],
      ['user-not-found', { institutionId: suspended, userId, isDefault: true, currency: 'EUR' }],
      ['default-account-exists', { institutionId: suspended, userId: inSuspended, isDefault: true, currency: 'EUR' }],
      ['institution-not-active', { institutionId: suspended, userId: inSuspended, ...invalid }],
      ['user-not-active', { userId: frozen, ...invalid }],
      ['currency-not-supported', { ...invalid }],
    ]
    for (const [reason, more] of rows) await refuses(reason, more)
  })

  test('a refused request stores nothing and leaves its reference free', async () => {
    const reference = referenceOf('DIGITAL_ASSET_ACCOUNT')
    await refuses('currency-not-supported', { reference, currency: 'CHF', linkedAccount: { id: 'NEW-ID' } })
    assert.deepEqual(await holdingOf('NEW-ID'), [])
    assert.equal(await ledgerOf(), null)
    assert.equal((await create({ reference })).state, 'ACTIVE')
  })

  test('one default per partner and currency, whatever the institution, also when many are opened at once', async () => {
    const elsewhere = await desk.institution({ currencies: ['JPY'] })
    const user = await desk.user(elsewhere)
    const orders = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? newAccount(institutionId, userId, { isDefault: true, currency: 'JPY' })
        : newAccount(elsewhere, user, { isDefault: true, currency: 'JPY' }),
    )
    const made = await Promise.allSettled(orders.map((order) => desk.node().create(order)))
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of made)
      if (one.status === 'rejected') assert.equal(one.reason.reason, 'tokens.default-account-exists')
    const other = await desk.institution({ partnerId: 'OTHER', currencies: ['JPY'] })
    const their = await desk.user(other, { partnerId: 'OTHER' })
    const { result } = await desk.accounts.create(
      newAccount(other, their, { partnerId: 'OTHER', isDefault: true, currency: 'JPY' }),
    )
    assert.equal(result.isDefault, true)
  })

  const OF_FI001: [accountId: string, type: 'DDA' | 'SDA' | undefined, currency: string, linked: string | undefined][] =
    [
      ['1000000001', undefined, 'USD', 'DDA'],
      ['1000000001', 'DDA', 'USD', 'DDA'],
      ['1000000002', undefined, 'USD', 'SDA'],
      ['1000000006', undefined, 'JPY', 'DDA'],
      ['1000000001', 'SDA', 'USD', undefined],
      ['1000000001', undefined, 'EUR', undefined],
      ['1000000003', undefined, 'USD', undefined],
      ['1000000005', undefined, 'USD', undefined],
      ['1000000182', undefined, 'USD', undefined],
      ['1000000183', undefined, 'USD', undefined],
      ['2000000001', undefined, 'USD', undefined],
      ['nowhere', undefined, 'USD', undefined],
    ]
  for (const [id, type, currency, linked] of OF_FI001) {
    const sent = `${id} ${type ?? ''} in ${currency}`
    test(`account ${sent} of FI001 ${linked === undefined ? 'cannot be linked' : `is linked as ${linked}`}`, async () => {
      const bank = await desk.institution({ externalId: 'FI001' })
      const order = newAccount(bank, await desk.user(bank), { currency, linkedAccount: { id, type } })
      if (linked === undefined) await assert.rejects(desk.accounts.create(order), refusedAs('linked-account-invalid'))
      else assert.equal((await desk.accounts.create(order)).result.linkedType, linked)
    })
  }

  test('a holding is no account that can be linked', async () => {
    const { accountId } = await create()
    await refuses('linked-account-invalid', { linkedAccount: { id: accountId } })
  })

  test('a new id opens a synthetic account with 1,000,000 units; the books stay balanced', async () => {
    for (const [currency, balanceMinor] of [
      ['USD', 100_000_000n],
      ['JPY', 1_000_000n],
      ['KWD', 1_000_000_000n],
    ] as const) {
      const linkedAccountId = `SYN-${currency}`
      await create({ currency, linkedAccount: { id: linkedAccountId } })
      await create({ currency, linkedAccount: { id: linkedAccountId, type: 'DDA' } })
      assert.partialDeepStrictEqual(await holdingOf(linkedAccountId), [
        { institution_id: institutionId, account_type: 'DDA', currency, balance_minor: balanceMinor },
      ])
    }
    await refuses('linked-account-invalid', { linkedAccount: { id: 'SYN-USD', type: 'SDA' } })
    await refuses('linked-account-invalid', { linkedAccount: { id: 'SYN-USD' }, currency: 'EUR' })
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('ten accounts that link the same new id at once open it once', async () => {
    const linkedAccount = { id: 'SHARED' }
    const orders = Array.from({ length: 10 }, () => newAccount(institutionId, userId, { linkedAccount }))
    await Promise.all(orders.map((order) => desk.node().create(order)))
    assert.partialDeepStrictEqual(await holdingOf('SHARED'), [{ balance_minor: 100_000_000n }])
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('outside the sandbox an institution without externalId links nothing', async () => {
    for (const environment of ['qa', 'uat', 'prod'] as const)
      await assert.rejects(
        desk.node(environment).create(newAccount(institutionId, userId)),
        refusedAs('linked-account-invalid'),
      )
  })

  test('a remote core is asked before anything is stored', async () => {
    const asked: object[] = []
    let answer: 'linked-account-invalid' | Error | undefined
    desk.remote = {
      async inquire(inquiry) {
        asked.push(inquiry)
        if (answer instanceof Error) throw answer
        return answer
      },
      move: () => assert.fail('nothing is moved'),
    }
    const bank = await desk.institution({ externalId: 'FI002' })
    const order = newAccount(bank, await desk.user(bank), { linkedAccount: { id: 'AT-CORE', type: 'SDA' } })
    answer = 'linked-account-invalid'
    await assert.rejects(desk.accounts.create(order), refusedAs('linked-account-invalid'))
    answer = unavailable('the core is away')
    await assert.rejects(desk.accounts.create(order), { kind: 'unavailable' })
    answer = undefined
    const { result } = await desk.accounts.create(order)
    assert.deepEqual([result.state, result.linkedAccountId, result.linkedType], ['ACTIVE', 'AT-CORE', 'SDA'])
    const inquiry = { bookId: 'FI002', partnerId: PARTNER, accountId: 'AT-CORE', currency: 'USD' }
    assert.deepEqual(asked, [inquiry, inquiry, inquiry])
    // A repeat does not ask again, and what is refused anyway asks nothing.
    assert.equal((await desk.accounts.create(order)).replayed, true)
    const noCurrency = { ...order, reference: referenceOf('DIGITAL_ASSET_ACCOUNT'), currency: 'CHF' }
    await assert.rejects(desk.accounts.create(noCurrency), refusedAs('currency-not-supported'))
    assert.equal(asked.length, 3)
  })

  test('the first account fixes the ledger of its institution', async () => {
    assert.equal(await ledgerOf(), null)
    await create()
    assert.equal(await ledgerOf(), 'builtin')
    desk.settings = { ...desk.settings, ledger: 'simulated' }
    const asked = desk.ledger.accounts.length
    await create()
    assert.deepEqual([await ledgerOf(), desk.ledger.accounts.length], ['builtin', asked])
  })

  test('on another ledger the request waits for it, and answers active when it is in time', async () => {
    desk.settings = { ...desk.settings, ledger: 'simulated' }
    const account = await create({ currency: 'KWD' })
    assert.deepEqual([account.state, account.made.version], ['ACTIVE', 2])
    assert.deepEqual(await desk.accounts.find(PARTNER, account.accountId), account)
    const assetId = `${institutionId}:KWD`
    assert.deepEqual(desk.ledger.assets.at(-1), {
      assetId,
      issuerId: institutionId,
      currency: 'KWD',
      exponent: 3,
      issuerName: 'Bank of Tests',
    })
    assert.deepEqual(desk.ledger.accounts.at(-1), { accountId: account.accountId, assetId })
  })

  test('a ledger that takes its time leaves it provisioning, and the sweep goes on; so does the same request', async () => {
    desk.settings = { ...desk.settings, ledger: 'simulated', answerWithinMs: 60 }
    desk.ledger.answer = 'PENDING'
    const order = newAccount(institutionId, userId)
    const { result: first } = await desk.accounts.create(order)
    const second = await create()
    assert.deepEqual([first.state, second.state, first.made.version], ['PROVISIONING', 'PROVISIONING', 1])
    await desk.sweep()
    assert.equal((await desk.accounts.find(PARTNER, second.accountId)).state, 'PROVISIONING')
    desk.ledger.answer = 'READY'
    desk.settings = { ...desk.settings, answerWithinMs: 10_000 }
    const again = await desk.accounts.create(order)
    assert.deepEqual([again.replayed, again.result.state, again.result.made.version], [true, 'ACTIVE', 2])
    await Promise.all([desk.sweep(), desk.sweep()])
    const swept = await desk.accounts.find(PARTNER, second.accountId)
    assert.deepEqual([swept.state, swept.made.version], ['ACTIVE', 2])
  })

  for (const error of [unavailable('the ledger is away'), new Error('unexpected')]) {
    test(`an account survives a ledger that fails (${error.message}), and is brought there later`, async () => {
      desk.settings = { ...desk.settings, ledger: 'simulated', answerWithinMs: 60 }
      desk.ledger.answer = error
      const order = newAccount(institutionId, userId)
      const made = await desk.accounts.create(order)
      assert.equal(made.result.state, 'PROVISIONING')
      const sweep = desk.sweep()
      if (error.message === 'unexpected') await assert.rejects(sweep, AggregateError)
      else await sweep
      desk.ledger.answer = 'READY'
      await desk.sweep()
      assert.equal((await desk.accounts.create(order)).result.state, 'ACTIVE')
    })
  }

  test('a ledger that refuses it fails it for good, and frees the default', async () => {
    desk.settings = { ...desk.settings, ledger: 'simulated' }
    desk.ledger.answer = 'REFUSED'
    const failed = await create({ isDefault: true, currency: 'USD' })
    assert.equal(failed.state, 'FAILED')
    assert.deepEqual(failed.outcome, { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' })
    assert.equal(failed.isDefault, false)
    desk.ledger.answer = 'READY'
    await desk.sweep()
    assert.equal((await desk.accounts.find(PARTNER, failed.accountId)).state, 'FAILED')
    assert.equal((await create({ isDefault: true, currency: 'USD' })).isDefault, true)
  })

  test('what an operator opens is in the audit log', async () => {
    const actor = { userId: randomUUID(), email: 'ada@sandbox.example' }
    const { accountId } = await create({ actor, label: 'By hand' })
    const { rows } = await database.query(
      'SELECT action, actor_email, resource, resource_id FROM audit_log ORDER BY position DESC LIMIT 1',
    )
    assert.deepEqual(rows, [
      {
        action: 'digital-account.create',
        actor_email: actor.email,
        resource: 'digital-account',
        resource_id: accountId,
      },
    ])
  })

  test("another partner's account is not there", async () => {
    const { accountId } = await create()
    await assert.rejects(desk.accounts.find('OTHER', accountId), refusedAs('account-not-found'))
    await assert.rejects(desk.accounts.balances('OTHER', accountId), refusedAs('account-not-found'))
    for (const id of [randomUUID(), '1000000001', ''])
      await assert.rejects(desk.accounts.find(PARTNER, id), refusedAs('account-not-found'))
    assert.equal((await desk.accounts.find(PARTNER, accountId.toUpperCase())).accountId, accountId)
  })
})
