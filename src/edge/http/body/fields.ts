// The kinds of fields that requests of several families are made of. Each says in `expected` what it takes.

import { type TSchema, Type } from 'typebox'
import { hasCardNumber } from '../../../platform/kernel/identifiers/pan.ts'
import { isCurrency } from '../../../platform/kernel/money/currencies.ts'
import { isCalendarDate } from '../../../platform/kernel/time/clock.ts'
import { chosen } from '../operation.ts'
import { isPlainText } from './plain-text.ts'

/** A day. */
export function date(description: string) {
  const schema = Type.String({
    description,
    format: 'date',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    expected: 'must be a real date, YYYY-MM-DD',
  })
  return chosen(Type.Refine(schema, (value) => isCalendarDate(value.replaceAll('-', ''))))
}

/** An instant: ISO 8601 with its zone. */
export function instant(description: string) {
  const schema = Type.String({
    description,
    format: 'date-time',
    maxLength: 35,
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})$',
    expected: 'must be a real instant in ISO 8601 with its zone',
  })
  return chosen(Type.Refine(schema, isInstant))
}

/** Its year must have four digits in UTC too, where it may be another one than was written. */
function isInstant(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return isCalendarDate(value.slice(0, 10).replaceAll('-', '')) && year >= 1 && year <= 9999
}

export const currency = chosen(
  Type.Refine(
    Type.String({ description: 'ISO 4217 code', pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code' }),
    isCurrency,
  ),
)

/** The id of a record, ours or another system's. An id of the right form that names nothing is a 404. */
export function id(description: string) {
  return chosen(
    Type.String({
      description,
      pattern: '^[A-Za-z0-9_.-]{1,36}$',
      expected: 'must be 1 to 36 letters, digits, dots, hyphens or underscores',
    }),
  )
}

/** One line of text without control characters. */
export function line(description: string, maxLength: number) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength,
    expected: `must be 1 to ${maxLength} characters without control characters`,
  })
  return chosen(Type.Refine(schema, (value) => isPlainText(value) && value.trim() !== ''))
}

/** A line that people type. It is kept for good, so it must not have a card number in it. */
export function typedLine(description: string, maxLength: number) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength,
    expected: `must be 1 to ${maxLength} characters without control characters and card numbers`,
  })
  return chosen(Type.Refine(schema, (value) => isPlainText(value) && value.trim() !== '' && !hasCardNumber(value)))
}

export const name = (description: string) => typedLine(description, 120)
export const freeText = (description: string) => typedLine(description, 255)
/** A number or name of another system: by chance it may look like the number of a card. */
export const ownReference = (description: string) => line(description, 255)
/** A part of what is looked for. It is not kept, so it may look like anything. */
export const searchText = (description: string) => line(description, 120)

export function oneOf<const Values extends string[]>(description: string, values: readonly [...Values]) {
  return chosen(Type.Enum(values, { description, expected: `must be one of ${values.join(', ')}` }))
}

export function flag(description: string) {
  return chosen(Type.Boolean({ description }))
}

/** A list; conventions allow at most 200 items. */
export function list<Item extends TSchema>(item: Item, description: string, minItems = 0) {
  return chosen(
    Type.Array(item, { description, minItems, maxItems: 200, expected: `must have ${minItems} to 200 items` }),
  )
}
