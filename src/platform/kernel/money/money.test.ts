import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decimalFromMinor, minorFromDecimal, minorFromNumber, numberFromMinor } from './money.ts'

const FROM_NUMBER: [value: number, currency: string, minor: bigint | undefined, why: string][] = [
  [20, 'USD', 2000n, 'whole units'],
  [20.5, 'USD', 2050n, 'one decimal'],
  [0.01, 'USD', 1n, 'the smallest unit'],
  [1.1, 'USD', 110n, 'a number that binary cannot hold'],
  [1.15, 'USD', 115n, 'a number whose product with 100 falls short of the integer'],
  [8.95, 'USD', 895n, 'a number whose product with 100 falls short of the integer'],
  [0, 'USD', 0n, 'zero is the caller’s to refuse'],
  [-3.5, 'USD', -350n, 'so is a negative amount'],
  [500, 'JPY', 500n, 'no decimals'],
  [1.234, 'KWD', 1234n, 'three decimals'],
  [9_999_999_999_999.99, 'USD', 999_999_999_999_999n, 'fifteen digits'],
  [999_999_999_999_999, 'JPY', 999_999_999_999_999n, 'fifteen digits'],
  [999_999_999_999.999, 'KWD', 999_999_999_999_999n, 'fifteen digits'],
  [123_456_789_012_345, 'USD', 12_345_678_901_234_500n, 'fifteen digits, more minor units than a double counts'],
  [12_345_678_901_234.5, 'USD', 1_234_567_890_123_450n, 'fifteen digits, one of them a decimal'],
  [-12_345_678_901_234.5, 'USD', -1_234_567_890_123_450n, 'fifteen digits, negative'],
  [999_999_999_999_999, 'KWD', 999_999_999_999_999_000n, 'fifteen digits'],
  [10_000_000_000_000, 'USD', 1_000_000_000_000_000n, 'one digit that counts'],
  [1e15, 'JPY', 1_000_000_000_000_000n, 'one digit that counts'],
  [9e16, 'USD', 9_000_000_000_000_000_000n, 'just within what the database holds'],
  [1_234_567_890_123_456, 'JPY', undefined, 'sixteen digits'],
  [12_345_678_901_234.56, 'USD', undefined, 'sixteen digits'],
  [123_456_789_012_345.6, 'USD', undefined, 'sixteen digits'],
  [9_007_199_254_740_992, 'JPY', undefined, 'sixteen digits'],
  [1e17, 'USD', undefined, 'more than the database holds'],
  [1e19, 'JPY', undefined, 'more than the database holds'],
  [1e21, 'JPY', undefined, 'more than the database holds'],
  [10.001, 'USD', undefined, 'more decimals than the currency has'],
  [0.5, 'JPY', undefined, 'more decimals than the currency has'],
  [1.2345, 'KWD', undefined, 'more decimals than the currency has'],
  [1e-7, 'USD', undefined, 'more decimals than any currency has'],
  [0.1 + 0.2, 'USD', undefined, 'the sum of two floats is not the decimal it looks like'],
  [Number.NaN, 'USD', undefined, 'not a number'],
  [Number.POSITIVE_INFINITY, 'USD', undefined, 'not finite'],
  [Number.MAX_VALUE, 'USD', undefined, 'overflows when scaled'],
  [1, 'XXX', undefined, 'not a currency'],
  [1, 'usd', undefined, 'not a currency code'],
]

describe('a JSON number becomes minor units exactly or not at all', () => {
  for (const [value, currency, minor, why] of FROM_NUMBER) {
    test(`${value} ${currency} is ${minor ?? 'refused'}: ${why}`, () => {
      assert.equal(minorFromNumber(value, currency), minor)
    })
  }
})

const FROM_DECIMAL: [text: string, currency: string, minor: bigint | undefined][] = [
  ['12.50', 'USD', 1250n],
  ['12.5', 'USD', 1250n],
  ['12', 'USD', 1200n],
  ['0.01', 'USD', 1n],
  ['007', 'USD', 700n],
  ['500', 'JPY', 500n],
  ['1.234', 'KWD', 1234n],
  ['9999999999999.99', 'USD', 999_999_999_999_999n],
  ['10000000000000.00', 'USD', 1_000_000_000_000_000n],
  ['999999999999999', 'USD', 99_999_999_999_999_900n],
  ['12345678901234.5', 'USD', 1_234_567_890_123_450n],
  ['0000123456789012345.00', 'USD', 12_345_678_901_234_500n],
  ['12345678901234.56', 'USD', undefined],
  ['1234567890123456', 'JPY', undefined],
  ['92233720368547758.07', 'USD', undefined],
  ['9223372036854770000', 'JPY', 9_223_372_036_854_770_000n],
  ['9223372036854780000', 'JPY', undefined],
  ['100000000000000000', 'USD', undefined],
  ['12.501', 'USD', undefined],
  ['12.500', 'USD', 1250n],
  ['1.0', 'JPY', 1n],
  ['1.2345', 'KWD', undefined],
  ['-1', 'USD', undefined],
  ['+1', 'USD', undefined],
  ['1e3', 'USD', undefined],
  ['1,000', 'USD', undefined],
  ['.5', 'USD', undefined],
  ['5.', 'USD', undefined],
  ['', 'USD', undefined],
  [' 1', 'USD', undefined],
  ['1\n', 'USD', undefined],
  ['٣', 'USD', undefined],
  ['1', 'XXX', undefined],
]

describe('a decimal string becomes minor units exactly or not at all', () => {
  for (const [text, currency, minor] of FROM_DECIMAL) {
    test(`${JSON.stringify(text)} ${currency} is ${minor ?? 'refused'}`, () => {
      assert.equal(minorFromDecimal(text, currency), minor)
    })
  }
})

const TO_DECIMAL: [minor: bigint, currency: string, decimal: string][] = [
  [250_000n, 'USD', '2500.00'],
  [5n, 'USD', '0.05'],
  [-5n, 'USD', '-0.05'],
  [-123_456n, 'USD', '-1234.56'],
  [0n, 'USD', '0.00'],
  [500_000n, 'JPY', '500000'],
  [-7n, 'JPY', '-7'],
  [1_000_000n, 'KWD', '1000.000'],
  [1n, 'KWD', '0.001'],
]

describe('minor units are shown with all the decimals of their currency', () => {
  for (const [minor, currency, decimal] of TO_DECIMAL) {
    test(`${minor} ${currency} is ${decimal}`, () => assert.equal(decimalFromMinor(minor, currency), decimal))
  }

  test('an unknown currency is a defect, not a guess', () => {
    assert.throws(() => decimalFromMinor(1n, 'XXX'), TypeError)
    assert.throws(() => numberFromMinor(1n, 'XXX'), TypeError)
  })
})

describe('every amount of at most fifteen digits survives', () => {
  const amounts = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })
  for (const currency of ['JPY', 'USD', 'KWD']) {
    test(`${currency} through a JSON document`, () => {
      fc.assert(
        fc.property(amounts, (minor) => {
          const sent: unknown = JSON.parse(JSON.stringify(numberFromMinor(minor, currency)))
          assert.equal(minorFromNumber(sent as number, currency), minor)
        }),
      )
    })

    test(`${currency} through a decimal string`, () => {
      fc.assert(
        fc.property(amounts, (minor) => {
          const positive = minor < 0n ? -minor : minor
          assert.equal(minorFromDecimal(decimalFromMinor(positive, currency), currency), positive)
        }),
      )
    })

    test(`${currency} with zeros behind it, up to what the database holds`, () => {
      const digits = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
      fc.assert(
        fc.property(digits, fc.bigInt({ min: 0n, max: 6n }), (counted, zeros) => {
          const minor = counted * 10n ** zeros
          const text = decimalFromMinor(minor, currency)
          const expected = minor < 2n ** 63n ? minor : undefined
          assert.equal(minorFromDecimal(text, currency), expected)
          assert.equal(minorFromNumber(JSON.parse(text), currency), expected)
        }),
      )
    })

    test(`${currency} with one decimal too many is refused`, () => {
      const surplus = fc.integer({ min: 1, max: 9 })
      const whole = fc.bigInt({ min: 0n, max: 99_999_999_999_999n })
      fc.assert(
        fc.property(whole, surplus, (minor, digit) => {
          const shown = decimalFromMinor(minor, currency)
          const text = shown.includes('.') ? `${shown}${digit}` : `${shown}.${digit}`
          assert.equal(minorFromDecimal(text, currency), undefined)
          assert.equal(minorFromNumber(Number(text), currency), undefined)
        }),
      )
    })
  }
})
