// Reads a JSON body and refuses what JSON.parse would let pass: a key sent twice (the last one would win silently),
// names that reach into an object's prototype, numbers that do not survive as a double, and bottomless nesting.
//
// Every request pays for this, so a good body costs one scan of the text, JSON.parse, and one walk over the tree.
// Only when the counts disagree, or a number looks suspect, is the text read slowly, to name the fields at fault.

import { invalidFields, Problem, type ProblemDetail } from '../../kernel/problem.ts'

const MAX_DEPTH = 32
/** More digits than this do not survive a JSON number. */
const MAX_SIGNIFICANT_DIGITS = 15

/** The value of a JSON text; throws a Problem `invalid` that says what is wrong, never what was sent. */
export function parseJsonBody(text: string): unknown {
  if (text.length === 0) throw malformed('The body is empty; JSON is expected')
  // Bytes that are not UTF-8 were decoded to this mark, and nobody sends it on purpose.
  if (text.includes('\uFFFD')) throw malformed('The body is not valid UTF-8')
  const scan = scanText(text)
  if (scan.depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep`)
  const value = parse(text)
  if (scan.suspectNumber || countKeys(value) !== scan.keys) {
    const details = faultsOf(text)
    if (details.length > 0) throw invalidFields(details)
  }
  return value
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
function scanText(text: string): { keys: number; depth: number; suspectNumber: boolean } {
  let keys = 0
  let level = 0
  let depth = 0
  let suspectNumber = false
  const length = text.length
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = endOfString(text, i)
    } else if (code === COLON) {
      keys++
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++level > depth) depth = level
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      level--
    } else if ((code >= ZERO && code <= NINE) || code === MINUS) {
      const end = endOfNumber(text, i)
      suspectNumber ||= isSuspect(text, i, end)
      i = end - 1
    }
  }
  return { keys, depth, suspectNumber }
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return i
}

/** The index after the plain part of a number: digits, sign and point, without an exponent. */
function endOfNumber(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code < ZERO || code > NINE) && code !== DOT) break
  }
  return i
}

/** An exponent may overflow or vanish, and a long token may have too many digits. Both are rare. */
function isSuspect(text: string, start: number, end: number): boolean {
  if (end - start > MAX_SIGNIFICANT_DIGITS && significantDigits(text.slice(start, end)) > MAX_SIGNIFICANT_DIGITS) {
    return true
  }
  return (text.charCodeAt(end) | 0x20) === LETTER_E
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

/** Reads a text that JSON.parse has accepted once more and lists every field at fault. */
function faultsOf(text: string): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  let at = 0

  const skipSpace = () => {
    while (/\s/.test(text.charAt(at))) at++
  }
  const readString = (): string => {
    const start = at
    at = endOfString(text, at) + 1
    return JSON.parse(text.slice(start, at)) as string
  }
  const readObject = (path: string) => {
    const seen = new Set<string>()
    at++
    for (skipSpace(); text.charCodeAt(at) !== CLOSE_BRACE; skipSpace()) {
      if (text.charAt(at) === ',') at++
      skipSpace()
      const key = readString()
      const keyPath = path === '' ? speakable(key) : `${path}.${speakable(key)}`
      if (isForbiddenKey(key)) faults.push({ path: keyPath, message: 'is not an allowed name' })
      else if (seen.has(key)) faults.push({ path: keyPath, message: 'is sent twice' })
      seen.add(key)
      skipSpace()
      at++ // the colon
      readValue(keyPath)
    }
    at++
  }
  const readArray = (path: string) => {
    at++
    for (let index = 0; ; index++) {
      skipSpace()
      if (text.charAt(at) === ',') at++
      skipSpace()
      if (text.charCodeAt(at) === CLOSE_BRACKET) break
      readValue(`${path}[${index}]`)
    }
    at++
  }
  const readValue = (path: string) => {
    skipSpace()
    const code = text.charCodeAt(at)
    if (code === OPEN_BRACE) return readObject(path)
    if (code === OPEN_BRACKET) return readArray(path)
    if (code === QUOTE) return void readString()
    const start = at
    while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++
    const fault = numberFault(text.slice(start, at))
    if (fault !== undefined) faults.push({ path: path === '' ? 'body' : path, message: fault })
  }

  readValue('')
  return faults
}

function numberFault(token: string): string | undefined {
  const match = /^(-?[\d.]+)(?:[eE][+-]?\d+)?$/.exec(token)
  if (match === null) return undefined
  const digits = significantDigits(match[1] as string)
  if (digits > MAX_SIGNIFICANT_DIGITS) return `must not have more than ${MAX_SIGNIFICANT_DIGITS} significant digits`
  const value = Number(token)
  const vanished = value === 0 && digits > 0
  return Number.isFinite(value) && !vanished ? undefined : 'must be a finite number'
}

/** A key as it may appear in an answer: names we could have defined ourselves, nothing else of the caller's text. */
export function speakable(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) ? key : '?'
}
