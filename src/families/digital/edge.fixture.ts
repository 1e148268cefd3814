// Digital banking in front of operations that only answer, or run on the services of a test.

import { openPartnerEdge } from '../../edge/partners/partner-edge.fixture.ts'
import type { DigitalOperation, DigitalServices } from './digital-operation.ts'
import { DIGITAL } from './family.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'

export type Edge = ReturnType<typeof openEdge>

export function openEdge(real?: Partial<DigitalServices>, offered: readonly DigitalOperation[] = DIGITAL_OPERATIONS) {
  return openPartnerEdge(DIGITAL, offered, real)
}
