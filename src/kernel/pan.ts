// Card numbers: their check digit, and the only form of them that people may see.

/** The context of the look-up hashes by which cards are found; every hash of a card number must be made with it. */
export const PAN_CONTEXT = 'pan'

/** True when a number has a card's length (ISO/IEC 7812: 12 to 19 digits) and its Luhn digit fits. */
export function isCardNumber(pan: string): boolean {
  return /^\d{12,19}$/.test(pan) && luhnSum(pan) % 10 === 0
}

/** First six and last four digits; nothing at all of a number too short to be a card's, which those would give away. */
export function maskPan(pan: string): string {
  if (pan.length < 12) return '*'.repeat(pan.length)
  return `${pan.slice(0, 6)}${'*'.repeat(Math.max(0, pan.length - 10))}${pan.slice(-4)}`
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum
}
