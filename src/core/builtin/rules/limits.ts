// Limits on withdrawals, fee included: per transaction, and per business day for the card (or the account, when no card was
// presented) and for the terminal. Amounts are limited in the institution's base currency; counts in any.

import type { WithdrawalLimits } from '../../../institutions/directory.ts'
import type { BusinessDate } from '../../../kernel/clock.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import { type Presented, terminalOf } from '../../presented.ts'
import type { BankAccount } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import type { Card } from '../books/card.ts'
import { type Usage, type UsageChange, usageOn } from '../books/usage.ts'

interface Counted {
  readonly limits: WithdrawalLimits
  readonly usage: Usage | undefined
}

export function checkLimits(
  presented: Presented,
  books: BankBooks,
  account: BankAccount,
  card: Card | undefined,
  amountMinor: bigint,
): DeclineCode | undefined {
  const amount = account.currency === presented.institution.baseCurrency ? amountMinor : 0n
  const counted = countedAgainst(presented, books, account, card)
  const exceedsAmount = counted.some((one) => exceeds(one, amount, books.businessDate))
  if (exceedsAmount) return DECLINE.exceedsAmountLimit
  const exceedsCount = counted.some(({ limits, usage }) => {
    if (limits.countPerDay === undefined) return false
    return (usage === undefined ? 0 : usageOn(usage, books.businessDate).count) + 1 > limits.countPerDay
  })
  return exceedsCount ? DECLINE.exceedsCountLimit : undefined
}

/** What a withdrawal adds to the daily usage: one change for each row that counts it. */
export function usageOf(
  presented: Presented,
  books: BankBooks,
  account: BankAccount,
  card: Card | undefined,
  amountMinor: bigint,
): UsageChange[] {
  const minor = account.currency === presented.institution.baseCurrency ? amountMinor : 0n
  return countedAgainst(presented, books, account, card).flatMap(({ usage }) =>
    usage === undefined ? [] : [{ of: usage, minor, count: 1 }],
  )
}

/** True when the terminal's daily figures must be read and locked with the batch. */
export function hasDailyLimits(limits: WithdrawalLimits): boolean {
  return limits.perDayMinor !== undefined || limits.countPerDay !== undefined
}

function countedAgainst(
  presented: Presented,
  books: BankBooks,
  account: BankAccount,
  card: Card | undefined,
): Counted[] {
  const holder = { limits: presented.institution.limits, usage: card?.usage ?? account.usage }
  const terminal = terminalOf(presented)
  if (terminal === undefined) return [holder]
  return [holder, { limits: terminal.limits, usage: books.terminalUsage(terminal.terminalId) }]
}

function exceeds({ limits, usage }: Counted, amount: bigint, date: BusinessDate): boolean {
  if (limits.perTransactionMinor !== undefined && amount > limits.perTransactionMinor) return true
  if (limits.perDayMinor === undefined) return false
  return (usage === undefined ? 0n : usageOn(usage, date).minor) + amount > limits.perDayMinor
}
