// One POST to a receiver. Its address is checked where the socket resolves it; redirects are answers like others, and an answer is
// read up to a limit.

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { getCACertificates } from 'node:tls'
import { forbiddenHost, guardedLookup, type Resolve } from '../core/rest/guarded-lookup.ts'
import { hostOf } from '../institutions/connectivity/usable-address.ts'
import type { Environment } from '../kernel/environment.ts'

const MAX_ANSWER_BYTES = 1_024

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostOptions {
  readonly environment: Environment
  /** Covers connecting, sending and the answer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve | undefined
  /** PEM certificates to trust instead of those of Node and of the system. */
  readonly ca?: string | undefined
}

export type PostOutcome =
  | { readonly status: number; readonly answer: string }
  /** No answer; the receiver may have got it all the same. */
  | { readonly error: string }

/** Never rejects. */
export function postWebhook({ url: text, headers, body }: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  const url = new URL(text)
  const { environment, timeoutMs, resolve: resolveName, ca } = options
  if (forbiddenHost(hostOf(url), environment)) return Promise.resolve({ error: 'the address is not allowed' })
  const isTls = url.protocol === 'https:'
  const late = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
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
        agent: false,
        lookup: guardedLookup(environment, resolveName),
        signal,
        ...(isTls && { ca: ca ?? trusted(), minVersion: 'TLSv1.2' as const }),
      },
      (answer) => {
        readStart(answer, (start) => {
          resolve({ status: answer.statusCode ?? 0, answer: start })
          request.destroy()
        })
      },
    )
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve({ error: 'the receiver switched protocols' })
    })
    request.on('error', (error) =>
      resolve({ error: late.aborted ? 'no answer in time' : reasonOf(error as NodeJS.ErrnoException) }),
    )
    request.end(body)
  })
}

/** The status counts from here on: a receiver that sends without end has answered. */
function readStart(answer: IncomingMessage, done: (start: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const end = () => done(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString().replaceAll('\0', ''))
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_ANSWER_BYTES) end()
  })
  answer.on('end', end)
  answer.on('error', end)
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return (code === undefined || code === 'ABORT_ERR' ? message : code).slice(0, 200)
}

let certificates: string[] | undefined

function trusted(): string[] {
  certificates ??= [...getCACertificates('default'), ...getCACertificates('system')]
  return certificates
}
