// Exceptions of tokens: movements and accounts that a person must look at, and the ways out.
//
//   kind              open until                     actions
//   FUNDS_UNCLAIMED   the money is paid              RETRY · PAY_OUT · SETTLED_OUTSIDE
//   LEG_FAILED        the leg is final               RETRY
//                       of a transfer COMMITTING       RETURN
//                       RETURNING after a burn         PAY_OUT · SETTLED_OUTSIDE, which make FUNDS_UNCLAIMED of it
//                       that releases a hold which     RELEASED_OUTSIDE
//                         the ledger does not know
//   LEDGER_DRIFT      book and ledger agree again    RETRY: compares again
//                       of an account                  ADJUST_LEDGER: one ISSUE or BURN · ACCEPT
//                       of an asset                    ACCEPT
//                       of a hold that was taken       ADJUST_LEDGER: mints it back
//   LEDGER_SILENT     the operation has ended        RETRY · CANCEL, where the ledger can refuse the id
//
// All but RETRY of a leg only while no attempt is under way. The state of the movement decides, under its lock.

import type { RecordFields } from '../../administration/records/record-kind.ts'
import type { MovementKind, MovementState } from '../movements/movement.ts'
import type { Payment } from './payment.ts'

export const TOKEN_EXCEPTION_KINDS = ['FUNDS_UNCLAIMED', 'LEG_FAILED', 'LEDGER_DRIFT', 'LEDGER_SILENT'] as const
export type TokenExceptionKind = (typeof TOKEN_EXCEPTION_KINDS)[number]

export const TOKEN_ACTIONS = [
  'RETRY',
  'PAY_OUT',
  'SETTLED_OUTSIDE',
  'RETURN',
  'RELEASED_OUTSIDE',
  'ADJUST_LEDGER',
  'ACCEPT',
  'CANCEL',
] as const
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
  /** ACCEPT: what the ledger has more than the book, in minor units. */
  readonly acceptedMinor?: string
}

/** What an operator has asked for and whose outcome is not known yet. */
export interface PendingAction extends Pick<Payment, 'by' | 'at' | 'linkedAccountId'> {
  readonly action: Payment['action'] | 'ADJUST_LEDGER'
}

export interface TokenExceptionRecord extends RecordFields {
  /** The institution of family A, or the digital institution when it names none. */
  readonly institutionId: string
  readonly kind: TokenExceptionKind
  /** All but drift of an account or asset. */
  readonly movement?: StuckMovement
  /** Drift: the account whose balances differ; none where it is the supply of an asset. */
  readonly account?: { readonly id: string }
  readonly detail: string
  readonly state: 'OPEN' | 'RESOLVED'
  readonly pending?: PendingAction
  readonly resolution?: TokenResolution
}
