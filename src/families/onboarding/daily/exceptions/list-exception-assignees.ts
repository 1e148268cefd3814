// Users who can be given exceptions.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { anyInstitution } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { assignees } from './work-shapes.ts'

export const listExceptionAssignees = onboardingOperation({
  id: 'ListExceptionAssignees',
  route: 'GET /transactions/exceptions/assignees',
  access: may('EXCEPTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'List users who can be given exceptions',
  description: 'Active users of your scope whose role shows exceptions, by name; at most 200.',
  query: Type.Object({
    institutionId: Type.Optional(chosen(anyInstitution('Users of this institution, and of the platform'))),
  }),
  reply: assignees,
  replyExamples: [
    {
      name: 'assignees',
      summary: 'One user',
      value: [
        {
          userId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e70',
          mailID: 'operator@fi001.example',
          firstName: 'Otto',
          lastName: 'First',
        },
      ],
    },
  ],
  async handle(ask) {
    const { scope } = ask.principal
    return envelope(ask, await ask.services.exceptionDesk.assignees(scope, ask.query.institutionId))
  },
})
