// A client that keeps as many connections as it has requests under way and uses each in turn, as a switch does. None of them is
// ever idle for long, so that a server which closes idle connections has no reason to close one.

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Gateway } from '../gateways/gateway.ts'
import { BASE_PATH, headersFor } from './account-services.ts'

export class SteadyClient {
  readonly #agent: Agent

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  }

  async post(gateway: Gateway, path: string, body: object): Promise<{ status: number; text: string }> {
    const sent = request(gateway.url + BASE_PATH + path, { agent: this.#agent, method: 'POST', headers: headersFor() })
    // Also after the response, when nothing waits for it.
    sent.on('error', () => {})
    sent.end(JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, text: await text(response) }
  }

  close(): void {
    this.#agent.destroy()
  }
}
