// Deposit reversal: debits the account. Of a mixed deposit the checks are taken back before the cash, and what is
// still held of them is released first.

import { customer, type Entry, general } from '../../../../ledger/journal.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Matched, Original } from '../../original.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import { availableMinor, isLoan } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import { generalLedger } from '../books/general-ledger.ts'
import { type Decision, decline } from '../decision.ts'
import { type OpenedReversal, openOneAccount } from './reversal-checks.ts'

export function openDepositReversal(
  order: ReversalOrder,
  presented: Presented,
  books: BankBooks,
): OpenedReversal | DeclineCode {
  return openOneAccount(presented, books, order.accountId)
}

export function decideDepositReversal(
  { original, amountMinor }: Matched,
  { account }: OpenedReversal,
  { institution }: Presented,
  books: BankBooks,
): Decision {
  const { accountId } = account
  const heldMinor = books.heldOf(accountId, original.transactionId)
  const unheldMinor = heldMinor < amountMinor ? heldMinor : amountMinor
  const short = !isLoan(account) && availableMinor(account) + unheldMinor < amountMinor
  if (short && !institution.reversalForce) return decline(DECLINE.insufficientFunds)
  return {
    kind: 'post',
    entries: depositReversalEntries(original, amountMinor),
    forced: short,
    ...(isLoan(account) && { loanPayment: { accountId, amountMinor: -amountMinor } }),
    ...(unheldMinor > 0n && { unhold: { accountId, transactionId: original.transactionId, amountMinor: unheldMinor } }),
  }
}

export function depositReversalEntries(original: Original, amountMinor: bigint): Entry[] {
  const { accountId, currency } = original
  const checkMinor = original.amountMinor - original.cashMinor
  const cashBefore = positive(original.reversedMinor - checkMinor)
  const cashAfter = positive(original.reversedMinor + amountMinor - checkMinor)
  const cashMinor = cashAfter - cashBefore
  const entries = [customer(accountId, currency, -amountMinor)]
  if (cashMinor > 0n) entries.push(general(generalLedger.vault(original.terminalId), currency, cashMinor))
  if (amountMinor > cashMinor) entries.push(general(generalLedger.checkClearing, currency, amountMinor - cashMinor))
  return entries
}

function positive(minor: bigint): bigint {
  return minor > 0n ? minor : 0n
}
