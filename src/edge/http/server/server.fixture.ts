// A server with one small family, for tests of behaviour that all families share.

import { type AddressInfo, connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Call } from '../call.ts'
import type { Family, Reply } from '../family.ts'
import { createLogger } from '../log.ts'
import { renderProblemJson } from '../problems/problem-json.ts'
import { createServer, type ServerOptions } from './server.ts'

interface Completed {
  readonly family: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly responseCode: string | undefined
  readonly seconds: number
}

export interface Running {
  readonly server: FastifyInstance
  readonly port: number
  readonly url: string
  readonly lines: Record<string, unknown>[]
  readonly completed: Completed[]
  /** The operations whose handlers were called, in order. */
  readonly asked: string[]
  /** Resolves once a request is in its handler, with a function that releases it. */
  waiting(): Promise<() => void>
}

export async function listen(t: TestContext, options: Partial<ServerOptions> = {}): Promise<Running> {
  const lines: Record<string, unknown>[] = []
  const completed: Completed[] = []
  const asked: string[] = []
  let arrived = Promise.withResolvers<() => void>()
  const wait = async (): Promise<Reply> => {
    const gate = Promise.withResolvers<void>()
    arrived.resolve(() => gate.resolve())
    await gate.promise
    return { body: '{}' }
  }
  const route = (method: 'GET' | 'POST', path: string, answer: (call: Call) => Promise<Reply>) => ({
    method,
    path,
    operation: path.slice(3),
    answer: (call: Call) => {
      asked.push(path.slice(3))
      return answer(call)
    },
  })
  const family: Family = {
    name: 'trial',
    prefixes: ['/t'],
    renderProblem: (problem, about) => ({ ...renderProblemJson(problem, about), headers: { 'x-family': 'trial' } }),
    routes: [
      route('POST', '/t/echo', async (call) => ({ body: JSON.stringify(call.body) })),
      route('POST', '/t/wait', wait),
      {
        ...route('POST', '/t/form', async (call) => {
          if ((call.body as { fail?: string }).fail !== undefined) throw new Problem('unavailable', 'busy')
          return { body: JSON.stringify(call.body) }
        }),
        form: true,
        renderProblem: (problem, about) => ({ ...renderProblemJson(problem, about), body: '"in its own words"' }),
      },
      route('POST', '/t/items/list', async () => ({ body: '[]' })),
      route('GET', '/t/items/:id', async (call) => ({ status: 203, body: JSON.stringify(call.params) })),
      route('GET', '/t/me', async (call) => {
        call.userId = 'user-1'
        return { body: '{}' }
      }),
      route('GET', '/t/busy', async () => {
        throw new Problem('unavailable', 'busy', { retryAfterSeconds: 7 })
      }),
    ],
  }
  const server = createServer({
    families: [family],
    clock: { now: () => 0 },
    logger: createLogger({ level: 'info', stream: { write: (line) => void lines.push(JSON.parse(line)) } }),
    observer: {
      ofRoute: (family, operation) => ({
        completed: (method, status, responseCode, seconds) =>
          void completed.push({ family, operation, method, status, responseCode, seconds }),
      }),
    },
    ...options,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const waiting = async () => {
    const release = await arrived.promise
    arrived = Promise.withResolvers()
    return release
  }
  return { server, port, url: `http://127.0.0.1:${port}`, lines, completed, asked, waiting }
}

export const post = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

/** The response to raw bytes that no HTTP client would send. */
export async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return readText(socket)
}
