// A movement as a posting stores it: its times, its holdings, its journal, and when the coordinator looks at it.

import { authorOf } from '../../../administration/audit/actor.ts'
import type { Journal } from '../../../ledger/journal.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { retryDelayMs } from '../coordination/work.ts'
import { isEnd, isWithinInstitution, type Movement } from '../movement.ts'
import { type Change, isRefused } from '../saga/steps.ts'
import type { NewPosting } from './movement-posting.ts'

/** Holds of movements end with the movement, not on a date. */
const NEVER = '99991231'
/** The node that took a step goes on with the next one; after this time the coordinator does. */
const LEASE_MS = 5_000

/** The holdings that are decided, and changed by journals, in its own book. */
export function holdingsOf(movement: Movement): readonly string[] {
  return movement.kind === 'TRANSFER' && isWithinInstitution(movement)
    ? [movement.accountId, movement.payee.accountId]
    : [movement.accountId]
}

/** As it begins, with its times and its author. */
export function dated({ draft, expiresInSeconds, actor }: NewPosting, nowMs: number): Movement {
  const now = new Date(nowMs)
  const times = { createdAt: now, updatedAt: now, createdBy: authorOf(actor) }
  if (draft.kind !== 'TRANSFER' || expiresInSeconds === undefined) return { ...draft, ...times }
  return { ...draft, ...times, expiresAt: new Date(nowMs + expiresInSeconds * 1000) }
}

/** The time at which the coordinator looks at it, if no request has gone on with it. */
export function withNextStep(movement: Movement, nowMs: number): Movement {
  const { nextAt: _, ...rest } = movement
  if (isEnd(movement.state)) return rest as Movement
  return { ...rest, nextAt: nextLookAt(movement, nowMs) } as Movement
}

/** A hold is placed and released under the movement's id. */
export function journalOf({ movement, journal, hold }: Change, nowMs: number): Journal | undefined {
  const { movementId, accountId, amountMinor } = movement
  const held = {
    ...(hold === 'PLACE' && { hold: { accountId, amountMinor, releaseOn: NEVER } }),
    ...(hold === 'RELEASE' && { unhold: { accountId, journalId: movementId, amountMinor } }),
  }
  if (journal !== undefined) return { journalId: newId(nowMs), ...journal, ...held }
  return hold === undefined ? undefined : { journalId: movementId, kind: 'TOKEN_HOLD', entries: [], ...held }
}

function nextLookAt(movement: Movement, nowMs: number): Date {
  if (movement.kind === 'TRANSFER' && movement.state === 'RESERVED' && movement.expiresAt !== undefined)
    return movement.expiresAt
  // No request goes on with a refused leg before its next attempt is due.
  const laterMs = isRefused(movement) ? retryDelayMs(movement.work.op?.tries ?? 1) : LEASE_MS
  return new Date(nowMs + laterMs)
}
