// Why the schema could not be brought up to date, in one line for operators.

import { sqlStateOf } from '../statements/sqlstate.ts'

export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'MigrationError'
  }
}

/** Names the file. It keeps the SQLSTATE of its cause, by which callers recognise conflicts, outages and damaged files. */
export class MigrationFailed extends MigrationError {
  readonly code: string | undefined

  constructor(name: string, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause)
    super(`migration ${name} failed: ${message.split('\n')[0]}`, cause)
    this.code = sqlStateOf(cause)
  }
}
