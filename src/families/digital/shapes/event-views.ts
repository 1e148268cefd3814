// Resources as events show them: as their operations answer them.

import type { Movement } from '../../../tokens/movements/movement.ts'
import type { TokenViews } from '../../../tokens/token-events.ts'
import { wireAccount } from '../asset-accounts/account-shapes.ts'
import { wireInstitution } from '../institutions/institution-shapes.ts'
import { wireUser } from '../users/user-shapes.ts'
import { wireDeposit, wireRedemption } from './deposit.ts'
import { wireTransfer } from './transfer.ts'

export const TOKEN_VIEWS: TokenViews = {
  institution: wireInstitution,
  user: wireUser,
  account: wireAccount,
  movement: wireAnyMovement,
}

function wireAnyMovement(movement: Movement, partnerId: string): object {
  switch (movement.kind) {
    case 'DEPOSIT':
      return wireDeposit(movement)
    case 'REDEMPTION':
      return wireRedemption(movement)
    case 'TRANSFER':
      return wireTransfer(movement, partnerId)
  }
}
