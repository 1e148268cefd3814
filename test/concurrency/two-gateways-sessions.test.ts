// Two gateways on one PostgreSQL: a change to a session, role or user on one of them takes effect on the other with the
// very next call.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { linkMailedTo, Onboarding, refreshCookieOf } from '../support/onboarding/onboarding.ts'

const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const
const PASSWORD = 'Correct-Horse-9-Battery'
const ROUNDS = 10

describe('two gateways and their sessions', () => {
  let store: Store
  let gateways: [Gateway, Gateway]
  const [here, there] = [0, 1].map((i) => new Onboarding(() => (gateways[i] as Gateway).url)) as [
    Onboarding,
    Onboarding,
  ]
  let admin = ''

  before(async () => {
    store = await createSandboxStore('postgres')
    gateways = [await startGateway(store), await startGateway(store)]
    admin = await here.tokenOf(...ADMIN)
  })
  after(async () => {
    await Promise.all((gateways ?? []).map((gateway) => gateway.stop()))
    await store?.remove()
  })

  test('signing out on one takes effect on the other on the next call', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [at, other] = round % 2 === 0 ? [here, there] : [there, here]
      const token = await at.tokenOf(...ADMIN)
      assert.equal((await other.call('GET /me', { token })).status, 200)
      assert.equal((await at.call('POST /logout', { token })).status, 200)
      assert.equal((await other.call('GET /me', { token })).status, 401, `round ${round}`)
    }
  })

  test('a role changed on one takes effect on the other on the next call', async () => {
    const role = { roleName: `Changing ${randomUUID()}`, modules: [] }
    const { id } = (await here.call('POST /roles', { token: admin, body: role })).body.data
    const token = await userToken(id)
    for (let round = 0; round < ROUNDS; round++) {
      const [at, other] = round % 2 === 0 ? [here, there] : [there, here]
      const mayView = round % 2 === 0
      const { version } = (await at.call(`GET /roles/${id}`, { token: admin })).body.data
      const modules = mayView ? [{ moduleId: 'USERS', actionId: ['VIEW'] }] : []
      const changed = await at.call(`PATCH /roles/${id}`, { token: admin, body: { version, modules } })
      assert.equal(changed.status, 200, changed.text)
      assert.equal((await other.call('GET /users', { token })).status, mayView ? 200 : 403, `round ${round}`)
    }
  })

  test('a user deactivated on one is rejected by the other on the next call', async () => {
    const { id: roleId } = (
      await here.call('POST /roles', { token: admin, body: { roleName: randomUUID(), modules: [] } })
    ).body.data
    const token = await userToken(roleId)
    const { id } = (await there.call('GET /me', { token })).body.data
    assert.equal((await here.call(`PATCH /users/${id}/activation?isActive=false`, { token: admin })).status, 200)
    assert.equal((await there.call('GET /me', { token })).status, 401)
  })

  test('a hundred refreshes of one token on both give one successor', async () => {
    const refreshToken = refreshCookieOf(await here.login(...ADMIN)) as string
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        (i % 2 === 0 ? here : there).callUntilServed('POST /auth/refresh', { body: { refreshToken } }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(refreshCookieOf)).size, 1)
  })

  test('an encrypted string used on one is rejected by the other', async () => {
    const body = { email: await here.encrypt(ADMIN[0]), password: await here.encrypt(ADMIN[1]) }
    assert.equal((await here.call('POST /login/user', { body })).status, 200)
    assert.equal((await there.call('POST /login/user', { body })).status, 400)
  })

  /** A user who was invited, chose a password and signed in. */
  async function userToken(roleId: string): Promise<string> {
    const mailID = `${randomUUID()}@two.example`
    const person = { firstName: 'Some', lastName: 'Body', mailID, roleId }
    assert.equal((await here.call('POST /users', { token: admin, body: person })).status, 201)
    const email = await linkMailedTo(gateways[0].managementUrl, mailID)
    await here.call('PATCH /users/password', { body: { email, password: await here.encrypt(PASSWORD) } })
    return there.tokenOf(mailID, PASSWORD)
  }
})
