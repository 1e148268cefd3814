// Decisions on changes that wait for a second user, over HTTP, and what is carried out.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { fresh, openChangeRequests } from '../../../../../test/support/onboarding/open-change-requests.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { recordAudit } from '../../../../administration/audit/audit-log.ts'

onDatabase('decisions on changes', (_engine, open) => {
  const suite = openChangeRequests(open)
  const { ids, admit, role, held, stateOf, decide, patched, audited, sealedOf } = suite

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
        assert.equal((await suite.desk.people.roles.find({}, made.id)).version, made.version)
        assert.equal((await audited(id)).at(-1), `change-request.${verb} by ${name}`)
      })
    }
  })

  describe('what is carried out', () => {
    const FAILS: [title: string, prepare: (made: { id: string; version: number }) => Promise<void>][] = [
      [
        'fails when the record was changed since',
        async ({ id, version }) => {
          await suite.desk.people.roles.update(suite.desk.people.caller(), id, { version, roleName: fresh() })
        },
      ],
      ['fails when the record is gone', ({ id }) => suite.desk.people.roles.delete(suite.desk.people.caller(), id)],
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
      await suite.desk.call('maker', `PATCH /roles/${id}/activation?isEnabled=false`)
      const on = await held('maker', `PATCH /roles/${id}/activation?isEnabled=true`)
      const { version: now } = await suite.desk.people.roles.find({}, id)
      assert.ok(now > version)
      await suite.desk.people.roles.update(suite.desk.people.caller(), id, { version: now, roleName: fresh() })
      assert.equal((await decide('checker', on, 'approve')).status, 409)
      assert.equal((await stateOf(on)).state, 'FAILED')
      assert.equal((await suite.desk.people.roles.find({}, id)).isEnabled, false)
    })

    test('in several transactions ends the request with the first, for its own approval alone', async () => {
      const id = await patched(await role())
      const reader = { userId: ids.checker ?? '', grants: Grants.all(), scope: {} }
      const { record } = await suite.changeRequests.open(reader, id)
      const { resource, resourceId = '', before, after } = record
      const approvedBy = () => suite.changeRequests.witnessOf(record, { userId: reader.userId }, undefined)
      const audit = (witness: ReturnType<typeof approvedBy>, entry: object) =>
        suite.database.transaction((sql) =>
          recordAudit(
            sql,
            suite.desk.people.clock.now(),
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
      assert.equal((await suite.desk.people.roles.find({}, made.id)).version, made.version + 1)
      assert.equal((await stateOf(id)).state, 'APPROVED')
    })
  })
})
