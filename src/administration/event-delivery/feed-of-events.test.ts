// Events on their way into feeds: numbers, order, limits and removal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { CloudEvent } from '../events/cloud-event.ts'
import { storeEvent } from '../events/event-outbox.ts'
import { ALL, openEvents } from './event-suite.fixture.ts'

onDatabase('the feed of events', (_engine, open) => {
  const events = openEvents(open)
  const { makeWebhook, store, read, age, statesOf } = events

  test('each partner of the institution has the event under numbers of its own, and no other has it', async () => {
    await store('institution/FI001', 1)
    await store('institution/FI002', 2, { institutionId: 'FI002' })
    await store('client/c', 3, { partnerId: 'P1' })
    await store('client/gone', 4, { partnerId: 'P0' })
    await assert.rejects(
      events.database.transaction(async (sql) => {
        await storeEvent(sql, events.nowMs, {
          kind: 'client.created',
          partnerId: 'P1',
          resource: 'client/no',
          data: {},
        })
        throw new Error('rolled back')
      }),
    )
    await events.sequencer.sequenceAll()
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
    const waiting = events.feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 30_000 })
    const seen: number[] = []
    const writers = Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await store(`institution/${n}`, n)
        await events.sequencer.sequenceAll()
      }),
    )
    assert.notEqual((await waiting).events.length, 0)
    for (let after = 0; seen.length < 20; ) {
      const page = await events.feed.read({
        families: ALL,
        partnerId: 'P1',
        after,
        limit: 7,
        kinds: [],
        waitMs: 10_000,
      })
      if (page.events.length === 0) await events.sequencer.sequenceAll()
      seen.push(...page.events.map(({ data }) => (data as { n: number }).n))
      after = page.after
    }
    await writers
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n),
    )
  })

  test('a backlog of postings of two books is told once, each resource in the order of its versions; a partner that is gone is not told', async () => {
    await events.database.query(
      `INSERT INTO posted_events (institution_id, resource, version, part, event_id, kind, partner_id, concerns_id, occurred_at, data)
       SELECT CASE r % 2 WHEN 0 THEN 'FI001' ELSE 'FI002' END, 'transfer/' || r, v, p, gen_random_uuid(), 'transfer.changed', 'P' || p,
              CASE p WHEN 1 THEN 'FI002' ELSE 'FI001' END, now(), json_build_object('version', v)
         FROM generate_series(1, 60) r, generate_series(1, 10) v, generate_series(0, 2) p`,
    )
    await events.sequencer.sequenceAll()
    const { rows } = await events.database.query<{ told: number; events: number; disordered: number }>(
      `SELECT count(*)::integer AS told, count(DISTINCT event_id)::integer AS events,
              count(*) FILTER (WHERE version <> nth)::integer AS disordered
         FROM (SELECT event_id, (data->>'version')::integer AS version,
                      row_number() OVER (PARTITION BY partner_id, resource ORDER BY sequence) AS nth FROM events) AS e`,
    )
    assert.deepEqual(rows, [{ told: 1_200, events: 1_200, disordered: 0 }])
    assert.equal((await events.database.query('SELECT FROM posted_events')).rowCount, 0)
  })

  test('a call looks through a part of a long feed, and the next goes on; removal takes several steps', async () => {
    await events.database.query(`INSERT INTO event_heads VALUES ('P1', 25000)`)
    await events.database.query(
      `INSERT INTO events (partner_id, sequence, event_id, kind, resource, occurred_at, recorded_at, data)
       SELECT 'P1', n, gen_random_uuid(), CASE n WHEN 24000 THEN 'client.created' ELSE 'institution.changed' END, 'client/c', $1, $1, '{}'
         FROM generate_series(1, 25000) n`,
      [new Date()],
    )
    const pages: [found: number, after: number, hasMore: boolean][] = []
    for (let after = 0, isMore = true; isMore; ) {
      const page = await events.feed.read({
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
    await events.retention.removeOld()
    const end = await events.feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 0 })
    assert.deepEqual([end.events.length, end.after, end.hasMore, end.oldest], [0, 25_000, false, 25_001])
  })

  test('an answer ends after a megabyte of data, and the next goes on', async () => {
    const text = 'x'.repeat(400_000)
    for (let n = 1; n <= 4; n++)
      await events.database.transaction((sql) =>
        storeEvent(sql, events.nowMs, {
          kind: 'client.created',
          partnerId: 'P1',
          resource: `client/${n}`,
          data: { text },
        }),
      )
    await events.sequencer.sequenceAll()
    const pages: [found: number, after: number, hasMore: boolean][] = []
    for (let after = 0, isMore = true; isMore; ) {
      const page = await events.feed.read({ families: ALL, partnerId: 'P1', after, limit: 500, kinds: [], waitMs: 0 })
      pages.push([page.events.length, page.after, page.hasMore])
      after = page.after
      isMore = page.hasMore
    }
    assert.deepEqual(pages, [
      [3, 3, true],
      [1, 4, false],
    ])
  })

  test('old events are removed with their deliveries, and the feed tells where it begins', async () => {
    const webhook = await makeWebhook('P1', '/old')
    await store('institution/FI001', 1)
    await events.sequencer.sequenceAll()
    await age()
    await store('institution/FI001', 2)
    await events.sequencer.sequenceAll()
    await events.retention.removeOld()
    const page = await events.feed.read({ families: ALL, partnerId: 'P1', after: 0, limit: 10, kinds: [], waitMs: 0 })
    assert.deepEqual([page.events.length, page.oldest, page.after, page.hasMore], [1, 2, 2, false])
    assert.deepEqual(await statesOf(webhook), ['EXPIRED 0', 'PENDING 0'])
  })
})
