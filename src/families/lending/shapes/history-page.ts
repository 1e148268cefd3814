// Pages of a loan's history: the first page has the newest entries, each page is in the order in which they took effect.

import { Type } from 'typebox'
import { pagingOf } from '../../../edge/http/body/paging.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { count } from './values.ts'

const DEFAULT_SIZE = 100

export interface HistoryPage {
  readonly page: number
  readonly size: number
}

export const historyPaging = pagingOf(DEFAULT_SIZE)

export function historyPageOf({ page = 1, size = DEFAULT_SIZE }: Partial<HistoryPage>): HistoryPage {
  return { page, size }
}

export const historyPage = chosen(
  Type.Object(
    {
      page: count('The page; the first has the newest'),
      size: count('How many of each a page has'),
      totalTransactions: count('On all pages'),
      totalRestructures: count('On all pages'),
      totalPages: count('Pages until both are complete'),
    },
    { component: 'LoanHistoryPage' },
  ),
)

export function wireHistoryPage({ page, size }: HistoryPage, totalTransactions: number, totalRestructures: number) {
  const totalPages = Math.ceil(Math.max(totalTransactions, totalRestructures) / size)
  return { page, size, totalTransactions, totalRestructures, totalPages }
}

/** The entries of a page, of a list with the oldest first. */
export function newestOf<Entry>(entries: readonly Entry[], { page, size }: HistoryPage): readonly Entry[] {
  const end = Math.max(0, entries.length - (page - 1) * size)
  return entries.slice(Math.max(0, end - size), end)
}
