import assert from 'node:assert/strict'
import test from 'node:test'
import { isLei } from './lei.ts'

const ROWS: [title: string, text: string, isValid: boolean][] = [
  ['letters and digits', '5493001KJTIIGC8Y1R12', true],
  ['other letters', '529900T8BM49AURSDO55', true],
  ['digits alone', '000000000000000000'.concat('98'), true],
  ['the smallest check digits', '000000000000000032'.concat('02'), true],
  ['a wrong check digit', '5493001KJTIIGC8Y1R13', false],
  ['two digits in the wrong order', '5493001KJTIIGC8Y1R21', false],
  ['two letters in the wrong order', '5493001JKTIIGC8Y1R12', false],
  ['one letter changed', '5493001KJTIIGC8Y1S12', false],
  // Each leaves the remainder 1, as 97, 98 and 02 do.
  ['check digits 00', '000000000000000065'.concat('00'), false],
  ['check digits 01', '000000000000000000'.concat('01'), false],
  ['check digits 99', '000000000000000032'.concat('99'), false],
  ['a letter in place of a check digit', '5493001KJTIIGC8Y1R1A', false],
  ['small letters', '5493001kjtiigc8y1r12', false],
  ['too short', '5493001KJTIIGC8Y1R1', false],
  ['too long', '5493001KJTIIGC8Y1R120', false],
  ['nothing', '', false],
]

for (const [title, text, isValid] of ROWS) {
  test(`${isValid ? 'a' : 'no'} legal entity identifier: ${title}`, () => assert.equal(isLei(text), isValid))
}
