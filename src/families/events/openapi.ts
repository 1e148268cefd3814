// The OpenAPI document of the feed: the words that do not come from its operation.

import { STATUS_CODES } from 'node:http'
import { Type } from 'typebox'
import { openApiDocument } from '../../edge/http/openapi/openapi.ts'
import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { chosen } from '../../edge/http/operation.ts'
import { PROBLEM_STATUS, type ProblemKind } from '../../platform/kernel/problems/problem.ts'
import { BASE_PATH } from './family.ts'
import { readEvents } from './read-events.ts'

const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'

const problem = Type.Object(
  {
    type: chosen(Type.String()),
    title: chosen(Type.String({ description: 'The status in words' })),
    status: chosen(Type.Integer({ description: 'The HTTP status' })),
    detail: chosen(Type.String({ description: 'What happened, for people' })),
    errors: Type.Optional(chosen(Type.Array(Type.Object({ path: Type.String(), message: Type.String() })))),
    correlationId: chosen(Type.String({ format: 'uuid' })),
    timestamp: chosen(Type.String({ format: 'date-time' })),
  },
  { component: 'Problem' },
)

function error(
  kind: ProblemKind,
  name: string,
  description: string,
  more: { headers?: readonly 'retry-after'[] } = {},
) {
  const status = PROBLEM_STATUS[kind]
  return {
    status,
    name,
    description,
    ...more,
    examples: [
      {
        name: 'problem',
        summary: STATUS_CODES[status] ?? '',
        value: {
          type: 'about:blank',
          title: STATUS_CODES[status],
          status,
          detail: description,
          correlationId: CORRELATION_ID,
          timestamp: '2026-01-15T10:00:00.000Z',
        },
      },
    ],
  }
}

export function feedOpenApi(): Json {
  return openApiDocument({
    title: 'Events',
    version: '1.0.0',
    description: [
      'What happened, for partners that cannot receive webhooks. `events.json` (AsyncAPI) describes every kind of event.',
      '**Credentials.** `X-Client-Id` and `X-Client-Secret` of a client of any family; `client_id` and `client_secret` are taken as well. ' +
        'The client says whose events are read: of the feed of its partner those that its families cover, or all when it names the family `events`.',
      '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
    ].join('\n\n'),
    basePath: BASE_PATH,
    tags: [{ name: 'Events', description: 'The feed of a partner.' }],
    securitySchemes: {
      clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: 'A client of the partner.' },
      clientSecret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret', description: 'Paired with X-Client-Id.' },
    },
    headers: [
      {
        name: 'X-Correlation-Id',
        required: false,
        description: 'A UUID to find the request by; made when absent, and echoed. Anything else is refused: 400.',
        schema: chosen(Type.String({ format: 'uuid' })),
        example: CORRELATION_ID,
      },
    ],
    problem: { contentType: 'application/problem+json', schema: problem },
    errors: [
      error('invalid', 'BadRequest', 'Parameters or headers are invalid; `errors` names each of them.'),
      error('unauthenticated', 'Unauthorized', 'The client is not accepted.'),
      error('forbidden', 'Forbidden', 'The partner may not call.'),
      error('rate-limited', 'TooManyRequests', 'The partner is over its rate limit.', { headers: ['retry-after'] }),
      error('internal', 'InternalError', 'An unexpected failure.'),
      error('unavailable', 'Unavailable', 'The store cannot be reached.', { headers: ['retry-after'] }),
    ],
    openErrors: [],
    operations: [readEvents],
  })
}
