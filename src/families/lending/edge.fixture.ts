// Lending in front of operations that only answer, or run on the services of a test.

import { openPartnerEdge } from '../../edge/partners/partner-edge.fixture.ts'
import { LENDING } from './family.ts'
import type { LendingOperation, LendingServices } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'

export type Edge = ReturnType<typeof openEdge>

export function openEdge(real?: Partial<LendingServices>, offered: readonly LendingOperation[] = LENDING_OPERATIONS) {
  return openPartnerEdge(LENDING, offered, real)
}
