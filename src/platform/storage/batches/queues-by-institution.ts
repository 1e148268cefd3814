// A batch queue per institution, so that a batch is of one institution and no institution waits behind another's load.

import { BatchQueue } from './batch-queue.ts'

export interface QueuesByInstitutionOptions<Item, Result> {
  /** The number of connections of the database. */
  readonly connections: number
  readonly maxBatch?: number | undefined
  readonly maxQueued?: number | undefined
  /** Answers every item of an institution, in order. A rejection is the answer of all of them. */
  run(institutionId: string, items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>
}

export class QueuesByInstitution<Item extends { readonly institutionId: string }, Result> {
  readonly #options: QueuesByInstitutionOptions<Item, Result>
  readonly #queues = new Map<string, BatchQueue<Item, Result>>()

  constructor(options: QueuesByInstitutionOptions<Item, Result>) {
    this.#options = options
  }

  submit(item: Item): Promise<Result> {
    return this.#queueOf(item.institutionId).submit(item)
  }

  /** How many items of an institution are waiting. */
  depthOf(institutionId: string): number {
    return this.#queues.get(institutionId)?.depth ?? 0
  }

  /** Resolves once everything submitted so far is answered. */
  async drained(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.drained()))
  }

  #queueOf(institutionId: string): BatchQueue<Item, Result> {
    let queue = this.#queues.get(institutionId)
    if (queue === undefined) {
      const { connections, maxBatch = 128, maxQueued = 10_000 } = this.#options
      queue = new BatchQueue<Item, Result>({
        maxBatch,
        // Two batches overlap: one is decided and answered here while the server commits the other.
        maxInFlight: Math.min(2, connections),
        maxQueued,
        run: (items) => this.#options.run(institutionId, items),
      })
      this.#queues.set(institutionId, queue)
    }
    return queue
  }
}
