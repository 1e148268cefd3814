// What the codes of account types mean.

import type { onboarding } from '@tillgate/sdk'
import { apiValue } from '../../texts/mark.ts'

type AccountType = onboarding.AccountType

export const CATEGORIES: readonly { readonly value: AccountType['category']; readonly label: string }[] = [
  { value: 'LIABILITY', label: 'Deposits (the bank owes)' },
  { value: 'ASSET', label: 'Loans (the customer owes)' },
]

/** Shorter, for tables. */
export function categoryInList(category: AccountType['category']): string {
  return category === 'ASSET' ? 'Loans' : 'Deposits'
}

export function categoryWord(category: string): string {
  return CATEGORIES.find(({ value }) => value === category)?.label ?? category
}

export const BALANCES: readonly {
  readonly value: AccountType['balanceTypes'][number]
  readonly label: string
}[] = [
  { value: apiValue('Available'), label: 'Available balance' },
  { value: apiValue('Balance'), label: 'Ledger balance' },
  { value: 'PaymentDue', label: 'Payment due' },
]

/** Shorter, for tables. */
export function balanceInList(balance: string): string {
  return balanceWord(balance).replace(' balance', '')
}

export function balanceWord(balance: string): string {
  return BALANCES.find(({ value }) => value === balance)?.label ?? balance
}

export const USUAL_CODES: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: 'DDA', meaning: 'Checking (demand deposit)' },
  { code: 'SDA', meaning: 'Savings deposit' },
  { code: 'LOAN', meaning: 'Loan' },
  { code: 'MMA', meaning: 'Money market' },
  { code: 'CD', meaning: 'Certificate of deposit' },
]
