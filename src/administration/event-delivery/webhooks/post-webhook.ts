// One POST to a receiver. Its address is checked where the socket resolves it; redirects are answers like others, and an answer is
// read up to a limit.

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'
import { getCACertificates } from 'node:tls'
import {
  type AddressGuard,
  forbiddenBy,
  lookupWith,
  type Resolve,
} from '../../institutions/connectivity/guarded-lookup.ts'
import { hostOf } from '../../institutions/connectivity/usable-address.ts'

const MAX_ANSWER_BYTES = 1_024

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  /** Addresses that it may not reach. */
  readonly guard: AddressGuard
  /** Covers connecting, sending and the answer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve | undefined
  /** PEM certificates to trust instead of those of Node and of the system. */
  readonly ca?: string | undefined
  /** Those to use; without them each request has one of its own. */
  readonly connections?: WebhookConnections | undefined
}

/** Connections to one receiver, used again until they are destroyed. */
export type WebhookConnections = Pick<Agent, 'destroy'>

export function openConnections(url: string, most: number): WebhookConnections {
  const options = { keepAlive: true, maxSockets: most }
  return new URL(url).protocol === 'https:' ? new TlsAgent(options) : new Agent(options)
}

export type PostOutcome =
  | { readonly status: number; readonly answer: string; readonly retryAfterMs?: number | undefined }
  /** No answer; the receiver may have got it all the same. */
  | { readonly error: string; readonly retryAfterMs?: undefined }

/** Never rejects. */
export async function postWebhook(post: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  const url = new URL(post.url)
  const refused = forbiddenBy(hostOf(url), options.guard)
  if (refused !== undefined) return { error: refused.message }
  const late = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
  const first = await postOnce(url, post, options, { late, signal })
  // The receiver may close a connection just when it is used again, which says nothing about the event.
  return first === 'closed'
    ? ((await postOnce(url, post, options, { late, signal, isFresh: true })) as PostOutcome)
    : first
}

interface Limits {
  readonly late: AbortSignal
  readonly signal: AbortSignal
  /** On a connection of its own. */
  readonly isFresh?: boolean
}

function postOnce(
  url: URL,
  { headers, body }: WebhookPost,
  { guard, resolve: resolveName, ca, connections }: PostOptions,
  { late, signal, isFresh = false }: Limits,
): Promise<PostOutcome | 'closed'> {
  const isTls = url.protocol === 'https:'
  return new Promise((resolve) => {
    const request = (isTls ? httpsRequest : httpRequest)(
      {
        method: 'POST',
        protocol: url.protocol,
        hostname: hostOf(url),
        port: url.port || (isTls ? 443 : 80),
        path: url.pathname + url.search,
        headers: {
          ...headers,
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'tillgate-webhooks',
        },
        agent: isFresh || connections === undefined ? false : (connections as Agent),
        lookup: lookupWith(guard, resolveName),
        signal,
        ...(isTls && { ca: ca ?? trusted(), minVersion: 'TLSv1.2' as const }),
      },
      (answer) => {
        readStart(answer, (start, isWhole) => {
          const retryAfterMs = retryAfterOf(answer)
          resolve({
            status: answer.statusCode ?? 0,
            answer: start,
            ...(retryAfterMs !== undefined && { retryAfterMs }),
          })
          if (!isWhole) request.destroy()
        })
      },
    )
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve({ error: 'the receiver switched protocols' })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && !signal.aborted) resolve('closed')
      else resolve({ error: late.aborted ? 'no answer in time' : reasonOf(error) })
    })
    request.end(body)
  })
}

/** The status counts from here on: a receiver that sends without end has answered. */
function readStart(answer: IncomingMessage, done: (start: string, isWhole: boolean) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const end = (isWhole: boolean) =>
    done(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString().replaceAll('\0', ''), isWhole)
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_ANSWER_BYTES) end(false)
  })
  answer.on('end', () => end(true))
  answer.on('error', () => end(false))
}

/** Seconds, or a date: then by the clock of the receiver. */
function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return undefined
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(headers.date ?? '')
  return Number.isFinite(waitMs) ? Math.max(waitMs, 0) : undefined
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return (code === undefined || code === 'ABORT_ERR' ? message : code).slice(0, 200)
}

let certificates: string[] | undefined

function trusted(): string[] {
  certificates ??= [...getCACertificates('default'), ...getCACertificates('system')]
  return certificates
}
