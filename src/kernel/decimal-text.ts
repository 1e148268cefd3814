// Exact decimals as text: rates, percentages, and amounts whose currency is not known yet. "12.5", never "1e3" or "+1".

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/

/** The shortest text of a JSON number, or undefined when it is not finite, too large, or has more decimal places. */
export function decimalFromNumber(value: number, places: number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return undefined
  const text = value.toFixed(places)
  // The nearest double of that text is the number that was sent, or digits were lost.
  return Number(text) === value ? shortDecimal(text) : undefined
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
