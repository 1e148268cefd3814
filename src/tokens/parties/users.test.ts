import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import { USER_STATES, type UserState } from './digital-user.ts'
import { openParties, type Parties, START_MS } from './parties.fixture.ts'
import { USER_TARGETS } from './party-states.ts'

onDatabase('users of digital banking', (_engine, open) => {
  let database: Database
  let parties: Parties
  let bankId: string
  before(async () => {
    database = (await open()).database
    parties = await openParties(database)
    bankId = (await parties.onboard({ externalId: 'FI001' })).result.institutionId
  })
  beforeEach(async () => {
    await emptyTables(database, 'digital_users, digital_accounts, digital_references')
    await database.query(`UPDATE digital_institutions SET state = 'ACTIVE' WHERE institution_id = $1`, [bankId])
    delete parties.settings.onboardingUsers
    parties.clock.nowMs = START_MS
  })

  const enrolled = async (draft = {}, more = {}) => (await parties.enrol(bankId, draft, more)).result
  const reason = (name: string) => ({ reason: `tokens.${name}` })
  const setState = (id: string, state: string) =>
    database.query('UPDATE digital_users SET state = $2 WHERE user_id = $1', [id, state])

  test('are born active, or to be verified when onboarding is manual', async () => {
    const draft = { externalId: 'C1', email: 'jane@x.com', phone: '+15550001234', country: 'US' }
    const kyc = { reference: 'K-1', level: 'FULL' }
    const user = await enrolled({ ...draft, kyc }, { ref: 'r-1' })
    assert.deepEqual(user, {
      type: 'INDIVIDUAL',
      firstName: 'Jane',
      lastName: 'Doe',
      ...draft,
      userId: user.userId,
      institutionId: bankId,
      partnerId: 'PARTNER01',
      state: 'ACTIVE',
      made: {
        ref: 'r-1',
        channelType: 'API',
        version: 1,
        createdAt: new Date(START_MS),
        updatedAt: new Date(START_MS),
      },
    })
    assert.deepEqual(await parties.users.find('PARTNER01', user.userId), user)
    const { rows } = await database.query('SELECT kyc, search_words FROM digital_users WHERE user_id = $1', [
      user.userId,
    ])
    assert.deepEqual(rows, [{ kyc, search_words: ['jane', 'doe', 'c1', 'r', '1'] }])
    parties.settings.onboardingUsers = 'MANUAL'
    assert.equal((await enrolled()).state, 'PENDING_VERIFICATION')
  })

  test('need an active institution of the partner', async () => {
    await assert.rejects(parties.enrol(bankId, {}, { partnerId: 'OTHER' }), reason('institution-not-found'))
    for (const id of ['', 'x', newId(START_MS)]) {
      await assert.rejects(parties.enrol(id), reason('institution-not-found'))
    }
    for (const state of ['PENDING_REVIEW', 'SUSPENDED', 'REJECTED', 'OFFBOARDED']) {
      await database.query('UPDATE digital_institutions SET state = $2 WHERE institution_id = $1', [bankId, state])
      await assert.rejects(parties.enrol(bankId), {
        ...reason('institution-not-active'),
        resource: { type: 'INSTITUTION', id: bankId, state },
      })
    }
  })

  test('an externalId is unique at its institution until its user is rejected or closed', async () => {
    const { userId } = await enrolled({ externalId: 'C1' })
    const other = (await parties.onboard()).result.institutionId
    await parties.enrol(other, { externalId: 'C1' })
    for (const state of ['PENDING_VERIFICATION', 'ACTIVE', 'SUSPENDED']) {
      await setState(userId, state)
      await assert.rejects(parties.enrol(bankId, { externalId: 'C1' }), reason('user-exists'))
    }
    // A conflict goes before what cannot be processed.
    await database.query(`UPDATE digital_institutions SET state = 'SUSPENDED' WHERE institution_id = $1`, [bankId])
    await assert.rejects(parties.enrol(bankId, { externalId: 'C1' }), reason('user-exists'))
    await database.query(`UPDATE digital_institutions SET state = 'ACTIVE' WHERE institution_id = $1`, [bankId])
    for (const state of ['REJECTED', 'CLOSED']) {
      await setState(userId, state)
      await setState((await enrolled({ externalId: 'C1' })).userId, 'REJECTED')
    }
  })

  test('the same reference ten times at once makes one, and of ten with one externalId one is made', async () => {
    const same = await Promise.all(
      Array.from({ length: 10 }, () => parties.enrol(bankId, { externalId: 'C1' }, { ref: 'race' })),
    )
    assert.equal(new Set(same.map(({ result }) => result.userId)).size, 1)
    assert.equal(same.filter(({ replayed }) => !replayed).length, 1)
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => parties.enrol(bankId, { externalId: 'C2' })))
    const refused = all.filter((one) => one.status === 'rejected')
    assert.equal(refused.length, 9)
    for (const one of refused) assert.equal(one.reason.reason, 'tokens.user-exists')
  })

  test('a suspension and users that are being onboarded happen one after the other', async () => {
    const all = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => parties.enrol(bankId)),
      parties.moveInstitution(bankId, { target: 'SUSPENDED' }),
      ...Array.from({ length: 5 }, () => parties.enrol(bankId)),
    ])
    assert.equal(all[5]?.status, 'fulfilled')
    for (const one of all) {
      if (one.status === 'rejected') assert.equal(one.reason.reason, 'tokens.institution-not-active')
    }
    await assert.rejects(parties.enrol(bankId), reason('institution-not-active'))
  })

  test('are seen and moved by their partner alone', async () => {
    const { userId } = await enrolled()
    await assert.rejects(parties.users.find('OTHER', userId), reason('user-not-found'))
    const move = parties.moveUser(userId, { target: 'SUSPENDED' }, { partnerId: 'OTHER' })
    await assert.rejects(move, reason('user-not-found'))
    for (const id of ['', 'x', newId(START_MS), '\u0000']) {
      await assert.rejects(parties.users.find('PARTNER01', id), reason('user-not-found'))
      await assert.rejects(parties.moveUser(id, { target: 'ACTIVE' }), reason('user-not-found'))
    }
  })

  describe('move', () => {
    const MOVES: Record<UserState, readonly string[]> = {
      PENDING_VERIFICATION: ['ACTIVE', 'REJECTED'],
      ACTIVE: ['SUSPENDED', 'CLOSED'],
      SUSPENDED: ['ACTIVE', 'CLOSED'],
      REJECTED: [],
      CLOSED: [],
    }
    for (const state of USER_STATES) {
      test(`from ${state} to ${MOVES[state].join(' and ') || 'nothing'} only`, async () => {
        const { userId } = await enrolled()
        for (const target of USER_TARGETS) {
          await setState(userId, state)
          const move = parties.moveUser(userId, { target })
          if (MOVES[state].includes(target)) assert.equal((await move).result.state, target)
          else {
            await assert.rejects(move, {
              ...reason('invalid-state-transition'),
              resource: { type: 'USER', id: userId, state },
            })
          }
        }
        assert.equal((await parties.users.find('PARTNER01', userId)).made.version, 1 + MOVES[state].length)
      })
    }

    test('from the version that the caller has seen, and once per reference', async () => {
      const { userId } = await enrolled()
      const stale = parties.moveUser(userId, { target: 'REJECTED', expectedVersion: 2 })
      await assert.rejects(stale, reason('version-conflict'))
      const suspend = () => parties.moveUser(userId, { target: 'SUSPENDED', expectedVersion: 1 }, { ref: 's' })
      assert.equal((await suspend()).replayed, false)
      const { replayed, result } = await suspend()
      assert.deepEqual([replayed, result.state, result.made.version], [true, 'SUSPENDED', 2])
    })
  })

  for (const state of ['PROVISIONING', 'ACTIVE', 'FROZEN', 'CLOSED', 'FAILED']) {
    const isOver = state === 'CLOSED' || state === 'FAILED'
    test(`with an account that is ${state} a user ${isOver ? 'can' : 'cannot'} be closed`, async () => {
      const { userId } = await enrolled()
      await database.query(
        `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                       state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by,
                                       updated_by)
         VALUES ('FI001', $3, $1, $2, 'PARTNER01', 'USD', 'L', $4, '{}', 'r', 'API', now(), now(), 'x', 'x')`,
        [bankId, userId, newId(START_MS), state],
      )
      const close = parties.moveUser(userId, { target: 'CLOSED' })
      if (isOver) assert.equal((await close).result.state, 'CLOSED')
      else await assert.rejects(close, reason('open-obligations'))
    })
  }

  test('what an operator does is audited, without personal data', async () => {
    const actor = { userId: newId(START_MS), email: 'ada@sandbox.example' }
    const { userId } = await enrolled({ email: 'jane@x.com', phone: '+15550001234' }, { actor })
    await parties.moveUser(userId, { target: 'SUSPENDED' }, { actor })
    await parties.moveUser(userId, { target: 'ACTIVE' })
    const { rows } = await database.query<{ after: string }>(
      'SELECT action, institution_id, after FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [userId],
    )
    assert.deepEqual(
      rows.map(({ after, ...row }) => ({ ...row, state: JSON.parse(after).state })),
      [
        { action: 'digital-user.create', institution_id: 'FI001', state: 'ACTIVE' },
        { action: 'digital-user.change-status', institution_id: 'FI001', state: 'SUSPENDED' },
      ],
    )
    assert.doesNotMatch(JSON.stringify(rows), /jane|Doe|1234/i)
  })
})
