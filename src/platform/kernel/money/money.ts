// Money is a bigint of minor units with its currency; floats exist only on the wire. Only these functions convert between
// the two, exactly or not at all.

import { currencyExponent } from './currencies.ts'

export interface Money {
  readonly minor: bigint
  readonly currency: string
}

/** A JSON number holds no more digits than this exactly. More are refused rather than rounded. */
const MAX_SIGNIFICANT_DIGITS = 15
/** Below this, whole numbers have at most that many digits and doubles hold minor units exactly. */
const MAX_COUNTED_MINOR = 10 ** MAX_SIGNIFICANT_DIGITS
/** The maximum of a bigint column in PostgreSQL. */
const MAX_MINOR = 2n ** 63n - 1n

/**
 * Minor units of a JSON number in major units, or undefined when it is not finite, has more decimals than the currency,
 * more than 15 significant digits, or more minor units than the database holds. Zero and negative values convert:
 * whether they may is the caller's rule.
 */
export function minorFromNumber(value: number, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency)
  if (exponent === undefined || !Number.isFinite(value)) return undefined
  const scale = 10 ** exponent
  const minor = Math.round(value * scale)
  if (Math.abs(minor) >= MAX_COUNTED_MINOR) return minorFromLargeNumber(value, currency)
  // minor / scale is the double nearest to that decimal. If it equals the number sent, that decimal was sent.
  return minor / scale === value ? BigInt(minor) : undefined
}

/** The same for a bound that others wrote: decimals that the currency does not have are cut off. */
export function minorBelowNumber(value: number, currency: string): bigint {
  return minorFromNumber(value, currency) ?? BigInt(Math.floor(value * 10 ** exponentOf(currency)))
}

/** A double's shortest text is the decimal that was sent, as long as that had no more than 15 significant digits. */
function minorFromLargeNumber(value: number, currency: string): bigint | undefined {
  const minor = minorFromDecimal(String(Math.abs(value)), currency)
  return minor === undefined || value > 0 ? minor : -minor
}

/**
 * Minor units of a decimal string such as "12.50", or undefined; no sign, no exponent, no surplus decimals but zeros, and
 * within the bounds of a number.
 */
export function minorFromDecimal(text: string, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency)
  const match = /^(\d{1,19})(?:\.(\d{1,15}))?$/.exec(text)
  if (exponent === undefined || match === null) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > exponent) return undefined
  const digits = (match[1] as string) + fraction.padEnd(exponent, '0')
  if (digits.replace(/^0+|0+$/g, '').length > MAX_SIGNIFICANT_DIGITS) return undefined
  const minor = BigInt(digits)
  return minor <= MAX_MINOR ? minor : undefined
}

/** The JSON number of a balance: exact, because the bank keeps balances far below 2^53 minor units. */
export function numberFromMinor(minor: bigint, currency: string): number {
  return Number(minor) / 10 ** exponentOf(currency)
}

/** The decimal string of an amount, with all the decimals of its currency: "2500.00". */
export function decimalFromMinor(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency)
  if (exponent === undefined) throw new TypeError(`${currency} is not an ISO 4217 currency`)
  return exponent
}
