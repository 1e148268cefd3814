// The fields of one line by column, and the faults found in them. A message never repeats a value: it could be a card
// number in the wrong column. Administration checks what it is sent in the same way, as a line without a number.

import { minorFromDecimal } from '../../../../platform/kernel/money/money.ts'
import type { ParsedLine } from './csv-lines.ts'

/** Why a line is skipped. */
export interface Fault {
  readonly line: number
  /** Absent when the whole line is at fault. */
  readonly field?: string
  readonly reason: string
}

/** The columns of one kind of file. Optional ones may be missing from the header. */
export interface Columns {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** The position of each column, or what is wrong with the header. It may be a line of data, so it is not repeated. */
export function readHeader({ fields, fault }: ParsedLine, columns: Columns): ReadonlyMap<string, number> | string {
  if (fields === undefined) return `the header ${fault}`
  const known = [...columns.required, ...columns.optional]
  const unknown = fields.findIndex((name) => !known.includes(name))
  if (unknown >= 0) return `column ${unknown + 1} of the header is none of ${known.join(', ')}`
  const positions = new Map(fields.map((name, i) => [name, i]))
  if (positions.size < fields.length) return 'the header names a column twice'
  const missing = columns.required.filter((name) => !positions.has(name))
  return missing.length > 0 ? `the header lacks ${missing.join(', ')}` : positions
}

const ID = /^[A-Za-z0-9_.-]{1,35}$/

export class LineFields {
  readonly line: number
  readonly faults: Fault[] = []
  readonly #header: ReadonlyMap<string, number>
  readonly #fields: readonly string[]

  constructor({ line, fields = [], fault }: ParsedLine, header: ReadonlyMap<string, number>) {
    this.line = line
    this.#header = header
    this.#fields = fields
    if (fault !== undefined) this.#faultOfLine(fault)
    else if (fields.length !== header.size) {
      this.#faultOfLine(`has ${fields.length} fields, the header has ${header.size}`)
    }
  }

  /** The same for values that are no line of a file. Those that are undefined are missing. */
  static of(values: Readonly<Record<string, string | undefined>>): LineFields {
    const named = Object.entries(values).map(([name, value]) => [name, value ?? ''] as const)
    const header = new Map(named.map(([name], place) => [name, place]))
    return new LineFields({ line: 0, fields: named.map(([, value]) => value) }, header)
  }

  /** False when the line cannot be read at all; its fields are then not to be looked at. */
  get readable(): boolean {
    return this.faults.length === 0
  }

  fault(field: string, reason: string): undefined {
    this.faults.push({ line: this.line, field, reason })
  }

  /** Undefined when the field is empty or its column is missing. */
  optional(field: string): string | undefined {
    const position = this.#header.get(field)
    const value = position === undefined ? undefined : this.#fields[position]
    return value === '' ? undefined : value
  }

  required(field: string): string | undefined {
    return this.optional(field) ?? this.fault(field, 'is missing')
  }

  id(field: string): string | undefined {
    const value = this.required(field)
    if (value === undefined || isId(value)) return value
    return this.fault(field, 'must be 1 to 35 letters, digits, dots, hyphens or underscores')
  }

  text(field: string, maxLength: number): string | undefined {
    const value = this.required(field)
    if (value === undefined || (value.length <= maxLength && isPlainText(value))) return value
    return this.fault(field, `must be UTF-8 text of at most ${maxLength} characters without control characters`)
  }

  oneOf<Value extends string>(field: string, values: readonly Value[]): Value | undefined {
    const value = this.optional(field)
    if (value === undefined) return undefined
    const known = values.find((one) => one === value)
    return known ?? this.fault(field, `must be one of ${values.join(', ')}`)
  }

  /** Minor units of an amount, which may have a minus sign. */
  amount(field: string, value: string | undefined, currency: string | undefined): bigint | undefined {
    if (value === undefined || currency === undefined) return undefined
    const isNegative = value.startsWith('-')
    const minor = minorFromDecimal(isNegative ? value.slice(1) : value, currency)
    if (minor === undefined) return this.fault(field, `must be an amount in ${currency}, as 1234.50 is in USD`)
    return isNegative ? -minor : minor
  }

  /** Minor units of an amount of zero or more; undefined when the field is empty. */
  positiveAmount(field: string, currency: string | undefined): bigint | undefined {
    const minor = this.amount(field, this.optional(field), currency)
    return minor !== undefined && minor < 0n ? this.fault(field, 'must not be negative') : minor
  }

  #faultOfLine(reason: string): void {
    this.faults.push({ line: this.line, reason })
  }
}

export function isId(value: string): boolean {
  return ID.test(value)
}

/** No control characters, and no sign that the file is not in UTF-8. */
function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return !/[\u0000-\u001f\u007f-\u009f\ufffd]/.test(value) && value.isWellFormed()
}
