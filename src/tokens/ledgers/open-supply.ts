// What open movements have done to the supply of assets at a ledger, while the book has not posted it.
//
//   kind         leg            FINAL at the ledger
//   deposit      MINT           + issuer
//   redemption   BURN           − issuer
//                MINT (again)   + issuer
//   transfer     BURN           − payer's issuer, also while the leg after it is open
//                MINT           + payee's issuer
//                BOTH           − payer's, + payee's
//                REMINT         + payer's issuer, of what was burned; tokens that others took are adjusted, which the book never had
//
// Holds, releases and transfers within one institution change no supply.

import type { Leg } from '../movements/coordination/work.ts'
import { assetIdOf } from './digital-ledger.ts'

export interface OpenMovement {
  readonly movement_id: string
  readonly version: number
  readonly kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER'
  readonly issuer_id: string
  readonly payee_issuer_id: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly op_id: string | null
  readonly leg: Leg | null
  readonly has_failed: boolean
  readonly is_burned: boolean
}

export interface SupplyChange {
  readonly assetId: string
  readonly byMinor: bigint
  /** Only when this operation is FINAL; absent: it is done. */
  readonly opId?: string | undefined
}

export function supplyChanges(movement: OpenMovement): readonly SupplyChange[] {
  const { kind, issuer_id: issuerId, payee_issuer_id: payeeId, currency, amount_minor: amountMinor } = movement
  const { op_id: opId, leg, is_burned: isBurned } = movement
  if (issuerId === payeeId) return []
  const own = assetIdOf(issuerId, currency)
  const done: SupplyChange[] = kind === 'TRANSFER' && isBurned ? [{ assetId: own, byMinor: -amountMinor }] : []
  if (opId === null || leg === null || movement.has_failed) return done
  const burned = { assetId: own, byMinor: -amountMinor, opId }
  const minted = { assetId: own, byMinor: amountMinor, opId }
  const received = { assetId: assetIdOf(payeeId ?? issuerId, currency), byMinor: amountMinor, opId }
  switch (leg) {
    case 'BURN':
      return [...done, burned]
    case 'MINT':
      return [...done, received]
    case 'BOTH':
      return [...done, burned, received]
    case 'REMINT':
      return isBurned ? [...done, minted] : done
    case 'HOLD':
    case 'RELEASE':
    case 'MOVE':
      return done
  }
}

/** The columns of OpenMovement, of `token_movements m`. */
export const OPEN_MOVEMENT_COLUMNS = `
  m.movement_id, m.version, m.kind, m.issuer_id, m.payee_issuer_id, m.currency, m.amount_minor,
  m.work -> 'op' ->> 'opId' AS op_id, m.work -> 'op' ->> 'leg' AS leg,
  coalesce((m.work -> 'op' ->> 'hasFailed')::boolean, false) AS has_failed,
  coalesce((m.work ->> 'isBurned')::boolean, false) AS is_burned`
