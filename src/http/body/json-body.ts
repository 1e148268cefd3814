// Reads a JSON body and refuses what JSON.parse would let pass: a key sent twice (the last one would win silently),
// names that reach into an object's prototype, and bottomless nesting. A number that does not survive as a double is
// not refused here: unknown fields are ignored, and a field of the contract complains together with all others.
//
// Every request pays for this, so a good body costs one scan of its bytes, JSON.parse, and one walk over the tree.
// Only when the counts disagree, or a number looks suspect, is it read slowly, to name or to mark what is at fault.

import { isUtf8 } from 'node:buffer'
import { invalidFields, Problem, type ProblemDetail } from '../../kernel/problem.ts'

const MAX_DEPTH = 32
/** More digits than this do not survive a JSON number. */
const MAX_SIGNIFICANT_DIGITS = 15

// They stand in the tree for a number that is not what was sent, so that nothing takes it for one: a field that must
// be a number is refused in these words, a field that must be something else in its own.
const TOO_PRECISE = Symbol(`must not have more than ${MAX_SIGNIFICANT_DIGITS} significant digits`)
const NOT_FINITE = Symbol('must be a finite number')

/** The value of a JSON text; throws a Problem `invalid` that says what is wrong, never what was sent. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; JSON is expected')
  const text = bytes.toString('utf8')
  // What is not UTF-8 is decoded to this mark. Sent as itself, it is a character like any other.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) throw malformed('The body is not valid UTF-8')
  const scan = scanBytes(bytes)
  if (scan.depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep`)
  const value = parse(text)
  if (countKeys(value) !== scan.keys) throw invalidFields(keyFaults(bytes))
  return scan.suspectNumber ? JSON.parse(text, markUnfitNumber) : value
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

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const COLON = 0x3a
const DOT = 0x2e
const MINUS = 0x2d
const ZERO = 0x30
const LETTER_E = 0x65
const NINE = 0x39
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Counts colons outside strings (one per key), the deepest nesting, and spots numbers worth a closer look. */
function scanBytes(bytes: Buffer): { keys: number; depth: number; suspectNumber: boolean } {
  let keys = 0
  let level = 0
  let depth = 0
  let suspectNumber = false
  const length = bytes.length
  for (let i = 0; i < length; i++) {
    const code = bytes[i] as number
    if (code === QUOTE) {
      i = endOfString(bytes, i)
    } else if (code === COLON) {
      keys++
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++level > depth) depth = level
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      level--
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfNumber(bytes, i)
      suspectNumber ||= isSuspect(bytes, i, end)
      i = end - 1
    }
  }
  return { keys, depth, suspectNumber }
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let i = start + 1
  for (; i < bytes.length; i++) {
    const code = bytes[i] as number
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return i
}

/** The index after the plain part of a number: digits, sign and point, without an exponent. */
function endOfNumber(bytes: Buffer, start: number): number {
  let i = start + 1
  for (; i < bytes.length; i++) {
    const code = bytes[i] as number
    if ((code < ZERO || code > NINE) && code !== DOT) break
  }
  return i
}

/** An exponent may overflow or vanish, and a long token may have too many digits. Both are rare. */
function isSuspect(bytes: Buffer, start: number, end: number): boolean {
  if (
    end - start > MAX_SIGNIFICANT_DIGITS &&
    significantDigits(bytes.toString('latin1', start, end)) > MAX_SIGNIFICANT_DIGITS
  ) {
    return true
  }
  return ((bytes[end] as number) | 0x20) === LETTER_E
}

function significantDigits(plain: string): number {
  return plain.replace(/[-.]/g, '').replace(/^0+/, '').length
}

/** How many keys a tree has; NaN, which equals no count, when one of them is a name that is never allowed. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item)
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

function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

/** Reads a text that JSON.parse has accepted once more and lists every key at fault. */
function keyFaults(bytes: Buffer): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  let at = 0

  // Where a separator may stand is settled: the text is JSON.
  const skipSeparators = () => {
    while (isSeparator(bytes[at])) at++
  }
  const readString = (): string => {
    const start = at
    at = endOfString(bytes, at) + 1
    return JSON.parse(bytes.toString('utf8', start, at)) as string
  }
  const readObject = (path: string) => {
    const seen = new Set<string>()
    at++
    for (skipSeparators(); bytes[at] !== CLOSE_BRACE; skipSeparators()) {
      const key = readString()
      const keyPath = path === '' ? speakable(key) : `${path}.${speakable(key)}`
      if (isForbiddenKey(key)) faults.push({ path: keyPath, message: 'is not an allowed name' })
      else if (seen.has(key)) faults.push({ path: keyPath, message: 'is sent twice' })
      seen.add(key)
      readValue(keyPath)
    }
    at++
  }
  const readArray = (path: string) => {
    at++
    skipSeparators()
    for (let index = 0; bytes[at] !== CLOSE_BRACKET; index++) {
      readValue(`${path}[${index}]`)
      skipSeparators()
    }
    at++
  }
  const readValue = (path: string) => {
    skipSeparators()
    const code = bytes[at]
    if (code === OPEN_BRACE) return readObject(path)
    if (code === OPEN_BRACKET) return readArray(path)
    if (code === QUOTE) return void readString()
    while (!isSeparator(bytes[at]) && bytes[at] !== CLOSE_BRACE && bytes[at] !== CLOSE_BRACKET) at++
  }

  readValue('')
  return faults
}

function isSeparator(code: number | undefined): boolean {
  return code === COMMA || code === COLON || (code !== undefined && code <= SPACE)
}

/** The reviver of JSON.parse that puts a mark in place of a number which is not what was sent. */
function markUnfitNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  const isPlainlyFit = value !== 0 && Number.isFinite(value) && source.length <= MAX_SIGNIFICANT_DIGITS
  if (typeof value !== 'number' || isPlainlyFit) return value
  const digits = significantDigits(source.replace(/e.*/i, ''))
  if (digits > MAX_SIGNIFICANT_DIGITS) return TOO_PRECISE
  const hasVanished = value === 0 && digits > 0
  return Number.isFinite(value) && !hasVanished ? value : NOT_FINITE
}

/** A key as it may appear in an answer: names we could have defined ourselves, nothing else of the caller's text. */
export function speakable(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) ? key : '?'
}
