// The AsyncAPI 3 document of events: one message for every kind, as webhooks send them. Built from the table of kinds.

import { Type } from 'typebox'
import { KINDS_OF_EVENTS } from '../../administration/events/event-kinds.ts'
import { SchemaComponents } from '../../edge/http/openapi/openapi-schema.ts'
import { EVENT } from './read-events.ts'

const HEADERS = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The id of the event, the same at every attempt.' },
    'webhook-timestamp': { type: 'string', description: 'When it was sent, in seconds since 1970.' },
    'webhook-signature': {
      type: 'string',
      description:
        '`v1,` and the HMAC-SHA256 of id, timestamp and body, base64; two with a blank between while a secret is replaced.',
    },
  },
}

export function eventsAsyncApi(): object {
  const kinds = KINDS_OF_EVENTS
  const components = new SchemaComponents()
  const messages = Object.fromEntries(
    kinds.map(([kind, { tells, data, example, subject }]) => [
      kind,
      {
        name: kind,
        title: kind,
        summary: tells,
        contentType: 'application/cloudevents+json',
        headers: { $ref: '#/components/schemas/WebhookHeaders' },
        payload: {
          allOf: [
            { $ref: '#/components/schemas/CloudEvent' },
            {
              type: 'object',
              properties: {
                type: { type: 'string', const: kind },
                data: components.emit(Type.With(data, { component: dataName(kind) }), dataName(kind)),
              },
            },
          ],
        },
        ...(example !== undefined && {
          examples: [{ name: kind, payload: exampleOf(kind, subject, example) }],
        }),
      },
    ]),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Events',
      version: '1.0.0',
      description:
        'What partners are told, as CloudEvents 1.0 signed by the Standard Webhooks scheme: at least once, in order for each `subject`. ' +
        'The feed `GET /v1/events` has the same events.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      webhook: {
        address: null,
        description: 'The address of a webhook of the partner.',
        messages: Object.fromEntries(kinds.map(([kind]) => [kind, { $ref: `#/components/messages/${kind}` }])),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The gateway sends an event by POST. Any 2xx accepts it; anything else is tried again for three days.',
      },
    },
    components: {
      messages,
      schemas: { CloudEvent: ENVELOPE, WebhookHeaders: HEADERS, ...(components.sorted() as object) },
    },
  }
}

const ENVELOPE = {
  type: 'object',
  required: [
    'specversion',
    'id',
    'source',
    'type',
    'subject',
    'time',
    'datacontenttype',
    'sequence',
    'partnerid',
    'data',
  ],
  properties: {
    specversion: { type: 'string', const: '1.0' },
    id: { type: 'string', format: 'uuid', description: 'The event, the same in every delivery.' },
    source: { type: 'string', description: 'The feed: `/partners/` and the partner.' },
    type: { type: 'string', description: 'The kind of event.' },
    subject: { type: 'string', description: 'What it is about; its events come in order.' },
    time: { type: 'string', format: 'date-time', description: 'When it happened.' },
    datacontenttype: { type: 'string', const: 'application/json' },
    sequence: { type: 'string', pattern: '^[0-9]{16}$', description: 'The number in the feed of the partner.' },
    partnerid: { type: 'string' },
    institutionid: { type: 'string' },
    data: { type: 'object' },
  },
}

/** What concerns no institution names none. */
function exampleOf(type: string, subject: string | undefined, data: object) {
  const { institutionid, ...event } = EVENT
  return { ...event, ...('institutionId' in data && { institutionid }), type, subject, data }
}

/** `BusinessDayClosed` */
function dataName(kind: string): string {
  return kind.replace(/(^|[.-])(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}
