// PGlite behind the same driver as a server: a duplex stream that looks like a socket to `pg` and carries the wire
// protocol to the worker thread. PGlite has one backend, so only one such connection may be open at a time.

import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

const TERMINATE = 0x58 // 'X': the client says goodbye; the backend must outlive its client.

export class PgliteEngine {
  readonly #dataDirectory: string | null
  #worker: Worker | undefined
  #socket: PgliteSocket | undefined

  /** `null` keeps the database in memory. */
  constructor(dataDirectory: string | null) {
    this.#dataDirectory = dataDirectory
  }

  /** A connection for the driver. It starts the engine when it is not running, also after it has crashed. */
  socket(): PgliteSocket {
    return new PgliteSocket(this)
  }

  async attach(socket: PgliteSocket): Promise<Worker> {
    this.#worker ??= await this.#start()
    this.#socket = socket
    return this.#worker
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#worker = undefined
    worker.removeAllListeners('message')
    const closed = Promise.race([once(worker, 'message'), once(worker, 'exit')])
    worker.postMessage('close')
    await closed
    await worker.terminate()
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { dataDirectory: this.#dataDirectory },
    })
    await once(worker, 'message')
    worker.on('message', (answer: Uint8Array) => this.#socket?.receive(answer))
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('Connection terminated unexpectedly')))
    return worker
  }

  #fail(error: Error): void {
    if (this.#worker === undefined) return
    this.#worker = undefined
    this.#socket?.destroy(error)
  }
}

class PgliteSocket extends Duplex {
  readonly #engine: PgliteEngine
  #worker: Worker | undefined
  #answered: (() => void) | undefined

  constructor(engine: PgliteEngine) {
    super()
    this.#engine = engine
  }

  // The part of net.Socket that the driver uses.
  connect(): this {
    this.#engine.attach(this).then(
      (worker) => {
        this.#worker = worker
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
    this.#worker?.postMessage(bytes)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }
}
