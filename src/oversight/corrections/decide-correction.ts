// Decides a correction under the locks of its batch. Pure.

import { isBuiltInCore } from '../../administration/institutions/core-types.ts'
import { availableMinor, type BankAccount, isLoan } from '../../channels/core/builtin/books/bank-account.ts'
import type { Original } from '../../channels/core/original.ts'
import { APPROVED_CODE } from '../../channels/core/outcome.ts'
import { customer, type Entry, general } from '../../ledger/journal.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Correction, CorrectionPosting } from './correction.ts'
import { correctionProblem } from './correction-problems.ts'

/** Orders that take money from their account. */
const TAKES: ReadonlySet<string> = new Set(['CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL', 'BILLPAYMENT', 'TRANSFER'])

export interface CorrectedBooks {
  /** Undefined: the institution has no such account of a customer. */
  readonly account: BankAccount | undefined
  /** What has been corrected on the account today. */
  readonly correctedMinor: bigint
  /** The balance of the suspense account. */
  readonly suspenseMinor: bigint
  readonly original: Original | undefined
  readonly isPostedHere: boolean
}

/** Whether a correction in favour of its account gives back what a transaction of this type took. */
export function takesMoney(type: string): boolean {
  return TAKES.has(type)
}

/** Why the correction cannot be posted; undefined when it can. */
export function correctionRefusal(posting: CorrectionPosting, books: CorrectedBooks): Problem | undefined {
  const { correction } = posting
  if (correction.suspenseAccount !== undefined) return suspenseRefusal(correction, books.suspenseMinor)
  return accountRefusal(posting, books) ?? transactionRefusal(correction, books)
}

function accountRefusal(
  { correction, institution, limitMinor }: CorrectionPosting,
  { account, correctedMinor }: CorrectedBooks,
): Problem | undefined {
  const { currency, amountMinor, direction, reverses } = correction
  const unfit = (message: string) => correctionProblem('account-unfit', message)
  if (!isBuiltInCore(institution.coreType)) return unfit('the accounts of the institution are at another core')
  if (account === undefined) return correctionProblem('account-not-found', 'there is no such account')
  if (isLoan(account)) return unfit('the account of a loan is corrected by lending')
  if (account.status === 'CLOSED') return unfit('the account is closed')
  if (account.currency !== currency) return unfit(`the account is in ${account.currency}`)
  if (direction === 'DEBIT' && amountMinor > availableMinor(account))
    return correctionProblem('not-funded', 'the account does not have the money')
  // Undoing is not held back: it takes back what the limit let through.
  if (reverses !== undefined) return undefined
  if (limitMinor === undefined)
    return correctionProblem('limit-exceeded', `the property corrections.limit names no limit in ${currency}`)
  if (correctedMinor + amountMinor <= limitMinor) return undefined
  return correctionProblem('limit-exceeded', 'more than may be corrected on an account in a day')
}

function suspenseRefusal({ direction, amountMinor, reverses }: Correction, suspenseMinor: bigint): Problem | undefined {
  // What is undone stood there before, whatever it is now.
  if (reverses !== undefined) return undefined
  // Towards zero, and not beyond.
  const leftMinor = direction === 'CREDIT' ? -suspenseMinor : suspenseMinor
  if (amountMinor <= leftMinor) return undefined
  return correctionProblem('exceeds-suspense', 'the suspense account does not hold as much on that side')
}

function transactionRefusal(correction: Correction, { original, isPostedHere }: CorrectedBooks): Problem | undefined {
  const { givesBack, undoneMinor, amountMinor, kind } = correction
  const unfit = (message: string) => correctionProblem('transaction-unfit', message)
  if (undoneMinor !== undefined && undoneMinor !== 0n)
    return original === undefined ? unfit('the transaction is archived') : undefined
  if (!givesBack) return undefined
  if (original === undefined) return unfit('the transaction is not on the account')
  if (original.responseCode !== APPROVED_CODE) return unfit('the transaction was not approved')
  if (!isPostedHere) return unfit('another core posted the transaction: give it back there')
  if (original.currency !== correction.currency) return unfit('the transaction is in another currency')
  if (kind === 'FEE_REFUND' && amountMinor > original.feeMinor)
    return unfit('that is more than what is left of its access fee')
  if (amountMinor > original.amountMinor - original.reversedMinor) return unfit('that is more than is left of it')
  return undefined
}

/** How much the transaction counts as reversed because of it. */
export function countedMinor({ givesBack, undoneMinor, amountMinor }: Correction): bigint {
  if (undoneMinor !== undefined) return -undoneMinor
  return givesBack ? amountMinor : 0n
}

export function correctionEntries(correction: Correction): readonly Entry[] {
  const { accountId, suspenseAccount, against, direction, amountMinor, currency } = correction
  const signed = direction === 'CREDIT' ? amountMinor : -amountMinor
  const named =
    accountId === undefined
      ? general(suspenseAccount as string, currency, signed)
      : customer(accountId, currency, signed)
  return [named, general(against, currency, -signed)]
}
