import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import type { OnboardingAnswer } from '../../../../../test/support/onboarding/onboarding.ts'
import {
  type OnboardingEdge,
  openOnboardingEdge,
  PASSWORD,
} from '../../../../../test/support/onboarding/onboarding-edge.ts'
import type { InsertedUser, UserRow } from '../../../../../test/support/onboarding/user-rows.ts'
import { until } from '../../../../../test/support/until.ts'
import type { Database } from '../../../../platform/storage/database.ts'

const OTHER_PASSWORD = 'seven quiet lighthouses'
const MINUTE = 60_000

onDatabase('passwords over HTTP', (_engine, open) => {
  let database: Database
  let edge: OnboardingEdge
  before(async () => {
    database = (await open()).database
    edge = await openOnboardingEdge(database)
  })
  // A second later the rate limits are free again.
  beforeEach(() => {
    edge.clock.nowMs += 1000
  })
  after(() => edge.close())

  async function invited(row: UserRow = {}): Promise<{ user: InsertedUser; link: string }> {
    const user = await edge.addUser({ passwordHash: null, ...row })
    await database.transaction((sql) => edge.passwordLinks.invite(sql, user))
    return { user, link: await edge.linkTo(user.email) }
  }

  const verify = (link: string) => edge.onboarding.call('POST /verify-invite-url', { body: { email: link } })

  async function setPassword(email: string, password: string, token?: string): Promise<OnboardingAnswer> {
    const body = { email, password: await edge.onboarding.encrypt(password) }
    return edge.onboarding.call('PATCH /users/password', { body, token })
  }

  async function forgot(email: string): Promise<OnboardingAnswer> {
    return edge.onboarding.call('POST /users/password/forgot', {
      body: { email: await edge.onboarding.encrypt(email) },
    })
  }

  /** A forged link token: encrypted like ours, with our public key, which everyone has. */
  async function forge(content: object): Promise<string> {
    const { keys } = (await edge.onboarding.call('GET /auth/keys')).body as { keys: JWK[] }
    const jwk = keys.find((key) => key.use === 'enc') as JWK
    return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid as string })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
  }

  const codeOf = ({ status, body }: OnboardingAnswer) => [status, body.message.slice(0, 10)]
  const NOT_A_LINK = [400, 'B-AUTH-007']
  const REFUSED = [401, 'B-AUTH-001']

  test('an invited user looks at the link, sets a password by it once, and signs in', async () => {
    const { user, link } = await invited()
    for (let looks = 0; looks < 2; looks++) {
      const { status, body } = await verify(link)
      assert.equal(status, 200)
      assert.deepEqual(body.data, { mailID: user.email, firstName: user.firstName, purpose: 'INVITE' })
    }
    const set = await setPassword(link, PASSWORD)
    assert.deepEqual([set.status, set.body.success, set.body.data], [200, true, null])
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 200)
    assert.deepEqual(codeOf(await verify(link)), NOT_A_LINK)
    assert.deepEqual(codeOf(await setPassword(link, OTHER_PASSWORD)), REFUSED)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 200)
  })

  test('a link that was used, is too old or forged, or whose user is inactive: the same answers', async () => {
    const used = await invited()
    await setPassword(used.link, PASSWORD)
    const inactive = await invited({ isActive: false })
    const target = await edge.addUser()
    const expired = await invited()
    edge.clock.nowMs += 72 * 60 * MINUTE
    const exp = Math.floor(edge.clock.now() / 1000) + 600
    const jti = randomBytes(32).toString('base64url')
    const links = [
      used.link,
      inactive.link,
      expired.link,
      await forge({ v: target.email, purpose: 'RESET', jti, exp }),
      await forge({ v: target.email, purpose: 'INVITE', jti, exp: 9e9 }),
      await edge.onboarding.encrypt(target.email),
      'a.b.c.d.e',
      target.email,
    ]
    const [looks, sets] = [[], []] as [OnboardingAnswer[], OnboardingAnswer[]]
    for (const link of links) {
      looks.push(await verify(link))
      sets.push(await setPassword(link, OTHER_PASSWORD))
    }
    for (const [n] of links.entries()) {
      assert.deepEqual(codeOf(looks[n] as OnboardingAnswer), NOT_A_LINK, `link ${n}`)
      assert.equal(looks[n]?.body.message, looks[0]?.body.message)
      assert.deepEqual(codeOf(sets[n] as OnboardingAnswer), REFUSED, `link ${n}`)
      assert.equal(sets[n]?.body.message, sets[0]?.body.message)
    }
    assert.equal((await edge.onboarding.login(target.email, PASSWORD)).status, 200)
  })

  test('a password that breaks a rule is refused with the rule, and the link stays good', async () => {
    const { link } = await invited()
    const rows: [password: string, rule: RegExp][] = [
      ['short', /at least 12/],
      ['x'.repeat(129), /at most 128/],
      ['password1234', /commonly used/],
    ]
    for (const [password, rule] of rows) {
      const answer = await setPassword(link, password)
      assert.deepEqual(codeOf(answer), [400, 'B-AUTH-008'])
      assert.match(answer.body.message, rule)
      assert.ok(!answer.body.message.includes(password))
    }
    assert.equal((await setPassword(link, PASSWORD)).status, 200)
  })

  test('of twenty uses of one link at once, one sets the password', async () => {
    const { user, link } = await invited()
    // So many at once an address may send after a quiet while.
    edge.clock.nowMs += 5000
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => setPassword(link, `${OTHER_PASSWORD} number ${n}`)),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(19).fill(401)])
    edge.clock.nowMs += 5000
    assert.equal((await edge.onboarding.login(user.email, `${OTHER_PASSWORD} number ${won}`)).status, 200)
  })

  test('a user who is signed in sets the own password; the present session stays, the others end', async () => {
    const user = await edge.addUser()
    const [present, other] = [
      await edge.onboarding.tokenOf(user.email, PASSWORD),
      await edge.onboarding.tokenOf(user.email, PASSWORD),
    ]
    const email = await edge.onboarding.encrypt(user.email.toUpperCase())
    assert.equal((await setPassword(email, OTHER_PASSWORD, present)).status, 200)
    assert.equal((await edge.onboarding.call('GET /me', { token: present })).status, 200)
    await untilEnded(other)
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 401)
    assert.equal((await edge.onboarding.login(user.email, OTHER_PASSWORD)).status, 200)
  })

  test("another user's password cannot be set with one's own token, or with an invalid one", async () => {
    const [user, other] = [await edge.addUser(), await edge.addUser()]
    for (const token of [await edge.onboarding.tokenOf(other.email, PASSWORD), 'no.such.token', undefined]) {
      const email = await edge.onboarding.encrypt(user.email)
      assert.deepEqual(codeOf(await setPassword(email, OTHER_PASSWORD, token)), REFUSED)
    }
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 200)
  })

  test('a reset by link ends every session, and leaves a lock as it is', async () => {
    const user = await edge.addUser()
    const token = await edge.onboarding.tokenOf(user.email, PASSWORD)
    for (let tries = 0; tries < 5; tries++) await edge.onboarding.login(user.email, 'not the password')
    assert.equal((await edge.onboarding.login(user.email, PASSWORD)).status, 401)
    await forgot(user.email)
    assert.equal((await setPassword(await edge.linkTo(user.email), OTHER_PASSWORD)).status, 200)
    await untilEnded(token)
    assert.equal((await edge.onboarding.login(user.email, OTHER_PASSWORD)).status, 401)
    edge.clock.nowMs += 15 * MINUTE + 1
    assert.equal((await edge.onboarding.login(user.email, OTHER_PASSWORD)).status, 200)
  })

  test('every reset request gets the same answer, and a mail only if there is something to reset', async () => {
    const [user, inactive] = [await edge.addUser(), await edge.addUser({ isActive: false })]
    const pending = await edge.addUser({ passwordHash: null })
    const answers = []
    for (const email of [user.email, inactive.email, pending.email, 'nobody@bank.example', 'no address']) {
      answers.push(await forgot(email))
    }
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.deepEqual(body, answers[0]?.body)
    }
    assert.equal((await edge.linksTo(user.email)).length, 1)
    for (const { email } of [inactive, pending]) assert.deepEqual(await edge.linksTo(email), [])
    const { rows } = await database.query('SELECT FROM mail_outbox WHERE recipient LIKE $1', ['nobody%'])
    assert.equal(rows.length, 0)
  })

  test('the fourth time within an hour nothing is sent, and the answer is the same', async () => {
    const user = await edge.addUser()
    const answers = []
    for (let times = 0; times < 4; times++) answers.push(await forgot(user.email))
    for (const { body } of answers) assert.deepEqual(body, answers[0]?.body)
    assert.equal((await edge.linksTo(user.email)).length, 3)
  })

  test('an address in the clear, a used and a stale one are refused before anything is done', async () => {
    const user = await edge.addUser()
    const email = await edge.onboarding.encrypt(user.email)
    const stale = await edge.onboarding.encrypt(user.email, { iat: Math.floor(edge.clock.now() / 1000) - 121 })
    await edge.onboarding.call('POST /users/password/forgot', { body: { email } })
    for (const sent of [user.email, email, stale]) {
      const answer = await edge.onboarding.call('POST /users/password/forgot', { body: { email: sent } })
      assert.deepEqual(codeOf(answer), [400, 'B-AUTH-003'])
    }
    assert.equal((await edge.linksTo(user.email)).length, 1)
  })

  /** A session that another request ended is known to have ended once the notice of it has arrived. */
  async function untilEnded(token: string): Promise<void> {
    await until(async () => (await edge.onboarding.call('GET /me', { token })).status === 401, 'the session ends')
  }
})
