// A movement of tokens: a deposit (money becomes tokens), a redemption (tokens become money) or a transfer between two
// institutions. It is a saga: its row says how far it is and what it has started elsewhere, under ids chosen before the call.

import type { Outcome } from '../accounts/digital-account.ts'
import type { Work } from './coordination/work.ts'

export const DEPOSIT_STATES = ['PENDING', 'FUNDS_DEBITED', 'MINTING', 'ISSUED', 'COMPENSATING', 'FAILED'] as const
export const REDEMPTION_STATES = [
  'PENDING',
  'LOCKED',
  'BURNING',
  'BURNED',
  'CREDIT_RETRY',
  'COMPLETED',
  'RETURNING',
  'RETURNED',
  'FAILED',
] as const
export const TRANSFER_STATES = [
  'RECEIVED',
  'RESERVED',
  'COMMITTING',
  'COMMITTED',
  'RELEASING',
  'ABORTED',
  'EXPIRED',
  'REJECTED',
  'RETURNING',
  'RETURNED',
] as const

export type DepositState = (typeof DEPOSIT_STATES)[number]
export type RedemptionState = (typeof REDEMPTION_STATES)[number]
export type TransferState = (typeof TRANSFER_STATES)[number]
export type MovementState = DepositState | RedemptionState | TransferState

export const MOVEMENT_KINDS = ['DEPOSIT', 'REDEMPTION', 'TRANSFER'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

interface MovementBase {
  /** The book of the account: institution_id of its rows. */
  readonly bookId: string
  readonly movementId: string
  readonly partnerId: string
  /** The digital institution whose tokens move. */
  readonly issuerId: string
  /** The account that receives (deposit) or gives (redemption, transfer). */
  readonly accountId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly work: Work
  /** When the coordinator looks at it again; absent when it is over. */
  readonly nextAt?: Date
  readonly journalIds: readonly string[]
  /** Ended without success. */
  readonly outcome?: Outcome
  /** When it came to its end. */
  readonly finalAt?: Date
  readonly ref: string
  readonly content: Buffer
  readonly channelType: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly createdBy: string
}

export interface Deposit extends MovementBase {
  readonly kind: 'DEPOSIT'
  readonly state: DepositState
  readonly linkedAccountId: string
}

export const RESOLUTIONS_OF_ACCOUNT = ['REQUEST', 'DEPOSIT', 'PARTNER_DEFAULT', 'SOLE_ACCOUNT'] as const
export type ResolvedBy = (typeof RESOLUTIONS_OF_ACCOUNT)[number]

export interface Redemption extends MovementBase {
  readonly kind: 'REDEMPTION'
  readonly state: RedemptionState
  readonly linkedAccountId: string
  readonly resolvedBy: ResolvedBy
}

export type Side = 'PAYER' | 'PAYEE'

export interface Payee {
  readonly bookId: string
  readonly issuerId: string
  readonly accountId: string
  readonly partnerId: string
}

export interface Decision {
  readonly action: 'COMMIT' | 'ABORT' | 'EXPIRE'
  readonly by: Side | 'COORDINATOR'
  readonly at: Date
}

export interface Transfer extends MovementBase {
  readonly kind: 'TRANSFER'
  readonly state: TransferState
  readonly payee: Payee
  readonly beneficiaryName?: string
  readonly isTwoPhase: boolean
  /** Two-phase transfers only. */
  readonly committer?: Side
  readonly expiresAt?: Date
  readonly decision?: Decision
  readonly remittanceInfo?: string
  readonly endToEndId?: string
  /** The transfer that this one gives back, wholly or in part. */
  readonly returnOf?: string
  /** Absent within one institution: one journal is of both sides. */
  readonly payeeJournalId?: string
}

/** Payer and payee are at one institution: nothing is issued, burned or owed. */
export function isWithinInstitution({ issuerId, payee }: Pick<Transfer, 'issuerId' | 'payee'>): boolean {
  return payee.issuerId === issuerId
}

export type Movement = Deposit | Redemption | Transfer

const END_STATES: ReadonlySet<MovementState> = new Set<MovementState>([
  'ISSUED',
  'COMPLETED',
  'RETURNED',
  'COMMITTED',
  'ABORTED',
  'EXPIRED',
  'REJECTED',
  'FAILED',
])

export function isEnd(state: MovementState): boolean {
  return END_STATES.has(state)
}
