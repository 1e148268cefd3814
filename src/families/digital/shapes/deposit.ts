// Deposits and redemptions on the wire.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import {
  DEPOSIT_STATES,
  type Deposit,
  REDEMPTION_STATES,
  RESOLUTIONS_OF_ACCOUNT,
  type Redemption,
} from '../../../tokens/movements/movement.ts'
import { linkedAccount, movementFields, wireMovement } from './movement.ts'
import { digitalAssetAccount, resourceFields, wireHead } from './resource.ts'

export const DEPOSIT_TYPE = 'TOKENIZED_DEPOSIT'
export const REDEMPTION_TYPE = 'TOKEN_REDEMPTION'

export const deposit = Type.Object(
  { ...resourceFields([...DEPOSIT_STATES]), ...movementFields, digitalAssetAccount, linkedAccount },
  { component: 'TokenizedDeposit' },
)

export type WireDeposit = Static<typeof deposit>

export function wireDeposit(made: Deposit): WireDeposit {
  return { ...wireHead(made.movementId, made.state, DEPOSIT_TYPE, made), ...wireMovement(made), ...accountsOf(made) }
}

export const redemption = Type.Object(
  {
    ...resourceFields([...REDEMPTION_STATES]),
    ...movementFields,
    digitalAssetAccount,
    linkedAccount,
    resolvedBy: oneOf('How its account was found', [...RESOLUTIONS_OF_ACCOUNT]),
  },
  { component: 'TokenRedemption' },
)

export type WireRedemption = Static<typeof redemption>

export function wireRedemption(made: Redemption): WireRedemption {
  return {
    ...wireHead(made.movementId, made.state, REDEMPTION_TYPE, made),
    ...wireMovement(made),
    ...accountsOf(made),
    resolvedBy: made.resolvedBy,
  }
}

function accountsOf({ accountId, linkedAccountId }: Deposit | Redemption) {
  return { digitalAssetAccount: { id: accountId }, linkedAccount: { id: linkedAccountId } }
}
