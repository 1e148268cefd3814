import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openPeople, type People, START_MS, SUB_TENANTS } from '../../../../test/support/onboarding/people.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import { until } from '../../../../test/support/until.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Caller } from '../principal/caller.ts'
import { MODULES } from '../principal/modules.ts'
import { Grants, type ModuleGrant } from '../principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, ensureSystemRoles, VIEWER_ROLE_ID } from './system-roles.ts'

const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const OPENED = '2026-01-15T10:00:00.000Z'
const SEE_USERS: ModuleGrant[] = [{ moduleId: 'USERS', actionIds: ['VIEW'] }]
const KEEP_USERS: ModuleGrant[] = [{ moduleId: 'USERS', actionIds: ['VIEW', 'UPDATE'] }]

let names = 0
const name = () => `Role ${++names}`

/** Everything that can be done to one role. */
const ACTS: [title: string, act: (people: People, caller: Caller, roleId: string) => Promise<unknown>][] = [
  ['renamed', ({ roles }, caller, id) => roles.update(caller, id, { roleName: name(), version: 1 })],
  ['emptied', ({ roles }, caller, id) => roles.update(caller, id, { modules: [], version: 1 })],
  ['disabled', ({ roles }, caller, id) => roles.setEnabled(caller, id, false)],
  ['enabled', ({ roles }, caller, id) => roles.setEnabled(caller, id, true)],
  ['deleted', ({ roles }, caller, id) => roles.delete(caller, id)],
]

onDatabase('roles', (engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
  })

  const make = async (scope: Scope = {}, modules = SEE_USERS) =>
    await people.roles.create(people.caller({ scope }), { roleName: name(), modules })
  const contentOf = async (roleId: string) => {
    const { rows } = await people.database.query(
      `SELECT r::text AS role, ARRAY(SELECT g::text FROM role_grants g WHERE g.role_id = r.role_id ORDER BY 1) AS grants
         FROM roles r WHERE role_id = $1`,
      [roleId],
    )
    return rows[0]
  }
  const auditOf = async (roleId: string) => {
    const { rows } = await people.database.query<{ action: string; before: string | null; after: string | null }>(
      'SELECT action, before, after FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [roleId],
    )
    return rows
  }

  describe('creating a role', () => {
    test('keeps what it grants, each pair once, and is audited', async () => {
      const roleName = name()
      const role = await people.roles.create(people.caller(), {
        roleName,
        description: 'For the desk',
        modules: [...KEEP_USERS, ...SEE_USERS, { moduleId: 'AUDIT', actionIds: ['EXPORT', 'EXPORT'] }],
      })
      const { grants, ...rest } = role
      assert.deepEqual(grants.entries(), [...KEEP_USERS, { moduleId: 'AUDIT', actionIds: ['EXPORT'] }])
      assert.deepEqual(rest, {
        id: role.id,
        version: 1,
        roleName,
        description: 'For the desk',
        isEnabled: true,
        isSystem: false,
        grantsAll: false,
        userCount: 0,
        createdAt: OPENED,
        updatedAt: OPENED,
        createdBy: 'caller@bank.example',
        updatedBy: 'caller@bank.example',
      })
      const [entry] = await auditOf(role.id)
      assert.equal(entry?.action, 'role.create')
      assert.deepEqual(JSON.parse(entry?.after ?? ''), {
        id: role.id,
        version: 1,
        createdAt: OPENED,
        updatedAt: OPENED,
        createdBy: 'caller@bank.example',
        updatedBy: 'caller@bank.example',
        roleName,
        description: 'For the desk',
        isEnabled: true,
        isSystem: false,
        userCount: 0,
        modules: [
          { moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] },
          { moduleId: 'AUDIT', actionId: ['EXPORT'] },
        ],
      })
    })

    test('unknown modules and actions are all named by their place', async () => {
      const modules = [
        ...SEE_USERS,
        { moduleId: 'USER', actionIds: ['VIEW', 'view'] },
        { moduleId: 'AUDIT', actionIds: ['VIEW', 'toString'] },
        { moduleId: '__proto__', actionIds: [] },
      ]
      await assert.rejects(
        people.roles.create(people.caller(), { roleName: name(), modules }),
        refusal('invalid', {
          paths: ['modules[1].moduleId', 'modules[1].actionId[1]', 'modules[2].actionId[1]', 'modules[3].moduleId'],
        }),
      )
    })

    test('a name is taken in any letter case and width, even by a role out of scope', async () => {
      const caller = people.caller({ scope: FI001 })
      await people.roles.create(people.caller({ scope: FI002 }), { roleName: 'Taken Ångström', modules: [] })
      // In another letter case, in full-width letters, and with the ring as a combining character.
      for (const roleName of ['tAKEN åNGSTRÖM', 'Ｔａｋｅｎ Ångström', 'Taken A\u030angström']) {
        await assert.rejects(people.roles.create(caller, { roleName, modules: [] }), refusal('conflict'))
        const { id: roleId } = await make(FI001)
        await assert.rejects(people.roles.update(caller, roleId, { roleName, version: 1 }), refusal('conflict'))
      }
    })

    test('a role may be renamed to another way to write its own name', async () => {
      const { id: roleId } = await people.roles.create(people.caller(), { roleName: 'Ｗide', modules: [] })
      const renamed = await people.roles.update(people.caller(), roleId, { roleName: 'WIDE', version: 1 })
      assert.equal(renamed.roleName, 'WIDE')
    })

    const lacking: [title: string, has: ModuleGrant[], wants: ModuleGrant[], isGiven: boolean][] = [
      ['what one has', KEEP_USERS, SEE_USERS, true],
      ['an action one lacks', SEE_USERS, KEEP_USERS, false],
      ['a module one lacks', SEE_USERS, [{ moduleId: 'ROLES', actionIds: ['VIEW'] }], false],
      ['the module above', KEEP_USERS, [{ moduleId: 'USER_MGMT', actionIds: ['VIEW'] }], false],
      ['a module below', [{ moduleId: 'USER_MGMT', actionIds: ['VIEW'] }], SEE_USERS, true],
    ]
    for (const [title, has, wants, isGiven] of lacking) {
      test(`one ${isGiven ? 'grants' : 'cannot grant'} ${title}, in a new role or in one there is`, async () => {
        const caller = people.caller({ grants: grantsOf(has) })
        const empty = await make({}, [])
        const attempts = [
          people.roles.create(caller, { roleName: name(), modules: wants }),
          people.roles.update(caller, empty.id, { modules: wants, version: 1 }),
        ]
        const settled = await Promise.allSettled(attempts)
        for (const result of settled) {
          if (isGiven) assert.equal(result.status, 'fulfilled')
          else if (result.status === 'rejected')
            refusal('forbidden', { reason: 'access.grants-exceeded' })(result.reason)
          else assert.fail('it was granted')
        }
      })
    }
  })

  describe('changing a role', () => {
    for (const [title, act] of ACTS) {
      const refused: [whose: string, scope: Scope, of: Scope, kind: 'not-found' | 'forbidden'][] = [
        ['of another institution', FI001, FI002, 'not-found'],
        ['of another institution than the sub-tenant is of', TENANT, FI002, 'not-found'],
        ['for everyone, by a user of an institution,', FI001, {}, 'forbidden'],
        ['of the institution, by a user of a sub-tenant,', TENANT, FI001, 'forbidden'],
      ]
      for (const [whose, scope, of, kind] of refused) {
        test(`a role ${whose} is not ${title}: ${kind}`, async () => {
          const { id: roleId } = await make(of)
          const content = await contentOf(roleId)
          await assert.rejects(act(people, people.caller({ scope }), roleId), refusal(kind))
          assert.deepEqual(await contentOf(roleId), content)
        })
      }

      test(`a role that grants what the caller lacks is not ${title}`, async () => {
        const { id: roleId } = await make({}, KEEP_USERS)
        await assert.rejects(
          act(people, people.caller({ grants: grantsOf(SEE_USERS) }), roleId),
          refusal('forbidden', { reason: 'access.grants-exceeded' }),
        )
        assert.equal((await auditOf(roleId)).length, 1)
      })

      test(`a system role is not ${title}`, async () => {
        for (const roleId of [ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID]) {
          const content = await contentOf(roleId)
          await assert.rejects(act(people, people.caller(), roleId), refusal('conflict'))
          assert.deepEqual(await contentOf(roleId), content)
        }
      })

      test(`a role of the institution is ${title} by its users, and audited`, async () => {
        const { id: roleId } = await make(FI001)
        await act(people, people.caller({ scope: FI001 }), roleId)
        const [, entry] = await auditOf(roleId)
        const recorded = { id: roleId, version: 1, createdAt: OPENED, institutionId: 'FI001', createdAtMs: undefined }
        assertHas(entry?.before, recorded)
        if (title === 'deleted') assert.equal(entry?.after, null)
        else assertHas(entry?.after, { ...recorded, version: 2 })
      })

      test(`no role is ${title} under an id that none has`, async () => {
        for (const id of [newId(START_MS), 'no-uuid']) {
          await assert.rejects(act(people, people.caller(), id), refusal('not-found'))
        }
      })
    }

    test('modules replace all grants; other fields stay unchanged', async () => {
      const { id: roleId, roleName } = await make({}, KEEP_USERS)
      const modules = [{ moduleId: 'AUDIT', actionIds: ['VIEW'] }]
      const changed = await people.roles.update(people.caller(), roleId, { modules, version: 1 })
      assert.deepEqual(changed.grants.entries(), modules)
      assert.deepEqual([changed.roleName, changed.version], [roleName, 2])
      const again = await people.roles.update(people.caller(), roleId, { description: 'Other', version: 2 })
      assert.deepEqual(again.grants.entries(), modules)
    })

    test('a change made on an old version is refused and changes nothing', async () => {
      const { id: roleId } = await make()
      await people.roles.update(people.caller(), roleId, { description: 'Second', version: 1 })
      await assert.rejects(
        people.roles.update(people.caller(), roleId, { modules: [], version: 1 }),
        refusal('conflict'),
      )
      assert.deepEqual((await people.roles.find({}, roleId)).grants.entries(), SEE_USERS)
    })

    test('a user cannot disable their own role', async () => {
      const { id: roleId } = await make()
      const caller = people.caller({ roleId })
      for (const id of [roleId, roleId.toUpperCase()]) {
        await assert.rejects(people.roles.setEnabled(caller, id, false), refusal('conflict'))
      }
      assert.equal((await people.roles.setEnabled(people.caller(), roleId, false)).isEnabled, false)
    })

    // The tests of the authenticator show that it grants nothing.
    test('a disabled role still lists what it grants', async () => {
      const { id: roleId } = await make()
      const disabled = await people.roles.setEnabled(people.caller(), roleId, false)
      assert.deepEqual(disabled.grants.entries(), SEE_USERS)
    })
  })

  describe('deleting a role', () => {
    test('a role that a user has is in use', async () => {
      const { id: roleId } = await make()
      await people.add({ roleId, isActive: false })
      await assert.rejects(people.roles.delete(people.caller(), roleId), refusal('conflict'))
    })

    test('a role that is deleted while it is assigned is either assigned or deleted', async () => {
      for (let round = 0; round < 8; round++) {
        const { id: roleId } = await make()
        const [deleted, given] = await Promise.allSettled([
          people.roles.delete(people.caller(), roleId),
          people.users.create(people.caller(), {
            firstName: 'A',
            lastName: 'B',
            email: `${roleId}@bank.example`,
            roleId,
          }),
        ])
        if (deleted.status === 'fulfilled') {
          assert.equal(given.status, 'rejected')
          refusal('invalid', { paths: ['roleId'] })(given.reason)
        } else {
          refusal('conflict')(deleted.reason)
          assert.equal(given.status, 'fulfilled')
        }
      }
    })

    // PGlite has one connection, so nothing is concurrent there.
    if (engine === 'postgres') {
      test('a role that is being extended is judged by what it then grants', async () => {
        const { id: roleId } = await make({}, [])
        const session = await people.database.connect()
        try {
          await session.query('BEGIN')
          await session.query('SELECT FROM roles WHERE role_id = $1 FOR NO KEY UPDATE', [roleId])
          await session.query(`INSERT INTO role_grants VALUES ($1, 'PARTNERS', 'REVEAL')`, [roleId])
          const caller = people.caller({ grants: grantsOf(KEEP_USERS) })
          const wanted = { firstName: 'A', lastName: 'B', email: `${roleId}@bank.example`, roleId }
          let isSettled = false
          const giving = people.users.create(caller, wanted).finally(() => {
            isSettled = true
          })
          giving.catch(() => {})
          await until(async () => isSettled || (await somebodyWaits()), 'the new user waits for the role')
          await session.query('COMMIT')
          await assert.rejects(giving, refusal('forbidden', { reason: 'access.grants-exceeded' }))
        } finally {
          session.release()
        }
      })
    }

    async function somebodyWaits(): Promise<boolean> {
      const { rowCount } = await people.database.query(
        'SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()',
      )
      return rowCount > 0
    }
  })

  describe('reading roles', () => {
    test('an institution sees the roles for everyone and its own', async () => {
      const [everyones, own, others] = [await make(), await make(FI001), await make(FI002)]
      for (const scope of [FI001, TENANT]) {
        const { items, total } = await people.roles.list(scope, {}, { page: 1, size: 200 })
        const seen = items.map(({ id }) => id)
        assert.equal(total, items.length)
        assert.ok(seen.includes(everyones.id) && seen.includes(own.id))
        assert.ok(!seen.includes(others.id))
        assert.equal((await people.roles.find(scope, own.id)).institutionId, 'FI001')
        await assert.rejects(people.roles.find(scope, others.id), refusal('not-found'))
      }
      assert.equal((await people.roles.find({}, others.id)).institutionId, 'FI002')
    })

    test('users are counted within the reader’s scope', async () => {
      const { id: roleId } = await make()
      for (const place of [{}, FI001, FI001, TENANT, FI002]) await people.add({ ...place, roleId })
      const counts = []
      for (const scope of [{}, FI001, TENANT]) counts.push((await people.roles.find(scope, roleId)).userCount)
      assert.deepEqual(counts, [5, 3, 1])
    })

    test('the list is by name, in pages, and can be filtered', async () => {
      for (const roleName of ['zz list c', 'ZZ list B', 'zz list a']) {
        await people.roles.create(people.caller(), { roleName, modules: [], isEnabled: roleName !== 'zz list c' })
      }
      const namesOf = async (filter: object, page: number, size: number) => {
        const { items, total } = await people.roles.list({}, { search: 'Zz LIST', ...filter }, { page, size })
        return [...items.map(({ roleName }) => roleName), total]
      }
      assert.deepEqual(await namesOf({}, 1, 2), ['zz list a', 'ZZ list B', 3])
      assert.deepEqual(await namesOf({}, 2, 2), ['zz list c', 3])
      assert.deepEqual(await namesOf({}, 3, 2), [3])
      assert.deepEqual(await namesOf({ isEnabled: false }, 1, 2), ['zz list c', 1])
      assert.deepEqual(await namesOf({ isSystem: true }, 1, 2), [0])
      assert.deepEqual(await namesOf({ search: '%' }, 1, 2), [0])
    })
  })

  describe('the system roles', () => {
    const everywhere = MODULES.map(({ moduleId }) => ({ moduleId, actionIds: ['VIEW'] }))

    test('the administrator may do everything, the viewer sees everything', async () => {
      const { grants, isSystem, grantsAll } = await people.roles.find({}, ADMINISTRATOR_ROLE_ID)
      assert.deepEqual([isSystem, grantsAll, grants.covers(Grants.all())], [true, true, true])
      assert.deepEqual((await people.roles.find({}, VIEWER_ROLE_ID)).grants.entries(), everywhere)
    })

    test('the viewer is corrected at startup, and nothing is written when it is already correct', async () => {
      const rows = async () =>
        (
          await people.database.query(
            'SELECT xmin::text, g::text AS g FROM role_grants g WHERE role_id = $1 ORDER BY 2',
            [VIEWER_ROLE_ID],
          )
        ).rows
      const asTheyWere = await rows()
      await ensureSystemRoles(people.database)
      assert.deepEqual(await rows(), asTheyWere)
      await people.database.query(
        `UPDATE role_grants SET action_id = 'DELETE' WHERE role_id = $1 AND module_id = 'USERS'`,
        [VIEWER_ROLE_ID],
      )
      await people.database.query(`INSERT INTO role_grants VALUES ($1, 'GONE', 'VIEW')`, [VIEWER_ROLE_ID])
      await ensureSystemRoles(people.database)
      assert.deepEqual((await people.roles.find({}, VIEWER_ROLE_ID)).grants.entries(), everywhere)
      assert.equal((await rows()).length, MODULES.length)
    })
  })
})

/** The recorded JSON has these fields, and lacks those that are undefined here. */
function assertHas(json: string | null | undefined, expected: Record<string, unknown>): void {
  const recorded = JSON.parse(json ?? '{}')
  for (const [field, value] of Object.entries(expected)) assert.deepEqual(recorded[field], value, field)
}

function grantsOf(modules: readonly ModuleGrant[]): Grants {
  return Grants.of(modules.flatMap(({ moduleId, actionIds }) => actionIds.map((actionId) => ({ moduleId, actionId }))))
}
