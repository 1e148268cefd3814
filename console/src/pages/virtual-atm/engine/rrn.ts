// Retrieval reference numbers of this ATM: 12 digits from the time and a counter, never given out twice.

/** Where the ATM remembers things over a reload; the browser's localStorage. */
export interface Memory {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const LAST = 'tillgate.virtual-atm.last-rrn'
/** 12 digits of milliseconds repeat after 31 years. */
const RANGE = 10 ** 12

/** Each call returns a new RRN: the time in milliseconds, or one more than the last when the clock has not moved on. */
export function rrnSource(memory: Memory, now: () => number): () => string {
  return () => {
    const last = Number(memory.getItem(LAST) ?? -1)
    const time = now() % RANGE
    // A clock that was set back must not repeat a number; a jump back by half the range means that the range restarted.
    const isNew = !Number.isSafeInteger(last) || time > last || last - time > RANGE / 2
    const next = isNew ? time : (last + 1) % RANGE
    memory.setItem(LAST, String(next))
    return String(next).padStart(12, '0')
  }
}
