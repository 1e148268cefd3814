// Onboards an institution, which then issues tokens for its users.

import { digitalOperation, reply } from '../digital-operation.ts'
import { partyRequest } from '../movements/party-request.ts'
import { INSTITUTION, institution, NEW_INSTITUTION, newInstitution, wireInstitution } from './institution-shapes.ts'

export const onboardInstitution = digitalOperation({
  id: 'OnboardInstitution',
  route: 'POST /institutions',
  basis: 'given',
  access: { module: 'DIGITAL_PARTIES', action: 'CREATE' },
  errors: ['C-PARTNER_NOT_ALLOWED', 'C-INSTITUTION_EXISTS'],
  tag: 'FI onboarding',
  summary: 'Onboard an institution',
  description:
    'It is `ACTIVE` at once, or `PENDING_REVIEW` when the property `onboarding.institutions` is `MANUAL`. `bic`, `lei` and ' +
    '`externalId` are unique until it is `REJECTED` or `OFFBOARDED`. `externalId` names an institution of account services ' +
    'that the partner works for; its accounts can be linked.',
  body: newInstitution,
  reply: institution,
  requestExamples: [{ name: 'institution', summary: 'A bank with accounts to link', value: NEW_INSTITUTION }],
  replyExamples: [{ name: 'active', summary: 'It is active', value: INSTITUTION }],
  async handle(ask) {
    const { name, country, currencies, bic, lei, externalId } = ask.body.institution
    const { result, replayed } = await ask.services.digitalInstitutions.create(partyRequest(ask), {
      name,
      country,
      currencies,
      ...(bic !== undefined && { bic }),
      ...(lei !== undefined && { lei }),
      ...(externalId !== undefined && { externalId }),
    })
    return reply(ask, wireInstitution(result), { replayed })
  },
})
