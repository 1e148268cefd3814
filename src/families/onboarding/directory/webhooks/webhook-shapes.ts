// Webhooks and their deliveries on the wire, and an example of each.

import { Type } from 'typebox'
import { DELIVERY_STATES } from '../../../../administration/event-delivery/deliveries.ts'
import type { WebhookRecord } from '../../../../administration/event-delivery/webhooks/webhook-records.ts'
import { EVENT_KIND_NAMES } from '../../../../administration/events/event-kinds.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import {
  changeOf,
  emailAddress,
  identifier,
  recordExample,
  recordOf,
  timestamp,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'

const MAX_INSTITUTIONS = 200

export const eventKind = Type.Enum([...EVENT_KIND_NAMES], {
  description: 'A kind of event',
  expected: `must be one of ${EVENT_KIND_NAMES.join(', ')}`,
})

const kinds = chosen(
  Type.Array(eventKind, {
    description: 'Kinds of events that it gets; empty is all, also those of later versions',
    maxItems: EVENT_KIND_NAMES.length,
    expected: `must be at most ${EVENT_KIND_NAMES.length} kinds of events`,
  }),
)

const institutionIds = chosen(
  Type.Array(identifier('An institution'), {
    description: 'Institutions whose events it gets; empty is all. What belongs to no institution always comes.',
    maxItems: MAX_INSTITUTIONS,
    expected: `must be at most ${MAX_INSTITUTIONS} institution ids`,
  }),
)

const url = chosen(
  Type.String({
    description:
      'Where events are sent: outside the sandbox https, and no address of a private network unless `webhooks.allowed-networks` holds it',
    minLength: 1,
    maxLength: 2_000,
    pattern: '^[!-~]+$',
    expected: 'must be a URL such as https://partner.example/events',
  }),
)

export const newWebhook = Type.Object({
  partnerId: chosen(identifier('The partner whose events it gets')),
  url,
  kinds: Type.Optional(kinds),
  institutionIds: Type.Optional(institutionIds),
  contactEmail: chosen(emailAddress('Who gets a mail when it is switched off')),
})

export const webhookChange = changeOf(newWebhook, { fixed: ['partnerId'] })

export const webhookFilter = Type.Object({
  partnerId: Type.Optional(chosen(identifier('The partner'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether it gets events' }))),
})

export const webhook = recordOf(newWebhook, {
  component: 'Webhook',
  shown: {
    partnerId: 'The partner',
    url,
    isActive: Type.Boolean({ description: 'Whether it gets events' }),
    offReason: Type.Union([Type.String(), Type.Null()], { description: 'Why the gateway has switched it off' }),
    failures: Type.Integer({ description: 'Failed attempts since the last success' }),
    succeededAt: Type.Union([timestamp('When it last took an event'), Type.Null()]),
    pausedUntil: Type.Union([timestamp('Until then it is left alone, after several failures in a row'), Type.Null()]),
    lagSeconds: Type.Integer({
      description: 'Age of the oldest event that it has not taken yet; 0 when there is none',
    }),
    oldSecretUntil: Type.Union([timestamp('Until then the secret before signs too'), Type.Null()]),
    secret: Type.Optional(Type.String({ description: 'Shown when it is made, once: `whsec_…`' })),
  },
})

export function webhookReply({ ownedBy: _, ...record }: WebhookRecord) {
  return record
}

const attempt = Type.Object(
  {
    at: chosen(timestamp('When it was sent')),
    durationMs: chosen(Type.Integer({ description: 'How long it took' })),
    status: Type.Optional(chosen(Type.Integer({ description: 'The HTTP status' }))),
    answer: Type.Optional(
      chosen(Type.String({ description: 'The start of the answer, for users with the right REVEAL' })),
    ),
    error: Type.Optional(chosen(Type.String({ description: 'Why there was no answer' }))),
  },
  { component: 'WebhookAttempt' },
)

export const deliveryState = Type.Enum([...DELIVERY_STATES], {
  description:
    'PENDING until it is accepted with a 2xx, or three days have passed; EXPIRED when its event was removed before',
  expected: `must be one of ${DELIVERY_STATES.join(', ')}`,
})

export const delivery = Type.Object(
  {
    sequence: chosen(Type.Integer({ description: 'The number in the feed of the partner' })),
    eventId: chosen(uuid('The event; the header `webhook-id`')),
    kind: chosen(Type.String({ description: 'The kind of event' })),
    resource: chosen(Type.String({ description: 'What it is about; its events come in their order' })),
    state: chosen(deliveryState),
    nextAttemptAt: chosen(
      Type.Union([timestamp('Null when it has ended, or waits for an earlier event of the resource'), Type.Null()]),
    ),
    endedAt: chosen(Type.Union([timestamp('When it was accepted, or given up'), Type.Null()])),
    attempts: chosen(Type.Array(attempt)),
  },
  { component: 'WebhookDelivery' },
)

export const WEBHOOK = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e60'),
  partnerId: 'PARTNER01',
  url: 'https://partner.example/events',
  kinds: ['institution.changed', 'business-day.closed'],
  institutionIds: ['FI001'],
  contactEmail: 'operations@partner.example',
  isActive: true,
  offReason: null,
  failures: 0,
  succeededAt: null,
  pausedUntil: null,
  lagSeconds: 0,
  oldSecretUntil: null,
}

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

export const DELIVERY = {
  sequence: 42,
  eventId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e61',
  kind: 'institution.changed',
  resource: 'institution/FI001',
  state: 'DELIVERED',
  nextAttemptAt: null,
  endedAt: '2026-01-15T10:00:05.000Z',
  attempts: [
    { at: '2026-01-15T10:00:00.000Z', durationMs: 12, status: 503, answer: 'not yet' },
    { at: '2026-01-15T10:00:05.000Z', durationMs: 9, status: 204, answer: '' },
  ],
}
