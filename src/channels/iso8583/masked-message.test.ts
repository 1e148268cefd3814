import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maskMessage } from './masked-message.ts'
import { ISO87, ISO93 } from './shipped-dialects.fixture.ts'

const LEFT_OUT = '(left out)'
const SHOWN: [field: number, what: string, value: string, shown: string][] = [
  [2, 'a card number', '4000000000000010', '400000******0010'],
  [35, 'a track, whose rest is secret', '4000000000000010=27122011234567890123', '400000******0010'],
  [52, 'a PIN block', '0123456789ABCDEF', LEFT_OUT],
  [11, 'a trace number', '000123', '000123'],
  [127, 'a field that the dialect does not know', '4000000000000010', LEFT_OUT],
]

for (const [name, dialect] of Object.entries({ ISO87, ISO93 })) {
  describe(`a message of ${name} as logs show it`, () => {
    for (const [field, what, value, shown] of SHOWN) {
      test(`has ${what} as ${shown}`, () => {
        assert.equal(maskMessage({ mti: '0200', fields: { [field]: value } }, dialect).fields[field], shown)
      })
    }
  })
}
