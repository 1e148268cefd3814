// Cash withdrawal reversal: credits the account. A full reversal returns the access fee too; a partial one never does.

import { customer, type Entry, general } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import { feeGivenBack, type Matched, type Original } from '../../original.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import type { BankAccount } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import { generalLedger } from '../books/general-ledger.ts'
import type { Usage, UsageChange, UsageGivenBack } from '../books/usage.ts'
import { type Decision, decline } from '../decision.ts'
import { hasDailyLimits } from '../rules/limits.ts'
import { type OpenedReversal, openOneAccount } from './reversal-checks.ts'

export function openCashWithdrawalReversal(
  order: ReversalOrder,
  presented: Presented,
  books: BankBooks,
): OpenedReversal | DeclineCode {
  return openOneAccount(presented, books, order.accountId)
}

export function decideCashWithdrawalReversal(
  { original, amountMinor }: Matched,
  { account }: OpenedReversal,
  presented: Presented,
  books: BankBooks,
): Decision {
  const entries = cashWithdrawalReversalEntries(original, amountMinor)
  if (entries === undefined) return decline(DECLINE.exceedsWhatIsLeft)
  const complete = original.reversedMinor + amountMinor === original.amountMinor
  return {
    kind: 'post',
    entries,
    ...givenBack(original, amountMinor, complete, account, presented, books),
  }
}

/** Undefined when a partial reversal would take back some of the fee: it may take back cash only. */
export function cashWithdrawalReversalEntries(original: Original, amountMinor: bigint): Entry[] | undefined {
  const { accountId, currency } = original
  const after = original.reversedMinor + amountMinor
  const complete = after === original.amountMinor
  if (!complete && after > original.amountMinor - original.feeMinor) return undefined
  const feeMinor = feeGivenBack(original, after)
  const cashMinor = amountMinor - feeMinor
  const entries = [customer(accountId, currency, amountMinor)]
  if (cashMinor > 0n) entries.push(general(generalLedger.vault(original.terminalId), currency, -cashMinor))
  if (feeMinor > 0n) entries.push(general(generalLedger.accessFees, currency, -feeMinor))
  return entries
}

/** Reversed cash does not count against the daily limits when the reversal is on the same day. */
function givenBack(
  original: Original,
  amountMinor: bigint,
  complete: boolean,
  account: BankAccount,
  presented: Presented,
  books: BankBooks,
): { usage?: UsageChange[]; usageGivenBack?: UsageGivenBack[] } {
  const { businessDate, currency, panHash } = original
  if (businessDate !== books.businessDate) return {}
  const minor = currency === presented.institution.baseCurrency ? amountMinor : 0n
  const count = complete ? 1 : 0
  const usage: UsageChange[] = []
  const usageGivenBack: UsageGivenBack[] = []
  // On a row that the batch has locked, in memory, so that its next order sees it; on any other row, in place.
  const giveBack = (held: Usage | undefined, of: UsageGivenBack['of']) => {
    if (held !== undefined) usage.push({ of: held, minor: -minor, count: 0 - count })
    else usageGivenBack.push({ of, date: businessDate, minor, count })
  }
  if (panHash === null) usage.push({ of: account.usage, minor: -minor, count: 0 - count })
  else giveBack(books.card(panHash)?.usage, { panHash })
  const terminalId = limitedTerminal(presented, original)
  if (terminalId !== undefined) giveBack(books.terminalUsage(terminalId), { terminalId })
  return { usage, usageGivenBack }
}

/** The terminal of the original, when it has daily limits. */
function limitedTerminal({ directory, institution }: Presented, { terminalId }: Original): string | undefined {
  const terminal = terminalId === null ? undefined : directory.terminal(institution.institutionId, terminalId)
  return terminal !== undefined && hasDailyLimits(terminal.limits) ? terminal.terminalId : undefined
}
