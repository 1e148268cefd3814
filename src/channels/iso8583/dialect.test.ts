import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDialects, readDialect } from './dialect.ts'
import { maskMessage } from './masked-message.ts'
import { ISO87, ISO93 } from './shipped-dialects.fixture.ts'

const field = (changes: object) => ({
  fields: { ...ISO87.fields, 4: { name: 'Amount', content: 'n', length: 12, ...changes } },
})

/** The dialect without a field, and with one that differs. */
function without(number: number) {
  return { fields: Object.fromEntries(Object.entries(ISO87.fields).filter(([key]) => key !== String(number))) }
}
function changed(number: number, changes: object) {
  return { fields: { ...ISO87.fields, [number]: { ...ISO87.fields[number], ...changes } } }
}

const FAULTS: readonly (readonly [changes: object, fault: RegExp])[] = [
  [{ version: 2003 }, /version/],
  [{ encodings: { ...ISO87.encodings, digits: 'utf8' } }, /encodings\.digits/],
  [{ colour: 'red' }, /additional/],
  [field({ content: 'x' }), /fields\.4\.content/],
  [field({ length: 0 }), /fields\.4\.length/],
  [field({ encoding: 'binary' }), /fields\.4 encoding of n must be one of ascii, ebcdic, bcd/],
  [field({ prefixEncoding: 'bcd' }), /fields\.4 prefixEncoding needs a prefix/],
  [field({ prefix: 1 }), /fields\.4 length does not fit its prefix/],
  [field({ repeats: 2 }), /fields\.4 repeats needs parts/],
  [field({ parts: [{ name: 'a', content: 'n', length: 11 }] }), /fields\.4 parts have 11 characters, not 12/],
  [field({ parts: [{ name: 'a', content: 'b', length: 12 }] }), /fields\.4 parts consist of characters/],
  [
    field({ parts: [{ name: 'a', content: 'n', length: 9, prefix: 2 }] }),
    /fields\.4 parts of varying length need a prefix/,
  ],
  [{ fields: { ...ISO87.fields, 65: ISO87.fields[4] } }, /fields\.65 is no data element/],
  [{ fields: { ...ISO87.fields, 129: ISO87.fields[4] } }, /fields\.129 is no data element/],
  [{ fields: { ...ISO87.fields, 64: ISO87.fields[4] } }, /fields\.64 holds the MAC/],
  [{ fields: { 4: ISO87.fields[4] } }, /mac needs fields\.64 and fields\.128/],
  [{ framing: { ...ISO87.framing, maxBytes: 10_000 } }, /framing\.maxBytes does not fit its length/],
  [{ responseCodes: { ...ISO87.responseCodes, sent: { '000': '00' } } }, /responseCodes\.sent/],
  [without(70), /fields\.70 is missing/],
  [without(39), /fields\.39 is missing/],
  [without(7), /fields\.7 is missing/],
  [changed(70, { length: 2 }), /fields\.70 cannot hold 001/],
  [changed(11, { content: 'a' }), /fields\.11 cannot hold 999999/],
  [changed(39, { content: 'b' }), /responseCodes\.received has \d\d, which fields\.39 cannot hold/],
  [
    { responseCodes: { ...ISO87.responseCodes, sent: { ...ISO87.responseCodes.sent, 100: '100' } } },
    /responseCodes\.sent has 100, which fields\.39 cannot hold/,
  ],
  [
    { responseCodes: { ...ISO87.responseCodes, received: { ...ISO87.responseCodes.received, 116: '110' } } },
    /responseCodes\.received has 116, which fields\.39 cannot hold/,
  ],
  [{ responseCodes: { ...ISO87.responseCodes, received: { '00': 'maybe' } } }, /responseCodes\.received/],
]

for (const [changes, fault] of FAULTS) {
  test(`a dialect is refused: ${fault.source}`, () => {
    assert.throws(() => readDialect({ ...ISO87, ...changes }), fault)
  })
}

test('a dialect of 1993 needs the function code, and an action code that holds 800', () => {
  const { 24: _, ...fields } = ISO93.fields
  assert.throws(() => readDialect({ ...ISO93, fields }), /fields\.24 is missing/)
  const short = { ...ISO93.fields, 39: { ...ISO93.fields[39], length: 2 } }
  assert.throws(() => readDialect({ ...ISO93, fields: short }), /fields\.39 cannot hold 400/)
})

test('a folder of dialects that is missing is named', async () => {
  await assert.rejects(loadDialects('/nowhere/dialects'), {
    name: 'Iso8583Error',
    message: 'The dialects of /nowhere/dialects cannot be read: there is no such folder',
  })
})

test('a dialect that is no object is refused', () => {
  for (const value of [null, [], 'iso', 7]) assert.throws(() => readDialect(value), /The dialect cannot be used/)
})

// Lengths and contents that both versions are known by; a slip in 2 × 126 rows would otherwise go unnoticed.
const KNOWN = [
  [2, 'n', 19, 2],
  [3, 'n', 6, undefined],
  [4, 'n', 12, undefined],
  [7, 'n', 10, undefined],
  [11, 'n', 6, undefined],
  [32, 'n', 11, 2],
  [35, 'z', 37, 2],
  [37, 'an', 12, undefined],
  [38, 'an', 6, undefined],
  [41, 'ans', 8, undefined],
  [42, 'ans', 15, undefined],
  [49, 'n', 3, undefined],
  [52, 'b', 8, undefined],
  [54, 'an', 120, 3],
  [102, 'ans', 28, 2],
  [103, 'ans', 28, 2],
] as const

for (const dialect of [ISO87, ISO93]) {
  test(`${dialect.name} has every data element, and the known ones as they are known`, () => {
    const numbers = Array.from({ length: 127 }, (_, i) => i + 2).filter((number) => number !== 65)
    assert.deepEqual(Object.keys(dialect.fields).map(Number), numbers)
    for (const [number, content, length, prefix] of KNOWN) {
      const spec = dialect.fields[number]
      assert.deepEqual([number, spec?.content, spec?.length, spec?.prefix], [number, content, length, prefix])
    }
  })
}

const SENSITIVE = [14, 35, 45, 48, 52, 53, 55, 60, 61, 62, 63, 96, 120, 121, 122, 123, 124, 125, 126, 127]

for (const dialect of [ISO87, ISO93]) {
  test(`${dialect.name}: what may hold a secret is in no log`, () => {
    const value = '9'.repeat(8)
    const fields = Object.fromEntries(SENSITIVE.map((number) => [number, value]))
    const { fields: shown } = maskMessage({ mti: '0200', fields }, dialect)
    assert.ok(!JSON.stringify(shown).includes(value))
    assert.deepEqual(Object.keys(shown).map(Number), SENSITIVE)
  })
}

test('every code of 1987 has a meaning, and so has every one that the shipped dialects send', () => {
  const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))
  assert.deepEqual(Object.keys(ISO87.responseCodes.received).sort(), codes)
  for (const { responseCodes } of [ISO87, ISO93]) {
    const unknown = Object.values(responseCodes.sent).filter((code) => !Object.hasOwn(responseCodes.received, code))
    assert.deepEqual(unknown, [])
  }
})

// The action codes of ISO 8583:1993, as ranges, and what some of them mean.
const ACTION_CODES: readonly (readonly [first: number, last: number])[] = [
  [0, 7],
  [100, 129],
  [200, 210],
  [300, 309],
  [400, 400],
  [500, 504],
  [600, 606],
  [700, 700],
  [800, 800],
  [900, 923],
  [950, 950],
]
test('every action code of 1993 has a meaning', () => {
  const { received } = ISO93.responseCodes
  const codes = ACTION_CODES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String(first + n).padStart(3, '0')),
  )
  assert.deepEqual(
    codes.filter((code) => !Object.hasOwn(received, code)),
    [],
  )
})

// Invalid merchant, invalid amount, insufficient funds, expired card, lost card, no trace of the original.
for (const [of1987, of1993, meaning] of [
  ['03', '109', '100'],
  ['13', '110', '180'],
  ['51', '116', '110'],
  ['54', '101', '101'],
  ['41', '208', '208'],
  ['25', '914', '914'],
] as const) {
  test(`${of1987} and ${of1993} mean ${meaning}`, () => {
    const found = [ISO87.responseCodes.received[of1987], ISO93.responseCodes.received[of1993]]
    assert.deepEqual(found, [meaning, meaning])
  })
}

// The classes that move no money by themselves.
for (const [dialect, meaning, codes] of [
  [ISO87, 'retry', ['19', '90', '91', '92']],
  [ISO87, 'unknown', ['09', '68', '96']],
  [ISO87, 'partial', ['10', '32']],
  [ISO93, 'retry', ['903', '906', '907', '908', '910', '912']],
  [ISO93, 'unknown', ['909', '911', '923']],
  [ISO93, 'partial', ['002', '006']],
] as const) {
  test(`${dialect.name}: ${meaning} is what ${codes.join(', ')} mean`, () => {
    const found = Object.entries(dialect.responseCodes.received).filter(([, meant]) => meant === meaning)
    assert.deepEqual(found.map(([code]) => code).sort(), codes)
  })
}
