// What the edge asks of movements: token-movements.ts does it.

import type { Deposit, MovementKind, Redemption, Transfer } from './movement.ts'
import type { DepositOrder, Moved, RedemptionOrder, ResolutionOrder, TransferOrder } from './orders.ts'
import type { MovementOf } from './read-movements.ts'

export interface MovementService {
  deposit(order: DepositOrder): Promise<Moved<Deposit>>
  redeem(order: RedemptionOrder): Promise<Moved<Redemption>>
  transfer(order: TransferOrder): Promise<Moved<Transfer>>
  /** Commits or aborts a transfer in two phases. */
  resolve(order: ResolutionOrder): Promise<Moved<Transfer>>
  /** As a partner sees it. Refusals: `deposit-not-found`, `redemption-not-found`, `transfer-not-found`. */
  find<Kind extends MovementKind>(kind: Kind, partnerId: string, movementId: string): Promise<MovementOf<Kind>>
}
