// Splits a cell into tokens. It knows less than zen does: what it does not know makes the cell not compilable, so
// every token here must mean to zen exactly what it means here.

/** Why a cell cannot be compiled. Not an error of the table: zen may well understand it. */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable'
}

export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'symbol'; readonly value: string }

/** Decimals of up to this many digits survive as doubles: no two of them share one. */
const MAX_SIGNIFICANT_DIGITS = 15
const SPACE = /[ \t\r\n]+/y
const NUMBER = /\d+(?:_\d+)*(?:\.\d+)?/y
// zen has no escapes in strings: a quote ends the string, and a backslash is a backslash.
const STRING = /"[^"]*"|'[^']*'/y
// To zen $ and # are letters: `$in` is a name, not two tokens.
const NAME = /[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9_$#])/y
// zen reads "not in" only with exactly one space between the words and one after them.
const NOT_IN = /not in(?= )/y
const SYMBOL = /==|!=|>=|<=|\.\.|[><[\](),.!-]|\$(?![A-Za-z0-9_$#])/y
const WORDS = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null'])

/** An empty input cell matches anything, an empty output cell writes nothing. */
export function isBlank(cell: string): boolean {
  return /^[ \t\r\n]*$/.test(cell)
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  while (at < text.length) {
    if (take(SPACE) !== undefined) continue
    const start = at
    const digits = take(NUMBER)
    if (digits !== undefined) {
      tokens.push({ kind: 'number', value: numberOf(digits, text.slice(at, at + 2)) })
      continue
    }
    const quoted = take(STRING)
    if (quoted !== undefined) {
      tokens.push({ kind: 'string', value: quoted.slice(1, -1) })
      continue
    }
    const symbol = take(NOT_IN) ?? take(SYMBOL)
    if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', value: symbol })
      continue
    }
    const name = take(NAME)
    if (name === undefined) throw new NotCompilable(`does not know "${text[start]}"`)
    tokens.push(WORDS.has(name) ? { kind: 'symbol', value: name } : { kind: 'name', value: name })
  }
  return tokens
}

/** The number of the digits, given the two characters that follow them. */
function numberOf(digits: string, next: string): number {
  if (/^[A-Za-z_$#]/.test(next) || (next.startsWith('.') && next !== '..')) {
    throw new NotCompilable(`does not know a number such as ${digits}${next}`)
  }
  const plain = digits.replaceAll('_', '')
  const significant = (plain.includes('.') ? plain.replace(/0+$/, '') : plain).replace('.', '').replace(/^0+/, '')
  if (significant.length > MAX_SIGNIFICANT_DIGITS || plain.length > 32) {
    throw new NotCompilable(`${digits} has more than ${MAX_SIGNIFICANT_DIGITS} digits`)
  }
  return Number(plain)
}
