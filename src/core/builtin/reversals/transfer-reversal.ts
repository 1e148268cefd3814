// Transfer reversal: credits the source back and debits the destination.

import { isLoan } from '../../../ledger/account.ts'
import { customer } from '../../../ledger/journal.ts'
import type { Books, Decision } from '../../../ledger/posting.ts'
import type { ReversalOrder } from '../../core.ts'
import { DECLINE } from '../../outcome.ts'
import { checkFunds, type Presented } from '../rules/checks.ts'
import { decline } from '../rules/decline.ts'
import { findOriginal } from './find-original.ts'
import { isClosed, openReversal } from './reversal-checks.ts'

export function decideTransferReversal(order: ReversalOrder, presented: Presented, books: Books): Decision {
  const source = openReversal(presented, books, order.accountId)
  if (typeof source === 'string') return decline(source)
  const destination = books.account(order.beneficiaryAccountId ?? '')
  if (destination === undefined) return decline(DECLINE.noSuchAccount)
  if (isClosed(source)) return decline(DECLINE.sourceNotUsable)
  if (isClosed(destination)) return decline(DECLINE.destinationNotUsable)

  const { institution } = presented
  const search = findOriginal(order, books, source, institution.reversalWindowHours)
  if (search.kind !== 'found') return search

  const { original, amountMinor } = search
  const short = !isLoan(destination) && checkFunds(destination, amountMinor) !== undefined
  if (short && !institution.reversalForce) return decline(DECLINE.insufficientFunds)
  const { currency } = original
  return {
    kind: 'post',
    entries: [
      customer(source.accountId, currency, amountMinor),
      customer(destination.accountId, currency, -amountMinor),
    ],
    reverses: { original, amountMinor },
    forced: short,
    ...(isLoan(destination) && { loanPayment: { accountId: destination.accountId, amountMinor: -amountMinor } }),
  }
}
