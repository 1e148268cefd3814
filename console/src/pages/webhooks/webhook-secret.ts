// The secret of a webhook, as it is shown once: when it is made, and when it is rotated.

import type { ShownOnce } from '../../kit/show/secret-once.tsx'
import { addressOf, type Webhook } from './webhook-words.ts'

/** Undefined for a webhook that was only read. */
export function secretOf(webhook: Webhook): ShownOnce | undefined {
  if (webhook.secret === undefined) return undefined
  return {
    title: `Secret of ${addressOf(webhook)}`,
    secrets: [['Signing secret', webhook.secret]],
    hint: 'The secret is shown once. Copy it now and hand it over on a safe way: the receiver checks signatures with it. No one can read it again. If it is lost, rotate it.',
  }
}
