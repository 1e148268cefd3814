// Work on exceptions on the wire: who looks after one, comments, and jobs on many.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import { freeText, recordFields, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import { MOST_FOUND, MOST_IDS } from '../../../../oversight/exceptions/work/jobs/exception-jobs.ts'
import { type ExceptionJob, JOB_STATES, LINE_STATES } from '../../../../oversight/exceptions/work/jobs/job-records.ts'
import {
  LISTED_COMMENTS,
  MOST_COMMENTS,
  PRIORITIES,
  type Work,
} from '../../../../oversight/exceptions/work/work-records.ts'
import { instant } from '../instants.ts'

const MOST_ASSIGNEES = 50

export function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum([...values] as Value[], { description, expected: `must be one of ${values.join(', ')}` })
}

const moment = (description: string) => instant(description, '2026-01-31T08:00:00.000Z', { maxLength: 40 })

export const workFilter = {
  assigneeId: Type.Optional(chosen(uuid('Those that this user looks after'))),
  isAssigned: Type.Optional(chosen(Type.Boolean({ description: 'Whether somebody looks after it' }))),
  priority: Type.Optional(chosen(anyOf(oneOf(PRIORITIES, 'Priorities'), 200, 'Priorities'))),
  dueBefore: Type.Optional(chosen(moment('Due before this instant'))),
}

export const workFields = {
  assigneeId: Type.Optional(chosen(uuid('Who looks after it'))),
  assignee: Type.Optional(chosen(Type.String({ description: 'The mail address of the assignee' }))),
  priority: chosen(oneOf(PRIORITIES, 'NORMAL until somebody says otherwise')),
  dueAt: Type.Optional(chosen(timestamp('When it is to be settled'))),
  comments: chosen(
    Type.Array(
      Type.Object({
        at: timestamp('When'),
        by: Type.String({ description: 'Who' }),
        text: Type.String({ description: 'What was noted' }),
      }),
      { description: `Oldest first. Lists show the last ${LISTED_COMMENTS}` },
    ),
  ),
  commentCount: chosen(Type.Integer({ description: `How many there are, at most ${MOST_COMMENTS}` })),
}

export const NO_WORK: Work = { priority: 'NORMAL', comments: [], commentCount: 0 }

export const assignment = Type.Object({
  assigneeId: Type.Optional(chosen(orNull(uuid('A user who may see the exception; null: nobody')))),
  priority: Type.Optional(chosen(oneOf(PRIORITIES, 'The priority'))),
  dueAt: Type.Optional(chosen(orNull(moment('When it is to be settled; null: no such time')))),
})

export const comment = Type.Object({ text: chosen(freeText('What is to be noted')) })

export const idsField = Type.Optional(
  chosen(
    Type.Array(uuid('An exception'), {
      description: `These exceptions, at most ${MOST_IDS}; in place of \`filter\``,
      minItems: 1,
      maxItems: MOST_IDS,
      expected: `must be 1 to ${MOST_IDS} ids`,
    }),
  ),
)

export const FILTER_DESCRIPTION = `All open exceptions that match, at most ${MOST_FOUND}; in place of \`ids\``

export const handingOut = {
  assigneeIds: Type.Optional(
    chosen(
      Type.Array(uuid('A user'), {
        description: 'Users who get the exceptions in turn',
        minItems: 1,
        maxItems: MOST_ASSIGNEES,
        expected: `must be 1 to ${MOST_ASSIGNEES} ids`,
      }),
    ),
  ),
  priority: Type.Optional(chosen(oneOf(PRIORITIES, 'The priority of all of them'))),
  dueAt: Type.Optional(chosen(moment('When they are to be settled'))),
  comment: Type.Optional(chosen(freeText('What is noted at each'))),
}

export const assignees = Type.Array(
  Type.Object({
    userId: chosen(uuid('The user')),
    mailID: chosen(Type.String({ description: 'The mail address' })),
    firstName: chosen(Type.String()),
    lastName: chosen(Type.String()),
  }),
)

export const jobStarted = Type.Object({ jobId: chosen(uuid('The job')) })

const jobFields = {
  ...recordFields,
  action: chosen(Type.String({ description: 'The action of the resolution, or ASSIGN' })),
  reason: Type.Optional(chosen(Type.String({ description: 'A resolution: why' }))),
  outcome: Type.Optional(chosen(Type.String({ description: 'MATCH of unknown outcomes: what came of the orders' }))),
  assigneeIds: Type.Optional(chosen(Type.Array(uuid('A user'), { description: 'ASSIGN: who gets them in turn' }))),
  priority: Type.Optional(chosen(oneOf(PRIORITIES, 'ASSIGN: the priority'))),
  dueAt: Type.Optional(chosen(timestamp('ASSIGN: when they are to be settled'))),
  comment: Type.Optional(chosen(Type.String({ description: 'ASSIGN: what is noted at each' }))),
  state: chosen(
    oneOf(
      JOB_STATES,
      'PENDING: waits for a second user. CANCELLED: the second user or the clock said no. FAILED: its user may not do it any ' +
        'more, or what is left could not be done',
    ),
  ),
  changeRequestId: Type.Optional(chosen(uuid('The change request that it waits or waited for'))),
  total: chosen(Type.Integer({ description: 'Its exceptions' })),
  done: chosen(Type.Integer({ description: 'Those that are done' })),
  skipped: chosen(Type.Integer({ description: 'Those that had changed since, or did not allow the action' })),
  error: Type.Optional(chosen(Type.String({ description: 'FAILED: why' }))),
  finishedAt: Type.Optional(chosen(timestamp('When it ended'))),
}

export const job = Type.Object(jobFields, { component: 'ExceptionJob' })

const line = Type.Object({
  exceptionId: chosen(uuid('The exception')),
  institutionId: chosen(Type.String({ description: 'Its institution' })),
  kind: chosen(Type.String({ description: 'Its kind when the job was asked for' })),
  state: chosen(oneOf(LINE_STATES, 'How far it is')),
  detail: Type.Optional(chosen(Type.String({ description: 'SKIPPED: why' }))),
})

export const jobWithLines = Type.Object(
  {
    ...jobFields,
    lines: chosen(
      Type.Object(
        {
          content: chosen(Type.Array(line)),
          page: chosen(Type.Integer()),
          size: chosen(Type.Integer()),
          totalElements: chosen(Type.Integer()),
          totalPages: chosen(Type.Integer()),
        },
        { description: 'A page of its exceptions, in the order in which they are worked on' },
      ),
    ),
  },
  { component: 'ExceptionJobWithLines' },
)

export const lineState = oneOf(LINE_STATES, 'Only lines in this state')

export const JOB = {
  id: '0197f8fc-6a30-7b46-9f5e-4d9a2c8e3b01',
  version: 3,
  createdAt: '2026-01-16T15:00:00.000Z',
  updatedAt: '2026-01-16T15:00:09.000Z',
  createdBy: 'operator@fi001.example',
  updatedBy: 'operator@fi001.example',
  action: 'MATCH',
  reason: 'The core shows the debits',
  outcome: 'APPROVED',
  state: 'DONE',
  total: 500,
  done: 499,
  skipped: 1,
  finishedAt: '2026-01-16T15:00:09.000Z',
}

export const JOB_LINES = {
  content: [
    {
      exceptionId: '0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66',
      institutionId: 'FI001',
      kind: 'UNKNOWN',
      state: 'SKIPPED',
      detail: 'the exception is resolved already: SETTLED by system at 2026-01-16T15:00:04.000Z',
    },
  ],
  page: 1,
  size: 10,
  totalElements: 1,
  totalPages: 1,
}

/** Absent fields of what is done stay absent. */
export function jobReply({ work, ...record }: ExceptionJob): object {
  const { resolve, assign } = work
  return { ...record, ...(resolve !== undefined && { reason: resolve.reason, outcome: resolve.outcome }), ...assign }
}
