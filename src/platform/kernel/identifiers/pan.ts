// Card numbers: the check digit, and the masked form, the only one that may be shown.

/** The context of all look-up hashes of card numbers: a hash made with another one finds no card. */
export const PAN_CONTEXT = 'pan'

/** The context in which card numbers are sealed. */
export const PAN_SEAL_CONTEXT = 'cards.pan'

/** True when a number has a card's length (ISO/IEC 7812: 12 to 19 digits) and its Luhn digit fits. */
export function isCardNumber(pan: string): boolean {
  return /^\d{12,19}$/.test(pan) && luhnSum(pan) % 10 === 0
}

/** First six and last four digits. A number too short for a card is masked whole, since those would reveal it. */
export function maskPan(pan: string): string {
  if (pan.length < 12) return '*'.repeat(pan.length)
  return `${pan.slice(0, 6)}${'*'.repeat(Math.max(0, pan.length - 10))}${pan.slice(-4)}`
}

// Twelve digits are left alone: so many has an RRN, and every tenth of those has a fitting Luhn digit.
const CARD_NUMBERS = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/** Free text with its card numbers masked. */
export function maskPansIn(text: string): string {
  return text.replaceAll(CARD_NUMBERS, (found) => {
    const pan = found.replaceAll(/[ -]/g, '')
    return isCardNumber(pan) ? maskPan(pan) : found
  })
}

/** Digits, and what people write between them. One blank or sign at a time, or two blanks. */
const DIGIT_RUNS = /\d+(?:(?:[\p{Zs}\p{Pd}._/·]| {2})\d+)*/gu
const [SHORTEST, LONGEST] = [13, 19]

/** Ids that people paste: by chance the digits of one in a few hundred would pass for a card number. One of digits alone is looked at. */
const UUIDS = /\b(?=[\d-]{0,35}[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

/**
 * Whether a text has a card number in it: 13 to 19 digits with a fitting Luhn digit, together or in groups. Groups are of three
 * digits or more, or of one size, so that dates and times do not look like one.
 */
export function hasCardNumber(text: string): boolean {
  if (!/\p{N}/u.test(text)) return false
  // Full-width and other digits are those of ASCII.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(UUIDS, 'id')
  for (const [run] of plain.matchAll(DIGIT_RUNS)) {
    const groups = run.split(/\D+/)
    for (const first of groups.keys()) {
      for (let last = first, digits = ''; last < groups.length; last++) {
        digits += groups[last]
        if (digits.length > LONGEST) break
        if (digits.length < SHORTEST || !isCardNumber(digits)) continue
        if (areGroupsOfCard(groups.slice(first, last + 1))) return true
      }
    }
  }
  return false
}

/** Whether a card number stands among words. In a field of the caller's own a number alone may be that of anything else. */
export function tellsCardNumber(text: string): boolean {
  return /\p{L}/u.test(text) && hasCardNumber(text)
}

/** The last group takes what is left. */
function areGroupsOfCard(groups: readonly string[]): boolean {
  const before = groups.slice(0, -1)
  return before.every(({ length }) => length >= 3) || before.every(({ length }) => length === before[0]?.length)
}

/** Decimal digits of every script stand ten by ten, from zero. */
function asciiDigit(digit: string): string {
  let value = 0
  const code = digit.codePointAt(0) as number
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return code < 0x80 ? digit : String(value % 10)
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum
}
