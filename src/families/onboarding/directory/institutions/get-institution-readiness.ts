// What an institution still lacks before it can be activated.

import { Type } from 'typebox'
import {
  REQUIREMENTS,
  type Requirement,
} from '../../../../administration/institutions/financial-institutions/readiness.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { listOf, oneOf } from './institution-fields.ts'

const names = Object.keys(REQUIREMENTS) as Requirement[]

export const getInstitutionReadiness = onboardingOperation({
  id: 'GetInstitutionReadiness',
  route: 'GET /financial-institutions/:id/readiness',
  access: may('INSTITUTIONS', 'VIEW'),
  basis: 'chosen',
  tag: 'Financial institutions',
  summary: 'What an institution lacks',
  description: `Activation needs ${names.map((key) => `${REQUIREMENTS[key]} (\`${key}\`)`).join(', ')}.`,
  reply: Type.Object({
    ready: chosen(Type.Boolean({ description: 'Nothing is missing' })),
    missing: chosen(listOf(oneOf(names, 'A requirement'), 'What is missing')),
    cannotApprove: Type.Optional(
      chosen(
        Type.String({
          description:
            'SUBMITTED: why you may neither approve nor reject it: your own work, or that of a user who may be you',
        }),
      ),
    ),
  }),
  replyExamples: [
    { name: 'missing', summary: 'A draft', value: { ready: false, missing: ['CORE_CONNECTIVITY', 'ACCOUNT_TYPE'] } },
    { name: 'ready', summary: 'Nothing is missing', value: { ready: true, missing: [] } },
  ],
  async handle(ask) {
    const { institutions } = ask.services
    const readiness = await institutions.readiness(ask.principal.scope, idOf(ask))
    const cannotApprove = await institutions.whyNotDecided(ask, idOf(ask))
    return envelope(ask, { ...readiness, ...(cannotApprove !== undefined && { cannotApprove }) })
  },
})
