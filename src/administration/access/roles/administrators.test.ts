import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openPeople, type People, START_MS } from '../../../../test/support/onboarding/people.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from './system-roles.ts'

const LAST = refusal('conflict', { reason: 'access.last-administrator' })
const ADMINISTRATOR = { roleId: ADMINISTRATOR_ROLE_ID }

onDatabase('the last administrator', (_engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
  })
  beforeEach(async () => {
    await people.database.query('DELETE FROM users')
  })

  const administrators = async () => {
    const { items } = await people.users.list({}, { ...ADMINISTRATOR, isActive: true }, { page: 1, size: 10 })
    return items.filter(({ institutionId }) => institutionId === undefined)
  }

  test('is neither deactivated nor given another role', async () => {
    const userId = await people.add(ADMINISTRATOR)
    await assert.rejects(people.users.setActive(people.caller(), userId, false), LAST)
    await assert.rejects(people.users.update(people.caller(), userId, { roleId: VIEWER_ROLE_ID }), LAST)
    const { isActive, roleId, version } = await people.users.find({}, userId)
    assert.deepEqual([isActive, roleId, version], [true, ADMINISTRATOR_ROLE_ID, 1])
  })

  test('gets that refusal first when it is the caller', async () => {
    const userId = await people.add(ADMINISTRATOR)
    const own = people.caller({ userId })
    await assert.rejects(people.users.setActive(own, userId, false), LAST)
    await assert.rejects(people.users.update(own, userId, { roleId: VIEWER_ROLE_ID }), LAST)
    await people.add(ADMINISTRATOR)
    await assert.rejects(people.users.setActive(own, userId, false), /users cannot deactivate themselves/)
    await assert.rejects(
      people.users.update(own, userId, { roleId: VIEWER_ROLE_ID }),
      /users cannot change their own role/,
    )
  })

  test('may be renamed and activated again', async () => {
    const userId = await people.add(ADMINISTRATOR)
    await people.users.update(people.caller(), userId, { firstName: 'Other', roleId: ADMINISTRATOR_ROLE_ID })
    await people.users.setActive(people.caller(), userId, true)
    const { firstName, isActive, roleId } = await people.users.find({}, userId)
    assert.deepEqual([firstName, isActive, roleId], ['Other', true, ADMINISTRATOR_ROLE_ID])
  })

  const others: [title: string, counts: boolean, add: () => Promise<unknown>][] = [
    ['another administrator', true, () => people.add(ADMINISTRATOR)],
    ['one who is locked', true, () => people.add({ ...ADMINISTRATOR, lockedUntilMs: START_MS + 60_000 })],
    ['one who is inactive', false, () => people.add({ ...ADMINISTRATOR, isActive: false })],
    ['one of an institution', false, () => people.add({ ...ADMINISTRATOR, institutionId: 'FI001' })],
    ['a viewer', false, () => people.add()],
    ['one whose role is disabled', false, async () => people.add({ roleId: await addAdministratorRole(false) })],
    [
      'one with another role that grants all',
      true,
      async () => people.add({ roleId: await addAdministratorRole(true) }),
    ],
  ]
  for (const [title, counts, add] of others) {
    test(`${title} ${counts ? 'counts as another administrator' : 'does not count as another administrator'}`, async () => {
      const [deactivated, demoted] = [await people.add(ADMINISTRATOR), await people.add(ADMINISTRATOR)]
      await add()
      await people.users.update(people.caller(), demoted, { roleId: VIEWER_ROLE_ID })
      const going = people.users.setActive(people.caller(), deactivated, false)
      if (counts) assert.equal((await going).isActive, false)
      else await assert.rejects(going, LAST)
    })
  }

  test('an administrator of an institution may be removed', async () => {
    const userId = await people.add({ ...ADMINISTRATOR, institutionId: 'FI001' })
    assert.equal((await people.users.setActive(people.caller(), userId, false)).isActive, false)
  })

  test('of two administrators removed concurrently, one stays', async () => {
    for (let round = 0; round < 10; round++) {
      await people.database.query('DELETE FROM users')
      const [first, second] = [await people.add(ADMINISTRATOR), await people.add(ADMINISTRATOR)]
      const results = await Promise.allSettled([
        people.users.setActive(people.caller({ userId: second }), first, false),
        round % 2 === 0
          ? people.users.setActive(people.caller({ userId: first }), second, false)
          : people.users.update(people.caller({ userId: first }), second, { roleId: VIEWER_ROLE_ID }),
      ])
      assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      for (const result of results) if (result.status === 'rejected') LAST(result.reason)
      assert.equal((await administrators()).length, 1)
    }
  })

  test('a role is not disabled when its users are the only administrators', async () => {
    const roleId = await addAdministratorRole(true)
    await people.add({ roleId })
    for (const caller of [people.caller(), people.caller({ roleId })]) {
      await assert.rejects(people.roles.setEnabled(caller, roleId, false), LAST)
    }
    await people.add(ADMINISTRATOR)
    await assert.rejects(
      people.roles.setEnabled(people.caller({ roleId }), roleId, false),
      /users cannot disable their own/,
    )
    assert.equal((await people.roles.setEnabled(people.caller(), roleId, false)).isEnabled, false)
  })

  /** Roles that grant everything cannot be created through the API, but the schema allows more than one. */
  async function addAdministratorRole(isEnabled: boolean): Promise<string> {
    const roleId = newId(START_MS)
    await people.database.query(
      `INSERT INTO roles (role_id, role_name, grants_all, is_enabled, created_at, updated_at, created_by, updated_by)
       VALUES ($1::uuid, $1::text, true, $2, now(), now(), 'test', 'test')`,
      [roleId, isEnabled],
    )
    return roleId
  }
})
