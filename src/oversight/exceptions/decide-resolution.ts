// Decides the resolution of an exception, under the locks of its batch. Pure.
//
//   kind        MATCH                                  WRITE_OFF                 IGNORE
//   UNMATCHED   posts the reversal of `originalId`     409                       nothing
//   LATE        posts the reversal                     posts it on suspense      nothing
//   REFUSED     posts the reversal                     posts it on suspense      nothing
//   UNKNOWN     records the outcome, posts nothing     409                       nothing
//   DECLINED_ADVICE: see decide-advice.ts; RECONCILIATION: see decide-reconciled.ts
//
// A transfer is never written off: both of its sides are customers.

import type { BankAccount } from '../../channels/core/builtin/books/bank-account.ts'
import type { BankBooks } from '../../channels/core/builtin/books/bank-books.ts'
import type { Approval, Decision } from '../../channels/core/builtin/decision.ts'
import {
  billPaymentReversalEntries,
  decideBillPaymentReversal,
} from '../../channels/core/builtin/reversals/bill-payment-reversal.ts'
import {
  cashWithdrawalReversalEntries,
  decideCashWithdrawalReversal,
} from '../../channels/core/builtin/reversals/cash-withdrawal-reversal.ts'
import {
  decideDepositReversal,
  depositReversalEntries,
} from '../../channels/core/builtin/reversals/deposit-reversal.ts'
import { isClosed } from '../../channels/core/builtin/reversals/reversal-checks.ts'
import { decideTransferReversal } from '../../channels/core/builtin/reversals/transfer-reversal.ts'
import type { Original } from '../../channels/core/original.ts'
import { APPROVED_CODE, DECLINE } from '../../channels/core/outcome.ts'
import type { Presented } from '../../channels/core/presented.ts'
import { reversalTypeOf } from '../../channels/core/reversal-types.ts'
import { type Entry, general } from '../../ledger/journal.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import { type ExceptionKind, isHostKind, type ResolvingAction } from './exception-kinds.ts'
import { exceptionProblem } from './exception-problems.ts'

/** The general-ledger account that stands in for the customer's when a reversal is written off. */
export const SUSPENSE = 'suspense:exceptions'

const TRANSFER = 'TRANSFER'
const GIVES_CASH_BACK: ReadonlySet<string> = new Set(['CASHWITHDRAWALREVERSAL', 'CARDLESSREVERSAL'])
const BILL_PAYMENT_REVERSAL = 'BILLPAYMENTREVERSAL'
const TRANSFER_REVERSAL = 'TRANSFERREVERSAL'

/** Undefined when the action is possible for the kind. */
export function actionRefusal(kind: ExceptionKind, action: ResolvingAction, type: string): Problem | undefined {
  const refused = (message: string) => exceptionProblem('action-not-possible', message)
  if (isHostKind(kind)) return refused(`${action} is not possible for ${kind}`)
  if (action !== 'WRITE_OFF') return undefined
  if (kind === 'RECONCILIATION') return refused('what a file differs in is matched or ignored')
  if (kind === 'UNMATCHED' || kind === 'UNKNOWN')
    return refused('only late and refused reversals and declined advices can be written off')
  return type === TRANSFER_REVERSAL || type === TRANSFER ? refused('a transfer cannot be written off') : undefined
}

/** A reversal that is to be posted. */
export interface DueReversal {
  readonly type: string
  readonly accountId: string
  readonly beneficiaryAccountId: string | null
  readonly amountMinor: bigint
  readonly currency: string
}

export interface ResolutionContext {
  readonly presented: Presented
  readonly books: BankBooks
  /** Whether the original has a journal here; one of a remote core has not. */
  readonly isPostedHere: boolean
}

/** The approval to post, or why the reversal cannot be posted against the original. */
export function decideReversal(
  action: 'MATCH' | 'WRITE_OFF',
  reversal: DueReversal,
  original: Original | undefined,
  context: ResolutionContext,
): Approval | Problem {
  const unfit = (message: string) => exceptionProblem('original-unfit', message)
  if (original === undefined) return unfit('there is no such original on the account of the reversal')
  const fault = unfitness(reversal, original)
  if (fault !== undefined) return unfit(fault)
  if (!context.isPostedHere) {
    return exceptionProblem(
      'action-not-possible',
      'a remote core posted the original: reverse it there, then ignore this',
    )
  }
  return action === 'MATCH' ? match(reversal, original, context) : writeOff(reversal, original)
}

/** Why a transaction cannot be the original of a reversal. */
function unfitness(reversal: DueReversal, original: Original): string | undefined {
  if (reversalTypeOf(original.type) !== reversal.type) return 'the original is of another type'
  if (original.accountId !== reversal.accountId) return 'the original is of another account'
  if (original.beneficiaryAccountId !== reversal.beneficiaryAccountId) return 'the original is of another beneficiary'
  if (original.currency !== reversal.currency) return 'the original is in another currency'
  if (original.responseCode !== APPROVED_CODE) return 'the original was not approved'
  const left = original.amountMinor - original.reversedMinor
  if (left === 0n) return 'the original is already reversed'
  if (reversal.amountMinor <= 0n) return 'the reversal has no amount'
  return reversal.amountMinor > left ? 'the reversal exceeds what is left of the original' : undefined
}

function match(reversal: DueReversal, original: Original, { presented, books }: ResolutionContext): Approval | Problem {
  const unfit = (message: string) => exceptionProblem('original-unfit', message)
  const account = books.account(reversal.accountId)
  if (account === undefined) return unfit('the account is not in the built-in bank')
  if (isClosed(account)) return unfit('the account is closed')
  const decision = reversed(reversal, original, account, presented, books)
  if (decision instanceof Error) return decision
  if (decision.kind === 'post') return decision
  if (decision.kind === 'refuse') return decision.problem
  if (decision.code === DECLINE.insufficientFunds) {
    return exceptionProblem('not-funded', 'the account does not have the money')
  }
  return unfit('a part that includes the fee cannot be reversed')
}

function reversed(
  reversal: DueReversal,
  original: Original,
  account: BankAccount,
  presented: Presented,
  books: BankBooks,
): Decision | Problem {
  const matched = { original, amountMinor: reversal.amountMinor }
  if (GIVES_CASH_BACK.has(reversal.type)) return decideCashWithdrawalReversal(matched, { account }, presented, books)
  if (reversal.type === BILL_PAYMENT_REVERSAL) return decideBillPaymentReversal(matched)
  if (reversal.type !== TRANSFER_REVERSAL) return decideDepositReversal(matched, { account }, presented, books)
  const beneficiary = books.account(reversal.beneficiaryAccountId ?? '')
  if (beneficiary === undefined)
    return exceptionProblem('original-unfit', 'the beneficiary is not in the built-in bank')
  if (isClosed(beneficiary)) return exceptionProblem('original-unfit', 'the account of the beneficiary is closed')
  return decideTransferReversal(matched, { account, beneficiary }, presented, books)
}

/** The reversal as it would have been posted, with the suspense account in place of the customer's. */
function writeOff(reversal: DueReversal, original: Original): Approval | Problem {
  const entries = reversalEntries(reversal, original)
  if (entries === undefined) {
    return exceptionProblem('original-unfit', 'a part that includes the fee cannot be reversed')
  }
  return { kind: 'post', entries: onSuspense(entries) }
}

/** With the suspense account in place of customers. */
export function onSuspense(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => (entry.book === 'C' ? general(SUSPENSE, entry.currency, entry.amountMinor) : entry))
}

function reversalEntries(reversal: DueReversal, original: Original): readonly Entry[] | undefined {
  const { amountMinor } = reversal
  if (reversal.type === BILL_PAYMENT_REVERSAL) return billPaymentReversalEntries(original, amountMinor)
  return GIVES_CASH_BACK.has(reversal.type)
    ? cashWithdrawalReversalEntries(original, amountMinor)
    : depositReversalEntries(original, amountMinor)
}
