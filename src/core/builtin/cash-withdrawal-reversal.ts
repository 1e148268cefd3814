// Cash withdrawal reversal: credits the account back. Taking the whole amount back returns the access fee too; a part
// of it never touches the fee.

import type { Directory } from '../../institutions/directory.ts'
import type { Account } from '../../ledger/account.ts'
import { customer, type Entry, general, generalLedger } from '../../ledger/journal.ts'
import type { Books, Decision, Original, UsageChange, UsageGivenBack } from '../../ledger/posting.ts'
import type { ReversalOrder } from '../core.ts'
import { DECLINE } from '../outcome.ts'
import type { Presented } from './checks.ts'
import { decline } from './decline.ts'
import { findOriginal } from './find-original.ts'
import { hasDailyLimits } from './limits.ts'
import { checkReversalOrigin, isClosed } from './reversal-checks.ts'

export function decideCashWithdrawalReversal(order: ReversalOrder, presented: Presented, books: Books): Decision {
  const objection = checkReversalOrigin(presented)
  if (objection !== undefined) return decline(objection)
  const account = books.account(order.accountId)
  if (account === undefined) return decline(DECLINE.noSuchAccount)
  if (isClosed(account)) return decline(DECLINE.sourceNotUsable)

  const search = findOriginal(order, books, account, presented.institution.reversalWindowHours)
  if (search.kind === 'declined') return decline(search.code)
  if (search.kind === 'not-arrived') return { kind: 'tombstone', originalRrn: search.originalRrn }

  const { original, amountMinor } = search
  const after = original.reversedMinor + amountMinor
  const complete = after === original.amountMinor
  // Short of the whole amount, only the cash may be taken back.
  if (!complete && after > original.amountMinor - original.feeMinor) return decline(DECLINE.exceedsWhatIsLeft)
  return {
    kind: 'post',
    entries: cashWithdrawalReversalEntries(original, amountMinor, complete),
    reverses: { original, amountMinor },
    ...givenBack(original, amountMinor, complete, account, presented, books),
  }
}

export function cashWithdrawalReversalEntries(original: Original, amountMinor: bigint, complete: boolean): Entry[] {
  const { accountId, currency } = original
  const feeMinor = complete ? original.feeMinor : 0n
  const cashMinor = amountMinor - feeMinor
  const entries = [customer(accountId, currency, amountMinor)]
  if (cashMinor > 0n) entries.push(general(generalLedger.vault(original.terminalId ?? 'unknown'), currency, -cashMinor))
  if (feeMinor > 0n) entries.push(general(generalLedger.accessFees, currency, -feeMinor))
  return entries
}

/** Cash that came back does not count against the day's limits, as long as it is the same day. */
function givenBack(
  original: Original,
  amountMinor: bigint,
  complete: boolean,
  account: Account,
  presented: Presented,
  books: Books,
): { usage?: UsageChange[]; usageGivenBack?: UsageGivenBack[] } {
  if (original.businessDate !== books.businessDate) return {}
  const { institution, directory } = presented
  const minor = original.currency === institution.baseCurrency ? amountMinor : 0n
  const count = complete ? 1 : 0
  const elsewhere = { date: original.businessDate, minor, count }
  const usageGivenBack = terminalGivenBack(directory, institution.institutionId, original, elsewhere)
  if (original.panHash === null) {
    return { usage: [{ of: account.usage, minor: -minor, count: -count }], usageGivenBack }
  }
  const card = books.card(original.panHash)
  if (card !== undefined) return { usage: [{ of: card.usage, minor: -minor, count: -count }], usageGivenBack }
  return { usageGivenBack: [...usageGivenBack, { of: { panHash: original.panHash }, ...elsewhere }] }
}

function terminalGivenBack(
  directory: Directory,
  institutionId: string,
  original: Original,
  amount: Omit<UsageGivenBack, 'of'>,
): UsageGivenBack[] {
  const terminal = original.terminalId === null ? undefined : directory.terminal(institutionId, original.terminalId)
  if (terminal === undefined || !hasDailyLimits(terminal.limits)) return []
  return [{ of: { terminalId: terminal.terminalId }, ...amount }]
}
