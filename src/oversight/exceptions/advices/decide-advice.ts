// Decides what is posted for a declined advice, under the locks of its batch. Pure.
//
//   MATCH       the order as it would have been posted; an account may fall below its limit, since the money is gone
//   WRITE_OFF   the same, with the suspense account in place of the customer's
//
// Only what the switch has not taken back since. A reversal of an order that was posted in this way posts the opposite.
// Neither counts against the limits of a day.

import { isBuiltInCore } from '../../../administration/institutions/core-types.ts'
import type { Institution } from '../../../administration/institutions/directory.ts'
import { billPaymentEntries } from '../../../channels/core/builtin/bill-payment.ts'
import type { BankAccount } from '../../../channels/core/builtin/books/bank-account.ts'
import { isLoan } from '../../../channels/core/builtin/books/bank-account.ts'
import { cashWithdrawalEntries } from '../../../channels/core/builtin/cash-withdrawal.ts'
import { depositEntries } from '../../../channels/core/builtin/deposit.ts'
import { isClosed } from '../../../channels/core/builtin/reversals/reversal-checks.ts'
import { transferEntries } from '../../../channels/core/builtin/transfer.ts'
import type { Entry } from '../../../ledger/journal.ts'
import type { Books } from '../../../ledger/posting.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { onSuspense } from '../decide-resolution.ts'
import { exceptionProblem } from '../exception-problems.ts'
import type { AdviceRow } from './advice-rows.ts'

export interface AdvicePosting {
  readonly entries: readonly Entry[]
  readonly amountMinor: bigint
}

export function decideAdvice(
  action: 'MATCH' | 'WRITE_OFF',
  advice: AdviceRow,
  original: AdviceRow | undefined,
  { institution, books }: { readonly institution: Institution; readonly books: Books<BankAccount> },
): AdvicePosting | Problem {
  if (!isBuiltInCore(institution.coreType)) {
    return exceptionProblem('action-not-possible', 'the books are in a remote core: post it there, then ignore this')
  }
  const posting = advice.reverses_id === null ? leftOf(advice) : opposite(advice, original)
  if (posting === undefined) return unfit('the reversal does not fit what was posted for its original')
  if (advice.account_id === advice.beneficiary_account_id) return unfit('both accounts are the same')
  if (action === 'WRITE_OFF') return { ...posting, entries: onSuspense(posting.entries) }
  const fault = faultOfEntries(posting.entries, books)
  return fault === undefined ? posting : unfit(fault)
}

function unfit(message: string): Problem {
  return exceptionProblem('original-unfit', message)
}

/** Why entries cannot be posted. */
export function faultOfEntries(entries: readonly Entry[], books: Books<BankAccount>): string | undefined {
  return entries.map((entry) => faultOf(entry, books)).find((one) => one !== undefined)
}

function faultOf({ book, account: accountId, currency }: Entry, books: Books<BankAccount>): string | undefined {
  if (book !== 'C') return undefined
  const account = books.account(accountId)
  if (account === undefined) return 'the account is not in the built-in bank'
  if (isClosed(account)) return 'the account is closed'
  if (account.currency !== currency) return 'the account is in another currency'
  return isLoan(account) ? 'payments of loans are posted by lending' : undefined
}

/** What has not been taken back of an order. */
export function leftMinor({ amount_minor: amount, taken_back_minor: back }: AdviceRow): bigint {
  return amount - back
}

function leftOf(advice: AdviceRow): AdvicePosting {
  return postingOf(advice, leftMinor(advice))
}

/** An order, as far as it is posted without being asked for. */
export type PostedAs = Pick<
  AdviceRow,
  | 'type'
  | 'account_id'
  | 'beneficiary_account_id'
  | 'biller_id'
  | 'terminal_id'
  | 'amount_minor'
  | 'fee_minor'
  | 'cash_minor'
  | 'currency'
>

export function postingOf(advice: PostedAs, amountMinor: bigint): AdvicePosting {
  const { account_id: accountId, terminal_id: terminal, currency } = advice
  const order = {
    accountId,
    ...(terminal !== null && { terminalId: terminal }),
    amount: { minor: amountMinor, currency },
  }
  return { amountMinor, entries: entriesOf(advice, order) }
}

interface PostedOrder {
  readonly accountId: string
  readonly terminalId?: string
  readonly amount: { readonly minor: bigint; readonly currency: string }
}

function entriesOf(advice: PostedAs, order: PostedOrder): readonly Entry[] {
  const { minor } = order.amount
  if (advice.type === 'TRANSFER')
    return transferEntries({ ...order, beneficiaryAccountId: advice.beneficiary_account_id ?? '' })
  if (advice.type === 'BILLPAYMENT') return billPaymentEntries({ ...order, billerId: advice.biller_id ?? '' })
  if (advice.type.endsWith('DEPOSIT')) {
    // Checks are taken back before cash, as reversals do.
    const checks = advice.amount_minor - advice.cash_minor - (advice.amount_minor - minor)
    const checkMinor = checks > 0n ? checks : 0n
    return depositEntries({ ...order, checkMinor, cashMinor: minor - checkMinor })
  }
  // The fee is kept unless everything is taken back, as by reversals.
  const accessFeeMinor = advice.fee_minor < minor ? advice.fee_minor : 0n
  return cashWithdrawalEntries({ ...order, accessFeeMinor })
}

/** What takes back the posting of the original: all of it. A part would leave open which. */
function opposite(reversal: AdviceRow, original: AdviceRow | undefined): AdvicePosting | undefined {
  const posted = original?.posted_minor ?? undefined
  if (original === undefined || posted === undefined || posted !== reversal.amount_minor) return undefined
  const { entries } = postingOf(original, posted)
  const shown = original.action === 'WRITE_OFF' ? onSuspense(entries) : entries
  return { amountMinor: posted, entries: shown.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor })) }
}
