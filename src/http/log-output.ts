// Where log lines go: a file descriptor, written some kilobytes at a time. The log serves the gateway and must never stop
// it: lines that cannot be written are dropped and counted, and memory stays bounded when whoever reads them stalls.

import { constants, fstatSync, openSync, write as writeAsync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { isoTimestamp, monotonicMs, systemClock } from '../kernel/clock.ts'

export interface LogOutputOptions {
  readonly fd: number
  /** Bytes that are worth a writing of their own; each one wakes a thread. */
  readonly batchBytes?: number
  /** Bytes that may wait; lines beyond that are dropped. */
  readonly maxHeldBytes?: number
  /** Lines wait for company no longer than this. */
  readonly everyMs?: number
}

const RETRY_MS = 20
/** How long a synchronous flush waits for a full pipe: it is the last thing a dying process does. */
const SYNC_LIMIT_MS = 500

export class LogOutput {
  readonly #fd: number
  readonly #batchBytes: number
  readonly #maxHeldBytes: number
  #held: Buffer[] = []
  #heldBytes = 0
  /** What is being written now, or what is left of it. */
  #writing: Buffer | undefined
  #isDue = false
  #dropped = 0
  /** Called when what is held has gone, and when what is being written has. */
  #afterHeld: (() => void)[] = []
  #afterWriting: (() => void)[] = []

  constructor({ fd, batchBytes = 16_000, maxHeldBytes = 4_000_000, everyMs = 1000 }: LogOutputOptions) {
    this.#fd = fd
    this.#batchBytes = batchBytes
    this.#maxHeldBytes = maxHeldBytes
    setInterval(() => this.#writeNext(), everyMs).unref()
  }

  write(line: string): void {
    if (this.#heldBytes > this.#maxHeldBytes) {
      this.#dropped++
      return
    }
    if (this.#dropped > 0) this.#hold(this.#lossLine())
    this.#hold(line)
    if (this.#heldBytes >= this.#batchBytes) this.#writeSoon()
  }

  /** Calls back once everything that is held now has been written or dropped. */
  flush(done: () => void): void {
    this.#afterHeld.push(done)
    this.#writeNext()
  }

  /** Writes what is held before it returns, or gives it up: an error and a reader that stalls end it. */
  flushSync(): void {
    const waitUntilMs = monotonicMs() + SYNC_LIMIT_MS
    // What is being written by a thread should arrive first; there is no way to hear of it from here.
    if (this.#writing !== undefined) sleep(RETRY_MS)
    let rest = Buffer.concat(this.#held)
    this.#forgetHeld()
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
      } catch (error) {
        if (!isFull(error) || monotonicMs() > waitUntilMs) return
        sleep(RETRY_MS)
      }
    }
  }

  #hold(line: string): void {
    // Bytes, because of text every measure of what is held would be taken anew.
    const bytes = Buffer.from(line)
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
  }

  #lossLine(): string {
    const time = isoTimestamp(systemClock.now())
    const line = { level: 'warn', time, dropped: this.#dropped, msg: 'log lines were dropped: nobody took them' }
    this.#dropped = 0
    return `${JSON.stringify(line)}\n`
  }

  /** Not at once: a program that logs and ends within one turn has its lines written in order, at its exit. */
  #writeSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#writeNext()
    })
  }

  #writeNext(): void {
    if (this.#writing !== undefined) return
    this.#afterWriting = this.#afterHeld
    this.#afterHeld = []
    this.#writing = Buffer.concat(this.#held)
    this.#forgetHeld()
    this.#writeRest(this.#writing)
  }

  #writeRest(rest: Buffer): void {
    if (rest.length === 0) {
      this.#written()
      return
    }
    writeAsync(this.#fd, rest, (error, written) => {
      if (isFull(error)) setTimeout(() => this.#writeRest(rest), RETRY_MS)
      // Any other error would meet the same bytes again.
      else if (error !== null) this.#written()
      else this.#writeRest(rest.subarray(written))
    })
  }

  #written(): void {
    this.#writing = undefined
    const done = this.#afterWriting
    this.#afterWriting = []
    for (const call of done) call()
    if (this.#afterHeld.length > 0 || this.#heldBytes >= this.#batchBytes) this.#writeNext()
  }

  #forgetHeld(): void {
    this.#held = []
    this.#heldBytes = 0
  }
}

/**
 * Standard output as a descriptor that never blocks. A pipe or socket whose reader stalls would otherwise hold the thread
 * that writes, and a process does not end before its threads.
 */
export function standardOutput(): number {
  const STDOUT = 1
  try {
    const output = fstatSync(STDOUT)
    // Opened anew, so that only we see it so.
    if (output.isFIFO()) return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK)
    // A socket cannot be opened again. As a stream it is made not to block; written to it is as everything else.
    if (output.isSocket()) new Socket({ fd: STDOUT, readable: false, writable: true }).on('error', () => {}).unref()
  } catch {
    // Then it blocks.
  }
  return STDOUT
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** A pipe or terminal that takes nothing just now. */
function isFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN'
}
