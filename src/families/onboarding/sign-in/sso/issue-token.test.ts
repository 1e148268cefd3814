// Problems that are found around the token endpoint, in the words of RFC 6749.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '../../../../edge/http/log.ts'
import { createServer } from '../../../../edge/http/server/server.ts'
import { Problem, timedOut, unavailable } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingFamily } from '../../family.ts'
import type { OnboardingServices } from '../../onboarding-operation.ts'

const clock = { now: () => 0 }
const lines: Record<string, unknown>[] = []
let failure: Error | undefined
const services = {
  clock,
  signIn: {
    async refresh() {
      throw failure
    },
  },
}
const server = createServer({
  families: [onboardingFamily(services as unknown as OnboardingServices)],
  clock,
  logger: createLogger({ level: 'info', stream: { write: (line) => void lines.push(JSON.parse(line)) } }),
})
after(() => server.close())

const FORM = 'application/x-www-form-urlencoded'

async function ask(payload: string, remoteAddress = '10.0.0.1') {
  const url = '/v1/onboarding/token'
  const answer = await server.inject({ method: 'POST', url, payload, remoteAddress, headers: { 'content-type': FORM } })
  const { error, error_description: description, ...rest } = answer.json()
  assert.deepEqual(rest, {})
  assert.equal(answer.headers['cache-control'], 'no-store')
  // What RFC 6749 allows in a description.
  assert.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  const logged = lines.findLast(({ msg }) => msg === 'request')
  return { status: answer.statusCode, error, description, retryAfter: answer.headers['retry-after'], logged }
}

const FAILURES: [title: string, failure: Error, status: number, error: string, code: string][] = [
  ['a store that is away', unavailable('pg-7 is down'), 503, 'temporarily_unavailable', 'B-SYS-003'],
  ['an answer that never came', timedOut('pg-7 is slow'), 504, 'server_error', 'B-SYS-004'],
  ['a defect', new Error('hunter2'), 500, 'server_error', 'B-SYS-001'],
  ['a refusal', new Problem('invalid', 'it is "no"\u00e9\\'), 400, 'invalid_request', 'B-REQ-001'],
]
for (const [title, thrown, status, error, code] of FAILURES) {
  test(`${title} is ${status} ${error}, and ${code} in the log`, async () => {
    failure = thrown
    const answer = await ask('grant_type=refresh_token&refresh_token=x')
    assert.deepEqual([answer.status, answer.error, answer.logged?.responseCode], [status, error, code])
    assert.doesNotMatch(answer.description, /pg-7|hunter2/)
    assert.equal(answer.retryAfter, status === 503 ? '1' : undefined)
  })
}

test('a form that cannot be read names the field, not what was sent', async () => {
  const twice = await ask('code=1&code=2&%22x%22=1&%22x%22=2')
  assert.deepEqual(
    [twice.status, twice.error, twice.description, twice.logged?.responseCode],
    [400, 'invalid_request', 'code is sent twice; ? is sent twice', 'B-REQ-001'],
  )
})

test('too many requests get a retry-after', async () => {
  let answer = await ask('', '10.0.0.2')
  for (let n = 0; n < 1000 && answer.status === 400; n++) answer = await ask('', '10.0.0.2')
  assert.deepEqual(
    [answer.status, answer.error, answer.logged?.responseCode],
    [429, 'temporarily_unavailable', 'B-REQ-029'],
  )
  assert.match(String(answer.retryAfter), /^\d+$/)
})
