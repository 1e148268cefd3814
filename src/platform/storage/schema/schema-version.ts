// Detects that this node is older than the database's schema, as happens while nodes are upgraded one by one.
//
// Migrations that only add leave older nodes working. One that contracts records the oldest node that can go on
// (`oldest_node`); a node older than that refuses all work with 503, and callers reach a newer node.

import { Problem } from '../../kernel/problems/problem.ts'
import { isSchemaMismatch } from '../statements/sqlstate.ts'

export interface SchemaState {
  /** The newest migration of the database. */
  readonly newest: number
  /** Nodes must know this migration. */
  readonly oldestNode: number
}

export const READ_SCHEMA_STATE = `
  SELECT coalesce(max(number), 0) AS newest, coalesce(max(oldest_node), 0) AS "oldestNode" FROM schema_migrations`

/** Another node may answer at once. */
const RETRY_AFTER_SECONDS = 1

export interface SchemaVersionOptions {
  /** The newest migration of this version. */
  readonly known: number
  /** Reads on its own connection: all connections of the pool may be waiting for this answer. */
  readState(): Promise<SchemaState>
}

/** The node is older than its database allows, or than the statement that just failed. */
export class NodeOutdated extends Problem {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
    this.name = 'NodeOutdated'
  }
}

/** Why a node may not work on a schema, or undefined when it may. */
export function outdatedReason(known: number, { newest, oldestNode }: SchemaState): string | undefined {
  if (known >= oldestNode) return undefined
  return `${describe(known, newest)}, and nodes must know ${oldestNode}`
}

export class SchemaVersion {
  readonly #options: SchemaVersionOptions
  /** The last state that was ahead of this version. A schema does not go back. */
  #ahead: SchemaState | undefined
  #outdated: string | undefined
  #reading: Promise<SchemaState | undefined> | undefined

  constructor(options: SchemaVersionOptions) {
    this.#options = options
  }

  /** Throws once a migration is known that this node is too old for. Reads nothing, so it costs nothing per call. */
  refuseOutdated(): void {
    if (this.#outdated !== undefined) throw new NodeOutdated(this.#outdated)
  }

  /** Records the state of the database after any read of it. */
  observe(state: SchemaState): void {
    if (state.newest > this.#options.known) this.#ahead = state
    this.#outdated ??= outdatedReason(this.#options.known, state)
  }

  /** The error as callers may see it: 503 when a newer schema explains it, otherwise the error itself. */
  async explain(error: unknown): Promise<unknown> {
    if (!isSchemaMismatch(error)) return error
    const ahead = await this.#readIfAhead()
    if (ahead === undefined) return error
    return new NodeOutdated(this.#outdated ?? describe(this.#options.known, ahead.newest), error)
  }

  #readIfAhead(): Promise<SchemaState | undefined> {
    if (this.#ahead !== undefined) return Promise.resolve(this.#ahead)
    this.#reading ??= this.#options
      .readState()
      .then((state) => {
        this.observe(state)
        return this.#ahead
      })
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }
}

function describe(known: number, newest: number): string {
  return `this node is older than its database: it knows migrations up to ${known}, the schema is at ${newest}`
}
