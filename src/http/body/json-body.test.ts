import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Problem, type ProblemDetail } from '../../kernel/problem.ts'
import { parseJsonBody } from './json-body.ts'

function refusalOf(text: string): Problem {
  try {
    parseJsonBody(text)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new assert.AssertionError({ message: `accepted: ${text.slice(0, 80)}` })
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
  ['nesting of 32 levels', nested(32), JSON.parse(nested(32))],
  ['a number at the root', '5', 5],
]
for (const [title, text, value] of accepted) {
  test(`JSON with ${title} is read`, () => assert.deepEqual(parseJsonBody(text), value))
}

const malformed: [title: string, text: string, message: RegExp][] = [
  ['an empty body', '', /empty/],
  ['white space only', '  ', /not valid JSON/],
  ['a cut-off object', '{"a":', /not valid JSON/],
  ['a trailing comma', '{"a":1,}', /not valid JSON at 7/],
  ['single quotes', "{'a':1}", /not valid JSON/],
  ['a byte order mark', '\uFEFF{}', /not valid JSON/],
  ['bytes that are not UTF-8', '{"a":"\uFFFD"}', /UTF-8/],
  ['33 levels', nested(33), /32 levels/],
  ['a hundred thousand levels', '['.repeat(100_000), /32 levels/],
]
for (const [title, text, message] of malformed) {
  test(`${title} is refused with a clear message`, () => {
    const problem = refusalOf(text)
    assert.equal(problem.kind, 'invalid')
    assert.match(problem.message, message)
    assert.deepEqual(problem.details, [{ path: 'body', message: 'must be valid JSON' }])
  })
}

const TOO_PRECISE = 'must not have more than 15 significant digits'
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
  ['sixteen digits', '{"a":{"b":1234567890123456}}', [{ path: 'a.b', message: TOO_PRECISE }]],
  ['digits beyond a double', '[0.1234567890123456789]', [{ path: '[0]', message: TOO_PRECISE }]],
  ['trailing zeros, which count', '{"a":100.0000000000000}', [{ path: 'a', message: TOO_PRECISE }]],
  ['an infinite number', '{"a":1e400}', [{ path: 'a', message: 'must be a finite number' }]],
  ['a number that vanishes', '{"a":1e-400}', [{ path: 'a', message: 'must be a finite number' }]],
  [
    'several faults, all listed',
    '{"a":-1e999,"b":12345678901234567,"a":0}',
    [
      { path: 'a', message: 'must be a finite number' },
      { path: 'b', message: TOO_PRECISE },
    ].concat({ path: 'a', message: 'is sent twice' }),
  ],
  [
    'a key that is no name, without its text',
    '{"4000000000000010":1e400}',
    [{ path: '?', message: 'must be a finite number' }],
  ],
]
for (const [title, text, details] of faults) {
  test(`JSON with ${title} is refused by path`, () => assert.deepEqual(refusalOf(text).details, details))
}

test('no refusal repeats what was sent', () => {
  for (const text of ['{"pan":"4000000000000010"', '{"secret":hunter2}', '{"a":1234567890123456789}']) {
    const { message, details } = refusalOf(text)
    assert.doesNotMatch(message + JSON.stringify(details), /4000000000000010|hunter2|123456789012345/)
  }
})

test('a polluted object never reaches the prototype of others', () => {
  refusalOf('{"__proto__":{"polluted":true}}')
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('whatever JSON.stringify writes without those faults is read back unchanged', () => {
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((n) => String(Math.abs(n)).replace(/\D/g, '').length <= 15)
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('\uFFFD')),
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
      assert.deepEqual(parseJsonBody(text), JSON.parse(text))
    }),
    { numRuns: 300 },
  )
})
