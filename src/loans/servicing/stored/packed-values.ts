// Plain data as short JSON. Lists of like objects become columns, equal neighbours in a column are counted, and whole numbers
// and dates are stored as steps: a schedule of sixty rows takes a tenth of the JSON of its objects, and is read and written
// in a fraction of the time.
//
//   {"$n": "5"}              an amount (bigint)
//   {"$r": 3, "$c": {…}}     three objects, by column; a column is [kind, isCounted, values]
//
// Kinds of columns: "n" numbers, "i" whole numbers as steps, "d" dates as steps of days, "b" amounts, "x" anything, "o"
// objects by column, "l" lists of objects: their lengths, and all their objects by column. Null stands for undefined.

import { toDate, toDay } from '../../engine/arithmetic/calendar-days.ts'

type Plain = { readonly [name: string]: unknown }
type Column = readonly [kind: string, isCounted: 0 | 1, values: unknown]

interface Columns {
  readonly $r: number
  readonly $c: { readonly [name: string]: Column }
}

/** `value` is made of objects, lists, texts, numbers, booleans and amounts; undefined members are left out. */
export function pack(value: unknown): string {
  return JSON.stringify(packedValue(value))
}

/** What `pack` was given, as far as members are concerned: those of listed objects may be undefined instead of absent. */
export function unpack(text: string): unknown {
  return unpackedValue(JSON.parse(text))
}

/** The same as a value of JSON, to be part of another one. */
export function packedValue(value: unknown): unknown {
  if (typeof value === 'bigint') return { $n: value.toString() }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return isObjects(list) ? columnsOf(list) : list.map(packedValue)
  }
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) if (member !== undefined) members[name] = packedValue(member)
  return members
}

export function unpackedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpackedValue)
  if ('$r' in value) return objectsOf(value as Columns)
  if ('$n' in value && typeof value.$n === 'string') return BigInt(value.$n)
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) members[name] = unpackedValue(member)
  return members
}

function isObjects(list: readonly unknown[]): list is readonly Plain[] {
  return list.length > 0 && list.every(isPlain)
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function columnsOf(objects: readonly Plain[]): Columns {
  const columns: Record<string, Column> = {}
  for (const name of namesOf(objects)) {
    const values: unknown[] = []
    for (const one of objects) values.push(one[name])
    columns[name] = columnOf(values)
  }
  return { $r: objects.length, $c: columns }
}

function namesOf(objects: readonly Plain[]): readonly string[] {
  const names = Object.keys(objects[0] ?? {})
  const known = new Set(names)
  // Like objects have like members, so that this seldom finds any.
  for (const one of objects) {
    for (const name in one) {
      if (known.has(name)) continue
      known.add(name)
      names.push(name)
    }
  }
  return names
}

function columnOf(values: readonly unknown[]): Column {
  const days = typeof values[0] === 'string' ? daysOf(values) : undefined
  if (days !== undefined) return counted('d', stepsOf(days))
  const kind = kindOf(values)
  switch (kind) {
    case 'i':
      return counted(kind, stepsOf(values as readonly number[]))
    case 'n':
      return counted(kind, values)
    case 'b':
      return counted(
        kind,
        values.map((amount) => (amount === undefined ? null : shortAmount(amount as bigint))),
      )
    case 'o':
      return [kind, 0, columnsOf(values as readonly Plain[])]
    case 'l': {
      const lists = values as readonly (readonly Plain[])[]
      return [kind, 0, [columnOf(lists.map((list) => list.length)), columnsOf(lists.flat())]]
    }
    default:
      return counted(
        'x',
        values.map((value) => (value === undefined ? null : packedValue(value))),
      )
  }
}

type Kind = 'i' | 'n' | 'b' | 'o' | 'l' | 'x'

function kindOf(values: readonly unknown[]): Kind {
  const [first] = values
  switch (typeof first) {
    case 'number':
      if (values.every(Number.isSafeInteger)) return 'i'
      return values.every((value) => typeof value === 'number') ? 'n' : 'x'
    case 'bigint':
    case 'undefined':
      if (!values.every((value) => typeof value === 'bigint' || value === undefined)) return 'x'
      return values.some((value) => value !== undefined) ? 'b' : 'x'
    case 'object':
      return Array.isArray(first) ? kindOfLists(values) : values.every(isPlain) ? 'o' : 'x'
    default:
      return 'x'
  }
}

function kindOfLists(values: readonly unknown[]): Kind {
  const areLists = values.every((value) => Array.isArray(value) && value.every(isPlain))
  return areLists && values.some((value) => (value as readonly unknown[]).length > 0) ? 'l' : 'x'
}

/** Day numbers; undefined when one of the values is no date. */
function daysOf(values: readonly unknown[]): number[] | undefined {
  const days: number[] = []
  for (const value of values) {
    const day = typeof value === 'string' ? dayIn(value) : undefined
    if (day === undefined) return undefined
    days.push(day)
  }
  return days
}

/** The day number of a date; undefined when the text is none. */
function dayIn(text: string): number | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined
  const day = toDay(text)
  if (Number.isNaN(day)) return undefined
  // Only a date after the 28th may not exist in its month.
  return text.charCodeAt(8) < TWO || toDate(day) === text ? day : undefined
}

const DASH = 45
const TWO = 50

/** As a number when that is exact. */
function shortAmount(amount: bigint): number | string {
  const number = Number(amount)
  return Number.isSafeInteger(number) ? number : amount.toString()
}

function stepsOf(values: readonly number[]): number[] {
  let last = 0
  return values.map((value) => {
    const step = value - last
    last = value
    return step
  })
}

/** Equal neighbours as value and count, when that is shorter. */
function counted(kind: string, values: readonly unknown[]): Column {
  const runs: unknown[] = []
  for (let i = 0; i < values.length; ) {
    const value = values[i]
    let next = i + 1
    while (next < values.length && values[next] === value) next += 1
    runs.push(value, next - i)
    if (runs.length > values.length) return [kind, 0, values]
    i = next
  }
  return [kind, 1, runs]
}

function objectsOf({ $r: count, $c: columns }: Columns): Plain[] {
  const names = Object.keys(columns)
  const blank: Record<string, unknown> = {}
  for (const name of names) blank[name] = undefined
  const objects: Record<string, unknown>[] = []
  for (let i = 0; i < count; i++) objects.push({ ...blank })
  for (const name of names) {
    const values = valuesOf(columns[name] as Column, count)
    for (let i = 0; i < count; i++) (objects[i] as Record<string, unknown>)[name] = values[i]
  }
  return objects
}

function valuesOf([kind, isCounted, stored]: Column, count: number): unknown[] {
  if (kind === 'o') return objectsOf(stored as Columns)
  if (kind === 'l') return listsOf(stored as readonly [Column, Columns], count)
  const list = stored as readonly unknown[]
  // Amounts do not change: equal ones are made once.
  if (kind === 'b') return isCounted === 1 ? uncounted(list, amountOf) : list.map(amountOf)
  const values = isCounted === 1 ? uncounted(list) : [...list]
  switch (kind) {
    case 'i':
      return summed(values as number[])
    case 'd':
      return summed(values as number[]).map(toDate)
    case 'n':
      return values
    default:
      return values.map((value) => (value === null ? undefined : unpackedValue(value)))
  }
}

function amountOf(stored: unknown): bigint | undefined {
  return stored === null ? undefined : BigInt(stored as number | string)
}

function listsOf([lengths, all]: readonly [Column, Columns], count: number): unknown[][] {
  const objects = objectsOf(all)
  let from = 0
  return (valuesOf(lengths, count) as number[]).map((length) => {
    const list = objects.slice(from, from + length)
    from += length
    return list
  })
}

function uncounted(runs: readonly unknown[], readValue: (stored: unknown) => unknown = (stored) => stored): unknown[] {
  const values: unknown[] = []
  for (let i = 0; i < runs.length; i += 2) {
    const value = readValue(runs[i])
    for (let n = runs[i + 1] as number; n > 0; n--) values.push(value)
  }
  return values
}

function summed(steps: readonly number[]): number[] {
  let value = 0
  return steps.map((step) => {
    value += step
    return value
  })
}
