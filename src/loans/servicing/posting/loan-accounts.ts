// The accounts of a loan, and what each should hold by the fold. A journal brings the books from the totals already posted
// to those of the fold, so a back-dated event or a reversal posts exactly what it has changed.
//
//   disbursement           principal −amount, fee income +fees deducted                cash −(amount − fees)
//   repayment              principal, interest, fee and penalty income, overpayment +  cash +amount
//   once off the books     recovery +amount
//   refund                 overpayment −amount                                         cash −amount
//   capitalised charges    principal −, income +
//   charge-off, write-off  principal to zero, loss −
//
// Credits are positive. The totals of a loan always sum to the cash that it has received less what it has paid out.
// ACCRUAL adds what is earned and not paid: income +, receivable −. A charge-off takes the receivables to the loss.

import { customer, type Entry, general } from '../../../ledger/journal.ts'
import type { Balances, LoanPosition, LoanTransaction } from '../../engine/fold/loan-position.ts'
import type { LoanEvent } from '../../engine/loan-events.ts'
import type { Accounting } from '../loan-record.ts'

export const LOAN_ACCOUNTS = [
  'principal',
  'interestIncome',
  'feeIncome',
  'penaltyIncome',
  'interestReceivable',
  'feeReceivable',
  'penaltyReceivable',
  'overpayment',
  'loss',
  'recovery',
] as const

export type LoanAccount = (typeof LOAN_ACCOUNTS)[number]
export type LoanTotals = Readonly<Record<LoanAccount, bigint>>

/** The general-ledger accounts of an institution's loans. Principal is in an account of each loan. */
export const LOAN_LEDGER: Readonly<Record<Exclude<LoanAccount, 'principal'>, string>> = {
  interestIncome: 'loans:interest-income',
  feeIncome: 'loans:fee-income',
  penaltyIncome: 'loans:penalty-income',
  interestReceivable: 'loans:interest-receivable',
  feeReceivable: 'loans:fee-receivable',
  penaltyReceivable: 'loans:penalty-receivable',
  overpayment: 'loans:overpayment',
  loss: 'loans:loss',
  recovery: 'loans:recovery',
}

/** Money that is settled outside the accounts of the institution. */
export const LOANS_CLEARING = 'loans:clearing'
/** Money that a remote core has moved on accounts in its own books. */
export const LOANS_CORE = 'loans:core'

export const NOTHING_POSTED: LoanTotals = Object.fromEntries(LOAN_ACCOUNTS.map((name) => [name, 0n])) as Record<
  LoanAccount,
  bigint
>

/** Totals as they are stored: decimal strings, without zeros. */
export function writeTotals(totals: LoanTotals): string {
  return JSON.stringify(
    Object.fromEntries(
      LOAN_ACCOUNTS.filter((name) => totals[name] !== 0n).map((name) => [name, totals[name].toString()]),
    ),
  )
}

export function readTotals(stored: unknown): LoanTotals {
  const given = stored as Readonly<Record<string, string>>
  return Object.fromEntries(LOAN_ACCOUNTS.map((name) => [name, BigInt(given[name] ?? '0')])) as Record<
    LoanAccount,
    bigint
  >
}

/** What the accounts of a loan should hold. */
export function loanAccounts(position: LoanPosition, events: readonly LoanEvent[], accounting: Accounting): LoanTotals {
  const totals: Record<LoanAccount, bigint> = { ...NOTHING_POSTED }
  let takenOff: LoanTransaction['allocation'] | undefined
  for (const transaction of position.transactions) {
    if (takesOffBooks(transaction, events)) takenOff ??= transaction.allocation
    else book(transaction, events, totals, takenOff !== undefined)
  }
  totals.overpayment = position.balances.overpaymentMinor
  if (accounting === 'ACCRUAL') {
    const owed = takenOff ?? owedOf(position.balances)
    recognise(totals, 'interest', owed.interest)
    recognise(totals, 'fee', owed.fees)
    recognise(totals, 'penalty', owed.penalties)
  }
  if (takenOff !== undefined) writeOff(totals)
  return totals
}

function owedOf({ interestDueMinor, interestAccruedMinor, feesMinor, penaltiesMinor }: Balances) {
  return { interest: interestDueMinor + interestAccruedMinor, fees: feesMinor, penalties: penaltiesMinor }
}

function book(
  { eventId, kind, amountMinor, allocation }: LoanTransaction,
  events: readonly LoanEvent[],
  totals: Record<LoanAccount, bigint>,
  isOffBooks: boolean,
): void {
  switch (kind) {
    case 'DISBURSEMENT':
      totals.principal -= amountMinor
      totals.feeIncome += feesDeducted(events, eventId)
      return
    case 'REPAYMENT':
    case 'PREPAYMENT':
    case 'SETTLEMENT':
    case 'DOWN_PAYMENT':
      if (isOffBooks) {
        totals.recovery += amountMinor - allocation.overpayment
        return
      }
      totals.principal += allocation.principal
      totals.interestIncome += allocation.interest
      totals.feeIncome += allocation.fees
      totals.penaltyIncome += allocation.penalties
      return
    case 'CAPITALISATION':
      if (isOffBooks) return
      totals.interestIncome += allocation.interest
      totals.feeIncome += allocation.fees
      totals.penaltyIncome += allocation.penalties
      totals.principal -= allocation.interest + allocation.fees + allocation.penalties
      return
    default:
      // Charges, restructures and refunds move nothing here: income follows payment, and the overpayment is a balance.
      return
  }
}

function recognise(
  totals: Record<LoanAccount, bigint>,
  of: 'interest' | 'fee' | 'penalty',
  outstandingMinor: bigint,
): void {
  totals[`${of}Income`] += outstandingMinor
  totals[`${of}Receivable`] = -outstandingMinor
}

/** All that is still owed becomes a loss. */
function writeOff(totals: Record<LoanAccount, bigint>): void {
  for (const name of ['principal', 'interestReceivable', 'feeReceivable', 'penaltyReceivable'] as const) {
    totals.loss += totals[name]
    totals[name] = 0n
  }
}

function takesOffBooks({ kind, eventId }: LoanTransaction, events: readonly LoanEvent[]): boolean {
  if (kind === 'CHARGE_OFF') return true
  if (kind !== 'CLOSING') return false
  const closing = events.find((event) => event.eventId === eventId)
  return (
    closing?.kind === 'CLOSING' &&
    (closing.reason === 'WRITTEN_OFF' || closing.reason === 'SETTLED_SHORT' || closing.reason === 'CHARGED_OFF')
  )
}

function feesDeducted(events: readonly LoanEvent[], eventId: string): bigint {
  const event = events.find((one) => one.eventId === eventId)
  return event?.kind === 'DISBURSEMENT' ? event.feesDeductedMinor : 0n
}

/** The cash that a loan has received less what it has paid out. */
export function cashOf(totals: LoanTotals): bigint {
  return LOAN_ACCOUNTS.reduce((sum, name) => sum + totals[name], 0n)
}

/** The entries that bring the books from `posted` to `totals`. They sum to the cash that has moved. */
export function differenceEntries(
  { ledgerAccountId, currency }: { readonly ledgerAccountId: string; readonly currency: string },
  posted: LoanTotals,
  totals: LoanTotals,
): Entry[] {
  return LOAN_ACCOUNTS.flatMap((name) => {
    const moved = totals[name] - posted[name]
    if (moved === 0n) return []
    return name === 'principal'
      ? [customer(ledgerAccountId, currency, moved)]
      : [general(LOAN_LEDGER[name], currency, moved)]
  })
}
