// A partner learns what an administrator changes: by webhook, and from its feed.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { createEventsClient, verifyWebhook } from '../../sdk/src/index.ts'
import { listenToEvents } from '../../src/app/cli/integrators/listen-to-events.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

describe('events of partners', () => {
  let store: Store
  let gateway: Gateway
  let token: string
  const onboarding = new Onboarding(() => gateway.url)
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  })

  before(async () => {
    store = await createSandboxStore('postgres')
    gateway = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  })
  after(async () => {
    receiver.close()
    await gateway?.stop()
    await store.remove()
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    return answer.body.data
  }

  async function partnerWithClient(partnerId: string, institutionIds: readonly string[]) {
    const partner = await administer('POST /partners', { partnerId, name: partnerId, institutionIds }, 201)
    const client = await administer(`POST /partners/${partner.id}/clients`, {}, 201)
    return { clientId: client.clientId as string, clientSecret: client.client_secret as string }
  }

  test('a change reaches the webhook, signed, and the feed of the partner alone', async () => {
    const client = await partnerWithClient('LISTENER', ['FI001'])
    const stranger = await partnerWithClient('STRANGER', ['FI002'])
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
    const contactEmail = 'operations@partner.example'
    const webhook = await administer('POST /webhooks', { partnerId: 'LISTENER', url, contactEmail }, 201)
    assert.equal((await administer(`GET /webhooks/${webhook.id}`)).secret, undefined)

    const feed = createEventsClient({ baseUrl: gateway.url, ...client })
    const first = await feed.readEvents({ kinds: 'client.created' })
    assert.ok(first.status === 200)
    const waiting = feed.readEvents({ after: first.body.after, wait: 20, kinds: 'terminal.created' })
    const terminal = { terminalId: 'EV-1', institutionId: 'FI001', acceptorId: 'ACC', kind: 'ATM' }
    await administer('POST /terminals', { ...terminal, location: 'Lobby', branchId: '001' }, 201)

    await until(() => received.some(({ body }) => body.includes('terminal.created')), 'the webhook is called')
    const { body, headers } = received.find((one) => one.body.includes('terminal.created'))!
    const event = await verifyWebhook(body, headers, webhook.secret)
    assert.deepEqual([event.type, event.subject], ['terminal.created', 'terminal/FI001/EV-1'])
    await assert.rejects(verifyWebhook(body.replace('EV-1', 'EV-2'), headers, webhook.secret), /does not match/)
    await assert.rejects(verifyWebhook(body, headers, webhook.secret, { nowMs: 0 }), /too old/)

    // A wake-up by an event of another kind ends the wait early.
    let page = await waiting
    while (page.status === 200 && page.body.events.length === 0) {
      page = await feed.readEvents({ after: page.body.after, wait: 5, kinds: 'terminal.created' })
    }
    assert.ok(page.status === 200)
    assert.deepEqual(page.body.events, [event])

    const other = await createEventsClient({ baseUrl: gateway.url, ...stranger }).readEvents({})
    assert.ok(other.status === 200)
    assert.ok(
      other.body.events.every(({ partnerid, institutionid }) => partnerid === 'STRANGER' && institutionid !== 'FI001'),
    )
    // An attempt is recorded after its answer.
    const delivered = await until(async () => {
      const { content } = await administer(`GET /webhooks/${webhook.id}/deliveries`)
      return content.find((one: { kind: string; state: string }) => one.kind === event.type && one.state !== 'PENDING')
    }, 'the delivery is recorded')
    assert.deepEqual(
      delivered.attempts.map(({ status }: { status: number }) => status),
      [204],
    )
  })

  test('the feed takes clients of every family by either headers, and nothing else', async () => {
    const { clientId, clientSecret } = await partnerWithClient('READER', ['FI001'])
    const table: [headers: Record<string, string>, query: string, status: number][] = [
      [{ 'x-client-id': clientId, 'x-client-secret': clientSecret }, '', 200],
      [{ client_id: clientId, client_secret: clientSecret }, '?after=0&limit=1', 200],
      [{ client_id: clientId, client_secret: clientSecret }, '?after=900000', 400],
      [{ 'x-client-id': clientId, 'x-client-secret': 'wrong' }, '', 401],
      [{ authorization: `Bearer ${token}` }, '', 401],
      [{ client_id: clientId, client_secret: clientSecret }, '?kinds=nothing', 400],
      [{ client_id: clientId, client_secret: clientSecret }, '?wait=31', 400],
      [{ client_id: clientId, client_secret: clientSecret }, '?after=-1', 400],
    ]
    for (const [headers, query, status] of table) {
      const answer = await fetch(`${gateway.url}/v1/events${query}`, { headers })
      assert.equal(answer.status, status, JSON.stringify([headers, query, await answer.text()]))
    }
  })

  test('a client reads what its families cover; one that names events reads all; a number beyond the end is named', async () => {
    const made = { partnerId: 'COVERED', name: 'COVERED', institutionIds: ['FI001'], families: ['accounts', 'lending'] }
    const partner = await administer('POST /partners', made, 201)
    const readers: Record<string, { clientId: string; clientSecret: string }> = {}
    for (const family of ['accounts', 'lending', 'events']) {
      const client = await administer(`POST /partners/${partner.id}/clients`, { families: [family] }, 201)
      readers[family] = { clientId: client.clientId, clientSecret: client.client_secret }
    }
    await administer(`POST /partners/${partner.id}/clients`, { families: ['digital'] }, 400)
    const terminal = { terminalId: 'EV-2', institutionId: 'FI001', acceptorId: 'ACC', kind: 'ATM' }
    await administer('POST /terminals', { ...terminal, location: 'Lobby', branchId: '001' }, 201)
    const kindsOf = async (family: string) => {
      const answer = await createEventsClient({ baseUrl: gateway.url, ...readers[family]! }).readEvents({})
      assert.ok(answer.status === 200)
      return { kinds: answer.body.events.map(({ type }) => type), after: answer.body.after }
    }
    await until(async () => (await kindsOf('events')).kinds.includes('terminal.created'), 'the terminal is told')
    assert.ok((await kindsOf('accounts')).kinds.includes('terminal.created'))
    const { kinds, after: end } = await kindsOf('lending')
    assert.deepEqual(kinds, ['client.created', 'client.created', 'client.created'])
    assert.equal(end, (await kindsOf('events')).after)
    const beyond = await createEventsClient({ baseUrl: gateway.url, ...readers.accounts! }).readEvents({
      after: end + 1,
    })
    assert.equal(beyond.status, 400)
    assert.match(JSON.stringify(beyond.body), new RegExp(`"path":"after","message":"must be at most ${end}`))
  })

  test('what a receiver answers is shown to users with REVEAL; what waits is sent now', async () => {
    await partnerWithClient('ANSWERED', ['FI001'])
    let status = 500
    const speaking = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end('inside of the network'))
    })
    await new Promise<void>((listening) => speaking.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(speaking.address() as AddressInfo).port}/`
    const made = { partnerId: 'ANSWERED', url, contactEmail: 'a@b.example', kinds: ['webhook.test'] }
    const webhook = await administer('POST /webhooks', made, 201)
    await administer(`POST /webhooks/${webhook.id}/test`)
    const deliveries = async (as: string) => {
      const { body } = await onboarding.call(`GET /webhooks/${webhook.id}/deliveries`, { token: as })
      return body.data.content
    }
    const tried = await until(async () => {
      const [one] = await deliveries(token)
      return one?.attempts.length > 0 ? one : undefined
    }, 'the test is tried')
    assert.deepEqual([tried.attempts[0].status, tried.attempts[0].answer], [500, 'inside of the network'])
    const viewer = await onboarding.tokenOf('viewer@sandbox.example', 'Sandbox-Viewer-1!')
    const [seen] = await deliveries(viewer)
    assert.equal(seen.attempts[0].status, 500)
    assert.equal('answer' in seen.attempts[0], false)

    status = 204
    const refused = await onboarding.call(`POST /webhooks/${webhook.id}/send-now`, {
      token,
      body: { sequence: 900_000 },
    })
    assert.equal(refused.status, 404)
    assert.deepEqual(await administer(`POST /webhooks/${webhook.id}/send-now`, { sequence: seen.sequence }), {
      deliveries: 1,
    })
    await until(async () => (await deliveries(token))[0].state === 'DELIVERED', 'it is accepted')
    assert.equal((await administer(`GET /webhooks/${webhook.id}`)).lagSeconds, 0)
    speaking.closeAllConnections()
    speaking.close()
  })

  test('the sandbox shows what a webhook gets, and a developer listens and forwards', async () => {
    const { clientId, clientSecret } = await partnerWithClient('BUILDER', ['FI001'])
    const shownAt = `${gateway.managementUrl}/sandbox/webhooks`
    const webhook = await administer(
      'POST /webhooks',
      { partnerId: 'BUILDER', url: shownAt, contactEmail: 'a@b.example', kinds: ['webhook.test'] },
      201,
    )
    const printed: string[] = []
    const stopping = new AbortController()
    const isListening = Promise.withResolvers<void>()
    const listening = listenToEvents(
      {
        url: gateway.url,
        clientId,
        secretStdin: true,
        forwardTo: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
        stopping: stopping.signal,
      },
      {
        env: {},
        input: Readable.from([`${clientSecret}\n`]),
        print(line) {
          printed.push(line)
          if (line.startsWith('Listening')) isListening.resolve()
          if (line.includes('webhook.test')) stopping.abort()
        },
        printError: (line) => printed.push(line),
      },
    )
    await Promise.race([isListening.promise, listening])
    await administer(`POST /webhooks/${webhook.id}/test`)
    await listening
    assert.match(printed.at(-1) ?? '', /^\d+ webhook\.test \S+ → 204$/)
    const forwarded = received.find(({ body }) => body.includes(webhook.id))!
    const secret = printed[0]?.split(' ').at(-1) ?? ''
    const event = await verifyWebhook(forwarded.body, forwarded.headers, secret)

    const shown = async () => {
      const { deliveries } = (await (await fetch(shownAt)).json()) as { deliveries: { event: { id: string } }[] }
      return deliveries
    }
    await until(async () => (await shown()).length > 0, 'the receiver of the sandbox has the event')
    const [delivery] = await shown()
    assert.deepEqual(delivery?.event, event)
    const { headers } = delivery as unknown as { headers: Record<string, string> }
    await verifyWebhook(JSON.stringify(event), headers, webhook.secret)
  })

  test('addresses that a webhook may not have', async () => {
    for (const url of [
      'http://169.254.169.254/',
      'ftp://partner.example/',
      'https://u:p@partner.example/',
      'http://[fe80::1]/',
    ]) {
      await administer('POST /webhooks', { partnerId: 'LISTENER', url, contactEmail: 'a@b.example' }, 400)
    }
  })

  test('a reader that waits is answered when the gateway stops', async () => {
    const client = await partnerWithClient('PATIENT', ['FI002'])
    const feed = createEventsClient({ baseUrl: gateway.url, ...client })
    const { after } = await until(async () => {
      const page = await feed.readEvents({})
      return page.status === 200 && page.body.events.some(({ type }) => type === 'client.created') && page.body
    }, 'the feed has the client, the last that it is told of')
    const waiting = Array.from({ length: 30 }, () => feed.readEvents({ after, wait: 30, kinds: 'webhook.test' }))
    // Twenty of a partner may wait. Once the other ten are answered, these do.
    let answered = 0
    for (const one of waiting)
      void one.then(
        () => answered++,
        () => {},
      )
    await until(() => answered >= 10, 'those without a place are answered')
    await gateway.stop()
    for (const { status, body } of await Promise.all(waiting))
      assert.deepEqual([status, (body as { events: unknown[] }).events], [200, []])
  })
})
