import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openPasswordFixture, type PasswordFixture } from '../../../../test/support/onboarding/password-fixture.ts'
import { type InsertedUser, insertUser } from '../../../../test/support/onboarding/user-rows.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { Grants, type Principal } from '../principal/principal.ts'
import { countFailure } from '../sessions/lockout.ts'
import { verifyPassword } from './passwords.ts'

const ACTOR = { ip: '192.0.2.1' }
const GOOD = 'plum tree by the river'
const OTHER = 'seven quiet lighthouses'
const ORIGIN = { ip: '192.0.2.1', userAgent: 'test' }

onDatabase('setting a password', (_engine, open) => {
  let database: Database
  let fixture: PasswordFixture
  before(async () => {
    database = (await open()).database
    fixture = await openPasswordFixture(database)
  })

  async function sent(): Promise<InsertedUser> {
    const user = await insertUser(database, { passwordHash: null })
    await database.transaction((sql) => fixture.passwordLinks.reset(sql, user))
    return user
  }

  async function session(user: InsertedUser): Promise<string> {
    const sessionUser = { userId: user.userId, email: user.email, roleName: 'Viewer', scope: {} }
    const tokens = await database.transaction((sql) => fixture.sessions.openSession(sql, sessionUser, ORIGIN))
    return tokens.sessionId
  }

  const sessionsOf = async (user: InsertedUser) =>
    (await fixture.sessions.list(user.userId, { page: 1, size: 200 })).items.map(({ sessionId }) => sessionId)

  async function hashOf(user: InsertedUser): Promise<string | undefined> {
    const { rows } = await database.query<{ password_hash: string | null }>(
      'SELECT password_hash FROM users WHERE user_id = $1',
      [user.userId],
    )
    return rows[0]?.password_hash ?? undefined
  }

  async function byLink(user: InsertedUser, password: string): Promise<void> {
    await fixture.setPassword.byLink(await fixture.newestLink(user.email), password, ACTOR)
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

  const REFUSED = { name: 'Problem', kind: 'unauthenticated', reason: 'access.not-signed-in' }

  describe('by link', () => {
    test('sets it, ends all sessions, keeps a lock, and is in the audit log', async () => {
      const user = await sent()
      await session(user)
      await database.transaction(async (sql) => {
        for (let tries = 0; tries < 5; tries++) {
          await countFailure(sql, fixture.clock.now(), { userId: user.userId, locks: 0 }, 'PASSWORD')
        }
      })
      await byLink(user, GOOD)
      assert.equal(await verifyPassword(await hashOf(user), GOOD), true)
      assert.deepEqual(await sessionsOf(user), [])
      const { rows: locks } = await database.query('SELECT locked_until, locks FROM users WHERE user_id = $1', [
        user.userId,
      ])
      assert.deepEqual(locks, [{ locked_until: new Date(fixture.clock.now() + 15 * 60_000), locks: 1 }])
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

    test('works for one of twenty concurrent attempts', async () => {
      const user = await sent()
      const passwords = Array.from({ length: 20 }, (_, n) => `${OTHER} number ${n}`)
      const outcomes = await Promise.allSettled(passwords.map((password) => byLink(user, password)))
      const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [passwords[n] as string] : []))
      assert.equal(won.length, 1)
      assert.equal(await verifyPassword(await hashOf(user), won[0] as string), true)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.reason, 'access.not-signed-in')
      }
    })

    const faults: [title: string, password: string, message: RegExp][] = [
      ['too short', 'plum tree', /at least 12 characters/],
      ['too long', 'plum tree '.repeat(20), /at most 128 characters/],
      ['a common one', 'password1234', /commonly used/],
    ]
    for (const [title, password, message] of faults) {
      test(`is rejected when the password is ${title}, says so, and the link stays valid`, async () => {
        const user = await sent()
        await assert.rejects(byLink(user, password), { kind: 'invalid', reason: 'access.password-refused', message })
        await byLink(user, GOOD)
      })
    }

    test("accepts a password that contains the user's name and address: the contract has no rule against that", async () => {
      const user = await sent()
      const password = `${user.firstName} ${user.email}`
      await byLink(user, password)
      assert.equal(await verifyPassword(await hashOf(user), password), true)
    })

    test('is rejected when it was one of the last five', async () => {
      const user = await sent()
      for (let n = 0; n < 5; n++) {
        await byLink(user, `${GOOD} ${n}`)
        fixture.clock.nowMs += 60_000
        await database.transaction((sql) => fixture.passwordLinks.reset(sql, user))
      }
      await assert.rejects(byLink(user, `${GOOD} 0`), { reason: 'access.password-refused', message: /last 5/ })
      await byLink(user, `${GOOD} 5`)
      fixture.clock.nowMs += 60_000
      await database.transaction((sql) => fixture.passwordLinks.reset(sql, user))
      await byLink(user, `${GOOD} 0`)
    })

    test('is rejected for a forged link without checking the password', async () => {
      const user = await sent()
      const forged = { ...(await fixture.newestLink(user.email)), jti: 'x'.repeat(43) }
      await assert.rejects(fixture.setPassword.byLink(forged, 'short', ACTOR), REFUSED)
      await assert.rejects(fixture.setPassword.byLink(forged, GOOD, ACTOR), REFUSED)
      assert.equal(await hashOf(user), undefined)
    })
  })

  describe('by the user who is signed in', () => {
    test('sets it, ends the other sessions, and invalidates links', async () => {
      const user = await sent()
      const [present, other] = [await session(user), await session(user)]
      await fixture.setPassword.own(principalOf(user, present), GOOD, ACTOR)
      assert.equal(await verifyPassword(await hashOf(user), GOOD), true)
      assert.deepEqual(await sessionsOf(user), [present])
      assert.notEqual(present, other)
      await assert.rejects(byLink(user, OTHER), REFUSED)
    })

    test('is rejected when the password breaks a rule', async () => {
      const user = await sent()
      const principal = principalOf(user, await session(user))
      await assert.rejects(fixture.setPassword.own(principal, 'short', ACTOR), { reason: 'access.password-refused' })
      await fixture.setPassword.own(principal, GOOD, ACTOR)
      await assert.rejects(fixture.setPassword.own(principal, GOOD, ACTOR), { reason: 'access.password-refused' })
    })
  })
})
