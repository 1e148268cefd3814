import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { START_MS } from '../../../../../test/support/onboarding/people.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { USER_OPERATIONS } from './user-resource.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', mailID: 'Ada@bank.example', roleId: VIEWER_ROLE_ID }
const OPENED = '2026-01-15T10:00:00.000Z'

let mails = 0
const someone = () => ({ ...ADA, mailID: `someone-${++mails}@bank.example` })

onDatabase('users over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    desk = await openAdministration((await open()).database, USER_OPERATIONS)
    await desk.people.add({ roleId: ADMINISTRATOR_ROLE_ID })
    desk.admit('teller', { scope: { institutionId: 'FI001' } })
    desk.admit('nosy', { grants: Grants.of([{ moduleId: 'USERS', actionId: 'CREATE' }]) })
  })
  after(() => desk.close())

  const make = async (more: object = {}) =>
    (await desk.call('administrator', 'POST /users', { ...someone(), ...more })).data

  test('a user is made, invited and read back', async () => {
    const woken = desk.woken.count
    const { status, data } = await desk.call('administrator', 'POST /users', { ...ADA, institutionId: 'FI001' })
    assert.equal(status, 201)
    assert.deepEqual(data, {
      id: data.id,
      version: 1,
      createdAt: OPENED,
      updatedAt: OPENED,
      createdBy: 'administrator@bank.example',
      updatedBy: 'administrator@bank.example',
      ...ADA,
      roleName: 'Viewer',
      isActive: true,
      mfaEnable: false,
      mfaRegistered: false,
      status: 'INVITED',
      institutionId: 'FI001',
    })
    assert.equal(desk.woken.count, woken + 1)
    assert.deepEqual(desk.people.invited, [ADA.mailID])
    assert.deepEqual((await desk.call('administrator', `GET /users/${data.id}`)).data, data)
    assert.deepEqual((await desk.call('teller', `GET /users/${data.id.toUpperCase()}`)).data, data)
  })

  test('fields that are not the caller’s to set have no effect, on a new user or on one there is', async () => {
    const pushed = {
      id: newId(START_MS),
      isSystem: true,
      grantsAll: true,
      status: 'ACTIVE',
      version: 7,
      createdBy: 'root',
      updatedBy: 'root',
      createdAt: '2000-01-01T00:00:00.000Z',
      passwordHash: 'x',
      password_hash: 'x',
      mfaRegistered: true,
      lastLoginAt: OPENED,
      lockedUntil: OPENED,
    }
    const made = await make(pushed)
    assert.notEqual(made.id, pushed.id)
    const { version, status, createdBy, createdAt, mfaRegistered, lastLoginAt, lockedUntil } = made
    assert.deepEqual(
      [version, status, createdBy, createdAt, mfaRegistered, lastLoginAt, lockedUntil],
      [1, 'INVITED', 'administrator@bank.example', OPENED, false, undefined, undefined],
    )
    const change = {
      ...pushed,
      id: made.id,
      version: 1,
      isActive: false,
      institutionId: 'FI002',
      roleName: 'Administrator',
    }
    const { data } = await desk.call('administrator', 'PATCH /users', change)
    assert.deepEqual(data, made)
  })

  describe('a new user is refused', () => {
    const refused: [title: string, change: object, status: number, message: RegExp][] = [
      ['without a first name', { firstName: undefined }, 400, /^B-REQ-001: firstName is required$/],
      ['with a blank name', { lastName: ' ' }, 400, /^B-REQ-001: lastName must be/],
      ['with a control character in a name', { lastName: 'a\u0000b' }, 400, /lastName must be/],
      ['with a long name', { firstName: 'x'.repeat(121) }, 400, /firstName must be/],
      ['with a number for a name', { firstName: 5 }, 400, /firstName must be a string/],
      ['with something else than an address', { mailID: 'ada' }, 400, /mailID must be an e-mail address/],
      ['with two addresses', { mailID: 'a@b.example,c@d.example' }, 400, /mailID must be/],
      ['with a header in the address', { mailID: 'a@b.example\r\nBcc: c@d.example' }, 400, /mailID must be/],
      ['with an address that is too long', { mailID: `a@${'b.'.repeat(130)}example` }, 400, /mailID must be/],
      ['with a role that is no UUID', { roleId: 'Viewer' }, 400, /roleId must be a UUID/],
      ['with a role that is not there', { roleId: newId(START_MS) }, 400, /^B-REQ-001: roleId is not a role$/],
      ['with the name of another role', { roleName: 'Administrator' }, 400, /^B-REQ-001: roleName /],
      ['with text for a flag', { isActive: 'true' }, 400, /isActive must be a boolean/],
      ['of an institution that is not there', { institutionId: 'FI999' }, 400, /^B-REQ-001: institutionId /],
      ['of a sub-tenant alone', { subTenantId: newId(START_MS) }, 400, /^B-REQ-001: institutionId /],
    ]
    for (const [title, change, status, message] of refused) {
      test(`${title}: ${status}`, async () => {
        const answer = await desk.call('administrator', 'POST /users', { ...someone(), ...change })
        assert.equal(answer.status, status)
        assert.match(answer.message, message)
      })
    }

    test('when the address is taken: 409', async () => {
      const { mailID } = await make()
      const again = await desk.call('teller', 'POST /users', { ...ADA, mailID: mailID.toUpperCase() })
      assert.deepEqual([again.status, again.message.slice(0, 9)], [409, 'B-REQ-009'])
    })

    test('when the role grants what the caller lacks: 403', async () => {
      const { status, message } = await desk.call('nosy', 'POST /users', someone())
      assert.deepEqual([status, message.slice(0, 9)], [403, 'B-ACC-002'])
    })

    test('when it should be of another institution: 404', async () => {
      const { status } = await desk.call('teller', 'POST /users', { ...someone(), institutionId: 'FI002' })
      assert.equal(status, 404)
    })
  })

  test('a user is changed by version', async () => {
    const { id } = await make()
    const change = { id, lastName: 'King', mfaEnable: true, version: 1 }
    const { status, data } = await desk.call('administrator', 'PATCH /users', change)
    assert.deepEqual(
      [status, data.lastName, data.firstName, data.mfaEnable, data.version],
      [200, 'King', 'Ada', true, 2],
    )
    const stale = await desk.call('administrator', 'PATCH /users', change)
    assert.deepEqual([stale.status, stale.message.slice(0, 9)], [409, 'B-REQ-009'])
    assert.equal((await desk.call('administrator', 'PATCH /users', { lastName: 'King' })).status, 400)
    assert.equal((await desk.call('administrator', 'PATCH /users', { id: newId(START_MS) })).status, 404)
  })

  test('a user is deactivated and activated; the flag must be there and be one', async () => {
    const { id } = await make()
    for (const [isActive, status] of [
      ['false', 'INACTIVE'],
      ['true', 'INVITED'],
    ]) {
      const { data } = await desk.call('administrator', `PATCH /users/${id}/activation?isActive=${isActive}`)
      assert.deepEqual([String(data.isActive), data.status], [isActive, status])
    }
    for (const query of ['', '?isActive=', '?isActive=1', '?isActive=TRUE', '?isActive=true&isActive=false']) {
      const { status, message } = await desk.call('administrator', `PATCH /users/${id}/activation${query}`)
      assert.deepEqual([status, message.slice(0, 19)], [400, 'B-REQ-001: isActive'], query)
    }
  })

  test('a user made inactive is invited when activated', async () => {
    desk.people.invited.length = 0
    const { id, mailID, status } = await make({ isActive: false })
    assert.deepEqual([status, desk.people.invited], ['INACTIVE', []])
    const woken = desk.woken.count
    await desk.call('administrator', `PATCH /users/${id}/activation?isActive=true`)
    assert.deepEqual([desk.people.invited, desk.woken.count], [[mailID], woken + 1])
  })

  test('with nothing to change, the user comes back as it is', async () => {
    const made = await make()
    for (const body of [{ id: made.id }, { id: made.id, version: 1 }]) {
      const { status, data } = await desk.call('administrator', 'PATCH /users', body)
      assert.deepEqual([status, data], [200, made])
    }
    const { status } = await desk.call('administrator', 'PATCH /users', { id: made.id, version: 2 })
    assert.equal(status, 409)
  })

  test('an invitation, an unlocking and a reset answer with the user', async () => {
    const { id } = await make()
    const woken = desk.woken.count
    for (const act of ['invite', 'unlock', 'reset-mfa']) {
      const { status, data } = await desk.call('administrator', `POST /users/${id}/${act}`)
      assert.deepEqual([status, data.id], [200, id])
    }
    assert.equal(desk.woken.count, woken + 1)
    await desk.people.database.query(`UPDATE users SET password_hash = 'x' WHERE user_id = $1`, [id])
    const { status, message } = await desk.call('administrator', `POST /users/${id}/invite`)
    assert.deepEqual([status, message.slice(0, 9)], [409, 'B-REQ-009'])
  })

  test('the last administrator and oneself stay', async () => {
    const { items } = await desk.people.users.list({}, { roleId: ADMINISTRATOR_ROLE_ID }, { page: 1, size: 10 })
    const [last] = items
    assert.ok(last)
    const answer = await desk.call('administrator', `PATCH /users/${last.id}/activation?isActive=false`)
    assert.deepEqual([answer.status, answer.message.slice(0, 9)], [409, 'B-ACC-003'])
    desk.admit('last', { userId: last.id })
    const own = await desk.call('last', `PATCH /users/${last.id}/activation?isActive=false`)
    assert.deepEqual([own.status, own.message.slice(0, 9)], [409, 'B-ACC-003'])
    const demotion = { id: last.id, roleId: VIEWER_ROLE_ID }
    const role = await desk.call('last', 'PATCH /users', demotion)
    assert.deepEqual([role.status, role.message.slice(0, 9)], [409, 'B-ACC-003'])

    await desk.people.add({ roleId: ADMINISTRATOR_ROLE_ID })
    const ownAgain = await desk.call('last', `PATCH /users/${last.id}/activation?isActive=false`)
    assert.deepEqual([ownAgain.status, ownAgain.message.slice(0, 9)], [409, 'B-REQ-009'])
    const roleAgain = await desk.call('last', 'PATCH /users', demotion)
    assert.deepEqual([roleAgain.status, roleAgain.message.slice(0, 9)], [403, 'B-ACC-002'])
  })

  describe('lists', () => {
    test('both ways give the same page, newest first', async () => {
      const { id } = await make()
      const browsed = await desk.call('administrator', 'GET /users?page=1&size=2')
      assert.equal(browsed.data.content[0].id, id)
      assert.equal(browsed.data.content.length, 2)
      assert.equal(browsed.data.totalPages, Math.ceil(browsed.data.totalElements / 2))
      for (const body of [undefined, {}, { status: [], unknown: true }]) {
        assert.deepEqual((await desk.call('administrator', 'POST /users/list?page=1&size=2', body)).data, browsed.data)
      }
      const { page, size } = (await desk.call('administrator', 'POST /users/list')).data
      assert.deepEqual([page, size], [1, 10])
    })

    test('a filter finds within the scope', async () => {
      const { id, mailID } = await make({ institutionId: 'FI001' })
      const filter = {
        search: mailID.toUpperCase(),
        status: ['INVITED'],
        roleId: VIEWER_ROLE_ID,
        isActive: true,
        mfaEnable: false,
      }
      const found = await desk.call('teller', 'POST /users/list', filter)
      assert.deepEqual([found.data.totalElements, found.data.content[0].id], [1, id])
      desk.admit('stranger', { scope: { institutionId: 'FI002' } })
      const { content, totalElements, totalPages } = (await desk.call('stranger', 'POST /users/list', filter)).data
      assert.deepEqual([content, totalElements, totalPages], [[], 0, 0])
    })

    const refused: [query: string, filter: object, field: string][] = [
      ['?page=0', {}, 'page'],
      ['?page=-1', {}, 'page'],
      ['?page=1.5', {}, 'page'],
      ['?page=99999999999', {}, 'page'],
      ['?page=1&page=2', {}, 'page'],
      ['?size=0', {}, 'size'],
      ['?size=201', {}, 'size'],
      ['?size=ten', {}, 'size'],
      ['', { search: '' }, 'search'],
      ['', { search: { $ne: 1 } }, 'search'],
      ['', { search: 'a\u0000' }, 'search'],
      ['', { search: 'x'.repeat(121) }, 'search'],
      ['', { roleId: `' OR true --` }, 'roleId'],
      ['', { status: 'ACTIVE' }, 'status'],
      ['', { status: ['active'] }, 'status[0]'],
      ['', { isActive: 'yes' }, 'isActive'],
      ['', { mfaEnable: 1 }, 'mfaEnable'],
    ]
    for (const [query, filter, field] of refused) {
      test(`${query}${JSON.stringify(filter).slice(0, 60)} is a 400 that names ${field}`, async () => {
        const { status, message } = await desk.call('administrator', `POST /users/list${query}`, filter)
        assert.equal(status, 400)
        assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
      })
    }
  })
})
