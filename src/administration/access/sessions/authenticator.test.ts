import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onDatabase, type TestDatabase } from '../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import { until } from '../../../../test/support/until.ts'
import { Problem, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { ChangeSubscriber, Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { Authenticator } from './authenticator.ts'
import { HOUR_MS, MINUTE_MS, ORIGIN, openNode, TestClock, type TestNode } from './sign-in.fixture.ts'

const ADMINISTRATOR_ROLE = '00000000-0000-7000-8000-000000000001'

interface CountingDatabase extends Database {
  queries: number
}

/** A database that counts the queries sent outside transactions. */
function counting(database: Database): CountingDatabase {
  const counted: CountingDatabase = {
    queries: 0,
    engine: database.engine,
    isDistributed: database.isDistributed,
    isHalfDistributed: database.isHalfDistributed,
    learnLayout: () => database.learnLayout(),
    connections: database.connections,
    query: (statement, values) => {
      counted.queries++
      return database.query(statement, values)
    },
    connect: () => database.connect(),
    transaction: (work) => database.transaction(work),
    changes: database.changes,
    checkSchema: () => database.checkSchema(),
    setPatience: (ms) => database.setPatience(ms),
    load: () => database.load(),
    close: () => database.close(),
  }
  return counted
}

const isRefused = (error: unknown) =>
  error instanceof Problem && error.reason === 'access.not-signed-in' && error.httpStatus === 401

onDatabase('authenticator', (engine, open) => {
  const clock = new TestClock()
  let database: CountingDatabase
  let location: TestDatabase['location']
  let node: TestNode
  before(async () => {
    const opened = await open()
    location = opened.location
    database = counting(opened.database)
    node = await openNode(database, clock)
  })
  after(() => node.authenticator.close())

  const authenticate = (token: string | undefined) => node.authenticator.authenticate(token)
  const isLetIn = (token: string) =>
    authenticate(token).then(
      () => true,
      () => false,
    )

  async function signedIn() {
    const { userId, email: mailId } = await insertUser(database)
    const user = { userId, email: mailId, roleName: 'Viewer', scope: {} }
    const { sessionId } = await database.transaction((sql) => node.sessions.openSession(sql, user, ORIGIN))
    const { token } = await node.accessTokens.sign({ sub: userId, email: mailId, role: 'Viewer', sid: sessionId })
    return { userId, mailId, sessionId, token }
  }

  /** A cached session, which only a notice can drop. */
  async function keptInMemory() {
    const session = await signedIn()
    await until(async () => {
      const before = database.queries
      await authenticate(session.token)
      return database.queries === before
    }, 'the session is in memory')
    return session
  }

  async function insertRole(
    grants: readonly [moduleId: string, actionId: string][],
    isEnabled = true,
  ): Promise<string> {
    const { rows } = await database.query<{ role_id: string }>(
      `INSERT INTO roles (role_id, role_name, is_enabled, created_at, updated_at, created_by, updated_by)
       VALUES (gen_random_uuid(), gen_random_uuid()::text, $1, now(), now(), 'test', 'test') RETURNING role_id`,
      [isEnabled],
    )
    const roleId = rows[0]?.role_id as string
    for (const [moduleId, actionId] of grants) {
      await database.query('INSERT INTO role_grants (role_id, module_id, action_id) VALUES ($1, $2, $3)', [
        roleId,
        moduleId,
        actionId,
      ])
    }
    return roleId
  }

  const setRole = (userId: string, roleId: string) =>
    database.query('UPDATE users SET role_id = $2 WHERE user_id = $1', [userId, roleId])

  test('the caller is the user of the session with what the role grants', async () => {
    const { userId, mailId, sessionId, token } = await signedIn()
    const roleId = await insertRole([
      ['USERS', 'VIEW'],
      ['USERS', 'UPDATE'],
      ['ROLES', 'VIEW'],
    ])
    await setRole(userId, roleId)
    const { grants, roleName, ...principal } = await authenticate(token)
    assert.deepEqual(principal, {
      sessionId,
      userId,
      email: mailId,
      firstName: 'Una',
      lastName: 'User',
      roleId,
      scope: {},
    })
    assert.notEqual(roleName, 'Viewer')
    assert.deepEqual(grants.entries(), [
      { moduleId: 'USERS', actionIds: ['VIEW', 'UPDATE'] },
      { moduleId: 'ROLES', actionIds: ['VIEW'] },
    ])
  })

  test('a role that grants everything does', async () => {
    const { userId, token } = await signedIn()
    await setRole(userId, ADMINISTRATOR_ROLE)
    assert.equal((await authenticate(token)).grants.allows('AUDIT', 'EXPORT'), true)
  })

  test('a disabled role grants nothing', async () => {
    const { userId, token } = await signedIn()
    await setRole(userId, await insertRole([['USERS', 'VIEW']], false))
    assert.deepEqual((await authenticate(token)).grants.entries(), [])
  })

  test('the scope is the institution and sub-tenant of the user', async () => {
    const { userId, token } = await signedIn()
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'First', 'ACTIVE', 'USD', 'UTC')`,
    )
    await database.query(`UPDATE users SET institution_id = 'FI001' WHERE user_id = $1`, [userId])
    assert.deepEqual((await authenticate(token)).scope, { institutionId: 'FI001' })
  })

  test('a missing or malformed token is refused', async () => {
    await assert.rejects(authenticate(undefined), isRefused)
    await assert.rejects(authenticate('x'), isRefused)
  })

  test('a session that does not exist, or belongs to another user, is refused', async () => {
    const { userId, mailId, sessionId } = await signedIn()
    const other = await insertUser(database)
    const claims = { email: mailId, role: 'Viewer' }
    const foreign = await node.accessTokens.sign({ ...claims, sub: other.userId, sid: sessionId })
    await assert.rejects(authenticate(foreign.token), isRefused)
    const unknown = await node.accessTokens.sign({ ...claims, sub: userId, sid: other.userId })
    await assert.rejects(authenticate(unknown.token), isRefused)
  })

  test('a cached session costs no query', async () => {
    const { token } = await keptInMemory()
    // Except while notices may be missed: on a busy machine the listening connection may be silent for a while.
    await until(async () => {
      const before = database.queries
      for (let calls = 0; calls < 10; calls++) await authenticate(token)
      return database.queries === before
    }, 'ten calls cost no query')
  })

  test('a cached session ends after its seven days', async () => {
    const { userId, mailId, sessionId } = await signedIn()
    const claims = { sub: userId, email: mailId, role: 'Viewer', sid: sessionId }
    clock.advance(7 * 24 * HOUR_MS - MINUTE_MS)
    const { token } = await node.accessTokens.sign(claims)
    await authenticate(token)
    clock.advance(MINUTE_MS)
    await assert.rejects(authenticate(token), isRefused)
  })

  const endings: [title: string, statement: string][] = [
    ['was revoked', 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1'],
    ['was deleted', 'DELETE FROM sessions WHERE user_id = $1'],
    ['has an inactive user', 'UPDATE users SET is_active = false WHERE user_id = $1'],
  ]
  for (const [title, statement] of endings) {
    test(`a cached session that ${title} is refused`, async () => {
      const { userId, token } = await keptInMemory()
      await database.query(statement, [userId])
      await until(async () => !(await isLetIn(token)), 'no token is let in')
      await assert.rejects(authenticate(token), isRefused)
    })
  }

  const roleChanges: [title: string, statement: string, allows: boolean][] = [
    ['is granted more', `INSERT INTO role_grants (role_id, module_id, action_id) VALUES ($1, 'AUDIT', 'VIEW')`, true],
    ['loses a grant', `DELETE FROM role_grants WHERE role_id = $1 AND module_id = 'USERS'`, false],
    ['is disabled', 'UPDATE roles SET is_enabled = false WHERE role_id = $1', false],
  ]
  for (const [title, statement, gains] of roleChanges) {
    test(`a cached session whose role ${title} has the role's current grants`, async () => {
      const { userId, token } = await keptInMemory()
      const roleId = await insertRole([['USERS', 'VIEW']])
      await setRole(userId, roleId)
      await until(async () => (await authenticate(token)).grants.allows('USERS', 'VIEW'), 'the role is seen')
      await database.query(statement, [roleId])
      await until(async () => {
        const { grants } = await authenticate(token)
        return gains ? grants.allows('AUDIT', 'VIEW') : !grants.allows('USERS', 'VIEW')
      }, 'the change of the role is seen')
    })
  }

  test('signing out takes effect on the next call', async () => {
    const { userId, sessionId, token } = await keptInMemory()
    await node.sessions.signOut({ userId, sessionId }, {})
    await assert.rejects(authenticate(token), isRefused)
  })

  test('sessions outlive a restart', async () => {
    const { userId, mailId, sessionId, token } = await signedIn()
    const user = { userId, email: mailId, roleName: 'Viewer', scope: {} }
    const { refreshToken } = await database.transaction((sql) => node.sessions.openSession(sql, user, ORIGIN))
    const restarted = await openNode(database, clock)
    try {
      assert.equal((await restarted.authenticator.authenticate(token)).sessionId, sessionId)
      assert.equal((await restarted.sessions.refresh(refreshToken, ORIGIN)).user.userId, userId)
    } finally {
      restarted.authenticator.close()
    }
  })

  if (engine === 'postgres') {
    test('signing out on one node takes effect on the next call to another', async () => {
      const otherDatabase = counting(openPostgres((location as { url: string }).url))
      const other = await openNode(otherDatabase, clock)
      try {
        for (let round = 0; round < 20; round++) {
          const { userId, sessionId, token } = await keptInMemory()
          await until(async () => {
            const before = otherDatabase.queries
            await other.authenticator.authenticate(token)
            return otherDatabase.queries === before
          }, 'the session is in memory on the other node')
          const [from, to] = round % 2 === 0 ? [node, other] : [other, node]
          await from.sessions.signOut({ userId, sessionId }, {})
          await assert.rejects(to.authenticator.authenticate(token), isRefused)
        }
      } finally {
        other.authenticator.close()
        await otherDatabase.close()
      }
    })
  }
})

describe('authenticator over a simulated database', () => {
  const clock = new TestClock()
  const ROW = {
    expires_at: new Date(clock.now() + HOUR_MS),
    user_id: 'u',
    mail_id: 'una@bank.example',
    first_name: 'Una',
    last_name: 'User',
    institution_id: null,
    sub_tenant_id: null,
    role_id: 'r',
    role_name: 'Viewer',
    is_enabled: true,
    grants_all: false,
    module_ids: [],
    action_ids: [],
    allowed_modules: null,
  }

  function play() {
    const stage = { live: true, reachable: true, queries: 0, confirmations: 0, gap: () => {} }
    const database = {
      async query() {
        stage.queries++
        if (!stage.reachable) throw unavailable('the database cannot be reached')
        return { rows: [ROW], rowCount: 1 }
      },
      changes: {
        subscribe(_topic: string, subscriber: ChangeSubscriber) {
          stage.gap = () => subscriber.onGap()
          return { close() {} }
        },
        isLive: () => stage.live,
        async confirm() {
          stage.confirmations++
        },
      },
    } as unknown as Database
    const accessTokens = {
      verify: async () => ({ sub: 'u', sid: 's', email: '', role: '', issuedAtMs: 0, expiresAtMs: 0 }),
    }
    const authenticator = new Authenticator({ database, accessTokens, clock })
    return { stage, authenticator }
  }

  test('a cached session is accepted while the database is unreachable, as long as notices arrive', async () => {
    const { stage, authenticator } = play()
    await authenticator.authenticate('t')
    stage.reachable = false
    assert.equal((await authenticator.authenticate('t')).userId, 'u')
  })

  test('a cached session is not trusted when neither notices nor answers arrive', async () => {
    const { stage, authenticator } = play()
    await authenticator.authenticate('t')
    stage.reachable = false
    stage.live = false
    await assert.rejects(
      authenticator.authenticate('t'),
      (error: unknown) => error instanceof Problem && error.httpStatus === 503,
    )
  })

  test('while notices may be missed every call queries the database', async () => {
    const { stage, authenticator } = play()
    await authenticator.authenticate('t')
    stage.live = false
    await authenticator.authenticate('t')
    await authenticator.authenticate('t')
    assert.equal(stage.queries, 3)
  })

  test('after a gap nothing cached before it is trusted', async () => {
    const { stage, authenticator } = play()
    await authenticator.authenticate('t')
    stage.gap()
    await authenticator.authenticate('t')
    assert.equal(stage.queries, 2)
  })

  for (const hasEnded of [true, false]) {
    test(`a session that ${hasEnded ? 'ended is confirmed by every node' : 'did not end is not announced'}`, async () => {
      const { stage, authenticator } = play()
      assert.equal(await authenticator.announced('s', async () => hasEnded), hasEnded)
      assert.equal(stage.confirmations, hasEnded ? 1 : 0)
    })
  }

  test('this node drops the session without waiting for the announcement', async () => {
    const { stage, authenticator } = play()
    await authenticator.authenticate('t')
    stage.live = false
    await authenticator.announced('s', async () => true)
    stage.live = true
    await authenticator.authenticate('t')
    assert.equal(stage.queries, 2)
  })

  test('an error in ending a session is passed on', async () => {
    const { authenticator } = play()
    await assert.rejects(
      authenticator.announced('s', async () => {
        throw new Error('no')
      }),
      /no/,
    )
  })
})
