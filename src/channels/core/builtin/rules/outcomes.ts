// What an approval shows of an account: its branch, and its balances after the order.

import type { Institution } from '../../../../administration/institutions/directory.ts'
import type { AccountBalances, Branch, ShownAccounts } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import { availableMinor, type BankAccount, isLoan, paymentDueMinor } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'

export function shownAccounts(
  books: Pick<BankBooks, 'account'>,
  presented: Presented,
  accountId: string,
  beneficiaryAccountId?: string,
): ShownAccounts {
  const account = books.account(accountId)
  if (account === undefined) throw new Error('an approval of an account that is not there')
  const beneficiary = beneficiaryAccountId === undefined ? undefined : books.account(beneficiaryAccountId)
  return {
    branch: branchOf(presented.institution, account),
    balances: balancesOf(account, presented),
    ...(beneficiary !== undefined && { beneficiaryBalances: balancesOf(beneficiary, presented) }),
  }
}

function branchOf(institution: Institution, account: BankAccount): Branch {
  return (
    institution.branches.find((branch) => branch.id === account.branchId) ?? {
      id: account.branchId,
      name: '',
      address: '',
    }
  )
}

/** A loan's balance is what the customer still owes, shown as a positive figure. */
function balancesOf(account: BankAccount, { directory, institution }: Presented): AccountBalances {
  const loan = isLoan(account)
  const type = directory.accountType(institution.institutionId, account.accountType)
  return {
    currency: account.currency,
    availableMinor: availableMinor(account),
    balanceMinor: loan ? -account.balanceMinor : account.balanceMinor,
    ...(loan &&
      account.paymentDueOn !== null && {
        paymentDue: { amountMinor: paymentDueMinor(account), dueDate: account.paymentDueOn },
      }),
    ...(type !== undefined && { returned: type.balanceTypes }),
  }
}
