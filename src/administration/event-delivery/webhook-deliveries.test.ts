// Events on their way to receivers that hang, refuse, redirect and come back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { DAY_MS, HOUR_MS, systemClock } from '../../platform/kernel/time/clock.ts'
import { storeEvent } from '../events/event-outbox.ts'
import { readEventFigures } from './event-stats.ts'
import { type Answer, accept, CALLER, flood, openEvents } from './event-suite.fixture.ts'

onDatabase('events on their way to webhooks', (_engine, open) => {
  const events = openEvents(open)
  const { receiver, senderOf, makeWebhook, store, age, statesOf } = events

  test('connections are used again, and one that the receiver has closed meanwhile fails no event', async () => {
    const made = await makeWebhook('P1', '/kept')
    const sockets = new Map<unknown, number>()
    receiver.answer = (one, response) => {
      const { socket } = response
      const uses = (sockets.get(socket) ?? 0) + 1
      sockets.set(socket, uses)
      if (uses < 5) accept(one, response)
      else socket?.destroy()
    }
    for (let n = 0; n < 40; n++) await store(`institution/${n}`, n, { partnerId: 'P1' })
    await events.sequencer.sequenceAll()
    await senderOf().sendDue()
    assert.deepEqual(new Set(await statesOf(made)), new Set(['DELIVERED 1']))
    assert.ok(sockets.size < 20, `${sockets.size} connections`)
  })

  test('events are signed as the official library verifies, with both secrets while one is replaced', async () => {
    const made = await makeWebhook('P1', '/signed?x=1')
    const rotated = await events.webhooks.rotate(CALLER, made.id, 1)
    // The hour is one of real time, whatever the sandbox's clock says.
    events.nowMs = systemClock.now() + 2 * HOUR_MS
    await events.webhooks.test(CALLER, made.id)
    await events.sequencer.sequenceAll()
    await senderOf().sendDue()
    const [first] = receiver.received
    assert.equal(first?.path, '/signed?x=1')
    assert.deepEqual(
      [first?.event.type, first?.headers['content-type']],
      ['webhook.test', 'application/cloudevents+json; charset=utf-8'],
    )
    for (const secret of [made.secret, rotated.secret]) {
      assert.deepEqual(new Webhook(secret).verify(first!.body, first!.headers), first?.event)
    }
    await events.database.query('UPDATE webhooks SET old_secret_until = now()')
    await events.webhooks.redeliver(CALLER, made.id, 1, 1)
    await senderOf().sendDue()
    const again = receiver.received[1]!
    assert.equal(again.headers['webhook-id'], first?.headers['webhook-id'])
    assert.deepEqual(new Webhook(rotated.secret).verify(again.body, again.headers), again.event)
    assert.throws(() => new Webhook(made.secret).verify(again.body, again.headers))
    const { rows } = await events.database.query('SELECT * FROM webhooks')
    assert.doesNotMatch(JSON.stringify(rows), /whsec_/)
  })

  test('events of a resource come in their order, also when some are refused at first; others overtake them', async () => {
    const webhook = await makeWebhook('P1', '/order')
    for (let n = 1; n <= 5; n++) await store('institution/a', n)
    for (let n = 1; n <= 3; n++) await store('institution/b', n)
    await events.sequencer.sequenceAll()
    let refusals = 2
    receiver.answer = (one, response) => {
      const isRefused =
        one.event.subject === 'institution/a' && (one.event.data as { n: number }).n === 2 && refusals-- > 0
      response.writeHead(isRefused ? 500 : 204).end()
    }
    const sender = senderOf()
    for (let round = 0; round < 6; round++) {
      await sender.sendDue()
      events.nowMs += HOUR_MS
    }
    const accepted = (subject: string) =>
      receiver.received
        .filter(({ event }) => event.subject === subject)
        .map(({ event }) => (event.data as { n: number }).n)
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
        (_, response) => void response.writeHead(302, { location: `${receiver.base}/elsewhere` }).end(),
        /"status":302/,
      ],
      ['refuses', (_, response) => void response.writeHead(500).end('no\0body'), /"answer":"nobody"/],
      ['floods', (_, response) => flood(response), /"status":200/],
    ]
    receiver.answer = (one, response) => table.find(([name]) => one.path === `/${name}`)?.[1](one, response)
    for (const [n, [name, , outcome]] of table.entries()) {
      const { id } = await makeWebhook('P1', `/${name}`)
      await store(`institution/${n}`, n)
      await events.sequencer.sequenceAll()
      // Only the one that hangs is not given the time that a busy machine may need.
      await senderOf(name === 'hangs' ? 100 : undefined).sendDue()
      const { items } = await events.webhooks.deliveries(CALLER, id, {}, { page: 1, size: 10 })
      assert.match(JSON.stringify(items[0]?.attempts), outcome, name)
      assert.equal(items[0]?.state, name === 'floods' ? 'DELIVERED' : 'PENDING', name)
      await events.webhooks.setActive(CALLER, id, false)
    }
    assert.ok(!receiver.received.some(({ path }) => path === '/elsewhere'))
  })

  test('a receiver that is away for two days gets everything when it is back', async () => {
    const webhook = await makeWebhook('P1', '/away')
    receiver.answer = (_, response) => response.writeHead(503).end()
    for (let n = 1; n <= 4; n++) await store('institution/FI001', n)
    await events.sequencer.sequenceAll()
    const sender = senderOf()
    for (let hours = 0; hours < 48; hours += 4) {
      await sender.sendDue()
      events.nowMs += 4 * HOUR_MS
    }
    receiver.received.length = 0
    receiver.answer = accept
    for (let round = 0; round < 4; round++) {
      await sender.sendDue()
      events.nowMs += 5 * HOUR_MS
    }
    assert.deepEqual(
      receiver.received.map(({ event }) => (event.data as { n: number }).n),
      [1, 2, 3, 4],
    )
    assert.equal((await events.webhooks.find({}, webhook.id)).isActive, true)
  })

  test('a receiver that accepts nothing for three days is switched off, with a mail, and can be switched on again', async () => {
    const webhook = await makeWebhook('P1', '/dead')
    const healthy = await makeWebhook('P2', '/healthy')
    receiver.answer = (one, response) => response.writeHead(one.path === '/dead' ? 500 : 204).end()
    await store('institution/FI001', 1)
    await store('institution/FI001', 2)
    await events.sequencer.sequenceAll()
    const sender = senderOf()
    for (let ms = 0; ms <= 3 * DAY_MS + 5 * HOUR_MS; ms += 5 * HOUR_MS) {
      await sender.sendDue()
      events.nowMs += 5 * HOUR_MS
    }
    const off = await events.webhooks.find({}, webhook.id)
    assert.deepEqual([off.isActive, off.offReason], [false, 'no event was accepted for three days'])
    assert.deepEqual(await statesOf(healthy), ['DELIVERED 1', 'DELIVERED 1'])
    const mails = await events.database.query('SELECT recipient FROM mail_outbox')
    assert.deepEqual(mails.rows, [{ recipient: 'ops@partner.example' }])
    const { rows } = await events.database.query(
      `SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY position`,
      [webhook.id],
    )
    assert.deepEqual(rows.at(-1), { action: 'webhook.switch-off' })

    await store('institution/FI001', 3)
    await events.sequencer.sequenceAll()
    receiver.answer = accept
    await events.webhooks.setActive(CALLER, webhook.id, true)
    await events.webhooks.redeliver(CALLER, webhook.id, 1, 3)
    receiver.received.length = 0
    await senderOf().sendDue()
    const toIt = receiver.received.filter(({ path }) => path === '/dead')
    assert.deepEqual(
      toIt.map(({ event }) => (event.data as { n: number }).n),
      [1, 2, 3],
    )
  })

  test('a sender that dies loses nothing: another takes over when its lease has expired', async () => {
    const webhook = await makeWebhook('P1', '/taken-over')
    await store('institution/FI001', 1)
    await events.sequencer.sequenceAll()
    await events.database.query(
      `UPDATE webhooks SET leased_by = gen_random_uuid(), leased_until = now() + interval '1 minute'`,
    )
    await senderOf().sendDue()
    assert.deepEqual(receiver.received, [])
    await events.database.query(`UPDATE webhooks SET leased_until = now() - interval '1 second'`)
    await Promise.all([senderOf().sendDue(), senderOf().sendDue()])
    assert.equal(receiver.received.length, 1)
    assert.deepEqual(await statesOf(webhook), ['DELIVERED 1'])
  })

  test('a webhook gets the kinds and institutions that it names', async () => {
    await makeWebhook('P2', '/fi002', { institutionIds: ['FI002'], kinds: ['institution.changed'] })
    await store('institution/FI001', 1)
    await store('institution/FI002', 2, { institutionId: 'FI002' })
    await events.database.transaction((sql) =>
      storeEvent(sql, events.nowMs, {
        kind: 'terminal.deleted',
        institutionId: 'FI002',
        resource: 'terminal/t',
        data: { n: 3 },
      }),
    )
    await events.sequencer.sequenceAll()
    await senderOf().sendDue()
    assert.deepEqual(
      receiver.received.map(({ event }) => (event.data as { n: number }).n),
      [2],
    )
  })

  test('deliveries of a webhook that is deleted are not made, not counted, and leave with their events', async () => {
    const webhook = await makeWebhook('P1', '/gone')
    await makeWebhook('P1', '/kept')
    await store('institution/FI001', 1)
    await events.sequencer.sequenceAll()
    await events.webhooks.delete(CALLER, webhook.id)
    assert.equal((await readEventFigures(events.database, 0)).deliveries, 1)
    await senderOf().sendDue()
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/kept'],
    )
    await assert.rejects(statesOf(webhook), { kind: 'not-found' })
    await age()
    await events.retention.removeOld()
    assert.deepEqual((await events.database.query('SELECT 1 FROM webhook_deliveries')).rows, [])
  })
})
