import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isCardNumber, maskPan, maskPansIn } from './pan.ts'

const CARD_NUMBERS: [pan: string, valid: boolean, why: string][] = [
  ['4000000000000010', true, 'a card of the sandbox'],
  ['4111111111111111', true, 'sixteen digits'],
  ['378282246310005', true, 'fifteen digits'],
  ['4222222222222', true, 'thirteen digits'],
  ['6304000000000000000', true, 'nineteen digits, the most there are'],
  ['400000000002', true, 'twelve digits, the fewest there are'],
  ['4000000000000011', false, 'a wrong check digit'],
  ['4000000000000100', false, 'two digits exchanged'],
  ['40000000010', false, 'eleven digits'],
  ['63040000000000000000', false, 'twenty digits'],
  ['4000 0000 0000 0010', false, 'spaces'],
  ['400000000000001O', false, 'a letter'],
  ['', false, 'nothing'],
]

describe('card numbers', () => {
  for (const [pan, valid, why] of CARD_NUMBERS) {
    test(`${JSON.stringify(pan)} ${valid ? 'is' : 'is not'} one: ${why}`, () => assert.equal(isCardNumber(pan), valid))
  }

  test('one changed digit never goes unnoticed', () => {
    const body = fc.stringMatching(/^\d{11,18}$/)
    fc.assert(
      fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, at, change) => {
        const pan = [...'0123456789'].map((digit) => digits + digit).find(isCardNumber)
        assert.ok(pan !== undefined, 'every number has a check digit')
        const place = at % pan.length
        const other = (Number(pan[place]) + change) % 10
        assert.equal(isCardNumber(pan.slice(0, place) + other + pan.slice(place + 1)), false)
      }),
    )
  })
})

const MASKED: [pan: string, shown: string][] = [
  ['4000000000000010', '400000******0010'],
  ['6304000000000000000', '630400*********0000'],
  ['400000000002', '400000**0002'],
]
for (const [pan, shown] of MASKED) {
  test(`people see ${shown}`, () => assert.equal(maskPan(pan), shown))
}

test('a number too short to be a card shows nothing of itself', () => {
  for (const pan of ['12345678', '1234567890', '12345678901']) assert.equal(maskPan(pan), '*'.repeat(pan.length))
})

const TYPED: [text: string, shown: string][] = [
  ['card 4000000000000010 called', 'card 400000******0010 called'],
  ['4000 0000 0000 0010, 4000-0000-0000-0010', '400000******0010, 400000******0010'],
  ['4000000000000011 is no card', '4000000000000011 is no card'],
  ['rrn 260116000009', 'rrn 260116000009'],
  ['019b0000-0000-7000-8000-0000000000a1', '019b0000-0000-7000-8000-0000000000a1'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['nothing', 'nothing'],
]
for (const [text, shown] of TYPED) {
  test(`a typed "${text}" is kept as "${shown}"`, () => assert.equal(maskPansIn(text), shown))
}
