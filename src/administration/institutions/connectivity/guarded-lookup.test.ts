// A name may resolve to anything, and to something else the next time. What counts is the address that is connected to.

import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { answerJson, restCore, resultOf, scriptedCore } from '../../../channels/core/rest/scripted-core.fixture.ts'
import type { Resolve } from './guarded-lookup.ts'

const LOCAL: LookupAddress = { address: '127.0.0.1', family: 4 }
const METADATA: LookupAddress = { address: '169.254.169.254', family: 4 }

/** Answers each lookup with the next of the lists, and with the last one from then on. */
function resolving(...answers: readonly LookupAddress[][]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    resolve: async (name) => {
      asked.push(name)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    },
  }
}

const UP = answerJson(200, { status: 'UP' })

describe('connections to a core by name', () => {
  test('go to the address that was checked, without another lookup', async (t) => {
    const server = await scriptedCore(t, UP)
    const { resolve, asked } = resolving([LOCAL], [METADATA])
    const core = restCore({ url: new URL(`http://core.bank.example:${server.url.port}/bank`), resolve })
    t.after(() => core.close())
    assert.equal(await core.examine(), 'up')
    assert.deepEqual(asked, ['core.bank.example'])
    assert.equal(server.received.length, 1)
  })

  // A name that was harmless when the record was made.
  const REFUSED: [title: string, found: LookupAddress[], environment: 'sandbox' | 'prod'][] = [
    ['metadata', [METADATA], 'sandbox'],
    ['one good and one metadata address', [LOCAL, METADATA], 'sandbox'],
    ['a metadata address of the other family', [LOCAL, { address: 'fd00:ec2::254', family: 6 }], 'sandbox'],
    ['a mapped metadata address', [{ address: '::ffff:a9fe:a9fe', family: 6 }], 'sandbox'],
    ['loopback, outside the sandbox', [LOCAL], 'prod'],
    ['mapped loopback, outside the sandbox', [{ address: '::ffff:127.0.0.1', family: 6 }], 'prod'],
    ['nothing', [], 'sandbox'],
  ]
  for (const [title, found, environment] of REFUSED) {
    test(`are not made when it resolves to ${title}`, async (t) => {
      const server = await scriptedCore(t, UP)
      const url = new URL(`http://core.bank.example:${server.url.port}/bank`)
      const core = restCore({ url, environment, ...resolving(found) })
      t.after(() => core.close())
      assert.equal(await core.examine(), 'unreachable')
      assert.equal(await resultOf(core.probe()), 'unavailable')
      assert.equal(server.connections(), 0)
    })
  }

  test('are checked each time one is made: a live core that is rebound is not reached', async (t) => {
    const server = await scriptedCore(t, (received, response, socket) => {
      response.setHeader('connection', 'close')
      UP(received, response, socket)
    })
    const { resolve, asked } = resolving([LOCAL], [METADATA])
    const core = restCore({ url: new URL(`http://core.bank.example:${server.url.port}/bank`), resolve })
    t.after(() => core.close())
    await core.probe()
    assert.equal(await resultOf(core.probe()), 'unavailable')
    assert.equal(asked.length, 2)
    assert.equal(server.connections(), 1)
  })
})

test('a forbidden address is not connected to, however it came into the settings', async (t) => {
  const server = await scriptedCore(t, UP)
  const core = restCore({ url: server.url, environment: 'prod' })
  t.after(() => core.close())
  assert.equal(await core.examine(), 'unreachable')
  assert.equal(server.connections(), 0)
})

test('a redirect is not followed', async (t) => {
  const inside = await scriptedCore(t, UP)
  const server = await scriptedCore(t, (_received, response) => {
    response.writeHead(307, { location: inside.url.href }).end()
  })
  assert.equal(await server.core.examine(), 'not-understood')
  assert.equal(inside.connections(), 0)
})

test('an examination tells apart what a person can act on, and nothing of the answer', async (t) => {
  const server = await scriptedCore(t, UP)
  const found: string[] = []
  for (const script of [
    UP,
    answerJson(200, { status: 'DOWN' }),
    answerJson(401, { secret: 'x' }),
    answerJson(403, {}),
    answerJson(404, { error: 'UNKNOWN_PATH' }),
    answerJson(200, { secret: 'x' }),
  ]) {
    server.script(script)
    found.push(await server.core.examine())
  }
  await server.closeServer()
  found.push(await server.core.examine())
  assert.deepEqual(found, ['up', 'down', 'refused', 'refused', 'not-understood', 'not-understood', 'unreachable'])
})
