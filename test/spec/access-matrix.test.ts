// Every onboarding operation that needs a bearer token, called by every kind of caller: no token, an expired token, a
// user of another institution, a role with everything but the action, and a role with only the action.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Access, type AnonymousAccess, isAnonymous } from '../../src/edge/resource/access.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { withGatewayOn } from '../support/gateways/running-gateway.ts'
import { dailyRows } from './access/daily-rows.ts'
import { directoryRows } from './access/directory-rows.ts'
import { openMatrix, type Row } from './access/matrix-callers.ts'
import { peopleRows } from './access/people-rows.ts'
import { settingsRows } from './access/settings-rows.ts'
import { declareFourEyesWalk } from './four-eyes-walk.ts'

type NonAnonymous = Exclude<Access, AnonymousAccess>

// On PostgreSQL, so that the test can sign an expired token with the gateway's own key.
withGatewayOn('postgres', 'who may call what', (running) => {
  const matrix = openMatrix(running)
  const { api, tokens, grantsBut, limitTo } = matrix
  const ROWS: Readonly<Record<string, Row>> = {
    ...peopleRows(matrix),
    ...directoryRows(matrix),
    ...dailyRows(matrix),
    ...settingsRows(matrix),
  }

  const guarded = ONBOARDING_OPERATIONS.flatMap(({ id, access }): [string, NonAnonymous][] =>
    isAnonymous(access) ? [] : [[id, access]],
  )

  test('there is a row for every operation that needs a bearer', () => {
    assert.deepEqual(Object.keys(ROWS).sort(), guarded.map(([id]) => id).sort())
  })

  declareFourEyesWalk({
    database: () => matrix.database,
    call: (user, route, body) => api.call(route, { token: tokens[user], body }),
    targetOf: (id) => (ROWS[id] as Row).target(),
  })

  // Logout last, because it ends the session that the others use.
  for (const [id, access] of guarded.toSorted(([a], [b]) => Number(a === 'Logout') - Number(b === 'Logout'))) {
    const row = ROWS[id] as Row
    test(`${id}: 401, 401, ${row.outside ?? 'no scope'}, ${typeof access === 'object' ? 403 : 'any role'}, 2xx`, async () => {
      const { route, body } = await row.target()
      const statusFor = async (token: string | undefined) => {
        const answer = await api.call(route, { token, body })
        if (answer.status >= 400) {
          assert.match(answer.body.message, /^B-[A-Z]+-\d{3}: ./, answer.text)
          assert.deepEqual([answer.body.data, answer.body.success], [null, false])
        }
        return answer.status
      }
      assert.equal(await statusFor(undefined), 401, 'without a token')
      assert.equal(await statusFor(tokens.expired), 401, 'with an expired token')
      if (row.outside !== undefined) assert.equal(await statusFor(tokens.outsider), row.outside, 'from outside')
      if (typeof access === 'object') {
        await limitTo(grantsBut(access))
        assert.equal(await statusFor(tokens.limited), 403, 'lacking the action')
        await limitTo([{ moduleId: access.module, actionId: [access.action] }])
      }
      const good = await api.call(route, { token: tokens.limited, body })
      assert.ok([200, 201, 202].includes(good.status), `having the action: ${good.status} ${good.text}`)
    })
  }
})
