// The caller that reads or changes records: their grants, their scope, and their name in the audit log.

import type { Actor } from '../../audit/actor.ts'
import type { Scope } from '../../kernel/scope.ts'
import { accessProblem } from '../access-problems.ts'
import type { Grants } from './principal.ts'

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

/** Callers cannot grant what they lack, or change a user or role that may do more than they may. */
export function assertCovers(caller: Caller, grants: Grants, refusal: string): void {
  if (!caller.principal.grants.covers(grants)) throw accessProblem('grants-exceeded', refusal)
}
