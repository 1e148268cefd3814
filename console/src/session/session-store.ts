// Who is signed in, outside of React, because every call of the API can end the session.

import type { onboarding } from '@tillgate/sdk'

export type CurrentUser = onboarding.GetCurrentUserReply['data']

export type SessionState =
  /** The page was just loaded: whether the cookie's session still lives is being asked. */
  | { readonly kind: 'resuming' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: CurrentUser }
  /** The session ended under an open page, which stays as it is until the same user signs in again. */
  | { readonly kind: 'ended'; readonly user: CurrentUser }

let state: SessionState = { kind: 'resuming' }
const listeners = new Set<() => void>()

export function sessionState(): SessionState {
  return state
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setSession(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** The gateway no longer accepts the token, and could not renew it. */
export function sessionEnded(): void {
  if (state.kind === 'signed-in') setSession({ kind: 'ended', user: state.user })
}
