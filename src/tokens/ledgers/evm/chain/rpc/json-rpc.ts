// JSON-RPC over HTTP to one address. Addresses may carry credentials, and what is sent may be a signed transaction: errors
// name neither, and have no cause that does.

import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The node answered with an error of its own. Its text stays out of `message`: it may repeat what was sent. */
export class RpcRefusal extends Error {
  readonly code: number
  /** For classifying only; never logged. */
  readonly #text: string

  constructor(method: string, code: number, text: string) {
    super(`${method} was refused with code ${code}`)
    this.name = 'RpcRefusal'
    this.code = code
    this.#text = text.slice(0, MOST_TEXT)
  }

  says(pattern: RegExp): boolean {
    return pattern.test(this.#text)
  }
}

/** No answer that can be read. */
export class RpcFailure extends Error {
  /** The request did not leave this machine, or was not read: nothing can have come of it. */
  readonly isUnsent: boolean

  constructor(what: string, isUnsent: boolean) {
    super(what)
    this.name = 'RpcFailure'
    this.isUnsent = isUnsent
  }
}

/** Far more than any read returns; bounds what a broken node can make us keep. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_TEXT = 500
/** Errors of a connection that was never made. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Nodes limit a batch to some hundred calls. */
const MOST_PER_BATCH = 100

export class JsonRpc {
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent: Agent | TlsAgent
  readonly #limitMs: number
  #takesBatches = true
  #nextId = 1

  constructor(address: string, limitMs: number) {
    const url = new URL(address)
    const user = decodeURIComponent(url.username)
    const password = decodeURIComponent(url.password)
    const credentials = Buffer.from(`${user}:${password}`).toString('base64')
    this.#headers = {
      'content-type': 'application/json',
      ...((user !== '' || password !== '') && { authorization: `Basic ${credentials}` }),
    }
    url.username = ''
    url.password = ''
    this.#url = url
    this.#agent = new (url.protocol === 'https:' ? TlsAgent : Agent)({ keepAlive: true })
    this.#limitMs = limitMs
  }

  /** Throws RpcRefusal or RpcFailure. */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const id = this.#nextId++
    const answer = await this.#post(method, { jsonrpc: '2.0', id, method, params })
    return resultOf(method, answer)
  }

  /** In the order of the calls; an answer that is a refusal is returned as one. */
  async callMany(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const answers: unknown[] = []
    for (let from = 0; from < calls.length; from += MOST_PER_BATCH) {
      answers.push(...(await this.#batch(calls.slice(from, from + MOST_PER_BATCH))))
    }
    return answers
  }

  close(): void {
    this.#agent.destroy()
  }

  async #batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length < 2 || !this.#takesBatches) return Promise.all(calls.map((call) => this.#settled(call)))
    const firstId = this.#nextId
    this.#nextId += calls.length
    const sent = calls.map((call, i) => ({ jsonrpc: '2.0', id: firstId + i, ...call }))
    const answers = await this.#post('a batch', sent)
    if (!Array.isArray(answers)) {
      // A node that takes no batches answers with one error.
      this.#takesBatches = false
      return this.#batch(calls)
    }
    const byId = new Map(answers.map((answer: { id?: unknown } | null) => [answer?.id, answer]))
    return sent.map(({ id, method }) => {
      try {
        return resultOf(method, byId.get(id))
      } catch (error) {
        if (error instanceof RpcRefusal) return error
        throw error
      }
    })
  }

  async #settled({ method, params }: RpcCall): Promise<unknown> {
    try {
      return await this.call(method, ...params)
    } catch (error) {
      if (error instanceof RpcRefusal) return error
      throw error
    }
  }

  #post(what: string, content: object): Promise<unknown> {
    return this.#postBytes(what, Buffer.from(JSON.stringify(content)), true)
  }

  #postBytes(what: string, body: Buffer, mayRepeat: boolean): Promise<unknown> {
    const send = this.#url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const request = send(this.#url, {
        method: 'POST',
        agent: this.#agent,
        headers: { ...this.#headers, 'content-length': body.length },
      })
      let hasFailed = false
      const fail = (why: string, isUnsent = false) => {
        hasFailed = true
        clearTimeout(timer)
        request.destroy()
        reject(new RpcFailure(`${what}: ${why}`, isUnsent))
      }
      const timer = setTimeout(() => fail('no answer in time'), this.#limitMs)
      request.on('error', (error: NodeJS.ErrnoException) => {
        // Destroying the request is an error of its own.
        if (hasFailed) return undefined
        if (!mayRepeat || !request.reusedSocket || error.code !== 'ECONNRESET')
          return fail(error.code ?? 'broken', UNSENT.has(error.code ?? ''))
        // The node closed an idle connection. Every call may be repeated: the same bytes are one transaction.
        clearTimeout(timer)
        resolve(this.#postBytes(what, body, false))
      })
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > MOST_BYTES) fail('the answer is too long')
        })
        response.on('error', () => fail('the answer broke off'))
        response.on('end', () => {
          const answer = parsed(Buffer.concat(chunks))
          // Refusals of single calls come with any HTTP status.
          if (answer === undefined) return fail(`HTTP ${response.statusCode} without JSON-RPC`)
          clearTimeout(timer)
          resolve(answer)
        })
      })
      request.end(body)
    })
  }
}

function parsed(bytes: Buffer): object | undefined {
  try {
    const answer: unknown = JSON.parse(bytes.toString())
    const isRpc = Array.isArray(answer) || (typeof answer === 'object' && answer !== null && 'jsonrpc' in answer)
    return isRpc ? (answer as object) : undefined
  } catch {
    return undefined
  }
}

function resultOf(method: string, answer: unknown): unknown {
  const { error, result } = (answer ?? {}) as { error?: { code?: unknown; message?: unknown }; result?: unknown }
  if (error !== undefined && error !== null) {
    throw new RpcRefusal(method, Number(error.code ?? 0), String(error.message ?? ''))
  }
  if (result === undefined) throw new RpcFailure(`${method}: the answer has no result`, false)
  return result
}
