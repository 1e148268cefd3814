// New mail addresses over HTTP: reserved, confirmed by their owner, and nothing to sign in with until then.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import type { OnboardingAnswer } from '../../../../../test/support/onboarding/onboarding.ts'
import {
  type OnboardingEdge,
  openOnboardingEdge,
  PASSWORD,
} from '../../../../../test/support/onboarding/onboarding-edge.ts'
import type { InsertedUser } from '../../../../../test/support/onboarding/user-rows.ts'
import { until } from '../../../../../test/support/until.ts'
import { ADMINISTRATOR_ROLE_ID } from '../../../../administration/access/roles/system-roles.ts'
import { HOUR_MS } from '../../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../../platform/storage/database.ts'

onDatabase('a new mail address', (_engine, open) => {
  let database: Database
  let edge: OnboardingEdge
  let administrator: string
  let count = 0
  before(async () => {
    database = (await open()).database
    edge = await openOnboardingEdge(database)
  })
  beforeEach(async () => {
    // The rate limits are free again.
    edge.clock.nowMs += 60_000
    const { email } = await edge.addUser({ roleId: ADMINISTRATOR_ROLE_ID })
    administrator = await edge.onboarding.tokenOf(email, PASSWORD)
  })
  after(() => edge.close())

  const fresh = () => `moved-${++count}@bank.example`
  const verify = (link: string) => edge.onboarding.call('POST /verify-invite-url', { body: { email: link } })
  const confirm = (link: string) => edge.onboarding.call('POST /users/mail/confirm', { body: { email: link } })
  const codeOf = ({ status, body }: OnboardingAnswer) => [status, body.message.slice(0, 10)]
  const NOT_A_LINK = [400, 'B-AUTH-007']

  async function change(user: InsertedUser, mailID: string): Promise<Record<string, unknown>> {
    const { status, body } = await edge.onboarding.call('PATCH /users', {
      token: administrator,
      body: { id: user.userId, mailID },
    })
    assert.equal(status, 200, body.message)
    return body.data as Record<string, unknown>
  }

  test('is pending until its owner confirms it by POST; the old one is told at once and counts meanwhile', async () => {
    const user = await edge.addUser()
    const mailID = fresh()
    const session = await edge.onboarding.tokenOf(user.email, PASSWORD)
    await edge.onboarding.call('POST /users/password/forgot', {
      body: { email: await edge.onboarding.encrypt(user.email) },
    })
    const reset = await edge.linkTo(user.email)
    const changed = await change(user, mailID)
    assert.deepEqual([changed.mailID, changed.pendingMailID], [user.email, mailID])
    assert.equal(changed.pendingMailUntil, new Date(edge.clock.now() + 72 * HOUR_MS).toISOString())
    // Without a link.
    assert.equal((await edge.linksTo(user.email)).at(-1), '')

    // Looking at it confirms nothing.
    const link = await edge.linkTo(mailID)
    const looked = await verify(link)
    assert.deepEqual(looked.body.data, { mailID, firstName: user.firstName, purpose: 'MAIL' })
    assert.equal((await edge.onboarding.login(mailID, PASSWORD)).status, 401)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 200)
    assert.equal((await edge.onboarding.call('GET /me', { token: session })).status, 200)

    assert.equal((await confirm(link)).status, 200)
    await until(
      async () => (await edge.onboarding.call('GET /me', { token: session })).status === 401,
      'the session ends',
    )
    assert.deepEqual(codeOf(await verify(reset)), NOT_A_LINK)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 401)
    assert.equal((await edge.onboarding.login(mailID, PASSWORD)).status, 200)
    const { body } = await edge.onboarding.call(`GET /users/${user.userId}`, { token: administrator })
    const stored = body.data as Record<string, unknown>
    assert.deepEqual([stored.mailID, stored.pendingMailID], [mailID, undefined])
    assert.deepEqual(codeOf(await confirm(link)), NOT_A_LINK)

    const { rows } = await database.query(
      `SELECT actor_id, before::json ->> 'mailID' AS was, after::json ->> 'mailID' AS is
         FROM audit_log WHERE action = 'user.confirm-mail' AND resource_id = $1`,
      [user.userId],
    )
    assert.deepEqual(rows, [{ actor_id: user.userId, was: user.email, is: mailID }])
  })

  test('sets no password, and no password link confirms an address', async () => {
    const user = await edge.addUser()
    const mailID = fresh()
    await change(user, mailID)
    const link = await edge.linkTo(mailID)
    const set = await edge.onboarding.call('PATCH /users/password', {
      body: { email: link, password: await edge.onboarding.encrypt('seven quiet lighthouses') },
    })
    assert.deepEqual(codeOf(set), [401, 'B-AUTH-001'])
    await edge.onboarding.call('POST /users/password/forgot', {
      body: { email: await edge.onboarding.encrypt(user.email) },
    })
    assert.deepEqual(codeOf(await confirm(await edge.linkTo(user.email))), NOT_A_LINK)
    // A mail to the pending address resets nothing.
    const before = (await edge.linksTo(mailID)).length
    await edge.onboarding.call('POST /users/password/forgot', {
      body: { email: await edge.onboarding.encrypt(mailID) },
    })
    assert.equal((await edge.linksTo(mailID)).length, before)
  })

  const GONE: [title: string, end: (user: InsertedUser, mailID: string) => Promise<unknown>][] = [
    [
      'after 72 hours',
      async () => {
        edge.clock.nowMs += 72 * HOUR_MS
      },
    ],
    ['when another link was asked for', (user, mailID) => change(user, mailID)],
    ['when the old address was kept', (user) => change(user, user.email)],
    [
      'when the user was deactivated, also after a reactivation',
      async ({ userId }) => {
        for (const flag of [false, true]) {
          const path = `PATCH /users/${userId}/activation?isActive=${flag}` as const
          assert.equal((await edge.onboarding.call(path, { token: administrator })).status, 200)
        }
      },
    ],
  ]
  for (const [title, end] of GONE) {
    test(`is not confirmed ${title}`, async () => {
      const user = await edge.addUser()
      const mailID = fresh()
      await change(user, mailID)
      const link = await edge.linkTo(mailID)
      await end(user, mailID)
      assert.deepEqual(codeOf(await confirm(link)), NOT_A_LINK)
      assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 200)
    })
  }

  test('is free again after 72 hours', async () => {
    const [user, other] = [await edge.addUser(), await edge.addUser()]
    const mailID = fresh()
    await change(user, mailID)
    const taken = () =>
      edge.onboarding.call('PATCH /users', { token: administrator, body: { id: other.userId, mailID } })
    assert.equal((await taken()).status, 409)
    edge.clock.nowMs += 72 * HOUR_MS
    const { email } = await edge.addUser({ roleId: ADMINISTRATOR_ROLE_ID })
    administrator = await edge.onboarding.tokenOf(email, PASSWORD)
    assert.equal((await taken()).status, 200)
  })

  test('goes to an invitation for who has no password yet', async () => {
    const user = await edge.addUser({ passwordHash: null })
    const mailID = fresh()
    const changed = await change(user, mailID)
    assert.deepEqual([changed.mailID, changed.pendingMailID], [mailID, undefined])
    const { body } = await verify(await edge.linkTo(mailID))
    assert.equal((body.data as { purpose: string }).purpose, 'INVITE')
  })
})
