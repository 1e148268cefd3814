// The log: one JSON object per line, so that no caller's text can forge a line. Callers pass nothing sensitive; the
// redaction below is a second line of defence, in case a caller logs a whole object.

import { type DestinationStream, type Logger, pino, symbols } from 'pino'
import { isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import { LogOutput, standardOutput } from './log-output.ts'

const SENSITIVE = new Set([
  'pan',
  'card',
  'client_secret',
  'clientSecret',
  'x-client-secret',
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'adminPassword',
  'appKey',
  'secret',
  'encodedSecret',
  'token',
  'otp',
  'body',
  'headers',
])

export interface LogOptions {
  readonly level: string
  /** The number of the worker process, shown on every line. */
  readonly worker?: number | undefined
  /** Buffered standard output by default. */
  readonly stream?: DestinationStream
}

/** Lines are written in batches, at least every second and at exit; fatal ones at once. */
export function createLogger(options: LogOptions): Logger {
  return pino(
    {
      level: options.level,
      base: options.worker === undefined ? null : { worker: options.worker },
      timestamp: timeMember,
      // pino's own redaction took longer than the rest of a request; looking the names up in a set is faster.
      formatters: { level: (label) => ({ level: label }), log: redact },
      serializers: { err: describeError },
    },
    options.stream ?? bufferedOutput(options.worker !== undefined),
  )
}

/** Writes complete lines to where a logger writes its own. */
export function lineWriterOf(logger: Logger): (line: string) => void {
  const stream = (logger as unknown as Record<symbol, DestinationStream>)[symbols.streamSym]
  if (stream === undefined) throw new TypeError('the logger has no stream')
  return (line) => stream.write(line)
}

function bufferedOutput(isShared: boolean): LogOutput {
  const output = new LogOutput({ fd: standardOutput(), isShared })
  process.on('exit', () => output.flushSync())
  return output
}

let lastMs = 0
let lastMember = ''
let lastSecond = Number.NaN
/** The member of that second, up to its milliseconds. */
let secondMember = ''

/** The time of a line. Under load many lines share a millisecond, and formatting costs more than comparing. */
export function timeMember(): string {
  const nowMs = systemClock.now()
  if (nowMs !== lastMs) {
    lastMs = nowMs
    const second = Math.floor(nowMs / 1000)
    if (second !== lastSecond) {
      lastSecond = second
      secondMember = `,"time":"${isoTimestamp(nowMs).slice(0, -4)}`
    }
    lastMember = `${secondMember}${String(nowMs - second * 1000).padStart(3, '0')}Z"`
  }
  return lastMember
}

/** Redacts values under sensitive names, also in nested objects. */
function redact(line: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let shown = line
  for (const name in line) {
    const value = line[name]
    const replacement = SENSITIVE.has(name)
      ? '[redacted]'
      : isPlainObject(value) && depth < 2
        ? redact(value, depth + 1)
        : value
    if (replacement === value) continue
    // Copy before the first change: the object belongs to the caller.
    if (shown === line) shown = { ...line }
    shown[name] = replacement
  }
  return shown
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

interface ErrorDescription {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly cause?: ErrorDescription
  /** The first errors of an AggregateError. */
  readonly errors?: readonly ErrorDescription[]
  /** How many there are in all. */
  readonly count?: number
}

/** A sweep over hundreds of items can fail with an error for each; the first ones say why. */
const MAX_ERRORS = 5
/** Errors described in one line, causes included. Also ends a circle. */
const MAX_DESCRIBED = 20

/** Drops an error's other properties: database errors carry rows in them. */
function describeError(error: unknown): ErrorDescription {
  return describeNested(error, { left: MAX_DESCRIBED })
}

function describeNested(error: unknown, budget: { left: number }): ErrorDescription {
  budget.left--
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is not an Error was thrown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: hideCardNumbers(error.message),
    ...(error.stack === undefined ? {} : { stack: hideCardNumbers(error.stack) }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined || budget.left <= 0 ? {} : { cause: describeNested(error.cause, budget) }),
    ...(error instanceof AggregateError ? describeErrors(error.errors, budget) : {}),
  }
}

function describeErrors(errors: readonly unknown[], budget: { left: number }) {
  const described: ErrorDescription[] = []
  for (const error of errors.slice(0, MAX_ERRORS)) if (budget.left > 0) described.push(describeNested(error, budget))
  return { errors: described, count: errors.length }
}

function hideCardNumbers(text: string): string {
  return text.replace(/\b\d{13,19}\b/g, '[digits]')
}
