// Objects whose fields are the caller's own and are kept as they came: what of them can be stored and sent back.

import { safeKey } from '../../../edge/http/body/json-walk.ts'
import { tellsCardNumber } from '../../../platform/kernel/identifiers/pan.ts'

/** Length of the object as JSON text. */
const MAX_CHARACTERS = 16_384
const MAX_ITEMS = 200
const MAX_TEXT = 1_000
const MAX_DEPTH = 8
const TEXT_FAULT = `must be at most ${MAX_TEXT} characters without control characters`

export interface KeptFault {
  readonly path: string
  readonly message: string
}

/** As keptFault(), for a value that must be an object. */
export function keptObjectFault(value: unknown, path: string): KeptFault | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return keptFault(value, path)
  return { path, message: value === undefined ? 'is required' : 'must be an object' }
}

/**
 * The first value that cannot be kept: a number that a double cannot hold, text that the database cannot store or that has a
 * card number in it, or too much.
 */
export function keptFault(value: unknown, path: string): KeptFault | undefined {
  const fault = faultIn(value, path, 0)
  if (fault !== undefined) return fault
  if (JSON.stringify(value).length > MAX_CHARACTERS) return { path, message: 'must not exceed 16 KiB' }
  return undefined
}

function faultIn(value: unknown, path: string, depth: number): KeptFault | undefined {
  if (typeof value === 'symbol') return { path, message: value.description ?? 'is not a number that can be kept' }
  if (typeof value === 'string') return textFault(value, path)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_DEPTH) return { path, message: `must not be nested more than ${MAX_DEPTH} levels deep` }
  const members = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value)
  if (members.length > MAX_ITEMS) return { path, message: `must not have more than ${MAX_ITEMS} members` }
  for (const [key, member] of members) {
    if (typeof key === 'string' && !isKeepable(key)) return { path, message: 'has a name with control characters' }
    const fault = faultIn(member, pathTo(path, key), depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

function textFault(text: string, path: string): KeptFault | undefined {
  if (!isKeepable(text)) return { path, message: TEXT_FAULT }
  return tellsCardNumber(text) ? { path, message: 'must not have a card number in its text' } : undefined
}

function isKeepable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return text.length <= MAX_TEXT && text.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)
}

function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? safeKey(key) : `${path}.${safeKey(key)}`
}
