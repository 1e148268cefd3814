// Where the record of a resource is shown, by the name that the audit log gives the resource.

import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ModuleId, useMay } from '../../session/entitlements.ts'

const PATHS: Readonly<Record<string, readonly [path: string, module: ModuleId]>> = {
  user: ['/users/$id', 'USERS'],
  role: ['/roles/$id', 'ROLES'],
  partner: ['/partners/$id', 'PARTNERS'],
  webhook: ['/webhooks/$id', 'PARTNERS'],
  institution: ['/institutions/$id', 'INSTITUTIONS'],
  'sub-tenant': ['/sub-tenants/$id', 'SUB_TENANTS'],
  'core-connectivity': ['/connectivity/$id', 'CORE_CONNECTIVITY'],
  'account-type': ['/account-types/$id', 'ACCOUNT_TYPES'],
  'transaction-capability': ['/capabilities/$id', 'TXN_CAPABILITIES'],
  'application-property': ['/properties/$id', 'APP_PROPERTIES'],
  'alert-rule': ['/alerts/$id', 'ALERTS'],
  'business-day': ['/business-days/$institutionId/$date', 'QUERY'],
  biller: ['/billers/$id', 'INSTITUTIONS'],
  account: ['/accounts/$id', 'ACCOUNTS'],
  card: ['/cards/$id', 'CARDS'],
  stop: ['/stops/$id', 'INSTITUTIONS'],
  'hot-card': ['/hot-cards/$id', 'CARDS'],
  correction: ['/corrections/$id', 'CORRECTIONS'],
  reconciliation: ['/reconciliations/$id', 'EXCEPTIONS'],
  terminal: ['/terminals/$id', 'TERMINALS'],
  'exception-job': ['/exceptions/jobs/$id', 'EXCEPTIONS'],
  'terminal-key': ['/terminal-keys/$id', 'TERMINAL_KEYS'],
}

/** An id of several parts, `FI001/2026-01-15`, has a parameter for each. */
function pathOf(path: string, id: string): string {
  const parts = path.match(/\$\w+/g)?.length === 1 ? [id] : id.split('/')
  return path.replaceAll(/\$\w+/g, () => encodeURIComponent(parts.shift() ?? ''))
}

/** Undefined where no page shows such records, or the user may not open it. */
export function useRecordPath(): (resource: string, id: string | null | undefined) => string | undefined {
  const { routesByPath } = useRouter()
  const may = useMay()
  return useCallback(
    (resource, id) => {
      const [path, module] = PATHS[resource] ?? []
      if (path === undefined || module === undefined || id === null || id === undefined) return undefined
      return Object.hasOwn(routesByPath, path) && may(module, 'VIEW') ? pathOf(path, id) : undefined
    },
    [routesByPath, may],
  )
}
