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

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum
}
