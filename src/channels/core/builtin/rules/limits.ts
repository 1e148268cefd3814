// Limits on withdrawals, fee included: per transaction, and per business day for the card (or the account, when no card was
// presented) and for the terminal. Amounts are limited in the institution's base currency; counts in any.
//
// Rules (decision tables) may limit further. What they allow per transaction is in the currency of the order, and holds for
// every order that debits an account; what they allow per day is for withdrawals, as only those are counted.

import type { WithdrawalLimits } from '../../../../administration/institutions/directory.ts'
import { type Money, minorBelowNumber, numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import type { BusinessDate } from '../../../../platform/kernel/time/clock.ts'
import type { UsedToday } from '../../../../rules/order-rules.ts'
import type { RuleLimits } from '../../../../rules/outputs/order-outputs.ts'
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
  used: UsedToday,
): DeclineCode | undefined {
  const amount = account.currency === presented.institution.baseCurrency ? amountMinor : 0n
  const counted = countedAgainst(presented, books, account, card)
  const ruled = presented.rules?.limits(used)
  const exceedsAmount = counted.some((one) => exceeds(one, amount, books.businessDate))
  if (exceedsAmount || exceedsRuledAmount(presented, ruled, { minor: amountMinor, currency: account.currency }, used)) {
    return DECLINE.exceedsAmountLimit
  }
  const exceedsCount = counted.some(({ limits, usage }) => {
    if (limits.countPerDay === undefined) return false
    return (usage === undefined ? 0 : usageOn(usage, books.businessDate).count) + 1 > limits.countPerDay
  })
  return exceedsCount || exceedsRuledCount(ruled, used) ? DECLINE.exceedsCountLimit : undefined
}

/** For remote cores, which apply the institution's own limits themselves. */
export function checkLimitRules(presented: Presented, amount: Money, used: UsedToday): DeclineCode | undefined {
  const ruled = presented.rules?.limits(used)
  if (exceedsRuledAmount(presented, ruled, amount, used)) return DECLINE.exceedsAmountLimit
  return exceedsRuledCount(ruled, used) ? DECLINE.exceedsCountLimit : undefined
}

/** For debits that do not count as withdrawals. */
export function checkTransactionLimitRule(
  { rules }: Presented,
  amount: Money,
  used: UsedToday,
): DeclineCode | undefined {
  return exceedsPerTransaction(rules?.limits(used), amount) ? DECLINE.exceedsAmountLimit : undefined
}

/** The withdrawals of the business day that limits count: of the card, or of the account when no card was presented. */
export function usedToday(
  { institution }: Presented,
  books: Pick<BankBooks, 'businessDate'>,
  account: BankAccount,
  card: Card | undefined,
): UsedToday {
  const { minor, count } = usageOn(card?.usage ?? account.usage, books.businessDate)
  return { amount: numberFromMinor(minor, institution.baseCurrency), count }
}

function exceedsPerTransaction(ruled: RuleLimits | undefined, { minor, currency }: Money): boolean {
  return ruled?.perTransaction !== undefined && minor > minorBelowNumber(ruled.perTransaction, currency)
}

function exceedsRuledAmount(
  { institution }: Presented,
  ruled: RuleLimits | undefined,
  amount: Money,
  used: UsedToday,
): boolean {
  if (exceedsPerTransaction(ruled, amount)) return true
  const { baseCurrency } = institution
  if (ruled?.perDay === undefined || amount.currency !== baseCurrency) return false
  return minorBelowNumber(used.amount, baseCurrency) + amount.minor > minorBelowNumber(ruled.perDay, baseCurrency)
}

function exceedsRuledCount(ruled: RuleLimits | undefined, used: UsedToday): boolean {
  return ruled?.countPerDay !== undefined && used.count + 1 > ruled.countPerDay
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
