// A new biller of an institution. It can be paid at once unless it is made inactive.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { BILLER, biller, NEW_BILLER, newBiller } from './biller-shapes.ts'

export const createBiller = onboardingOperation({
  id: 'CreateBiller',
  route: 'POST /billers',
  access: may('INSTITUTIONS', 'CREATE'),
  basis: 'chosen',
  tag: 'Billers',
  summary: 'Register a biller',
  description: 'The institution has a biller of this billerId already: 409. Every gateway obeys within two seconds.',
  status: 201,
  body: newBiller,
  reply: biller,
  requestExamples: [{ name: 'biller', summary: 'A biller', value: NEW_BILLER }],
  replyExamples: [{ name: 'biller', summary: 'The biller', value: BILLER }],
  async handle(ask) {
    return created(ask, await ask.services.billers.create(ask, ask.body))
  },
})
