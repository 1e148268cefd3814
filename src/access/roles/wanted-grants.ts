// What a role is asked to grant: pairs of a module and an action that this version knows.

import { invalidFields, type ProblemDetail } from '../../kernel/problem.ts'
import { isActionId, moduleOf } from '../principal/modules.ts'
import { Grants, type ModuleGrant } from '../principal/principal.ts'

export interface WantedGrants {
  /** Each pair once. */
  readonly pairs: readonly { readonly moduleId: string; readonly actionId: string }[]
  readonly grants: Grants
}

/** Throws a 400 that names every unknown module and action where it was sent. */
export function wantedGrants(modules: readonly ModuleGrant[]): WantedGrants {
  const unknown: ProblemDetail[] = []
  const pairs = new Map<string, { moduleId: string; actionId: string }>()
  for (const [place, { moduleId, actionIds }] of modules.entries()) {
    if (moduleOf(moduleId) === undefined) {
      unknown.push({ path: `modules[${place}].moduleId`, message: 'is not a module' })
    }
    for (const [actionPlace, actionId] of actionIds.entries()) {
      if (!isActionId(actionId)) {
        unknown.push({ path: `modules[${place}].actionId[${actionPlace}]`, message: 'is not an action' })
      }
      pairs.set(`${moduleId}:${actionId}`, { moduleId, actionId })
    }
  }
  if (unknown.length > 0) throw invalidFields(unknown)
  const all = [...pairs.values()]
  return { pairs: all, grants: Grants.of(all) }
}
