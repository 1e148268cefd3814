// On whose behalf records are read or changed: what they may grant, what they see, how the audit log names them.

import type { Actor } from '../../audit/actor.ts'
import type { Scope } from '../../kernel/scope.ts'
import { accessProblem } from '../access-problems.ts'
import type { Grants } from './principal.ts'

export interface Caller {
  readonly principal: {
    /** Absent when nobody is signed in: the command line and the start. */
    readonly userId?: string
    readonly roleId?: string
    readonly grants: Grants
    readonly scope: Scope
  }
  readonly actor: Actor
}

/** Nobody grants what they lack, or changes a user or role that may do more than they may. */
export function assertCovers(caller: Caller, grants: Grants, refusal: string): void {
  if (!caller.principal.grants.covers(grants)) throw accessProblem('grants-exceeded', refusal)
}
