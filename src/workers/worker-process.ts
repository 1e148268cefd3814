// One worker as the primary sees it.

import cluster, { type Worker } from 'node:cluster'
import type { FromWorker, ToWorker } from './messages.ts'

export type WorkerState = 'starting' | 'ready' | 'leaving' | 'ended'

export interface WorkerEnd {
  readonly code: number | null
  readonly signal: string | null
}

export interface WorkerEvents {
  /** Every message but `ready`, which this class keeps. */
  told(worker: WorkerProcess, message: FromWorker): void
  ended(worker: WorkerProcess, end: WorkerEnd): void
}

/** The environment variable that tells a worker its number. */
export const WORKER_NUMBER = 'TILLGATE_WORKER'

export class WorkerProcess {
  readonly number: number
  state: WorkerState = 'starting'
  publicUrl = ''
  managementUrl = ''
  switchesUrl: string | undefined
  /** Pings since the last answer. */
  unanswered = 0
  readyAtMs: number | undefined
  readonly #worker: Worker
  /** Resolves when it is ready or has ended. */
  readonly settled: Promise<void>
  readonly ended: Promise<WorkerEnd>

  constructor(number: number, events: WorkerEvents, now: () => number) {
    this.number = number
    this.#worker = cluster.fork({ [WORKER_NUMBER]: String(number) })
    const settled = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<WorkerEnd>()
    this.settled = settled.promise
    this.ended = ended.promise
    // Without a listener, a message to a worker that has just died would end the primary.
    this.#worker.on('error', () => {})
    const closeLost = keepHandleInTransit(this.#worker)
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        this.publicUrl = message.publicUrl
        this.managementUrl = message.managementUrl
        this.switchesUrl = message.switchesUrl
        this.readyAtMs = now()
        if (this.state === 'starting') this.state = 'ready'
        settled.resolve()
      }
      events.told(this, message)
    })
    this.#worker.on('exit', (code: number | null, signal: string | null) => {
      this.state = 'ended'
      closeLost()
      settled.resolve()
      ended.resolve({ code, signal })
      events.ended(this, { code, signal })
    })
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  tell(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message)
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }
}

/**
 * Node hands one connection at a time to a worker and keeps it open until the worker has confirmed. If the worker dies before,
 * Node forgets to close it, and the client would wait for good. Returns a function that closes the connection in transit.
 */
function keepHandleInTransit({ process: child }: Worker): () => void {
  let last: { close?(): void } | undefined
  const { send } = child
  child.send = (...args: unknown[]) => {
    const handle = args[1] as { close?(): void } | undefined
    if (handle?.close !== undefined) last = handle
    return Reflect.apply(send, child, args) as boolean
  }
  // Closing a connection twice does nothing.
  return () => last?.close?.()
}
