// A transfer between two institutions: the payer's tokens are burned, and the payee receives tokens of their own bank. Within
// one institution the tokens change hands, in one leg and one journal.
//
//   RECEIVED ──▶ RESERVED ──▶ COMMITTING ──▶ COMMITTED
//      │            │             └──▶ RETURNING ──▶ RETURNED   (by an operator, while a leg is refused)
//      │            └──▶ RELEASING ──▶ ABORTED | EXPIRED
//      └──▶ REJECTED
//
// The tokens are held in the book from the first step until the end. The decision is made once, under the lock of the movement,
// and is durable before any ledger is called; after COMMIT there is only retry, or an operator's return. Both books post in one
// commit, when every leg is final. A return posts nothing: what was burned is minted again, what is held released, and the
// lock goes when that is final.

import { LEDGER_REFUSED } from '../../accounts/digital-account.ts'
import { assetIdOf, type LedgerAction, type LedgerOp } from '../../ledgers/digital-ledger.ts'
import { burnEntries, transferOutEntries, transferWithinEntries, unclaimedEntries } from '../accounts/token-accounts.ts'
import type { Leg, Work } from '../coordination/work.ts'
import { type Decision, isWithinInstitution, type Transfer } from '../movement.ts'
import { ABORTED_BY, EXPIRED, ended, FUNDS_UNCLAIMED } from './outcomes.ts'
import {
  type Change,
  concernsOp,
  isRefused,
  type LedgerProfile,
  nextAttempt,
  refusedOp,
  type SagaEvent,
  type Surroundings,
} from './steps.ts'

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
    case 'RELEASING':
    case 'RETURNING':
      if (isRefused(transfer)) return whileRefused(transfer, event, around)
      if (!concernsOp(transfer, event)) return undefined
      return event.kind === 'op-failed' ? refused(transfer) : afterLeg(transfer, around)
    default:
      return undefined
  }
}

/** No attempt is under way: the next one is due, or an operator chooses another way. */
function whileRefused(transfer: Transfer, event: SagaEvent, around: Surroundings): Change<Transfer> | undefined {
  if (event.kind === 'retry') return attemptAgain(transfer, around)
  if (event.kind === 'return' && transfer.state === 'COMMITTING') return giveBack(transfer, around)
  if (event.kind === 'hold-found') return holdFound(transfer, event.state, around)
  if (event.kind === 'released-outside')
    return releasesHold(transfer) && transfer.work.isTaken !== true ? afterLeg(transfer, around) : undefined
  if (event.kind === 'adjust') return transfer.work.isTaken === true ? mintBack(transfer, around) : undefined
  const isGivenUp = event.kind === 'give-up' && transfer.state === 'RETURNING' && transfer.work.op?.leg === 'REMINT'
  return isGivenUp ? giveUp(transfer, around) : undefined
}

/**
 * The ledger refuses to end the hold because it has ended. As was wanted: the leg is done. A capture that is to be a release is
 * drift. A release that is to be a capture leaves only the return.
 */
function holdFound(
  transfer: Transfer,
  found: 'CAPTURED' | 'RELEASED',
  around: Surroundings,
): Change<Transfer> | undefined {
  const { work } = transfer
  if (releasesHold(transfer)) {
    if (found === 'RELEASED') return afterLeg(transfer, around)
    if (work.isTaken === true) return undefined
    return {
      movement: { ...transfer, work: { ...work, isTaken: true } },
      exception: { kind: 'DRIFT', detail: 'the ledger has captured the hold of a transfer that is to be released' },
    }
  }
  const leg = work.op?.leg
  if (found === 'RELEASED' || work.holdId === undefined || leg === undefined || !FIRST_LEGS.has(leg)) return undefined
  if (leg !== 'BOTH') return afterLeg(transfer, around)
  // The batch was refused: the tokens are gone, and the payee's not issued.
  const op = { opId: around.newId(), leg: 'MINT', tries: 1 } as const
  return { movement: { ...transfer, work: { ...work, isBurned: true, op } } }
}

function releasesHold({ work }: Transfer): boolean {
  return work.op?.leg === 'RELEASE'
}

/** What somebody took at the ledger is minted again; when that is final, the transfer ends as was decided. */
function mintBack(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const op = nextAttempt(transfer, around.newId(), 'REMINT')
  return { movement: { ...transfer, work: { ...transfer.work, op } } }
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
    case 'MOVE':
      return { opId, ...moveAction(transfer) }
    case 'REMINT':
      return remintOp(opId, transfer)
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
    const op = legOp(decided, opId, isWithinInstitution(decided) ? 'MOVE' : 'BURN')
    if (payee.isJoined) return { ...committed(decided, around, isHeld), op }
    const work: Work = { ...decided.work, isBurned: true, op: { opId: around.newId(), leg: 'MINT', tries: 1 } }
    return { movement: { ...decided, state: 'COMMITTING', work }, op, ...(!isHeld && { hold: 'PLACE' }) }
  }
  const work: Work = { ...decided.work, op: { opId, leg: firstLeg(decided, around), tries: 1 } }
  return { movement: { ...decided, state: 'COMMITTING', work } }
}

/** Both legs in one batch on one ledger that can, otherwise the burn alone. */
function firstLeg(transfer: Transfer, around: Surroundings): 'BOTH' | 'BURN' | 'MOVE' {
  if (isWithinInstitution(transfer)) return 'MOVE'
  const { own, payee } = legsOf(around)
  return own.name === payee.name && own.capabilities.atomicBatches ? 'BOTH' : 'BURN'
}

/** The operation that the transfer waited for is final. */
function afterLeg(transfer: Transfer, around: Surroundings): Change<Transfer> {
  if (transfer.state === 'RELEASING') return released(transfer, around)
  if (transfer.state === 'RETURNING') return returned(transfer, around)
  const { payee } = legsOf(around)
  if (transfer.work.op?.leg !== 'BURN' || payee.isJoined) return committed(transfer, around, true)
  const op = { opId: around.newId(), leg: 'MINT', tries: 1 } as const
  return { movement: { ...transfer, work: { ...transfer.work, isBurned: true, op } } }
}

/** Every leg is final: both books post, or the one that has both accounts. */
function committed(transfer: Transfer, { now }: Surroundings, isHeld: boolean): Change<Transfer> {
  const isWithin = isWithinInstitution(transfer)
  return {
    movement: { ...transfer, ...ended('COMMITTED', now), work: withoutOp(transfer) },
    journal: isWithin
      ? { kind: 'TOKEN_TRANSFER_WITHIN', entries: transferWithinEntries(transfer, transfer.payee.accountId) }
      : { kind: 'TOKEN_TRANSFER_OUT', entries: transferOutEntries(transfer) },
    ...(!isWithin && { reachesPayee: true }),
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
function attemptAgain(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const { op } = transfer.work
  if (op === undefined) throw new Error('a transfer has no operation to repeat')
  const leg = FIRST_LEGS.has(op.leg) ? firstLeg(transfer, around) : op.leg
  return { movement: { ...transfer, work: { ...transfer.work, op: nextAttempt(transfer, around.newId(), leg) } } }
}

/** An operator returns it. What was burned is minted again, what is held is released; without either it is over at once. */
function giveBack(transfer: Transfer, around: Surroundings): Change<Transfer> {
  const { isBurned, holdId } = transfer.work
  const opId = around.newId()
  // On a ledger in our database the burn was one commit with the decision.
  if (around.setting.own.isJoined) return { ...returned(transfer, around), op: remintOp(opId, transfer) }
  if (isBurned !== true && holdId === undefined) return returned(transfer, around)
  const op = nextAttempt(transfer, opId, isBurned === true ? 'REMINT' : 'RELEASE')
  return { movement: { ...transfer, state: 'RETURNING', work: { ...transfer.work, op } } }
}

function returned(transfer: Transfer, { now }: Surroundings): Change<Transfer> {
  return {
    movement: { ...transfer, ...ended('RETURNED', now, LEDGER_REFUSED), work: withoutOp(transfer) },
    hold: 'RELEASE',
  }
}

/** The payer's tokens stay burned; their money waits for its owner. */
function giveUp(transfer: Transfer, { now }: Surroundings): Change<Transfer> {
  return {
    movement: { ...transfer, ...ended('RETURNED', now, FUNDS_UNCLAIMED), work: withoutOp(transfer) },
    journal: { kind: 'TOKEN_UNCLAIMED', entries: [...burnEntries(transfer), ...unclaimedEntries(transfer)] },
    hold: 'RELEASE',
    exception: { kind: 'FUNDS_UNCLAIMED', detail: 'the tokens of a returned transfer could not be minted again' },
  }
}

function refused(transfer: Transfer): Change<Transfer> {
  return {
    movement: { ...transfer, work: { ...transfer.work, op: refusedOp(transfer) } },
    exception: { kind: 'LEG_FAILED', detail: 'the ledger refused a leg of a transfer; another attempt follows' },
  }
}

const FIRST_LEGS: ReadonlySet<Leg> = new Set<Leg>(['BOTH', 'BURN', 'MOVE'])

function legsOf({ setting: { own, payee } }: Surroundings): { own: LedgerProfile; payee: LedgerProfile } {
  if (payee === undefined) throw new Error('a transfer has a payee')
  return { own, payee }
}

function holdOp(opId: string, { issuerId, currency, accountId, amountMinor }: Transfer): LedgerOp {
  return { opId, kind: 'HOLD', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
}

function remintOp(opId: string, { issuerId, currency, accountId, amountMinor }: Transfer): LedgerOp {
  return { opId, kind: 'ISSUE', assetId: assetIdOf(issuerId, currency), accountId, amountMinor }
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

function moveAction({ work, issuerId, currency, accountId, amountMinor, payee }: Transfer): LedgerAction {
  const toAccountId = payee.accountId
  return work.holdId === undefined
    ? { kind: 'TRANSFER', assetId: assetIdOf(issuerId, currency), accountId, toAccountId, amountMinor }
    : { kind: 'CAPTURE', holdId: work.holdId, toAccountId }
}

function withoutOp(transfer: Transfer): Work {
  const { op: _, ...work } = transfer.work
  return work
}
