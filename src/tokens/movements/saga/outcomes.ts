// How movements end without success, in the contract's codes.

import type { Outcome } from '../../accounts/digital-account.ts'
import type { MovementState } from '../movement.ts'
import type { RefusedFunds } from './steps.ts'

export const LEDGER_REFUSED: Outcome = { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' }
export const FUNDS_UNCLAIMED: Outcome = { reasonCode: 'FUNDS_UNCLAIMED' }
export const ABORTED_BY = {
  PAYER: { reasonCode: 'TRANSFER_ABORTED', isoReason: 'CUST' },
  PAYEE: { reasonCode: 'TRANSFER_ABORTED', isoReason: 'MS02' },
} as const satisfies Record<string, Outcome>
export const EXPIRED: Outcome = { reasonCode: 'TRANSFER_EXPIRED', isoReason: 'AB03' }
/** A redemption's money could not be paid to the linked account. */
export const CREDIT_REFUSED: Outcome = { reasonCode: 'LINKED_ACCOUNT_INVALID', isoReason: 'AC03' }

export function debitRefused(reason: RefusedFunds): Outcome {
  return reason === 'insufficient-linked-funds'
    ? { reasonCode: 'INSUFFICIENT_LINKED_FUNDS', isoReason: 'AM04' }
    : { reasonCode: 'LINKED_ACCOUNT_INVALID', isoReason: 'AC02' }
}

/** A movement at its end: nothing is left to do. */
export function ended<State extends MovementState>(
  state: State,
  finalAt: Date,
  outcome?: Outcome,
): { readonly state: State; readonly finalAt: Date; readonly outcome?: Outcome } {
  return { state, finalAt, ...(outcome !== undefined && { outcome }) }
}
