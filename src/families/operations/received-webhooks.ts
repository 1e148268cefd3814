// Sandbox only: a receiver of webhooks that shows what has come, so that an integrator sees a delivery before writing a receiver.

import type { Call } from '../../edge/http/call.ts'
import type { Reply, Route } from '../../edge/http/family.ts'
import { isoTimestamp } from '../../platform/kernel/time/clock.ts'
import { jsonReply } from './json-reply.ts'

const PATH = '/sandbox/webhooks'
const MOST = 100
const SHOWN = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

interface Received {
  readonly receivedAt: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly event: unknown
}

/** The last ones, in the memory of this process. */
export class ReceivedWebhooks {
  readonly #received: Received[] = []

  /** Needs no token: the sender has none. */
  receiving(): Route {
    return {
      method: 'POST',
      path: PATH,
      operation: 'SandboxReceiveWebhook',
      mediaType: 'application/cloudevents+json',
      answer: (call) => this.#take(call),
    }
  }

  showing(): Route {
    return {
      method: 'GET',
      path: PATH,
      operation: 'SandboxWebhooks',
      answer: async () => jsonReply({ deliveries: this.#received.toReversed() }),
    }
  }

  async #take(call: Call): Promise<Reply> {
    this.#received.push({
      receivedAt: isoTimestamp(call.receivedAtMs),
      headers: Object.fromEntries(SHOWN.map((name) => [name, call.header(name)])),
      event: call.body,
    })
    if (this.#received.length > MOST) this.#received.shift()
    return { status: 204, body: '' }
  }
}
