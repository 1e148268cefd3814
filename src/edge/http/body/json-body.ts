// Parses a JSON body and rejects what JSON.parse accepts: duplicate keys (the last one would win silently), keys like
// `__proto__`, and deep nesting. A number that a double cannot hold is replaced by a placeholder instead of rejected:
// unknown fields are ignored, and a field of the contract is then reported together with all other faults.
//
// This runs on every request, so a valid body costs one scan of its bytes, JSON.parse, and one walk over the tree. Only
// when the key counts differ, or the scan found a lossy number, are the bytes walked again (json-walk.ts). Callers are
// not authenticated yet: everything here is linear in the body, and no callback runs per value.

import { isUtf8 } from 'node:buffer'
import { invalidFields, Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { endOfPlainNumber, isShortNumber, lossyNumberPlaceholder } from './json-numbers.ts'
import { isForbiddenKey, keyFaults, MAX_FAULTS, replaceLossyNumbers } from './json-walk.ts'

const MAX_DEPTH = 32

/** The value of a JSON text; throws a Problem `invalid` that says what is wrong and never quotes the body. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; JSON is expected')
  const text = bytes.toString('utf8')
  // The decoder puts U+FFFD in place of invalid bytes, but the character may also be sent as itself.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) throw malformed('The body is not valid UTF-8')
  const scan = scanBytes(bytes)
  if (scan.depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep`)
  const value = parse(text)
  if (countKeys(value) !== scan.keys) throw invalidKeys(keyFaults(bytes, text))
  return scan.hasLossyNumber ? replaceLossyNumbers(bytes, text, value) : value
}

function invalidKeys(faults: readonly ProblemDetail[]): Problem {
  if (faults.length < MAX_FAULTS) return invalidFields(faults)
  return new Problem('invalid', `At least ${MAX_FAULTS} fields are invalid`, { details: faults })
}

function malformed(message: string): Problem {
  return new Problem('invalid', message, {
    details: [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }],
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's message quotes the body; only the position may reach the caller.
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    throw malformed(position === undefined ? 'The body is not valid JSON' : `The body is not valid JSON at ${position}`)
  }
}

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Counts the colons outside strings (one per key), measures the nesting, and looks for a lossy number. */
function scanBytes(bytes: Buffer): { keys: number; depth: number; hasLossyNumber: boolean } {
  let keys = 0
  let level = 0
  let depth = 0
  let hasLossyNumber = false
  const { length } = bytes
  for (let i = 0; i < length; i++) {
    let code = bytes[i] as number
    if (code === QUOTE) {
      // Inlined: most bytes of a body are inside strings, and a call per string is measurable.
      for (i++; i < length; i++) {
        code = bytes[i] as number
        if (code === QUOTE) break
        if (code === BACKSLASH) i++
      }
    } else if (code === COLON) {
      keys++
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfPlainNumber(bytes, i)
      hasLossyNumber ||= !isShortNumber(bytes, i, end) && lossyNumberPlaceholder(bytes, i) !== undefined
      i = end - 1
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++level > depth) depth = level
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      level--
    }
  }
  return { keys, depth, hasLossyNumber }
}

/** The number of keys in a tree, or NaN (equal to no count) when one of them is forbidden. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    // By index: an iterator would cost a step per item, and a list may fill the whole body.
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i]
      if (typeof item === 'object') keys += countKeys(item)
    }
    return keys
  }
  for (const key in value) {
    if (isForbiddenKey(key)) return Number.NaN
    keys++
    const member = (value as Record<string, unknown>)[key]
    if (typeof member === 'object') keys += countKeys(member)
  }
  return keys
}
