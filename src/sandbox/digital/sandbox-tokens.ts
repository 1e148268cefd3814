// The digital banking data of the sandbox: two institutions of a partner of its own, on two ledgers. Nothing here is unique
// on the platform (externalId, bic, lei), and no other partner begins with the currency, so that partners who try
// things out find their own data only. Amounts are decimals.

import type { LedgerName } from '../../tokens/ledgers/ledger-names.ts'
import type { NewUser } from '../../tokens/parties/users.ts'

export const TOKENS_CURRENCY = 'CHF'

export interface SandboxDigitalInstitution {
  readonly name: string
  /** `chain` is the chain that is configured, or the simulated one. */
  readonly ledger: 'builtin' | 'chain'
}

export type ChainName = Exclude<LedgerName, 'builtin'>

export const DIGITAL_INSTITUTIONS = {
  lindenhall: { name: 'Lindenhall Savings', ledger: 'builtin' },
  ostermoor: { name: 'Ostermoor Cooperative', ledger: 'chain' },
} as const satisfies Readonly<Record<string, SandboxDigitalInstitution>>

export type DigitalInstitutionKey = keyof typeof DIGITAL_INSTITUTIONS

export interface SandboxDigitalUser {
  readonly institution: DigitalInstitutionKey
  readonly user: NewUser
  readonly isSuspended?: true
}

export const DIGITAL_USERS = {
  ines: {
    institution: 'lindenhall',
    user: { type: 'INDIVIDUAL', firstName: 'Ines', lastName: 'Halvorsen', email: 'ines@sandbox.example' },
  },
  brightwater: {
    institution: 'lindenhall',
    user: { type: 'BUSINESS', legalName: 'Brightwater Tools Ltd', email: 'accounts@brightwater.example' },
  },
  tomas: {
    institution: 'lindenhall',
    user: { type: 'INDIVIDUAL', firstName: 'Tomas', lastName: 'Reyes' },
    isSuspended: true,
  },
  mara: {
    institution: 'ostermoor',
    user: { type: 'INDIVIDUAL', firstName: 'Mara', lastName: 'Okafor', phone: '+41 44 555 0101' },
  },
} as const satisfies Readonly<Record<string, SandboxDigitalUser>>

export type DigitalUserKey = keyof typeof DIGITAL_USERS

export interface SandboxDigitalAccount {
  readonly user: DigitalUserKey
  readonly label: string
  /** Synthetic: the sandbox opens it with a million. */
  readonly linkedAccountId: string
  readonly deposit: string
  readonly isFrozen?: true
}

export const DIGITAL_ACCOUNTS = {
  everyday: { user: 'ines', label: 'Everyday', linkedAccountId: 'DEMO0001', deposit: '5000.00' },
  operating: { user: 'brightwater', label: 'Operating', linkedAccountId: 'DEMO0002', deposit: '12000.00' },
  reserve: { user: 'brightwater', label: 'Reserve', linkedAccountId: 'DEMO0002', deposit: '750.00', isFrozen: true },
  savings: { user: 'mara', label: 'Savings', linkedAccountId: 'DEMO0101', deposit: '900.00' },
} as const satisfies Readonly<Record<string, SandboxDigitalAccount>>

export type DigitalAccountKey = keyof typeof DIGITAL_ACCOUNTS

export interface SandboxTransfer {
  readonly name: string
  readonly from: DigitalAccountKey
  readonly to: DigitalAccountKey
  readonly amount: string
  /** In two phases; absent: immediate. */
  readonly resolution?: 'COMMIT' | 'ABORT'
  readonly remittanceInfo?: string
  readonly endToEndId?: string
}

export const TOKEN_TRANSFERS: readonly SandboxTransfer[] = [
  {
    name: 'immediate',
    from: 'everyday',
    to: 'savings',
    amount: '250.00',
    remittanceInfo: 'Rent for June',
    endToEndId: 'SANDBOX-0001',
  },
  { name: 'committed', from: 'operating', to: 'savings', amount: '1200.00', resolution: 'COMMIT' },
  { name: 'aborted', from: 'operating', to: 'savings', amount: '80.00', resolution: 'ABORT' },
]

export const TOKEN_REDEMPTION = { account: 'everyday', amount: '300.00' } as const
