// How many recovery codes the current user has left.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

export const countRecoveryCodes = onboardingOperation({
  id: 'CountRecoveryCodes',
  route: 'GET /me/recovery-codes',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Second factor',
  summary: 'Count recovery codes',
  description: 'How many recovery codes are left. The codes themselves cannot be shown again.',
  reply: Type.Object({ remaining: chosen(Type.Integer({ description: 'Codes that were not used' })) }),
  replyExamples: [{ name: 'some', summary: 'One was used', value: { remaining: 9 } }],
  async handle(ask) {
    const { services, principal } = ask
    return envelope(ask, { remaining: await services.recoveryCodes.remaining(services.database, principal.userId) })
  },
})
