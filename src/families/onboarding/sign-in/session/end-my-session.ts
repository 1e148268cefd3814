// Ends one of the current user's sessions, for example on a lost phone or a shared computer.

import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'

export const endMySession = onboardingOperation({
  id: 'EndMySession',
  route: 'DELETE /me/sessions/:sid',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Session',
  summary: 'End one of my sessions',
  description: 'Its access token and refresh token are refused from now on. The session of another user is not found.',
  reply: nothing,
  replyExamples: [{ name: 'ended', summary: 'Ended', value: null }],
  async handle(ask) {
    const { call, services, principal, actor } = ask
    await services.sessions.endOwn(principal.userId, call.params.sid as string, actor)
    return envelope(ask, null, { message: 'Session ended' })
  },
})
