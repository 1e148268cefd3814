// A node that is older than the database's schema, as happens while nodes are upgraded one by one. What its statements
// no longer find there is not a defect of theirs: callers are told to come back, and reach a newer node.

import { unavailable } from '../kernel/problem.ts'
import { isSchemaMismatch } from './sqlstate.ts'

export interface SchemaVersionOptions {
  /** The newest migration of this version. */
  readonly known: number
  /** The newest migration of the database, read on a connection that no transaction is using. */
  readApplied(): Promise<number>
}

export class SchemaVersion {
  readonly #options: SchemaVersionOptions
  /** Set once the database is known to be ahead; a schema does not go back. */
  #ahead: number | undefined
  #reading: Promise<number | undefined> | undefined

  constructor(options: SchemaVersionOptions) {
    this.#options = options
  }

  /** The error as callers may see it: 503 when a newer schema explains it, otherwise the error itself. */
  async explain(error: unknown): Promise<unknown> {
    if (!isSchemaMismatch(error)) return error
    const applied = await this.#readIfAhead()
    if (applied === undefined) return error
    const { known } = this.#options
    return unavailable(
      `this node is older than its database: it knows migrations up to ${known}, the schema is at ${applied}`,
      error,
    )
  }

  #readIfAhead(): Promise<number | undefined> {
    if (this.#ahead !== undefined) return Promise.resolve(this.#ahead)
    this.#reading ??= this.#options
      .readApplied()
      .then((applied) => {
        if (applied > this.#options.known) this.#ahead = applied
        return this.#ahead
      })
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }
}
