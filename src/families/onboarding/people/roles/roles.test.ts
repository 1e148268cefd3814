import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { VIEWER_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { ROLE_OPERATIONS } from './role-resource.ts'

const MODULES = [{ moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] }]
const OPENED = '2026-01-15T10:00:00.000Z'

let names = 0
const name = () => `Role ${++names}`

onDatabase('roles over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    desk = await openAdministration((await open()).database, ROLE_OPERATIONS)
    desk.admit('teller', { scope: { institutionId: 'FI001' } })
    desk.admit('nosy', { grants: Grants.of([{ moduleId: 'USER_MGMT', actionId: 'CREATE' }]) })
  })
  after(() => desk.close())

  const make = async (caller = 'administrator') =>
    (await desk.call(caller, 'POST /roles', { roleName: name(), modules: MODULES })).data

  test('a role is made and read back; fields that are not the caller’s to set have no effect', async () => {
    const { status, data } = await desk.call('administrator', 'POST /roles', {
      roleName: 'Help desk',
      modules: [...MODULES, { moduleId: 'HEALTH', actionId: ['VIEW'] }, ...MODULES],
      createdBy: 'root',
      isSystem: true,
      grantsAll: true,
      institutionId: 'FI002',
      userCount: 5,
      version: 9,
    })
    assert.equal(status, 201)
    assert.deepEqual(data, {
      id: data.id,
      version: 1,
      createdAt: OPENED,
      updatedAt: OPENED,
      createdBy: 'administrator@bank.example',
      updatedBy: 'administrator@bank.example',
      roleName: 'Help desk',
      description: '',
      isEnabled: true,
      isSystem: false,
      userCount: 0,
      modules: [
        { moduleId: 'USERS', moduleName: 'Users', parentId: 'USER_MGMT', actionId: ['VIEW', 'UPDATE'] },
        { moduleId: 'HEALTH', moduleName: 'Health', actionId: ['VIEW'] },
      ],
    })
    assert.deepEqual((await desk.call('administrator', `GET /roles/${data.id}`)).data, data)
    const sentBack = await desk.call('administrator', `PATCH /roles/${data.id}`, data)
    assert.deepEqual(sentBack.data, { ...data, version: 2 })
  })

  const refused: [title: string, body: object, field: string][] = [
    ['no name', { modules: [] }, 'roleName'],
    ['no modules', { roleName: 'x' }, 'modules'],
    ['modules that are none', { roleName: 'x', modules: 'USERS' }, 'modules'],
    ['a module without actions', { roleName: 'x', modules: [{ moduleId: 'USERS' }] }, 'modules[0].actionId'],
    [
      'an unknown module',
      { roleName: 'x', modules: [...MODULES, { moduleId: 'X', actionId: [] }] },
      'modules[1].moduleId',
    ],
    [
      'an unknown action',
      { roleName: 'x', modules: [{ moduleId: 'USERS', actionId: ['VIEW', 'X'] }] },
      'modules[0].actionId[1]',
    ],
    ['too many modules', { roleName: 'x', modules: Array(201).fill(MODULES[0]) }, 'modules'],
    ['a blank before the name', { roleName: ' Viewer', modules: [] }, 'roleName'],
    ['a blank that does not break after the name', { roleName: 'Viewer\u00a0', modules: [] }, 'roleName'],
    ['a soft hyphen in the name', { roleName: 'View\u00ader', modules: [] }, 'roleName'],
    ['a character without width in the name', { roleName: 'View\u200ber', modules: [] }, 'roleName'],
    ['a description of two lines', { roleName: 'x', modules: [], description: 'a\nb' }, 'description'],
    ['a description with a line separator', { roleName: 'x', modules: [], description: 'a\u2028b' }, 'description'],
    ['a description with half a character', { roleName: 'x', modules: [], description: 'a\ud800' }, 'description'],
    ['a blank description', { roleName: 'x', modules: [], description: ' ' }, 'description'],
    ['a long description', { roleName: 'x', modules: [], description: 'a'.repeat(256) }, 'description'],
  ]
  for (const [title, body, field] of refused) {
    test(`a role with ${title} is a 400 that names ${field}`, async () => {
      const { status, message } = await desk.call('administrator', 'POST /roles', body)
      assert.equal(status, 400)
      assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
    })
  }

  test('a caller cannot grant what they lack: 403', async () => {
    const { status, message } = await desk.call('nosy', 'POST /roles', { roleName: name(), modules: MODULES })
    assert.deepEqual([status, message.slice(0, 9)], [403, 'B-ACC-002'])
  })

  test('a role is changed by version, disabled and deleted', async () => {
    const { id } = await make()
    const changed = await desk.call('administrator', `PATCH /roles/${id}`, {
      description: 'x',
      modules: [],
      version: 1,
    })
    assert.deepEqual([changed.status, changed.data.description, changed.data.modules], [200, 'x', []])
    const stale = await desk.call('administrator', `PATCH /roles/${id}`, { roleName: name(), version: 1 })
    assert.deepEqual([stale.status, stale.message.slice(0, 9)], [409, 'B-REQ-009'])
    const blind = await desk.call('administrator', `PATCH /roles/${id}`, { roleName: name() })
    assert.deepEqual([blind.status, blind.message], [400, 'B-REQ-001: version is required'])
    const disabled = await desk.call('administrator', `PATCH /roles/${id}/activation?isEnabled=false`)
    assert.deepEqual([disabled.status, disabled.data.isEnabled], [200, false])
    assert.equal((await desk.call('administrator', `PATCH /roles/${id}/activation`)).status, 400)
    const deleted = await desk.call('administrator', `DELETE /roles/${id}`)
    assert.deepEqual([deleted.status, deleted.data], [200, null])
    assert.equal((await desk.call('administrator', `GET /roles/${id}`)).status, 404)
  })

  test('a role in use, a taken name and a system role are 409', async () => {
    const { id, roleName } = await make()
    await desk.people.add({ roleId: id })
    const answers = [
      await desk.call('administrator', `DELETE /roles/${id}`),
      await desk.call('administrator', 'POST /roles', { roleName: roleName.toUpperCase(), modules: [] }),
      await desk.call('administrator', `DELETE /roles/${VIEWER_ROLE_ID}`),
      await desk.call('administrator', `PATCH /roles/${VIEWER_ROLE_ID}`, { modules: [], version: 1 }),
      await desk.call('administrator', `PATCH /roles/${VIEWER_ROLE_ID}/activation?isEnabled=false`),
    ]
    for (const { status, message } of answers) assert.deepEqual([status, message.slice(0, 9)], [409, 'B-REQ-009'])
  })

  test('an institution manages its own roles and sees those for everyone, but no other institution’s', async () => {
    desk.admit('stranger', { scope: { institutionId: 'FI002' } })
    const [everyones, own] = [await make(), await make('teller')]
    assert.equal(own.institutionId, 'FI001')
    assert.equal((await desk.call('teller', `GET /roles/${everyones.id}`)).status, 200)
    const { status, message } = await desk.call('teller', `PATCH /roles/${everyones.id}`, {
      roleName: name(),
      version: 1,
    })
    assert.deepEqual([status, message.slice(0, 9)], [403, 'B-ACC-001'])
    for (const request of [
      `GET /roles/${own.id}`,
      `DELETE /roles/${own.id}`,
      `PATCH /roles/${own.id}/activation?isEnabled=true`,
    ]) {
      assert.equal((await desk.call('stranger', request)).status, 404)
    }
    assert.equal((await desk.call('stranger', `PATCH /roles/${own.id}`, { version: 1 })).status, 404)
  })

  test('both lists give the same page; a filter picks', async () => {
    const browsed = await desk.call('administrator', 'GET /roles?size=1')
    assert.deepEqual([browsed.data.content[0].roleName, browsed.data.size], ['Administrator', 1])
    assert.deepEqual((await desk.call('administrator', 'POST /roles/list?size=1')).data, browsed.data)
    const filter = { isSystem: true, isEnabled: true, search: 'VIEW' }
    const { content } = (await desk.call('administrator', 'POST /roles/list', filter)).data
    assert.deepEqual(
      content.map(({ id }: { id: string }) => id),
      [VIEWER_ROLE_ID],
    )
    assert.equal((await desk.call('administrator', 'GET /roles?size=201')).status, 400)
    assert.equal((await desk.call('administrator', 'POST /roles/list', { isSystem: 'true' })).status, 400)
  })
})
