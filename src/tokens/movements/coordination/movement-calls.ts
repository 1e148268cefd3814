// Calls of ledgers and cores that a movement waits for. An answer becomes the event that the book posts; a call without a
// clear answer becomes none, and is made again under the same id.

import { isUnclear, timedOut } from '../../../platform/kernel/problems/problem.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import type { DigitalLedger, LedgerOp, OpStatus } from '../../ledgers/digital-ledger.ts'
import type { LedgerName } from '../../ledgers/ledger-names.ts'
import type { LinkedOrder, RemoteOf } from '../accounts/linked-accounts.ts'
import type { IssuerFactsCache } from '../checks/issuer-facts.ts'
import type { Movement } from '../movement.ts'
import { mintOp } from '../saga/deposit-saga.ts'
import { burnOp } from '../saga/redemption-saga.ts'
import type { SagaEvent } from '../saga/steps.ts'
import { legOp } from '../saga/transfer-saga.ts'
import { Interrupted } from './interrupted.ts'
import { LedgerDesk } from './ledger-desk.ts'
import type { Leg } from './work.ts'

export interface CallParts {
  readonly issuers: IssuerFactsCache
  ledgerOf(name: LedgerName): DigitalLedger
  readonly remoteOf: RemoteOf
  readonly log?: { warn(details: object, message: string): void } | undefined
  /** Tests stop the process here: called before and after everything that leaves a trace. */
  interrupt?(point: string): void
}

const CALL_LIMIT_MS = 5_000

export class MovementCalls {
  readonly #parts: CallParts
  readonly #desks = new Map<string, LedgerDesk>()
  /** Told whether a core or ledger has answered, by its name. */
  readonly #noteAnswer: (asked: string, isAnswered: boolean) => void

  constructor(parts: CallParts, noteAnswer: (asked: string, isAnswered: boolean) => void) {
    this.#parts = parts
    this.#noteAnswer = noteAnswer
  }

  /** Null is no failure: the operation has not arrived, and is submitted again under its id. */
  async askLedger(movement: Movement, opId: string, isFresh: boolean): Promise<SagaEvent | undefined> {
    const desk = this.#deskOf(await this.ledgerOf(movement))
    const op = opOf(movement, opId)
    const point = `${movement.kind} ${movement.state} ${op.kind}`
    try {
      const known = isFresh ? null : await desk.find(opId)
      const status = known ?? (await this.#submit(desk, op, point))
      if (status.status === 'FINAL') return { kind: 'op-final', opId }
      return status.status === 'FAILED' ? { kind: 'op-failed', opId } : undefined
    } catch (error) {
      if (error instanceof Interrupted) throw error
      if (!isUnclear(error)) this.#warn(error, movement, 'a ledger could not be asked')
      return undefined
    }
  }

  async #submit(desk: LedgerDesk, op: LedgerOp, point: string): Promise<OpStatus> {
    this.#interrupt(`${point}: before submitting`)
    const status = await desk.submit(op)
    this.#interrupt(`${point}: after submitting`)
    return status
  }

  async moveFunds(
    movement: Movement,
    direction: LinkedOrder['direction'],
    reference: string | undefined,
  ): Promise<SagaEvent | undefined> {
    const { bookId, partnerId, currency, amountMinor } = movement
    if (reference === undefined || movement.kind === 'TRANSFER')
      throw new Error('a movement that waits for a core has no reference')
    const { linkedAccountId: accountId } = movement
    const point = `${movement.kind} ${movement.state} ${direction}`
    try {
      const remote = this.#parts.remoteOf(bookId, accountId)
      // The institution has moved to another core since: a person has to look at it.
      if (remote === undefined) throw new Error('a movement waits for a core that is not there')
      this.#interrupt(`${point}: before calling the core`)
      const order = { reference, bookId, partnerId, accountId, direction, currency, amountMinor }
      const outcome = await limited(remote.move(order))
      this.#noteAnswer(coreOf(movement), true)
      this.#interrupt(`${point}: after calling the core`)
      return outcome.moved ? { kind: 'funds-moved' } : { kind: 'funds-refused', reason: outcome.reason }
    } catch (error) {
      if (error instanceof Interrupted) throw error
      // No error is a refusal: an earlier call under the reference may have moved the money.
      if (isUnclear(error)) this.#noteAnswer(coreOf(movement), false)
      else this.#warn(error, movement, 'a core could not move money')
      return movement.state === 'BURNED' ? { kind: 'funds-unknown' } : undefined
    }
  }

  /** The ledger that the present operation concerns. */
  async ledgerOf(movement: Movement): Promise<DigitalLedger> {
    const isPayees = movement.kind === 'TRANSFER' && movement.work.op?.leg === 'MINT'
    const { ledger } = await this.#parts.issuers.of(isPayees ? movement.payee.issuerId : movement.issuerId)
    return this.#parts.ledgerOf(ledger)
  }

  #deskOf(ledger: DigitalLedger): LedgerDesk {
    const { name } = ledger
    let desk = this.#desks.get(name)
    if (desk === undefined) {
      desk = new LedgerDesk(ledger, (isAnswered) => this.#noteAnswer(name, isAnswered))
      this.#desks.set(name, desk)
    }
    return desk
  }

  /**
   * What follows a refused leg: another attempt, unless it would end a hold that has ended. Undefined when neither can be: a person has
   * to choose a way, or the ledger cannot be asked.
   */
  async attemptOf(movement: Movement): Promise<SagaEvent | undefined> {
    const { holdId, op, isTaken } = movement.work
    if (holdId === undefined || op === undefined || !ENDS_HOLD.has(op.leg)) return { kind: 'retry' }
    const found = await this.#holdOf(movement, holdId)
    if (found === 'HELD') return { kind: 'retry' }
    const isRelease = op.leg === 'RELEASE'
    if (found === 'RELEASED') return isRelease ? { kind: 'hold-found', state: found } : undefined
    return found === 'CAPTURED' && isTaken !== true ? { kind: 'hold-found', state: found } : undefined
  }

  /** As it is FINAL; NONE when the ledger knows no such hold. */
  async #holdOf(movement: Movement, holdId: string): Promise<'HELD' | 'CAPTURED' | 'RELEASED' | 'NONE' | undefined> {
    const { ledger } = await this.#parts.issuers.of(movement.issuerId)
    try {
      return (await limited(this.#parts.ledgerOf(ledger).hold(holdId)))?.state ?? 'NONE'
    } catch (error) {
      if (!isUnclear(error)) this.#warn(error, movement, 'a ledger could not be asked')
      return undefined
    }
  }

  /** Whether the ledger knows no hold for a refused leg that is to release one. */
  async lacksHold(movement: Movement): Promise<boolean> {
    const { holdId, op } = movement.work
    if (holdId === undefined || op?.leg !== 'RELEASE') return false
    return (await this.#holdOf(movement, holdId)) === 'NONE'
  }

  #interrupt(point: string): void {
    this.#parts.interrupt?.(point)
  }

  #warn(error: unknown, { movementId, kind, state }: Movement, message: string): void {
    this.#parts.log?.warn({ err: error, movementId, kind, state }, message)
  }
}

/** Legs that capture or release the hold, when there is one. */
const ENDS_HOLD: ReadonlySet<Leg> = new Set<Leg>(['RELEASE', 'BURN', 'BOTH', 'MOVE'])

/** Names the core of a movement beside the names of ledgers. */
export function coreOf({ bookId }: Movement): string {
  return `core of ${bookId}`
}

/** The operation under an id: always the same, so that it can be submitted again. */
function opOf(movement: Movement, opId: string): LedgerOp {
  const leg = movement.work.op?.leg
  if (leg === undefined) throw new Error('the movement has no operation')
  if (movement.kind === 'TRANSFER') return legOp(movement, opId, leg)
  return leg === 'BURN' ? burnOp(opId, movement) : mintOp(opId, movement)
}

function limited<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, CALL_LIMIT_MS, () => timedOut('no answer in time'))
}
