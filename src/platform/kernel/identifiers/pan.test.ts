import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hasCardNumber, isCardNumber, maskPan, maskPansIn } from './pan.ts'

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
  ['4222222222222 and 6304000000000000000', '422222***2222 and 630400*********0000'],
  ['4000000000000011 is no card', '4000000000000011 is no card'],
  ['rrn 260116000009', 'rrn 260116000009'],
  ['019b0000-0000-7000-8000-0000000000a1', '019b0000-0000-7000-8000-0000000000a1'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['nothing', 'nothing'],
]
for (const [text, shown] of TYPED) {
  test(`a typed "${text}" is kept as "${shown}"`, () => assert.equal(maskPansIn(text), shown))
}

const REFUSED: string[] = [
  'card 4000000000000010 called',
  '4000 0000 0000 0010',
  '4000-0000-0000-0010',
  '4000.0000.0000.0010',
  '4000/0000/0000/0010',
  '4000\u00a00000\u00a00000\u00a00010',
  '4000  0000  0000  0010',
  '4000–0000–0000–0010',
  '3782 822463 10005',
  '40 00 00 00 00 00 00 10',
  '4 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0',
  'on 2026-11-18 4000 0000 0000 0010',
  '12 4000000000000010',
  '４０００００００００００００１０',
  '\u0664\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0661\u0660',
  'PAN4000000000000010x',
  '40000000-0000-0010-0000-000000000000',
  '41111111-1111-1111-1111-111111111111-a',
  'id 63116870-6216-498f-ae46-dc957182dc76 4000000000000010',
]
for (const text of REFUSED) {
  test(`"${text}" has a card number`, () => assert.equal(hasCardNumber(text), true))
}

const ACCEPTED: string[] = [
  '',
  'nothing',
  '4000000000000011 has another check digit',
  'rrn 260116000009',
  '12345678901234567890123',
  '019b0000-0000-7000-8000-0000000000a1',
  'Plain 63116870-6216-498f-ae46-dc957182dc76',
  'from 2026-01-15 10:00 to 2026-01-16 11:00, 12 of 31 terminals',
  '2026-01-15 2026-01-16 2026-01-17',
  'the one that ends in 0010',
  '400000******0010',
]
for (const text of ACCEPTED) {
  test(`"${text}" has no card number`, () => assert.equal(hasCardNumber(text), false))
}

test('every card number with a length of 13 to 19 is found', () => {
  for (const pan of ['4222222222222', '36227206271667', '378282246310005', '4111111111111111', '6304000000000000000']) {
    assert.equal(hasCardNumber(pan), true, pan)
  }
})
