// The sessions of the current user that are not over: where one is signed in. A page at a time.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import * as shape from '../../../../edge/resource/record-shapes.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

const session = Type.Object(
  {
    id: chosen(shape.uuid('The session')),
    current: chosen(Type.Boolean({ description: 'True for the session that is asking' })),
    createdAt: chosen(shape.timestamp('When it was opened')),
    lastUsedAt: chosen(shape.timestamp('When its refresh token was last used')),
    expiresAt: chosen(shape.timestamp('When it ends if it is not refreshed')),
    ip: chosen(Type.String({ description: 'The address it was opened from' })),
    userAgent: chosen(Type.String({ description: 'The program it was opened with' })),
  },
  { component: 'Session' },
)

export const listMySessions = onboardingOperation({
  id: 'ListMySessions',
  route: 'GET /me/sessions',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Session',
  summary: 'My sessions',
  description: 'The sessions of the current user that are not over, newest first.',
  query: shape.pagingQuery,
  reply: shape.pageShape(session),
  replyExamples: [
    {
      name: 'one',
      summary: 'Signed in once',
      value: pageExample({
        id: '019bc0de-0000-7000-8000-000000000001',
        current: true,
        createdAt: '2026-01-15T09:00:00.000Z',
        lastUsedAt: '2026-01-15T09:45:00.000Z',
        expiresAt: '2026-01-15T21:45:00.000Z',
        ip: '192.0.2.10',
        userAgent: 'Mozilla/5.0',
      }),
    },
  ],
  handle(ask) {
    const { services, principal } = ask
    const mine = { list: (_scope: Scope, userId: string, page: PageRequest) => services.sessions.list(userId, page) }
    return pageReply(ask, mine, principal.userId, (record) => ({
      id: record.sessionId,
      current: record.sessionId === principal.sessionId,
      createdAt: isoTimestamp(record.createdAtMs),
      lastUsedAt: isoTimestamp(record.lastUsedAtMs),
      expiresAt: isoTimestamp(record.expiresAtMs),
      ip: record.ip,
      userAgent: record.userAgent,
    }))
  },
})
