// What an operation asks of the caller's role.

import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { ActionId, ModuleId } from './modules.ts'
import type { Principal } from './principal.ts'

/** A role must grant the action on the module. */
export interface Grant {
  readonly module: ModuleId
  readonly action: ActionId
}

/** Throws `forbidden` unless the role grants it. */
export function requireGrant({ grants }: Pick<Principal, 'grants'>, { module, action }: Grant): void {
  if (grants.allows(module, action)) return
  throw new Problem('forbidden', `Your role lacks ${action} on ${module}`)
}
