// The applicant of an application or a loan: the name, and whatever else the caller sends, which is kept as it came.

import { Type } from 'typebox'
import { explain, type Findings } from '../../../http/body/validation.ts'
import { given } from '../../../http/operation.ts'
import { name } from './values.ts'

/** Of the applicant as JSON text. */
const MAX_CHARACTERS = 16_384
const MAX_ITEMS = 200
const MAX_TEXT = 1_000
const MAX_DEPTH = 8

const named = Type.Object({ firstName: given(name('Given name')), lastName: given(name('Family name')) })

export const applicant = given(
  Type.Refine(
    Type.Object(named.properties, {
      component: 'Applicant',
      description: 'Who borrows. Other fields are kept as they came, up to 16 KiB in all',
      additionalProperties: true,
      inspect: inspectApplicant,
    }),
    (value) => keptFault(value, '', 0) === undefined && JSON.stringify(value).length <= MAX_CHARACTERS,
  ),
)

function inspectApplicant(value: unknown, path: string, found: Findings): void {
  const before = found.count
  explain(named, value, path, found)
  if (found.count > before) return
  const fault = keptFault(value, path, 0)
  if (fault !== undefined) found.add(fault.path, fault.message)
  else if (JSON.stringify(value).length > MAX_CHARACTERS) found.add(path, 'must not exceed 16 KiB')
}

/** The first value that cannot be kept: a number that a double cannot hold, text the database cannot store, or too much. */
function keptFault(value: unknown, path: string, depth: number): { path: string; message: string } | undefined {
  if (typeof value === 'symbol') return { path, message: value.description ?? 'is not a number that can be kept' }
  if (typeof value === 'string') return isKeepable(value) ? undefined : { path, message: TEXT_FAULT }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_DEPTH) return { path, message: `must not be nested more than ${MAX_DEPTH} levels deep` }
  const members = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value)
  if (members.length > MAX_ITEMS) return { path, message: `must not have more than ${MAX_ITEMS} members` }
  for (const [key, member] of members) {
    if (typeof key === 'string' && !isKeepable(key)) return { path, message: 'has a name with control characters' }
    const fault = keptFault(member, pathTo(path, key), depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

const TEXT_FAULT = `must be at most ${MAX_TEXT} characters without control characters`

function isKeepable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return text.length <= MAX_TEXT && text.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)
}

/** Names from the caller appear only if they are plain. */
function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  const step = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key) ? key : '?'
  return path === '' ? step : `${path}.${step}`
}
