// The part of zen's expression language that compiles. Two grammars share it, as in zen: a *unary test* is a cell under
// a column with a field (`> 5`, `"ATM", "POS"`, `[1..5]`), an *expression* a cell under a column without one
// (`amount > 5 and type == "ATM"`). Anything else throws NotCompilable.
//
//   test       = pair { ("and" | "or" | ",") pair }                no precedence: from left to right
//   pair       = [ operand ] comparison | operand | list | interval
//   expression = conjunction { "or" conjunction }
//   conjunction = condition { "and" condition }
//   condition  = "not" "(" expression ")" | "(" expression ")" | operand [ comparison ]
//   comparison = ("==" | "!=" | "<" | "<=" | ">" | ">=") operand | ("in" | "not in") (list | interval)
//   operand    = literal | path | ("date" | "time") "(" (path | string) ")" | "$"    $: in a test, the column's value

import type { Scalar } from '../values.ts'
import { type DateTimeFunction, secondsOf } from './date-time.ts'
import { NotCompilable, type Token, tokensOf } from './lexer.ts'

export type Operand =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'seconds'; readonly of: DateTimeFunction; readonly path: readonly string[] }
  | { readonly kind: 'subject' }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

export type Condition =
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'list'; readonly left: Operand; readonly values: readonly Scalar[]; readonly negated: boolean }
  | ({ readonly kind: 'interval'; readonly left: Operand; readonly negated: boolean } & Interval)
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'truth'; readonly of: Operand }

export interface Interval {
  readonly from: number
  readonly to: number
  readonly withoutFrom: boolean
  readonly withoutTo: boolean
}

const SUBJECT: Operand = { kind: 'subject' }
const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['==', '!=', '<', '<=', '>', '>='])
const MAX_LIST = 500
const MAX_DEPTH = 16

export function parseUnaryTest(text: string): Condition {
  return new Parser(text, true).test()
}

export function parseExpression(text: string): Condition {
  return new Parser(text, false).expression()
}

/** The field of a column: where its value is found in the input. */
export function parseField(text: string): Operand {
  const operand = new Parser(text, false).only((parser) => parser.operand())
  if (operand.kind === 'literal') throw new NotCompilable('the field is a constant')
  return operand
}

/** An output: a literal or a list of literals. */
export function parseOutput(text: string): Scalar | readonly Scalar[] {
  return new Parser(text, false).only((parser) => (parser.sees('[') ? parser.list() : parser.literal()))
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #unary: boolean
  #at = 0
  #depth = 0

  constructor(text: string, unary: boolean) {
    this.#tokens = tokensOf(text)
    this.#unary = unary
  }

  test(): Condition {
    let left = this.#pair()
    while (this.#at < this.#tokens.length) {
      const kind = this.#takes('and') ? 'and' : this.#takes('or') || this.#takes(',') ? 'or' : undefined
      if (kind === undefined) throw this.#unexpected()
      left = { kind, left, right: this.#pair() }
    }
    return left
  }

  expression(): Condition {
    return this.only(() => this.#disjunction())
  }

  /** What `read` reads, when nothing follows it. */
  only<T>(read: (parser: this) => T): T {
    const result = read(this)
    if (this.#at < this.#tokens.length) throw this.#unexpected()
    return result
  }

  #pair(): Condition {
    if (this.sees('[') || this.sees('(')) return this.#membership(SUBJECT, false)
    const comparison = this.#comparison(SUBJECT)
    if (comparison !== undefined) return comparison
    const operand = this.operand()
    return this.#comparison(operand) ?? { kind: 'compare', operator: '==', left: SUBJECT, right: operand }
  }

  #disjunction(): Condition {
    let left = this.#conjunction()
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#conjunction() }
    return left
  }

  #conjunction(): Condition {
    let left = this.#condition()
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#condition() }
    return left
  }

  #condition(): Condition {
    const negated = this.#takes('not') || this.#takes('!')
    if (negated && !this.sees('(')) throw new NotCompilable('"not" without parentheses')
    if (this.#takes('(')) {
      if (++this.#depth > MAX_DEPTH) throw new NotCompilable('too many parentheses')
      const inner = this.#disjunction()
      this.#expect(')')
      this.#depth--
      return negated ? { kind: 'not', of: inner } : inner
    }
    const operand = this.operand()
    const comparison = this.#comparison(operand)
    if (comparison !== undefined) return comparison
    if (operand.kind === 'literal' && typeof operand.value !== 'boolean') {
      throw new NotCompilable('a constant stands where a condition is expected')
    }
    return { kind: 'truth', of: operand }
  }

  #comparison(left: Operand): Condition | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'symbol') return undefined
    if (COMPARISONS.has(token.value)) {
      this.#at++
      return { kind: 'compare', operator: token.value as Comparison, left, right: this.operand() }
    }
    if (this.#takes('in')) return this.#membership(left, false)
    if (this.#takes('not in')) return this.#membership(left, true)
    return undefined
  }

  #membership(left: Operand, negated: boolean): Condition {
    const interval = this.#interval()
    return interval === undefined
      ? { kind: 'list', left, values: this.list(), negated }
      : { kind: 'interval', left, negated, ...interval }
  }

  /** An interval, or undefined (and nothing read) when what stands here is none. */
  #interval(): Interval | undefined {
    const start = this.#at
    const withoutFrom = this.#takes('(')
    if (!withoutFrom) this.#expect('[')
    const from = this.sees(']') ? undefined : this.literal()
    if (!this.#takes('..')) {
      this.#at = start
      return undefined
    }
    const to = this.literal()
    const withoutTo = this.#takes(')')
    if (!withoutTo) this.#expect(']')
    if (typeof from !== 'number' || typeof to !== 'number') throw new NotCompilable('an interval of other than numbers')
    return { from, to, withoutFrom, withoutTo }
  }

  list(): Scalar[] {
    this.#expect('[')
    const values: Scalar[] = []
    if (this.#takes(']')) return values
    do {
      if (values.length === MAX_LIST) throw new NotCompilable(`a list of more than ${MAX_LIST} values`)
      values.push(this.literal())
    } while (this.#takes(','))
    this.#expect(']')
    return values
  }

  operand(): Operand {
    if (this.#unary && this.#takes('$')) return SUBJECT
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'name') return { kind: 'literal', value: this.literal() }
    if (!this.#calls()) return { kind: 'path', path: this.#path() }
    const of = this.#function()
    if (this.#tokens[this.#at]?.kind === 'string') return { kind: 'literal', value: this.#secondsLiteral(of) }
    const path = this.#path()
    this.#expect(')')
    return { kind: 'seconds', of, path }
  }

  literal(): Scalar {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#takes(word)) return value
    }
    if (this.#calls()) return this.#secondsLiteral(this.#function())
    const negative = this.#takes('-')
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'number' && (negative || token?.kind !== 'string')) throw this.#unexpected()
    this.#at++
    // Subtracted from zero, because zen has no negative zero.
    return negative ? 0 - Number(token.value) : token.value
  }

  #calls(): boolean {
    const next = this.#tokens[this.#at + 1]
    return this.#tokens[this.#at]?.kind === 'name' && next?.kind === 'symbol' && next.value === '('
  }

  #function(): DateTimeFunction {
    const name = this.#name()
    if (name !== 'date' && name !== 'time') throw new NotCompilable(`does not know the function ${name}()`)
    this.#expect('(')
    return name
  }

  #secondsLiteral(of: DateTimeFunction): number {
    const text = this.#tokens[this.#at++]
    const seconds = text?.kind === 'string' ? secondsOf(of, text.value) : undefined
    if (seconds === undefined) throw new NotCompilable(`${of}() of other than a plain date or time`)
    this.#expect(')')
    return seconds
  }

  #path(): string[] {
    const path = [this.#name()]
    while (this.#takes('.')) path.push(this.#name())
    return path
  }

  #name(): string {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== 'name') throw new NotCompilable('a name is expected')
    // On a plain object these would find what every object inherits.
    if (token.value in Object.prototype) throw new NotCompilable(`does not read ${token.value}`)
    return token.value
  }

  sees(symbol: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'symbol' && token.value === symbol
  }

  #takes(symbol: string): boolean {
    if (!this.sees(symbol)) return false
    this.#at++
    return true
  }

  #expect(symbol: string): void {
    if (!this.#takes(symbol)) throw this.#unexpected()
  }

  #unexpected(): NotCompilable {
    const token = this.#tokens[this.#at]
    return new NotCompilable(token === undefined ? 'ends too early' : `does not know ${token.value} at this place`)
  }
}
