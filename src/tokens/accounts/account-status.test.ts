import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ALL_CONNECTIONS } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import {
  type AccountDesk,
  newAccount,
  openAccountDesk,
  PARTNER,
  referenceOf,
  refusedAs,
  statusChange,
} from '../../../test/support/tokens/account-desk.ts'
import { until } from '../../../test/support/until.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Movement } from '../movements/movement.ts'
import { depositWith, redemptionWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { ACCOUNT_TARGETS } from './account-states.ts'
import type { AccountStatusChange } from './accounts.ts'
import type { AccountState, DigitalAccount } from './digital-account.ts'

onDatabase('the state of digital asset accounts', (engine, open) => {
  let database: Database
  let desk: AccountDesk
  let institutionId: string
  let userId: string

  before(async () => {
    database = (await open()).database
    desk = await openAccountDesk(database)
    institutionId = await desk.institution()
    userId = await desk.user(institutionId)
  })
  after(() => desk.close())

  const create = async (more: Parameters<typeof newAccount>[2] = {}) =>
    (await desk.accounts.create(newAccount(institutionId, userId, more))).result
  const change = async (...[accountId, target, more]: Parameters<typeof statusChange>) =>
    (await desk.accounts.changeStatus(statusChange(accountId, target, more))).result
  const update = async (accountId: string, order: Partial<AccountStatusChange>) =>
    (
      await desk.accounts.changeStatus({
        reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS'),
        actor: { clientId: 'issuer' },
        accountId,
        ...order,
      })
    ).result
  /** An account that is linked in another currency. */
  const otherCurrency = async () =>
    (await create({ currency: 'JPY', linkedAccount: { id: 'LINKED-JPY' } })).linkedAccountId
  const force = (accountId: string, state: AccountState) =>
    database.query('UPDATE digital_accounts SET state = $2, restrictions = $3 WHERE account_id = $1', [
      accountId,
      state,
      state === 'FROZEN' ? ['NO_DEBIT'] : [],
    ])

  const ALLOWED = new Set(['ACTIVE FROZEN', 'ACTIVE CLOSED', 'FROZEN ACTIVE', 'FROZEN FROZEN', 'FROZEN CLOSED'])
  for (const state of ['PROVISIONING', 'ACTIVE', 'FROZEN', 'CLOSED', 'FAILED'] as const) {
    for (const target of ACCOUNT_TARGETS) {
      const isAllowed = ALLOWED.has(`${state} ${target}`)
      test(`${state} ${isAllowed ? 'becomes' : 'does not become'} ${target}`, async () => {
        const { accountId } = await create()
        await force(accountId, state)
        if (!isAllowed) {
          await assert.rejects(change(accountId, target), refusedAs('invalid-state-transition'))
          return
        }
        const changed = await change(accountId, target)
        assert.deepEqual([changed.state, changed.made.version], [target, 2])
        assert.deepEqual(await desk.accounts.find(PARTNER, accountId), changed)
      })
    }
  }

  test('FROZEN stops debits unless it says otherwise, and its restrictions can change', async () => {
    const { accountId } = await create()
    assert.deepEqual((await change(accountId, 'FROZEN')).restrictions, ['NO_DEBIT'])
    assert.deepEqual((await change(accountId, 'FROZEN', { restrictions: ['NO_CREDIT'] })).restrictions, ['NO_CREDIT'])
    const both = await change(accountId, 'FROZEN', { restrictions: ['NO_DEBIT', 'NO_CREDIT'] })
    assert.deepEqual([both.restrictions, both.made.version], [['NO_DEBIT', 'NO_CREDIT'], 4])
    assert.deepEqual((await change(accountId, 'ACTIVE')).restrictions, [])
  })

  test('the version that the caller has seen must be the current one', async () => {
    const { accountId } = await create()
    await assert.rejects(change(accountId, 'FROZEN', { expectedVersion: 2 }), refusedAs('version-conflict'))
    assert.equal((await change(accountId, 'FROZEN', { expectedVersion: 1 })).made.version, 2)
    // The version is checked before the state.
    await force(accountId, 'CLOSED')
    await assert.rejects(change(accountId, 'ACTIVE', { expectedVersion: 1 }), refusedAs('version-conflict'))
  })

  test('the same request again answers with the account as it now is', async () => {
    const { accountId } = await create()
    const order = statusChange(accountId, 'FROZEN')
    const first = await desk.accounts.changeStatus(order)
    await change(accountId, 'ACTIVE')
    const again = await desk.accounts.changeStatus(order)
    assert.deepEqual([first.replayed, again.replayed, again.result.state], [false, true, 'ACTIVE'])
    assert.equal(again.result.made.version, 3)
    const other = { ...order, reference: { ...order.reference, content: Buffer.alloc(32, 9) } }
    await assert.rejects(desk.accounts.changeStatus(other), refusedAs('reference-reused'))
  })

  test("another partner's account is not there", async () => {
    const { accountId } = await create()
    for (const id of [accountId, randomUUID(), 'x']) {
      const order = statusChange(id, 'FROZEN', { partnerId: 'OTHER' })
      await assert.rejects(desk.accounts.changeStatus(order), refusedAs('account-not-found'))
    }
    assert.equal((await desk.accounts.find(PARTNER, accountId)).state, 'ACTIVE')
  })

  test('closing frees the default', async () => {
    const first = await create({ isDefault: true })
    await assert.rejects(create({ isDefault: true }), refusedAs('default-account-exists'))
    assert.equal((await change(first.accountId, 'CLOSED')).isDefault, false)
    const second = await create({ isDefault: true })
    assert.equal(second.isDefault, true)
    await change(second.accountId, 'CLOSED')
  })

  test('an account gets another label, linked account and default at once, and is found by them', async () => {
    const { accountId } = await create({ label: 'Everyday' })
    const changed = await update(accountId, { label: 'Savings', isDefault: true, linkedAccountId: 'LINKED-NEW' })
    assert.deepEqual(
      [changed.label, changed.isDefault, changed.linkedAccountId, changed.linkedType, changed.state],
      ['Savings', true, 'LINKED-NEW', 'DDA', 'ACTIVE'],
    )
    assert.equal(changed.made.version, 2)
    assert.deepEqual(await desk.accounts.find(PARTNER, accountId), changed)
    const { rows } = await database.query<{ word: string }>(
      'SELECT word FROM digital_words WHERE resource_id = $1 ORDER BY word',
      [accountId],
    )
    const words = rows.map(({ word }) => word)
    assert.ok(words.includes('savings') && words.includes('new') && !words.includes('everyday'), words.join(' '))
    assert.equal((await update(accountId, { isDefault: false })).isDefault, false)
  })

  test('a change of state keeps label, default and linked account, and other changes keep the state', async () => {
    const { accountId } = await create({ label: 'Everyday', isDefault: true })
    const frozen = await change(accountId, 'FROZEN', { restrictions: ['NO_CREDIT'], label: 'Kept' })
    assert.deepEqual([frozen.label, frozen.isDefault, frozen.linkedAccountId], ['Kept', true, 'LINKED-1'])
    const named = await update(accountId, { label: 'Again' })
    assert.deepEqual([named.state, named.restrictions], ['FROZEN', ['NO_CREDIT']])
    await change(accountId, 'CLOSED')
  })

  test('a change that is refused in part changes nothing', async () => {
    const other = await create({ isDefault: true })
    const { accountId } = await create()
    const refusals: [reason: string, order: Parameters<typeof update>[1]][] = [
      ['default-account-exists', { label: 'x', isDefault: true }],
      ['linked-account-invalid', { label: 'x', linkedAccountId: await otherCurrency() }],
      ['invalid-state-transition', { label: 'x', target: 'ACTIVE', reason: 'why' }],
      ['version-conflict', { label: 'x', expectedVersion: 9 }],
    ]
    for (const [reason, order] of refusals) {
      await assert.rejects(update(accountId, order), refusedAs(reason))
      const { label, made } = await desk.accounts.find(PARTNER, accountId)
      assert.deepEqual([label, made.version], [undefined, 1])
    }
    await change(other.accountId, 'CLOSED')
  })

  for (const state of ['CLOSED', 'FAILED'] as const) {
    test(`an account that is ${state} is not changed any more`, async () => {
      const { accountId } = await create()
      await force(accountId, state)
      for (const order of [{ label: 'x' }, { isDefault: true }, { linkedAccountId: 'LINKED-2' }])
        await assert.rejects(update(accountId, order), refusedAs('invalid-state-transition'))
    })
  }

  test('of accounts that become the default at once, one does', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 4 }, () => create({ currency: 'EUR', linkedAccount: { id: 'E' } })),
    )
    const answers = await Promise.allSettled(accounts.map(({ accountId }) => update(accountId, { isDefault: true })))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const answer of answers)
      if (answer.status === 'rejected') assert.equal(answer.reason.reason, 'tokens.default-account-exists')
  })

  test('a remote core is asked whether the new account can be linked, before anything is stored', async () => {
    const { accountId } = await create()
    const asked: string[] = []
    desk.remote = {
      async inquire({ accountId: id }) {
        asked.push(id)
        return id === 'GONE' ? 'linked-account-invalid' : undefined
      },
      move: () => Promise.reject(new Error('nothing is moved')),
    }
    await assert.rejects(update(accountId, { linkedAccountId: 'GONE' }), refusedAs('linked-account-invalid'))
    const changed = await update(accountId, { linkedAccountId: 'REMOTE-1' })
    desk.remote = undefined
    assert.deepEqual(
      [asked, changed.linkedAccountId, changed.linkedType],
      [['GONE', 'REMOTE-1'], 'REMOTE-1', undefined],
    )
  })

  const OPEN = { nextAt: new Date('2026-11-16T09:00:00.000Z') }
  const movement = ({ bookId, accountId }: DigitalAccount, of: 'OWN' | 'PAYEE', sample: Movement): Movement =>
    of === 'OWN'
      ? ({ ...sample, bookId, accountId, ...OPEN } as Movement)
      : ({
          ...sample,
          ...OPEN,
          payee: { ...(sample as { payee: object }).payee, bookId, accountId },
        } as unknown as Movement)

  const GUARDS: [title: string, reason: string, of: 'OWN' | 'PAYEE', sample: () => Movement][] = [
    ['a deposit that has only begun', 'open-obligations', 'OWN', () => depositWith({ state: 'PENDING' })],
    ['a deposit that waits for its tokens', 'account-not-empty', 'OWN', () => depositWith({ state: 'MINTING' })],
    ['a deposit whose money is there', 'account-not-empty', 'OWN', () => depositWith({ state: 'FUNDS_DEBITED' })],
    ['a deposit that is given back', 'open-obligations', 'OWN', () => depositWith({ state: 'COMPENSATING' })],
    ['a redemption that is not paid out', 'open-obligations', 'OWN', () => redemptionWith({ state: 'BURNED' })],
    ['a redemption that returns', 'account-not-empty', 'OWN', () => redemptionWith({ state: 'RETURNING' })],
    ['a transfer out', 'open-obligations', 'OWN', () => transferWith({ state: 'COMMITTING' })],
    ['a transfer in that has only begun', 'open-obligations', 'PAYEE', () => transferWith({ state: 'RECEIVED' })],
    ['a transfer in that is reserved', 'account-not-empty', 'PAYEE', () => transferWith({ state: 'RESERVED' })],
    ['a transfer in that is committing', 'account-not-empty', 'PAYEE', () => transferWith({ state: 'COMMITTING' })],
    ['a transfer in that is released', 'open-obligations', 'PAYEE', () => transferWith({ state: 'RELEASING' })],
  ]
  for (const [title, reason, of, sample] of GUARDS) {
    test(`${title} keeps an account open`, async () => {
      const account = await create()
      const stored = movement(account, of, sample())
      await storeMovements(database, stored)
      await assert.rejects(change(account.accountId, 'CLOSED'), refusedAs(reason))
      const relink = () => update(account.accountId, { linkedAccountId: 'LINKED-2' })
      await assert.rejects(relink(), refusedAs('open-obligations'))
      await change(account.accountId, 'FROZEN')
      await database.query('UPDATE token_movements SET is_open = false WHERE movement_id = $1', [stored.movementId])
      await database.query('UPDATE token_movement_homes SET open_payee_account_id = NULL')
      assert.equal((await relink()).linkedAccountId, 'LINKED-2')
      assert.equal((await change(account.accountId, 'CLOSED')).state, 'CLOSED')
    })
  }

  for (const [column, balance, held] of [
    ['asset', 1, 0],
    ['locked', 1, 1],
  ] as const) {
    test(`an account with ${column} tokens is not closed`, async () => {
      const { accountId } = await create()
      await database.query('UPDATE accounts SET balance_minor = $2, held_minor = $3 WHERE account_id = $1', [
        accountId,
        balance,
        held,
      ])
      await assert.rejects(change(accountId, 'CLOSED'), refusedAs('account-not-empty'))
      await database.query('UPDATE accounts SET balance_minor = 0, held_minor = 0 WHERE account_id = $1', [accountId])
    })
  }

  test('what an operator changes is in the audit log', async () => {
    const { accountId } = await create()
    const actor = { userId: randomUUID(), email: 'ada@sandbox.example' }
    await change(accountId, 'FROZEN', { actor, reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS') })
    const { rows } = await database.query<{ before: string; after: string }>(
      "SELECT before, after FROM audit_log WHERE action = 'digital-account.status' AND resource_id = $1",
      [accountId],
    )
    assert.deepEqual(
      rows.map(({ before: from, after: to }) => [JSON.parse(from).state, JSON.parse(to).state]),
      [['ACTIVE', 'FROZEN']],
    )
  })

  // PGlite has one connection, so nothing waits there.
  test('a change of state and a movement take turns: both lock the holding first', {
    skip: engine === 'pglite',
  }, async () => {
    const account = await create()
    const session = await database.connect()
    try {
      await session.query('BEGIN')
      await session.query('SELECT 1 FROM accounts WHERE institution_id = $1 AND account_id = $2 FOR NO KEY UPDATE', [
        account.bookId,
        account.accountId,
      ])
      const closing = assert.rejects(change(account.accountId, 'CLOSED'), refusedAs('open-obligations'))
      await until(async () => {
        const { rowCount } = await database.query(
          `SELECT FROM ${ALL_CONNECTIONS} WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rowCount
      }, 'the change waits')
      await storeMovements(database, movement(account, 'OWN', depositWith({ state: 'PENDING' })))
      await session.query('COMMIT')
      await closing
    } finally {
      session.release()
    }
  })
})
