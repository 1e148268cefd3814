// Deposit reversal: debits the account. Of a mixed deposit the checks are taken back before the cash, and what is
// still held of them is let go first.

import { availableMinor, isLoan } from '../../../ledger/account.ts'
import { customer, type Entry, general, generalLedger } from '../../../ledger/journal.ts'
import type { Books, Decision, Original } from '../../../ledger/posting.ts'
import type { ReversalOrder } from '../../core.ts'
import { DECLINE } from '../../outcome.ts'
import type { Presented } from '../rules/checks.ts'
import { decline } from '../rules/decline.ts'
import { findOriginal } from './find-original.ts'
import { isClosed, openReversal } from './reversal-checks.ts'

export function decideDepositReversal(order: ReversalOrder, presented: Presented, books: Books): Decision {
  const account = openReversal(presented, books, order.accountId)
  if (typeof account === 'string') return decline(account)
  if (isClosed(account)) return decline(DECLINE.sourceNotUsable)

  const { institution } = presented
  const search = findOriginal(order, books, account, institution.reversalWindowHours)
  if (search.kind !== 'found') return search

  const { original, amountMinor } = search
  const { accountId } = account
  const heldMinor = books.heldOf(accountId, original.transactionId)
  const unheldMinor = heldMinor < amountMinor ? heldMinor : amountMinor
  const short = !isLoan(account) && availableMinor(account) + unheldMinor < amountMinor
  if (short && !institution.reversalForce) return decline(DECLINE.insufficientFunds)
  return {
    kind: 'post',
    entries: depositReversalEntries(original, amountMinor),
    reverses: { original, amountMinor },
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
