// Changes that wait for a second user, over HTTP: what is kept of them, and who finds them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { fresh, openChangeRequests } from '../../../../../test/support/onboarding/open-change-requests.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { VIEWER_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { DAY_MS } from '../../../../platform/kernel/time/clock.ts'

onDatabase('changes that wait for approval', (_engine, open) => {
  const suite = openChangeRequests(open)
  const { admit, role, held, stateOf, decide, patched, audited, sealedOf } = suite

  test('a change on the list is kept with before and after, and nothing is changed until another user approves', async () => {
    const { id, version } = await role()
    const requestId = await held('maker', `PATCH /roles/${id}`, { version, description: 'Secret plan' })
    assert.equal((await suite.desk.people.roles.find({}, id)).version, version)
    const request = await stateOf(requestId)
    assert.partialDeepStrictEqual(request, {
      module: 'ROLES',
      action: 'UPDATE',
      operation: 'UpdateRole',
      resource: 'role',
      resourceId: id,
      state: 'PENDING',
      requestedBy: 'maker@bank.example',
      waitsForMe: false,
    })
    assert.deepEqual([request.before.description, request.after.description], ['', 'Secret plan'])
    assert.equal(Date.parse(request.expiresAt) - Date.parse(request.createdAt), 7 * DAY_MS)
    assert.doesNotMatch((await sealedOf(requestId)) ?? '', /Secret plan/)
    const approved = await decide('checker', requestId, 'approve', { comment: 'Fine' })
    assert.equal(approved.status, 200, approved.message)
    assert.partialDeepStrictEqual(approved.data, { id, description: 'Secret plan', updatedBy: 'maker@bank.example' })
    assert.partialDeepStrictEqual(await stateOf(requestId), {
      state: 'APPROVED',
      decidedBy: 'checker@bank.example',
      comment: 'Fine',
    })
    assert.equal(await sealedOf(requestId), null)
    assert.deepEqual(await audited(requestId), ['change-request.create by maker', 'change-request.approve by checker'])
    assert.deepEqual((await audited(id)).slice(1), ['role.update by maker'])
  })

  test('a record that is made waits without an id and is answered to the approver', async () => {
    const roleName = fresh()
    const requestId = await held('maker', 'POST /roles', { roleName, modules: [] })
    const request = await stateOf(requestId)
    assert.deepEqual(
      [request.before, request.after.roleName, request.resourceId, request.after.id],
      [null, roleName, undefined, undefined],
    )
    const { status, data } = await decide('checker', requestId, 'approve')
    assert.deepEqual([status, data.roleName, data.createdBy], [201, roleName, 'maker@bank.example'])
  })

  test('what is not listed is made at once, and what only restricts never waits', async () => {
    const { id, version } = await role()
    const renamed = await suite.desk.call('maker', `PATCH /roles/${id}`, { version, roleName: fresh() })
    assert.equal(renamed.status, 200, renamed.message)
    assert.equal((await suite.desk.call('maker', `PATCH /roles/${id}/activation?isEnabled=false`)).status, 200)
    await held('maker', `PATCH /roles/${id}/activation?isEnabled=true`)
  })

  test('a move waits by its name', async () => {
    const userId = await suite.desk.people.add()
    const requestId = await held('maker', `POST /users/${userId}/unlock`)
    assert.equal((await decide('checker', requestId, 'approve')).status, 200)
    assert.equal((await suite.desk.call('maker', `POST /users/${userId}/reset-mfa`)).status, 200)
  })

  test('a change that would be refused is refused at once', async () => {
    const { id, version } = await role()
    for (const [request, body, status] of [
      [`PATCH /roles/${id}`, { version: version + 1, description: 'Other' }, 409],
      [`PATCH /roles/${newId(1)}`, { version, description: 'Other' }, 404],
      [`PATCH /roles/${id}`, { version, description: 7 }, 400],
      [`DELETE /roles/${VIEWER_ROLE_ID}`, undefined, 409],
    ] as const) {
      assert.equal((await suite.desk.call('maker', request, body)).status, status, request)
    }
  })

  test('a record has one pending change at a time', async () => {
    const made = await role()
    const first = await patched(made)
    const second = await suite.desk.call('maker', `DELETE /roles/${made.id}`)
    assert.deepEqual([second.status, second.message.slice(0, 9)], [409, 'B-REQ-009'])
    assert.equal((await decide('maker', first, 'withdraw')).data.state, 'WITHDRAWN')
    await held('maker', `DELETE /roles/${made.id}`)
  })

  test('after seven days a request has expired, in lists too, and frees its record', async () => {
    const made = await role()
    const id = await patched(made)
    const { clock } = suite.desk.people
    clock.nowMs += 7 * DAY_MS
    try {
      assert.equal((await stateOf(id)).state, 'EXPIRED')
      const pending = (await suite.desk.call('maker', 'POST /change-requests/list?size=200', { state: ['PENDING'] }))
        .data
      assert.ok(!pending.content.some((one: { id: string }) => one.id === id))
      assert.equal((await decide('checker', id, 'approve')).status, 409)
      assert.notEqual(await sealedOf(id), null)
      await held('maker', `DELETE /roles/${made.id}`)
      assert.equal(await sealedOf(id), null)
      const other = await patched(await role())
      clock.nowMs += 7 * DAY_MS
      await suite.changeRequests.expire()
      assert.equal(await sealedOf(other), null)
      assert.deepEqual((await audited(other)).at(-1), 'change-request.expire by undefined')
    } finally {
      clock.nowMs -= 14 * DAY_MS
    }
  })

  test('lists find what waits for the reader, and own requests always', async () => {
    const id = await patched(await role())
    const finds = async (name: string, filter: object) => {
      const { data } = await suite.desk.call(name, 'POST /change-requests/list?size=200', filter)
      return data.content.some((one: { id: string }) => one.id === id)
    }
    admit('viewer', { grants: Grants.of([{ moduleId: 'ROLES', actionId: 'VIEW' }]) })
    const rows: [name: string, filter: object, found: boolean][] = [
      ['checker', { waitsForMe: true }, true],
      ['checker', { waitsForMe: false }, false],
      ['checker', { module: ['ROLES'], state: ['PENDING'] }, true],
      ['checker', { module: ['USERS'] }, false],
      ['maker', { waitsForMe: true }, false],
      ['viewer', { waitsForMe: true }, false],
      ['viewer', {}, true],
      ['clerk', {}, false],
    ]
    for (const [name, filter, found] of rows)
      assert.equal(await finds(name, filter), found, `${name} ${JSON.stringify(filter)}`)
    admit('maker', { grants: Grants.of([]) })
    assert.equal(await finds('maker', {}), true)
  })
})
