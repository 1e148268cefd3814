import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { startMailServer } from '../../../test/support/peers/mail-server.ts'
import { readMailbox } from '../../sandbox/mailbox.ts'
import { SecretBox } from '../kernel/secrets/secrets.ts'
import { HOUR_MS } from '../kernel/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { MailSender } from './mail-sender.ts'
import { MailError, type MailTransport, noTransport, type OutgoingMail } from './mail-transport.ts'
import { Outbox } from './outbox.ts'
import { sandboxTransport } from './sandbox-transport.ts'
import { SmtpTransport } from './smtp-transport.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: false }])
const START = Date.parse('2026-03-10T12:00:00Z')
const CONTENT = { to: 'ann@bank.example', subject: 'Hello', text: 'code 123456', html: '<p>code 123456</p>' }

onDatabase('sending what waits in the outbox', (_engine, open) => {
  let database: Database
  let nowMs = START
  const clock = { now: () => nowMs }
  const outbox = new Outbox({ secretBox, clock })

  beforeEach(async () => {
    database ??= (await open()).database
    await database.query('DELETE FROM mail_outbox')
    nowMs = START
  })

  test('a mail is sent once and removed', async () => {
    const { transport, sent } = fakeTransport()
    const sender = senderWith(transport)
    await queue()
    await sender.sendDue()
    await sender.sendDue()
    assert.equal(sent.length, 1)
    const { mailId, ...content } = sent[0]!
    assert.deepEqual(content, CONTENT)
    assert.match(mailId, /^[0-9a-f-]{36}$/)
    assert.equal(await waiting(), 0)
  })

  test("the table does not reveal a mail's content", async () => {
    await queue()
    const { rows } = await database.query('SELECT * FROM mail_outbox')
    assert.equal(rows.length, 1)
    assert.doesNotMatch(JSON.stringify(rows), /123456|Hello/)
  })

  test('a mail of a failed transaction is not sent, nor a dry run', async () => {
    const { transport, sent } = fakeTransport()
    await assert.rejects(
      database.transaction(async (sql) => {
        await outbox.queue(sql, { ...CONTENT, expiresAtMs: START + HOUR_MS })
        throw new Error('no')
      }),
    )
    await outbox.queue(database, { ...CONTENT, expiresAtMs: START + HOUR_MS }, { dryRun: true })
    await senderWith(transport).sendDue()
    assert.equal(sent.length, 0)
  })

  test('changing the recipient in the table has no effect', async () => {
    const { transport, sent } = fakeTransport()
    await queue()
    await database.query(`UPDATE mail_outbox SET recipient = 'eve@evil.example'`)
    await senderWith(transport).sendDue()
    assert.equal(sent[0]?.to, 'ann@bank.example')
  })

  const NO_ADDRESS = [
    'ann',
    '@bank.example',
    'ann@',
    'ann@bank.example, eve@evil.example',
    'ann@bank.example\r\nBcc: eve@evil.example',
    'ann@bank.example>\r\nRCPT TO:<eve@evil.example',
    '"ann"@bank.example',
    'Ann <ann@bank.example>',
    'ann@bank@example',
    'ann@bank.example\0',
    `${'a'.repeat(250)}@b.example`,
  ]
  for (const to of NO_ADDRESS) {
    test(`${JSON.stringify(to.slice(0, 60))} is rejected as an address`, async () => {
      await assert.rejects(
        outbox.queue(database, { ...CONTENT, to, expiresAtMs: START + HOUR_MS }),
        /^TypeError: not one mail address$/,
      )
      assert.equal(await waiting(), 0)
    })
  }

  test('a failed mail is retried with exponential backoff, and dropped when it expires', async () => {
    const attemptedAt: number[] = []
    const logged: object[] = []
    const sender = senderWith(
      {
        async send() {
          attemptedAt.push((nowMs - START) / 1000)
          throw new MailError('ECONNREFUSED')
        },
      },
      logged,
    )
    await queue({ expiresAtMs: START + 5 * 60_000 })
    for (; nowMs <= START + 6 * 60_000; nowMs += 1_000) await sender.sendDue()
    assert.deepEqual(attemptedAt, [0, 5, 15, 35, 75, 155])
    assert.equal(await waiting(), 0)
    assert.equal(logged.length, 7)
    assert.doesNotMatch(JSON.stringify(logged), /123456|ann@/)
    assert.match(JSON.stringify(logged), /ECONNREFUSED/)
  })

  test('the backoff is capped at a quarter of an hour', async () => {
    let attempts = 0
    const sender = senderWith({
      async send() {
        attempts++
        throw new MailError('ECONNREFUSED')
      },
    })
    await queue({ expiresAtMs: START + 72 * HOUR_MS })
    await database.query('UPDATE mail_outbox SET attempts = 40')
    await sender.sendDue()
    nowMs += 15 * 60_000 - 1
    await sender.sendDue()
    assert.equal(attempts, 1)
    nowMs += 1
    await sender.sendDue()
    assert.equal(attempts, 2)
  })

  test('a permanently rejected mail is not retried', async () => {
    let attempts = 0
    const sender = senderWith({
      async send() {
        attempts++
        throw new MailError('EENVELOPE 550', { isFinal: true })
      },
    })
    await queue()
    await sender.sendDue()
    assert.deepEqual([attempts, await waiting()], [1, 0])
  })

  test('without a mail server mails wait until they expire', async () => {
    const logged: object[] = []
    await queue()
    await senderWith(noTransport, logged).sendDue()
    assert.equal(await waiting(), 1)
    assert.match(JSON.stringify(logged), /SMTP_URL is not set/)
  })

  test('a mail that cannot be decrypted does not block others', async () => {
    const { transport, sent } = fakeTransport()
    await queue()
    await database.query(`UPDATE mail_outbox SET content_sealed = 'v9.AAAA'`)
    await queue({ to: 'bob@bank.example' })
    await senderWith(transport).sendDue()
    assert.deepEqual(
      sent.map(({ to }) => to),
      ['bob@bank.example'],
    )
    assert.equal(await waiting(), 1)
  })

  test('several senders share the work and send nothing twice', async () => {
    const { transport, sent } = fakeTransport()
    const recipients = Array.from({ length: 40 }, (_, n) => `user${n}@bank.example`)
    for (const to of recipients) await queue({ to })
    await Promise.all(Array.from({ length: 3 }, () => senderWith(transport).sendDue()))
    assert.deepEqual(sent.map(({ to }) => to).sort(), recipients.sort())
    assert.equal(await waiting(), 0)
  })

  test('a claimed mail is skipped by other senders until the claim expires', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = senderWith({
      async send() {
        begun.resolve()
        await goOn.promise
      },
    })
    const { transport, sent } = fakeTransport()
    const other = senderWith(transport)
    await queue()
    const sending = slow.sendDue()
    await begun.promise
    nowMs += 119_999
    await other.sendDue()
    assert.equal(sent.length, 0)
    nowMs += 1
    await other.sendDue()
    assert.equal(sent.length, 1)
    goOn.resolve()
    await sending
  })

  test('a mail queued during a round is sent when the sender is woken', async () => {
    const { transport, sent } = fakeTransport()
    const sender: MailSender = senderWith({
      async send(mail) {
        await transport.send(mail)
        if (mail.to !== CONTENT.to) return
        await queue({ to: 'bob@bank.example' })
        sender.wake()
      },
    })
    await queue()
    await sender.sendDue()
    assert.deepEqual(
      sent.map(({ to }) => to),
      [CONTENT.to, 'bob@bank.example'],
    )
  })

  test('the timer finds mails that the sender was not woken for', async () => {
    const arrived = Promise.withResolvers<OutgoingMail>()
    const sender = new MailSender({
      database,
      secretBox,
      clock,
      transport: { send: async (mail) => arrived.resolve(mail) },
      everyMs: 5,
    })
    sender.start()
    await queue()
    // The sender's timer is unref'd and does not keep the process alive.
    const awake = setInterval(() => {}, 1_000)
    assert.equal((await arrived.promise).to, CONTENT.to)
    clearInterval(awake)
    await sender.close()
    assert.equal(await waiting(), 0)
  })

  test('closing waits for the mail being sent and starts no other', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let sent = 0
    const sender = senderWith({
      async send() {
        begun.resolve()
        await goOn.promise
        sent++
      },
    })
    for (let n = 0; n < 10; n++) await queue()
    sender.wake()
    await begun.promise
    let isClosed = false
    const closing = sender.close().then(() => {
      isClosed = true
    })
    await database.query('SELECT 1')
    assert.equal(isClosed, false)
    goOn.resolve()
    await closing
    assert.ok(sent >= 1 && sent <= 4, `${sent} sent`)
    assert.equal(await waiting(), 10 - sent)
    await sender.sendDue()
    assert.equal(await waiting(), 10 - sent)
  })

  test('a database error is logged once and does not stop the sender', async () => {
    const logged: object[] = []
    const { transport, sent } = fakeTransport()
    let isDown = true
    const shaky = new Proxy(database, {
      get(target, name) {
        if (name === 'query' && isDown) return async () => Promise.reject(new Error('gone'))
        const member = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const sender = new MailSender({ database: shaky, secretBox, clock, transport, log: logInto(logged) })
    await queue()
    await sender.sendDue()
    await sender.sendDue()
    assert.equal(logged.length, 1)
    isDown = false
    await sender.sendDue()
    assert.equal(sent.length, 1)
  })

  test('the sandbox keeps a mail in its mailbox, once', async () => {
    const transport = sandboxTransport({ database, clock })
    await queue({ to: 'box@bank.example' })
    await senderWith({
      async send(mail) {
        await transport.send(mail)
        await transport.send(mail)
      },
    }).sendDue()
    const mails = await readMailbox(database, 'box@bank.example')
    assert.equal(mails.length, 1)
    const { mailId: _, ...mail } = mails[0]!
    assert.deepEqual(mail, { ...CONTENT, to: 'box@bank.example', sentAt: '2026-03-10T12:00:00.000Z' })
  })

  test('a server that was down gets the mail on the next attempt', async () => {
    const first = await startMailServer()
    const { url, port } = first
    await first.close()
    const sender = senderWith(new SmtpTransport({ url, from: 'bank@bank.example' }))
    await queue()
    await sender.sendDue()
    assert.equal(await waiting(), 1)
    const server = await startMailServer({}, port)
    try {
      await sender.sendDue()
      assert.equal(server.received.length, 0)
      nowMs += 5_000
      await sender.sendDue()
      assert.deepEqual(
        server.received.map(({ recipients }) => recipients),
        [[CONTENT.to]],
      )
      assert.equal(await waiting(), 0)
    } finally {
      await server.close()
    }
  })

  function queue(changes: { to?: string; expiresAtMs?: number } = {}): Promise<void> {
    return outbox.queue(database, { ...CONTENT, expiresAtMs: START + HOUR_MS, ...changes })
  }

  async function waiting(): Promise<number> {
    return (await database.query('SELECT FROM mail_outbox')).rowCount
  }

  function senderWith(transport: MailTransport, logged: object[] = []): MailSender {
    return new MailSender({ database, secretBox, clock, transport, log: logInto(logged) })
  }
})

function logInto(logged: object[]) {
  const keep = (details: object, message: string) => logged.push({ ...details, message })
  return { warn: keep, error: keep }
}

function fakeTransport(): { transport: MailTransport; sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return { sent, transport: { send: async (mail) => void sent.push(mail) } }
}
