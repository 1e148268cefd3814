// The client of the feed of events, with the credentials filled in.

import { type FeedOperations, feedOperations } from './generated-feed.ts'
import { type Endpoint, overFetch } from './transport.ts'

export interface EventsConnection extends Endpoint {
  /** A client of the partner, of any family. */
  readonly clientId: string
  readonly clientSecret: string
}

export type EventsClient = FeedOperations

export function createEventsClient(connection: EventsConnection): EventsClient {
  const { clientId, clientSecret } = connection
  return feedOperations(overFetch(connection, { 'x-client-id': clientId, 'x-client-secret': clientSecret }))
}
