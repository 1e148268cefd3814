// What chance decides, as a function of the seed and of what it is about: no state, so every node and every run draws the
// same.

import { createHash } from 'node:crypto'

const BITS = 48

/** A number from 0 up to but not including 1, uniformly distributed over what it is asked about. */
export function draw(seed: string, ...about: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...about]))
    .digest()
  return digest.readUIntBE(0, BITS / 8) / 2 ** BITS
}

/** A whole number from 1 to `max`. */
export function drawUpTo(max: number, seed: string, ...about: readonly (string | number)[]): number {
  return 1 + Math.floor(draw(seed, ...about) * max)
}
