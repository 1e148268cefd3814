// One application with its risk signals and its latest decision.

import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { APPLICATION_DETAIL, applicationDetail, wireDetail } from './application-shapes.ts'

export const getApplication = lendingOperation({
  id: 'GetApplication',
  route: 'GET /applications/:applicationId',
  basis: 'chosen',
  access: { module: 'LOAN_ORIGINATION', action: 'VIEW' },
  errors: ['D-APPLICATION_NOT_FOUND'],
  tag: 'Applications',
  summary: 'Read an application',
  description: 'With its history, its risk signals and its latest decision.',
  reply: applicationDetail,
  replyExamples: [{ name: 'approved', summary: 'It is approved', value: APPLICATION_DETAIL }],
  async handle(ask) {
    const { applicationId = '' } = ask.call.params
    return reply(ask, wireDetail(await ask.services.applications.detail(originationCaller(ask), applicationId)))
  },
})
