// Made by sdk/generate.ts from contract/feed.json; do not edit. `npm run sdk` makes it again.
// Events 1.0.0

import type { CallOptions, Reply, Send } from './transport.ts'

export type Event = {
  specversion: '1.0'
  /** The event, the same in every delivery. */
  id: string
  /** The feed: `/partners/` and the partner. */
  source: string
  /** The kind of event. */
  type: string
  /** What it is about. */
  subject: string
  /** When it happened. */
  time: string
  datacontenttype: 'application/json'
  /** The number in the feed, 16 digits. */
  sequence: string
  /** The partner. */
  partnerid: string
  /** The institution. */
  institutionid?: string
  /** What the kind tells, see docs/events.md. */
  data: Record<string, unknown>
}

export type EventPage = {
  events: Event[]
  /** What to send as `after` next. */
  after: number
  /** Whether there is more already. */
  hasMore: boolean
  /** The first number that is still kept: what lies between `after` and it was removed. */
  oldest: number
}

export type Problem = {
  type: string
  /** The status in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** What happened, for people. */
  detail: string
  errors?: {
    path: string
    message: string
  }[]
  correlationId: string
  timestamp: string
}

export type ReadEventsParameters = {
  /** The last number that was read, as `after` of the answer before; 0 at first. Must be a whole number from 0. */
  after?: number
  /** Kinds of events, with commas between them; all unless stated. Must be kinds of events with commas between them. */
  kinds?: string
  /** Events in the answer, at most: it ends earlier after a megabyte of data. Must be a whole number from 1 to 500. */
  limit?: number
  /** Seconds to wait for an event when there is none. Must be a whole number from 0 to 30. */
  wait?: number
}

export type ReadEventsAnswer =
  | Reply<200, EventPage>
  | Reply<400 | 401 | 403 | 429 | 500 | 503, Problem>

/** Every operation of the contract, over a way to send them. */
export interface FeedOperations {
  /**
   * Read the feed
   *
   * Events of the partner after a number, oldest first: those that the families of the client cover, or all for a
   * client that names the family `events`. Numbers count in the whole feed. An `after` beyond its last number: 400,
   * which names that number. With `wait` the answer comes with the first event, or empty when the time is over; it
   * also comes empty at once while too many wait already. Ask again with `after` of the answer.
   */
  readEvents(parameters?: ReadEventsParameters, options?: CallOptions): Promise<ReadEventsAnswer>
}

export function feedOperations(send: Send): FeedOperations {
  return {
    readEvents: (parameters, options) =>
      send({ operationId: 'ReadEvents', method: 'GET', path: '/v1/events', query: { after: parameters?.after, kinds: parameters?.kinds, limit: parameters?.limit, wait: parameters?.wait } }, undefined, options),
  }
}
