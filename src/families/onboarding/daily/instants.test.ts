import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInstant } from './instants.ts'

const INSTANTS: [text: string, isOne: boolean][] = [
  ['2027-01-31T00:00:00.000Z', true],
  ['2028-02-29T12:00:00+05:30', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['0001-01-01T00:00:00Z', true],
  ['2027-02-29T00:00:00Z', false],
  ['2027-02-30T00:00:00Z', false],
  ['2027-13-01T00:00:00Z', false],
  ['2027-01-01T25:00:00Z', false],
  ['2027-01-01T00:00:00+99:00', false],
  ['9999-12-31T23:59:59-23:59', false],
  ['9999-12-31T24:00:00Z', false],
  ['0001-01-01T00:00:00+00:01', false],
  ['0000-01-01T00:00:00Z', false],
]
for (const [text, isOne] of INSTANTS) {
  test(`${text} is ${isOne ? 'an instant' : 'none that can be kept'}`, () => assert.equal(isInstant(text), isOne))
}
