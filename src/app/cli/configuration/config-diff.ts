// What an import changes, as people review it: record by record and field by field.

import type { ConfigKind } from './config-kinds.ts'
import { type Fields, isObject, isSame } from './record-shape.ts'
import { MASK } from './stored-secrets.ts'

export interface RecordDiff {
  readonly section: string
  /** What tells the record apart: `FI001 HARBOR-GAS`. */
  readonly label: string
  readonly change: 'added' | 'changed'
  readonly lines: readonly string[]
  /** Of the record that was changed. */
  readonly version?: number
}

/** The records that were added, or those that were changed. */
export function named(diffs: readonly RecordDiff[], change: RecordDiff['change']): string[] {
  return diffs.filter((diff) => diff.change === change).map(({ section, label }) => `${section} ${label}`)
}

export function labelOf(kind: ConfigKind, fields: Fields): string {
  const values = kind.key.map((name) => fields[name]).filter((value) => value !== null && value !== undefined)
  return values
    .filter((value) => !Array.isArray(value) || value.length > 0)
    .map((value) => (typeof value === 'string' ? value : shown(value)))
    .join(' ')
}

/** `others` are secrets of which only the mask can be shown, and that have another value now. */
export function diffOf(
  kind: ConfigKind,
  before: Fields | undefined,
  after: Fields,
  others: readonly string[] = [],
): RecordDiff {
  const secrets = new Set([...secretsOf(kind, before), ...secretsOf(kind, after)])
  const lines = Object.keys(kind.shape.fields).flatMap((name) => {
    const [was, is] = [before?.[name], after[name]]
    if (secrets.has(name)) return secretLine(name, was, is, others.includes(name))
    if (before !== undefined) return changes(name, was, is)
    const isKey = kind.key.includes(name)
    return isKey || is === null || is === undefined ? [] : [`${name}: ${shown(is)}`]
  })
  const change = before === undefined ? 'added' : 'changed'
  return { section: kind.section, label: labelOf(kind, after), change, lines }
}

function secretsOf(kind: ConfigKind, fields: Fields | undefined): readonly string[] {
  return (fields && kind.secrets?.(fields)) ?? []
}

function secretLine(name: string, was: unknown, is: unknown, isOther: boolean): string[] {
  if (isOther) return [`${name}: ${MASK} (another one)`]
  const isSet = (value: unknown) => value !== null && value !== undefined
  return isSet(was) === isSet(is) ? [] : [`${name}: ${isSet(is) ? MASK : 'cleared'}`]
}

/** The differences between two values, each at its own place. */
export function changes(place: string, was: unknown, is: unknown): string[] {
  if (isSame(was, is)) return []
  if (isObject(was) && isObject(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return names.flatMap((name) => changes(`${place}.${name}`, was[name], is[name]))
  }
  if (isListOfObjects(was) && isListOfObjects(is)) {
    const longer = was.length > is.length ? was : is
    return longer.flatMap((_, index) => changes(`${place}[${index}]`, was[index], is[index]))
  }
  return [`${place}: ${shown(was)} → ${shown(is)}`]
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function shown(value: unknown): string {
  return value === undefined || value === null ? 'none' : JSON.stringify(value)
}
