// One page of users, for both ways of asking for it.

import type { UserFilter } from '../../../access/users/user-list.ts'
import type { Reply } from '../../../http/family.ts'
import { envelope } from '../envelope.ts'
import type { OnboardingAsk } from '../onboarding-operation.ts'
import { pageReply } from '../page-reply.ts'
import { pageOf } from '../shapes.ts'
import { USER, userReply } from './user-shapes.ts'

type ListAsk = OnboardingAsk & { readonly query: { page?: number; size?: number } }

export async function userPage(ask: ListAsk, filter: UserFilter): Promise<Reply> {
  const page = pageOf(ask.query)
  const users = await ask.services.users.list(ask.principal.scope, filter, page)
  return envelope(ask, pageReply(users, page, userReply))
}

export const PAGE = { content: [USER], page: 1, size: 10, totalElements: 1, totalPages: 1 }
