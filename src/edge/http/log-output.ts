// Writes log lines to a file descriptor in batches. Logging must never stop the gateway: lines that cannot be written
// are dropped and counted, and memory stays bounded when the reader stalls.

import { constants, fstatSync, openSync, write as writeAsync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { isoTimestamp, monotonicMs, systemClock } from '../../platform/kernel/time/clock.ts'

export interface LogOutputOptions {
  readonly fd: number
  /** Characters that trigger a write; every write wakes a thread. */
  readonly batchLength?: number
  /** Characters buffered at most; lines beyond that are dropped. */
  readonly maxHeldLength?: number
  /** Other processes write to the same output: no line may be cut by one of theirs. */
  readonly isShared?: boolean
  /** Flush interval. */
  readonly everyMs?: number
}

const RETRY_MS = 20
/** POSIX's PIPE_BUF on Linux: what a pipe takes in one piece. A longer line can still be cut. */
const WHOLE_WRITE_BYTES = 4_096
const NEWLINE = 0x0a
/** How long a synchronous flush waits for a full pipe; it runs when the process exits. */
const SYNC_LIMIT_MS = 500

export class LogOutput {
  readonly #fd: number
  readonly #batchLength: number
  readonly #maxHeldLength: number
  readonly #isShared: boolean
  #held = ''
  /** The batch being written, or the rest of it. */
  #writing: Buffer | undefined
  #isDue = false
  #dropped = 0
  /** Callbacks for when the buffer, or the batch being written, is done. */
  #afterHeld: (() => void)[] = []
  #afterWriting: (() => void)[] = []

  constructor({
    fd,
    batchLength = 16_000,
    maxHeldLength = 4_000_000,
    isShared = false,
    everyMs = 1000,
  }: LogOutputOptions) {
    this.#isShared = isShared
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

  /** Calls back once everything buffered now has been written or dropped. */
  flush(done: () => void): void {
    this.#afterHeld.push(done)
    this.#writeNext()
  }

  /** Writes the buffer before it returns. Gives up on an error, or when the reader stalls too long. */
  flushSync(): void {
    const waitUntilMs = monotonicMs() + SYNC_LIMIT_MS
    // The batch that a thread is writing should arrive first, and we cannot wait for its callback here.
    if (this.#writing !== undefined) sleep(RETRY_MS)
    let rest = this.#takeHeld()
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, this.#nextOf(rest)))
      } catch (error) {
        if (!isFull(error) || monotonicMs() > waitUntilMs) return
        sleep(RETRY_MS)
      }
    }
  }

  #lossLine(): string {
    const time = isoTimestamp(systemClock.now())
    const line = { level: 'warn', time, dropped: this.#dropped, msg: 'log lines were dropped: the output was blocked' }
    this.#dropped = 0
    return `${JSON.stringify(line)}\n`
  }

  /** In a later turn: a program that logs and exits within one turn writes its lines in order, at exit. */
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
    writeAsync(this.#fd, this.#nextOf(rest), (error, written) => {
      if (isFull(error)) setTimeout(() => this.#writeRest(rest), RETRY_MS)
      // Any other error would recur with the same bytes.
      else if (error !== null) this.#written()
      else this.#writeRest(rest.subarray(written))
    })
  }

  /** What is written at once: on a shared output whole lines, as many as arrive in one piece. */
  #nextOf(rest: Buffer): Buffer {
    if (!this.#isShared || rest.length <= WHOLE_WRITE_BYTES) return rest
    const end = rest.lastIndexOf(NEWLINE, WHOLE_WRITE_BYTES - 1)
    return rest.subarray(0, (end === -1 ? rest.indexOf(NEWLINE) : end) + 1)
  }

  #written(): void {
    this.#writing = undefined
    const done = this.#afterWriting
    this.#afterWriting = []
    for (const call of done) call()
    if (this.#afterHeld.length > 0 || this.#held.length >= this.#batchLength) this.#writeNext()
  }

  /** Encodes the whole buffer at once: a buffer per line would cost more than the line. */
  #takeHeld(): Buffer {
    const bytes = Buffer.from(this.#held)
    this.#held = ''
    return bytes
  }
}

/**
 * Standard output as a non-blocking descriptor. A pipe or socket whose reader stalls would otherwise block the writing
 * thread, and a process cannot exit before its threads.
 */
export function standardOutput(): number {
  const STDOUT = 1
  try {
    const output = fstatSync(STDOUT)
    // Reopened, so that the flag applies to our descriptor only.
    if (output.isFIFO()) return openSync(`/proc/self/fd/${STDOUT}`, constants.O_WRONLY | constants.O_NONBLOCK)
    // A socket cannot be reopened; wrapping it in a stream makes it non-blocking, and it is written to like the rest.
    if (output.isSocket()) new Socket({ fd: STDOUT, readable: false, writable: true }).on('error', () => {}).unref()
  } catch {
    // Fall back to a blocking descriptor.
  }
  return STDOUT
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The pipe or terminal cannot take more just now. */
function isFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN'
}
