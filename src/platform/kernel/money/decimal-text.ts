// Exact decimals as text: rates, percentages, and amounts whose currency is not known yet. "12.5", never "1e3" or "+1".

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/

/** A JSON number holds no more digits than this exactly. */
const MAX_SIGNIFICANT_DIGITS = 15

/** The text of a JSON number, or undefined when it is not finite, or has too many digits or decimal places. */
export function decimalFromNumber(value: number, places: number): string | undefined {
  // The shortest text of a double is the decimal that was sent. Below a millionth it has an exponent.
  const isTiny = Math.abs(value) < 1e-6 && Number(value.toFixed(places)) === value
  const match = DECIMAL.exec(isTiny ? value.toFixed(places) : String(value))
  if (match === null) return undefined
  const [, , whole = '', fraction = ''] = match
  const digits = (whole + fraction).replace(/^0+|0+$/g, '')
  return fraction.length > places || digits.length > MAX_SIGNIFICANT_DIGITS ? undefined : shortDecimal(match[0])
}

/** Without zeros that carry no value: "12.50" is "12.5", "-0" is "0". */
export function shortDecimal(text: string): string {
  const { sign, whole, fraction } = partsOf(text)
  const short = fraction === '' ? whole : `${whole}.${fraction}`
  return short === '0' ? short : sign + short
}

/** Negative, zero or positive, as the first is below, equal to or above the second. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  const places = Math.max(a.fraction.length, b.fraction.length)
  const difference = scaled(a, places) - scaled(b, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

interface Parts {
  readonly sign: string
  readonly whole: string
  readonly fraction: string
}

function partsOf(text: string): Parts {
  const match = DECIMAL.exec(text)
  if (match === null) throw new TypeError(`${JSON.stringify(text)} is not a decimal`)
  const [, sign = '', whole = '', fraction = ''] = match
  return { sign, whole: whole.replace(/^0+(?=\d)/, ''), fraction: fraction.replace(/0+$/, '') }
}

function scaled({ sign, whole, fraction }: Parts, places: number): bigint {
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '-' ? -value : value
}
