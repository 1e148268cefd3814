// Turns what the ledger settled into the port's outcome: the branch and the balances as they stand after the order.

import type { Institution } from '../../../institutions/directory.ts'
import { type Account, availableMinor, isLoan, paymentDueMinor } from '../../../ledger/account.ts'
import { APPROVED_CODE, type Settled } from '../../../ledger/posting.ts'
import type { AccountBalances, Branch, DeclineCode, Outcome } from '../../outcome.ts'

export function outcomeOf(
  settled: Settled,
  institution: Institution,
  accountId: string,
  beneficiaryAccountId?: string,
): Outcome {
  if (settled.code !== APPROVED_CODE) return { code: settled.code as DeclineCode }
  const account = settled.account(accountId)
  if (account === undefined || settled.authId === undefined)
    throw new Error('an approval without account or authorization id')
  const beneficiary = beneficiaryAccountId === undefined ? undefined : settled.account(beneficiaryAccountId)
  return {
    code: APPROVED_CODE,
    authId: settled.authId,
    businessDate: settled.businessDate,
    branch: branchOf(institution, account),
    balances: balancesOf(account),
    ...(beneficiary !== undefined && { beneficiaryBalances: balancesOf(beneficiary) }),
  }
}

export function branchOf(institution: Institution, account: Account): Branch {
  return (
    institution.branches.find((branch) => branch.id === account.branchId) ?? {
      id: account.branchId,
      name: '',
      address: '',
    }
  )
}

/** A loan's balance is what the customer still owes, shown as a positive figure. */
export function balancesOf(account: Account): AccountBalances {
  const loan = isLoan(account)
  return {
    currency: account.currency,
    availableMinor: availableMinor(account),
    balanceMinor: loan ? -account.balanceMinor : account.balanceMinor,
    ...(loan &&
      account.paymentDueOn !== null && {
        paymentDue: { amountMinor: paymentDueMinor(account), dueDate: account.paymentDueOn },
      }),
  }
}
