// Accounts and cards in words, and what both lists share.

import type { onboarding } from '@tillgate/sdk'
import type { ListPageOf } from '../../kit/list/record-list.tsx'

export type Account = onboarding.Account
export type Card = onboarding.Card

export const ACCOUNT_STATUSES = ['OPEN', 'FROZEN', 'DORMANT', 'CLOSED'] as const satisfies readonly Account['status'][]

export const CARD_STATUSES = [
  'ACTIVE',
  'BLOCKED',
  'LOST',
  'STOLEN',
  'EXPIRED',
  'NOT_ACTIVE',
] as const satisfies readonly Card['status'][]

/** OPEN is good here: elsewhere it is something that waits for a person. */
export function accountColor(status: string): 'green' | 'gray' | 'yellow' {
  if (status === 'OPEN') return 'green'
  return status === 'CLOSED' ? 'gray' : 'yellow'
}

interface Found<Row> {
  readonly content: readonly Row[]
  readonly totalElements?: number
  readonly totalPages?: number
  readonly nextCursor?: string
}

/** A page of a list that is counted up to a limit. */
export function pageOf<Row>(found: Found<Row>): ListPageOf<Row> {
  const { content, totalElements = 0, totalPages = 0, nextCursor } = found
  const isCutShort = nextCursor !== undefined || totalElements >= MOST_COUNTED
  return { content, totalElements, totalPages, ...(isCutShort && { note: NARROW }) }
}

/** The gateway counts no further. */
const MOST_COUNTED = 10_000
const NARROW = 'There may be more than is counted here. Narrow the search with a customer, an institution or a status.'

export function balanceOf(account: Account, type: 'Available' | 'Balance' | 'PaymentDue'): number | undefined {
  return account.balances.find((balance) => balance.type === type)?.amount
}
