// Signatures of the Standard Webhooks scheme: HMAC-SHA256 over id, timestamp and body. While a secret is replaced, both sign.

import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The headers of a message, signed with each of the secrets. */
export function webhookHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const { id, timestampSeconds } = message
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(message, secret)}`).join(' '),
  }
}

function signatureOf({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')
}

/** What a secret is sealed for. */
export function webhookSecretContext(webhookId: string): string {
  return `webhooks.secret:${webhookId}`
}
