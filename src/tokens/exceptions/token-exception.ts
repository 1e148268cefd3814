// Exceptions of tokens: movements and accounts that a person must look at, and the ways out.
//
//   kind              open until                     actions
//   FUNDS_UNCLAIMED   the money is paid              RETRY · PAY_OUT · SETTLED_OUTSIDE
//   LEG_FAILED        the leg is final               RETRY
//                       of a transfer COMMITTING       RETURN
//                       RETURNING after a burn         PAY_OUT · SETTLED_OUTSIDE, which make FUNDS_UNCLAIMED of it
//   LEDGER_DRIFT      book and ledger agree again    RETRY: compares again
//
// All but RETRY of a leg only while no attempt is under way. The state of the movement decides, under its lock.

import type { RecordFields } from '../../records/record-kind.ts'
import type { MovementKind, MovementState } from '../movements/movement.ts'
import type { Payment } from './payment.ts'

export const TOKEN_EXCEPTION_KINDS = ['FUNDS_UNCLAIMED', 'LEG_FAILED', 'LEDGER_DRIFT'] as const
export type TokenExceptionKind = (typeof TOKEN_EXCEPTION_KINDS)[number]

export const TOKEN_ACTIONS = ['RETRY', 'PAY_OUT', 'SETTLED_OUTSIDE', 'RETURN'] as const
export type TokenAction = (typeof TOKEN_ACTIONS)[number]

/** Movements by the names of their resources. */
export const MOVEMENT_TYPES = {
  DEPOSIT: 'TOKENIZED_DEPOSIT',
  REDEMPTION: 'TOKEN_REDEMPTION',
  TRANSFER: 'INTERBANK_TRANSFER',
} as const satisfies Record<MovementKind, string>
export type MovementType = (typeof MOVEMENT_TYPES)[MovementKind]

export interface StuckMovement {
  readonly type: MovementType
  readonly id: string
  readonly ref: string
  readonly partnerId: string
  readonly state: MovementState
  readonly amountMinor: bigint
  readonly currency: string
  readonly attempts: number
  readonly since: string
}

export interface TokenResolution {
  readonly action: TokenAction | 'SETTLED'
  readonly reason: string
  readonly by: string
  readonly at: string
  readonly journalId?: string
  readonly externalReference?: string
}

export interface TokenExceptionRecord extends RecordFields {
  /** The institution of family A, or the digital institution when it names none. */
  readonly institutionId: string
  readonly kind: TokenExceptionKind
  /** All but drift. */
  readonly movement?: StuckMovement
  /** Drift: the account whose balances differ; none where it is the supply of an asset. */
  readonly account?: { readonly id: string }
  readonly detail: string
  readonly state: 'OPEN' | 'RESOLVED'
  /** A payment of unclaimed money whose outcome is not known yet. */
  readonly pending?: Pick<Payment, 'action' | 'by' | 'at' | 'linkedAccountId'>
  readonly resolution?: TokenResolution
}
