// Legal entity identifiers (ISO 17442): 18 letters or digits and two check digits by ISO 7064, MOD 97-10.

const PATTERN = /^[A-Z0-9]{18}[0-9]{2}$/
/** Never computed as check digits, although they leave the same remainder as 97, 98 and 02. */
const UNUSED_CHECK_DIGITS: ReadonlySet<string> = new Set(['00', '01', '99'])

export function isLei(text: string): boolean {
  return PATTERN.test(text) && !UNUSED_CHECK_DIGITS.has(text.slice(-2)) && remainderOf(text) === 1
}

/** Modulo 97, with A as 10 to Z as 35. */
function remainderOf(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}
