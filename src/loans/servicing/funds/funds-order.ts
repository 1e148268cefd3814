// Which account a command moves money on, what a remote core is asked to move, and why an account is refused.

import type { Account } from '../../../ledger/account.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { LoanCommand } from '../book/loan-command.ts'
import type { LoanRecord, RecordedEvent } from '../loan-record.ts'
import type { AccountRules } from '../posting/loan-posting.ts'
import type { Located } from '../posting/locate-loans.ts'
import type { FundsOrder, FundsRefusal } from './loan-funds.ts'

/** The account that pays or receives: the one named, or that of the event which is reversed. */
export function fundsAccountOf({ funds }: LoanCommand, located: Located): string | undefined {
  if (located.reversed_event !== null) return located.funds_account_id ?? undefined
  if (funds === undefined || funds === 'CLEARING') return undefined
  const { accountId, institutionId = located.institution_id } = funds
  if (institutionId !== located.institution_id || accountId === located.account_id)
    throw loanProblem('destination-invalid', "the account must be another one of the product's institution")
  return accountId
}

export function fundsOrder({ institutionId, partnerId, currency }: LoanRecord, event: RecordedEvent): FundsOrder {
  const { fundsReference, fundsAccountId, cashMinor, bookedOn } = event
  if (fundsReference === undefined || fundsAccountId === undefined)
    throw new Error('the event moves no money at a core')
  return {
    reference: fundsReference,
    institutionId,
    partnerId,
    accountId: fundsAccountId,
    direction: cashMinor > 0n ? 'DEBIT' : 'CREDIT',
    amount: { minor: cashMinor > 0n ? cashMinor : -cashMinor, currency },
    businessDate: bookedOn,
  }
}

/** Money of a loan on an account of its institution. */
export interface MovedCash {
  readonly currency: string
  /** What the loan receives; negative: what it pays out. */
  readonly cashMinor: bigint
  readonly isReversal: boolean
}

/** By the rules of the bank whose account it is; undefined: the account can pay or receive. */
export function accountRefusal<A extends Account>(
  rules: Pick<AccountRules<A>, 'checkDebit' | 'checkCredit'>,
  account: A | undefined,
  { currency, cashMinor, isReversal }: MovedCash,
): FundsRefusal | undefined {
  if (account === undefined) return 'destination-invalid'
  return cashMinor > 0n
    ? rules.checkDebit(account, currency, cashMinor, isReversal)
    : rules.checkCredit(account, currency, -cashMinor)
}

const FUNDS_REFUSED: Readonly<Record<FundsRefusal, string>> = {
  'destination-invalid':
    "the account cannot be used: it must be open, of the product's institution and in its currency",
  'insufficient-funds': 'the account does not have the money',
}

export function fundsProblem(refusal: FundsRefusal): Problem {
  return loanProblem(refusal, FUNDS_REFUSED[refusal])
}
