// One page of partners, for both ways of asking for it.

import type { Reply } from '../../../http/family.ts'
import type { PartnerFilter } from '../../../institutions/partner-records.ts'
import { envelope } from '../envelope.ts'
import type { OnboardingAsk } from '../onboarding-operation.ts'
import { pageReply } from '../page-reply.ts'
import { pageOf } from '../shapes.ts'
import { PARTNER } from './partner-shapes.ts'

type ListAsk = OnboardingAsk & { readonly query: { page?: number; size?: number } }

export async function partnerPage(ask: ListAsk, filter: PartnerFilter): Promise<Reply> {
  const page = pageOf(ask.query)
  const found = await ask.services.partners.list(ask.principal.scope, filter, page)
  return envelope(
    ask,
    pageReply(found, page, (record) => record),
  )
}

export const PAGE = { content: [PARTNER], page: 1, size: 10, totalElements: 1, totalPages: 1 }
