// What a role grants, as a set of pairs of a module and an action. A grant on a group of modules is one on each of them,
// also on those that come later; the gateway answers it with all of its modules.

export interface ModuleRow {
  readonly moduleId: string
  readonly moduleName: string
  readonly parentId?: string | undefined
  /** What a role can grant on it. */
  readonly actionIds: readonly string[]
  readonly childIds: readonly string[]
}

/** `USERS:VIEW`. */
export type Pair = `${string}:${string}`
export type Grants = ReadonlySet<Pair>

export function pairOf(moduleId: string, actionId: string): Pair {
  return `${moduleId}:${actionId}`
}

export function grantsOf(modules: readonly { moduleId: string; actionId: readonly string[] }[]): Grants {
  return new Set(modules.flatMap(({ moduleId, actionId }) => actionId.map((action) => pairOf(moduleId, action))))
}

/** As the gateway takes them. */
export function modulesOf(grants: Grants): { moduleId: string; actionId: string[] }[] {
  const byModule = new Map<string, string[]>()
  for (const pair of grants) {
    const [moduleId, actionId] = pair.split(':') as [string, string]
    byModule.set(moduleId, [...(byModule.get(moduleId) ?? []), actionId])
  }
  return Array.from(byModule, ([moduleId, actionId]) => ({ moduleId, actionId }))
}

/** Grants or withdraws one pair. A group takes its modules along, and a module that goes takes the group's grant away. */
export function withPair(grants: Grants, row: ModuleRow, actionId: string, isGranted: boolean): Grants {
  const next = new Set(grants)
  const pairs = [row.moduleId, ...row.childIds].map((moduleId) => pairOf(moduleId, actionId))
  for (const pair of pairs) {
    if (isGranted) next.add(pair)
    else next.delete(pair)
  }
  if (!isGranted && row.parentId !== undefined) next.delete(pairOf(row.parentId, actionId))
  return next
}

export type CellState = 'granted' | 'partly' | 'none'

/** A group of which only some modules have the action is partly granted. */
export function stateOf(grants: Grants, row: ModuleRow, actionId: string): CellState {
  if (grants.has(pairOf(row.moduleId, actionId))) return 'granted'
  return row.childIds.some((childId) => grants.has(pairOf(childId, actionId))) ? 'partly' : 'none'
}

/** State of several cells together: a whole row, or a whole column. */
export function stateOfAll(states: readonly CellState[]): CellState {
  if (states.length > 0 && states.every((state) => state === 'granted')) return 'granted'
  return states.some((state) => state !== 'none') ? 'partly' : 'none'
}

/** Granted by users who lack it, always two of them; never part of "all". */
export const EMERGENCY = 'EMERGENCY'

/** True when `mine` has everything of `theirs`: users cannot change a role that grants more than theirs. */
export function covers(mine: Grants, theirs: Grants): boolean {
  return [...theirs].every((pair) => mine.has(pair) || pair.endsWith(`:${EMERGENCY}`))
}
