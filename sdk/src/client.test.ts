import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccountsClient } from './client.ts'
import { repeatUntilKnown } from './repeat.ts'
import type { Reply } from './transport.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function recording(answer: () => Response) {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init })
    return answer()
  }
  const credentials = { clientId: 'id', clientSecret: 'secret', partnerId: 'P1' }
  return { sent, client: createAccountsClient({ baseUrl: 'http://till/', ...credentials, fetch }) }
}

const CARD = {
  institution: { id: 'FI001' },
  card: { pan: '4000000000000010' },
  deviceInfo: { terminalId: 'ATM00001', terminalLoc: '1 Main Street', acceptorId: 'ACC000000000001' },
}

test('a call carries the credentials and a new correlation id', async () => {
  const { sent, client } = recording(() => Response.json({ ok: true }, { headers: { 'x-idempotent-replay': 'true' } }))
  const reply = await client.getPreferences(CARD)
  await client.getPreferences(CARD)

  assert.equal(sent[0]?.url, 'http://till/api/ssb/accountservices/v1/preferences/retrieve')
  assert.equal(sent[0]?.init.method, 'POST')
  assert.equal(sent[0]?.init.body, JSON.stringify(CARD))
  const [first, second] = sent.map(({ init }) => new Headers(init.headers))
  assert.equal(first?.get('client_id'), 'id')
  assert.equal(first?.get('client_secret'), 'secret')
  assert.equal(first?.get('partnerId'), 'P1')
  assert.equal(first?.get('content-type'), 'application/json')
  assert.match(first?.get('x-correlation-id') ?? '', UUID_V4)
  assert.notEqual(first?.get('x-correlation-id'), second?.get('x-correlation-id'))
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body, { ok: true })
  assert.equal(reply.headers.get('x-idempotent-replay'), 'true')
})

test("the caller's correlation id is used, and a call without a body sends none", async () => {
  const { sent, client } = recording(() => new Response('not json', { status: 502 }))
  const reply: Reply<number, unknown> = await client.eapiHealthCheck({ correlationId: 'mine' })

  assert.equal(new Headers(sent[0]?.init.headers).get('x-correlation-id'), 'mine')
  assert.equal(new Headers(sent[0]?.init.headers).has('content-type'), false)
  assert.equal(sent[0]?.init.body, undefined)
  assert.equal(reply.status, 502)
  assert.equal(reply.body, 'not json')
})

type Step = number | Error
const lost = new TypeError('fetch failed')
const givenUp = new DOMException('aborted', 'AbortError')

// One row per sequence of events: what each attempt gets, the result, and the pauses in between.
const COURSES: [title: string, steps: Step[], end: Step, pauses: number[]][] = [
  ['an immediate answer is not retried', [200], 200, []],
  ['a refusal is an answer', [400], 400, []],
  ['a 500 is not retried', [500], 500, []],
  ['a 504 is retried until the outcome is known', [504, 504, 200], 200, [100, 200]],
  ['a lost connection is retried', [lost, 200], 200, [100]],
  ['a longer Retry-After wins', [503, 200], 200, [1000]],
  ['the last answer is returned when the attempts are used up', [504, 504, 504], 504, [100, 200]],
  ['the last failure is thrown when the attempts are used up', [504, 504, lost], lost, [100, 200]],
  ['an aborted call is not retried', [givenUp], givenUp, []],
]

for (const [title, steps, end, pauses] of COURSES) {
  test(title, async () => {
    const paused: number[] = []
    let attempt = 0
    const call = async (): Promise<Reply<number, string>> => {
      const step = steps[attempt++] as Step
      if (typeof step !== 'number') throw step
      return { status: step, headers: new Headers(step === 503 ? { 'retry-after': '1' } : {}), body: '' }
    }
    const run = repeatUntilKnown(call, { attempts: 3, pauseMs: 100, wait: async (ms) => void paused.push(ms) })
    if (typeof end === 'number') assert.equal((await run).status, end)
    else await assert.rejects(run, end)
    assert.equal(attempt, steps.length)
    assert.deepEqual(paused, pauses)
  })
}
