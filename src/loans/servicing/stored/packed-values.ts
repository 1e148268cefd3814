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
  return JSON.stringify(packed(value))
}

/** What `pack` was given, as far as members are concerned: those of listed objects may be undefined instead of absent. */
export function unpack(text: string): unknown {
  return unpacked(JSON.parse(text))
}

function packed(value: unknown): unknown {
  if (typeof value === 'bigint') return { $n: value.toString() }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return isObjects(list) ? columnsOf(list) : list.map(packed)
  }
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) if (member !== undefined) members[name] = packed(member)
  return members
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpacked)
  if ('$r' in value) return objectsOf(value as Columns)
  if ('$n' in value && typeof value.$n === 'string') return BigInt(value.$n)
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) members[name] = unpacked(member)
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
  for (const name of namesOf(objects)) columns[name] = columnOf(objects.map((one) => one[name]))
  return { $r: objects.length, $c: columns }
}

function namesOf(objects: readonly Plain[]): Iterable<string> {
  const [first] = objects
  const names = new Set(first === undefined ? [] : Object.keys(first))
  // Like objects have like members, so that this seldom finds any.
  for (const one of objects) for (const name in one) names.add(name)
  return names
}

function columnOf(values: readonly unknown[]): Column {
  const kind = kindOf(values)
  switch (kind) {
    case 'i':
      return counted(kind, stepsOf(values as readonly number[]))
    case 'd':
      return counted(kind, stepsOf(values.map((date) => toDay(date as string))))
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
        values.map((value) => (value === undefined ? null : packed(value))),
      )
  }
}

type Kind = 'i' | 'd' | 'n' | 'b' | 'o' | 'l' | 'x'

function kindOf(values: readonly unknown[]): Kind {
  const [first] = values
  if (typeof first === 'number' && values.every((value) => typeof value === 'number'))
    return values.every(Number.isSafeInteger) ? 'i' : 'n'
  if (typeof first === 'string') return values.every(isDate) ? 'd' : 'x'
  if (values.every((value) => typeof value === 'bigint' || value === undefined))
    return values.some((value) => value !== undefined) ? 'b' : 'x'
  if (Array.isArray(first)) {
    const lists = values.every((value) => Array.isArray(value) && value.every(isPlain))
    return lists && values.some((value) => (value as readonly unknown[]).length > 0) ? 'l' : 'x'
  }
  return isPlain(first) && values.every(isPlain) ? 'o' : 'x'
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

function isDate(value: unknown): boolean {
  return typeof value === 'string' && DATE.test(value) && toDate(toDay(value)) === value
}

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
  const objects: Record<string, unknown>[] = []
  for (let i = 0; i < count; i++) objects.push({})
  for (const [name, column] of Object.entries(columns)) {
    const values = valuesOf(column, count)
    for (let i = 0; i < count; i++) (objects[i] as Record<string, unknown>)[name] = values[i]
  }
  return objects
}

function valuesOf([kind, isCounted, stored]: Column, count: number): unknown[] {
  if (kind === 'o') return objectsOf(stored as Columns)
  if (kind === 'l') return listsOf(stored as readonly [Column, Columns], count)
  const values = isCounted === 1 ? uncounted(stored as readonly unknown[]) : [...(stored as readonly unknown[])]
  switch (kind) {
    case 'i':
      return summed(values as number[])
    case 'd':
      return summed(values as number[]).map(toDate)
    case 'b':
      return values.map((value) => (value === null ? undefined : BigInt(value as number | string)))
    case 'n':
      return values
    default:
      return values.map((value) => (value === null ? undefined : unpacked(value)))
  }
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

function uncounted(runs: readonly unknown[]): unknown[] {
  const values: unknown[] = []
  for (let i = 0; i < runs.length; i += 2) for (let n = runs[i + 1] as number; n > 0; n--) values.push(runs[i])
  return values
}

function summed(steps: readonly number[]): number[] {
  let value = 0
  return steps.map((step) => {
    value += step
    return value
  })
}
