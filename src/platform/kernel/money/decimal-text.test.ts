import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compareDecimals, decimalFromNumber, shortDecimal } from './decimal-text.ts'

const FROM_NUMBER: [value: number, places: number, text: string | undefined][] = [
  [0, 6, '0'],
  [-0, 6, '0'],
  [9.4822, 6, '9.4822'],
  [100, 6, '100'],
  [0.000001, 6, '0.000001'],
  [-1.5, 6, '-1.5'],
  [2_000_000, 3, '2000000'],
  [0.1 + 0.2, 6, undefined],
  [0.0000001, 6, undefined],
  [0.0000001, 10, '0.0000001'],
  [-0.0000001, 10, '-0.0000001'],
  [1e-11, 10, undefined],
  [1e15, 6, '1000000000000000'],
  [12_345_678_901_234.5, 3, '12345678901234.5'],
  [12_345_678_901_234.56, 3, undefined],
  [1_234_567_890_123_456, 3, undefined],
  [1e21, 6, undefined],
  [Number.NaN, 6, undefined],
  [Number.POSITIVE_INFINITY, 6, undefined],
]

describe('a JSON number becomes decimal text exactly or not at all', () => {
  for (const [value, places, text] of FROM_NUMBER) {
    test(`${value} with ${places} places is ${text ?? 'refused'}`, () => {
      assert.equal(decimalFromNumber(value, places), text)
    })
  }
})

const COMPARED: [one: string, other: string, sign: number][] = [
  ['1', '1.0', 0],
  ['0', '-0.00', 0],
  ['0.1', '0.09', 1],
  ['-0.1', '-0.09', -1],
  ['9', '10', -1],
  ['100.000001', '100', 1],
  ['007', '7', 0],
]

describe('decimals are compared by value', () => {
  for (const [one, other, sign] of COMPARED) {
    test(`${one} against ${other}`, () => {
      assert.equal(compareDecimals(one, other), sign)
      assert.equal(compareDecimals(other, one), sign === 0 ? 0 : -sign)
    })
  }

  test('as exact integers of the smallest place are', () => {
    const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const textOf = (value: bigint) => {
      const digits = (value < 0n ? -value : value).toString().padStart(7, '0')
      return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
    }
    fc.assert(
      fc.property(units, units, (a, b) => {
        assert.equal(compareDecimals(textOf(a), textOf(b)), a < b ? -1 : a > b ? 1 : 0)
        assert.equal(compareDecimals(shortDecimal(textOf(a)), textOf(a)), 0)
      }),
    )
  })

  for (const text of ['', '1e3', '+1', '1,0', '.5', '5.', ' 1', 'x']) {
    test(`${JSON.stringify(text)} is a defect, not a guess`, () => {
      assert.throws(() => compareDecimals(text, '0'), TypeError)
    })
  }
})
