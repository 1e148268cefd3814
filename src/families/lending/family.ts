// Lending as partners call it: where, with which headers, and how a repeated request is recognised.

import type { Family } from '../../edge/http/family.ts'
import { mountPartnerFamily, type PartnerFamily } from '../../edge/partners/partner-family.ts'
import { idempotencyKeys, type Keyed } from '../../edge/partners/repeated-requests.ts'
import type { LendingOperation, LendingServices } from './lending-operation.ts'
import { LENDING_OPERATIONS } from './operations.ts'
import { type LendingCode, lendingProblems } from './problems.ts'

export const LENDING: PartnerFamily<LendingCode, Keyed> = {
  name: 'lending',
  basePath: '/v1/lending',
  partnerHeader: 'X-Partner',
  problems: lendingProblems,
  repeats: idempotencyKeys({
    reused: 'D-IDEMPOTENCY_KEY_REUSED',
    example: 'loan-2026-000123',
    isIdle: (body) => (body as { readonly preview?: unknown } | undefined)?.preview === true,
  }),
}

export function lendingFamily(
  services: LendingServices,
  operations: readonly LendingOperation[] = LENDING_OPERATIONS,
): Family {
  return mountPartnerFamily(LENDING, services, operations)
}
