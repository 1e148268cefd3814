// Jobs on many exceptions: how far they are.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { pageQuery, pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { JOB, JOB_LINES, job, jobReply, jobWithLines, lineState } from './work-shapes.ts'

export const browseExceptionJobs = onboardingOperation({
  id: 'BrowseExceptionJobs',
  route: 'GET /transactions/exceptions/resolutions',
  access: may('EXCEPTIONS', 'VIEW'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'List jobs on many exceptions',
  description: 'Newest first; those of users of your scope.',
  query: pageQuery(),
  reply: pageShape(job),
  replyExamples: [{ name: 'page', summary: 'One job', value: pageExample(JOB) }],
  handle: (ask) => pageReply(ask, ask.services.exceptionJobs, {}, jobReply),
})

export const getExceptionJob = onboardingOperation({
  id: 'GetExceptionJob',
  route: 'GET /transactions/exceptions/resolutions/:id',
  access: may('EXCEPTIONS', 'VIEW'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Read a job on many exceptions',
  description: 'How far it is, and a page of its exceptions with what came of each.',
  query: Type.Object({ ...pagingQuery.properties, state: Type.Optional(chosen(lineState)) }),
  reply: jobWithLines,
  replyExamples: [{ name: 'done', summary: 'One was settled meanwhile', value: { ...JOB, lines: JOB_LINES } }],
  async handle(ask) {
    const { page = 1, size = 10, state } = ask.query
    const { scope } = ask.principal
    const found = await ask.services.exceptionJobs.find(scope, idOf(ask), state, { page, size })
    const { items: content, total: totalElements } = found.lines
    const lines = { content, page, size, totalElements, totalPages: Math.ceil(totalElements / size) }
    return envelope(ask, { ...jobReply(found.job), lines })
  },
})
