// The modules as rows of a matrix, each group before its modules.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'
import { useUser } from '../../session/session.ts'
import { word } from '../../texts/translate.ts'
import { EMERGENCY, type ModuleRow } from './grants.ts'

export const ACTIONS = [
  ['VIEW', 'View', 'See records'],
  ['CREATE', 'Create', 'Make new records'],
  ['UPDATE', 'Update', 'Change records'],
  ['DELETE', 'Delete', 'Remove records'],
  ['ACTIVATE', 'Activate', 'Switch records on and off'],
  ['APPROVE', 'Approve', 'Decide what another person prepared'],
  ['EXPORT', 'Export', 'Download files'],
  ['REVEAL', 'Reveal', 'Read values that are hidden from others'],
  ['TEST', 'Test', 'Try out connections and rules'],
  [EMERGENCY, 'Emergency', 'Carry out changes at once that would wait for a second user'],
] as const

/** Which of them name EMERGENCY is known of those that do. */
const ACTION_IDS: readonly string[] = ACTIONS.map(([id]) => id).filter((id) => id !== EMERGENCY)

/** Who may not read the modules still sees those of the role, and may grant what they have themselves. */
export function useModuleRows(role?: onboarding.Role) {
  const canRead = useMay()('MODULES', 'VIEW')
  const user = useUser()
  return useQuery({
    queryKey: ['modules', canRead ? 'all' : (role?.id ?? 'own')],
    queryFn: async () =>
      canRead ? rowsOfTree(await ask(admin.getModules())) : rowsOfGrants([...(role?.modules ?? []), ...user.modules]),
    staleTime: 60_000,
  })
}

function rowsOfTree(modules: readonly onboarding.Module[]): ModuleRow[] {
  return modules.flatMap(({ subModules, ...module }) => [
    rowOf(
      module,
      subModules.map(({ moduleId }) => moduleId),
    ),
    ...subModules.map((child) => rowOf(child, [])),
  ])
}

type Named = Pick<onboarding.Module, 'moduleId' | 'moduleName' | 'actions'> & { parentId?: string }

function rowOf({ moduleId, moduleName, parentId, actions }: Named, childIds: readonly string[]): ModuleRow {
  return {
    moduleId,
    moduleName: word(moduleName),
    parentId,
    childIds,
    actionIds: actions.map(({ actionId }) => actionId),
  }
}

function rowsOfGrants(granted: readonly onboarding.GrantedModule[]): ModuleRow[] {
  const byId = new Map(granted.map((module) => [module.moduleId, module]))
  const urgent = new Set(granted.flatMap((one) => (one.actionId.includes(EMERGENCY) ? [one.moduleId] : [])))
  const childrenOf = (id: string) => [...byId.values()].filter(({ parentId }) => parentId === id)
  const row = ({ moduleId, moduleName, parentId }: onboarding.GrantedModule): ModuleRow => ({
    moduleId,
    moduleName: word(moduleName),
    parentId,
    childIds: childrenOf(moduleId).map((child) => child.moduleId),
    actionIds: urgent.has(moduleId) ? [...ACTION_IDS, EMERGENCY] : ACTION_IDS,
  })
  return [...byId.values()]
    .filter(({ parentId }) => parentId === undefined || !byId.has(parentId))
    .flatMap((module) => [row(module), ...childrenOf(module.moduleId).map(row)])
}
