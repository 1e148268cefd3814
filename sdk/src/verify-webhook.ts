// Checks that a webhook comes from the gateway: the signature of the Standard Webhooks scheme, and that it is not old.

import type { PartnerEvent } from './generated-events.ts'

export interface VerifyOptions {
  /** How far the clocks may differ, and how long an attempt may take to arrive; five minutes by default. */
  readonly toleranceSeconds?: number
  /** The current time; that of the machine by default. */
  readonly nowMs?: number
}

/** Header names in lower case, as Node has them, or a `Headers` object. */
type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const PREFIX = 'whsec_'

/**
 * The event, when the body was signed with the secret; throws an Error that says what is wrong otherwise. The body is the text as it
 * was received: parsed and written again it has another signature.
 */
export async function verifyWebhook(
  body: string,
  headers: ReceivedHeaders,
  secret: string,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<PartnerEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new Error('webhook-timestamp is too old or too new')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(PREFIX, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures) {
    const [version, encoded = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(encoded), signed))) return JSON.parse(body)
  }
  throw new Error('webhook-signature does not match')
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`)
  return value
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
