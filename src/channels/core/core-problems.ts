// The refusals of a core, besides the kinds that any dependency has (see the list in channel/channel.ts).

import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'

export const coreProblem = domainProblems('core', {
  /** The institution's business day is being closed; nothing was done. */
  cutover: 'unavailable',
  /** The institution has no such biller. */
  'unknown-biller': 'not-found',
})

export type CoreReason = ReasonOf<typeof coreProblem>
