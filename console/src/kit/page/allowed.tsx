// Draws its children only for users who may do what they offer.

import type { ReactNode } from 'react'
import { type Action, type ModuleId, useMay } from '../../session/entitlements.ts'

export function Allowed({ module, action, children }: { module: ModuleId; action: Action; children: ReactNode }) {
  return useMay()(module, action) ? children : null
}
