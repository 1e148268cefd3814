// The API families that partners call, and the operations of each that can be granted. Families cannot be imported from
// here; a test compares the lists with them.

export const API_FAMILIES = ['accounts', 'digital', 'lending'] as const

export type ApiFamily = (typeof API_FAMILIES)[number]

/** What a client may name: families of its partner, and `events` to read all of the partner's feed. No client has that unasked. */
export const CLIENT_FAMILIES = [...API_FAMILIES, 'events'] as const

export type ClientFamily = (typeof CLIENT_FAMILIES)[number]

export const GRANTABLE_OPERATIONS: Readonly<Record<ApiFamily, readonly string[]>> = {
  accounts: [
    'EapiHealthCheck',
    'GetPreferences',
    'AddPreferences',
    'DeletePreferences',
    'AccountLookup',
    'BalanceInquiry',
    'Debits',
    'DebitsReverse',
    'Credits',
    'CreditsReverse',
    'Transfers',
    'TransfersReverse',
    'BillPayments',
    'CardlessWithdrawal',
  ],
  digital: [],
  lending: [],
}
