// Repeats of a request wait for its movement as the first one does, without driving it: the movement is read again at
// intervals, once for all who wait on this node, and what the first one learns here reaches them at once.

import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { isEnd, type Movement } from '../movement.ts'
import { findMovement } from '../reading/read-movements.ts'

export interface MovementWaitsParts {
  readonly database: Database
  /** Tests make time pass instead. */
  pause?(ms: number): Promise<void>
}

interface Waiting {
  readonly untilMs: number
  resolve(movement: Movement): void
}

interface Wait {
  current: Movement
  waiting: Waiting[]
}

const MIN_LOOK_MS = 25
const MAX_LOOK_MS = 250

export class MovementWaits {
  readonly #parts: MovementWaitsParts
  readonly #waits = new Map<string, Wait>()

  constructor(parts: MovementWaitsParts) {
    this.#parts = parts
  }

  /** Resolves once the movement has ended or waits for a decision, or with what is known when the time is over. */
  until(movement: Movement, withinMs: number): Promise<Movement> {
    if (isSettled(movement) || withinMs <= 0) return Promise.resolve(movement)
    return new Promise((resolve) => {
      const waiting = { untilMs: monotonicMs() + withinMs, resolve }
      const known = this.#waits.get(movement.movementId)
      if (known !== undefined) {
        known.waiting.push(waiting)
        return
      }
      const wait = { current: movement, waiting: [waiting] }
      this.#waits.set(movement.movementId, wait)
      unattended(this.#watch(wait))
    })
  }

  /** A request of this node has brought the movement this far. */
  note(movement: Movement): void {
    const wait = this.#waits.get(movement.movementId)
    if (wait !== undefined) release(wait, movement)
  }

  async #watch(wait: Wait): Promise<void> {
    const { movementId } = wait.current
    for (let lookMs = MIN_LOOK_MS; wait.waiting.length > 0; lookMs = Math.min(lookMs * 2, MAX_LOOK_MS)) {
      const untilMs = wait.waiting.reduce((soonest, one) => Math.min(soonest, one.untilMs), Number.POSITIVE_INFINITY)
      await this.#pause(Math.max(0, Math.min(lookMs, untilMs - monotonicMs())))
      if (wait.waiting.length > 0) release(wait, await this.#read(wait.current))
    }
    this.#waits.delete(movementId)
  }

  /** The movement is stored: a database that cannot be read now leaves what is known of it. */
  async #read(movement: Movement): Promise<Movement> {
    try {
      const { kind, movementId, bookId } = movement
      return (await findMovement(this.#parts.database, kind, movementId, bookId)) ?? movement
    } catch {
      return movement
    }
  }

  #pause(ms: number): Promise<void> {
    return this.#parts.pause?.(ms) ?? new Promise((resolve) => setTimeout(resolve, ms))
  }
}

/** Answers all who wait when there is nothing more to wait for, otherwise those whose time is over. */
function release(wait: Wait, movement: Movement): void {
  if (movement.version > wait.current.version) wait.current = movement
  const { current } = wait
  const nowMs = monotonicMs()
  const isOver = (one: Waiting) => isSettled(current) || one.untilMs <= nowMs
  const over = wait.waiting.filter(isOver)
  wait.waiting = wait.waiting.filter((one) => !isOver(one))
  for (const { resolve } of over) resolve(current)
}

function isSettled(movement: Movement): boolean {
  return isEnd(movement.state) || (movement.kind === 'TRANSFER' && movement.state === 'RESERVED')
}
