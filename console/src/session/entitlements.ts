// What the signed-in user may do. The gateway checks every call; the console only hides what would be refused.

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
  | 'LOAN_ORIGINATION'
  | 'LOAN_SERVICING'
  | 'LOAN_PRODUCTS'
  | 'DIGITAL_PARTIES'
  | 'DIGITAL_MONEY'
  | 'AUDIT'
  | 'HEALTH'

export type Action = 'VIEW' | 'CREATE' | 'UPDATE' | 'DELETE' | 'ACTIVATE' | 'APPROVE' | 'EXPORT' | 'REVEAL' | 'TEST'

function may(user: CurrentUser, module: ModuleId, action: Action): boolean {
  return user.modules.some(({ moduleId, actionId }) => moduleId === module && actionId.includes(action))
}

/** `const may = useMay()`, then `may('USERS', 'CREATE')`. */
export function useMay(): (module: ModuleId, action: Action) => boolean {
  const user = useUser()
  return useCallback((module, action) => may(user, module, action), [user])
}
