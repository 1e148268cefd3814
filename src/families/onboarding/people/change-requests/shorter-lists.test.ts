// A list of what needs a second user, which is made shorter.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { LISTED, openChangeRequests, PROPERTIES } from '../../../../../test/support/onboarding/open-change-requests.ts'

onDatabase('a list of four eyes that gets shorter', (_engine, open) => {
  const suite = openChangeRequests(open)
  const { kept, held, stateOf, decide } = suite

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
      assert.equal(
        (await suite.desk.call('maker', `PATCH ${PROPERTIES}/${id}`, { version: 1, ...four(LISTED) })).status,
        200,
      )
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
        await suite.desk.people.add({ institutionId: 'FI001' }),
        await suite.desk.people.add({ institutionId: 'FI002' }),
      ]
      assert.equal((await suite.desk.call('maker', 'PATCH /users', { id: outside, firstName: 'New' })).status, 200)
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
        const { status, message } = await suite.desk.call('maker', `POST ${PROPERTIES}`, { ...property, value: list })
        assert.deepEqual([status, message.slice(0, 9)], [400, 'B-REQ-001'], list)
      }
      const all = ['CARDS:CREATE', 'ACCOUNTS:UPDATE:overdraft', 'DIGITAL_MONEY:APPROVE', 'EXCEPTIONS:APPROVE:PAY_OUT']
      assert.equal((await suite.desk.call('maker', `POST ${PROPERTIES}`, { ...property, ...four(all) })).status, 201)
      await kept(LISTED)
    })
  })
})
