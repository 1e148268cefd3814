// A JSON-RPC server whose answers a test chooses.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from '../../evm-settings.ts'
import { quantity } from './chain-answers.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a method answers; a thrown `{ code, message }` is a refusal. `hang` never answers. */
export type Answers = Readonly<Record<string, (...params: never[]) => unknown>>

export class SmallNode {
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[] = []
  answers: Answers
  /** In place of an answer. */
  mood: 'well' | 'hanging' | 'garbage' | 'no batches' = 'well'
  authorization: string | undefined
  /** How many have arrived, answered or not. */
  requests = 0
  readonly #server: Server

  private constructor(answers: Answers) {
    this.answers = answers
    this.#server = createServer((request, response) => {
      this.authorization = request.headers.authorization
      void bodyOf(request).then((body) => {
        const asked = JSON.parse(body) as Call | Call[]
        this.requests++
        if (this.mood === 'hanging') return undefined
        if (this.mood === 'garbage') return response.writeHead(502).end('<html>Bad gateway</html>')
        if (this.mood === 'no batches' && Array.isArray(asked)) return response.end(JSON.stringify(NO_BATCHES))
        // Batches may be answered in any order.
        const answer = Array.isArray(asked) ? asked.map((call) => this.#answer(call)).reverse() : this.#answer(asked)
        return response.end(JSON.stringify(answer))
      })
    })
  }

  static async start(answers: Answers): Promise<SmallNode> {
    const node = new SmallNode(answers)
    await new Promise<void>((resolve) => node.#server.listen(0, '127.0.0.1', resolve))
    return node
  }

  url(credentials = ''): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://${credentials}127.0.0.1:${port}/secret-path`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer({ id, method, params }: Call): object {
    this.calls.push({ method, params })
    try {
      const result = this.answers[method]?.(...(params as never[]))
      if (result !== undefined) return { jsonrpc: '2.0', id, result }
      return { jsonrpc: '2.0', id, error: { code: -32601, message: `no method ${method}` } }
    } catch (error) {
      return { jsonrpc: '2.0', id, error }
    }
  }
}

/** A chain that has blocks up to a height. */
export function chainAnswers(height: () => number, genesis: Hex = '0xaa', chainId = 1337): Answers {
  const block = (number: number) => ({
    number: quantity(number),
    hash: number === 0 ? genesis : `0x${'1'.repeat(63)}${number % 10}`,
    parentHash: '0x00',
    timestamp: quantity(1_700_000_000 + number),
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x7',
  })
  return {
    eth_chainId: () => quantity(chainId),
    eth_getBlockByNumber: (tag: string) => {
      const number = tag === 'latest' || tag === 'finalized' ? height() : Number(tag)
      return number > height() ? null : block(number)
    },
    eth_getBalance: () => quantity(height()),
    eth_gasPrice: () => '0x9',
  }
}

const NO_BATCHES = { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'batches are off' } }

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
