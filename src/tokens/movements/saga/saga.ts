// The saga of a movement: which step follows which event. Pure: it says what the book posts, what a ledger in our own database
// does in the same commit, and what is started elsewhere. The posting runs it under the movement's lock, so an event that
// comes twice, or late, finds a movement that no longer waits for it.

import type { Movement } from '../movement.ts'
import { depositAfter } from './deposit-saga.ts'
import { redemptionAfter } from './redemption-saga.ts'
import type { Change, SagaEvent, Surroundings } from './steps.ts'
import { transferAfter } from './transfer-saga.ts'

/** Undefined when the movement does not wait for the event: it has come before, or another one was faster. */
export function changeAfter(movement: Movement, event: SagaEvent, around: Surroundings): Change | undefined {
  switch (movement.kind) {
    case 'DEPOSIT':
      return depositAfter(movement, event, around)
    case 'REDEMPTION':
      return redemptionAfter(movement, event, around)
    case 'TRANSFER':
      return transferAfter(movement, event, around)
  }
}
