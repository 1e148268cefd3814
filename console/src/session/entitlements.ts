// What the signed-in user may do: what the role grants, within the user's scope. The gateway checks every call; the console
// only hides what would be refused.

import { useCallback } from 'react'
import { useUser } from './session.ts'
import type { CurrentUser } from './session-store.ts'

export type ModuleId =
  | 'DASHBOARD'
  | 'USERS'
  | 'ROLES'
  | 'MODULES'
  | 'INSTITUTIONS'
  | 'SUB_TENANTS'
  | 'CORE_CONNECTIVITY'
  | 'ACCOUNT_TYPES'
  | 'TXN_CAPABILITIES'
  | 'APP_PROPERTIES'
  | 'ERROR_CODES'
  | 'PARTNERS'
  | 'RULES'
  | 'TERMINALS'
  | 'TERMINAL_KEYS'
  | 'QUERY'
  | 'TXN_EXPORT'
  | 'EXCEPTIONS'
  | 'CORRECTIONS'
  | 'ACCOUNTS'
  | 'CARDS'
  | 'LOAN_ORIGINATION'
  | 'LOAN_SERVICING'
  | 'LOAN_PRODUCTS'
  | 'DIGITAL_PARTIES'
  | 'DIGITAL_MONEY'
  | 'AUDIT'
  | 'ALERTS'
  | 'HEALTH'

export type Action =
  | 'VIEW'
  | 'CREATE'
  | 'UPDATE'
  | 'DELETE'
  | 'ACTIVATE'
  | 'APPROVE'
  | 'EXPORT'
  | 'REVEAL'
  | 'TEST'
  | 'EMERGENCY'

/**
 * The narrowest scope that something is open to, regardless of the role:
 *   platform     not to users of an institution or of a sub-tenant
 *   institution  not to users of a sub-tenant
 */
export type ScopeNeeded = 'platform' | 'institution'

export interface Need {
  readonly needs?: readonly [ModuleId, Action]
  readonly scope?: ScopeNeeded
}

/** Why something is closed to a user: another user of the same role might be let in when it is the scope. */
export type Hindrance = 'role' | 'scope'

function hindranceOf(user: CurrentUser, { needs, scope }: Need): Hindrance | undefined {
  if (needs !== undefined) {
    const [module, action] = needs
    const isGranted = user.modules.some(({ moduleId, actionId }) => moduleId === module && actionId.includes(action))
    if (!isGranted) return 'role'
  }
  if (scope === 'platform' && user.institutionId !== undefined) return 'scope'
  if (scope === 'institution' && user.subTenantId !== undefined) return 'scope'
  return undefined
}

/** `const may = useMay()`, then `may('USERS', 'CREATE')`, or `may('INSTITUTIONS', 'CREATE', 'platform')`. */
export function useMay(): (module: ModuleId, action: Action, scope?: ScopeNeeded) => boolean {
  const user = useUser()
  return useCallback(
    (module, action, scope) =>
      hindranceOf(user, { needs: [module, action], ...(scope !== undefined && { scope }) }) === undefined,
    [user],
  )
}

/** What closes a page, or anything else with such needs, to the user; undefined when it is open. */
export function useHindrance(): (need: Need) => Hindrance | undefined {
  const user = useUser()
  return useCallback((need) => hindranceOf(user, need), [user])
}
