// Signing in, resuming and signing out.

import { useSyncExternalStore } from 'react'
import { ask } from '../api/ask.ts'
import { admin, client } from '../api/gateway.ts'
import { GatewayError, refusalOf } from '../api/gateway-error.ts'
import { type CurrentUser, onSessionChange, sessionState, setSession } from './session-store.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly mfaCode?: string | undefined
  readonly recoveryCode?: string | undefined
}

/** The second factor is asked for. */
export const MFA_REQUIRED = 'B-AUTH-004'

export async function signIn(credentials: Credentials): Promise<CurrentUser> {
  await ask(client.signIn(credentials))
  return await loadUser()
}

/** Takes up the session of the refresh cookie: after a page load, and after single sign-on. */
export async function resume(): Promise<void> {
  let answer: Awaited<ReturnType<typeof client.refresh>>
  try {
    answer = await client.refresh()
  } catch {
    // No answer says nothing about the session; the sign-in page tries again.
    setSession({ kind: 'signed-out' })
    return
  }
  if (answer.status === 200) await loadUser().catch(() => setSession({ kind: 'signed-out' }))
  else setSession({ kind: 'signed-out' })
}

async function loadUser(): Promise<CurrentUser> {
  const user = await ask(admin.getCurrentUser())
  setSession({ kind: 'signed-in', user })
  return user
}

export async function signOut(): Promise<void> {
  const answer = await client.signOut()
  if (answer.status !== 200 && answer.status !== 401) throw refusalOf(answer.status, answer.headers, answer.body)
  setSession({ kind: 'signed-out' })
}

/** Ends every session of the user, this one last. */
export async function signOutEverywhere(): Promise<void> {
  for (;;) {
    const { content } = await ask(admin.listMySessions({ size: 200 }))
    const others = content.filter((session) => !session.current)
    if (others.length === 0) break
    await Promise.all(others.map(({ id }) => endSession(id)))
  }
  await signOut()
}

/** A session that has ended meanwhile is what was wanted. */
async function endSession(sid: string): Promise<void> {
  await ask(admin.endMySession({ sid })).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
  })
}

export function useSession() {
  return useSyncExternalStore(onSessionChange, sessionState)
}

export function useUser(): CurrentUser {
  const session = useSession()
  if (session.kind !== 'signed-in' && session.kind !== 'ended') throw new Error('nobody is signed in')
  return session.user
}
