// The time of deliveries: the database's, so that a node whose clock jumps neither delays nor hurries any; in the sandbox, as far on as
// its clock was moved.

import { type Clock, MovableClock } from '../../platform/kernel/time/clock.ts'

/** How far the sandbox's clock is ahead, in milliseconds. */
export type ClockShift = () => number

const NO_SHIFT: ClockShift = () => 0

export function shiftOf(clock: Clock): ClockShift {
  return clock instanceof MovableClock ? () => clock.offsetMs : NO_SHIFT
}

/** The time of deliveries, as an expression; `parameter` is the shift. */
export function deliveryTime(parameter: string): string {
  return `(now() + ${parameter}::bigint * interval '1 millisecond')`
}

/** Due before all others, and while the webhook is paused: a test, or a delivery that a person sends now. */
export const URGENT = `'epoch'::timestamptz`
