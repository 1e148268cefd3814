// What webhooks can refuse.

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const eventProblem = domainProblems('events', {
  'webhook-not-found': 'not-found',
  'webhook-changed': 'conflict',
  'webhook-partner-not-found': 'not-found',
  'too-many-webhooks': 'conflict',
  'webhook-off': 'conflict',
  'delivery-not-found': 'not-found',
  'delivery-ended': 'conflict',
  'earlier-waits': 'conflict',
})

export type EventReason = ReasonOf<typeof eventProblem>
