// Types, statuses and formats of transactions in words.

import type { onboarding } from '@tillgate/sdk'
import { formatWord } from '../../kit/show/format.ts'

export type Transaction = onboarding.Transaction
export type TransactionDetail = onboarding.TransactionDetail
export type TransactionStatus = Transaction['status']
export type TransactionFilter = Omit<onboarding.ListTransactionsRequest, 'cursor'>
export type TransactionType = NonNullable<TransactionFilter['type']>[number]

const TYPES: Readonly<Record<TransactionType, string>> = {
  CASHWITHDRAWAL: 'Cash withdrawal',
  CARDLESSWITHDRAWAL: 'Cardless withdrawal',
  CASHDEPOSIT: 'Cash deposit',
  CHECKDEPOSIT: 'Check deposit',
  CASHCHECKDEPOSIT: 'Cash and check deposit',
  TRANSFER: 'Transfer',
  BILLPAYMENT: 'Bill payment',
  CASHWITHDRAWALREVERSAL: 'Reversal of a cash withdrawal',
  CASHDEPOSITREVERSAL: 'Reversal of a cash deposit',
  CHECKDEPOSITREVERSAL: 'Reversal of a check deposit',
  CASHCHECKDEPOSITREVERSAL: 'Reversal of a cash and check deposit',
  TRANSFERREVERSAL: 'Reversal of a transfer',
  CARDLESSREVERSAL: 'Reversal of a cardless withdrawal',
  BILLPAYMENTREVERSAL: 'Reversal of a bill payment',
  ACCOUNTLOOKUP: 'Account lookup',
  BALANCEINQUIRY: 'Balance inquiry',
}

const ALL_TYPES = Object.keys(TYPES) as TransactionType[]
const INQUIRIES: readonly string[] = ['ACCOUNTLOOKUP', 'BALANCEINQUIRY']

export const REVERSAL_TYPES = ALL_TYPES.filter((type) => isReversal(type))
/** What moves money and is no reversal. */
export const ORDER_TYPES = ALL_TYPES.filter((type) => !isReversal(type) && !isInquiry(type))

export const TYPE_CHOICES = ALL_TYPES.map((value) => ({ value, label: TYPES[value] }))

export function typeInWords(type: string): string {
  return TYPES[type as TransactionType] ?? formatWord(type)
}

export function isReversal(type: string): boolean {
  return type.endsWith('REVERSAL')
}

export function isInquiry(type: string): boolean {
  return INQUIRIES.includes(type)
}

/** `CASHWITHDRAWALREVERSAL` reverses a `CASHWITHDRAWAL`. */
export function reversedType(type: string): TransactionType {
  return (type === 'CARDLESSREVERSAL' ? 'CARDLESSWITHDRAWAL' : type.replace(/REVERSAL$/, '')) as TransactionType
}

export const STATUSES: Readonly<Record<TransactionStatus, { readonly words: string; readonly color: string }>> = {
  APPROVED: { words: 'Approved', color: 'green' },
  DECLINED: { words: 'Declined', color: 'red' },
  TIMED_OUT: { words: 'Outcome unknown', color: 'orange' },
  PARTIALLY_REVERSED: { words: 'Partly reversed', color: 'yellow' },
  REVERSED: { words: 'Reversed', color: 'grape' },
}

export const STATUS_CHOICES = (Object.keys(STATUSES) as TransactionStatus[]).map((value) => ({
  value,
  label: STATUSES[value].words,
}))
