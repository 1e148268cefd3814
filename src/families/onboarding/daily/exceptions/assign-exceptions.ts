// Hands many exceptions to a team.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { checkSelection, selectionFilter, selectionOf } from './exception-shapes.ts'
import { handingOut, idsField, JOB, jobStarted } from './work-shapes.ts'

const body = Type.Object({
  ids: idsField,
  filter: Type.Optional(chosen(selectionFilter)),
  ...handingOut,
})

export const assignExceptions = onboardingOperation({
  id: 'AssignExceptions',
  route: 'POST /transactions/exceptions/assign',
  access: may('EXCEPTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Hand out many exceptions',
  description:
    'A job gives them to the users in turn, the oldest exception first, and sets priority and time for all. What is left out ' +
    'stays as it is at each. Which exceptions they are is fixed now; one that is resolved before its turn, or that its user may ' +
    'not see, is skipped. Follow it with `GET /transactions/exceptions/resolutions/{jobId}`. Of those that a filter finds, ones ' +
    'that wait for a second user are left out; named ones that do: 409. Five unfinished jobs of a user are the limit (429).',
  status: 202,
  body,
  rules(sent: Static<typeof body>, found) {
    checkSelection(sent, found)
    const { assigneeIds, priority, dueAt, comment } = sent
    if (assigneeIds === undefined && priority === undefined && dueAt === undefined && comment === undefined)
      found.add('assigneeIds', 'is required without priority, dueAt and comment')
  },
  reply: jobStarted,
  requestExamples: [
    {
      name: 'team',
      summary: 'All unknown outcomes of an institution, to two users',
      value: {
        filter: { institutionId: 'FI001', kind: ['UNKNOWN'] },
        assigneeIds: ['0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e70', '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71'],
        priority: 'HIGH',
      },
    },
  ],
  replyExamples: [{ name: 'accepted', summary: 'The job', value: { jobId: JOB.id } }],
  async handle(ask) {
    const { assigneeIds, priority, dueAt, comment } = ask.body
    const assign = { assigneeIds, priority, dueAt, comment }
    const { id: jobId } = await ask.services.exceptionJobs.request(ask, selectionOf(ask.body), { assign })
    return envelope(ask, { jobId }, { status: 202, message: 'The job is queued' })
  },
})
