// What the built-in bank asks of accounts that pay for loans or receive them, and what it shows of a loan's account.

import type { Directory } from '../../../../administration/institutions/directory.ts'
import type { AccountRules, ShownLoan } from '../../../../loans/servicing/posting/loan-posting.ts'
import { checkCredit, checkFunds } from '../rules/checks.ts'
import { type BankAccount, isLoan } from './bank-account.ts'

type Changeable = { -readonly [Field in keyof BankAccount]: BankAccount[Field] }

export function loanAccountRules(directory: Pick<Directory, 'capability'>): AccountRules<BankAccount> {
  return {
    checkCredit(account, currency, amountMinor) {
      if (!isUsable(account, currency)) return 'destination-invalid'
      return checkCredit(account, amountMinor) === undefined ? undefined : 'destination-invalid'
    },

    checkDebit(account, currency, amountMinor, isReversal) {
      const maySend = isReversal || directory.capability(account.txnCapability)?.transferFrom === true
      if (!maySend || !isUsable(account, currency)) return 'destination-invalid'
      return checkFunds(account, amountMinor) === undefined ? undefined : 'insufficient-funds'
    },

    show(account, { isOpen, due }: ShownLoan) {
      const changed: Changeable = account
      if (changed.status === 'OPEN' || changed.status === 'CLOSED') changed.status = isOpen ? 'OPEN' : 'CLOSED'
      changed.paymentDueMinor = due?.amountMinor ?? null
      changed.paymentDueOn = due?.on ?? null
    },
  }
}

/** An open account of a customer, without a risk flag, in the loan's currency. */
function isUsable(account: BankAccount, currency: string): boolean {
  return account.status === 'OPEN' && account.riskFlag === null && account.currency === currency && !isLoan(account)
}
