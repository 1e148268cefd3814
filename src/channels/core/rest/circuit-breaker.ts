// Stops calling a core that fails.
//
//   closed     calls pass; too many failures within the window   → open
//   open       calls are refused; after `openMs`                 → half-open
//   half-open  one call passes as a trial, the others are refused; its success → closed, its failure → open

import { monotonicMs } from '../../../platform/kernel/time/clock.ts'

export type CircuitState = 'closed' | 'open' | 'half-open'

export interface CircuitOptions {
  /** Percentage of failed calls in a window, 1 to 100, at which the circuit opens. */
  readonly failureRate: number
  readonly openMs: number
  readonly windowMs?: number
  /** With fewer calls in the window the rate is not evaluated. */
  readonly minimumCalls?: number
  readonly now?: () => number
  readonly onState?: (state: CircuitState) => void
}

/** A call that was let through. Exactly one of its methods is called when it ends. */
export interface Passage {
  succeeded(): void
  failed(): void
  /** The call does not count, for example because it never left this process. */
  withdrawn(): void
}

const SLOTS = 10

interface Slot {
  startMs: number
  calls: number
  failures: number
}

export class CircuitBreaker {
  readonly #options: Required<Omit<CircuitOptions, 'onState'>>
  readonly #onState: (state: CircuitState) => void
  readonly #slotMs: number
  #slots: Slot[] = []
  #state: CircuitState = 'closed'
  #openedAtMs = 0
  #hasTrial = false
  // Calls that began before the last change of state must not change the new one.
  #era = 0

  constructor({
    onState = () => {},
    windowMs = 10_000,
    minimumCalls = 10,
    now = monotonicMs,
    ...rest
  }: CircuitOptions) {
    this.#options = { ...rest, windowMs, minimumCalls, now }
    this.#onState = onState
    this.#slotMs = windowMs / SLOTS
  }

  get state(): CircuitState {
    const isOver = this.#state === 'open' && this.#options.now() - this.#openedAtMs >= this.#options.openMs
    if (isOver) this.#change('half-open')
    return this.#state
  }

  /** Lets a call through, or returns undefined: then it must not be made. */
  enter(): Passage | undefined {
    const { state } = this
    if (state === 'open' || (state === 'half-open' && this.#hasTrial)) return undefined
    if (state === 'half-open') this.#hasTrial = true
    const era = this.#era
    const ended = (settle: () => void) => () => {
      if (era === this.#era) settle()
    }
    return {
      succeeded: ended(() => this.#settle(false)),
      failed: ended(() => this.#settle(true)),
      withdrawn: ended(() => {
        this.#hasTrial = false
      }),
    }
  }

  #settle(failed: boolean): void {
    if (this.#state === 'half-open') this.#change(failed ? 'open' : 'closed')
    else {
      this.#count(failed)
      if (failed && this.#failsTooOften()) this.#change('open')
    }
  }

  #count(failed: boolean): void {
    const nowMs = this.#options.now()
    let slot = this.#slots.at(-1)
    if (slot === undefined || nowMs - slot.startMs >= this.#slotMs) {
      slot = { startMs: nowMs, calls: 0, failures: 0 }
      this.#slots = [...this.#slots.filter(({ startMs }) => nowMs - startMs < this.#options.windowMs), slot]
    }
    slot.calls++
    if (failed) slot.failures++
  }

  #failsTooOften(): boolean {
    const { now, windowMs, minimumCalls, failureRate } = this.#options
    const earliestMs = now() - windowMs
    let calls = 0
    let failures = 0
    for (const slot of this.#slots) {
      if (slot.startMs <= earliestMs) continue
      calls += slot.calls
      failures += slot.failures
    }
    return calls >= minimumCalls && failures * 100 >= failureRate * calls
  }

  #change(state: CircuitState): void {
    this.#state = state
    this.#era++
    this.#slots = []
    this.#hasTrial = false
    if (state === 'open') this.#openedAtMs = this.#options.now()
    this.#onState(state)
  }
}
