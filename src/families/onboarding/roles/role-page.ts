// One page of roles, for both ways of asking for it.

import type { RoleFilter } from '../../../access/roles/role-list.ts'
import type { Reply } from '../../../http/family.ts'
import { envelope } from '../envelope.ts'
import type { OnboardingAsk } from '../onboarding-operation.ts'
import { pageReply } from '../page-reply.ts'
import { pageOf } from '../shapes.ts'
import { ROLE, roleReply } from './role-shapes.ts'

type ListAsk = OnboardingAsk & { readonly query: { page?: number; size?: number } }

export async function rolePage(ask: ListAsk, filter: RoleFilter): Promise<Reply> {
  const page = pageOf(ask.query)
  const roles = await ask.services.roles.list(ask.principal.scope, filter, page)
  return envelope(ask, pageReply(roles, page, roleReply))
}

export const PAGE = { content: [ROLE], page: 1, size: 10, totalElements: 1, totalPages: 1 }
