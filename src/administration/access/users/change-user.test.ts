import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  freshEmail,
  newUser,
  openPeople,
  type People,
  START_MS,
  SUB_TENANTS,
} from '../../../../test/support/onboarding/people.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Caller } from '../principal/caller.ts'
import { Grants } from '../principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../roles/system-roles.ts'

const OPENED = '2026-01-15T10:00:00.000Z'
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const NOBODY = newId(START_MS)

/** Everything that can be done to one user. */
const ACTS: [title: string, act: (people: People, caller: Caller, userId: string) => Promise<unknown>][] = [
  ['renamed', ({ users }, caller, id) => users.update(caller, id, { lastName: 'Other' })],
  ['given another address', ({ users }, caller, id) => users.update(caller, id, { email: freshEmail() })],
  ['freed of the second factor', ({ users }, caller, id) => users.update(caller, id, { mfaEnable: false })],
  ['given another role', ({ users }, caller, id) => users.update(caller, id, { roleId: VIEWER_ROLE_ID })],
  ['deactivated', ({ users }, caller, id) => users.setActive(caller, id, false)],
  ['activated', ({ users }, caller, id) => users.setActive(caller, id, true)],
  ['invited', ({ users }, caller, id) => users.invite(caller, id)],
  ['unlocked', ({ users }, caller, id) => users.unlock(caller, id)],
  ['given a new second factor', ({ users }, caller, id) => users.resetMfa(caller, id)],
]

onDatabase('changing users', (_engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
    // An administrator whom no test removes.
    await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
  })

  for (const [title, act] of ACTS) {
    test(`a user who may do more than the caller is not ${title}`, async () => {
      const userId = await people.add({ hasPassword: false })
      const row = await people.rowOf(userId)
      const almost = Grants.of([{ moduleId: 'USER_MGMT', actionId: 'VIEW' }])
      await assert.rejects(
        act(people, people.caller({ grants: almost }), userId),
        refusal('forbidden', { reason: 'access.grants-exceeded' }),
      )
      assert.deepEqual(await people.rowOf(userId), row)
      assert.deepEqual(await people.auditOf(userId), [])
    })

    const outside: [title: string, caller: Scope, place: Scope][] = [
      ['of another institution', FI001, FI002],
      ['of the whole platform', FI001, {}],
      ['of the institution above the sub-tenant', TENANT, FI001],
      ['of another sub-tenant', { ...FI002, subTenantId: SUB_TENANTS.FI002 }, TENANT],
    ]
    for (const [whose, scope, place] of outside) {
      test(`a user ${whose} is not found, so not ${title}`, async () => {
        const userId = await people.add({ ...place, hasPassword: false })
        const row = await people.rowOf(userId)
        await assert.rejects(act(people, people.caller({ scope }), userId), refusal('not-found'))
        await assert.rejects(people.users.find(scope, userId), refusal('not-found'))
        assert.deepEqual(await people.rowOf(userId), row)
      })
    }

    test(`a user in scope is ${title}, counted and audited`, async () => {
      const userId = await people.add({ ...TENANT, hasPassword: false })
      await act(people, people.caller({ scope: TENANT }), userId)
      const { version, updatedBy } = await people.users.find({}, userId)
      assert.deepEqual([version, updatedBy], [2, 'caller@bank.example'])
      const entries = await people.auditOf(userId)
      assert.equal(entries.length, 1)
      const [was, is] = [JSON.parse(entries[0]?.before ?? ''), JSON.parse(entries[0]?.after ?? '')]
      assert.deepEqual([was.id, was.version, was.createdAt], [userId, 1, OPENED])
      assert.deepEqual([is.id, is.version, is.createdAt], [userId, 2, OPENED])
      assert.equal(entries[0]?.institution_id, 'FI001')
    })

    test(`an unknown id is not ${title}`, async () => {
      for (const id of [NOBODY, 'no-uuid', ''])
        await assert.rejects(act(people, people.caller(), id), refusal('not-found'))
    })
  }

  test('a change made on an old version is refused and changes nothing', async () => {
    const userId = await people.add()
    await people.users.update(people.caller(), userId, { firstName: 'Second', version: 1 })
    await assert.rejects(
      people.users.update(people.caller(), userId, { firstName: 'Third', version: 1 }),
      refusal('conflict'),
    )
    assert.equal((await people.users.find({}, userId)).firstName, 'Second')
  })

  test('a change without fields leaves no trace, but is still checked', async () => {
    const userId = await people.add()
    const row = await people.rowOf(userId)
    const asItWas = await people.users.find({}, userId)
    for (const change of [{}, { version: 1 }]) {
      assert.deepEqual(await people.users.update(people.caller(), userId, change), asItWas)
    }
    assert.deepEqual([await people.rowOf(userId), await people.auditOf(userId)], [row, []])
    await assert.rejects(people.users.update(people.caller(), userId, { version: 2 }), refusal('conflict'))
    await assert.rejects(people.users.update(people.caller({ scope: FI001 }), userId, {}), refusal('not-found'))
    await assert.rejects(
      people.users.update(people.caller({ grants: Grants.of([]) }), userId, {}),
      refusal('forbidden', { reason: 'access.grants-exceeded' }),
    )
  })

  test('of many concurrent changes on one version, one succeeds', async () => {
    const userId = await people.add()
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        people.users.update(people.caller(), userId, { firstName: `Name ${n}`, version: 1 }),
      ),
    )
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await people.users.find({}, userId)).version, 2)
  })

  test('a new address of a user who was never here voids links sent to the old one, and repeats the invitation', async () => {
    const { id: userId } = await people.users.create(people.caller(), newUser())
    const moved = freshEmail()
    people.invited.length = 0
    await people.users.update(people.caller(), userId, { email: moved })
    assert.deepEqual(people.invited, [moved])
    assert.equal(await people.countLinks(userId), 1)
  })

  const HERE: [title: string, column: string][] = [
    ['a password', `password_hash = 'a hash'`],
    ['signed in by single sign-on', 'last_login_at = created_at'],
  ]
  for (const [title, columns] of HERE) {
    test(`a new address of a user who has ${title} waits for its confirmation`, async () => {
      const { id: userId, email } = await people.users.create(people.caller(), newUser())
      await people.database.query(`UPDATE users SET ${columns} WHERE user_id = $1`, [userId])
      people.invited.length = 0
      people.asked.length = 0
      const newEmail = freshEmail()
      const record = await people.users.update(people.caller(), userId, { email: newEmail })
      assert.deepEqual([record.email, record.pendingMailID], [email, newEmail])
      assert.deepEqual([people.invited, people.asked], [[], [newEmail]])
      assert.equal(await people.countLinks(userId), 1)

      // It is reserved: nobody else takes it, as an address or as a new one.
      await assert.rejects(
        people.users.create(people.caller(), newUser({ email: newEmail.toUpperCase() })),
        refusal('conflict', { reason: 'access.email-taken' }),
      )
      const otherId = await people.add()
      await assert.rejects(
        people.users.update(people.caller(), otherId, { email: newEmail }),
        refusal('conflict', { reason: 'access.email-taken' }),
      )

      // The present address gives it up.
      const kept = await people.users.update(people.caller(), userId, { email })
      assert.deepEqual([kept.email, kept.pendingMailID], [email, undefined])
      await people.users.update(people.caller(), otherId, { email: newEmail })

      // So does a deactivation.
      await people.users.setActive(people.caller(), otherId, false)
      assert.equal((await people.users.find({}, otherId)).pendingMailID, undefined)
    })
  }

  test('a user with a password is not invited again', async () => {
    const userId = await people.add()
    await assert.rejects(people.users.invite(people.caller(), userId), refusal('conflict'))
  })

  test('deactivation ends the sessions of that user only', async () => {
    const [userId, otherId] = [await people.add(), await people.add()]
    for (const id of [userId, userId, otherId]) await people.addSession(id)
    await people.users.setActive(people.caller(), userId, false)
    const { rows } = await people.database.query(
      `SELECT user_id, revoked_at, revoked_for FROM sessions WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id`,
      [[userId, otherId]],
    )
    const ended = { user_id: userId, revoked_at: new Date(START_MS), revoked_for: 'deactivated' }
    assert.deepEqual(rows, [ended, ended, { user_id: otherId, revoked_at: null, revoked_for: null }])
    const { status, isActive } = await people.users.setActive(people.caller(), userId, true)
    assert.deepEqual([status, isActive], ['ACTIVE', true])
  })

  test('a lock expires, or is removed together with its failures', async () => {
    const userId = await people.add({ lockedUntilMs: START_MS + 1000 })
    await people.database.query(
      `INSERT INTO sign_in_failures (user_id, kind, at, failure_id) VALUES ($1, 'PASSWORD', now(), $2)`,
      [userId, newId(START_MS)],
    )
    await people.database.query('UPDATE users SET locks = 3 WHERE user_id = $1', [userId])
    const locked = await people.users.find({}, userId)
    assert.deepEqual([locked.status, locked.lockedUntil], ['LOCKED', isoTimestamp(START_MS + 1000)])

    people.clock.nowMs = START_MS + 1000
    const passed = await people.users.find({}, userId)
    assert.deepEqual([passed.status, passed.lockedUntil], ['ACTIVE', undefined])
    people.clock.nowMs = START_MS

    await people.database.query('UPDATE users SET last_login_at = created_at WHERE user_id = $1', [userId])
    assert.equal((await people.users.unlock(people.caller(), userId)).status, 'ACTIVE')
    const { lockedUntil, lastLoginAt } = JSON.parse((await people.auditOf(userId))[0]?.before ?? '')
    assert.deepEqual([lockedUntil, lastLoginAt], ['2026-01-15T10:00:01.000Z', OPENED])
    const { rows } = await people.database.query(
      `SELECT locks, locked_until, (SELECT count(*)::int FROM sign_in_failures WHERE user_id = $1) AS failures
         FROM users WHERE user_id = $1`,
      [userId],
    )
    assert.deepEqual(rows, [{ locks: 0, locked_until: null, failures: 0 }])
  })

  test('resetting the second factor deletes its recovery codes and pending offer and ends the sessions', async () => {
    const userId = await people.add()
    const sessionId = await people.addSession(userId)
    await people.database.query(
      `UPDATE users SET totp_sealed = 'sealed', totp_device_name = 'phone', totp_step = 7 WHERE user_id = $1`,
      [userId],
    )
    await people.database.query(`INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, 'h')`, [userId])
    await people.database.query(`INSERT INTO totp_offers VALUES ($1, 'sealed', now())`, [userId])
    assert.equal((await people.users.find({}, userId)).mfaRegistered, true)
    assert.equal((await people.users.resetMfa(people.caller(), userId)).mfaRegistered, false)
    const { rows } = await people.database.query(
      `SELECT totp_sealed, totp_device_name, totp_step,
              (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes,
              (SELECT count(*)::int FROM totp_offers WHERE user_id = $1) AS offers,
              (SELECT revoked_for FROM sessions WHERE session_id = $2) AS revoked
         FROM users WHERE user_id = $1`,
      [userId, sessionId],
    )
    assert.deepEqual(rows, [
      { totp_sealed: null, totp_device_name: null, totp_step: null, codes: 0, offers: 0, revoked: 'mfa-reset' },
    ])
  })

  test('users cannot deactivate themselves', async () => {
    const userId = await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
    const own = people.users.setActive(people.caller({ userId }), userId, false)
    await assert.rejects(own, refusal('conflict', { reason: 'access.own-deactivation' }))
    assert.equal((await people.users.find({}, userId)).isActive, true)
  })

  test('nothing that could be used to sign in is in a record or the audit log', async () => {
    const { rows } = await people.database.query('SELECT before, after FROM audit_log')
    assert.doesNotMatch(
      JSON.stringify([rows, (await people.users.list({}, {}, { page: 1, size: 200 })).items]),
      /a hash|sealed|"salt/,
    )
  })
})
