// A transfer between two institutions: the payer's tokens are burned, and the payee receives tokens of their own bank.
//
//   RECEIVED ──▶ RESERVED ──▶ COMMITTING ──▶ COMMITTED
//      │            └──▶ RELEASING ──▶ ABORTED | EXPIRED
//      └──▶ REJECTED
//
// The tokens are held in the book from the first step until the end. The decision is made once, under the lock of the movement,
// and is durable before any ledger is called; after COMMIT there is only retry. Both books post in one commit, when
// every leg is final.

import { LEDGER_REFUSED } from '../../accounts/digital-account.ts'
import { assetIdOf, type LedgerAction, type LedgerOp } from '../../ledgers/digital-ledger.ts'
import type { Decision, Transfer } from '../movement.ts'
import { transferOutEntries } from '../token-accounts.ts'
import type { Leg, Work } from '../work.ts'
import { ABORTED_BY, EXPIRED, ended } from './outcomes.ts'
import { type Change, concernsOp, type LedgerProfile, type SagaEvent, type Surroundings } from './steps.ts'

/** The first step, in the commit that stores the transfer. */
export function beginTransfer(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const { own } = around.setting
  if (!transfer.isTwoPhase && own.isJoined) return commit(transfer, 'COORDINATOR', around)
  const opId = around.newId()
  if (own.isJoined) {
    const reserved = reserve({ ...transfer, work: { holdId: opId } }, around)
    return { ...reserved, hold: 'PLACE', op: holdOp(opId, transfer) }
  }
  if (own.capabilities.nativeHolds) {
    const work: Work = { op: { opId, leg: 'HOLD', tries: 1 } }
    return { movement: { ...transfer, state: 'RECEIVED', work }, hold: 'PLACE' }
  }
  return { ...reserve(transfer, around), hold: 'PLACE' }
}

export function transferAfter(
  transfer: Transfer,
  event: SagaEvent,
  around: Surroundings,
): Change<Transfer> | undefined {
  switch (transfer.state) {
    case 'RECEIVED':
      if (!concernsOp(transfer, event)) return undefined
      if (event.kind === 'op-failed') {
        return {
          movement: { ...transfer, ...ended('REJECTED', around.now, LEDGER_REFUSED), work: withoutOp(transfer) },
          hold: 'RELEASE',
        }
      }
      return reserve({ ...transfer, work: { ...withoutOp(transfer), holdId: event.opId } }, around)
    case 'RESERVED':
      if (event.kind !== 'decided') return undefined
      return event.action === 'COMMIT'
        ? commit(transfer, event.by, around)
        : release(transfer, { action: event.action, by: event.by, at: around.now }, around)
    case 'COMMITTING':
      if (!concernsOp(transfer, event)) return undefined
      return event.kind === 'op-failed' ? retry(transfer, around) : afterLeg(transfer, around)
    case 'RELEASING':
      if (!concernsOp(transfer, event)) return undefined
      return event.kind === 'op-failed' ? retry(transfer, around) : released(transfer, around)
    default:
      return undefined
  }
}

/** The operation that a leg of the transfer is, at the ledger that it concerns. */
export function legOp(transfer: Transfer, opId: string, leg: Leg): LedgerOp {
  switch (leg) {
    case 'HOLD':
      return holdOp(opId, transfer)
    case 'RELEASE':
      return { opId, kind: 'RELEASE', holdId: transfer.work.holdId ?? '' }
    case 'BURN':
      return { opId, ...burnAction(transfer) }
    case 'MINT':
      return { opId, ...mintAction(transfer) }
    case 'BOTH':
      return { opId, kind: 'BATCH', actions: [burnAction(transfer), mintAction(transfer)] }
  }
}

/** What the payee's ledger does when it is in our database. */
export function payeeOp(transfer: Transfer, opId: string): LedgerOp {
  return { opId, ...mintAction(transfer) }
}

/** The hold is final. A transfer in two phases waits for its decision; another goes on. */
function reserve(transfer: Transfer, around: Surroundings): Change<Transfer> {
  return transfer.isTwoPhase
    ? { movement: { ...transfer, state: 'RESERVED' } }
    : commit(transfer, 'COORDINATOR', around)
}

function commit(transfer: Transfer, by: Decision['by'], around: Surroundings): Change<Transfer> {
  const { own, payee } = legsOf(around)
  const decided: Transfer = { ...transfer, decision: { action: 'COMMIT', by, at: around.now } }
  const opId = around.bothOpId ?? around.newId()
  // Only a transfer that begins and ends in one commit was never on hold.
  const isHeld = transfer.isTwoPhase || !own.isJoined
  if (own.isJoined) {
    const op = legOp(decided, opId, 'BURN')
    if (payee.isJoined) return { ...committed(decided, around, isHeld), op }
    const work: Work = { ...decided.work, isBurned: true, op: { opId: around.newId(), leg: 'MINT', tries: 1 } }
    return { movement: { ...decided, state: 'COMMITTING', work }, op, ...(!isHeld && { hold: 'PLACE' }) }
  }
  const work: Work = { ...decided.work, op: { opId, leg: firstLeg(around), tries: 1 } }
  return { movement: { ...decided, state: 'COMMITTING', work } }
}

/** Both legs in one batch on one ledger that can, otherwise the burn alone. */
function firstLeg(around: Surroundings): 'BOTH' | 'BURN' {
  const { own, payee } = legsOf(around)
  return own.name === payee.name && own.capabilities.atomicBatches ? 'BOTH' : 'BURN'
}

function afterLeg(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const { payee } = legsOf(around)
  if (transfer.work.op?.leg !== 'BURN' || payee.isJoined) return committed(transfer, around, true)
  const op = { opId: around.newId(), leg: 'MINT', tries: 1 } as const
  return { movement: { ...transfer, work: { ...transfer.work, isBurned: true, op } } }
}

/** Every leg is final: both books post. */
function committed(transfer: Transfer, { now }: Surroundings, isHeld: boolean): Change<Transfer> {
  return {
    movement: { ...transfer, ...ended('COMMITTED', now), work: withoutOp(transfer) },
    journal: { kind: 'TOKEN_TRANSFER_OUT', entries: transferOutEntries(transfer) },
    reachesPayee: true,
    ...(isHeld && { hold: 'RELEASE' }),
  }
}

function release(transfer: Transfer, decision: Decision, around: Surroundings): Change<Transfer> {
  const { own } = around.setting
  const decided: Transfer = { ...transfer, decision }
  const opId = around.newId()
  if (own.isJoined) return { ...released(decided, around), op: legOp(decided, opId, 'RELEASE') }
  // The ledger knows of no hold: it was placed in the book alone.
  if (decided.work.holdId === undefined) return released(decided, around)
  const work: Work = { ...decided.work, op: { opId, leg: 'RELEASE', tries: 1 } }
  return { movement: { ...decided, state: 'RELEASING', work } }
}

function released(transfer: Transfer, { now }: Surroundings): Change<Transfer> {
  const { decision } = transfer
  const end =
    decision?.action === 'ABORT'
      ? ended('ABORTED', now, ABORTED_BY[decision.by === 'PAYEE' ? 'PAYEE' : 'PAYER'])
      : ended('EXPIRED', now, EXPIRED)
  return { movement: { ...transfer, ...end, work: withoutOp(transfer) }, hold: 'RELEASE' }
}

/**
 * What was decided happens: the same leg under a new id. The first leg is chosen again, because the ledger may have
 * lost or gained batches since.
 */
function retry(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const { op } = transfer.work
  if (op === undefined) throw new Error('a transfer has no operation to repeat')
  const leg = op.leg === 'BOTH' || op.leg === 'BURN' ? firstLeg(around) : op.leg
  return {
    movement: { ...transfer, work: { ...transfer.work, op: { opId: around.newId(), leg, tries: op.tries + 1 } } },
    exception: { kind: 'LEG_FAILED', detail: 'the ledger refused a leg of a transfer; another attempt follows' },
  }
}

function legsOf({ setting: { own, payee } }: Surroundings): { own: LedgerProfile; payee: LedgerProfile } {
  if (payee === undefined) throw new Error('a transfer has a payee')
  return { own, payee }
}

function holdOp(opId: string, { issuerId, currency, accountId, amountMinor }: Transfer): LedgerOp {
  return { opId, kind: 'HOLD', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
}

function burnAction({ work, issuerId, currency, accountId, amountMinor }: Transfer): LedgerAction {
  return work.holdId === undefined
    ? { kind: 'BURN', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
    : { kind: 'CAPTURE', holdId: work.holdId }
}

function mintAction({ payee, currency, amountMinor }: Transfer): LedgerAction {
  const { issuerId, accountId } = payee
  return { kind: 'ISSUE', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
}

function withoutOp(transfer: Transfer): Work {
  const { op: _, ...work } = transfer.work
  return work
}
