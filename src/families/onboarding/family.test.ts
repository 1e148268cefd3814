// What every request to onboarding meets before its operation: the header by which it can be found again, and how long its
// body may be.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '../../edge/http/log.ts'
import { createServer } from '../../edge/http/server/server.ts'
import { isAnonymous } from '../../edge/resource/access.ts'
import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import { onboardingFamily } from './family.ts'
import type { OnboardingServices } from './onboarding-operation.ts'
import { ONBOARDING_OPERATIONS } from './operations.ts'

const UUID = '3F2B8C1E-5d0a-7f7e-9b6c-2a1d8e4f7c30'
let nowMs = 0
// Every look at it finds it a second later, so that no rate limit is met.
const clock = { now: () => (nowMs += 1000) }
const authenticator = { authenticate: () => assert.fail('the header comes before the bearer') }
const services = { clock, keyRing: { jwks: () => ({ keys: [] }) }, authenticator }
const server = createServer({
  families: [onboardingFamily(services as unknown as OnboardingServices)],
  // As the sandbox's, which was moved.
  clock: { now: () => Date.UTC(2036, 0, 15) },
  logger: createLogger({ level: 'silent' }),
})
after(() => server.close())

async function ask(route: string, sent?: string | string[]) {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string]
  const headers = sent === undefined ? {} : { 'x-correlation-id': sent }
  const reply = await server.inject({ method, url: `/v1/onboarding${path}`, headers })
  return { status: reply.statusCode, body: reply.json(), echoed: String(reply.headers['x-correlation-id']) }
}

test('a correlation id of any version is echoed as it was sent', async () => {
  const { status, echoed } = await ask('GET /auth/keys', UUID)
  assert.deepEqual([status, echoed], [200, UUID])
})

test('one is made when none is sent', async () => {
  const { status, echoed } = await ask('GET /auth/keys')
  assert.equal(status, 200)
  assert.ok(isUuid(echoed))
})

const REFUSALS: [route: string, correlationId: string | undefined, status: number][] = [
  ['GET /me', 'order-4711', 400],
  ['GET /nowhere', undefined, 404],
  ['POST /me', undefined, 405],
]
for (const [route, correlationId, status] of REFUSALS) {
  test(`the ${status} of ${route} shows real time, whatever the clock of the server says`, async () => {
    const refused = await ask(route, correlationId)
    assert.deepEqual([refused.status, refused.body.timestamp.slice(0, 10)], [status, '1970-01-01'])
  })
}

const REFUSED: [title: string, sent: string | string[]][] = [
  ['a word', 'order-4711'],
  ['nothing', ''],
  ['a UUID in braces', `{${UUID}}`],
  ['a UUID and more', `${UUID}0`],
  ['two of them', [UUID, UUID]],
]
for (const [title, sent] of REFUSED) {
  // Open or not, with a body of the wrong type or none: the header is looked at first.
  for (const route of ['GET /auth/keys', 'GET /me', 'POST /login/user']) {
    test(`${route} with ${title} as correlation id is a 400 that names the header and has an id of its own`, async () => {
      const { status, body, echoed } = await ask(route, sent)
      assert.deepEqual([status, body.message], [400, 'B-REQ-001: x-correlation-id must be a UUID'])
      assert.ok(isUuid(echoed) && echoed !== UUID)
    })
  }
}

test('the token endpoint says so in the words of RFC 6749', async () => {
  const { status, body } = await ask('POST /token', 'order-4711')
  assert.equal(status, 400)
  assert.deepEqual(body, { error: 'invalid_request', error_description: 'x-correlation-id must be a UUID' })
})

const OPEN = ONBOARDING_OPERATIONS.filter(({ access, body }) => body !== undefined && isAnonymous(access))

test('there are open operations with a body', () => assert.ok(OPEN.length >= 9))

for (const { id, method, path, form } of OPEN) {
  test(`${id}, which needs no signed-in user, takes 16 KiB and no more, however long the length is said to be`, async () => {
    const type = form === true ? 'application/x-www-form-urlencoded' : 'application/json'
    const send = (length: number, headers: Record<string, string> = {}) =>
      server.inject({
        method,
        url: `/v1/onboarding${path}`,
        headers: { 'content-type': type, ...headers },
        // An unknown grant, or missing fields: refused for their content, after the body was read.
        payload: form === true ? 'grant_type='.padEnd(length, 'x') : '[]'.padEnd(length, ' '),
      })
    assert.equal((await send(16 * 1024)).statusCode, 400)
    assert.equal((await send(16 * 1024 + 1)).statusCode, 413)
    // Nothing is read of a body that announces itself as too long.
    assert.equal((await send(1, { 'content-length': String(16 * 1024 + 1) })).statusCode, 413)
  })
}
