// The caller of an operation as origination knows it.

import type { OriginationCaller } from '../../../loans/origination/origination-work.ts'
import type { LendingAsk } from '../lending-operation.ts'

export function originationCaller({ partnerId, partner, actor }: LendingAsk): OriginationCaller {
  return { partnerId, institutionIds: partner.institutionIds, actor }
}
