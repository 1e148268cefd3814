// The envelope that every answer of onboarding comes in, but those the specification excepts.

import { type TSchema, Type } from 'typebox'
import { type Clock, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Reply } from '../http/family.ts'
import { given } from '../http/operation.ts'

export function enveloped(data: TSchema) {
  return Type.Object({
    data,
    success: given(Type.Boolean({ description: 'True' })),
    message: given(Type.String({ description: 'For people' })),
    timestamp: given(Type.String({ format: 'date-time' })),
  })
}

interface Sent {
  readonly services: { readonly clock: Clock }
}

export interface EnvelopeOptions {
  readonly message?: string
  readonly status?: number
  readonly headers?: Reply['headers']
}

/** A good answer: `data` in the envelope. */
export function envelope({ services }: Sent, data: unknown, options: EnvelopeOptions = {}): Reply {
  const { message = 'OK', status, headers } = options
  return {
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { headers }),
    body: JSON.stringify({ data, success: true, message, timestamp: isoTimestamp(services.clock.now()) }),
  }
}

/** A record that was made. */
export function created(ask: Sent, data: unknown, message = 'Created'): Reply {
  return envelope(ask, data, { message, status: 201 })
}

/** An answer that the specification wants without envelope. */
export function plain(body: unknown, options: Pick<Reply, 'status' | 'headers'> = {}): Reply {
  return { ...options, body: JSON.stringify(body) }
}
