// Events on their way to a receiver of the test: store, sequence, send, and look at what came.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NO_NETWORKS } from '../../platform/kernel/networks.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { Outbox } from '../../platform/mail/outbox.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { CloudEvent } from '../events/cloud-event.ts'
import { storeEvent } from '../events/event-outbox.ts'
import { EventRetention } from './event-retention.ts'
import { Sequencer } from './sequencer.ts'
import type { WebhookWithSecret } from './webhooks/webhook-records.ts'
import { WebhookSender, type WebhookSenderOptions } from './webhooks/webhook-sender.ts'
import { Webhooks } from './webhooks/webhooks.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: true }])
export const CALLER = { principal: { scope: {} }, actor: { email: 'anne@bank.example' } }

export class Receiver {
  readonly database: Database
  readonly webhooks: Webhooks
  readonly sequencer: Sequencer
  readonly retention: EventRetention
  readonly received: CloudEvent[] = []
  /** How far the clock of deliveries is moved. */
  shiftMs = 0
  answer: (event: CloudEvent, response: ServerResponse) => void = accept
  readonly #server = createServer((request, response) => void this.#take(request, response))

  constructor(database: Database) {
    const shiftMs = () => this.shiftMs
    this.database = database
    this.webhooks = new Webhooks({
      database,
      clock: systemClock,
      shiftMs,
      secretBox,
      environment: 'sandbox',
      allowedNetworks: () => NO_NETWORKS,
    })
    this.sequencer = new Sequencer({ database, shiftMs })
    this.retention = new EventRetention({ database, shiftMs, keepDays: () => 30 })
  }

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Nothing stored, one partner P1 of FI001. */
  async reset(): Promise<void> {
    this.shiftMs = 0
    this.received.length = 0
    this.answer = accept
    for (const table of ['partners', 'event_outbox', 'mail_outbox']) await this.database.query(`DELETE FROM ${table}`)
    await this.database.query(
      `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by)
       VALUES (gen_random_uuid(), 'P1', 'One', '{accounts}', '{}', '{FI001}', 'x', 'x')`,
    )
  }

  sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
    return new WebhookSender({
      database: this.database,
      shiftMs: () => this.shiftMs,
      systemClock,
      secretBox,
      environment: 'sandbox',
      allowedNetworks: () => NO_NETWORKS,
      outbox: new Outbox({ secretBox, clock: systemClock }),
      answerWithinMs: 60_000,
      ...options,
    })
  }

  webhook(more: object = {}): Promise<WebhookWithSecret> {
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
    return this.webhooks.create(CALLER, { partnerId: 'P1', url, contactEmail: 'ops@partner.example', ...more })
  }

  /** Stores one event of each resource, and puts them into the feed. */
  async store(resources: readonly string[], to: object = { institutionId: 'FI001' }): Promise<void> {
    await this.database.transaction(async (sql) => {
      for (const resource of resources)
        await storeEvent(sql, systemClock.now(), { kind: 'institution.changed', resource, data: {}, ...to })
    })
    await this.sequencer.sequenceAll()
  }

  sendDue(options: Partial<WebhookSenderOptions> = {}): Promise<void> {
    return this.sender(options).sendDue()
  }

  /** Subjects in the order in which they came. */
  subjects(): string[] {
    return this.received.map(({ subject }) => subject)
  }

  /** `1 DELIVERED 2`: the number, the state and the attempts, oldest event first. */
  async states({ id }: { readonly id: string }): Promise<string[]> {
    const { items } = await this.webhooks.deliveries(CALLER, id, {}, { page: 1, size: 100 })
    return items.toReversed().map(({ sequence, state, attempts }) => `${sequence} ${state} ${attempts.length}`)
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = JSON.parse(Buffer.concat(chunks).toString()) as CloudEvent
    this.received.push(event)
    this.answer(event, response)
  }
}

function accept(_: CloudEvent, response: ServerResponse): void {
  response.writeHead(204).end()
}
