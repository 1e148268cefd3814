// Calls an operation and returns what it answers, or throws what went wrong as a GatewayError.

import type { onboarding, Reply } from '@tillgate/sdk'
import { sessionEnded } from '../session/session-store.ts'
import { GatewayError, refusalOf } from './gateway-error.ts'
import { changeRequestOf, SentForApproval } from './sent-for-approval.ts'

type AnyReply = Reply<number, unknown>

/** The body of a success, without its envelope. A change that waits for approval is no success: it is thrown. */
export type Answer<R extends AnyReply> =
  R extends Reply<200 | 201 | 202, infer Body> ? Exclude<DataOf<Body>, onboarding.SentForApproval> : never

type DataOf<Body> = Body extends { data: infer Data; success: boolean } ? Data : Body

export async function ask<R extends AnyReply>(reply: Promise<R>): Promise<Answer<R>> {
  try {
    return await askWithoutSession(reply)
  } catch (error) {
    if (error instanceof GatewayError && error.isSignedOut) sessionEnded()
    throw error
  }
}

/** For operations whose refusal says nothing about the session: signing in, links in mails. */
export async function askWithoutSession<R extends AnyReply>(reply: Promise<R>): Promise<Answer<R>> {
  const { status, headers, body } = await received(reply)
  const changeRequestId = changeRequestOf(status, body)
  if (changeRequestId !== undefined) throw new SentForApproval(changeRequestId)
  if (status >= 200 && status < 300) return unwrapped(body) as Answer<R>
  throw refusalOf(status, headers, body)
}

async function received<R extends AnyReply>(reply: Promise<R>): Promise<R> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new GatewayError({
      status: 0,
      code: '',
      message:
        error instanceof DOMException && error.name === 'TimeoutError'
          ? 'The gateway did not answer in time. Whether it did the work is not known; sending the same again is safe.'
          : 'The gateway cannot be reached. Nothing you entered is lost; try again in a moment.',
      fields: [],
    })
  }
}

function unwrapped(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body && 'success' in body ? body.data : body
}
