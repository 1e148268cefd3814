import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openPasswordFixture, type PasswordFixture } from '../../../../test/support/onboarding/password-fixture.ts'
import { type InsertedUser, insertUser, type UserRow } from '../../../../test/support/onboarding/user-rows.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { MintedValue } from '../keys/encrypted-strings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ACTOR = { ip: '192.0.2.1' }

onDatabase('password links', (_engine, open) => {
  let database: Database
  let fixture: PasswordFixture
  before(async () => {
    database = (await open()).database
    fixture = await openPasswordFixture(database)
  })
  const invite = (user: InsertedUser) => database.transaction((sql) => fixture.passwordLinks.invite(sql, user))
  const reset = (user: InsertedUser) => database.transaction((sql) => fixture.passwordLinks.reset(sql, user))
  const holderOf = (minted: MintedValue) => fixture.passwordLinks.holderOf(database, minted)
  const use = (minted: MintedValue) => database.transaction((sql) => fixture.passwordLinks.use(sql, minted))

  test('an invitation is mailed with a link that identifies its user', async () => {
    const user = await insertUser(database, { passwordHash: null })
    await invite(user)
    const [mail, ...more] = await fixture.mailsTo(user.email)
    assert.equal(more.length, 0)
    assert.match(mail?.subject ?? '', /invitation/)
    assert.match(mail?.text ?? '', /Hello Una/)
    const minted = await fixture.newestLink(user.email)
    assert.equal(minted.email, user.email)
    const holder = await holderOf(minted)
    assert.deepEqual(holder, { ...user, scope: {}, purpose: 'INVITE' })
  })

  test('link and mail exist if the transaction commits, otherwise neither does', async () => {
    const user = await insertUser(database)
    const trouble = new Error('on purpose')
    await assert.rejects(
      database.transaction(async (sql) => {
        await fixture.passwordLinks.reset(sql, user)
        throw trouble
      }),
      trouble,
    )
    assert.equal((await fixture.mailsTo(user.email)).length, 0)
    const { rows } = await database.query('SELECT FROM password_links WHERE user_id = $1', [user.userId])
    assert.equal(rows.length, 0)
  })

  test('the stored data does not allow using the link', async () => {
    const user = await insertUser(database)
    await reset(user)
    const { jti } = await fixture.newestLink(user.email)
    const { value } = (await fixture.mailsTo(user.email))[0] ?? assert.fail()
    const { rows: links } = await database.query('SELECT l::text FROM password_links l')
    const { rows: mails } = await database.query('SELECT m::text FROM mail_outbox m')
    const stored = JSON.stringify([links, mails])
    assert.ok(!stored.includes(jti) && !stored.includes(value))
  })

  const lifetimes: [purpose: string, send: (user: InsertedUser) => Promise<void>, lifetimeMs: number][] = [
    ['an invitation', invite, 72 * HOUR],
    ['a reset', reset, 30 * MINUTE],
  ]
  for (const [purpose, send, lifetimeMs] of lifetimes) {
    test(`${purpose} is valid until ${lifetimeMs / MINUTE} minutes have passed`, async () => {
      const user = await insertUser(database)
      await send(user)
      const minted = await fixture.newestLink(user.email)
      fixture.clock.nowMs += lifetimeMs - 1
      assert.ok((await holderOf(minted)) !== undefined)
      fixture.clock.nowMs += 1
      assert.equal(await holderOf(minted), undefined)
      assert.equal(await use(minted), undefined)
    })
  }

  test('using a link invalidates every link of that user, and no other', async () => {
    const [user, other] = [await insertUser(database), await insertUser(database)]
    await invite(user)
    const invitation = await fixture.newestLink(user.email)
    fixture.clock.nowMs += MINUTE
    await reset(user)
    await reset(other)
    const link = await fixture.newestLink(user.email)
    assert.equal((await use(link))?.userId, user.userId)
    assert.equal(await use(link), undefined)
    assert.equal(await holderOf(link), undefined)
    assert.equal(await use(invitation), undefined)
    assert.ok((await holderOf(await fixture.newestLink(other.email))) !== undefined)
  })

  test('reading a link does not use it up', async () => {
    const user = await insertUser(database)
    await reset(user)
    const link = await fixture.newestLink(user.email)
    for (let looks = 0; looks < 3; looks++) assert.ok((await holderOf(link)) !== undefined)
    assert.ok((await use(link)) !== undefined)
  })

  test('a new link invalidates the previous one of the same purpose, but not of another', async () => {
    const user = await insertUser(database)
    await invite(user)
    const first = await fixture.newestLink(user.email)
    fixture.clock.nowMs += MINUTE
    await reset(user)
    assert.ok((await holderOf(first)) !== undefined)
    fixture.clock.nowMs += MINUTE
    await invite(user)
    assert.equal(await holderOf(first), undefined)
    assert.ok((await holderOf(await fixture.newestLink(user.email))) !== undefined)
  })

  test('of twenty concurrent uses one succeeds', async () => {
    const user = await insertUser(database)
    await reset(user)
    const link = await fixture.newestLink(user.email)
    const holders = await Promise.all(Array.from({ length: 20 }, () => use(link)))
    assert.equal(holders.filter((holder) => holder !== undefined).length, 1)
  })

  const forgeries: [title: string, change: (minted: MintedValue) => MintedValue][] = [
    ['an id of their own', (minted) => ({ ...minted, jti: 'x'.repeat(43) })],
    ['another mail id', (minted) => ({ ...minted, email: 'somebody@bank.example' })],
    ['another purpose', (minted) => ({ ...minted, purpose: 'INVITE' })],
  ]
  for (const [title, change] of forgeries) {
    test(`a link encrypted again with ${title} is invalid`, async () => {
      const user = await insertUser(database)
      await reset(user)
      const forged = change(await fixture.newestLink(user.email))
      assert.equal(await holderOf(forged), undefined)
      assert.equal(await use(forged), undefined)
    })
  }

  test('the link of a user who is inactive, or whose address changed, is invalid', async () => {
    const [inactive, moved] = [await insertUser(database), await insertUser(database)]
    for (const user of [inactive, moved]) await reset(user)
    await database.query('UPDATE users SET is_active = false WHERE user_id = $1', [inactive.userId])
    await database.query(
      `UPDATE users SET mail_id = 'new@bank.example', mail_key = 'new@bank.example' WHERE user_id = $1`,
      [moved.userId],
    )
    for (const user of [inactive, moved]) {
      const link = await fixture.newestLink(user.email)
      assert.equal(await holderOf(link), undefined)
      assert.equal(await use(link), undefined)
    }
  })

  test('old links are deleted when a new one is created', async () => {
    const user = await insertUser(database)
    await reset(user)
    fixture.clock.nowMs += 2 * HOUR
    await reset(user)
    const { rows } = await database.query('SELECT FROM password_links WHERE user_id = $1', [user.userId])
    assert.equal(rows.length, 1)
  })

  describe('a forgotten password', () => {
    const forgotten = (email: string) => fixture.passwordLinks.forgotten(email, ACTOR)
    const lastReason = async () => {
      const { rows } = await database.query<{ after: string | null; outcome: string }>(
        `SELECT after, outcome FROM audit_log WHERE action = 'password.forgot' ORDER BY position DESC LIMIT 1`,
      )
      return rows[0]?.outcome === 'SUCCESS' ? undefined : JSON.parse(rows[0]?.after ?? '{}').reason
    }

    const rows: [title: string, row: UserRow, mails: number, reason: string | undefined][] = [
      ['of an active user is answered by a mail', {}, 1, undefined],
      ['of a locked user is answered by a mail', { lockedUntilMs: Date.UTC(2027, 0, 1) }, 1, undefined],
      ['of an inactive user is not', { isActive: false }, 0, 'inactive'],
      ['of a user who never had one is not', { passwordHash: null }, 0, 'invited'],
    ]
    for (const [title, row, mails, reason] of rows) {
      test(title, async () => {
        const user = await insertUser(database, row)
        await forgotten(user.email.toUpperCase())
        assert.equal((await fixture.mailsTo(user.email)).length, mails)
        assert.equal(await lastReason(), reason)
      })
    }

    for (const stranger of ['stranger@bank.example', 'no address', "'; DROP TABLE users; --", '']) {
      test(`of ${JSON.stringify(stranger)} does the same work and sends nothing`, async () => {
        const count = async () => {
          const { rows } = await database.query<{ n: number }>(
            'SELECT (SELECT count(*) FROM mail_outbox)::int + (SELECT count(*) FROM password_links)::int AS n',
          )
          return rows[0]?.n
        }
        const before = await count()
        await forgotten(stranger)
        assert.equal(await count(), before)
        assert.equal(await lastReason(), 'unknown-user')
      })
    }

    test('sends a mail at most three times an hour', async () => {
      const user = await insertUser(database)
      const mails = async () => (await fixture.mailsTo(user.email)).length
      for (let times = 0; times < 5; times++) {
        await forgotten(user.email)
        fixture.clock.nowMs += 10 * MINUTE
      }
      assert.equal(await mails(), 3)
      assert.equal(await lastReason(), 'too-many')
      // The first was 50 minutes ago.
      fixture.clock.nowMs += 10 * MINUTE - 1
      await forgotten(user.email)
      assert.equal(await mails(), 3)
      fixture.clock.nowMs += 1
      await forgotten(user.email)
      assert.equal(await mails(), 4)
    })

    test('sends three mails for ten concurrent requests, and the last link is valid', async () => {
      const user = await insertUser(database)
      await Promise.all(Array.from({ length: 10 }, () => forgotten(user.email)))
      assert.equal((await fixture.mailsTo(user.email)).length, 3)
      const { rows } = await database.query('SELECT FROM password_links WHERE user_id = $1 AND used_at IS NULL', [
        user.userId,
      ])
      assert.equal(rows.length, 1)
    })
  })
})
