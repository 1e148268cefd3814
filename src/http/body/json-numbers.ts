// Which JSON numbers survive as a double. Decided from the digits as they are sent, in one pass and without making a
// value: a body may hold tens of thousands of numbers.

/** More digits than this do not survive a JSON number. */
const MAX_SIGNIFICANT_DIGITS = 15

// They stand in the tree for a number that is not what was sent, so that nothing takes it for one: a field that must
// be a number is refused in these words, a field that must be something else in its own.
const TOO_PRECISE = Symbol(`must not have more than ${MAX_SIGNIFICANT_DIGITS} significant digits`)
const NOT_FINITE = Symbol('must be a finite number')

// The edges of a double, as the decimal exponent of the first significant digit and the first 15 digits. What is larger
// than the largest rounds to infinity, and what is at most the smallest rounds to zero.
const LARGEST_EXPONENT = 308
const LARGEST_DIGITS = 179_769_313_486_231
const SMALLEST_EXPONENT = -324
const SMALLEST_DIGITS = 247_032_822_920_623
/** Longer than any body, so that no run of zeros can make up for an exponent that was cut to this. */
const EXPONENT_CAP = 100_000_000

const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const LETTER_E = 0x65

/** The index after the digits and points that start at `start`: a number without its exponent. */
export function endOfPlainNumber(bytes: Uint8Array, start: number): number {
  const { length } = bytes
  let i = start + 1
  for (; i < length; i++) {
    const code = bytes[i] as number
    if ((code < ZERO || code > NINE) && code !== DOT) break
  }
  return i
}

/** True when the number from `start` to `end`, with no exponent behind it, is so short that it always fits. */
export function isPlainlyFit(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_SIGNIFICANT_DIGITS && ((bytes[end] as number) | 0x20) !== LETTER_E
}

/** What stands in for the number at `start` when a double does not hold it as it was sent; undefined when it does. */
export function markOfNumber(bytes: Uint8Array, start: number): symbol | undefined {
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

/** The exponent that starts at `at`, cut to what still decides; 0 when there is none. */
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
