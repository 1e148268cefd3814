// Changes the name or the BIN of a biller.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { BILLER, biller, billerChange } from './biller-shapes.ts'

export const updateBiller = onboardingOperation({
  id: 'UpdateBiller',
  route: 'PATCH /billers/:id',
  access: may('INSTITUTIONS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Billers',
  summary: 'Change a biller',
  description: 'What is left out stays as it is. Every gateway obeys within two seconds.',
  body: billerChange,
  reply: biller,
  requestExamples: [{ name: 'bin', summary: 'Another BIN', value: { version: 1, bin: '510021' } }],
  replyExamples: [{ name: 'biller', summary: 'As it is now', value: { ...BILLER, version: 2, bin: '510021' } }],
  async handle(ask) {
    return envelope(ask, await ask.services.billers.update(ask, idOf(ask), ask.body))
  },
})
