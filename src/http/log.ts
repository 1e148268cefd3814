// The log: one JSON object per line, so that no text of a caller can forge a line. Nothing sensitive is handed to it;
// the redaction below is the second line of defence, for the day somebody logs an object without looking.

import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'

const SENSITIVE = [
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
]

export interface LogOptions {
  readonly level: string
  /** Where lines go; standard output, buffered, unless said. */
  readonly stream?: DestinationStream
}

/** Lines are written a few kilobytes at a time, at the latest every second, and at exit; fatal ones at once. */
export function createLogger(options: LogOptions): Logger {
  const stream = options.stream ?? destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 1000 })
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: SENSITIVE.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
    },
    stream,
  )
}

interface ErrorDescription {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly cause?: ErrorDescription
}

/** What the log keeps of an error: not its other properties, because a database puts rows into those. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is not an Error was thrown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: hideCardNumbers(error.message),
    ...(error.stack === undefined ? {} : { stack: hideCardNumbers(error.stack) }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

function hideCardNumbers(text: string): string {
  return text.replace(/\b\d{13,19}\b/g, '[digits]')
}
