// Events on their way to a receiver, for tests.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach } from 'node:test'
import type { TestDatabase } from '../../../test/support/machine/database.ts'
import { NO_NETWORKS } from '../../platform/kernel/networks.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { Outbox } from '../../platform/mail/outbox.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { CloudEvent } from '../events/cloud-event.ts'
import { storeEvent } from '../events/event-outbox.ts'
import type { ClientFamily } from '../institutions/partners/api-families.ts'
import { EventFeed } from './event-feed.ts'
import { EventRetention } from './event-retention.ts'
import { Sequencer } from './sequencer.ts'
import type { WebhookWithSecret } from './webhooks/webhook-records.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { Webhooks } from './webhooks/webhooks.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: true }])
export const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example' } }
export const ALL: ReadonlySet<ClientFamily> = new Set(['events'])
const START_MS = Date.UTC(2026, 0, 15, 10)

export interface Received {
  readonly path: string
  readonly event: CloudEvent
  readonly body: string
  readonly headers: Record<string, string>
}

export type Answer = (received: Received, response: ServerResponse) => void

/** Takes what is sent to webhooks, and answers as a test says. */
class Receiver {
  readonly received: Received[] = []
  answer: Answer = accept
  base = ''
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
    this.base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const one = { path: request.url ?? '', event: JSON.parse(body) as CloudEvent, body, headers }
    this.received.push(one)
    this.answer(one, response)
  }
}

export function openEvents(open: () => Promise<TestDatabase>) {
  let database: Database
  let nowMs = START_MS
  const clock = { now: () => nowMs }
  /** Deliveries go by the database's clock, and as far on as the test is. */
  const shiftMs = () => nowMs - START_MS
  const receiver = new Receiver()
  let webhooks: Webhooks
  let sequencer: Sequencer
  let feed: EventFeed
  let retention: EventRetention

  before(async () => {
    database = (await open()).database
    await receiver.listen()
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
    receiver.close()
  })

  beforeEach(async () => {
    nowMs = START_MS
    receiver.received.length = 0
    receiver.answer = accept
    await startOver(database)
  })

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
    webhooks.create(CALLER, { partnerId, url: receiver.base + path, contactEmail: 'ops@partner.example', ...more })

  const store = (resource: string, n: number, to: object = { institutionId: 'FI001' }) =>
    database.transaction((sql) => storeEvent(sql, nowMs, { kind: 'institution.changed', resource, data: { n }, ...to }))

  const read = async (partnerId: string, after = 0, kinds: string[] = []) =>
    (await feed.read({ families: ALL, partnerId, after, limit: 100, kinds, waitMs: 0 })).events

  const age = () => database.query(`UPDATE events SET recorded_at = recorded_at - interval '31 days'`)

  async function statesOf({ id }: { readonly id: string }) {
    const { items } = await webhooks.deliveries(CALLER, id, {}, { page: 1, size: 100 })
    return items.toReversed().map(({ state, attempts }) => `${state} ${attempts.length}`)
  }

  return {
    get database() {
      return database
    },
    get nowMs() {
      return nowMs
    },
    set nowMs(value) {
      nowMs = value
    },
    get webhooks() {
      return webhooks
    },
    get sequencer() {
      return sequencer
    },
    get feed() {
      return feed
    },
    get retention() {
      return retention
    },
    receiver,
    senderOf,
    makeWebhook,
    store,
    read,
    age,
    statesOf,
  }
}

/** Two partners without webhooks, and no events. */
async function startOver(database: Database): Promise<void> {
  await database.query('DELETE FROM partners')
  await database.query('DELETE FROM event_outbox')
  await database.query('DELETE FROM mail_outbox')
  await database.query(
    `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by) VALUES
     (gen_random_uuid(), 'P1', 'One', '{accounts}', '{}', '{FI001}', 'x', 'x'),
     (gen_random_uuid(), 'P2', 'Two', '{accounts}', '{}', '{FI001,FI002}', 'x', 'x')`,
  )
}

export function accept(_: Received, response: ServerResponse): void {
  response.writeHead(204).end()
}

/** Never ends by itself. */
export function flood(response: ServerResponse): void {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    response.once('drain', more)
  }
  more()
}
