// One page of partners, for both ways of asking for it.

import type { Reply } from '../../../http/family.ts'
import type { PartnerFilter } from '../../../institutions/partner-records.ts'
import { envelope } from '../envelope.ts'
import type { OnboardingAsk } from '../onboarding-operation.ts'
import { pageOf } from '../shapes.ts'
import { PARTNER } from './partner-shapes.ts'

type ListAsk = OnboardingAsk & { readonly query: { page?: number; size?: number } }

export async function partnerPage(ask: ListAsk, filter: PartnerFilter): Promise<Reply> {
  const { page, size } = pageOf(ask.query)
  const { records, total } = await ask.services.partners.list(ask.principal.scope, filter, { page, size })
  return envelope(ask, {
    content: records,
    page,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  })
}

export const PAGE = { content: [PARTNER], page: 1, size: 10, totalElements: 1, totalPages: 1 }
