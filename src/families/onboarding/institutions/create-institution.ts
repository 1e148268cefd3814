// A new institution, as a draft. It takes no traffic until it was approved by somebody else and activated.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { INSTITUTION, institution, NEW_INSTITUTION, newInstitution } from './institution-shapes.ts'

export const createInstitution = onboardingOperation({
  id: 'CreateInstitution',
  route: 'POST /financial-institutions',
  access: may('INSTITUTIONS', 'CREATE'),
  makesInstitution: true,
  basis: 'chosen',
  tag: 'Financial institutions',
  summary: 'Draft an institution',
  description:
    'For users of the platform. What is left out, or null, takes its default: all services, cutover at midnight, no limits, ' +
    'two hold days, a reversal window of 24 hours. A taken institutionId or BIN: 409.',
  status: 201,
  body: newInstitution,
  reply: institution,
  requestExamples: [{ name: 'institution', summary: 'A bank', value: NEW_INSTITUTION }],
  replyExamples: [{ name: 'institution', summary: 'The draft', value: INSTITUTION }],
  async handle(ask) {
    return created(ask, await ask.services.institutions.create(ask, ask.body))
  },
})
