// Logout: the session and its access token end at once, on every node.

import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { clearedRefreshCookie } from './session-cookie.ts'

export const logout = onboardingOperation({
  id: 'Logout',
  route: 'POST /logout',
  access: 'signed-in',
  basis: 'given',
  tag: 'Session',
  summary: 'Sign out',
  description:
    'Ends the session: its access token and its refresh token are refused from now on. The cookie is cleared.',
  reply: nothing,
  replyExamples: [{ name: 'signedOut', summary: 'Signed out', value: null }],
  async handle(ask) {
    const { services, principal, actor } = ask
    await services.sessions.signOut(principal, actor)
    const headers = { 'set-cookie': clearedRefreshCookie(services.environment) }
    return envelope(ask, null, { message: 'Signed out', headers })
  },
})
