import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
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
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { Grants } from '../principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../roles/system-roles.ts'

const OPENED = '2026-01-15T10:00:00.000Z'
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const NOBODY = newId(START_MS)

onDatabase('creating users', (_engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
    // An administrator whom no test removes.
    await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
  })

  describe('creating a user', () => {
    test('creates an invited user, whose invitation and audit record commit with it', async () => {
      const wanted = newUser({ email: 'Ada.New@Bank.example', mfaEnable: true, ...FI001 })
      const user = await people.users.create(people.caller(), wanted)
      assert.deepEqual(user, {
        id: user.id,
        version: 1,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'Ada.New@Bank.example',
        roleId: VIEWER_ROLE_ID,
        roleName: 'Viewer',
        isActive: true,
        mfaEnable: true,
        mfaRegistered: false,
        hasPassword: false,
        status: 'INVITED',
        institutionId: 'FI001',
        createdAt: OPENED,
        updatedAt: OPENED,
        createdBy: 'caller@bank.example',
        updatedBy: 'caller@bank.example',
      })
      assert.equal(people.invited.at(-1), 'Ada.New@Bank.example')
      assert.deepEqual(await people.users.find({}, user.id), user)
      const [entry] = await people.auditOf(user.id)
      assert.deepEqual([entry?.action, entry?.before, entry?.institution_id], ['user.create', null, 'FI001'])
      assert.deepEqual(JSON.parse(entry?.after ?? ''), {
        id: user.id,
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

    test('an inactive user is invited when activated, not before', async () => {
      people.invited.length = 0
      const { id: userId, status } = await people.users.create(people.caller(), newUser({ isActive: false }))
      assert.equal(status, 'INACTIVE')
      const email = freshEmail()
      await people.users.update(people.caller(), userId, { email })
      assert.deepEqual([people.invited, await people.countLinks(userId)], [[], 0])
      await people.users.setActive(people.caller(), userId, true)
      assert.deepEqual([people.invited, await people.countLinks(userId)], [[email], 1])
      // An active user is not activated again.
      await people.users.setActive(people.caller(), userId, true)
      assert.deepEqual(people.invited, [email])
    })

    test('an invitation that fails leaves the user inactive', async () => {
      const userId = await people.add({ isActive: false, hasPassword: false })
      people.trouble.message = 'the mail cannot be sealed'
      await assert.rejects(people.users.setActive(people.caller(), userId, true), /cannot be sealed/)
      delete people.trouble.message
      assert.equal((await people.users.find({}, userId)).isActive, false)
    })

    test('a user with a password is activated without an invitation', async () => {
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
      assert.equal((await people.users.list({}, { search: wanted.email }, { page: 1, size: 10 })).total, 0)
    })

    test('an address is taken in any letter case, even by a user out of scope', async () => {
      await people.add({ ...FI002, email: 'Taken@Bank.example' })
      const caller = people.caller({ scope: FI001 })
      await assert.rejects(people.users.create(caller, newUser({ email: 'tAKEN@bank.EXAMPLE' })), refusal('conflict'))
      const other = await people.users.create(caller, newUser())
      await assert.rejects(people.users.update(caller, other.id, { email: 'taken@bank.example' }), refusal('conflict'))
      await people.users.create(caller, newUser({ email: 'Invited@Bank.example' }))
      await assert.rejects(people.users.create(caller, newUser({ email: 'invited@bank.example' })), refusal('conflict'))
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
      ['an unknown institution, by a user of another', FI001, { institutionId: 'FI999' }, ['not-found']],
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
      helpDesk = (await people.roles.create(people.caller(), { roleName: 'Help desk', modules })).id
      const caller = people.caller({ scope: FI001 })
      ofFi001 = (await people.roles.create(caller, { roleName: 'Desk of FI001', modules })).id
    })

    test('an unknown role is refused by its field', async () => {
      await assert.rejects(
        people.users.create(people.caller(), newUser({ roleId: NOBODY })),
        refusal('invalid', { paths: ['roleId'] }),
      )
    })

    test('a caller cannot assign a role that grants what they lack, to a new or an existing user', async () => {
      const caller = people.caller({ grants: Grants.of([{ moduleId: 'USERS', actionId: 'VIEW' }]) })
      await assert.rejects(
        people.users.create(caller, newUser({ roleId: helpDesk })),
        refusal('forbidden', { reason: 'access.grants-exceeded' }),
      )
      const modules = [{ moduleId: 'USERS', actionIds: ['VIEW'] }]
      const { id: roleId } = await people.roles.create(people.caller(), { roleName: 'Onlooker', modules })
      const userId = await people.add({ roleId })
      await assert.rejects(
        people.users.update(caller, userId, { roleId: helpDesk }),
        refusal('forbidden', { reason: 'access.grants-exceeded' }),
      )
      assert.equal((await people.users.find({}, userId)).roleId, roleId)
    })

    test('what a disabled role would grant counts as well', async () => {
      const modules = [{ moduleId: 'PARTNERS', actionIds: ['REVEAL'] }]
      const wanted = { roleName: 'Asleep', isEnabled: false, modules }
      const { id: roleId } = await people.roles.create(people.caller(), wanted)
      const caller = people.caller({ grants: Grants.of([{ moduleId: 'USERS', actionId: 'CREATE' }]) })
      await assert.rejects(
        people.users.create(caller, newUser({ roleId })),
        refusal('forbidden', { reason: 'access.grants-exceeded' }),
      )
    })

    test('a disabled role is refused by its field, for a new user and for one there is', async () => {
      const wanted = { roleName: 'Retired', isEnabled: false, modules: [] }
      const { id: roleId } = await people.roles.create(people.caller(), wanted)
      const refused = refusal('invalid', { paths: ['roleId'] })
      await assert.rejects(people.users.create(people.caller(), newUser({ roleId })), refused)
      const userId = await people.add({ roleId: helpDesk })
      await assert.rejects(people.users.update(people.caller(), userId, { roleId }), refused)
      assert.equal((await people.users.find({}, userId)).roleId, helpDesk)
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

    test('users cannot change their own role, however its id is written', async () => {
      const userId = await people.add({ roleId: ADMINISTRATOR_ROLE_ID })
      const caller = people.caller({ userId })
      for (const id of [userId, userId.toUpperCase()]) {
        await assert.rejects(
          people.users.update(caller, id, { roleId: VIEWER_ROLE_ID }),
          refusal('forbidden', { reason: 'access.own-role' }),
        )
      }
      // Assigning the same role is no change.
      const { version } = await people.users.update(caller, userId, { roleId: ADMINISTRATOR_ROLE_ID, firstName: 'Me' })
      assert.equal(version, 2)
    })
  })
})
