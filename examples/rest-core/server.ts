// A bank's core behind the API of contract/core.json: the worked example. README.md says how to run and read it.
//
//   node server.ts --port 8081 --data ./core-data [--plain-accounts 10000]
//
// CORE_USER and CORE_PASSWORD switch HTTP Basic authentication on.

import { createHash, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { Bank } from './bank.ts'
import { Malformed, readInquiry, readLookup, readOrder, UUID } from './requests.ts'

const MAX_BODY_BYTES = 64 * 1024

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8081' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: './core-data' },
    'plain-accounts': { type: 'string', default: '10000' },
  },
})
const { CORE_USER, CORE_PASSWORD } = process.env

mkdirSync(options.data, { recursive: true })
const bank = await Bank.open(options.data, Number(options['plain-accounts']))

const server = createServer((request, response) => {
  answer(request)
    .catch((error: unknown): Answer => {
      // A defect: the outcome is unknown here. The contract has no such status, so the gateway will ask for the outcome.
      console.error(error)
      return [500, { error: 'INTERNAL' }]
    })
    .then(([status, body]) => send(response, status, body))
})
server.listen(Number(options.port), options.host, () => {
  const { address, port } = server.address() as AddressInfo
  console.log(`listening on http://${address}:${port}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => void bank.close())
    server.closeIdleConnections()
  })
}

type Answer = [status: number, body: unknown]

async function answer(request: IncomingMessage): Promise<Answer> {
  const body = await readBody(request)
  if (!isAuthenticated(request)) return refusal(401, 'UNAUTHENTICATED')
  const { pathname } = new URL(request.url ?? '/', 'http://core')
  const route = `${request.method} ${pathname}`
  if (route === 'GET /health') return [200, { status: 'UP' }]

  const [, institutionPart, what, reference, action] =
    /^\/institutions\/([^/]+)\/(orders|lookups|balances)(?:\/([^/]+))?(?:\/(cancel))?$/.exec(pathname) ?? []
  if (institutionPart === undefined) return refusal(404, 'UNKNOWN_PATH')
  const institution = bank.institution(decoded(institutionPart))
  if (institution === undefined) return refusal(404, 'UNKNOWN_INSTITUTION')
  try {
    const operation = [request.method, what, reference && ':reference', action].filter(Boolean).join(' ')
    if (operation === 'POST lookups') return [200, bank.lookUp(institution, readLookup(parse(body)))]
    if (operation === 'POST balances') return [200, await bank.inquire(institution, readInquiry(parse(body)))]
    if (reference !== undefined && !UUID.test(reference)) throw new Malformed('the reference must be a UUID')
    switch (operation) {
      case 'PUT orders :reference': {
        const state = await bank.execute(institution, reference ?? '', readOrder(parse(body)))
        return state === 'conflict' ? refusal(409, 'CONFLICT') : [200, state]
      }
      case 'GET orders :reference': {
        const state = await bank.find(institution, reference ?? '')
        return state === undefined ? refusal(404, 'UNKNOWN_ORDER') : [200, state]
      }
      case 'POST orders :reference cancel':
        return [200, await bank.cancel(institution, reference ?? '')]
      default:
        return refusal(404, 'UNKNOWN_PATH')
    }
  } catch (error) {
    if (error instanceof Malformed) return refusal(400, 'MALFORMED', error.message)
    throw error
  }
}

/** A part of a path; one that cannot be decoded names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

function refusal(status: number, error: string, message?: string): Answer {
  return [status, { error, message }]
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}

/** The body, or undefined when it is longer than any request of the contract. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')
}

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    throw new Malformed('the body is not JSON, or too long')
  }
}

function isAuthenticated({ headers }: IncomingMessage): boolean {
  if (CORE_USER === undefined) return true
  const expected = `Basic ${Buffer.from(`${CORE_USER}:${CORE_PASSWORD ?? ''}`).toString('base64')}`
  // Digests have one length and are compared in constant time, to prevent timing attacks.
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
