// The caller that reads or changes records: their grants, their scope, and their name in the audit log.

import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Actor } from '../../audit/actor.ts'
import { accessProblem } from '../access-problems.ts'
import { Grants } from './principal.ts'

export interface Caller {
  readonly principal: {
    /** Absent without a signed-in user: on the command line and at startup. */
    readonly userId?: string
    readonly roleId?: string
    readonly grants: Grants
    readonly scope: Scope
  }
  readonly actor: Actor
}

/**
 * A command acts without a user and checks no rights: anyone who can run it has the master key and the database. The audit
 * log records it as `cli`.
 */
export const COMMAND_LINE: Caller = { principal: { grants: Grants.all(), scope: {} }, actor: { userId: 'cli' } }

/** Callers cannot grant what they lack, or change a user or role that may do more than they may. */
export function assertCovers(caller: Caller, grants: Grants, refusal: string): void {
  if (!caller.principal.grants.covers(grants)) throw accessProblem('grants-exceeded', refusal)
}
