// What the built-in bank asks of accounts that deposits of tokens debit and redemptions credit: an open DDA or SDA in the
// currency, without a risk flag, whose type and capability allow transfers both ways. Fees and card limits do not apply.
// The book of an institution that the directory does not know has the sandbox's synthetic accounts alone, and no account types.

import type { Directory } from '../../../../administration/institutions/directory.ts'
import type { LinkedAccountRules } from '../../../../tokens/movements/accounts/linked-accounts.ts'
import { checkCredit, checkFunds } from '../rules/checks.ts'
import { type BankAccount, isLoan } from './bank-account.ts'

const LINKABLE_TYPES: ReadonlySet<string> = new Set(['DDA', 'SDA'])

export function linkedAccountRules(
  directory: Pick<Directory, 'institution' | 'accountType' | 'capability'>,
): LinkedAccountRules<BankAccount> {
  const check: LinkedAccountRules<BankAccount>['check'] = (account, currency, bookId) => {
    const isUsable =
      account.status === 'OPEN' &&
      account.riskFlag === null &&
      account.currency === currency &&
      LINKABLE_TYPES.has(account.accountType) &&
      !isLoan(account) &&
      isOfActiveType(account, bookId) &&
      isOpenBothWays(account)
    return isUsable ? undefined : 'linked-account-invalid'
  }

  function isOfActiveType({ accountType }: BankAccount, bookId: string): boolean {
    if (directory.institution(bookId) === undefined) return true
    return directory.accountType(bookId, accountType)?.isActive === true
  }

  function isOpenBothWays({ txnCapability }: BankAccount): boolean {
    const capability = directory.capability(txnCapability)
    return capability?.transferFrom === true && capability.transferTo
  }

  return {
    check,

    checkDebit(account, currency, amountMinor, bookId) {
      const objection = check(account, currency, bookId)
      if (objection !== undefined) return objection
      return checkFunds(account, amountMinor) === undefined ? undefined : 'insufficient-linked-funds'
    },

    checkCredit(account, currency, amountMinor, bookId) {
      const objection = check(account, currency, bookId)
      if (objection !== undefined) return objection
      return checkCredit(account, amountMinor) === undefined ? undefined : 'linked-account-invalid'
    },
  }
}
