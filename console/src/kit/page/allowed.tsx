// Draws its children only for users who may do what they offer.

import type { ReactNode } from 'react'
import { type Action, type ModuleId, type ScopeNeeded, useMay } from '../../session/entitlements.ts'

export interface AllowedProps {
  readonly module: ModuleId
  readonly action: Action
  /** Closed to users of a narrower scope, even if their role grants it. */
  readonly scope?: ScopeNeeded
  readonly children: ReactNode
}

export function Allowed({ module, action, scope, children }: AllowedProps) {
  return useMay()(module, action, scope) ? children : null
}
