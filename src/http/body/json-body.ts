// Reads a JSON body and refuses what JSON.parse would let pass: a key sent twice (the last one would win silently),
// names that reach into an object's prototype, and bottomless nesting. A number that does not survive as a double is
// not refused here: unknown fields are ignored, and a field of the contract complains together with all others.
//
// Every request pays for this, so a good body costs one scan of its bytes, JSON.parse, and one walk over the tree. Only
// when the counts disagree, or the scan found an unfit number, are the bytes walked once more (json-walk.ts). Strangers
// can send bodies too: nothing here may take more than linear time, or call back for each value.

import { isUtf8 } from 'node:buffer'
import { invalidFields, Problem, type ProblemDetail } from '../../kernel/problem.ts'
import { endOfPlainNumber, isPlainlyFit, markOfNumber } from './json-numbers.ts'
import { isForbiddenKey, keyFaults, MAX_FAULTS, markUnfitNumbers } from './json-walk.ts'

const MAX_DEPTH = 32

/** The value of a JSON text; throws a Problem `invalid` that says what is wrong, never what was sent. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; JSON is expected')
  const text = bytes.toString('utf8')
  // What is not UTF-8 is decoded to this mark. Sent as itself, it is a character like any other.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) throw malformed('The body is not valid UTF-8')
  const scan = scanBytes(bytes)
  if (scan.depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep`)
  const value = parse(text)
  if (countKeys(value) !== scan.keys) throw invalidKeys(keyFaults(bytes, text))
  return scan.hasUnfitNumber ? markUnfitNumbers(bytes, text, value) : value
}

function invalidKeys(faults: readonly ProblemDetail[]): Problem {
  if (faults.length < MAX_FAULTS) return invalidFields(faults)
  return new Problem('invalid', `At least ${MAX_FAULTS} fields are invalid`, { details: faults })
}

function malformed(message: string): Problem {
  return new Problem('invalid', message, { details: [{ path: 'body', message: 'must be valid JSON' }] })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's own message quotes the body; only the position may leave.
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

/** Counts colons outside strings (one per key) and the deepest nesting, and looks for a number that does not fit. */
function scanBytes(bytes: Buffer): { keys: number; depth: number; hasUnfitNumber: boolean } {
  let keys = 0
  let level = 0
  let depth = 0
  let hasUnfitNumber = false
  const { length } = bytes
  for (let i = 0; i < length; i++) {
    let code = bytes[i] as number
    if (code === QUOTE) {
      // In place: most bytes of a body are inside strings, and a call for each string shows in the cost of a request.
      for (i++; i < length; i++) {
        code = bytes[i] as number
        if (code === QUOTE) break
        if (code === BACKSLASH) i++
      }
    } else if (code === COLON) {
      keys++
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfPlainNumber(bytes, i)
      hasUnfitNumber ||= !isPlainlyFit(bytes, i, end) && markOfNumber(bytes, i) !== undefined
      i = end - 1
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++level > depth) depth = level
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      level--
    }
  }
  return { keys, depth, hasUnfitNumber }
}

/** How many keys a tree has; NaN, which equals no count, when one of them is a name that is never allowed. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    // By index: a list of numbers is as long as the body allows, and an iterator would cost each of them a step.
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
