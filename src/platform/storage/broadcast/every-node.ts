// Runs a task on every live node and collects what each of them answers.
//
// The request is announced when its transaction commits. Each node runs the task, announces its result, and only then
// counts the request as handled. Notices arrive in commit order: once a node has confirmed the request, its result has
// arrived. A node that confirms without a result runs a version that does not know the topic.

import { newCorrelationId } from '../../kernel/identifiers/ids.ts'
import { withTimeout } from '../../kernel/time/timeout.ts'
import type { Database, Sql, Subscription } from '../database.ts'

export interface EveryNodeParts {
  readonly database: Database
  readonly topic: string
  /** Runs the task on this node. Requests and results together with their names must stay below 8000 bytes. */
  run(request: string): Promise<string>
  /** Requests may have been missed. */
  onGap(): Promise<unknown>
}

export interface NodeResult {
  readonly nodeId: string
  readonly isThisNode: boolean
  /** Undefined when the node did not answer in time, or does not know the topic. */
  readonly result?: string
  /** Whether the node confirmed the request. */
  readonly hasConfirmed: boolean
}

interface Request {
  readonly id: string
  readonly from: string
  readonly request: string
}

interface Result {
  readonly id: string
  readonly nodeId: string
  readonly result: string
}

const TIMEOUT_MS = 2_000

export class EveryNode {
  readonly #parts: EveryNodeParts
  readonly #results = new Map<string, Map<string, string>>()
  readonly #subscriptions: readonly Subscription[]

  constructor(parts: EveryNodeParts) {
    this.#parts = parts
    const { changes } = parts.database
    this.#subscriptions = [
      changes.subscribe(parts.topic, { onChange: (payload) => this.#run(payload), onGap: () => parts.onGap() }),
      changes.subscribe(this.#resultTopic, { onChange: (payload) => this.#keep(payload), onGap: () => undefined }),
    ]
  }

  /**
   * Runs the task everywhere and waits for at most two seconds. `commit` gets the announcement to make in its
   * transaction. Throws what `commit` throws; nothing has been run then.
   */
  async ask(request: string, commit: (announce: (sql: Sql) => Promise<void>) => Promise<void>): Promise<NodeResult[]> {
    const { topic, database, run } = this.#parts
    const { changes } = database
    const id = newCorrelationId()
    const message: Request = { id, from: changes.nodeId, request }
    const results = new Map<string, string>()
    this.#results.set(id, results)
    try {
      await commit((sql) => changes.announce(sql, topic, JSON.stringify(message)))
      const [own, { confirmed, silent }] = await Promise.all([
        // This node need not hear itself, so that it works while its listening connection is down.
        withTimeout(run(request), TIMEOUT_MS).catch(() => undefined),
        changes.confirm(topic, { timeoutMs: TIMEOUT_MS }),
      ])
      if (own !== undefined) results.set(changes.nodeId, own)
      return [...new Set([changes.nodeId, ...confirmed, ...silent])].map((nodeId) => {
        const result = results.get(nodeId)
        const isThisNode = nodeId === changes.nodeId
        return { nodeId, isThisNode, hasConfirmed: confirmed.includes(nodeId), ...(result !== undefined && { result }) }
      })
    } finally {
      this.#results.delete(id)
    }
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close()
  }

  get #resultTopic(): string {
    return `${this.#parts.topic}-results`
  }

  async #run(payload: string): Promise<void> {
    const { database, run } = this.#parts
    const { changes } = database
    const { id, from, request } = JSON.parse(payload) as Request
    if (from === changes.nodeId) return
    const result: Result = { id, nodeId: changes.nodeId, result: await run(request) }
    await changes.announce(database, this.#resultTopic, JSON.stringify(result))
  }

  #keep(payload: string): void {
    const { id, nodeId, result } = JSON.parse(payload) as Result
    this.#results.get(id)?.set(nodeId, result)
  }
}
