// The requested grants of a role: pairs of a module and an action, checked against those that exist.

import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { actionsOf, EMERGENCY, isActionId, moduleOf } from '../principal/modules.ts'
import { Grants, type ModuleGrant } from '../principal/principal.ts'

export interface RequestedGrants {
  /** Each pair once. */
  readonly pairs: readonly { readonly moduleId: string; readonly actionId: string }[]
  readonly grants: Grants
}

/** Throws a 400 that names the place of every unknown module and action, and of EMERGENCY where it would allow nothing. */
export function requestedGrants(modules: readonly ModuleGrant[]): RequestedGrants {
  const unknown: ProblemDetail[] = []
  const pairs = new Map<string, { moduleId: string; actionId: string }>()
  for (const [place, { moduleId, actionIds }] of modules.entries()) {
    if (moduleOf(moduleId) === undefined) {
      unknown.push({ path: `modules[${place}].moduleId`, message: 'is not a module' })
    }
    for (const [actionPlace, actionId] of actionIds.entries()) {
      if (!isActionId(actionId)) {
        unknown.push({ path: `modules[${place}].actionId[${actionPlace}]`, message: 'is not an action' })
      } else if (
        actionId === EMERGENCY &&
        moduleOf(moduleId) !== undefined &&
        !actionsOf(moduleId).includes(EMERGENCY)
      ) {
        const message = 'is granted on single modules, and only where changes can be carried out in an emergency'
        unknown.push({ path: `modules[${place}].actionId[${actionPlace}]`, message })
      }
      pairs.set(`${moduleId}:${actionId}`, { moduleId, actionId })
    }
  }
  if (unknown.length > 0) throw invalidFields(unknown)
  const all = [...pairs.values()]
  return { pairs: all, grants: Grants.of(all) }
}
