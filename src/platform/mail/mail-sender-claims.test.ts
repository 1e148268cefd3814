// A mail is sent once, even if several nodes race for it, and never after its expiry.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { until } from '../../../test/support/until.ts'
import { SecretBox } from '../kernel/secrets/secrets.ts'
import { HOUR_MS } from '../kernel/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { MailSender } from './mail-sender.ts'
import { MailError, type MailTransport } from './mail-transport.ts'
import { Outbox } from './outbox.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: false }])
const START = Date.parse('2026-03-10T12:00:00Z')
const ANN = 'ann@bank.example'
const BOB = 'bob@bank.example'

onDatabase('a mail in the outbox', (engine, open) => {
  let database: Database
  let nowMs = START
  const clock = { now: () => nowMs }
  const outbox = new Outbox({ secretBox, clock })
  const troubles: object[] = []

  afterEach(() => assert.deepEqual(troubles, []))

  beforeEach(async () => {
    database ??= (await open()).database
    await database.query('DELETE FROM mail_outbox')
    nowMs = START
  })

  test('a sender that fails after its claim expired does not release the mail again', async () => {
    const first = heldTransport()
    const second = heldTransport()
    const { transport, sent } = fakeTransport()
    await queue()
    const failing = senderWith(first.transport).sendDue()
    await first.begun
    nowMs += 120_000
    const sending = senderWith(second.transport).sendDue()
    await second.begun
    first.end(new MailError('ETIMEDOUT'))
    await failing
    // The first sender's backoff is over, but the second is still sending.
    nowMs += 60_000
    await senderWith(transport).sendDue()
    assert.equal(sent.length, 0)
    second.end()
    await sending
    assert.equal(await waiting(), 0)
  })

  if (engine === 'postgres')
    test('a mail that another node is claiming is skipped without waiting', async () => {
      const { transport, sent } = fakeTransport()
      await queue()
      await queue({ to: BOB })
      const elsewhere = await database.connect()
      await elsewhere.query('BEGIN')
      await elsewhere.query(`SELECT FROM mail_outbox WHERE recipient = $1 FOR UPDATE`, [ANN])
      let isOver = false
      const sending = senderWith(transport)
        .sendDue()
        .finally(() => {
          isOver = true
        })
      const isWaiting = async () => {
        const { rowCount } = await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rowCount > 0
      }
      const outcome = await until(async () => (isOver ? 'over' : (await isWaiting()) && 'waiting'), 'the round is over')
      await elsewhere.query('UPDATE mail_outbox SET next_attempt_at = $2 WHERE recipient = $1', [
        ANN,
        new Date(nowMs + HOUR_MS),
      ])
      await elsewhere.query('COMMIT')
      elsewhere.release()
      await sending
      assert.deepEqual([outcome, ...sent], ['over', BOB])
    })

  test('a mail is sent up to its expiry, and not from that instant on', async () => {
    for (const [afterMs, expected] of [
      [-1, 1],
      [0, 0],
      [1, 0],
    ] as const) {
      nowMs = START
      const { transport, sent } = fakeTransport()
      await queue()
      nowMs = START + HOUR_MS + afterMs
      await senderWith(transport).sendDue()
      assert.deepEqual([sent.length, await waiting()], [expected, 0])
    }
  })

  test('mails that expire while others are being sent are not sent', async () => {
    const sent: string[] = []
    const sender = senderWith({
      async send({ to }) {
        sent.push(to)
        nowMs = START + HOUR_MS
      },
    })
    await queue({ to: BOB, expiresAtMs: START + 2 * HOUR_MS })
    for (let n = 0; n < 10; n++) await queue()
    await sender.sendDue()
    await sender.sendDue()
    // Only what the four workers had claimed before the clock moved. Mails of the same instant are sent in any order.
    const expiring = sent.filter((to) => to === ANN).length
    assert.ok(expiring <= 4, `${expiring} sent`)
    assert.equal(sent.length - expiring, 1)
    assert.equal(await waiting(), 0)
  })

  function queue({ to = ANN, expiresAtMs = START + HOUR_MS } = {}): Promise<void> {
    return outbox.queue(database, { to, subject: 'Hello', text: 'code', html: '<p>code</p>', expiresAtMs })
  }

  async function waiting(): Promise<number> {
    return (await database.query('SELECT FROM mail_outbox')).rowCount
  }

  function senderWith(transport: MailTransport): MailSender {
    // Otherwise a database error would look like a mail that was correctly skipped.
    const log = { warn() {}, error: (details: object) => troubles.push(details) }
    return new MailSender({ database, secretBox, clock, transport, log })
  }
})

/** Sends at once, and records the recipients. */
function fakeTransport(): { transport: MailTransport; sent: string[] } {
  const sent: string[] = []
  return { sent, transport: { send: async ({ to }) => void sent.push(to) } }
}

/** A transport whose only mail is in progress until the test ends it. */
function heldTransport() {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const transport: MailTransport = {
    async send() {
      begun.resolve()
      await ended.promise
    },
  }
  const end = (error?: MailError) => (error === undefined ? ended.resolve() : ended.reject(error))
  return { transport, begun: begun.promise, end }
}
