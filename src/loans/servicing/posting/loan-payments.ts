// How an order of the bank pays into a loan, or takes a payment back, within its own posting.

import type { Account } from '../../../ledger/account.ts'
import type { BatchOf, Books, Share } from '../../../ledger/posting.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { AnyDraft } from '../book/loan-command.ts'
import { loanDate } from '../loan-dates.ts'
import { LoanBatch } from './loan-batch.ts'
import type { OpenLoan } from './loan-in-batch.ts'
import type { LoanRecords } from './loan-records.ts'

/** The transfer that was a repayment. */
interface Original {
  readonly transactionId: string
  readonly partnerId: string
}

export interface LoanPayments {
  /** Undefined when the account belongs to no loan; a problem when the loan does not take the amount. */
  repay(accountId: string, amountMinor: bigint, books: Books, createdBy: string): Share | Problem | undefined
  /** Takes back a part of a transfer, or all of it. */
  takeBack(accountId: string, original: Original, amountMinor: bigint, books: Books): Share | Problem | undefined
}

/** Undefined when no posting of the batch can pay into a loan. */
export function loanPaymentsOf<A extends Account>(
  owner: LoanRecords<A> | undefined,
  batchOf: BatchOf<A>,
): LoanPayments | undefined {
  const batch = owner && batchOf(owner)
  if (!(batch instanceof LoanBatch)) return undefined
  return {
    repay(accountId, amountMinor, books, createdBy) {
      const open = batch.ofAccount(accountId)
      return open && repay(batch, open, { amountMinor, createdBy }, books)
    },
    takeBack(accountId, original, amountMinor, books) {
      const open = batch.ofAccount(accountId)
      return open && takeBack(batch, open, original, amountMinor, books)
    },
  }
}

function repay(
  batch: LoanBatch,
  open: OpenLoan,
  { amountMinor, createdBy }: { readonly amountMinor: bigint; readonly createdBy: string },
  books: Books,
): Share | Problem {
  const valueDate = loanDate(books.businessDate)
  const { status, balances } = open.position(valueDate)
  if (!REPAYABLE.has(status)) return loanProblem('loan-closed', 'the loan takes no payment')
  if (!open.loan.overpaymentAllowed && amountMinor > balances.payoffMinor)
    return loanProblem('overpayment-not-allowed', 'the amount is more than the loan can be paid off with')
  return batch.share(open, [{ kind: 'REPAYMENT', valueDate, amountMinor }], books, createdBy)
}

const REPAYABLE: ReadonlySet<string> = new Set(['ACTIVE', 'IN_ARREARS', 'CHARGED_OFF'])

/** The repayment is reversed; what is left of a transfer taken back in part is repaid again, on the same day. */
function takeBack(
  batch: LoanBatch,
  open: OpenLoan,
  { transactionId, partnerId }: Original,
  amountMinor: bigint,
  books: Books,
): Share | Problem {
  const repayment = open.events.find(
    ({ event, reversedBy, journalId, details }) =>
      event.kind === 'REPAYMENT' &&
      reversedBy === undefined &&
      (journalId === transactionId || details?.transferId === transactionId),
  )
  if (repayment === undefined || repayment.event.kind !== 'REPAYMENT')
    return loanProblem('transaction-not-found', 'the transfer is no repayment of the loan')
  const { valueDate, amountMinor: paidMinor, eventId } = repayment.event
  const leftMinor = paidMinor - amountMinor
  if (leftMinor < 0n) return loanProblem('transaction-not-found', 'more is taken back than was repaid')
  const drafts: AnyDraft[] = [{ kind: 'REVERSAL', reversalOf: eventId, valueDate: loanDate(books.businessDate) }]
  if (leftMinor > 0n) {
    const details = { transferId: transactionId }
    drafts.push({ kind: 'REPAYMENT', valueDate, amountMinor: leftMinor, details })
  }
  return batch.share(open, drafts, books, partnerId)
}
