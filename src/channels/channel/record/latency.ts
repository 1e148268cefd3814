// The time from an order's arrival to its answer, for its column.

const LONGEST_MS = 2_147_483_647

/** Clamped: the sandbox moves its clock by weeks, even while orders wait, and an order must not fail for that. */
export function latencyMs(receivedAtMs: number, answeredAtMs: number): number {
  return Math.min(LONGEST_MS, Math.max(0, Math.round(answeredAtMs - receivedAtMs)))
}
