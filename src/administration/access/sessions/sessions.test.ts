import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import { until } from '../../../../test/support/until.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { endSessionsOf, type SessionTokens } from './sessions.ts'
import {
  auditedEvents,
  auditPosition,
  HOUR_MS,
  MINUTE_MS,
  ORIGIN,
  openNode,
  TestClock,
  type TestNode,
} from './sign-in.fixture.ts'

const DAY_MS = 24 * HOUR_MS
const GRACE_MS = 30_000

// One clock for both engines: ids begin with the time, and those of one process never go back.
const clock = new TestClock()

onDatabase('sessions', (engine, open) => {
  let database: Database
  let node: TestNode
  before(async () => {
    database = (await open()).database
    node = await openNode(database, clock)
  })
  after(() => node.authenticator.close())

  async function openSession(userId?: string): Promise<SessionTokens> {
    const owner = userId ?? (await insertUser(database)).userId
    const user = { userId: owner, email: 'una@bank.example', roleName: 'Viewer', scope: {} }
    return database.transaction((sql) => node.sessions.openSession(sql, user, ORIGIN))
  }

  const refresh = (token: string) => node.sessions.refresh(token, ORIGIN)
  const refused = (token: string) =>
    assert.rejects(refresh(token), (error: unknown) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.reason, 'access.refresh-token-refused')
      assert.equal(error.httpStatus, 401)
      return true
    })

  async function rowOf(sessionId: string) {
    const { rows } = await database.query<{ generation: number; revoked_for: string | null; last_used_at: Date }>(
      'SELECT generation, revoked_for, last_used_at FROM sessions WHERE session_id = $1',
      [sessionId],
    )
    assert.ok(rows[0])
    return rows[0]
  }

  test('a refresh returns a new token for the same session, valid for the next refresh', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    assert.equal(second.sessionId, opened.sessionId)
    assert.notEqual(second.refreshToken, opened.refreshToken)
    const third = await refresh(second.refreshToken)
    assert.notEqual(third.refreshToken, second.refreshToken)
    assert.equal((await rowOf(opened.sessionId)).generation, 3)
  })

  test('a refresh returns the current data of the user', async () => {
    const { userId, email } = await insertUser(database)
    const opened = await openSession(userId)
    const { user } = await refresh(opened.refreshToken)
    assert.deepEqual(user, { userId, email, roleName: 'Viewer', scope: {} })
  })

  test('the previous token yields the same successor for 30 seconds', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    clock.advance(GRACE_MS)
    assert.equal((await refresh(opened.refreshToken)).refreshToken, second.refreshToken)
    assert.equal((await rowOf(opened.sessionId)).generation, 2)
  })

  test('the previous token ends the session when it is used after 30 seconds, and the log says so', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    const position = await auditPosition(database)
    clock.advance(GRACE_MS + 1)
    await refused(opened.refreshToken)
    assert.equal((await rowOf(opened.sessionId)).revoked_for, 'session.refresh-reuse')
    const [event, ...others] = await auditedEvents(database, position)
    assert.equal(event?.action, 'session.refresh-reuse')
    assert.equal(event?.outcome, 'FAILURE')
    assert.equal(others.length, 0)
    await refused(second.refreshToken)
  })

  test('a token two generations old ends the session at once', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    const third = await refresh(second.refreshToken)
    await refused(opened.refreshToken)
    await refused(third.refreshToken)
    assert.equal((await rowOf(opened.sessionId)).revoked_for, 'session.refresh-reuse')
  })

  test('a token that we did not make is refused and ends nothing', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    const third = await refresh(second.refreshToken)
    const position = await auditPosition(database)
    const forgedMac = `${opened.sessionId}.1.${third.refreshToken.split('.')[2]}`
    for (const token of [forgedMac, `${opened.sessionId}.1.x`, '', 'x', opened.sessionId]) await refused(token)
    assert.equal((await rowOf(opened.sessionId)).revoked_for, null)
    assert.deepEqual(await auditedEvents(database, position), [])
    await refresh(third.refreshToken)
  })

  test('a genuine token of a generation still to come is refused and ends nothing', async () => {
    const opened = await openSession()
    const second = await refresh(opened.refreshToken)
    await database.query('UPDATE sessions SET generation = 1 WHERE session_id = $1', [opened.sessionId])
    await refused(second.refreshToken)
    assert.equal((await rowOf(opened.sessionId)).revoked_for, null)
  })

  test('a hundred refreshes of one token at once give one successor', async () => {
    const opened = await openSession()
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(opened.refreshToken)))
    assert.equal(new Set(answers.map(({ refreshToken }) => refreshToken)).size, 1)
    assert.equal((await rowOf(opened.sessionId)).generation, 2)
  })

  // The embedded engine has one connection, so nothing waits there.
  if (engine === 'postgres') {
    test('a refresh that waited for others decides by the state they left', async () => {
      const opened = await openSession()
      let waited: Promise<unknown> | undefined
      await database.transaction(async (sql) => {
        await sql.query('UPDATE sessions SET generation = 3 WHERE session_id = $1', [opened.sessionId])
        waited = refused(opened.refreshToken)
        await until(waitingForLocks, 'the refresh waits')
      })
      await waited
      assert.equal((await rowOf(opened.sessionId)).generation, 3)
    })
  }

  async function waitingForLocks(): Promise<number> {
    const { rowCount } = await database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount
  }

  test('a session ends after twelve hours without refresh', async () => {
    const opened = await openSession()
    assert.equal(opened.refreshExpiresInSeconds, (12 * HOUR_MS) / 1000)
    clock.advance(12 * HOUR_MS - 1)
    const second = await refresh(opened.refreshToken)
    clock.advance(12 * HOUR_MS)
    await refused(second.refreshToken)
  })

  test('a session ends after seven days however often it is refreshed', async () => {
    let tokens = await openSession()
    for (let hours = 8; hours < 7 * 24; hours += 8) {
      clock.advance(8 * HOUR_MS)
      tokens = await refresh(tokens.refreshToken)
    }
    assert.equal(tokens.refreshExpiresInSeconds, (8 * HOUR_MS) / 1000)
    clock.advance(8 * HOUR_MS)
    await refused(tokens.refreshToken)
  })

  test('a refresh in the grace does not lengthen the session', async () => {
    const opened = await openSession()
    await refresh(opened.refreshToken)
    clock.advance(GRACE_MS)
    const again = await refresh(opened.refreshToken)
    assert.equal(again.refreshExpiresInSeconds, (12 * HOUR_MS - GRACE_MS) / 1000)
  })

  const obstacles: [title: string, statement: string][] = [
    ['an inactive user', 'UPDATE users SET is_active = false WHERE user_id = $1'],
    [
      'a user whose role is disabled',
      `WITH r AS (INSERT INTO roles (role_id, role_name, is_enabled, created_at, updated_at, created_by, updated_by)
                  VALUES (gen_random_uuid(), gen_random_uuid()::text, false, now(), now(), 'test', 'test') RETURNING role_id)
       UPDATE users SET role_id = r.role_id FROM r WHERE user_id = $1`,
    ],
  ]
  for (const [title, statement] of obstacles) {
    test(`${title} cannot refresh`, async () => {
      const { userId } = await insertUser(database)
      const opened = await openSession(userId)
      await database.query(statement, [userId])
      await refused(opened.refreshToken)
    })
  }

  test('nothing that the database holds is a refresh token or its mac', async () => {
    const opened = await openSession()
    const { refreshToken } = await refresh(opened.refreshToken)
    const { rows } = await database.query('SELECT s::text AS row FROM sessions s')
    const stored = JSON.stringify(rows)
    for (const token of [opened.refreshToken, refreshToken]) {
      assert.equal(stored.includes(token.split('.')[2] as string), false)
    }
  })

  test('signing out ends the session and is recorded once', async () => {
    const { userId } = await insertUser(database)
    const opened = await openSession(userId)
    const position = await auditPosition(database)
    const principal = { userId, sessionId: opened.sessionId }
    await node.sessions.signOut(principal, { userId })
    await node.sessions.signOut(principal, { userId })
    await refused(opened.refreshToken)
    const events = await auditedEvents(database, position)
    assert.deepEqual(
      events.map(({ action, outcome }) => [action, outcome]),
      [['session.logout', 'SUCCESS']],
    )
  })

  test('a user ends another session of their own, and it is recorded', async () => {
    const { userId } = await insertUser(database)
    const [kept, ended] = [await openSession(userId), await openSession(userId)]
    const position = await auditPosition(database)
    await node.sessions.endOwn(userId, ended.sessionId.toUpperCase(), { userId })
    await refused(ended.refreshToken)
    await refresh(kept.refreshToken)
    assert.deepEqual(
      (await auditedEvents(database, position)).map(({ action }) => action),
      ['session.revoke'],
    )
  })

  test("another user's session, an unknown one and an ended one are not found", async () => {
    const [mine, others] = [await insertUser(database), await insertUser(database)]
    const foreign = await openSession(others.userId)
    const idle = await openSession(mine.userId)
    const ended = await openSession(mine.userId)
    await node.sessions.endOwn(mine.userId, ended.sessionId, {})
    clock.advance(12 * HOUR_MS)
    const fresh = await openSession(others.userId)
    const unknown = '019bc0de-0000-7000-8000-000000000001'
    for (const sessionId of [foreign.sessionId, fresh.sessionId, idle.sessionId, ended.sessionId, unknown]) {
      await assert.rejects(
        node.sessions.endOwn(mine.userId, sessionId, {}),
        (error: unknown) => error instanceof Problem && error.kind === 'not-found',
      )
    }
    await refresh(fresh.refreshToken)
  })

  test('the list has the sessions that have not ended, newest first', async () => {
    const { userId } = await insertUser(database)
    const idle = await openSession(userId)
    clock.advance(11 * HOUR_MS)
    const [first, ended, last] = [await openSession(userId), await openSession(userId), await openSession(userId)]
    await openSession()
    clock.advance(HOUR_MS + MINUTE_MS)
    await node.sessions.endOwn(userId, ended.sessionId, {})
    await refresh(last.refreshToken)
    const { items: list, total } = await node.sessions.list(userId, { page: 1, size: 10 })
    assert.deepEqual(
      list.map(({ sessionId }) => sessionId),
      [last.sessionId, first.sessionId],
    )
    assert.equal(total, 2)
    assert.ok(!list.some(({ sessionId }) => sessionId === idle.sessionId))
    assert.deepEqual(list[0], {
      sessionId: last.sessionId,
      createdAtMs: clock.now() - HOUR_MS - MINUTE_MS,
      lastUsedAtMs: clock.now(),
      expiresAtMs: clock.now() + 12 * HOUR_MS,
      ip: ORIGIN.ip,
      userAgent: ORIGIN.userAgent,
    })
  })

  test('the list comes in pages that miss nothing', async () => {
    const { userId } = await insertUser(database)
    const opened = [await openSession(userId), await openSession(userId), await openSession(userId)]
    const pages = []
    for (const page of [1, 2, 3]) pages.push(await node.sessions.list(userId, { page, size: 2 }))
    assert.deepEqual(
      pages.map(({ items, total }) => [items.length, total]),
      [
        [2, 3],
        [1, 3],
        [0, 3],
      ],
    )
    const listed = pages.flatMap(({ items }) => items.map(({ sessionId }) => sessionId))
    assert.deepEqual(listed.toSorted(), opened.map(({ sessionId }) => sessionId).toSorted())
  })

  test('all sessions of a user can be ended together, or all but one', async () => {
    const { userId } = await insertUser(database)
    const [kept, ...ended] = [await openSession(userId), await openSession(userId), await openSession(userId)]
    const foreign = await openSession()
    await endSessionsOf(database, clock.now(), userId, 'test', kept.sessionId)
    for (const { refreshToken } of ended) await refused(refreshToken)
    const current = await refresh(kept.refreshToken)
    await endSessionsOf(database, clock.now(), userId, 'test')
    await refused(current.refreshToken)
    await refresh(foreign.refreshToken)
  })

  test('a long user agent is truncated, not refused', async () => {
    const { userId, email } = await insertUser(database)
    const user = { userId, email, roleName: 'Viewer', scope: {} }
    await database.transaction((sql) =>
      node.sessions.openSession(sql, user, { ip: '::1', userAgent: 'x'.repeat(10_000) }),
    )
    assert.equal((await node.sessions.list(userId, { page: 1, size: 1 })).items[0]?.userAgent.length, 255)
  })

  test('sessions are deleted a month after their latest end, and not before', async () => {
    // Another test file of this process may have made ids of a later time, and new ids follow them.
    clock.ms = Math.max(clock.ms, timeOf(newId(0)) + 1)
    const { userId } = await insertUser(database)
    await openSession(userId)
    clock.advance(36 * DAY_MS)
    await node.sessions.deleteOld()
    assert.equal(await countSessions(userId), 1)
    clock.advance(DAY_MS + 1)
    const { sessionId } = await openSession(userId)
    assert.ok((await node.sessions.deleteOld()) >= 1)
    assert.equal(await countSessions(userId), 1)
    assert.equal((await node.sessions.list(userId, { page: 1, size: 1 })).items[0]?.sessionId, sessionId)
  })

  function timeOf(id: string): number {
    return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  }

  async function countSessions(userId: string): Promise<number> {
    const { rowCount } = await database.query('SELECT 1 FROM sessions WHERE user_id = $1', [userId])
    return rowCount
  }
})
