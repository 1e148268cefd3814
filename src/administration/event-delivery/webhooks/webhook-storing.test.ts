// A sender whose attempts cannot be stored: what it has sent is sent again, but not without end.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { Receiver } from '../receiver.fixture.ts'

onDatabase('senders of webhooks that cannot store', (_engine, open) => {
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

  test('a sender goes on after a failure to store: the event is sent again, and then all others', async (t) => {
    const webhook = await receiver.webhook()
    await receiver.store(numbered(3))
    let failing = 1
    const query = database.query.bind(database)
    const errors: string[] = []
    const flaky: Database = Object.create(database, {
      query: {
        value: (text: string, values?: unknown[]) =>
          String(text).includes('WITH given') && failing-- > 0
            ? Promise.reject(new Error('the connection is gone'))
            : query(text as never, values as never),
      },
    })
    const sender = receiver.sender({
      database: flaky,
      log: { warn() {}, error: (_, message) => errors.push(message) },
    })
    t.after(() => sender.close())
    await sender.sendDue()
    await sender.sendDue()
    assert.deepEqual(errors, ['webhooks cannot be served'])
    assert.ok(receiver.received.length > 3)
    const states = await receiver.states(webhook)
    assert.ok(
      states.every((state) => state.includes('DELIVERED')),
      states.join(),
    )
  })

  test('a sender that cannot store how an attempt ended sends no more', async (t) => {
    await receiver.webhook()
    await receiver.store(numbered(50))
    const query = database.query.bind(database)
    const before = receiver.received.length
    let sent: number | undefined
    const failing: Database = Object.create(database, {
      query: {
        value: (text: string, values?: unknown[]) =>
          String(text).includes('WITH given') && sent === undefined
            ? Promise.reject(new Error('the connection is gone'))
            : query(text as never, values as never),
      },
    })
    const error = () => {
      sent ??= receiver.received.length - before
    }
    const sender = receiver.sender({ database: failing, log: { warn() {}, error } })
    t.after(() => sender.close())
    await sender.sendDue()
    assert.ok(sent !== undefined && sent < 25, `${sent} of 50 were sent`)
  })

  test('a round ends although nothing can be stored, reports it once, and delays no other webhook', async (t) => {
    const broken = await receiver.webhook()
    const healthy = await receiver.webhook()
    await receiver.store(numbered(50))
    const query = database.query.bind(database)
    const errors: string[] = []
    let isFailing = true
    const failing: Database = Object.create(database, {
      query: {
        value: (text: string, values?: unknown[]) =>
          isFailing && String(text).includes('WITH given') && values?.includes(broken.id)
            ? Promise.reject(new Error('the connection is gone'))
            : query(text as never, values as never),
      },
    })
    const sender = receiver.sender({ database: failing, log: { warn() {}, error: (_, said) => errors.push(said) } })
    t.after(() => sender.close())
    await sender.sendDue()
    assert.deepEqual(errors, ['webhooks cannot be served'])
    // One round of the webhook that fails, and all of the other.
    assert.ok(receiver.received.length < 50 + 25, `${receiver.received.length} were sent`)
    assert.ok((await receiver.states(healthy)).every((state) => state.endsWith('DELIVERED 1')))
    assert.ok((await receiver.states(broken)).every((state) => state.endsWith('PENDING 0')))
    isFailing = false
    await sender.sendDue()
    assert.ok((await receiver.states(broken)).every((state) => state.endsWith('DELIVERED 1')))
  })
})
