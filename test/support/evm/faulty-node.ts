// Stands between a gateway and a node of a chain: loses, delays and repeats calls, and lets the final block lag behind.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface NodeFaults {
  /** Chances, from 0 to 1. */
  readonly lostRequest?: number
  readonly lostReply?: number
  readonly repeated?: number
  readonly delayed?: number
  /** How many blocks `finalized` is behind the newest one, at most. It goes back and forth. */
  readonly finalLag?: number
}

export class FaultyNode {
  readonly url: string
  readonly #server: Server
  readonly #target: string
  readonly #random: () => number
  faults: NodeFaults
  /** No connection is taken. */
  isDown = false

  private constructor(server: Server, target: string, faults: NodeFaults, seed: number) {
    this.#server = server
    this.#target = target
    this.#random = randomFrom(seed)
    this.faults = faults
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  }

  static async start(target: string, faults: NodeFaults = {}, seed = 1): Promise<FaultyNode> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const node = new FaultyNode(server, target, faults, seed)
    server.on('request', (request, response) => void node.#answer(request, response).catch(() => response.destroy()))
    return node
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { lostRequest = 0, lostReply = 0, repeated = 0, delayed = 0 } = this.faults
    if (this.isDown || this.#random() < lostRequest) return void response.destroy()
    if (this.#random() < delayed) await delay(20 * this.#random())
    const body = await this.#withLag(Buffer.concat(chunks).toString())
    const answer = await this.#pass(body)
    if (this.#random() < repeated) await this.#pass(body)
    if (this.#random() < lostReply) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  }

  async #withLag(body: string): Promise<string> {
    const { finalLag = 0 } = this.faults
    if (finalLag === 0 || !body.includes('"finalized"')) return body
    const { result } = JSON.parse(
      await this.#pass(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })),
    ) as { result: string }
    const lag = 1 + Math.floor(this.#random() * finalLag)
    return body.replaceAll('"finalized"', `"0x${Math.max(0, Number(result) - lag).toString(16)}"`)
  }

  async #pass(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(this.#target, { method: 'POST', headers, body })).text()
  }
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
