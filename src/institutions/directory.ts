// The directory: institutions, partners, clients, terminals, billers and capabilities, held in memory because every
// request asks for them. The database announces every change of a row, and each node then reloads it.

import type { BusinessDay } from '../kernel/clock.ts'

/** A service of an institution or terminal, as their records list it. */
export const SERVICES = [
  'PREFERENCES',
  'LOOKUP',
  'BALANCE',
  'WITHDRAWAL',
  'DEPOSIT',
  'TRANSFER',
  'BILL_PAYMENT',
  'CARDLESS',
] as const

export type Service = (typeof SERVICES)[number]

export interface WithdrawalLimits {
  readonly perTransactionMinor?: bigint
  readonly perDayMinor?: bigint
  readonly countPerDay?: number
}

export interface InstitutionBranch {
  readonly id: string
  readonly name: string
  readonly address: string
}

export interface Institution extends BusinessDay {
  readonly institutionId: string
  readonly name: string
  readonly status: string
  readonly baseCurrency: string
  readonly services: ReadonlySet<string>
  readonly branches: readonly InstitutionBranch[]
  /** In minor units of the base currency. */
  readonly limits: WithdrawalLimits
  readonly maxAccessFeeMinor?: bigint
  readonly holdDays: number
  readonly reversalWindowHours: number
  /** Credit reversals go through even when the funds are gone. */
  readonly reversalForce: boolean
  /** While this instant lies ahead the business day is being closed. */
  readonly cutoverUntilMs: number
  readonly coreType: string
  readonly coreTimeoutMs: number
}

export interface Partner {
  readonly partnerId: string
  /** API families it may call at all; its clients may be confined to some of them. */
  readonly families: ReadonlySet<string>
  /** Operation ids this partner may call. */
  readonly operations: ReadonlySet<string>
  readonly institutionIds: ReadonlySet<string>
  readonly clientIdPolicy: boolean
  readonly ratePerSecond?: number
  readonly isActive: boolean
}

export interface Client {
  readonly clientId: string
  readonly partnerId: string
  readonly secretHash: string
  /** API families it may call: `accounts`, `digital`, `lending`. */
  readonly families: ReadonlySet<string>
  readonly expiresAtMs?: number
  readonly isActive: boolean
}

export interface Terminal {
  readonly terminalId: string
  readonly status: string
  readonly branchId: string
  readonly services: ReadonlySet<string>
  readonly smallestNote?: { readonly minor: bigint; readonly currency: string }
  readonly limits: WithdrawalLimits
}

export interface Biller {
  readonly billerId: string
  readonly bin: string
  readonly isActive: boolean
}

export interface Capability {
  readonly inquiry: boolean
  readonly withdrawal: boolean
  readonly deposit: boolean
  readonly transferFrom: boolean
  readonly transferTo: boolean
  readonly billPayment: boolean
  readonly cardless: boolean
}

export interface Directory {
  institution(institutionId: string): Institution | undefined
  institutions(): Iterable<Institution>
  partner(partnerId: string): Partner | undefined
  client(clientId: string): Client | undefined
  terminal(institutionId: string, terminalId: string): Terminal | undefined
  biller(institutionId: string, billerId: string): Biller | undefined
  capability(code: string): Capability | undefined
  /** Reads everything again, whether the epoch moved or not. */
  reload(): Promise<void>
}
