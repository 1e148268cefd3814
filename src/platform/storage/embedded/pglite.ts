// PGlite behind the same driver as a server: a duplex stream that looks like a socket to `pg` and carries the wire
// protocol to the worker thread. PGlite has one backend, so only one such connection may be open at a time.

import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { monotonicMs } from '../../kernel/time/clock.ts'
import { withTimeout } from '../../kernel/time/timeout.ts'
import { unattended } from '../../kernel/work/unattended.ts'
import { DataDirectoryUnusable, isIntact, type LockFile } from './data-directory.ts'

const TERMINATE = 0x58 // 'X': the client disconnects; the backend must outlive its client.
/** A restart replays the log since the last checkpoint, which takes seconds. One that takes this long hangs. */
const RESTART_LIMIT_MS = 60_000
/** A close writes a checkpoint. Cut short, the next start replays the log. */
const CLOSE_LIMIT_MS = 5_000
/** Pause after a failed start, so that queued callers do not each start a thread. */
const RESTART_PAUSE_MS = 500

/** Where the engine keeps its files; null keeps the database in memory. */
export interface EngineData {
  readonly stored: { readonly pgdata: string; readonly lock: LockFile } | null
  /** Address of the template for a new data folder; null creates the database and its tables. */
  readonly template: string | null
}

/** The last message of a thread whose engine has failed. */
export interface EnginePanic {
  readonly panic: string
}

export interface EngineOptions extends EngineData {
  /** Throws when the engine must not start now. */
  readonly checkStart?: () => void
}

export class PgliteEngine {
  readonly #options: EngineOptions
  #thread: Worker | undefined
  /** The thread once it is ready. Absent while none is running or starting. */
  #running: Promise<Worker> | undefined
  /** Two threads must never work on the same files: the next one waits until the last has ended. */
  #ended: Promise<unknown> = Promise.resolve()
  #hasRun = false
  #closed = false
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined
  #socket: PgliteSocket | undefined

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** A connection for the driver. It starts the engine when it is not running, even after a crash. */
  socket(): PgliteSocket {
    return new PgliteSocket(this)
  }

  attach(socket: PgliteSocket): Promise<Worker> {
    this.#socket = socket
    this.#running ??= this.#start()
    return this.#running
  }

  /** Ends a stalled thread. The next connection starts another on the same files. */
  abandon(thread: Worker): void {
    this.#lose(thread)
    unattended(thread.terminate())
  }

  async close(): Promise<void> {
    this.#closed = true
    const thread = this.#thread
    if (thread !== undefined) await withTimeout(this.#sayGoodbye(thread), CLOSE_LIMIT_MS).catch(() => {})
    await this.#thread?.terminate()
    await this.#ended
  }

  async #sayGoodbye(thread: Worker): Promise<void> {
    await this.#running
    const answered = new Promise((resolve) => {
      thread.removeAllListeners('message').once('message', resolve).once('exit', resolve)
    })
    thread.postMessage('close')
    await answered
  }

  async #start(): Promise<Worker> {
    try {
      await this.#ended
      this.#checkStart()
      const thread = await this.#startThread()
      this.#hasRun = true
      return thread
    } catch (error) {
      this.#running = undefined
      this.#failure ??= { error, untilMs: monotonicMs() + RESTART_PAUSE_MS }
      throw error
    }
  }

  #checkStart(): void {
    if (this.#closed) throw new Error('Connection terminated unexpectedly: the database is closed')
    if (this.#failure !== undefined && monotonicMs() < this.#failure.untilMs) throw this.#failure.error
    this.#failure = undefined
    const { stored, checkStart } = this.#options
    // An engine started in an empty folder would create a new, empty database there.
    if (this.#hasRun && stored !== null && !isIntact(stored.pgdata, stored.lock)) {
      throw new DataDirectoryUnusable(`the embedded database in ${stored.pgdata} is gone`)
    }
    checkStart?.()
  }

  async #startThread(): Promise<Worker> {
    const { stored, template } = this.#options
    const thread = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      name: 'pglite',
      workerData: { stored, template } satisfies EngineData,
    })
    this.#thread = thread
    this.#ended = new Promise((resolve) => thread.once('exit', resolve))
    const ready = new Promise<void>((resolve, reject) => {
      thread.once('message', (message: 'ready' | EnginePanic) => {
        if (message === 'ready') resolve()
        else reject(new Error(message.panic))
      })
      // The listener stays, because an unhandled error event ends the process.
      thread.on('error', reject)
      thread.once('exit', () => reject(new Error('the engine ended while it started')))
    })
    try {
      await (this.#hasRun ? withTimeout(ready, RESTART_LIMIT_MS) : ready)
    } catch (error) {
      this.#thread = undefined
      await thread.terminate()
      if (stored === null) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new DataDirectoryUnusable(`the embedded database in ${stored.pgdata} cannot be opened (${reason})`, error)
    }
    // Only from here on: until the thread is ready, its end rejects the start.
    thread.on('error', (error) => this.#lose(thread, error))
    thread.on('exit', () => this.#lose(thread))
    thread.on('message', (answer: Uint8Array | EnginePanic) => {
      if ('panic' in answer) this.#lose(thread, new Error(answer.panic))
      else if (this.#thread === thread) this.#socket?.receive(answer)
    })
    return thread
  }

  /** Whether the last statement ran is unknown, as on a lost connection, so it fails with the driver's error for that. */
  #lose(thread: Worker, cause?: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#running = undefined
    this.#socket?.destroy(new Error('Connection terminated unexpectedly', { cause }))
  }
}

class PgliteSocket extends Duplex {
  readonly #engine: PgliteEngine
  #thread: Worker | undefined
  /** Set while an answer of the engine is pending. */
  #answered: (() => void) | undefined

  constructor(engine: PgliteEngine) {
    super()
    this.#engine = engine
  }

  // The part of net.Socket that the driver uses.
  connect(): this {
    this.#engine.attach(this).then(
      (thread) => {
        this.#thread = thread
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  receive(answer: Uint8Array): void {
    if (answer.byteLength > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
    const answered = this.#answered
    this.#answered = undefined
    answered?.()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this._writev([{ chunk }], done)
  }

  // Everything the driver wrote since the last answer goes in one message, so that a round trip is one message.
  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    if (bytes[0] === TERMINATE) {
      done()
      return
    }
    this.#answered = done
    this.#thread?.postMessage(bytes)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // The driver drops a connection whose answer is overdue. The backend is still busy, and another connection would wait
  // behind it.
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#answered !== undefined && this.#thread !== undefined) this.#engine.abandon(this.#thread)
    done(error)
  }
}
