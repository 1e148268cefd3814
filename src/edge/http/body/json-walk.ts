// Second pass over a JSON text that JSON.parse has accepted, when the first pass found a fault: it lists the bad keys,
// or replaces the numbers that a double cannot hold. The text is valid JSON, so separators are simply skipped.

import type { ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { endOfPlainNumber, isShortNumber, lossyNumberPlaceholder } from './json-numbers.ts'

/** Enough to fix a body by, and a bound on how far the answer can outgrow a body full of faults. */
export const MAX_FAULTS = 100

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

type Container = Record<string | number, unknown>

/** The duplicate and forbidden keys by path, in the order sent; at most `MAX_FAULTS`. */
export function keyFaults(bytes: Buffer, text: string): ProblemDetail[] {
  const path: (string | number)[] = []
  const faults: ProblemDetail[] = []
  let at = 0

  const addFault = (key: string, message: string) => {
    faults.push({ path: pathTo([...path, key]), message })
    return faults.length >= MAX_FAULTS
  }
  /** The three readers return true once `MAX_FAULTS` is reached. */
  const readValue = (): boolean => {
    at = skipSeparators(bytes, at)
    const code = bytes[at]
    if (code === OPEN_BRACE) return readObject()
    if (code === OPEN_BRACKET) return readArray()
    at = endOfScalar(bytes, at)
    return false
  }
  const readObject = (): boolean => {
    const seen = new Set<string>()
    at = skipSeparators(bytes, at + 1)
    while (bytes[at] !== CLOSE_BRACE) {
      const end = endOfString(bytes, at) + 1
      const key = keyAt(bytes, text, at, end)
      at = end
      const fault = isForbiddenKey(key) ? 'is not an allowed name' : seen.has(key) ? 'is sent twice' : undefined
      if (fault !== undefined && addFault(key, fault)) return true
      seen.add(key)
      path.push(key)
      if (readValue()) return true
      path.pop()
      at = skipSeparators(bytes, at)
    }
    at++
    return false
  }
  const readArray = (): boolean => {
    at = skipSeparators(bytes, at + 1)
    for (let index = 0; bytes[at] !== CLOSE_BRACKET; index++) {
      path.push(index)
      if (readValue()) return true
      path.pop()
      at = skipSeparators(bytes, at)
    }
    at++
    return false
  }

  readValue()
  return faults
}

/** The parsed tree, with a placeholder for each number that a double cannot hold. */
export function replaceLossyNumbers(bytes: Buffer, text: string, tree: unknown): unknown {
  const root: Container = { tree }
  let at = 0

  const replaceIn = (container: Container, key: string | number): void => {
    at = skipSeparators(bytes, at)
    const code = bytes[at]
    if (code === OPEN_BRACE) {
      replaceMembers(container[key] as Container)
    } else if (code === OPEN_BRACKET) {
      replaceItems(container[key] as unknown as Container)
    } else {
      if (code !== QUOTE && typeof container[key] === 'number') {
        const isShort = isShortNumber(bytes, at, endOfPlainNumber(bytes, at))
        const placeholder = isShort ? undefined : lossyNumberPlaceholder(bytes, at)
        if (placeholder !== undefined) container[key] = placeholder
      }
      at = endOfScalar(bytes, at)
    }
  }
  const replaceMembers = (object: Container): void => {
    at = skipSeparators(bytes, at + 1)
    while (bytes[at] !== CLOSE_BRACE) {
      const end = endOfString(bytes, at) + 1
      const key = keyAt(bytes, text, at, end)
      at = end
      replaceIn(object, key)
      at = skipSeparators(bytes, at)
    }
    at++
  }
  const replaceItems = (array: Container): void => {
    at = skipSeparators(bytes, at + 1)
    for (let index = 0; bytes[at] !== CLOSE_BRACKET; index++) {
      replaceIn(array, index)
      at = skipSeparators(bytes, at)
    }
    at++
  }

  replaceIn(root, 'tree')
  return root.tree
}

export function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

/** A key as it may appear in a response: only plain names, never arbitrary text from the caller. */
export function safeKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) ? key : '?'
}

function pathTo(steps: readonly (string | number)[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? safeKey(step) : `.${safeKey(step)}`
  }
  return path
}

/** The key whose string, quotes included, spans `start` to `end`. */
function keyAt(bytes: Buffer, text: string, start: number, end: number): string {
  // In ASCII every byte is a character, and slicing the text is much cheaper than decoding bytes.
  const isAscii = text.length === bytes.length
  const raw = isAscii ? text.slice(start + 1, end - 1) : bytes.toString('utf8', start + 1, end - 1)
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}

function endOfScalar(bytes: Uint8Array, start: number): number {
  if (bytes[start] === QUOTE) return endOfString(bytes, start) + 1
  let i = start
  for (; i < bytes.length; i++) {
    const code = bytes[i]
    if (isSeparator(code) || code === CLOSE_BRACE || code === CLOSE_BRACKET) break
  }
  return i
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1
  while (bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}

function skipSeparators(bytes: Uint8Array, start: number): number {
  let i = start
  while (isSeparator(bytes[i])) i++
  return i
}

function isSeparator(code: number | undefined): boolean {
  return code === COMMA || code === COLON || (code !== undefined && code <= SPACE)
}
