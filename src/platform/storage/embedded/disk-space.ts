// Watches the free space of the data folder's disk. A full disk stops the embedded engine in the middle of a commit, so
// writes are refused a while before.

import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { unattended } from '../../kernel/work/unattended.ts'

/** Below this there is too little space: the log grows by 16 MB at a time, and tables grow too. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024
/** Above this there is enough again. Higher than the least, so that a disk at the limit does not switch back and forth. */
const ENOUGH_FREE_BYTES = 120 * 1024 * 1024
const EVERY_MS = 1_000

export type FreeBytes = () => number

export class DiskSpace {
  readonly #directory: string
  readonly #freeBytes: FreeBytes | undefined
  #isShort = false
  #isMeasuring = false
  #timer: NodeJS.Timeout | undefined

  constructor(directory: string, freeBytes?: FreeBytes) {
    this.#directory = directory
    this.#freeBytes = freeBytes
  }

  /** The free bytes right now. */
  measure(): number {
    return this.#freeBytes?.() ?? freeBytesOf(statfsSync(this.#directory))
  }

  /** Calls `onChange` when space becomes short and when there is enough again. Starts with enough. */
  watch(onChange: (isShort: boolean) => void): void {
    this.#judge(this.measure(), onChange)
    this.#timer = setInterval(() => unattended(this.#look(onChange)), EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(onChange: (isShort: boolean) => void): Promise<void> {
    // A disk that does not answer must not accumulate requests.
    if (this.#isMeasuring) return
    this.#isMeasuring = true
    try {
      this.#judge(this.#freeBytes?.() ?? freeBytesOf(await statfs(this.#directory)), onChange)
    } catch {
      // The folder was deleted; the engine detects that itself.
    } finally {
      this.#isMeasuring = false
    }
  }

  #judge(freeBytes: number, onChange: (isShort: boolean) => void): void {
    const isShort = freeBytes < (this.#isShort ? ENOUGH_FREE_BYTES : LEAST_FREE_BYTES)
    if (isShort === this.#isShort) return
    this.#isShort = isShort
    onChange(isShort)
  }
}

function freeBytesOf(disk: { readonly bavail: number; readonly bsize: number }): number {
  return disk.bavail * disk.bsize
}
