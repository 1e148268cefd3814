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
  message(worker: WorkerProcess, message: FromWorker): void
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
  isHolding = false
  hasClosed = false
  readyAtMs: number | undefined
  readonly #worker: Worker
  readonly #handOver: HandOver
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
    this.#handOver = watchHandOver(this.#worker, now)
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        this.publicUrl = message.publicUrl
        this.managementUrl = message.managementUrl
        this.switchesUrl = message.switchesUrl
        this.readyAtMs = now()
        if (this.state === 'starting') this.state = 'ready'
        settled.resolve()
      }
      events.message(this, message)
    })
    this.#worker.on('exit', (code: number | null, signal: string | null) => {
      this.state = 'ended'
      this.#handOver.closeLost()
      settled.resolve()
      ended.resolve({ code, signal })
      events.ended(this, { code, signal })
    })
  }

  /** When it was last handed a connection; now while it has not confirmed one. */
  lastHandedMs(): number {
    return this.#handOver.lastMs()
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

interface HandOver {
  lastMs(): number
  closeLost(): void
}

/**
 * Node hands one connection at a time to a worker, and closes its own handle of it when the worker has confirmed. If the worker
 * dies before, Node forgets to, and the client would wait for good: `closeLost` closes the one in transit.
 */
function watchHandOver({ process: child }: Worker, now: () => number): HandOver {
  let inTransit: Closable | undefined
  let lastMs = Number.NEGATIVE_INFINITY
  const { send } = child
  child.send = (...args: unknown[]) => {
    const handle = args[1] as Partial<Closable> | undefined
    if (handle?.close !== undefined) {
      const { close } = handle
      handle.close = (...given) => {
        inTransit = undefined
        lastMs = now()
        return close.apply(handle, given)
      }
      inTransit = handle as Closable
    }
    return Reflect.apply(send, child, args) as boolean
  }
  return {
    lastMs: () => (inTransit === undefined ? lastMs : now()),
    closeLost: () => inTransit?.close(),
  }
}

interface Closable {
  close(...args: unknown[]): void
}
