// The feed of events, for clients of every API family. The client says whose feed it is.

import type { EventFeed } from '../../administration/event-delivery/event-feed.ts'
import {
  ClientAuthentication,
  type ClientAuthenticationParts,
} from '../../administration/institutions/clients/client-authentication.ts'
import { queryReader } from '../../edge/http/body/query.ts'
import type { Call } from '../../edge/http/call.ts'
import { checkCorrelationId } from '../../edge/http/correlation-id.ts'
import type { Family } from '../../edge/http/family.ts'
import { type OpenLimiter, openOwnLimiter } from '../../edge/http/limits/rate-limit.ts'
import { renderProblemJson } from '../../edge/http/problems/problem-json.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { answerEvents, eventsQuery, type FeedReader, readEvents } from './read-events.ts'

export const BASE_PATH = '/v1'

export interface EventServices extends ClientAuthenticationParts {
  readonly eventFeed: EventFeed
  readonly openLimiter?: OpenLimiter | undefined
}

export function eventsFamily(services: EventServices): Family {
  const { directory, eventFeed } = services
  const clients = new ClientAuthentication(services)
  const limiter = (services.openLimiter ?? openOwnLimiter)('events')
  const readQuery = queryReader(eventsQuery)
  const readers = new WeakMap<Call, FeedReader>()

  /** The headers of families C and D, or those of family A. */
  async function admit(call: Call): Promise<void> {
    checkCorrelationId(call)
    const clientId = call.header('x-client-id') ?? call.header('client_id')
    const secret = call.header('x-client-secret') ?? call.header('client_secret') ?? ''
    const client = clientId === undefined ? undefined : clients.authenticate(clientId, secret, call)
    if (client === undefined) {
      throw new Problem('unauthenticated', 'The credentials are missing, wrong, expired or disabled')
    }
    const partner = directory.partner(client.partnerId)
    if (partner?.isActive !== true) throw new Problem('forbidden', 'The partner may not call')
    call.partnerId = partner.partnerId
    // What its partner has lost, a client has lost too.
    const families = new Set([...client.families].filter((one) => one === 'events' || partner.families.has(one)))
    readers.set(call, { partnerId: partner.partnerId, families })
    if (partner.ratePerSecond === undefined) return
    const waitSeconds = await limiter.take(partner.partnerId, partner.ratePerSecond, call.receivedAtMs)
    if (waitSeconds === 0) return
    throw new Problem('rate-limited', 'The partner is over its rate limit', { retryAfterSeconds: waitSeconds })
  }

  return {
    name: 'events',
    prefixes: [`${BASE_PATH}/events`],
    routes: [
      {
        method: 'GET',
        path: `${BASE_PATH}/events`,
        operation: readEvents.id,
        admit,
        answer(call) {
          const reader = readers.get(call)
          if (reader === undefined) throw new Error('the caller was not admitted')
          return answerEvents(eventFeed, reader, readQuery(call.query), call.abandoned)
        },
      },
    ],
    renderProblem(problem, about) {
      const rendered = renderProblemJson(problem, about)
      return problem.kind === 'unauthenticated'
        ? { ...rendered, headers: { ...rendered.headers, 'www-authenticate': 'ClientSecret' } }
        : rendered
    },
  }
}
