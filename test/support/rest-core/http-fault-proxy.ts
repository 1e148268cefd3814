// An unreliable network between the gateway and a core: the test chooses the fault of each request.

import { once } from 'node:events'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export type HttpFault =
  /** Passed on, answered. */
  | 'none'
  /** The connection is cut before the core sees the request. */
  | 'lose-request'
  /** The core answers, the connection is cut instead of passing the answer on. */
  | 'lose-reply'
  /** Half of the answer is passed on. */
  | 'cut-reply'
  /** Passed on twice at once; the first answer is passed back. */
  | 'duplicate'
  /** The caller is cut off at once; the request reaches the core only when `release` is called. */
  | 'hold-request'
  /** Answered 503 in the core's own words: nothing was done. */
  | 'refuse'
  /** Never answered; the core does not see it. */
  | 'ignore'

export interface HttpFaultProxy {
  readonly url: URL
  /** Called for every request. */
  choose: (request: IncomingMessage) => HttpFault
  /** Sends the requests that were held, and resolves when the core has answered them. */
  release(): Promise<void>
}

export async function startHttpFaultProxy(t: Pick<TestContext, 'after'>, target: URL): Promise<HttpFaultProxy> {
  const held: (() => Promise<unknown>)[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const pass = () => forward(target, request, body)
    const fault = proxy.choose(request)
    const cut = () => request.socket.resetAndDestroy()
    if (fault === 'hold-request') held.push(pass)
    if (fault === 'lose-request' || fault === 'hold-request') {
      cut()
      return
    }
    if (fault === 'ignore') return
    if (fault === 'refuse') {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"UNAVAILABLE"}')
      return
    }
    try {
      const answers = fault === 'duplicate' ? [pass(), pass()] : [pass()]
      const answer = await Promise.any(answers)
      await Promise.allSettled(answers)
      if (fault === 'lose-reply') {
        cut()
        return
      }
      response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': answer.body.length })
      if (fault === 'cut-reply') response.write(answer.body.slice(0, answer.body.length / 2), cut)
      else response.end(answer.body)
    } catch {
      // The core cannot be reached: fail as without a proxy.
      cut()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: HttpFaultProxy = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    choose: () => 'none',
    release: async () => {
      await Promise.all(held.splice(0).map((pass) => pass()))
    },
  }
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return proxy
}

function forward(target: URL, { method, url, headers }: IncomingMessage, body: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = { method, headers: { ...headers, host: target.host, connection: 'close' }, agent: false }
    const outgoing = sendRequest(new URL(url ?? '/', target), options, (answer) => {
      text(answer).then((answered) => resolve({ status: answer.statusCode ?? 0, body: answered }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
