// Whether a transfer can be decided, judged under its lock.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { tokenProblem } from '../../token-problems.ts'
import type { Decision, Movement, Transfer } from '../movement.ts'
import { AlreadyRecorded } from './movement-posting.ts'

/** Why the decision cannot be made. The same decision made before is no problem, but nothing is left to do. */
export function decisionProblem(
  movement: Movement,
  { action, by }: Pick<Decision, 'action' | 'by'>,
  nowMs: number,
): Problem | undefined {
  if (movement.kind !== 'TRANSFER') throw new Error('only transfers are decided')
  const { decision, state, expiresAt } = movement
  if (decision !== undefined) {
    if (by === 'COORDINATOR' || decision.action === action) return new AlreadyRecorded(movement.movementId)
    return decidedOtherwise(movement, decision)
  }
  if (state !== 'RESERVED')
    return tokenProblem('transfer-not-reserved', 'the transfer is not reserved', { resource: resourceOf(movement) })
  const isOver = expiresAt !== undefined && nowMs >= expiresAt.getTime()
  // Only the coordinator expires, and only in time; a caller who is late is told so.
  if (action === 'EXPIRE') return isOver ? undefined : new AlreadyRecorded(movement.movementId)
  return isOver ? expiredProblem(movement) : undefined
}

export function expiredProblem(transfer: Transfer): Problem {
  return tokenProblem('transfer-expired', 'the transfer has expired', { resource: resourceOf(transfer) })
}

function decidedOtherwise(transfer: Transfer, { action }: Decision): Problem {
  const resource = resourceOf(transfer)
  switch (action) {
    case 'COMMIT':
      return tokenProblem('transfer-already-committed', 'it was decided to commit the transfer', { resource })
    case 'ABORT':
      return tokenProblem('transfer-already-aborted', 'it was decided to abort the transfer', { resource })
    case 'EXPIRE':
      return expiredProblem(transfer)
  }
}

function resourceOf({ movementId, state }: Transfer) {
  return { type: 'INTERBANK_TRANSFER', id: movementId, state }
}
