// The feed of a partner: what happened after the number that it has read last. With `wait` the answer comes when something happens.

import { type Static, Type } from 'typebox'
import type { EventFeed } from '../../administration/event-delivery/event-feed.ts'
import { EVENT_KIND_NAMES, EVENT_KINDS } from '../../administration/events/event-kinds.ts'
import type { ClientFamily } from '../../administration/institutions/partners/api-families.ts'
import type { Reply } from '../../edge/http/family.ts'
import { chosen, type DocumentedOperation } from '../../edge/http/operation.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'

const MAX_WAIT_SECONDS = 30
const MAX_LIMIT = 500

export const eventsQuery = Type.Object({
  after: Type.Optional(
    chosen(
      Type.Integer({
        description: 'The last number that was read, as `after` of the answer before; 0 at first',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        expected: 'must be a whole number from 0',
      }),
    ),
  ),
  kinds: Type.Optional(
    chosen(
      Type.String({
        description: 'Kinds of events, with commas between them; all unless stated',
        minLength: 1,
        maxLength: 2_000,
        expected: 'must be kinds of events with commas between them',
      }),
    ),
  ),
  limit: Type.Optional(
    chosen(
      Type.Integer({
        description: 'Events in the answer, at most: it ends earlier after a megabyte of data',
        minimum: 1,
        maximum: MAX_LIMIT,
        default: 100,
        expected: `must be a whole number from 1 to ${MAX_LIMIT}`,
      }),
    ),
  ),
  wait: Type.Optional(
    chosen(
      Type.Integer({
        description: 'Seconds to wait for an event when there is none',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        expected: `must be a whole number from 0 to ${MAX_WAIT_SECONDS}`,
      }),
    ),
  ),
})

const event = Type.Object(
  {
    specversion: chosen(Type.Literal('1.0')),
    id: chosen(Type.String({ description: 'The event, the same in every delivery', format: 'uuid' })),
    source: chosen(Type.String({ description: 'The feed: `/partners/` and the partner' })),
    type: chosen(Type.String({ description: 'The kind of event' })),
    subject: chosen(Type.String({ description: 'What it is about' })),
    time: chosen(Type.String({ description: 'When it happened', format: 'date-time' })),
    datacontenttype: chosen(Type.Literal('application/json')),
    sequence: chosen(Type.String({ description: 'The number in the feed, 16 digits' })),
    partnerid: chosen(Type.String({ description: 'The partner' })),
    institutionid: Type.Optional(chosen(Type.String({ description: 'The institution' }))),
    data: chosen(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What the kind tells, see docs/events.md' }),
    ),
  },
  { component: 'Event' },
)

const reply = Type.Object(
  {
    events: chosen(Type.Array(event)),
    after: chosen(Type.Integer({ description: 'What to send as `after` next' })),
    hasMore: chosen(Type.Boolean({ description: 'Whether there is more already' })),
    oldest: chosen(
      Type.Integer({
        description: 'The first number that is still kept: what lies between `after` and it was removed',
      }),
    ),
  },
  { component: 'EventPage' },
)

export const EVENT = {
  specversion: '1.0',
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e61',
  source: '/partners/PARTNER01',
  type: 'institution.changed',
  subject: 'institution/FI001',
  time: '2026-01-15T10:00:00.000Z',
  datacontenttype: 'application/json',
  sequence: '0000000000000042',
  partnerid: 'PARTNER01',
  institutionid: 'FI001',
  data: EVENT_KINDS['institution.changed'].example,
}

export const readEvents: DocumentedOperation = {
  id: 'ReadEvents',
  route: 'GET /events',
  basis: 'chosen',
  tag: 'Events',
  summary: 'Read the feed',
  description:
    'Events of the partner after a number, oldest first: those that the families of the client cover, or all for a client that names the ' +
    'family `events`. Numbers count in the whole feed. An `after` beyond its last number: 400, which names that number. With `wait` the answer comes with the first event, or empty when the time ' +
    'is over; it also comes empty at once while too many wait already. Ask again with `after` of the answer.',
  query: eventsQuery,
  reply,
  replyExamples: [
    { name: 'events', summary: 'One event', value: { events: [EVENT], after: 42, hasMore: false, oldest: 1 } },
  ],
}

/** Whose feed is read, and what of it. */
export interface FeedReader {
  readonly partnerId: string
  readonly families: ReadonlySet<ClientFamily>
}

export async function answerEvents(
  feed: EventFeed,
  { partnerId, families }: FeedReader,
  query: Static<typeof eventsQuery>,
  abandoned: AbortSignal,
): Promise<Reply> {
  const { after = 0, limit = 100, wait = 0 } = query
  const page = await feed.read({
    partnerId,
    families,
    after,
    limit,
    kinds: kindsOf(query.kinds),
    waitMs: wait * 1_000,
    abandoned,
  })
  return { body: JSON.stringify(page) }
}

function kindsOf(text: string | undefined): string[] {
  const kinds = text === undefined ? [] : text.split(',')
  if (kinds.every((kind) => (EVENT_KIND_NAMES as readonly string[]).includes(kind))) return kinds
  throw invalidFields([{ path: 'kinds', message: `must be of ${EVENT_KIND_NAMES.join(', ')}` }])
}
