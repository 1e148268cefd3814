// How a failed command reports its error: one line that names the variable to check if an operator can fix it, the
// stack if it is a defect.

import { Iso8583Error } from '../../channels/iso8583/iso8583-error.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { MigrationError } from '../../platform/storage/schema/migration-error.ts'
import { sqlStateOf } from '../../platform/storage/statements/sqlstate.ts'
import { ConfigError } from '../config/config-error.ts'

/** Error codes of the system or the database that point to a variable of the environment. */
const VARIABLES: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^(EADDRINUSE|EACCES)$/, 'PORT or MANAGEMENT_PORT takes a port that is free'],
  [/^EADDRNOTAVAIL$/, 'HOST or MANAGEMENT_HOST takes an address of this machine'],
  [/^28/, 'DATABASE_URL names a user that cannot log in'],
  [/^3D/, 'DATABASE_URL names a database that does not exist'],
  [/^42501$/, 'DATABASE_URL names a user that lacks a right'],
]

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `tillgate: ${String(error)}`
  if (isForOperators(error)) return `tillgate: ${error.message}`
  // Requests treat all refused connections alike; an operator needs the server's reason.
  const reported = error instanceof Problem && error.cause instanceof Error ? error.cause : error
  if (isForOperators(reported)) return `tillgate: ${reported.message}`
  const code = sqlStateOf(reported) ?? ''
  const advice = VARIABLES.find(([pattern]) => pattern.test(code))?.[1]
  if (advice !== undefined) return `tillgate: ${advice}: ${reported.message}`
  if (isFileFault(reported)) return `tillgate: ${reported.path} cannot be used: ${reported.message}`
  if (error instanceof MigrationError) return `tillgate: ${error.message}`
  if (error instanceof Problem && error.kind === 'unavailable') {
    return `tillgate: DATABASE_URL: ${error.message}${causeOf(error)}`
  }
  if (error instanceof Problem && error.httpStatus < 500) return `tillgate: ${refusalOf(error)}`
  return `tillgate: ${error.stack}`
}

// Modules that may not import the configuration name the variable at the start of their message.
function isForOperators(error: Error): boolean {
  return (
    error instanceof ConfigError ||
    error instanceof Iso8583Error ||
    /^((DATA_DIR|DATABASE_URL):|EVM_[A-Z_]+:?|--[a-z-]+) /.test(error.message)
  )
}

/** A file or folder, for example of the installation. */
function isFileFault(error: Error): error is Error & { readonly path: string } {
  return 'path' in error && 'syscall' in error && typeof error.path === 'string'
}

/** Why a request was refused: the invalid fields, or the reason. */
function refusalOf({ details, message }: Problem): string {
  return details.length === 0 ? message : details.map((fault) => `${fault.path} ${fault.message}`).join('; ')
}

function causeOf(problem: Problem): string {
  const { cause } = problem
  if (!(cause instanceof Error)) return ''
  // When several addresses refuse, the error is an AggregateError, whose own message is empty.
  const message = cause instanceof AggregateError ? (cause.errors[0] as Error | undefined)?.message : cause.message
  return message ? ` (${message.split('\n')[0]})` : ''
}
