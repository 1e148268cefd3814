// Events on their way: from the change that stores them into feeds and to receivers that hang, refuse, redirect and come back.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eachEngine } from '../../test/support/machine/database.ts'
import type { CloudEvent } from '../events/cloud-event.ts'
import { storeEvent } from '../events/event-outbox.ts'
import type { ClientFamily } from '../institutions/api-families.ts'
import { DAY_MS, HOUR_MS, systemClock } from '../kernel/clock.ts'
import { NO_NETWORKS } from '../kernel/networks.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { Outbox } from '../mail/outbox.ts'
import type { Database } from '../storage/database.ts'
import { EventFeed } from './event-feed.ts'
import { EventRetention } from './event-retention.ts'
import { readEventFigures } from './event-stats.ts'
import { Sequencer } from './sequencer.ts'
import type { WebhookWithSecret } from './webhook-records.ts'
import { WebhookSender } from './webhook-sender.ts'
import { Webhooks } from './webhooks.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: true }])
const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example' } }
const ALL: ReadonlySet<ClientFamily> = new Set(['events'])
const START_MS = Date.UTC(2026, 0, 15, 10)

interface Received {
  readonly path: string
  readonly event: CloudEvent
  readonly body: string
  readonly headers: Record<string, string>
}

type Answer = (received: Received, response: ServerResponse) => void

eachEngine('events on their way', (_engine, open) => {
  let database: Database
  let nowMs = START_MS
  const clock = { now: () => nowMs }
  /** Deliveries go by the database's clock, and as far on as the test is. */
  const shiftMs = () => nowMs - START_MS
  const received: Received[] = []
  let answer: Answer = accept
  let base = ''
  const server = createServer((request, response) => void take(request, response))
  let webhooks: Webhooks
  let sequencer: Sequencer
  let feed: EventFeed
  let retention: EventRetention

  before(async () => {
    database = (await open()).database
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    webhooks = new Webhooks({
      database,
      clock: systemClock,
      shiftMs,
      secretBox,
      environment: 'sandbox',
      allowedNetworks: () => NO_NETWORKS,
    })
    sequencer = new Sequencer({ database, shiftMs })
    feed = new EventFeed({ database })
    retention = new EventRetention({ database, shiftMs, keepDays: () => 30 })
  })
  after(() => {
    feed?.close()
    server.closeAllConnections()
    server.close()
  })

  beforeEach(async () => {
    nowMs = START_MS
    received.length = 0
    answer = accept
    await database.query('DELETE FROM partners')
    await database.query('DELETE FROM event_outbox')
    await database.query('DELETE FROM mail_outbox')
    await database.query(
      `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by) VALUES
       (gen_random_uuid(), 'P1', 'One', '{accounts}', '{}', '{FI001}', 'x', 'x'),
       (gen_random_uuid(), 'P2', 'Two', '{accounts}', '{}', '{FI001,FI002}', 'x', 'x')`,
    )
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const one = { path: request.url ?? '', event: JSON.parse(body) as CloudEvent, body, headers }
    received.push(one)
    answer(one, response)
  }

  function senderOf(answerWithinMs = 60_000): WebhookSender {
    const outbox = new Outbox({ secretBox, clock })
    return new WebhookSender({
      database,
      shiftMs,
      systemClock,
      secretBox,
      environment: 'sandbox',
      allowedNetworks: () => NO_NETWORKS,
      outbox,
      answerWithinMs,
    })
  }

  const makeWebhook = (partnerId: string, path: string, more: object = {}): Promise<WebhookWithSecret> =>
    webhooks.create(CALLER, { partnerId, url: base + path, contactEmail: 'ops@partner.example', ...more })

  const store = (resource: string, n: number, to: object = { institutionId: 'FI001' }) =>
    database.transaction((sql) => storeEvent(sql, nowMs, { kind: 'institution.changed', resource, data: { n }, ...to }))

  const read = async (partnerId: string, after = 0, kinds: string[] = []) =>
    (await feed.read({ families: ALL, partnerId, after, limit: 100, kinds, waitMs: 0 })).events

  const age = () => database.query(`UPDATE events SET recorded_at = recorded_at - interval '31 days'`)

  async function statesOf({ id }: { readonly id: string }) {
    const { items } = await webhooks.deliveries(CALLER, id, {}, { page: 1, size: 100 })
    return items.toReversed().map(({ state, attempts }) => `${state} ${attempts.length}`)
  }

  test('each partner of the institution has the event under numbers of its own, and no other has it', async () => {
    await store('institution/FI001', 1)
    await store('institution/FI002', 2, { institutionId: 'FI002' })
    await store('client/c', 3, { partnerId: 'P1' })
    await store('client/gone', 4, { partnerId: 'P0' })
    await assert.rejects(
      database.transaction(async (sql) => {
        await storeEvent(sql, nowMs, { kind: 'client.created', partnerId: 'P1', resource: 'client/no', data: {} })
        throw new Error('rolled back')
      }),
    )
    await sequencer.sequenceAll()
    const shown = (events: readonly CloudEvent[]) =>
      events.map(({ subject, sequence }) => `${subject} ${Number(sequence)}`)
    assert.deepEqual(shown(await read('P1')), ['institution/FI001 1', 'client/c 2'])
    assert.deepEqual(shown(await read('P2')), ['institution/FI001 1', 'institution/FI002 2'])
    assert.deepEqual(shown(await read('P1', 1)), ['client/c 2'])
    assert.deepEqual(shown(await read('P1', 0, ['client.created'])), [])
    const [event] = await read('P1')
    assert.deepEqual(event, {
      specversion: '1.0',
      id: event?.id,
      source: '/partners/P1',
      type: 'institution.changed',
      subject: 'institution/FI001',
      time: '2026-01-15T10:00:00.000Z',
      datacontenttype: 'application/json',
      sequence: '0000000000000001',
      partnerid: 'P1',
      institutionid: 'FI001',
      data: { n: 1 },
    })
  })

  test('a reader that waits gets the event when it comes, and misses none of writers that commit out of order', async () => {
    const waiting = feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 30_000 })
    const seen: number[] = []
    const writers = Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await store(`institution/${n}`, n)
        await sequencer.sequenceAll()
      }),
    )
    assert.notEqual((await waiting).events.length, 0)
    for (let after = 0; seen.length < 20; ) {
      const page = await feed.read({ families: ALL, partnerId: 'P1', after, limit: 7, kinds: [], waitMs: 10_000 })
      if (page.events.length === 0) await sequencer.sequenceAll()
      seen.push(...page.events.map(({ data }) => (data as { n: number }).n))
      after = page.after
    }
    await writers
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n),
    )
  })

  test('connections are used again, and one that the receiver has closed meanwhile fails no event', async () => {
    const made = await makeWebhook('P1', '/kept')
    const sockets = new Map<unknown, number>()
    answer = (one, response) => {
      const { socket } = response
      const uses = (sockets.get(socket) ?? 0) + 1
      sockets.set(socket, uses)
      if (uses < 5) accept(one, response)
      else socket?.destroy()
    }
    for (let n = 0; n < 40; n++) await store(`institution/${n}`, n, { partnerId: 'P1' })
    await sequencer.sequenceAll()
    await senderOf().sendDue()
    assert.deepEqual(new Set(await statesOf(made)), new Set(['DELIVERED 1']))
    assert.ok(sockets.size < 20, `${sockets.size} connections`)
  })

  test('events are signed as the official library verifies, with both secrets while one is replaced', async () => {
    const made = await makeWebhook('P1', '/signed?x=1')
    const rotated = await webhooks.rotate(CALLER, made.id, 1)
    // The hour is one of real time, whatever the sandbox's clock says.
    nowMs = systemClock.now() + 2 * HOUR_MS
    await webhooks.test(CALLER, made.id)
    await sequencer.sequenceAll()
    await senderOf().sendDue()
    const [first] = received
    assert.equal(first?.path, '/signed?x=1')
    assert.deepEqual(
      [first?.event.type, first?.headers['content-type']],
      ['webhook.test', 'application/cloudevents+json; charset=utf-8'],
    )
    for (const secret of [made.secret, rotated.secret]) {
      assert.deepEqual(new Webhook(secret).verify(first!.body, first!.headers), first?.event)
    }
    await database.query('UPDATE webhooks SET old_secret_until = now()')
    await webhooks.redeliver(CALLER, made.id, 1, 1)
    await senderOf().sendDue()
    const again = received[1]!
    assert.equal(again.headers['webhook-id'], first?.headers['webhook-id'])
    assert.deepEqual(new Webhook(rotated.secret).verify(again.body, again.headers), again.event)
    assert.throws(() => new Webhook(made.secret).verify(again.body, again.headers))
    const { rows } = await database.query('SELECT * FROM webhooks')
    assert.doesNotMatch(JSON.stringify(rows), /whsec_/)
  })

  test('events of a resource come in their order, also when some are refused at first; others overtake them', async () => {
    const webhook = await makeWebhook('P1', '/order')
    for (let n = 1; n <= 5; n++) await store('institution/a', n)
    for (let n = 1; n <= 3; n++) await store('institution/b', n)
    await sequencer.sequenceAll()
    let refusals = 2
    answer = (one, response) => {
      const isRefused =
        one.event.subject === 'institution/a' && (one.event.data as { n: number }).n === 2 && refusals-- > 0
      response.writeHead(isRefused ? 500 : 204).end()
    }
    const sender = senderOf()
    for (let round = 0; round < 6; round++) {
      await sender.sendDue()
      nowMs += HOUR_MS
    }
    const accepted = (subject: string) =>
      received.filter(({ event }) => event.subject === subject).map(({ event }) => (event.data as { n: number }).n)
    assert.deepEqual(accepted('institution/a'), [1, 2, 2, 2, 3, 4, 5])
    assert.deepEqual(accepted('institution/b'), [1, 2, 3])
    assert.deepEqual(
      (await statesOf(webhook)).filter((state) => state !== 'DELIVERED 1'),
      ['DELIVERED 3'],
    )
  })

  test('what a receiver may do: hang, reset, redirect, switch protocols and send without end', async () => {
    const table: [name: string, behaviour: Answer, outcome: RegExp][] = [
      ['hangs', () => {}, /no answer in time/],
      ['resets', (_, response) => void response.socket?.resetAndDestroy(), /ECONNRESET|socket hang up/],
      [
        'redirects',
        (_, response) => void response.writeHead(302, { location: `${base}/elsewhere` }).end(),
        /"status":302/,
      ],
      ['refuses', (_, response) => void response.writeHead(500).end('no\0body'), /"answer":"nobody"/],
      ['floods', (_, response) => flood(response), /"status":200/],
    ]
    answer = (one, response) => table.find(([name]) => one.path === `/${name}`)?.[1](one, response)
    for (const [n, [name, , outcome]] of table.entries()) {
      const { id } = await makeWebhook('P1', `/${name}`)
      await store(`institution/${n}`, n)
      await sequencer.sequenceAll()
      // Only the one that hangs is not given the time that a busy machine may need.
      await senderOf(name === 'hangs' ? 100 : undefined).sendDue()
      const { items } = await webhooks.deliveries(CALLER, id, {}, { page: 1, size: 10 })
      assert.match(JSON.stringify(items[0]?.attempts), outcome, name)
      assert.equal(items[0]?.state, name === 'floods' ? 'DELIVERED' : 'PENDING', name)
      await webhooks.setActive(CALLER, id, false)
    }
    assert.ok(!received.some(({ path }) => path === '/elsewhere'))
  })

  test('a receiver that is away for two days gets everything when it is back', async () => {
    const webhook = await makeWebhook('P1', '/away')
    answer = (_, response) => response.writeHead(503).end()
    for (let n = 1; n <= 4; n++) await store('institution/FI001', n)
    await sequencer.sequenceAll()
    const sender = senderOf()
    for (let hours = 0; hours < 48; hours += 4) {
      await sender.sendDue()
      nowMs += 4 * HOUR_MS
    }
    received.length = 0
    answer = accept
    for (let round = 0; round < 4; round++) {
      await sender.sendDue()
      nowMs += 5 * HOUR_MS
    }
    assert.deepEqual(
      received.map(({ event }) => (event.data as { n: number }).n),
      [1, 2, 3, 4],
    )
    assert.equal((await webhooks.find({}, webhook.id)).isActive, true)
  })

  test('a receiver that accepts nothing for three days is switched off, with a mail, and can be switched on again', async () => {
    const webhook = await makeWebhook('P1', '/dead')
    const healthy = await makeWebhook('P2', '/healthy')
    answer = (one, response) => response.writeHead(one.path === '/dead' ? 500 : 204).end()
    await store('institution/FI001', 1)
    await store('institution/FI001', 2)
    await sequencer.sequenceAll()
    const sender = senderOf()
    for (let ms = 0; ms <= 3 * DAY_MS + 5 * HOUR_MS; ms += 5 * HOUR_MS) {
      await sender.sendDue()
      nowMs += 5 * HOUR_MS
    }
    const off = await webhooks.find({}, webhook.id)
    assert.deepEqual([off.isActive, off.offReason], [false, 'no event was accepted for three days'])
    assert.deepEqual(await statesOf(healthy), ['DELIVERED 1', 'DELIVERED 1'])
    const mails = await database.query('SELECT recipient FROM mail_outbox')
    assert.deepEqual(mails.rows, [{ recipient: 'ops@partner.example' }])
    const { rows } = await database.query(`SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY position`, [
      webhook.id,
    ])
    assert.deepEqual(rows.at(-1), { action: 'webhook.switch-off' })

    await store('institution/FI001', 3)
    await sequencer.sequenceAll()
    answer = accept
    await webhooks.setActive(CALLER, webhook.id, true)
    await webhooks.redeliver(CALLER, webhook.id, 1, 3)
    received.length = 0
    await senderOf().sendDue()
    const toIt = received.filter(({ path }) => path === '/dead')
    assert.deepEqual(
      toIt.map(({ event }) => (event.data as { n: number }).n),
      [1, 2, 3],
    )
  })

  test('a sender that dies loses nothing: another takes over when its lease has expired', async () => {
    const webhook = await makeWebhook('P1', '/taken-over')
    await store('institution/FI001', 1)
    await sequencer.sequenceAll()
    await database.query(
      `UPDATE webhooks SET leased_by = gen_random_uuid(), leased_until = now() + interval '1 minute'`,
    )
    await senderOf().sendDue()
    assert.deepEqual(received, [])
    await database.query(`UPDATE webhooks SET leased_until = now() - interval '1 second'`)
    await Promise.all([senderOf().sendDue(), senderOf().sendDue()])
    assert.equal(received.length, 1)
    assert.deepEqual(await statesOf(webhook), ['DELIVERED 1'])
  })

  test('a webhook gets the kinds and institutions that it names', async () => {
    await makeWebhook('P2', '/fi002', { institutionIds: ['FI002'], kinds: ['institution.changed'] })
    await store('institution/FI001', 1)
    await store('institution/FI002', 2, { institutionId: 'FI002' })
    await database.transaction((sql) =>
      storeEvent(sql, nowMs, {
        kind: 'terminal.deleted',
        institutionId: 'FI002',
        resource: 'terminal/t',
        data: { n: 3 },
      }),
    )
    await sequencer.sequenceAll()
    await senderOf().sendDue()
    assert.deepEqual(
      received.map(({ event }) => (event.data as { n: number }).n),
      [2],
    )
  })

  test('a backlog of postings of two books is told once, each resource in the order of its versions', async () => {
    await database.query(
      `INSERT INTO posted_events (institution_id, resource, version, part, event_id, kind, partner_id, concerns_id, occurred_at, data)
       SELECT CASE r % 2 WHEN 0 THEN 'FI001' ELSE 'FI002' END, 'transfer/' || r, v, p, gen_random_uuid(), 'transfer.changed', 'P' || p,
              CASE p WHEN 1 THEN 'FI002' ELSE 'FI001' END, now(), json_build_object('version', v)
         FROM generate_series(1, 60) r, generate_series(1, 10) v, generate_series(1, 2) p`,
    )
    await sequencer.sequenceAll()
    const { rows } = await database.query<{ told: number; events: number; disordered: number }>(
      `SELECT count(*)::integer AS told, count(DISTINCT event_id)::integer AS events,
              count(*) FILTER (WHERE version <> nth)::integer AS disordered
         FROM (SELECT event_id, (data->>'version')::integer AS version,
                      row_number() OVER (PARTITION BY partner_id, resource ORDER BY sequence) AS nth FROM events) AS e`,
    )
    assert.deepEqual(rows, [{ told: 1_200, events: 1_200, disordered: 0 }])
    assert.equal((await database.query('SELECT FROM posted_events')).rowCount, 0)
  })

  test('a call looks through a part of a long feed, and the next goes on; removal takes several steps', async () => {
    await database.query(`INSERT INTO event_heads VALUES ('P1', 25000)`)
    await database.query(
      `INSERT INTO events (partner_id, sequence, event_id, kind, resource, occurred_at, recorded_at, data)
       SELECT 'P1', n, gen_random_uuid(), CASE n WHEN 24000 THEN 'client.created' ELSE 'institution.changed' END, 'client/c', $1, $1, '{}'
         FROM generate_series(1, 25000) n`,
      [new Date()],
    )
    const pages: [found: number, after: number, hasMore: boolean][] = []
    for (let after = 0, isMore = true; isMore; ) {
      const page = await feed.read({
        families: ALL,
        partnerId: 'P1',
        after,
        limit: 100,
        kinds: ['client.created'],
        waitMs: 30_000,
      })
      pages.push([page.events.length, page.after, page.hasMore])
      after = page.after
      isMore = page.hasMore
    }
    assert.deepEqual(pages, [
      [0, 10_000, true],
      [0, 20_000, true],
      [1, 25_000, false],
    ])
    await age()
    await retention.removeOld()
    const end = await feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 0 })
    assert.deepEqual([end.events.length, end.after, end.hasMore, end.oldest], [0, 25_000, false, 25_001])
  })

  test('an answer ends after a megabyte of data, and the next goes on', async () => {
    const text = 'x'.repeat(400_000)
    for (let n = 1; n <= 4; n++)
      await database.transaction((sql) =>
        storeEvent(sql, nowMs, { kind: 'client.created', partnerId: 'P1', resource: `client/${n}`, data: { text } }),
      )
    await sequencer.sequenceAll()
    const pages: [found: number, after: number, hasMore: boolean][] = []
    for (let after = 0, isMore = true; isMore; ) {
      const page = await feed.read({ families: ALL, partnerId: 'P1', after, limit: 500, kinds: [], waitMs: 0 })
      pages.push([page.events.length, page.after, page.hasMore])
      after = page.after
      isMore = page.hasMore
    }
    assert.deepEqual(pages, [
      [3, 3, true],
      [1, 4, false],
    ])
  })

  test('deliveries of a webhook that is deleted are not made, not counted, and leave with their events', async () => {
    const webhook = await makeWebhook('P1', '/gone')
    await makeWebhook('P1', '/kept')
    await store('institution/FI001', 1)
    await sequencer.sequenceAll()
    await webhooks.delete(CALLER, webhook.id)
    assert.equal((await readEventFigures(database, nowMs)).deliveries, 1)
    await senderOf().sendDue()
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/kept'],
    )
    await assert.rejects(statesOf(webhook), { kind: 'not-found' })
    await age()
    await retention.removeOld()
    assert.deepEqual((await database.query('SELECT 1 FROM webhook_deliveries')).rows, [])
  })

  test('old events are removed with their deliveries, and the feed tells where it begins', async () => {
    const webhook = await makeWebhook('P1', '/old')
    await store('institution/FI001', 1)
    await sequencer.sequenceAll()
    await age()
    await store('institution/FI001', 2)
    await sequencer.sequenceAll()
    await retention.removeOld()
    const page = await feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 0 })
    assert.deepEqual([page.events.length, page.oldest, page.after, page.hasMore], [1, 2, 2, false])
    assert.deepEqual(await statesOf(webhook), ['EXPIRED 0', 'PENDING 0'])
  })
})

function accept(_: Received, response: ServerResponse): void {
  response.writeHead(204).end()
}

/** Never ends by itself. */
function flood(response: ServerResponse): void {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    response.once('drain', more)
  }
  more()
}
