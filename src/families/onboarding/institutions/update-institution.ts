// Changes the fields of an institution. A rejected one becomes a draft again.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { INSTITUTION, institution, institutionChange } from './institution-shapes.ts'

export const updateInstitution = onboardingOperation({
  id: 'UpdateInstitution',
  route: 'PATCH /financial-institutions/:id',
  access: may('INSTITUTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Financial institutions',
  summary: 'Change an institution',
  description:
    'What is left out stays as it is, null sets a field back to its default, lists are replaced, and `address`, `limits` and ' +
    '`reversal` are merged. Not in SUBMITTED, APPROVED and TERMINATED: 409. `baseCurrency` only in DRAFT and REJECTED: 409. ' +
    'A `timezone` or `cutoverTime` that sets the business date of an institution back that has been activated: 409. An ' +
    'ACTIVE one keeps a BIN and a technical contact: 409. Every gateway obeys within two seconds.',
  body: institutionChange,
  reply: institution,
  requestExamples: [
    {
      name: 'limits',
      summary: 'Another limit, and none for fees',
      value: { version: 1, limits: { perDay: 2000, maxAccessFee: null } },
    },
  ],
  replyExamples: [
    {
      name: 'institution',
      summary: 'As it is now',
      value: { ...INSTITUTION, version: 2, limits: { perTransaction: 500, perDay: 2000, countPerDay: 10 } },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.institutions.update(ask, idOf(ask), ask.body))
  },
})
