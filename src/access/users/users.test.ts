import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachEngine } from '../../../test/support/database.ts'
import { openPeople, type People, START_MS, SUB_TENANTS } from '../../../test/support/people.ts'
import { refusal } from '../../../test/support/refusals.ts'
import { newId } from '../../kernel/ids.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { Scope } from '../../kernel/scope.ts'
import { Grants } from '../roles/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../roles/system-roles.ts'
import type { Caller } from './caller.ts'

const OPENED = '2026-01-15T10:00:00.000Z'
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const NOBODY = newId(START_MS)

let mails = 0
const mail = () => `new-${++mails}@bank.example`

/** Everything that can be done to one user. */
const ACTS: [title: string, act: (people: People, caller: Caller, userId: string) => Promise<unknown>][] = [
  ['renamed', ({ users }, caller, id) => users.update(caller, id, { lastName: 'Other' })],
  ['given another address', ({ users }, caller, id) => users.update(caller, id, { mailId: mail() })],
  ['freed of the second factor', ({ users }, caller, id) => users.update(caller, id, { mfaEnable: false })],
  ['given another role', ({ users }, caller, id) => users.update(caller, id, { roleId: VIEWER_ROLE_ID })],
  ['deactivated', ({ users }, caller, id) => users.setActive(caller, id, false)],
  ['activated', ({ users }, caller, id) => users.setActive(caller, id, true)],
  ['invited', ({ users }, caller, id) => users.invite(caller, id)],
  ['unlocked', ({ users }, caller, id) => users.unlock(caller, id)],
  ['given a new second factor', ({ users }, caller, id) => users.resetMfa(caller, id)],
]

eachEngine('users', (_engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
    // Somebody is left whatever the tests take away.
    await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
  })

  const rowOf = async (userId: string) => {
    const { rows } = await people.database.query('SELECT u::text AS row FROM users u WHERE user_id = $1', [userId])
    return rows[0]
  }
  const auditOf = async (userId: string) => {
    const { rows } = await people.database.query<{
      action: string
      before: string | null
      after: string | null
      institution_id: string | null
    }>('SELECT action, before, after, institution_id FROM audit_log WHERE resource_id = $1 ORDER BY position', [userId])
    return rows
  }
  const linksOf = async (userId: string) =>
    (await people.database.query('SELECT FROM password_links WHERE user_id = $1 AND used_at IS NULL', [userId]))
      .rowCount
  const newUser = (more: object = {}) => ({
    firstName: 'Ada',
    lastName: 'Lovelace',
    mailId: mail(),
    roleId: VIEWER_ROLE_ID,
    ...more,
  })

  describe('making a user', () => {
    test('makes an invited user, whose invitation and audit entry commit with it', async () => {
      const wanted = newUser({ mailId: 'Ada.New@Bank.example', mfaEnable: true, ...FI001 })
      const user = await people.users.create(people.caller(), wanted)
      assert.deepEqual(user, {
        userId: user.userId,
        version: 1,
        firstName: 'Ada',
        lastName: 'Lovelace',
        mailId: 'Ada.New@Bank.example',
        roleId: VIEWER_ROLE_ID,
        roleName: 'Viewer',
        isActive: true,
        mfaEnable: true,
        mfaRegistered: false,
        hasPassword: false,
        status: 'INVITED',
        institutionId: 'FI001',
        createdAtMs: START_MS,
        updatedAtMs: START_MS,
        createdBy: 'caller@bank.example',
        updatedBy: 'caller@bank.example',
      })
      assert.equal(people.invited.at(-1), 'Ada.New@Bank.example')
      assert.deepEqual(await people.users.find({}, user.userId), user)
      const [entry] = await auditOf(user.userId)
      assert.deepEqual([entry?.action, entry?.before, entry?.institution_id], ['user.create', null, 'FI001'])
      assert.deepEqual(JSON.parse(entry?.after ?? ''), {
        id: user.userId,
        version: 1,
        createdAt: OPENED,
        updatedAt: OPENED,
        createdBy: 'caller@bank.example',
        updatedBy: 'caller@bank.example',
        firstName: 'Ada',
        lastName: 'Lovelace',
        mailID: 'Ada.New@Bank.example',
        roleId: VIEWER_ROLE_ID,
        roleName: 'Viewer',
        isActive: true,
        mfaEnable: true,
        mfaRegistered: false,
        status: 'INVITED',
        institutionId: 'FI001',
      })
    })

    test('somebody inactive is invited when activated, not before', async () => {
      people.invited.length = 0
      const { userId, status } = await people.users.create(people.caller(), newUser({ isActive: false }))
      assert.equal(status, 'INACTIVE')
      const mailId = mail()
      await people.users.update(people.caller(), userId, { mailId })
      assert.deepEqual([people.invited, await linksOf(userId)], [[], 0])
      await people.users.setActive(people.caller(), userId, true)
      assert.deepEqual([people.invited, await linksOf(userId)], [[mailId], 1])
      // Who is active already is not activated.
      await people.users.setActive(people.caller(), userId, true)
      assert.deepEqual(people.invited, [mailId])
    })

    test('an invitation that fails leaves the user inactive', async () => {
      const userId = await people.add({ isActive: false, hasPassword: false })
      people.trouble.message = 'the mail cannot be sealed'
      await assert.rejects(people.users.setActive(people.caller(), userId, true), /cannot be sealed/)
      delete people.trouble.message
      assert.equal((await people.users.find({}, userId)).isActive, false)
    })

    test('who has a password is activated without an invitation', async () => {
      people.invited.length = 0
      const userId = await people.add({ isActive: false })
      await people.users.setActive(people.caller(), userId, true)
      assert.deepEqual(people.invited, [])
    })

    test('an invitation that fails leaves no user behind', async () => {
      people.trouble.message = 'the mail cannot be sealed'
      const wanted = newUser()
      await assert.rejects(people.users.create(people.caller(), wanted), /cannot be sealed/)
      delete people.trouble.message
      assert.equal((await people.users.list({}, { search: wanted.mailId }, { page: 1, size: 10 })).total, 0)
    })

    test('an address is taken in any letter case, also by a user out of sight', async () => {
      await people.add({ ...FI002, mailId: 'Taken@Bank.example' })
      const caller = people.caller({ scope: FI001 })
      await assert.rejects(people.users.create(caller, newUser({ mailId: 'tAKEN@bank.EXAMPLE' })), refusal('conflict'))
      const other = await people.users.create(caller, newUser())
      await assert.rejects(
        people.users.update(caller, other.userId, { mailId: 'taken@bank.example' }),
        refusal('conflict'),
      )
    })

    test('the same address sent many times at once makes one user', async () => {
      const wanted = newUser()
      const caller = people.caller()
      const made = await Promise.allSettled(Array.from({ length: 8 }, () => people.users.create(caller, wanted)))
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const result of made) if (result.status === 'rejected') refusal('conflict')(result.reason)
    })

    test('a role name must be the one of the role, in any letter case', async () => {
      const caller = people.caller()
      await assert.rejects(
        people.users.create(caller, newUser({ roleName: 'Administrator' })),
        refusal('invalid', { paths: ['roleName'] }),
      )
      assert.equal((await people.users.create(caller, newUser({ roleName: 'vIEWER' }))).roleName, 'Viewer')
    })

    const places: [title: string, maker: Scope, wanted: Scope, place: Scope | [Problem['kind'], string?]][] = [
      ['nothing said', {}, {}, {}],
      ['an institution', {}, FI002, FI002],
      ['an institution and its sub-tenant', {}, TENANT, TENANT],
      ['an unknown institution', {}, { institutionId: 'FI999' }, ['invalid', 'institutionId']],
      ['a sub-tenant alone', {}, { subTenantId: SUB_TENANTS.FI001 }, ['invalid', 'institutionId']],
      ['an unknown sub-tenant', {}, { ...FI001, subTenantId: NOBODY }, ['invalid', 'subTenantId']],
      [
        "another institution's sub-tenant",
        {},
        { ...FI002, subTenantId: SUB_TENANTS.FI001 },
        ['invalid', 'subTenantId'],
      ],
      ['nothing said, by a user of an institution', FI001, {}, FI001],
      ['the own institution', FI001, FI001, FI001],
      ['a sub-tenant of the own institution', FI001, { subTenantId: SUB_TENANTS.FI001 }, TENANT],
      ['a foreign sub-tenant', FI001, { subTenantId: SUB_TENANTS.FI002 }, ['invalid', 'subTenantId']],
      ['another institution', FI001, FI002, ['not-found']],
      ['an institution that nobody has, by a user of another', FI001, { institutionId: 'FI999' }, ['not-found']],
      ['nothing said, by a user of a sub-tenant', TENANT, {}, TENANT],
      ['the own sub-tenant', TENANT, { subTenantId: SUB_TENANTS.FI001.toUpperCase() }, TENANT],
      ['another sub-tenant, by a user of a sub-tenant', TENANT, { subTenantId: SUB_TENANTS.FI002 }, ['not-found']],
    ]
    for (const [title, scope, wanted, place] of places) {
      test(`with ${title}: ${Array.isArray(place) ? `refused, ${place.join(' ')}` : Object.values(place).join(' ') || 'the platform'}`, async () => {
        const creation = people.users.create(people.caller({ scope }), newUser(wanted))
        if (Array.isArray(place)) {
          await assert.rejects(creation, refusal(place[0], place[1] === undefined ? {} : { paths: [place[1]] }))
          return
        }
        const { institutionId, subTenantId } = await creation
        assert.deepEqual({ institutionId, subTenantId }, { institutionId: undefined, subTenantId: undefined, ...place })
      })
    }
  })

  describe('giving a role', () => {
    let ofFi001: string
    let helpDesk: string
    before(async () => {
      const modules = [{ moduleId: 'USERS', actionIds: ['VIEW', 'UPDATE'] }]
      helpDesk = (await people.roles.create(people.caller(), { roleName: 'Help desk', modules })).roleId
      const caller = people.caller({ scope: FI001 })
      ofFi001 = (await people.roles.create(caller, { roleName: 'Desk of FI001', modules })).roleId
    })

    test('an unknown role is refused by its field', async () => {
      await assert.rejects(
        people.users.create(people.caller(), newUser({ roleId: NOBODY })),
        refusal('invalid', { paths: ['roleId'] }),
      )
    })

    test('nobody gives a role that grants what they lack, to a new user or to one there is', async () => {
      const caller = people.caller({ grants: Grants.of([{ moduleId: 'USERS', actionId: 'VIEW' }]) })
      await assert.rejects(
        people.users.create(caller, newUser({ roleId: helpDesk })),
        refusal('forbidden', { code: 'B-ACC-002' }),
      )
      const modules = [{ moduleId: 'USERS', actionIds: ['VIEW'] }]
      const { roleId } = await people.roles.create(people.caller(), { roleName: 'Onlooker', modules })
      const userId = await people.add({ roleId })
      await assert.rejects(
        people.users.update(caller, userId, { roleId: helpDesk }),
        refusal('forbidden', { code: 'B-ACC-002' }),
      )
      assert.equal((await people.users.find({}, userId)).roleId, roleId)
    })

    test('what a disabled role would grant counts as well', async () => {
      const modules = [{ moduleId: 'PARTNERS', actionIds: ['REVEAL'] }]
      const wanted = { roleName: 'Asleep', isEnabled: false, modules }
      const { roleId } = await people.roles.create(people.caller(), wanted)
      const caller = people.caller({ grants: Grants.of([{ moduleId: 'USERS', actionId: 'CREATE' }]) })
      await assert.rejects(
        people.users.create(caller, newUser({ roleId })),
        refusal('forbidden', { code: 'B-ACC-002' }),
      )
    })

    test("a role of an institution is for the institution's users only", async () => {
      const caller = people.caller()
      assert.equal((await people.users.create(caller, newUser({ roleId: ofFi001, ...FI001 }))).roleId, ofFi001)
      for (const place of [{}, FI002]) {
        await assert.rejects(
          people.users.create(caller, newUser({ roleId: ofFi001, ...place })),
          refusal('invalid', { paths: ['roleId'] }),
        )
      }
      const userId = await people.add(FI002)
      await assert.rejects(
        people.users.update(caller, userId, { roleId: ofFi001 }),
        refusal('invalid', { paths: ['roleId'] }),
      )
    })

    test("another institution's role is no role", async () => {
      const caller = people.caller({ scope: FI002 })
      await assert.rejects(
        people.users.create(caller, newUser({ roleId: ofFi001 })),
        refusal('invalid', { paths: ['roleId'] }),
      )
    })

    test('nobody changes their own role, whichever way it is written', async () => {
      const userId = await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
      const caller = people.caller({ userId })
      for (const id of [userId, userId.toUpperCase()]) {
        await assert.rejects(
          people.users.update(caller, id, { roleId: VIEWER_ROLE_ID }),
          refusal('forbidden', { code: 'B-ACC-002' }),
        )
      }
      // The role one has is no change.
      const { version } = await people.users.update(caller, userId, { roleId: ADMINISTRATOR_ROLE_ID, firstName: 'Me' })
      assert.equal(version, 2)
    })
  })

  describe('acting on a user', () => {
    for (const [title, act] of ACTS) {
      test(`a user who may do more than the caller is not ${title}`, async () => {
        const userId = await people.add({ hasPassword: false })
        const row = await rowOf(userId)
        const almost = Grants.of([{ moduleId: 'USER_MGMT', actionId: 'VIEW' }])
        await assert.rejects(
          act(people, people.caller({ grants: almost }), userId),
          refusal('forbidden', { code: 'B-ACC-002' }),
        )
        assert.deepEqual(await rowOf(userId), row)
        assert.deepEqual(await auditOf(userId), [])
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
          const row = await rowOf(userId)
          await assert.rejects(act(people, people.caller({ scope }), userId), refusal('not-found'))
          await assert.rejects(people.users.find(scope, userId), refusal('not-found'))
          assert.deepEqual(await rowOf(userId), row)
        })
      }

      test(`a user in scope is ${title}, counted and audited`, async () => {
        const userId = await people.add({ ...TENANT, hasPassword: false })
        await act(people, people.caller({ scope: TENANT }), userId)
        const { version, updatedBy } = await people.users.find({}, userId)
        assert.deepEqual([version, updatedBy], [2, 'caller@bank.example'])
        const entries = await auditOf(userId)
        assert.equal(entries.length, 1)
        const [was, is] = [JSON.parse(entries[0]?.before ?? ''), JSON.parse(entries[0]?.after ?? '')]
        assert.deepEqual([was.id, was.version, was.createdAt], [userId, 1, OPENED])
        assert.deepEqual([is.id, is.version, is.createdAt], [userId, 2, OPENED])
        assert.equal(entries[0]?.institution_id, 'FI001')
      })

      test(`nobody is ${title} under an id that nobody has`, async () => {
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

    test('a change that names nothing to change leaves no trace, and is judged all the same', async () => {
      const userId = await people.add()
      const row = await rowOf(userId)
      const asItWas = await people.users.find({}, userId)
      for (const change of [{}, { version: 1 }]) {
        assert.deepEqual(await people.users.update(people.caller(), userId, change), asItWas)
      }
      assert.deepEqual([await rowOf(userId), await auditOf(userId)], [row, []])
      await assert.rejects(people.users.update(people.caller(), userId, { version: 2 }), refusal('conflict'))
      await assert.rejects(people.users.update(people.caller({ scope: FI001 }), userId, {}), refusal('not-found'))
      await assert.rejects(
        people.users.update(people.caller({ grants: Grants.of([]) }), userId, {}),
        refusal('forbidden', { code: 'B-ACC-002' }),
      )
    })

    test('of many changes made on one version at once, one is', async () => {
      const userId = await people.add()
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) =>
          people.users.update(people.caller(), userId, { firstName: `Name ${n}`, version: 1 }),
        ),
      )
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await people.users.find({}, userId)).version, 2)
    })

    test('another address voids what was sent to the old one, and invites anew who had not accepted', async () => {
      const { userId } = await people.users.create(people.caller(), newUser())
      const moved = mail()
      people.invited.length = 0
      await people.users.update(people.caller(), userId, { mailId: moved })
      assert.deepEqual(people.invited, [moved])
      assert.equal(await linksOf(userId), 1)
      await people.database.query(`UPDATE users SET password_hash = 'a hash' WHERE user_id = $1`, [userId])
      await people.users.update(people.caller(), userId, { mailId: mail() })
      assert.deepEqual(people.invited, [moved])
      assert.equal(await linksOf(userId), 0)
    })

    test('who has a password is not invited again', async () => {
      const userId = await people.add()
      await assert.rejects(people.users.invite(people.caller(), userId), refusal('conflict'))
    })

    test('deactivation ends the sessions of the user and of nobody else', async () => {
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

    test('a lock passes by itself, or is lifted with all that led to it', async () => {
      const userId = await people.add({ lockedUntilMs: START_MS + 1000 })
      await people.database.query(
        `INSERT INTO sign_in_failures (user_id, kind, at, failure_id) VALUES ($1, 'PASSWORD', now(), $2)`,
        [userId, newId(START_MS)],
      )
      await people.database.query('UPDATE users SET locks = 3 WHERE user_id = $1', [userId])
      const locked = await people.users.find({}, userId)
      assert.deepEqual([locked.status, locked.lockedUntilMs], ['LOCKED', START_MS + 1000])

      people.clock.nowMs = START_MS + 1000
      const passed = await people.users.find({}, userId)
      assert.deepEqual([passed.status, passed.lockedUntilMs], ['ACTIVE', undefined])
      people.clock.nowMs = START_MS

      await people.database.query('UPDATE users SET last_login_at = created_at WHERE user_id = $1', [userId])
      assert.equal((await people.users.unlock(people.caller(), userId)).status, 'ACTIVE')
      const { lockedUntil, lastLoginAt } = JSON.parse((await auditOf(userId))[0]?.before ?? '')
      assert.deepEqual([lockedUntil, lastLoginAt], ['2026-01-15T10:00:01.000Z', OPENED])
      const { rows } = await people.database.query(
        `SELECT locks, locked_until, (SELECT count(*)::int FROM sign_in_failures WHERE user_id = $1) AS failures
           FROM users WHERE user_id = $1`,
        [userId],
      )
      assert.deepEqual(rows, [{ locks: 0, locked_until: null, failures: 0 }])
    })

    test('a reset second factor is gone with its recovery codes, its offer and the sessions', async () => {
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

    test('nobody deactivates themselves', async () => {
      const userId = await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
      const own = people.users.setActive(people.caller({ userId }), userId, false)
      await assert.rejects(own, (error: Problem) => refusal('conflict')(error) && error.code !== 'B-ACC-003')
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
})
