// Classifies database errors by SQLSTATE (PostgreSQL, appendix A).

import { Problem, timedOut, unavailable } from '../../kernel/problems/problem.ts'

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/** The text of the error of a batch whose shard is not where it was read (distribution/shard-session.ts). */
export const SHARD_MOVED = 'the shard has moved'
/** The text of the error of a transaction whose business day is closed (ledger/book-days.ts). */
export const DAY_CLOSED = 'the business day is closed:'
/** Raised by our own functions in the database: the row is not in the state that the statement needs. */
const WRONG_STATE = 'TG001'

/** Conflicts with concurrent work: retrying the whole transaction can succeed. */
const CONFLICTS: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
])

/** The server cannot be used now: unreachable, starting, stopping, read-only, or out of connections or disk. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout: we stalled, and the server closed the session
  '57014', // query_canceled, by a statement timeout
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '25006', // read_only_sql_transaction: a standby took over, or not yet
  '42501', // insufficient_privilege: a right was taken away, or a file of the database cannot be opened
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // a Unix socket that is gone
])

/** internal_error: what a central database of distributed books gives errors that it relays, besides its own. */
const RELAYED = 'XX000'
const RELAYED_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^duplicate key value violates unique constraint/, UNIQUE_VIOLATION],
  [/violates check constraint/, '23514'],
  [/^null value in column/, '23502'],
  [/deadlock detected|due to distributed deadlock/, '40P01'],
  [/^could not serialize access/, '40001'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement/, '57014'],
  [/^terminating connection|^the database system is/, '57P01'],
  [
    /^server closed the connection|^connection .*(closed|lost|refused|terminated|not open)|^could not (connect|receive data|send data)|SYSCALL error|^connection to the remote node/,
    '08006',
  ],
]

/**
 * transaction_resolution_unknown: what every other internal error of distributed books stands for. Their central database
 * reports so that it, or a server behind it, was ended in the middle of a statement.
 */
const RESOLUTION_UNKNOWN = '08007'

/** Besides class 42, which means that a table, column, function or type is missing or not as the statement expects. */
const SCHEMA_MISMATCHES: ReadonlySet<string> = new Set([
  '0A000', // feature_not_supported: a table became a view
  '23502', // not_null_violation: a column that the statement does not fill
  '23514', // check_violation
  '55000', // object_not_in_prerequisite_state: a view that cannot be written to
])

const UNREACHABLE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exceptions
  '58', // system errors: a file of the database is missing, or the disk fails
])

/** The server answers but refuses writes. */
const WRITE_REFUSALS: ReadonlySet<string> = new Set(['25006', '53100', '42501', '58030', '58P01'])

export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error)
  return (
    state !== undefined && (CONFLICTS.has(state) || isStalePlan(error) || isShardMoved(error) || isDayClosed(error))
  )
}

/** Nothing was written: the batch is run again where the shard is now. */
export function isShardMoved(error: unknown): boolean {
  return sqlStateOf(error) === '22P02' && error instanceof Error && error.message.includes(SHARD_MOVED)
}

/** Nothing was written: the order is decided again on the next day. */
function isDayClosed(error: unknown): boolean {
  return endedDayOf(error) !== undefined
}

/** The institution, and the last date that its books have ended; undefined when the error is another one. */
export function endedDayOf(error: unknown): { readonly institutionId: string; readonly date: string } | undefined {
  if (sqlStateOf(error) !== '22P02' || !(error instanceof Error)) return undefined
  const found = CLOSED_DAY_TEXT.exec(error.message)
  return found === null ? undefined : { institutionId: found[1] as string, date: found[2] as string }
}

const CLOSED_DAY_TEXT = new RegExp(`${DAY_CLOSED} (.+) (\\d{8})`)

/**
 * A prepared statement whose table was altered since ("cached plan must not change result type"). It did not run and works
 * once prepared again. Recognised by the server's routine: the SQLSTATE has other uses, the message may be translated.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlStateOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Errors of a statement on a schema it was not written for. On its own schema they would be a defect. */
export function isSchemaMismatch(error: unknown): boolean {
  const state = sqlStateOf(error) ?? ''
  return isServerError(error) && !isStalePlan(error) && (state.startsWith('42') || SCHEMA_MISMATCHES.has(state))
}

export function isUnreachable(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined) return UNREACHABLE.has(state) || UNREACHABLE_CLASSES.has(state.slice(0, 2))
  // The driver reports connections lost during a query, and pools that could not connect, without a code.
  return (
    error instanceof Error &&
    /connection (terminated|ended)|terminated unexpectedly|timeout|not queryable|Client was closed/i.test(error.message)
  )
}

/** Whether an attempt to connect may succeed later by itself. The embedded engine's failures do not pass. */
export function isPassing(error: unknown): boolean {
  const cause = error instanceof Problem && error.cause !== undefined ? error.cause : error
  const causes: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((one) => isUnreachable(one) && !isWriteRefusal(one))
}

/** A write was refused and nothing was written. Reads still work. */
export function isWriteRefusal(error: unknown): boolean {
  return WRITE_REFUSALS.has(sqlStateOf(error) ?? '')
}

/**
 * Whether a commit may have happened although it failed with this error. After an ERROR of the server it has not; a lost
 * connection or a dead backend leaves it unknown, and so does an internal error of distributed books.
 */
export function leavesDoubt(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error
  if (sqlStateOf(cause) === RESOLUTION_UNKNOWN) return true
  return !(typeof cause === 'object' && cause !== null && 'severity' in cause && cause.severity === 'ERROR')
}

/** Reported by the server, not by the driver or the operating system. */
export function isServerError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error
}

/**
 * The error as callers may see it: an unreachable database and a refusal of our own functions become a Problem, anything
 * else stays a defect.
 */
export function asProblem(error: unknown): unknown {
  if (sqlStateOf(error) === WRONG_STATE) return new Problem('conflict', (error as Error).message, { cause: error })
  if (error instanceof Problem || !isUnreachable(error)) return error
  if (sqlStateOf(error) === RESOLUTION_UNKNOWN) return timedOut('the database did not say whether it was done', error)
  return unavailable(isWriteRefusal(error) ? 'the database takes no writes' : 'the database cannot be reached', error)
}

/**
 * Distributed books: the central database relays errors of other servers, those of COPY without their SQLSTATE, and a server
 * names the shard's table and constraint. Gives such an error the SQLSTATE and the constraint that it stands for.
 */
export function withOwnSqlState(error: unknown, isDistributed: boolean): unknown {
  if (!isServerError(error)) return error
  const relayed = error as { code?: string; message?: string; constraint?: string; table?: string }
  if (relayed.code === RELAYED) {
    const found = RELAYED_MESSAGES.find(([message]) => message.test(relayed.message ?? ''))
    if (found !== undefined) relayed.code = found[1]
    else if (isDistributed) relayed.code = RESOLUTION_UNKNOWN
  }
  if (!relayed.constraint) {
    const constraint = /violates \w+ constraint "(.+?)"/.exec(relayed.message ?? '')?.[1]
    if (constraint !== undefined) relayed.constraint = constraint.replace(/_\d+$/, '')
  }
  const shard = /_\d+$/.exec(relayed.table ?? '')?.[0]
  if (shard !== undefined && relayed.constraint?.endsWith(shard)) {
    relayed.constraint = relayed.constraint.slice(0, -shard.length)
  }
  return error
}
