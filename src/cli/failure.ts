// How a command that failed says so. What an operator can mend gets one line; a defect gets its stack.

import { ConfigError } from '../config.ts'
import { Problem } from '../kernel/problem.ts'
import { DataDirectoryInUse } from '../storage/data-directory.ts'

export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirectoryInUse) return `tillgate: ${error.message}`
  if (error instanceof Problem) return `tillgate: ${error.message}${causeOf(error)}`
  // The system's own errors, such as a port that is taken, say all there is to say in their message.
  if (error instanceof Error && 'syscall' in error) return `tillgate: ${error.message}`
  return `tillgate: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function causeOf(problem: Problem): string {
  const { cause } = problem
  if (!(cause instanceof Error)) return ''
  // A refused connection to several addresses is an AggregateError, whose own message is empty.
  const message = cause instanceof AggregateError ? (cause.errors[0] as Error | undefined)?.message : cause.message
  return message ? ` (${message.split('\n')[0]})` : ''
}
