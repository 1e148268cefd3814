// Whether an account of the built-in bank could pay for a loan or receive it, by the rules that a posting would follow.

import { accountRefusal } from '../../../../loans/servicing/funds/funds-order.ts'
import type { LoanFunds } from '../../../../loans/servicing/funds/loan-funds.ts'
import type { AccountRules } from '../../../../loans/servicing/posting/loan-posting.ts'
import type { Clock } from '../../../../platform/kernel/time/clock.ts'
import { Trip } from '../../../../platform/storage/batches/trip.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import type { BankAccount } from './bank-account.ts'
import { readBank } from './bank-reading.ts'

interface BuiltinFundsParts {
  readonly database: Database
  readonly clock: Clock
  readonly rules: AccountRules<BankAccount>
}

export function builtinLoanFunds({ database, clock, rules }: BuiltinFundsParts): Pick<LoanFunds, 'refusalOf'> {
  return {
    async refusalOf({ institutionId, accountId, direction, amount, businessDate, isReversal }) {
      const context = { institutionId, businessDate: businessDate.replaceAll('-', ''), nowMs: clock.now() }
      const session = await database.connect()
      try {
        const trip = new Trip(session)
        const reading = readBank(trip, context, [{ accountId }])
        trip.send()
        const account = (await reading).account(accountId)
        const { currency, minor } = amount
        return accountRefusal(rules, account, {
          currency,
          cashMinor: direction === 'DEBIT' ? minor : -minor,
          isReversal,
        })
      } finally {
        session.release()
      }
    },
  }
}
