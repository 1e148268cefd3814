// Moves the money of loans on accounts of a remote core: a credit when a loan pays out, a debit when it is paid.

import type { FundsOutcome, FundsRefusal, RemoteFunds } from '../../loans/servicing/funds/loan-funds.ts'
import { newCorrelationId } from '../../platform/kernel/identifiers/ids.ts'
import { APPROVED_CODE, DECLINE, isCoreApproval, showsLessThan } from './outcome.ts'
import type { RemoteCore } from './remote-core.ts'
import { originOf, remoteFundsOrder } from './remote-funds-order.ts'

export function remoteLoanFunds(core: Pick<RemoteCore, 'execute' | 'inquireBalance'>): RemoteFunds {
  return {
    async move(order): Promise<FundsOutcome> {
      const { code } = await core.execute(remoteFundsOrder({ ...order, businessDate: coreDate(order) }))
      if (code === APPROVED_CODE) return { moved: true }
      return { moved: false, reason: code === DECLINE.insufficientFunds ? 'insufficient-funds' : 'destination-invalid' }
    },

    /** By a balance inquiry, which knows the account, its currency and its money. */
    async refusalOf({ institutionId, partnerId, accountId, direction, amount, ...asked }) {
      const origin = originOf(newCorrelationId(), { institutionId, partnerId, businessDate: coreDate(asked) })
      const outcome = await core.inquireBalance({ origin, accountId })
      if (!isCoreApproval(outcome)) return NOT_FOR_INQUIRIES.has(outcome.code) ? undefined : 'destination-invalid'
      const { balances } = outcome
      if (balances.currency !== amount.currency || balances.paymentDue !== undefined) return 'destination-invalid'
      const isShort = direction === 'DEBIT' && showsLessThan(balances, amount.minor)
      return isShort ? ('insufficient-funds' satisfies FundsRefusal) : undefined
    },
  }
}

/** Declines of an inquiry that say nothing of a debit or a credit. */
const NOT_FOR_INQUIRIES: ReadonlySet<string> = new Set([
  DECLINE.serviceNotSupported,
  DECLINE.notPermittedToCardholder,
  DECLINE.notPermittedToTerminal,
])

function coreDate({ businessDate }: { readonly businessDate: string }): string {
  return businessDate.replaceAll('-', '')
}
