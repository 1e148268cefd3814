// Resolves many exceptions in the same way.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { checkSelection, resolutionRequest, selectionFilter, selectionOf } from './exception-shapes.ts'
import { idsField, JOB, jobStarted } from './work-shapes.ts'

const { originalId: _, ...resolution } = resolutionRequest.properties

const body = Type.Object({
  ids: idsField,
  filter: Type.Optional(chosen(selectionFilter)),
  ...resolution,
})

export const resolveExceptions = onboardingOperation({
  id: 'ResolveExceptions',
  route: 'POST /transactions/exceptions/resolve',
  access: may('EXCEPTIONS', 'APPROVE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Resolve many exceptions',
  description:
    'A job resolves each as `POST /transactions/exceptions/{id}/resolve` would, with an audit record of its own, and survives a ' +
    'restart. Which exceptions they are is fixed now, the oldest first: one that has changed by its turn, or does not allow the ' +
    'action, is skipped and says why. Where the action waits for a second user, one change request waits for all of them. Follow ' +
    'it with `GET /transactions/exceptions/resolutions/{jobId}`. Of those that a filter finds, ones that wait for a second user ' +
    'already are left out; named ones that do: 409. Five unfinished jobs of a user are the limit (429).',
  status: 202,
  body,
  rules(sent: Static<typeof body>, found) {
    checkSelection(sent, found)
  },
  reply: jobStarted,
  requestExamples: [
    {
      name: 'outcomes',
      summary: 'The core has posted them all',
      value: {
        filter: { institutionId: 'FI001', kind: ['UNKNOWN'] },
        action: 'MATCH',
        outcome: 'APPROVED',
        reason: 'The core shows the debits',
      },
    },
  ],
  replyExamples: [{ name: 'accepted', summary: 'The job', value: { jobId: JOB.id } }],
  async handle(ask) {
    const { action, reason, outcome, linkedAccountId, externalReference } = ask.body
    const resolve = { action, reason, outcome, linkedAccountId, externalReference }
    const { id: jobId } = await ask.services.exceptionJobs.request(ask, selectionOf(ask.body), { resolve })
    return envelope(ask, { jobId }, { status: 202, message: 'The job is queued' })
  },
})
