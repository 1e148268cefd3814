// Where webhooks may lead: no address of the gateway's own network is reached, however it is written or resolved.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '../kernel/environment.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'

/** As hosts of an address, and as what a name resolves to. The second column: whether the sandbox may reach it. */
const ADDRESSES: readonly (readonly [address: string, inSandbox: boolean])[] = [
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['169.254.169.254', false],
  ['169.254.0.1', false],
  ['::ffff:169.254.169.254', false],
  ['fe80::1', false],
  ['fd00:ec2::254', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
]
/** The same host as 127.0.0.1 or 169.254.169.254, in spellings that URLs take. */
const SPELLINGS = ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '2852039166', '0xa9fea9fe', '169.254.43518']

describe('webhooks', () => {
  let port: number
  let connections = 0
  const server = createServer((_request, response) => response.writeHead(204).end())
  server.on('connection', () => {
    connections++
  })

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    port = (server.address() as AddressInfo).port
  })
  after(() => server.close())

  function post(host: string, environment: Environment, resolved?: string): Promise<PostOutcome> {
    const family = resolved?.includes(':') === true ? 6 : 4
    return postWebhook(
      { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`, headers: {}, body: '{}' },
      {
        environment,
        timeoutMs: 10_000,
        ...(resolved !== undefined && { resolve: async () => [{ address: resolved, family }] }),
      },
    )
  }

  const isRefused = (outcome: PostOutcome) => 'error' in outcome && /not allowed/.test(outcome.error)

  test('reach none of these addresses in production, written out or behind a name', async () => {
    for (const [address] of ADDRESSES) {
      assert.ok(isRefused(await post(address, 'prod')), address)
      assert.ok(isRefused(await post('receiver.example', 'prod', address)), `a name of ${address}`)
    }
    for (const host of SPELLINGS) assert.ok(isRefused(await post(host, 'prod')), host)
    assert.equal(connections, 0)
  })

  test('reach loopback in the sandbox, and none of the others', async () => {
    assert.deepEqual(await post('receiver.example', 'sandbox', '127.0.0.1'), { status: 204, answer: '' })
    for (const [address, inSandbox] of ADDRESSES) {
      if (inSandbox) continue
      assert.ok(isRefused(await post(address, 'sandbox')), address)
      assert.ok(isRefused(await post('receiver.example', 'sandbox', address)), `a name of ${address}`)
    }
    assert.equal(connections, 1)
  })
})
