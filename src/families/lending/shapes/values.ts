// The values that lending's requests and replies are made of, and their conversion: money and rates are JSON numbers on
// the wire, minor units and exact decimals inside.

import { Type } from 'typebox'
import { date, flag } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { decimalFromNumber } from '../../../platform/kernel/money/decimal-text.ts'
import { minorFromNumber, numberFromMinor } from '../../../platform/kernel/money/money.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'

// ---- what is sent -------------------------------------------------------------------------------------------------

/** An amount above zero, in major units. */
export function amount(description: string) {
  return chosen(Type.Number({ description, exclusiveMinimum: 0, expected: 'must be a number above 0' }))
}

/** An amount that may be zero. */
export function amountOrZero(description: string) {
  return chosen(Type.Number({ description, minimum: 0, expected: 'must be a number from 0' }))
}

/** More decimals than any rate is quoted with. */
const RATE_PLACES = 10

/** A rate or percentage. Whether it is in range is the product's rule. */
export function percent(description: string) {
  const schema = Type.Number({
    description,
    minimum: 0,
    expected: `must be a number from 0 with at most ${RATE_PLACES} decimals`,
  })
  return chosen(Type.Refine(schema, (value) => decimalFromNumber(value, RATE_PLACES) !== undefined))
}

export function whole(description: string, minimum: number, maximum: number) {
  return chosen(
    Type.Integer({
      description,
      minimum,
      maximum,
      expected: `must be a whole number from ${minimum} to ${maximum}`,
    }),
  )
}

/** The day that a read answers for. */
export const asOf = Type.Optional(date('The day that is answered for; by default the business date'))

/** A word of a caller's own vocabulary: a reason, a channel, a fee. */
export function code(description: string) {
  return chosen(
    Type.String({
      description,
      pattern: '^[A-Za-z0-9_.-]{1,35}$',
      expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores',
    }),
  )
}

export const preview = Type.Optional(flag('Answers what would happen, and does nothing'))

// ---- what is answered ---------------------------------------------------------------------------------------------

export const money = (description: string) => chosen(Type.Number({ description }))
export const rate = (description: string) => chosen(Type.Number({ description }))
export const count = (description: string) => chosen(Type.Integer({ description }))
export const text = (description: string) => chosen(Type.String({ description }))
export const day = (description: string) => chosen(Type.String({ description, format: 'date' }))
export const timestamp = (description: string) => chosen(Type.String({ description, format: 'date-time' }))

// ---- conversion ---------------------------------------------------------------------------------------------------

/** Minor units of an amount that was sent; a 400 that names the field when the currency cannot hold it. */
export function minorOf(value: number, currencyCode: string, path: string): bigint {
  const minor = minorFromNumber(value, currencyCode)
  if (minor !== undefined) return minor
  const message = `is not an amount in ${currencyCode}: too many decimals or digits`
  throw new Problem('invalid', `${path} ${message}`, { details: [{ path, message, code: 'INVALID_AMOUNT' }] })
}

/** The same for a field that may be absent. */
export function optionalMinorOf(value: number | undefined, currencyCode: string, path: string): bigint | undefined {
  return value === undefined ? undefined : minorOf(value, currencyCode, path)
}

/** The exact decimal of a rate or percentage that was sent. */
export function decimalOf(value: number): string {
  const decimal = decimalFromNumber(value, RATE_PLACES)
  if (decimal === undefined) throw new TypeError('the schema admits only exact decimals')
  return decimal
}

/** An amount on the wire. */
export function moneyOf(minor: bigint, currencyCode: string): number {
  return numberFromMinor(minor, currencyCode)
}

/** A rate or percentage on the wire. */
export function rateOf(decimal: string): number {
  return Number(decimal)
}
