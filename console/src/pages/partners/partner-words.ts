// Families and operations of the API in words.

import type { onboarding } from '@tillgate/sdk'
import { startOfDay } from '../../kit/show/time-zone.ts'
import { apiValue } from '../../texts/mark.ts'

export type PartnerFamily = onboarding.Partner['families'][number]

export const FAMILIES: readonly { value: PartnerFamily; label: string; description: string }[] = [
  { value: 'accounts', label: 'Account services', description: 'Cash machines, tellers, phones and apps' },
  { value: 'digital', label: 'Digital banking', description: 'Deposits as tokens, and transfers between banks' },
  { value: 'lending', label: 'Lending', description: 'Applications, offers and loans' },
]

/** What a client may name besides families of its partner. */
export const ALL_EVENTS = { value: 'events', label: 'All events' } as const

export function familyName(family: string): string {
  return [...FAMILIES, ALL_EVENTS].find(({ value }) => value === family)?.label ?? family
}

/** The operations of account services that are granted one by one. The other families are granted as a whole. */
export const OPERATION_GROUPS: readonly (readonly [
  group: string,
  operations: readonly (readonly [id: string, name: string])[],
])[] = [
  [
    'Look up',
    [
      ['AccountLookup', 'List the accounts of a card'],
      ['BalanceInquiry', 'Balances of an account'],
    ],
  ],
  [
    'Withdraw',
    [
      [apiValue('Debits'), 'Cash withdrawal'],
      ['DebitsReverse', 'Reverse a cash withdrawal'],
      ['CardlessWithdrawal', 'Cardless withdrawal'],
    ],
  ],
  [
    'Deposit',
    [
      [apiValue('Credits'), 'Deposit'],
      ['CreditsReverse', 'Reverse a deposit'],
    ],
  ],
  [
    'Transfer and pay',
    [
      [apiValue('Transfers'), 'Transfer between accounts'],
      ['TransfersReverse', 'Reverse a transfer'],
      ['BillPayments', 'Pay a biller'],
    ],
  ],
  [
    'Preferences of a card',
    [
      ['GetPreferences', 'Read them'],
      ['AddPreferences', 'Save them'],
      ['DeletePreferences', 'Delete them'],
    ],
  ],
  ['Operation', [['EapiHealthCheck', 'Health check']]],
]

export function isExpired({ expiresAt }: { expiresAt: string | null }): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}

/** The end of a day in the reader's time zone, as the gateway takes it. Undefined for what is no date. */
export function endOfDay(date: string): string | undefined {
  return startOfDay(date, 1)
}
