// Linked accounts in the books of a remote core: deposits of tokens debit them, redemptions credit them. A balance inquiry tells
// whether an account can be linked, as far as the port goes: it says nothing of an account's type, but a loan shows what is due.

import { newCorrelationId } from '../../platform/kernel/identifiers/ids.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'
import type { LinkedOutcome, RemoteLinkedAccounts } from '../../tokens/movements/accounts/linked-accounts.ts'
import { APPROVED_CODE, DECLINE, isCoreApproval, showsLessThan } from './outcome.ts'
import type { RemoteCore, RemoteOutcome } from './remote-core.ts'
import { originOf, remoteFundsOrder } from './remote-funds-order.ts'

/** `businessDateOf` is the date that the core books under, of the institution whose book it is. */
export function remoteLinkedAccounts(
  core: Pick<RemoteCore, 'execute' | 'inquireBalance' | 'cancel'>,
  businessDateOf: (institutionId: string) => BusinessDate,
): RemoteLinkedAccounts {
  return {
    async inquire({ bookId, partnerId, accountId, currency, amountMinor }) {
      const asked = { institutionId: bookId, partnerId, businessDate: businessDateOf(bookId) }
      const outcome = await core.inquireBalance({ origin: originOf(newCorrelationId(), asked), accountId })
      if (!isCoreApproval(outcome)) return 'linked-account-invalid'
      const { balances } = outcome
      if (balances.currency !== currency || balances.paymentDue !== undefined) return 'linked-account-invalid'
      return amountMinor !== undefined && showsLessThan(balances, amountMinor) ? 'insufficient-linked-funds' : undefined
    },

    async move({ bookId, currency, amountMinor, ...order }): Promise<LinkedOutcome> {
      const { reference, direction, mayBeGivenUp = direction === 'DEBIT' } = order
      try {
        return linkedOutcome(
          await core.execute(
            remoteFundsOrder({
              ...order,
              institutionId: bookId,
              amount: { minor: amountMinor, currency },
              businessDate: businessDateOf(bookId),
            }),
          ),
        )
      } catch (error) {
        // Rejected as malformed. This call did nothing, but an earlier one under the reference may have, so a debit is
        // cancelled: then it is refused for good, or turns out to be done. A credit that is owed is tried again.
        const isRejected = error instanceof Problem && error.kind === 'internal'
        if (!isRejected || !mayBeGivenUp) throw error
        const outcome = await core.cancel(bookId, reference)
        return outcome === 'cancelled' ? { moved: false, reason: 'linked-account-invalid' } : linkedOutcome(outcome)
      }
    },
  }
}

function linkedOutcome({ code }: RemoteOutcome): LinkedOutcome {
  if (code === APPROVED_CODE) return { moved: true }
  const isShort = code === DECLINE.insufficientFunds
  return { moved: false, reason: isShort ? 'insufficient-linked-funds' : 'linked-account-invalid' }
}
