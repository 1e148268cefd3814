// One institution: the partner's own with its positions, or the public part of another's.

import { digitalOperation, reply } from '../digital-operation.ts'
import {
  INSTITUTION_DETAIL,
  institutionDetail,
  PUBLIC_INSTITUTION,
  wireInstitution,
  wirePosition,
  wirePublicInstitution,
} from './institution-shapes.ts'

export const getInstitution = digitalOperation({
  id: 'GetInstitution',
  route: 'GET /institutions/:institutionId',
  basis: 'chosen',
  access: { module: 'DIGITAL_PARTIES', action: 'VIEW' },
  errors: ['C-INSTITUTION_NOT_FOUND'],
  tag: 'FI onboarding',
  summary: 'Read an institution',
  description:
    "The partner's own institutions come with their positions. Of another partner's institution, while it is `ACTIVE` or " +
    '`SUSPENDED`, only what identifies it is shown.',
  reply: institutionDetail,
  replyExamples: [
    { name: 'own', summary: "The partner's own", value: INSTITUTION_DETAIL },
    { name: 'other', summary: "Another partner's", value: PUBLIC_INSTITUTION },
  ],
  async handle(ask) {
    const { digitalInstitutions } = ask.services
    const { institutionId = '' } = ask.call.params
    const institution = await digitalInstitutions.readable(ask.partnerId, institutionId)
    if (institution.partnerId !== ask.partnerId) return reply(ask, wirePublicInstitution(institution))
    const positions = await digitalInstitutions.positions(institution)
    return reply(ask, { ...wireInstitution(institution), positions: positions.map(wirePosition) })
  },
})
