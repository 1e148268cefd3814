// Transfer reversal: credits the source back and debits the destination.

import { customer } from '../../../../ledger/journal.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import type { ReversalOrder } from '../../core.ts'
import type { Matched } from '../../original.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import { isLoan } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import { type Decision, decline } from '../decision.ts'
import { checkFunds } from '../rules/checks.ts'
import { isClosed, type OpenedReversal, openReversal } from './reversal-checks.ts'

export function openTransferReversal(
  order: ReversalOrder,
  presented: Presented,
  books: BankBooks,
): Required<OpenedReversal> | DeclineCode {
  const account = openReversal(presented, books, order.accountId)
  if (typeof account === 'string') return account
  const beneficiary = books.account(order.beneficiaryAccountId ?? '')
  if (beneficiary === undefined) return DECLINE.noSuchAccount
  if (isClosed(account)) return DECLINE.sourceNotUsable
  if (isClosed(beneficiary)) return DECLINE.destinationNotUsable
  return { account, beneficiary }
}

export function decideTransferReversal(
  { original, amountMinor }: Matched,
  { account: source, beneficiary: destination }: Required<OpenedReversal>,
  { institution }: Presented,
  books?: BankBooks,
): Decision {
  const takenBack = books?.loans?.takeBack(destination.accountId, original, amountMinor, books)
  if (takenBack instanceof Problem) return decline(DECLINE.destinationNotUsable)
  if (takenBack !== undefined) {
    const entries = [customer(source.accountId, original.currency, amountMinor), ...takenBack.entries]
    return { kind: 'post', entries, share: takenBack }
  }
  const short = !isLoan(destination) && checkFunds(destination, amountMinor) !== undefined
  if (short && !institution.reversalForce) return decline(DECLINE.insufficientFunds)
  const { currency } = original
  return {
    kind: 'post',
    entries: [
      customer(source.accountId, currency, amountMinor),
      customer(destination.accountId, currency, -amountMinor),
    ],
    forced: short,
    ...(isLoan(destination) && { loanPayment: { accountId: destination.accountId, amountMinor: -amountMinor } }),
  }
}
