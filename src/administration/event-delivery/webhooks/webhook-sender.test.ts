// What a failing receiver delays, and what it does not; leases; what a person hurries, and what retention ends.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { storeEvent } from '../../events/event-outbox.ts'
import { dueDeliveries, leaseWebhooks, releaseLease, storeAttempts } from '../delivery-store.ts'
import { readEventFigures } from '../event-stats.ts'
import { CALLER, Receiver } from '../receiver.fixture.ts'

onDatabase('senders of webhooks', (_engine, open) => {
  let database: Database
  let receiver: Receiver

  before(async () => {
    database = (await open()).database
    receiver = new Receiver(database)
    await receiver.listen()
  })
  after(() => receiver?.close())
  beforeEach(() => receiver.reset())

  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `institution/${n}`)
  const find = ({ id }: { readonly id: string }) => receiver.webhooks.find({}, id)

  test('a failure delays its subject alone: all others go on, and the webhook is not left alone', async () => {
    const webhook = await receiver.webhook()
    // The first four are under way at once.
    receiver.answer = ({ subject }, response) => response.writeHead(/\/[0-3]$/.test(subject) ? 500 : 204).end()
    await receiver.store([...numbered(40), 'institution/3'])
    await receiver.sendDue()
    const states = await receiver.states(webhook)
    assert.deepEqual(
      states.filter((state) => !state.endsWith('DELIVERED 1')),
      ['1 PENDING 1', '2 PENDING 1', '3 PENDING 1', '4 PENDING 1', '41 PENDING 0'],
    )
    assert.equal((await find(webhook)).pausedUntil, null)
    receiver.answer = (_, response) => response.writeHead(204).end()
    receiver.shiftMs = MINUTE_MS
    await receiver.sendDue()
    assert.equal((await receiver.states(webhook)).at(-1), '41 DELIVERED 1')
  })

  test('several failures in a row leave the webhook alone for a while, and one success ends that', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(503).end()
    await receiver.store(numbered(30))
    await receiver.sendDue()
    const { pausedUntil, failures, isActive } = await find(webhook)
    assert.notEqual(pausedUntil, null)
    assert.ok(failures >= 5 && failures < 30, `${failures}`)
    assert.equal(isActive, true)
    const tried = receiver.received.length
    assert.equal(failures, tried)
    await receiver.sendDue()
    assert.equal(receiver.received.length, tried)
    receiver.answer = (_, response) => response.writeHead(204).end()
    receiver.shiftMs = HOUR_MS
    await receiver.sendDue()
    assert.deepEqual([(await find(webhook)).failures, (await find(webhook)).pausedUntil], [0, null])
    assert.ok((await receiver.states(webhook)).every((state) => state.includes('DELIVERED')))
  })

  const RETRY_AFTER: readonly (readonly [header: string | undefined, least: number, most: number])[] = [
    ['90', 90_000, 90_000],
    ['a date', 2 * HOUR_MS - MINUTE_MS, 2 * HOUR_MS],
    ['999999', 4 * HOUR_MS, 4 * HOUR_MS],
    ['0', 5_000, 5_000],
    ['soon', 5_000, 6_000],
    [undefined, 5_000, 6_000],
  ]
  for (const [header, least, most] of RETRY_AFTER)
    test(`Retry-After: ${header ?? 'none'} is obeyed up to four hours`, async () => {
      const webhook = await receiver.webhook()
      const inTwoHours = () => new Date(systemClock.now() + 2 * HOUR_MS).toUTCString()
      receiver.answer = (_, response) => {
        if (header !== undefined) response.setHeader('retry-after', header === 'a date' ? inTwoHours() : header)
        response.writeHead(503).end()
      }
      await receiver.store(['institution/1'])
      await receiver.sendDue()
      const { items } = await receiver.webhooks.deliveries(CALLER, webhook.id, {}, { page: 1, size: 1 })
      const [{ nextAttemptAt, attempts } = { nextAttemptAt: null, attempts: [] }] = items
      const [attempt] = attempts
      const endedMs = Date.parse(attempt?.at ?? '') + (attempt?.durationMs ?? 0)
      const waitMs = Date.parse(nextAttemptAt ?? '') - endedMs
      assert.ok(waitMs >= least - 10 && waitMs <= most + 1_500, `${waitMs}`)
      assert.equal(attempt !== undefined && 'retryAfterMs' in attempt, false)
    })

  test('410 switches the webhook off at once, with a mail; what waits goes on when it is on again', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(410).end()
    await receiver.store(['institution/1'])
    await receiver.sendDue()
    const { isActive, offReason } = await find(webhook)
    assert.deepEqual([isActive, offReason], [false, 'the receiver answered 410 Gone'])
    assert.equal((await database.query('SELECT FROM mail_outbox')).rowCount, 1)
    receiver.answer = (_, response) => response.writeHead(204).end()
    receiver.shiftMs = MINUTE_MS
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 PENDING 1'])
    await receiver.webhooks.setActive(CALLER, webhook.id, true)
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 DELIVERED 2'])
  })

  test('a partner that is off is told nothing; its events wait, and three days count anew', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await receiver.store(['institution/1'])
    await receiver.sendDue()
    await database.query('UPDATE partners SET is_active = false')
    await receiver.store(['institution/2'])
    receiver.shiftMs = 5 * DAY_MS
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 PENDING 1', '2 PENDING 0'])
    await database.query('UPDATE partners SET is_active = true')
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 PENDING 2', '2 PENDING 1'])
    assert.equal((await find(webhook)).isActive, true)
    receiver.answer = (_, response) => response.writeHead(204).end()
    receiver.shiftMs += HOUR_MS
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 DELIVERED 3', '2 DELIVERED 2'])
  })

  test('send-now tries what waits at once; one event too, unless an earlier one of its subject waits', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await receiver.store([...numbered(12), 'institution/0'])
    await receiver.sendDue()
    assert.notEqual((await find(webhook)).pausedUntil, null)
    const tried = receiver.received.length
    receiver.answer = (_, response) => response.writeHead(204).end()
    const sendNow = (sequence?: number) => receiver.webhooks.sendNow(CALLER, webhook.id, sequence)
    await assert.rejects(sendNow(13), { kind: 'conflict', reason: 'events.earlier-waits' })
    await assert.rejects(sendNow(99), { kind: 'not-found', reason: 'events.delivery-not-found' })
    assert.deepEqual(await sendNow(1), { deliveries: 1 })
    await receiver.sendDue()
    // The webhook takes events again, so all that is due follows; what has failed waits for its time.
    assert.equal(receiver.subjects()[tried], 'institution/0')
    await assert.rejects(sendNow(1), { kind: 'conflict', reason: 'events.delivery-ended' })
    const waiting = (await receiver.states(webhook)).filter((state) => state.includes('PENDING')).length
    assert.ok(waiting > 0)
    assert.deepEqual(await sendNow(), { deliveries: waiting })
    await receiver.sendDue()
    assert.ok((await receiver.states(webhook)).every((state) => state.includes('DELIVERED')))
    const { rows } = await database.query(
      `SELECT action, after FROM audit_log WHERE action = 'webhook.send-now' ORDER BY position`,
    )
    assert.equal(rows.length, 2)
    await receiver.webhooks.setActive(CALLER, webhook.id, false)
    await assert.rejects(sendNow(), { kind: 'conflict', reason: 'events.webhook-off' })
  })

  test('a test waits neither for another that failed nor for a pause', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await receiver.webhooks.test(CALLER, webhook.id)
    await receiver.store(numbered(20))
    await receiver.sendDue()
    assert.notEqual((await find(webhook)).pausedUntil, null)
    const tried = receiver.received.length
    receiver.answer = ({ type }, response) => response.writeHead(type === 'webhook.test' ? 204 : 500).end()
    await receiver.webhooks.test(CALLER, webhook.id)
    await receiver.sequencer.sequenceAll()
    await receiver.sendDue()
    assert.equal(receiver.received[tried]?.type, 'webhook.test')
    assert.ok((await receiver.states(webhook)).includes('22 DELIVERED 1'))
    assert.equal(await receiver.webhooks.redeliver(CALLER, webhook.id, 22, 22).then((one) => one.deliveries), 1)
  })

  test('retention ends what waits as EXPIRED for a week, and its subject goes on', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end('later')
    await receiver.store(['institution/1', 'institution/1', 'institution/1'])
    await receiver.sendDue()
    receiver.answer = (_, response) => response.writeHead(204).end()
    await database.query(`UPDATE events SET recorded_at = now() - interval '31 days' WHERE sequence = 1`)
    await receiver.retention.removeOld()
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['1 EXPIRED 1', '2 DELIVERED 1', '3 DELIVERED 1'])
    const list = (filter: object) => receiver.webhooks.deliveries(CALLER, webhook.id, filter, { page: 1, size: 10 })
    const expired = await list({ state: 'EXPIRED', kind: 'institution.changed' })
    assert.equal(expired.total, 1)
    assert.equal(expired.items[0]?.attempts[0]?.answer, 'later')
    assert.deepEqual((await list({ state: 'EXPIRED', kind: 'client.created' })).items, [])
    assert.equal((await list({ state: 'DELIVERED' })).total, 2)
    await database.query(`UPDATE expired_deliveries SET ended_at = now() - interval '8 days'`)
    await receiver.retention.removeOld()
    assert.deepEqual(await receiver.states(webhook), ['2 DELIVERED 1', '3 DELIVERED 1'])
  })

  test('a subject whose first delivery is gone, removed by a node of the version before, goes on', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await receiver.store(['institution/1', 'institution/1'])
    await receiver.sendDue()
    receiver.answer = (_, response) => response.writeHead(204).end()
    await database.query('DELETE FROM events WHERE sequence = 1')
    receiver.shiftMs = HOUR_MS
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['2 PENDING 0'])
    await receiver.retention.removeOld()
    await receiver.sendDue()
    assert.deepEqual(await receiver.states(webhook), ['2 DELIVERED 1'])
  })

  test('due times are the database’s: a node whose clock is hours off neither delays nor hurries', async () => {
    const webhook = await receiver.webhook()
    receiver.answer = (_, response) => response.writeHead(500).end()
    await receiver.store(['institution/1'])
    for (const offMs of [2 * HOUR_MS, -2 * HOUR_MS]) {
      await database.query(`UPDATE webhook_deliveries SET next_attempt_at = now()`)
      await receiver.sendDue({ systemClock: { now: () => systemClock.now() + offMs } })
      const { rows } = await database.query<{ is_near: boolean }>(
        `SELECT next_attempt_at BETWEEN now() AND now() + interval '5 minutes'
                AND abs(extract(epoch FROM (log->-1->>'at')::timestamptz - now())) < 300 AS is_near
           FROM webhook_deliveries`,
      )
      assert.deepEqual(rows, [{ is_near: true }])
    }
    assert.equal((await find(webhook)).failures, 2)
  })

  test('the lag of a webhook is the age of the oldest event that it has not taken; the metric has the largest', async () => {
    const webhook = await receiver.webhook()
    assert.equal((await find(webhook)).lagSeconds, 0)
    await receiver.store(['institution/1', 'institution/2'])
    await database.query(`UPDATE events SET recorded_at = now() - interval '100 seconds' * (3 - sequence)`)
    const lags = async () => [
      Math.floor((await find(webhook)).lagSeconds / 100),
      Math.floor((await readEventFigures(database, 0)).lagSeconds / 100),
    ]
    assert.deepEqual(await lags(), [2, 2])
    receiver.answer = ({ subject }, response) => response.writeHead(subject.endsWith('1') ? 204 : 500).end()
    await receiver.sendDue()
    assert.deepEqual(await lags(), [1, 1])
    await database.query('UPDATE partners SET is_active = false')
    assert.deepEqual(await lags(), [1, 0])
  })

  test('the age of the oldest event on its way is told by the database’s clock, moved as far as the sandbox’s', async () => {
    await database.transaction((sql) =>
      storeEvent(sql, systemClock.now(), {
        kind: 'institution.changed',
        resource: 'institution/1',
        data: {},
        institutionId: 'FI001',
      }),
    )
    await database.query(`UPDATE event_outbox SET occurred_at = now() - interval '1010 seconds'`)
    const oldest = async (shiftMs: number) => (await readEventFigures(database, shiftMs)).oldestSeconds
    assert.equal(Math.floor((await oldest(0)) / 1_000), 1)
    assert.equal(Math.floor((await oldest(HOUR_MS)) / 1_000), 4)
    assert.equal(await oldest(-HOUR_MS), 0)
    await receiver.sequencer.sequenceAll()
    assert.equal(await oldest(0), 0)
  })

  test('a sender that has lost its lease stores nothing, and ends no lease but its own', async () => {
    const webhook = await receiver.webhook()
    await receiver.store(['institution/1'])
    const lease = (leaseId: string) => leaseWebhooks(database, { leaseId, most: 10, shiftMs: 0 })
    const [first, second] = [newId(1), newId(2)]
    const [leased] = await lease(first)
    assert.ok(leased)
    const [delivery] = await dueDeliveries(database, leased, 0)
    assert.ok(delivery)
    assert.deepEqual(await lease(second), [])
    await releaseLease(database, webhook.id, second)
    assert.deepEqual(await lease(second), [])
    await database.query(`UPDATE webhooks SET leased_until = now() - interval '1 second'`)
    assert.equal((await lease(second)).length, 1)
    const attempt = { at: new Date(0).toISOString(), durationMs: 1, status: 204, answer: '' }
    const end = { delivery, attempt, state: 'DELIVERED', firstAt: new Date(0) } as const
    const store = (leaseId: string) =>
      storeAttempts(database, {
        webhookId: webhook.id,
        leaseId,
        ends: [end],
        nowMs: 0,
        failures: 0,
        pauseMs: undefined,
      })
    assert.equal(await store(first), false)
    assert.deepEqual(await receiver.states(webhook), ['1 PENDING 0'])
    assert.equal((await find(webhook)).succeededAt, null)
    assert.equal(await store(second), true)
    assert.deepEqual(await receiver.states(webhook), ['1 DELIVERED 1'])
  })

  test('an event of no institution passes every list of institutions', async () => {
    const webhook = await receiver.webhook({ institutionIds: ['FI001'] })
    await receiver.store(['client/c'], { partnerId: 'P1' })
    await receiver.store(['institution/FI002'], { partnerId: 'P1', institutionId: 'FI002' })
    await receiver.store(['institution/FI001'])
    await receiver.sendDue()
    assert.deepEqual(receiver.subjects(), ['client/c', 'institution/FI001'])
    assert.equal((await receiver.states(webhook)).length, 2)
  })

  test('users of a sub-tenant see no webhook, and those of an institution only those of its own partners', async () => {
    const webhook = await receiver.webhook()
    const page = { page: 1, size: 10 }
    const scopes: readonly (readonly [scope: object, sees: boolean])[] = [
      [{}, true],
      [{ institutionId: 'FI001' }, true],
      [{ institutionId: 'FI002' }, false],
      [{ institutionId: 'FI001', subTenantId: 'ST1' }, false],
    ]
    for (const [scope, sees] of scopes) {
      const caller = { ...CALLER, principal: { scope } }
      assert.equal((await receiver.webhooks.list(scope, {}, page)).total, sees ? 1 : 0)
      const look = () => receiver.webhooks.deliveries(caller, webhook.id, {}, page)
      if (sees) await look()
      else
        for (const refused of [
          look,
          () => receiver.webhooks.find(scope, webhook.id),
          () => receiver.webhooks.sendNow(caller, webhook.id),
          () => receiver.webhooks.test(caller, webhook.id),
        ])
          await assert.rejects(refused, { kind: 'not-found' })
    }
  })
})
