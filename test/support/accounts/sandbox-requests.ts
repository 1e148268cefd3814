// Requests on the sandbox's data, typed by the SDK. Each has a new RRN unless given one.

import type {
  AccountLookupRequest,
  BalanceInquiryRequest,
  BillPaymentsRequest,
  CardlessWithdrawalRequest,
  CreditsRequest,
  CreditsReverseRequest,
  DebitsRequest,
  DebitsReverseRequest,
  TransfersRequest,
  TransfersReverseRequest,
} from '../../../sdk/src/index.ts'
import { newRrn } from './account-services.ts'

/** Optional differences of a request. */
export interface Particulars {
  readonly rrn?: string
  readonly pan?: string
  readonly terminalId?: string
  readonly institutionId?: string
  readonly currencyCode?: string
  readonly accessFee?: number
}

function terminalRequest({ terminalId = 'ATM00001', institutionId = 'FI001' }: Particulars) {
  return {
    head: { description: 'Sandbox request' },
    deviceInfo: { terminalId, terminalLoc: '1 Main Street, Springfield', acceptorId: 'ACC000000000001' },
    institution: { id: institutionId },
  }
}

function instrument(accountId: string, { pan }: Particulars) {
  return { account: { id: accountId }, ...(pan !== undefined && { card: { pan } }) }
}

function amountOf(amount: number, { currencyCode = 'USD', accessFee }: Particulars) {
  return { amount, currencyCode, ...(accessFee !== undefined && { accessFee }) }
}

function transaction<Type extends string>(type: Type, { rrn = newRrn() }: Particulars) {
  return { rrn, type }
}

export function lookup(pan: string, other: Particulars = {}): AccountLookupRequest {
  return {
    ...terminalRequest(other),
    transaction: { ...transaction('ACCOUNTLOOKUP', other), date: '20260115' },
    card: { pan },
  }
}

export function inquiry(accountId: string, other: Particulars = {}): BalanceInquiryRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('BALANCEINQUIRY', other),
    paymentInstrument: instrument(accountId, other),
  }
}

export function withdrawal(accountId: string, amount: number, other: Particulars = {}): DebitsRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('CASHWITHDRAWAL', other),
    paymentInstrument: instrument(accountId, other),
    amount: amountOf(amount, other),
  }
}

export function cardless(accountId: string, amount: number, other: Particulars = {}): CardlessWithdrawalRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('CARDLESSWITHDRAWAL', other),
    paymentInstrument: { account: { id: accountId } },
    amount: amountOf(amount, other),
  }
}

export function cashDeposit(accountId: string, amount: number, other: Particulars = {}): CreditsRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('CASHDEPOSIT', other),
    paymentInstrument: instrument(accountId, other),
    amount: amountOf(amount, other),
    cash: { amount },
  }
}

/** One check, of which `available` is available at once. */
export function checkDeposit(
  accountId: string,
  amount: number,
  available: string,
  other: Particulars = {},
): CreditsRequest {
  const total = amount.toFixed(2)
  return {
    ...terminalRequest(other),
    transaction: transaction('CHECKDEPOSIT', other),
    paymentInstrument: instrument(accountId, other),
    amount: amountOf(amount, other),
    check: {
      totAmount: total,
      totDerivedAmount: available,
      checkDetails: [{ amount: total, checkNumber: '000123' }],
    },
  }
}

export function transfer(from: string, to: string, amount: number, other: Particulars = {}): TransfersRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('TRANSFER', other),
    paymentInstrument: instrument(from, other),
    beneficiary: { institutionId: other.institutionId ?? 'FI001' },
    beneficiaryInstrument: { account: { id: to } },
    amount: amountOf(amount, other),
  }
}

export interface BillerSent {
  readonly institutionId: string
  readonly bin: string
}

const CITY_POWER: BillerSent = { institutionId: 'BILLER01', bin: '510000' }

export function billPayment(
  accountId: string,
  amount: number,
  biller: BillerSent = CITY_POWER,
  other: Particulars = {},
): BillPaymentsRequest {
  return {
    ...terminalRequest(other),
    transaction: transaction('BILLPAYMENT', other),
    paymentInstrument: instrument(accountId, other),
    biller: { ...biller },
    amount: amountOf(amount, other),
  }
}

/** How a reversal names its original, and how much it reverses; everything by default. */
export interface ReversalParticulars {
  readonly rrn?: string
  readonly amount?: number
  readonly authId?: string | undefined
  readonly originalRrn?: string
}

interface Original {
  readonly institution: { readonly id: string }
  readonly paymentInstrument: { readonly account: { readonly id: string } }
  readonly amount: { readonly amount: number; readonly currencyCode: string }
}

function reversal(original: Original, { amount, authId, originalRrn }: ReversalParticulars) {
  const { amount: whole, currencyCode } = original.amount
  return {
    institution: { id: original.institution.id },
    paymentInstrument: { account: { id: original.paymentInstrument.account.id } },
    amount: { amount: whole, currencyCode },
    reverseInfo: {
      reasonCode: 'NOT_DISPENSED',
      amount: amount ?? whole,
      ...(authId !== undefined && { authId }),
      ...(originalRrn !== undefined && { originalRrn }),
    },
  }
}

export function withdrawalReversal(original: DebitsRequest, named: ReversalParticulars = {}): DebitsReverseRequest {
  return { ...reversal(original, named), transaction: transaction('CASHWITHDRAWALREVERSAL', named) }
}

export function depositReversal(original: CreditsRequest, named: ReversalParticulars = {}): CreditsReverseRequest {
  return { ...reversal(original, named), transaction: transaction(`${original.transaction.type}REVERSAL`, named) }
}

export function transferReversal(original: TransfersRequest, named: ReversalParticulars = {}): TransfersReverseRequest {
  return {
    ...reversal(original, named),
    transaction: transaction('TRANSFERREVERSAL', named),
    beneficiary: { ...original.beneficiary },
    beneficiaryInstrument: { account: { id: original.beneficiaryInstrument.account.id } },
  }
}
