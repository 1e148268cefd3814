// One subscription: calls a subscriber for changes, isolates its failures, and tracks what it has not handled.

import { unattended } from '../../kernel/work/unattended.ts'
import type { ChangeSubscriber } from '../database.ts'

export class Delivery {
  readonly #subscriber: ChangeSubscriber
  readonly #unfinished = new Set<Promise<unknown>>()
  /** The unfinished call from catchUp(). */
  #catchingUp: Promise<unknown> | undefined
  /** A change was not handled, and since then no onGap() has succeeded. */
  #hasFailed = false
  #failures = 0

  constructor(subscriber: ChangeSubscriber) {
    this.#subscriber = subscriber
  }

  change(payload: string): void {
    this.#run(() => this.#subscriber.onChange(payload))
  }

  gap(): Promise<unknown> | undefined {
    const failuresBefore = this.#failures
    return this.#run(
      () => this.#subscriber.onGap(),
      () => {
        if (this.#failures === failuresBefore) this.#hasFailed = false
      },
    )
  }

  /** Retries after a failure, or else polls while changes may be missed. Does nothing while an earlier call is running. */
  catchUp(isLive: boolean): void {
    if (this.#catchingUp !== undefined && this.#unfinished.has(this.#catchingUp)) return
    if (this.#hasFailed) this.#catchingUp = this.gap()
    else if (!isLive) this.#catchingUp = this.#run(() => this.#subscriber.poll?.())
  }

  /** Whether the subscriber has handled every change so far; resolves when it has finished. */
  async handled(): Promise<boolean> {
    await Promise.allSettled(this.#unfinished)
    return !this.#hasFailed
  }

  /** Returns the unfinished work. A subscriber that coalesces returns the same promise again; it is tracked once. */
  #run(handle: () => unknown, succeeded?: () => void): Promise<unknown> | undefined {
    let result: unknown
    try {
      result = handle()
    } catch (error) {
      this.#failed(error)
      return undefined
    }
    if (!(result instanceof Promise)) {
      succeeded?.()
      return undefined
    }
    if (this.#unfinished.has(result)) return result
    this.#unfinished.add(result)
    unattended(this.#watch(result, succeeded))
    return result
  }

  async #watch(result: Promise<unknown>, succeeded?: () => void): Promise<void> {
    try {
      await result
      succeeded?.()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#unfinished.delete(result)
    }
  }

  #failed(error: unknown): void {
    this.#failures++
    const isFirst = !this.#hasFailed
    this.#hasFailed = true
    try {
      // Once per outage.
      if (isFirst) this.#subscriber.onFailure?.(error)
    } catch {
      // There is nowhere left to report this.
    }
  }
}
