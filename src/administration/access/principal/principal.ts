// Who is calling: a user in a session, with what the role grants and how far the user can see.

import type { Scope } from '../../../platform/kernel/scope.ts'
import { ACTION_IDS, type ActionId, EMERGENCY, MODULES, type ModuleId } from './modules.ts'

export interface Principal {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string
  readonly roleName: string
  readonly grants: Grants
  readonly scope: Scope
}

export interface ModuleGrant {
  readonly moduleId: string
  readonly actionIds: readonly string[]
}

/** What a role grants. A grant on a module that has children is one on each of them too, except for EMERGENCY. */
export class Grants {
  readonly #everything: boolean
  readonly #actions: ReadonlyMap<string, ReadonlySet<string>>

  private constructor(everything: boolean, actions: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#everything = everything
    this.#actions = actions
  }

  static all(): Grants {
    return new Grants(true, new Map(MODULES.map(({ moduleId }) => [moduleId, new Set(ACTION_IDS)])))
  }

  static of(pairs: Iterable<{ readonly moduleId: string; readonly actionId: string }>): Grants {
    const actions = new Map<string, Set<string>>()
    for (const { moduleId, actionId } of pairs) {
      const granted = actions.get(moduleId) ?? new Set()
      actions.set(moduleId, granted.add(actionId))
    }
    return new Grants(false, actions)
  }

  /** What remains on these modules and on those below them. */
  cappedTo(moduleIds: ReadonlySet<string>): Grants {
    const isAllowed = (moduleId: string) => moduleIds.has(moduleId) || moduleIds.has(PARENTS.get(moduleId) ?? '')
    return Grants.of(
      this.entries().flatMap(({ moduleId, actionIds }) =>
        isAllowed(moduleId) ? actionIds.map((actionId) => ({ moduleId, actionId })) : [],
      ),
    )
  }

  allows(moduleId: ModuleId, actionId: ActionId): boolean {
    return this.#has(moduleId, actionId)
  }

  /** True when everything the others grant is granted here too. EMERGENCY is granted by users who lack it: two at a time. */
  covers(other: Grants): boolean {
    if (this.#everything) return true
    // A grant of everything includes future modules.
    if (other.#everything) return false
    return [...other.#actions].every(([moduleId, actions]) =>
      [...actions].every((actionId) => actionId === EMERGENCY || this.#has(moduleId, actionId)),
    )
  }

  /** The modules on which EMERGENCY is named. */
  emergencies(): readonly ModuleId[] {
    return MODULES.flatMap(({ moduleId }) => (this.#has(moduleId, EMERGENCY) ? [moduleId] : []))
  }

  /** In the order of the modules. */
  entries(): ModuleGrant[] {
    return MODULES.flatMap(({ moduleId }) => {
      const actionIds = ACTION_IDS.filter((actionId) => this.#has(moduleId, actionId))
      return actionIds.length === 0 ? [] : [{ moduleId, actionIds }]
    })
  }

  #has(moduleId: string, actionId: string): boolean {
    if (actionId === EMERGENCY) return !this.#everything && this.#actions.get(moduleId)?.has(actionId) === true
    if (this.#everything || this.#actions.get(moduleId)?.has(actionId) === true) return true
    const parentId = PARENTS.get(moduleId)
    return parentId !== undefined && this.#actions.get(parentId)?.has(actionId) === true
  }
}

const PARENTS: ReadonlyMap<string, string> = new Map(
  MODULES.flatMap(({ moduleId, parentId }) => (parentId === undefined ? [] : [[moduleId, parentId] as const])),
)
