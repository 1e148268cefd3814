// Signing in, resuming and signing out.

import { useSyncExternalStore } from 'react'
import { ask, askWithoutSession } from '../api/ask.ts'
import { admin, client } from '../api/gateway.ts'
import { GatewayError } from '../api/gateway-error.ts'
import { queries } from '../api/queries.ts'
import { lastInputAt, noteActivity, watchActivity } from './activity.ts'
import {
  type CurrentUser,
  onSessionChange,
  type SignedOutReason,
  sessionEnded,
  sessionReplaced,
  sessionState,
  setSession,
} from './session-store.ts'
import { onTabNews, tellTabs } from './session-tabs.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly mfaCode?: string | undefined
  readonly recoveryCode?: string | undefined
}

/** The second factor is asked for. */
export const MFA_REQUIRED = 'B-AUTH-004'

/** An access token lasts 15 minutes; it is renewed while there is time for another attempt. */
const RENEW_AFTER_MS = 10 * 60_000
const RENEW_AGAIN_AFTER_MS = 30_000
let renewedAtMs = Date.now()
let nextRenewalAtMs = 0

/** Set while a sign-out that must happen could not reach the gateway. */
const OWED_SIGN_OUT = 'tillgate-owed-sign-out'

/** Takes up the session when the page is loaded, and follows the other tabs. */
export function startSession(): void {
  watchActivity()
  onTabNews((news) => {
    const session = sessionState()
    const user = session.kind === 'signed-in' || session.kind === 'ended' ? session.user : undefined
    if (news.kind === 'signed-out' && user !== undefined) forget('elsewhere')
    if (news.kind !== 'signed-in') return
    if (user !== undefined && user.id !== news.userId) sessionReplaced()
    else if (session.kind !== 'signed-in') void resume()
  })
  void resume()
}

export async function signIn(credentials: Credentials): Promise<CurrentUser> {
  await ask(client.signIn(credentials))
  renewedAtMs = Date.now()
  localStorage.removeItem(OWED_SIGN_OUT)
  return await enter()
}

/** Exchanges the code that the identity provider sent the browser back with. */
export async function signInBySso(code: string, state: string): Promise<CurrentUser> {
  const form = { grant_type: 'authorization_code', code, state, redirect_uri: ssoReturnAddress() }
  await askWithoutSession(admin.issueToken(form))
  localStorage.removeItem(OWED_SIGN_OUT)
  await askWithoutSession(client.refresh())
  renewedAtMs = Date.now()
  return await enter()
}

export function ssoReturnAddress(): string {
  return `${window.location.origin}/console/sso`
}

async function enter(): Promise<CurrentUser> {
  const user = await loadUser()
  noteActivity()
  tellTabs({ kind: 'signed-in', userId: user.id })
  return user
}

/** Reads the signed-in user from the gateway, also when something about them has changed. */
export async function loadUser(): Promise<CurrentUser> {
  const user = await ask(admin.getCurrentUser())
  const session = sessionState()
  // What the user before has read is not for this one.
  if ('user' in session && session.user.id !== user.id) queries.clear()
  const isBack = session.kind === 'ended'
  setSession({ kind: 'signed-in', user })
  if (isBack) void queries.invalidateQueries()
  return user
}

/** Takes up the session of the refresh cookie: after a page load, and when another tab has signed in. */
export async function resume(): Promise<void> {
  const before = sessionState().kind
  if (before === 'unreachable') setSession({ kind: 'resuming' })
  try {
    await askWithoutSession(client.refresh())
    renewedAtMs = Date.now()
    if (localStorage.getItem(OWED_SIGN_OUT) === null) await loadUser()
    else await signOut()
  } catch (error) {
    // A page that is open stays; its dialog still asks for the password.
    if (before === 'ended') return
    if (error instanceof GatewayError && isRefusal(error)) setSession({ kind: 'signed-out' })
    else setSession({ kind: 'unreachable', error })
  }
}

/** The gateway has decided that there is no session. */
function isRefusal({ status }: GatewayError): boolean {
  return status === 400 || status === 401 || status === 403
}

/** Renews the access token now. */
export async function renew(): Promise<void> {
  try {
    const token = await askWithoutSession(client.refresh())
    renewedAtMs = Date.now()
    const session = sessionState()
    // The cookie may be another user's by now, who signed in from another tab.
    if (session.kind === 'signed-in' && subjectOf(token) !== session.user.id) sessionReplaced()
  } catch (error) {
    if (!(error instanceof GatewayError && isRefusal(error))) throw error
    sessionEnded()
  }
}

/** Renews the token in good time while the user is active. Called every now and then. */
export function keepFresh(): void {
  const nowMs = Date.now()
  if (sessionState().kind !== 'signed-in' || nowMs < nextRenewalAtMs) return
  if (nowMs - renewedAtMs < RENEW_AFTER_MS || lastInputAt() < renewedAtMs) return
  nextRenewalAtMs = nowMs + RENEW_AGAIN_AFTER_MS
  // Not reached now: tried again soon, and by the next call anyway.
  renew().catch(() => {})
}

/**
 * For calls that take a token but also work without one: they are not repeated when it has expired, so it must not be
 * about to.
 */
export async function withFreshToken(): Promise<void> {
  if (Date.now() - renewedAtMs >= RENEW_AFTER_MS) await renew()
}

function subjectOf(token: string): string | undefined {
  const [, claims = ''] = token.split('.')
  const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
  return sub
}

export async function signOut(reason: SignedOutReason = 'left'): Promise<void> {
  await endThisSession()
  tellTabs({ kind: 'signed-out' })
  forget(reason)
}

/** Signs out a user who has left the desk, whether the gateway can be reached or not. */
export async function signOutIdle(): Promise<void> {
  localStorage.setItem(OWED_SIGN_OUT, 'yes')
  tellTabs({ kind: 'signed-out' })
  forget('idle')
  // If this fails, the next one who loads the page ends the session instead of resuming it.
  await endThisSession().catch(() => {})
}

async function endThisSession(): Promise<void> {
  await askWithoutSession(client.signOut()).catch((error: unknown) => {
    // A session that has already ended counts as success.
    if (!(error instanceof GatewayError) || error.status !== 401) throw error
  })
  localStorage.removeItem(OWED_SIGN_OUT)
}

/** Leaves a session without asking the gateway, so that another user can sign in. */
export function leave(): void {
  forget('left')
}

function forget(reason: SignedOutReason): void {
  setSession({ kind: 'signed-out', reason })
  queries.clear()
}

/** More rounds than a user's sessions need, because new ones may be opened during the rounds. */
const MAX_ROUNDS = 20
const SESSIONS_PER_ROUND = 100
const ENDED_AT_ONCE = 5

/** Ends every session of the user, this one last. */
export async function signOutEverywhere(): Promise<void> {
  await endOtherSessions()
  await signOut()
}

async function endOtherSessions(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { content } = await ask(admin.listMySessions({ size: SESSIONS_PER_ROUND }))
    const others = content.filter((session) => !session.current)
    if (others.length === 0) return
    for (let from = 0; from < others.length; from += ENDED_AT_ONCE) {
      await Promise.all(others.slice(from, from + ENDED_AT_ONCE).map(({ id }) => endSession(id)))
    }
  }
  throw new Error('New sessions are being opened all the time. Change your password: that ends all others at once.')
}

/** A session that has already ended counts as success. */
export async function endSession(sid: string): Promise<void> {
  await ask(admin.endMySession({ sid })).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
  })
}

export function useSession() {
  return useSyncExternalStore(onSessionChange, sessionState)
}

export function useUser(): CurrentUser {
  const session = useSession()
  if (session.kind !== 'signed-in' && session.kind !== 'ended') throw new Error('no one is signed in')
  return session.user
}
