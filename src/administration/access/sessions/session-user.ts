// The user of a session and the origin of the request, for sign-in, tokens and the audit log.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Turns } from '../admission/admission.ts'

/** Where a request comes from. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string
  readonly correlationId: string
  /** Limits expensive work, such as hashing a password; unlimited when absent. */
  readonly turns?: Turns
}

export interface SessionUser {
  readonly userId: string
  readonly email: string
  readonly roleName: string
  readonly scope: Scope
}

/** The user as the actor of an audit record about their own session. */
export function actorOf(user: SessionUser, { ip, correlationId }: Origin): Actor {
  return { userId: user.userId, email: user.email, ip, correlationId, scope: user.scope }
}
