// Who is signed in, outside of React, because every call of the API can end the session.

import type { onboarding } from '@tillgate/sdk'

export type CurrentUser = onboarding.GetCurrentUserReply['data']

/**
 * Why no user is signed in, where the sign-in page explains it:
 *   left       the user chose to leave, so the next one does not start on the same page
 *   idle       the console had no input for too long
 *   elsewhere  the user signed out in another tab
 */
export type SignedOutReason = 'left' | 'idle' | 'elsewhere'

export type SessionState =
  /** The page was just loaded: whether the cookie's session still lives is being asked. */
  | { readonly kind: 'resuming' }
  /** The gateway could not say whether the session lives. */
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'signed-out'; readonly reason?: SignedOutReason }
  | { readonly kind: 'signed-in'; readonly user: CurrentUser }
  /** The session ended under an open page, which stays as it is until the same user signs in again. */
  | { readonly kind: 'ended'; readonly user: CurrentUser; readonly isReplaced?: boolean }

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

/** Another user signed in from another tab; the tabs of a browser share one session. */
export function sessionReplaced(): void {
  if (state.kind === 'signed-in') setSession({ kind: 'ended', user: state.user, isReplaced: true })
}
