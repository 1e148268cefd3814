import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Problem, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { parseJsonBody } from './json-body.ts'

const read = (body: string | Buffer) => parseJsonBody(typeof body === 'string' ? Buffer.from(body) : body)

function refusalOf(body: string | Buffer): Problem {
  try {
    read(body)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new assert.AssertionError({ message: `accepted: ${String(body).slice(0, 80)}` })
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const accepted: [title: string, text: string, value: unknown][] = [
  ['an object', '{"a":1,"b":[true,null,"x"]}', { a: 1, b: [true, null, 'x'] }],
  ['colons, braces and quotes inside strings', '{"a":"x:{y}[\\"]:","b":"\\\\"}', { a: 'x:{y}["]:', b: '\\' }],
  ['the same key in different objects', '{"a":{"id":1},"b":{"id":2}}', { a: { id: 1 }, b: { id: 2 } }],
  ['white space between all tokens', ' { "a" : [ 1 , 2 ] } ', { a: [1, 2] }],
  ['fifteen significant digits', '{"a":123456789012.345}', { a: 123456789012.345 }],
  ['leading zeros of a fraction, which are not significant', '{"a":0.00000000000000012}', { a: 1.2e-16 }],
  ['an exponent that fits', '{"a":1.5E+3}', { a: 1500 }],
  ['the largest number of 15 digits', '{"a":1.79769313486231E308}', { a: 1.79769313486231e308 }],
  ['the smallest number of 15 digits', '{"a":247032822920624e-338}', { a: 5e-324 }],
  ['zero with an exponent longer than any number', `[0e${'9'.repeat(400)}]`, [0]],
  ['zeros cancelled by an exponent', `[0.${'0'.repeat(400)}1e401]`, [1]],
  ['nesting of 32 levels', nested(32), JSON.parse(nested(32))],
  ['a number at the root', '5', 5],
  ['U+FFFD sent as itself', '{"\uFFFD":"\uFFFD€"}', { '\uFFFD': '\uFFFD€' }],
]
for (const [title, text, value] of accepted) {
  test(`JSON with ${title} is read`, () => assert.deepEqual(read(text), value))
}

const withBytes = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('{"a":"\uFFFD'), Buffer.from(bytes), Buffer.from('"}')])
const malformed: [title: string, body: string | Buffer, message: RegExp][] = [
  ['an empty body', '', /empty/],
  ['white space only', '  ', /not valid JSON/],
  ['a cut-off object', '{"a":', /not valid JSON/],
  ['a trailing comma', '{"a":1,}', /not valid JSON at 7/],
  ['single quotes', "{'a':1}", /not valid JSON/],
  ['a byte order mark', '\uFEFF{}', /not valid JSON/],
  ['a byte that is not UTF-8', withBytes(0xff), /UTF-8/],
  ['a truncated character, as long in bytes as the U+FFFD it decodes to', withBytes(0xf0, 0x9f, 0x98), /UTF-8/],
  ['33 levels', nested(33), /32 levels/],
  ['a hundred thousand levels', '['.repeat(100_000), /32 levels/],
]
for (const [title, body, message] of malformed) {
  test(`${title} is refused with a clear message`, () => {
    const problem = refusalOf(body)
    assert.equal(problem.kind, 'invalid')
    assert.match(problem.message, message)
    assert.deepEqual(problem.details, [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }])
  })
}

const faults: [title: string, text: string, details: ProblemDetail[]][] = [
  ['a key sent twice', '{"amount":{"amount":1,"amount":2}}', [{ path: 'amount.amount', message: 'is sent twice' }]],
  ['a key sent twice, once escaped', '{"a":1,"\\u0061":2}', [{ path: 'a', message: 'is sent twice' }]],
  ['a key sent twice in a list', '{"l":[{},{"a":1,"a":1}]}', [{ path: 'l[1].a', message: 'is sent twice' }]],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', [{ path: '__proto__', message: 'is not an allowed name' }]],
  ['an escaped __proto__', '{"\\u005f_proto__":1}', [{ path: '__proto__', message: 'is not an allowed name' }]],
  [
    'constructor and prototype',
    '{"a":{"constructor":{"prototype":{}}}}',
    [
      { path: 'a.constructor', message: 'is not an allowed name' },
      { path: 'a.constructor.prototype', message: 'is not an allowed name' },
    ],
  ],
  [
    'several faults between white space and values of every kind, all listed',
    ' { "a" : [ -1e999 , null , { } , [ ] , "}\\"" , { "b" : true , "b" : 1 } ] , "a" : 0 , "constructor" : 12345678901234567 } ',
    [
      { path: 'a[5].b', message: 'is sent twice' },
      { path: 'a', message: 'is sent twice' },
      { path: 'constructor', message: 'is not an allowed name' },
    ],
  ],
  [
    'a key that is not a plain name, without its text',
    '{"4000 é":{"x":1,"x":2}}',
    [{ path: '?.x', message: 'is sent twice' }],
  ],
]
for (const [title, text, details] of faults) {
  test(`JSON with ${title} is refused by path`, () => assert.deepEqual(refusalOf(text).details, details))
}

const TOO_PRECISE = 'must not have more than 15 significant digits'
const NOT_FINITE = 'must be a finite number'
const unfit: [title: string, literal: string, words: string][] = [
  ['sixteen digits', '1234567890123456', TOO_PRECISE],
  ['digits beyond a double', '0.1234567890123456789', TOO_PRECISE],
  ['trailing zeros, which count', '100.0000000000000', TOO_PRECISE],
  ['too many digits before an exponent', '-1.234567890123456e2', TOO_PRECISE],
  ['more than a double holds', '-1e400', NOT_FINITE],
  ['too small for a double', '1e-400', NOT_FINITE],
  ['too small for a double, without an exponent', `0.${'0'.repeat(330)}1`, NOT_FINITE],
  ['the first 15 digits beyond the largest double', '1.79769313486232e308', NOT_FINITE],
  ['the last 15 digits that round to zero', '-247032822920623e-338', NOT_FINITE],
  ['an exponent longer than any number', `1e${'9'.repeat(400)}`, NOT_FINITE],
  ['a negative exponent longer than any number', `1E-${'9'.repeat(400)}`, NOT_FINITE],
]
for (const [title, literal, words] of unfit) {
  test(`only a number of ${title} becomes a placeholder, at any depth`, () => {
    const { a, list, fine } = read(`{"a":{"b":${literal}},"list":[1,${literal}],"fine":[1e2,0e9,"${literal}"]}`) as {
      a: { b: symbol }
      list: [number, symbol]
      fine: unknown
    }
    assert.deepEqual([a.b.description, list[0], list[1].description], [words, 1, words])
    assert.deepEqual(fine, [100, 0, literal])
    assert.equal((read(literal) as symbol).description, words)
  })
}

test('no error message repeats the body', () => {
  for (const text of [
    '{"pan":"4000000000000010"',
    '{"secret":hunter2}',
    '{"1234567890123456":1,"1234567890123456":1}',
  ]) {
    const { message, details } = refusalOf(text)
    assert.doesNotMatch(message + JSON.stringify(details), /4000000000000010|hunter2|123456789012345/)
  }
})

test('no body can pollute Object.prototype', () => {
  refusalOf('{"__proto__":{"polluted":true}}')
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('what JSON.stringify writes, without duplicate or forbidden keys, is read back unchanged', () => {
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((n) => String(Math.abs(n)).replace(/\D/g, '').length <= 15)
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(
        fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
        tie('tree'),
        { noNullPrototype: true },
      ),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const text = JSON.stringify(value)
      assert.deepEqual(read(text), JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})

/** A number as JSON writes it: sign, integer without leading zeros, fraction, exponent. */
const numberLiteral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,20}$/), fc.stringMatching(/^\.0{1,400}[0-9]{1,3}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][-+]?[0-9]{1,3}$/), fc.constantFrom('e308', 'e-324', 'e-338')),
  )
  .map((parts) => parts.join(''))

/** The contract's rule, computed from the digits and the value. */
function expectedNumber(literal: string): number | string {
  const digits = literal
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '').length
  if (digits > 15) return TOO_PRECISE
  const value = Number(literal)
  return Number.isFinite(value) && (value !== 0 || digits === 0) ? value : NOT_FINITE
}

test('a number is replaced exactly when a double cannot hold its digits or its value', () => {
  fc.assert(
    fc.property(fc.array(numberLiteral, { minLength: 1, maxLength: 8 }), (literals) => {
      const tree = read(`{"€":[${literals.join(' , ')}]}`) as Record<string, (number | symbol)[]>
      const found = tree['€']?.map((value) => (typeof value === 'symbol' ? value.description : value))
      assert.deepEqual(found, literals.map(expectedNumber))
    }),
    { numRuns: 2000 },
  )
})

/** Blanks numbers, which the property above covers. */
function numbersBlanked(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'symbol') return 'a number'
  if (Array.isArray(value)) return value.map(numbersBlanked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersBlanked(member)]))
}

test('mutated JSON is rejected exactly when JSON.parse rejects it', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"\\""',
    '-',
    '1.5e3',
    '07',
    'true',
    'nul',
    ' ',
    '€',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    // JSON with one piece removed, duplicated or replaced.
    fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), piece, fc.constantFrom(0, 1)).map(([json, at, other, cut]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + other + json.slice(place + cut)
    }),
  )
  const parsed = (json: string) => {
    try {
      return { value: JSON.parse(json) as unknown }
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(text, (json) => {
      const expected = parsed(json)
      if (expected === undefined) {
        assert.deepEqual(refusalOf(json).details, [
          { path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' },
        ])
        return
      }
      try {
        assert.deepEqual(numbersBlanked(read(json)), numbersBlanked(expected.value))
      } catch (error) {
        // Valid JSON can only be rejected for its keys.
        if (!(error instanceof Problem)) throw error
        assert.match(error.details?.[0]?.message ?? '', /sent twice|not an allowed name/)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a long list of numbers costs no callback per number, and at most a hundred faults are listed', (t) => {
  const parse = t.mock.method(JSON, 'parse')
  read(`[${'1e1,'.repeat(10_000)}1e999]`)
  assert.deepEqual(
    parse.mock.calls.map(({ arguments: sent }) => sent.length),
    [1],
  )
  assert.equal(refusalOf(`{${'"a":1,'.repeat(10_000)}"a":1}`).details?.length, 100)
  // One call for the value and none for keys: keys without escapes are sliced from the text.
  assert.equal(parse.mock.callCount(), 2)
})
