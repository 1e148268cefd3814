// The directory: institutions, partners, clients, terminals, billers, account types and capabilities, cached because every
// request needs them. The database announces every change of a row, and each node then reloads it.
//
// Statuses, services and core types are closed lists. A value of the database that this version does not know is
// reported when it is read; as a status or core type it becomes UNKNOWN, which allows nothing.

import type { Networks } from '../../platform/kernel/networks.ts'
import type { BusinessDate, BusinessDay } from '../../platform/kernel/time/clock.ts'
import type { Iso8583Settings } from './connectivity/iso8583-settings.ts'
import type { CoreType } from './core-types.ts'
import type { HotCardReason } from './hot-cards/hot-card-records.ts'
import type { ApiFamily, ClientFamily } from './partners/api-families.ts'
import type { StoppableOrder } from './stops/stop-list.ts'

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

export const INSTITUTION_STATUSES = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'ACTIVE',
  'SUSPENDED',
  'TERMINATED',
] as const

export type InstitutionStatus = (typeof INSTITUTION_STATUSES)[number] | 'UNKNOWN'

export const TERMINAL_STATUSES = ['REGISTERED', 'ACTIVE', 'INACTIVE', 'DECOMMISSIONED'] as const

export type TerminalStatus = (typeof TERMINAL_STATUSES)[number] | 'UNKNOWN'

export const TERMINAL_KINDS = ['ATM', 'TELLER', 'IVR', 'MOBILE', 'POS'] as const

export type TerminalKind = (typeof TERMINAL_KINDS)[number] | 'UNKNOWN'

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

/** How to reach a remote core. Its credentials stay sealed. */
export interface CoreConnection {
  readonly baseUrl: string
  readonly userNameSealed?: string
  readonly passwordSealed?: string
  readonly maxConnections: number
  readonly breakerFailureRate: number
  readonly breakerOpenMs: number
}

/** How to reach a core that speaks ISO 8583. */
export interface HostConnection {
  readonly host: string
  readonly port: number
  readonly settings: Iso8583Settings
  readonly macKeySealed?: string
  readonly clientKeySealed?: string
  readonly maxConnections: number
  readonly breakerFailureRate: number
  readonly breakerOpenMs: number
  /** Orders that were made later were made for this core. */
  readonly activeSinceMs: number
}

export interface Institution extends BusinessDay {
  readonly institutionId: string
  readonly name: string
  readonly status: InstitutionStatus
  readonly baseCurrency: string
  readonly services: ReadonlySet<Service>
  readonly branches: readonly InstitutionBranch[]
  /** In minor units of the base currency. */
  readonly limits: WithdrawalLimits
  readonly maxAccessFeeMinor?: bigint
  readonly holdDays: number
  readonly reversalWindowHours: number
  /** Reversals of credits are posted even when the funds are spent. */
  readonly reversalForce: boolean
  /** Undefined while the institution has never been active. */
  readonly closedThrough?: BusinessDate | undefined
  /** Undefined unless a day was ended ahead of its cutover. */
  readonly endedThrough?: BusinessDate | undefined
  /** Until this instant the business day is being closed. */
  readonly cutoverUntilMs: number
  readonly coreType: CoreType
  readonly coreTimeoutMs: number
  /** REST cores only. */
  readonly coreConnection?: CoreConnection
  /** Cores that speak ISO 8583 only. */
  readonly hostConnection?: HostConnection
}

export interface Partner {
  readonly partnerId: string
  /** API families it may call; its clients may be restricted to some of them. */
  readonly families: ReadonlySet<ApiFamily>
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
  /** The secret from before a rotation, taken until then. */
  readonly oldSecret?: { readonly hash: string; readonly untilMs: number }
  /** Where it may call from; from anywhere when absent. */
  readonly addresses?: Networks
  /** API families it may call, and `events`. */
  readonly families: ReadonlySet<ClientFamily>
  readonly expiresAtMs?: number
  readonly isActive: boolean
}

export interface Terminal {
  readonly terminalId: string
  readonly kind: TerminalKind
  readonly status: TerminalStatus
  readonly branchId: string
  /** Currencies of cash; empty means any. */
  readonly currencies: ReadonlySet<string>
  readonly services: ReadonlySet<Service>
  readonly smallestNote?: { readonly minor: bigint; readonly currency: string }
  readonly limits: WithdrawalLimits
}

export interface Biller {
  readonly billerId: string
  readonly bin: string
  readonly isActive: boolean
}

/** Balances that family A returns. */
export const BALANCE_TYPES = ['Available', 'Balance', 'PaymentDue'] as const

export type BalanceType = (typeof BALANCE_TYPES)[number]

/** Loans are what an institution is owed (ASSET); other accounts are what it owes. */
export const ACCOUNT_CATEGORIES = ['ASSET', 'LIABILITY'] as const

export type AccountCategory = (typeof ACCOUNT_CATEGORIES)[number]

export interface AccountType {
  readonly code: string
  /** An account of an UNKNOWN category cannot be opened. */
  readonly category: AccountCategory | 'UNKNOWN'
  /** The capability of accounts that are loaded without one. */
  readonly defaultTxnCapability: string
  readonly balanceTypes: ReadonlySet<BalanceType>
  /** When false, its accounts are not listed, and only reversals pass. */
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
  /** An account whose type has no record is treated as one of an inactive type. */
  accountType(institutionId: string, code: string): AccountType | undefined
  /** The type that the institution's remote core calls `coreCode`. */
  accountTypeOfCore(institutionId: string, coreCode: string): AccountType | undefined
  /** Active capabilities only: an inactive one grants nothing. */
  capability(code: string): Capability | undefined
  /** Why a card is stopped at the gateway; undefined when it is not. */
  hotCard(institutionId: string, panHash: string): HotCardReason | undefined
  /** The id of a stop that fits; the order is made only when there is a stop. */
  stop(order: () => StoppableOrder): string | undefined
  /** Reloads everything, even when the epoch has not moved. */
  reload(): Promise<void>
}

const TAKES_ORDERS = {
  DRAFT: false,
  SUBMITTED: false,
  APPROVED: false,
  REJECTED: false,
  ACTIVE: true,
  SUSPENDED: false,
  TERMINATED: false,
  UNKNOWN: false,
} as const satisfies Record<InstitutionStatus, boolean>

export function takesOrders({ status }: Institution): boolean {
  return TAKES_ORDERS[status]
}

const IN_SERVICE = {
  REGISTERED: false,
  ACTIVE: true,
  INACTIVE: false,
  DECOMMISSIONED: false,
  UNKNOWN: false,
} as const satisfies Record<TerminalStatus, boolean>

/** True when the terminal may be used for the service. */
export function offers({ status, services }: Terminal, service: Service): boolean {
  return IN_SERVICE[status] && services.has(service)
}
