import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachEngine } from '../../../test/support/machine/database.ts'
import { openPasswordDesk, type PasswordDesk } from '../../../test/support/onboarding/password-desk.ts'
import { type InsertedUser, insertUser } from '../../../test/support/onboarding/user-rows.ts'
import type { Database } from '../../storage/database.ts'
import { Grants, type Principal } from '../principal/principal.ts'
import { countFailure } from '../sessions/lockout.ts'
import { verifyPassword } from './passwords.ts'

const ACTOR = { ip: '192.0.2.1' }
const GOOD = 'plum tree by the river'
const OTHER = 'seven quiet lighthouses'
const ORIGIN = { ip: '192.0.2.1', userAgent: 'test' }

eachEngine('setting a password', (_engine, open) => {
  let database: Database
  let desk: PasswordDesk
  before(async () => {
    database = (await open()).database
    desk = await openPasswordDesk(database)
  })

  async function sent(): Promise<InsertedUser> {
    const user = await insertUser(database, { passwordHash: null })
    await database.transaction((sql) => desk.passwordLinks.reset(sql, user))
    return user
  }

  async function session(user: InsertedUser): Promise<string> {
    const sessionUser = { userId: user.userId, email: user.email, roleName: 'Viewer', scope: {} }
    const tokens = await database.transaction((sql) => desk.sessions.openSession(sql, sessionUser, ORIGIN))
    return tokens.sessionId
  }

  const sessionsOf = async (user: InsertedUser) =>
    (await desk.sessions.list(user.userId, { page: 1, size: 200 })).items.map(({ sessionId }) => sessionId)

  async function hashOf(user: InsertedUser): Promise<string | undefined> {
    const { rows } = await database.query<{ password_hash: string | null }>(
      'SELECT password_hash FROM users WHERE user_id = $1',
      [user.userId],
    )
    return rows[0]?.password_hash ?? undefined
  }

  async function byLink(user: InsertedUser, password: string): Promise<void> {
    await desk.setPassword.byLink(await desk.newestLink(user.email), password, ACTOR)
  }

  const principalOf = (user: InsertedUser, sessionId: string): Principal => ({
    sessionId,
    userId: user.userId,
    email: user.email,
    firstName: user.firstName,
    lastName: 'User',
    roleId: 'role',
    roleName: 'Viewer',
    grants: Grants.of([]),
    scope: {},
  })

  const REFUSED = { name: 'Problem', kind: 'unauthenticated', code: 'B-AUTH-001' }

  describe('by link', () => {
    test('sets it, ends all sessions, leaves a lock as it is, and is in the audit log', async () => {
      const user = await sent()
      await session(user)
      await database.transaction(async (sql) => {
        for (let tries = 0; tries < 5; tries++) {
          await countFailure(sql, desk.clock.now(), { userId: user.userId, locks: 0 }, 'PASSWORD')
        }
      })
      await byLink(user, GOOD)
      assert.equal(await verifyPassword(await hashOf(user), GOOD), true)
      assert.deepEqual(await sessionsOf(user), [])
      const { rows: locks } = await database.query('SELECT locked_until, locks FROM users WHERE user_id = $1', [
        user.userId,
      ])
      assert.deepEqual(locks, [{ locked_until: new Date(desk.clock.now() + 15 * 60_000), locks: 1 }])
      const { rows: log } = await database.query<{ after: string }>(
        `SELECT actor_id, actor_email, resource_id, after FROM audit_log WHERE action = 'password.set' AND resource_id = $1`,
        [user.userId],
      )
      assert.deepEqual(log, [
        { actor_id: user.userId, actor_email: user.email, resource_id: user.userId, after: '{"by":"RESET"}' },
      ])
    })

    test('works once', async () => {
      const user = await sent()
      await byLink(user, GOOD)
      await assert.rejects(byLink(user, OTHER), REFUSED)
      assert.equal(await verifyPassword(await hashOf(user), GOOD), true)
    })

    test('works for one of twenty who try at once', async () => {
      const user = await sent()
      const passwords = Array.from({ length: 20 }, (_, n) => `${OTHER} number ${n}`)
      const outcomes = await Promise.allSettled(passwords.map((password) => byLink(user, password)))
      const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [passwords[n] as string] : []))
      assert.equal(won.length, 1)
      assert.equal(await verifyPassword(await hashOf(user), won[0] as string), true)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'B-AUTH-001')
      }
    })

    const faults: [title: string, password: string, message: RegExp][] = [
      ['too short', 'plum tree', /at least 12 characters/],
      ['too long', 'plum tree '.repeat(20), /at most 128 characters/],
      ['a common one', 'password1234', /commonly used/],
    ]
    for (const [title, password, message] of faults) {
      test(`is refused when the password is ${title}, says so, and the link stays good`, async () => {
        const user = await sent()
        await assert.rejects(byLink(user, password), { kind: 'invalid', code: 'B-AUTH-008', message })
        await byLink(user, GOOD)
      })
    }

    test('takes a password with the own name and address in it: the contract has no rule against that', async () => {
      const user = await sent()
      const password = `${user.firstName} ${user.email}`
      await byLink(user, password)
      assert.equal(await verifyPassword(await hashOf(user), password), true)
    })

    test('is refused when it was one of the last five', async () => {
      const user = await sent()
      for (let n = 0; n < 5; n++) {
        await byLink(user, `${GOOD} ${n}`)
        desk.clock.nowMs += 60_000
        await database.transaction((sql) => desk.passwordLinks.reset(sql, user))
      }
      await assert.rejects(byLink(user, `${GOOD} 0`), { code: 'B-AUTH-008', message: /last 5/ })
      await byLink(user, `${GOOD} 5`)
      desk.clock.nowMs += 60_000
      await database.transaction((sql) => desk.passwordLinks.reset(sql, user))
      await byLink(user, `${GOOD} 0`)
    })

    test('is refused for a forged link without a look at the password', async () => {
      const user = await sent()
      const forged = { ...(await desk.newestLink(user.email)), jti: 'x'.repeat(43) }
      await assert.rejects(desk.setPassword.byLink(forged, 'short', ACTOR), REFUSED)
      await assert.rejects(desk.setPassword.byLink(forged, GOOD, ACTOR), REFUSED)
      assert.equal(await hashOf(user), undefined)
    })
  })

  describe('by the user who is signed in', () => {
    test('sets it, ends the other sessions, and voids links', async () => {
      const user = await sent()
      const [present, other] = [await session(user), await session(user)]
      await desk.setPassword.own(principalOf(user, present), GOOD, ACTOR)
      assert.equal(await verifyPassword(await hashOf(user), GOOD), true)
      assert.deepEqual(await sessionsOf(user), [present])
      assert.notEqual(present, other)
      await assert.rejects(byLink(user, OTHER), REFUSED)
    })

    test('is refused when the password will not do', async () => {
      const user = await sent()
      const principal = principalOf(user, await session(user))
      await assert.rejects(desk.setPassword.own(principal, 'short', ACTOR), { code: 'B-AUTH-008' })
      await desk.setPassword.own(principal, GOOD, ACTOR)
      await assert.rejects(desk.setPassword.own(principal, GOOD, ACTOR), { code: 'B-AUTH-008' })
    })
  })
})
