// Loans past due. The operation lists the newest first; the worst first needs all of them, up to a bound.

import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import type { Loan } from '../loans/loan-states.ts'

const PAGE_SIZE = 200
const MOST_PAGES = 5

export interface PastDue {
  readonly loans: readonly Loan[]
  /** There are not more than were read. */
  readonly isComplete: boolean
}

export async function loadPastDue(partnerId: string): Promise<PastDue> {
  const found = new Map<string, Loan>()
  for (let page = 1; ; page += 1) {
    const { content, totalPages } = await ask(lending(partnerId).listLoans({ dpdMin: 1, page, size: PAGE_SIZE }))
    for (const loan of content) found.set(loan.loanId, loan)
    if (page >= totalPages || page === MOST_PAGES) {
      return { loans: worstFirst([...found.values()]), isComplete: page >= totalPages }
    }
  }
}

function worstFirst(loans: Loan[]): Loan[] {
  return loans.sort((a, b) => b.daysPastDue - a.daysPastDue || b.balances.totalOverdue - a.balances.totalOverdue)
}

export interface Bucket {
  readonly name: string
  loans: number
  overdue: number
  outstanding: number
  /** Where it stands among the others. */
  days: number
}

/** Sums by currency and bucket: amounts of different currencies do not add up. */
export function bucketsOf(loans: readonly Loan[]): { currency: string; buckets: Bucket[] }[] {
  const currencies = new Map<string, Map<string, Bucket>>()
  for (const { currency, bucket: name, balances, daysPastDue } of loans) {
    const buckets = currencies.get(currency) ?? new Map<string, Bucket>()
    currencies.set(currency, buckets)
    const bucket = buckets.get(name) ?? { name, loans: 0, overdue: 0, outstanding: 0, days: daysPastDue }
    bucket.loans += 1
    bucket.overdue += balances.totalOverdue
    bucket.outstanding += balances.totalOutstanding
    bucket.days = Math.min(bucket.days, daysPastDue)
    buckets.set(name, bucket)
  }
  return [...currencies].map(([currency, buckets]) => ({
    currency,
    buckets: [...buckets.values()].sort((a, b) => a.days - b.days),
  }))
}
