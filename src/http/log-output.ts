// Where log lines go: a file descriptor, written some kilobytes at a time. The log serves the gateway and must never stop
// it: lines that cannot be written are dropped and counted, and memory stays bounded when whoever reads them stalls.

import { constants, fstatSync, openSync, write as writeAsync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { isoTimestamp, monotonicMs, systemClock } from '../kernel/clock.ts'

export interface LogOutputOptions {
  readonly fd: number
  /** Characters that are worth a write of their own; each one wakes a thread. */
  readonly batchLength?: number
  /** Characters that may wait; lines beyond that are dropped. */
  readonly maxHeldLength?: number
  /** Lines wait for company no longer than this. */
  readonly everyMs?: number
}

const RETRY_MS = 20
/** How long a synchronous flush waits for a full pipe: it is the last thing a dying process does. */
const SYNC_LIMIT_MS = 500

export class LogOutput {
  readonly #fd: number
  readonly #batchLength: number
  readonly #maxHeldLength: number
  #held = ''
  /** What is being written now, or what is left of it. */
  #writing: Buffer | undefined
  #isDue = false
  #dropped = 0
  /** Called when what is held has gone, and when what is being written has. */
  #afterHeld: (() => void)[] = []
  #afterWriting: (() => void)[] = []

  constructor({ fd, batchLength = 16_000, maxHeldLength = 4_000_000, everyMs = 1000 }: LogOutputOptions) {
    this.#fd = fd
    this.#batchLength = batchLength
    this.#maxHeldLength = maxHeldLength
    setInterval(() => this.#writeNext(), everyMs).unref()
  }

  write(line: string): void {
    if (this.#held.length > this.#maxHeldLength) {
      this.#dropped++
      return
    }
    if (this.#dropped > 0) this.#held += this.#lossLine()
    this.#held += line
    if (this.#held.length >= this.#batchLength) this.#writeSoon()
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
    let rest = this.#takeHeld()
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
      } catch (error) {
        if (!isFull(error) || monotonicMs() > waitUntilMs) return
        sleep(RETRY_MS)
      }
    }
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
    this.#writing = this.#takeHeld()
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
    if (this.#afterHeld.length > 0 || this.#held.length >= this.#batchLength) this.#writeNext()
  }

  /** Encoded in one go: a buffer per line costs more than the line. */
  #takeHeld(): Buffer {
    const bytes = Buffer.from(this.#held)
    this.#held = ''
    return bytes
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
