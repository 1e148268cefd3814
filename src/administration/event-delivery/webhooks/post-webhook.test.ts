// Where webhooks may lead: no address of the gateway's own network is reached, however it is written or resolved.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { NO_NETWORKS, networksOf } from '../../../platform/kernel/networks.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'
import { faultOfWebhookUrl, webhookGuard } from './webhook-addresses.ts'

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

  function post(
    host: string,
    environment: Environment,
    resolved?: string,
    allowed = NO_NETWORKS,
  ): Promise<PostOutcome> {
    const family = resolved?.includes(':') === true ? 6 : 4
    return postWebhook(
      { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`, headers: {}, body: '{}' },
      {
        guard: webhookGuard({ environment, allowed }),
        timeoutMs: 10_000,
        ...(resolved !== undefined && { resolve: async () => [{ address: resolved, family }] }),
      },
    )
  }

  const isRefused = (outcome: PostOutcome) =>
    'error' in outcome && outcome.error === 'the address of the webhook is not allowed'

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

  /** Outside the sandbox refused unless a network of the property holds it. Last: held, but never to be reached. */
  const LOCAL: readonly (readonly [address: string, network: string, isNever?: true])[] = [
    ['10.1.2.3', '10.0.0.0/8'],
    ['172.31.255.1', '172.16.0.0/12'],
    ['192.168.1.1', '192.168.1.1/32'],
    ['100.64.0.1', '100.64.0.0/10'],
    ['127.0.0.1', '127.0.0.0/8'],
    ['169.254.7.7', '169.254.0.0/16'],
    ['fd12:3456::1', 'fd00::/8'],
    ['fe80::1', 'fe80::/10'],
    ['::1', '::1/128'],
    ['::ffff:10.1.2.3', '10.0.0.0/8'],
    ['64:ff9b::a01:203', '10.0.0.0/8'],
    ['2002:a01:203::1', '10.0.0.0/8'],
    ['169.254.169.254', '169.254.0.0/16', true],
    ['100.100.100.200', '100.64.0.0/10', true],
    ['fd00:ec2::254', 'fd00::/8', true],
    ['0.0.0.0', '0.0.0.0/0', true],
    ['224.0.0.1', '0.0.0.0/0', true],
  ]
  const fault = (url: string, environment: Environment, resolved?: string, allowed = NO_NETWORKS) =>
    faultOfWebhookUrl(url, {
      environment,
      allowed,
      resolve: async () => {
        if (resolved === undefined) throw new Error('ENOTFOUND')
        return [
          { address: '8.8.8.8', family: 4 },
          { address: resolved, family: 4 },
        ]
      },
    })
  const NOT_PUBLIC =
    /^must not lead to a private, shared, loopback, link-local or unique-local address that webhooks.allowed-networks does not hold$/

  for (const [address, network, isNever = false] of LOCAL)
    test(`reach ${address} outside the sandbox ${isNever ? 'never' : `only as one of ${network}`}`, async () => {
      const allowed = networksOf([network]) ?? NO_NETWORKS
      const url = `https://${address.includes(':') ? `[${address}]` : address}/`
      const named = 'https://receiver.internal/'
      for (const environment of ['qa', 'uat', 'prod'] as const) {
        const guard = (networks = NO_NETWORKS) => webhookGuard({ environment, allowed: networks })
        assert.equal(guard().isForbidden(address), true)
        assert.equal(guard(allowed).isForbidden(address), isNever)
        assert.match((await fault(url, environment)) ?? '', NOT_PUBLIC)
        assert.match((await fault(named, environment, address)) ?? '', NOT_PUBLIC)
        assert.equal((await fault(url, environment, undefined, allowed)) !== undefined, isNever)
        assert.equal((await fault(named, environment, address, allowed)) !== undefined, isNever)
        assert.ok(isRefused(await post('receiver.internal', environment, address)))
      }
    })

  test('may have a public address, or a name that cannot be resolved yet, and no word of a message is of cores', async () => {
    for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://partner.example/'])
      assert.equal(await fault(url, 'prod'), undefined, url)
    for (const url of ['https://10.0.0.1/', 'https://metadata.google.internal/', 'http://partner.example/', 'ftp://x/'])
      assert.doesNotMatch((await fault(url, 'prod')) ?? 'core', /core/, url)
    const unresolved = await postWebhook(
      { url: 'https://receiver.example/', headers: {}, body: '{}' },
      {
        guard: webhookGuard({ environment: 'prod', allowed: NO_NETWORKS }),
        timeoutMs: 10_000,
        resolve: async () => [],
      },
    )
    assert.deepEqual(unresolved, { error: 'the name of the webhook has no address' })
  })
})
