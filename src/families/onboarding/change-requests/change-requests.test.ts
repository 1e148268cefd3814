// Changes that wait for a second user, over HTTP: what is kept of them, who decides, and how often they are carried out.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eachEngine } from '../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../test/support/onboarding/administration.ts'
import { Grants, type Principal } from '../../../access/principal/principal.ts'
import { VIEWER_ROLE_ID } from '../../../access/roles/system-roles.ts'
import { recordAudit } from '../../../audit/audit-log.ts'
import { ChangeRequests } from '../../../change-requests/change-requests.ts'
import { openFourEyes } from '../../../change-requests/four-eyes.ts'
import { DAY_MS } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import { SecretBox } from '../../../kernel/secrets.ts'
import { ApplicationProperties } from '../../../properties/application-properties.ts'
import type { Database } from '../../../storage/database.ts'
import { PLATFORM_PROPERTIES } from '../../../wire/platform-properties.ts'
import { PROPERTY_OPERATIONS } from '../application-properties/property-resource.ts'
import { ROLE_OPERATIONS } from '../roles/role-resource.ts'
import { USER_OPERATIONS } from '../users/user-resource.ts'
import { CHANGE_REQUEST_OPERATIONS } from './operations.ts'

const OPERATIONS = [...CHANGE_REQUEST_OPERATIONS, ...PROPERTY_OPERATIONS, ...ROLE_OPERATIONS, ...USER_OPERATIONS]
const PROPERTIES = '/application-properties'
const LISTED = ['ROLES:CREATE', 'ROLES:UPDATE:description', 'ROLES:ACTIVATE', 'USERS:UPDATE:unlock', 'ROLES:DELETE']

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
let count = 0
const fresh = () => `Role ${++count}`

eachEngine('changes that wait for approval', (_engine, open) => {
  let database: Database
  let desk: Administration
  let changeRequests: ChangeRequests
  let fourEyes: Awaited<ReturnType<typeof openFourEyes>>
  let applicationProperties: ApplicationProperties
  const ids: Record<string, string> = {}

  before(async () => {
    database = (await open()).database
    const clock = { now: () => desk?.people.clock.now() ?? Date.UTC(2026, 0, 15, 10) }
    fourEyes = await openFourEyes({ database, secretBox, environment: 'sandbox' })
    changeRequests = new ChangeRequests({ database, clock, secretBox })
    applicationProperties = new ApplicationProperties({
      database,
      clock,
      secretBox,
      followers: [fourEyes],
      readers: PLATFORM_PROPERTIES,
    })
    desk = await openAdministration(database, OPERATIONS, { applicationProperties, fourEyes, changeRequests })
    await kept(LISTED)
  })
  beforeEach(() => {
    admit('maker')
    admit('checker')
    admit('clerk', { scope: { institutionId: 'FI001' } })
  })
  after(async () => {
    fourEyes.close()
    await desk.close()
  })

  /** Admits a user, who keeps the id when admitted again. */
  function admit(name: string, principal: Partial<Principal> = {}): void {
    ids[name] ??= newId(count)
    desk.admit(name, { userId: ids[name], email: `${name}@bank.example`, ...principal })
  }

  /** Keeps a list without passing the gate. */
  async function kept(list: readonly string[], more: object = {}): Promise<string> {
    const caller = { principal: { scope: {} }, actor: {} }
    const property = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    const { items } = await applicationProperties.list({}, { key: 'four-eyes' }, { page: 1, size: 50 })
    for (const { id } of items) await applicationProperties.delete(caller, id)
    return (await applicationProperties.create(caller, { ...property, value: JSON.stringify(list), ...more })).id
  }

  const role = async (): Promise<{ id: string; version: number }> =>
    desk.people.roles.create(desk.people.caller(), { roleName: fresh(), modules: [] })

  async function held(name: string, request: string, body?: unknown): Promise<string> {
    const { status, data, message } = await desk.call(name, request, body)
    assert.equal(status, 202, message)
    assert.deepEqual(Object.keys(data), ['changeRequestId'])
    return data.changeRequestId
  }
  const stateOf = async (id: string) => (await desk.call('maker', `GET /change-requests/${id}`)).data
  const decide = (name: string, id: string, verb: string, body?: unknown) =>
    desk.call(name, `POST /change-requests/${id}/${verb}`, body)
  const patched = ({ id, version }: { id: string; version: number }) =>
    held('maker', `PATCH /roles/${id}`, { version, description: 'Other' })
  const audited = async (resourceId: string) => {
    const { rows } = await database.query<{ action: string; actor_email: string | null }>(
      'SELECT action, actor_email FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [resourceId],
    )
    return rows.map(({ action, actor_email: by }) => `${action} by ${by?.split('@')[0]}`)
  }
  const sealedOf = async (id: string) =>
    (
      await database.query<{ body_sealed: string | null }>(
        'SELECT body_sealed FROM change_requests WHERE change_request_id = $1',
        [id],
      )
    ).rows[0]?.body_sealed

  test('a change on the list is kept with before and after, and nothing is changed until another user approves', async () => {
    const { id, version } = await role()
    const requestId = await held('maker', `PATCH /roles/${id}`, { version, description: 'Secret plan' })
    assert.equal((await desk.people.roles.find({}, id)).version, version)
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
    const renamed = await desk.call('maker', `PATCH /roles/${id}`, { version, roleName: fresh() })
    assert.equal(renamed.status, 200, renamed.message)
    assert.equal((await desk.call('maker', `PATCH /roles/${id}/activation?isEnabled=false`)).status, 200)
    await held('maker', `PATCH /roles/${id}/activation?isEnabled=true`)
  })

  test('a move waits by its name', async () => {
    const userId = await desk.people.add()
    const requestId = await held('maker', `POST /users/${userId}/unlock`)
    assert.equal((await decide('checker', requestId, 'approve')).status, 200)
    assert.equal((await desk.call('maker', `POST /users/${userId}/reset-mfa`)).status, 200)
  })

  test('a change that would be refused is refused at once', async () => {
    const { id, version } = await role()
    for (const [request, body, status] of [
      [`PATCH /roles/${id}`, { version: version + 1, description: 'Other' }, 409],
      [`PATCH /roles/${newId(1)}`, { version, description: 'Other' }, 404],
      [`PATCH /roles/${id}`, { version, description: 7 }, 400],
      [`DELETE /roles/${VIEWER_ROLE_ID}`, undefined, 409],
    ] as const) {
      assert.equal((await desk.call('maker', request, body)).status, status, request)
    }
  })

  test('a record has one pending change at a time', async () => {
    const made = await role()
    const first = await patched(made)
    const second = await desk.call('maker', `DELETE /roles/${made.id}`)
    assert.deepEqual([second.status, second.message.slice(0, 9)], [409, 'B-REQ-009'])
    assert.equal((await decide('maker', first, 'withdraw')).data.state, 'WITHDRAWN')
    await held('maker', `DELETE /roles/${made.id}`)
  })

  describe('a decision', () => {
    const REFUSED: [title: string, name: string, verb: string, status: number, prepare?: () => void][] = [
      ['to approve is not that of the user who asked', 'maker', 'approve', 403],
      ['to reject is not that of the user who asked', 'maker', 'reject', 403],
      ['to withdraw is only that of the user who asked', 'checker', 'withdraw', 403],
      ['needs the right to the change', 'viewer', 'approve', 403],
      ['needs the right to see it', 'nobody', 'approve', 404],
      ['needs a scope that covers the record', 'clerk', 'approve', 404],
    ]
    for (const [title, name, verb, status] of REFUSED) {
      test(`${title}: ${status}`, async () => {
        admit('viewer', { grants: Grants.of([{ moduleId: 'ROLES', actionId: 'VIEW' }]) })
        admit('nobody', { grants: Grants.of([]) })
        const id = await patched(await role())
        assert.equal((await decide(name, id, verb)).status, status)
        assert.equal((await stateOf(id)).state, 'PENDING')
      })
    }

    test('is refused to a user whom a rule of the change would refuse', async () => {
      const roleName = fresh()
      const id = await held('maker', 'POST /roles', { roleName, modules: [{ moduleId: 'AUDIT', actionId: ['VIEW'] }] })
      admit('checker', {
        grants: Grants.of([
          { moduleId: 'ROLES', actionId: 'VIEW' },
          { moduleId: 'ROLES', actionId: 'CREATE' },
        ]),
      })
      const { status, message } = await decide('checker', id, 'approve')
      assert.deepEqual([status, (await stateOf(id)).state], [403, 'PENDING'], message)
    })

    for (const [verb, name, state] of [
      ['reject', 'checker', 'REJECTED'],
      ['withdraw', 'maker', 'WITHDRAWN'],
    ] as const) {
      test(`to ${verb} ends the request with nothing changed, and no other follows`, async () => {
        const made = await role()
        const id = await patched(made)
        assert.equal((await decide(name, id, verb)).data.state, state)
        assert.equal(await sealedOf(id), null)
        for (const again of ['approve', 'reject']) assert.equal((await decide('checker', id, again)).status, 409)
        assert.equal((await desk.people.roles.find({}, made.id)).version, made.version)
        assert.equal((await audited(id)).at(-1), `change-request.${verb} by ${name}`)
      })
    }
  })

  describe('what is carried out', () => {
    const FAILS: [title: string, prepare: (made: { id: string; version: number }) => Promise<void>][] = [
      [
        'fails when the record was changed since',
        async ({ id, version }) => {
          await desk.people.roles.update(desk.people.caller(), id, { version, roleName: fresh() })
        },
      ],
      ['fails when the record is gone', ({ id }) => desk.people.roles.delete(desk.people.caller(), id)],
      [
        'fails when the maker has lost the right',
        async () => admit('maker', { grants: Grants.of([{ moduleId: 'ROLES', actionId: 'VIEW' }]) }),
      ],
    ]
    for (const [title, prepare] of FAILS) {
      test(title, async () => {
        const made = await role()
        const id = await patched(made)
        await prepare(made)
        const { status } = await decide('checker', id, 'approve')
        assert.ok([404, 409].includes(status), String(status))
        admit('maker')
        const { state, failure } = await stateOf(id)
        assert.equal(state, 'FAILED')
        assert.ok(failure.length > 0)
        assert.equal(await sealedOf(id), null)
      })
    }

    test('also of a move needs the version of the request', async () => {
      const { id, version } = await role()
      await desk.call('maker', `PATCH /roles/${id}/activation?isEnabled=false`)
      const on = await held('maker', `PATCH /roles/${id}/activation?isEnabled=true`)
      const { version: now } = await desk.people.roles.find({}, id)
      assert.ok(now > version)
      await desk.people.roles.update(desk.people.caller(), id, { version: now, roleName: fresh() })
      assert.equal((await decide('checker', on, 'approve')).status, 409)
      assert.equal((await stateOf(on)).state, 'FAILED')
      assert.equal((await desk.people.roles.find({}, id)).isEnabled, false)
    })

    test('in several transactions ends the request with the first, for its own approval alone', async () => {
      const id = await patched(await role())
      const reader = { userId: ids.checker ?? '', grants: Grants.all(), scope: {} }
      const { record } = await changeRequests.open(reader, id)
      const { resource, resourceId = '', before, after } = record
      const approvedBy = () => changeRequests.witnessOf(record, { userId: reader.userId }, undefined)
      const audit = (witness: ReturnType<typeof approvedBy>, entry: object) =>
        database.transaction((sql) =>
          recordAudit(
            sql,
            desk.people.clock.now(),
            { witness },
            { action: 'role.step', resource, resourceId, ...entry },
          ),
        )
      const next = { before: { ...before, version: 77 }, after: after ?? {} }
      const first = { before: before ?? {}, after: after ?? {} }
      const [witness, late] = [approvedBy(), approvedBy()]
      await assert.rejects(audit(witness, next), { reason: 'change-requests.changed' })
      await audit(witness, first)
      await audit(witness, next)
      await assert.rejects(audit(late, first), { kind: 'conflict' })
      await assert.rejects(audit(late, next), { kind: 'conflict' })
      const approvals = (await audited(id)).filter((line) => line.startsWith('change-request.approve'))
      assert.deepEqual([approvals.length, (await stateOf(id)).state], [1, 'APPROVED'])
      assert.equal((await audited(resourceId)).filter((line) => line.startsWith('role.step')).length, 2)
    })

    test('is carried out once by two approvers at once', async () => {
      const made = await role()
      const id = await patched(made)
      admit('other')
      const answers = await Promise.all(['checker', 'other'].map((name) => decide(name, id, 'approve')))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await desk.people.roles.find({}, made.id)).version, made.version + 1)
      assert.equal((await stateOf(id)).state, 'APPROVED')
    })
  })

  test('after seven days a request has expired, in lists too, and frees its record', async () => {
    const made = await role()
    const id = await patched(made)
    const { clock } = desk.people
    clock.nowMs += 7 * DAY_MS
    try {
      assert.equal((await stateOf(id)).state, 'EXPIRED')
      const pending = (await desk.call('maker', 'POST /change-requests/list?size=200', { state: ['PENDING'] })).data
      assert.ok(!pending.content.some((one: { id: string }) => one.id === id))
      assert.equal((await decide('checker', id, 'approve')).status, 409)
      assert.notEqual(await sealedOf(id), null)
      await held('maker', `DELETE /roles/${made.id}`)
      assert.equal(await sealedOf(id), null)
      const other = await patched(await role())
      clock.nowMs += 7 * DAY_MS
      await changeRequests.expire()
      assert.equal(await sealedOf(other), null)
      assert.deepEqual((await audited(other)).at(-1), 'change-request.expire by undefined')
    } finally {
      clock.nowMs -= 14 * DAY_MS
    }
  })

  test('lists find what waits for the reader, and own requests always', async () => {
    const id = await patched(await role())
    const finds = async (name: string, filter: object) => {
      const { data } = await desk.call(name, 'POST /change-requests/list?size=200', filter)
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

  describe('a list that gets shorter', () => {
    const four = (value: readonly string[]) => ({ value: JSON.stringify(value) })
    const SHORTER: [title: string, change: (id: string) => [request: string, body?: unknown]][] = [
      ['by a change', (id) => [`PATCH ${PROPERTIES}/${id}`, { version: 1, ...four(['ROLES:DELETE']) }]],
      ['by deactivation', (id) => [`PATCH ${PROPERTIES}/${id}`, { version: 1, isActive: false }]],
      ['by deletion', (id) => [`DELETE ${PROPERTIES}/${id}`]],
    ]
    for (const [title, change] of SHORTER) {
      test(`waits: ${title}`, async () => {
        const id = await kept(LISTED)
        const requestId = await held('maker', ...change(id))
        assert.equal((await decide('checker', requestId, 'approve')).status, 200)
        await kept(LISTED)
      })
    }

    test('waits: by a rollback and by a promotion', async () => {
      const id = await kept(['ROLES:DELETE'])
      assert.equal((await desk.call('maker', `PATCH ${PROPERTIES}/${id}`, { version: 1, ...four(LISTED) })).status, 200)
      const rollback = await held('maker', `POST ${PROPERTIES}/${id}/rollback`, { version: 1 })
      assert.equal((await decide('maker', rollback, 'withdraw')).status, 200)
      const other = { environment: 'qa', application: '*', key: 'four-eyes', valueType: 'JSON' }
      // The default of qa is longer than an empty list.
      const shorter = await held('maker', `POST ${PROPERTIES}`, { ...other, value: '[]' })
      assert.equal((await decide('checker', shorter, 'approve')).status, 201)
      const promotion = await held('maker', `POST ${PROPERTIES}/promote`, {
        from: 'qa',
        to: 'sandbox',
        keys: ['four-eyes'],
      })
      assert.equal((await stateOf(promotion)).resourceId, id)
      await kept(LISTED)
    })

    test('an institution adds to the list, and its change is not held by the list of another', async () => {
      await kept([], { institutionId: 'FI001', value: JSON.stringify(['USERS:UPDATE']) })
      const [inside, outside] = [
        await desk.people.add({ institutionId: 'FI001' }),
        await desk.people.add({ institutionId: 'FI002' }),
      ]
      assert.equal((await desk.call('maker', 'PATCH /users', { id: outside, firstName: 'New' })).status, 200)
      await held('maker', 'PATCH /users', { id: inside, firstName: 'New' })
      await kept(LISTED)
    })

    test('an entry that no change asks for is a 400', async () => {
      const property = {
        environment: 'sandbox',
        application: '*',
        institutionId: 'FI002',
        key: 'four-eyes',
        valueType: 'JSON',
      }
      for (const list of [
        '["ROLES:VIEW"]',
        '["ROLES:UPDATE:nothing"]',
        '["TERMINAL_KEYS:ACTIVATE:revoke"]',
        '"x"',
        '{}',
        '[1]',
      ]) {
        const { status, message } = await desk.call('maker', `POST ${PROPERTIES}`, { ...property, value: list })
        assert.deepEqual([status, message.slice(0, 9)], [400, 'B-REQ-001'], list)
      }
      const all = ['CARDS:CREATE', 'ACCOUNTS:UPDATE:overdraft', 'DIGITAL_MONEY:APPROVE', 'EXCEPTIONS:APPROVE:PAY_OUT']
      assert.equal((await desk.call('maker', `POST ${PROPERTIES}`, { ...property, ...four(all) })).status, 201)
      await kept(LISTED)
    })
  })
})
