// Which JSON numbers a double can hold. Decided from the digits in one pass, without building a value: a body may hold
// tens of thousands of numbers.

/** A double keeps this many decimal digits, and not every number with more. */
const MAX_SIGNIFICANT_DIGITS = 15

// Placeholders for numbers a double cannot hold. No code mistakes them for a value: a field that must be a number
// is rejected with the symbol's description, and any other field with its own message.
const TOO_PRECISE = Symbol(`must not have more than ${MAX_SIGNIFICANT_DIGITS} significant digits`)
const NOT_FINITE = Symbol('must be a finite number')

// The range of a double, as the decimal exponent of the first significant digit and the first 15 digits. Above the
// largest it rounds to infinity; at or below the smallest, to zero.
const LARGEST_EXPONENT = 308
const LARGEST_DIGITS = 179_769_313_486_231
const SMALLEST_EXPONENT = -324
const SMALLEST_DIGITS = 247_032_822_920_623
/** Exponents are capped here. Longer than any body, so no run of zeros can bring a capped exponent back into range. */
const EXPONENT_CAP = 100_000_000

const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const LETTER_E = 0x65

/** The index after the digits and points that start at `start`, that is, a number without its exponent. */
export function endOfPlainNumber(bytes: Uint8Array, start: number): number {
  const { length } = bytes
  let i = start + 1
  for (; i < length; i++) {
    const code = bytes[i] as number
    if ((code < ZERO || code > NINE) && code !== DOT) break
  }
  return i
}

/** True when the number from `start` to `end` has no exponent and is short enough to always fit. */
export function isShortNumber(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_SIGNIFICANT_DIGITS && ((bytes[end] as number) | 0x20) !== LETTER_E
}

/** The placeholder for the number at `start`, or undefined when a double holds it exactly as sent. */
export function lossyNumberPlaceholder(bytes: Uint8Array, start: number): symbol | undefined {
  let significant = 0
  let digits = 0
  let exponent = -1
  let isFraction = false
  let i = (bytes[start] as number) === MINUS ? start + 1 : start
  for (; i < bytes.length; i++) {
    const code = bytes[i] as number
    if (code === DOT) {
      isFraction = true
    } else if (code >= ZERO && code <= NINE) {
      if (code !== ZERO || significant > 0) {
        if (++significant > MAX_SIGNIFICANT_DIGITS) return TOO_PRECISE
        digits = digits * 10 + (code - ZERO)
        if (!isFraction) exponent++
      } else if (isFraction) {
        exponent--
      }
    } else {
      break
    }
  }
  if (significant === 0) return undefined
  for (let n = significant; n < MAX_SIGNIFICANT_DIGITS; n++) digits *= 10
  return isOutOfRange(digits, exponent + exponentAt(bytes, i)) ? NOT_FINITE : undefined
}

function isOutOfRange(digits: number, exponent: number): boolean {
  if (exponent >= LARGEST_EXPONENT) return exponent > LARGEST_EXPONENT || digits > LARGEST_DIGITS
  return exponent <= SMALLEST_EXPONENT && (exponent < SMALLEST_EXPONENT || digits <= SMALLEST_DIGITS)
}

/** The exponent that starts at `at`, capped; 0 when there is none. */
function exponentAt(bytes: Uint8Array, at: number): number {
  if (((bytes[at] as number) | 0x20) !== LETTER_E) return 0
  let i = at + 1
  const sign = bytes[i] as number
  if (sign < ZERO) i++
  let exponent = 0
  for (; i < bytes.length; i++) {
    const code = bytes[i] as number
    if (code < ZERO || code > NINE) break
    if (exponent < EXPONENT_CAP) exponent = exponent * 10 + (code - ZERO)
  }
  return sign === MINUS ? -exponent : exponent
}
