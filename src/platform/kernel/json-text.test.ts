import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonMember, jsonText } from './json-text.ts'

test('a text is written as JSON.stringify writes it', () => {
  for (let code = 0; code < 0x180; code++) {
    const text = `a${String.fromCharCode(code)}b`
    assert.equal(jsonText(text), JSON.stringify(text))
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => jsonText(text) === JSON.stringify(text)))
  assert.equal(jsonText('\ud800'), JSON.stringify('\ud800'))
})

test('a member of an undefined value is left out', () => {
  assert.equal(`{"a":1${jsonMember('b', undefined)}${jsonMember('c', 'x"')}}`, '{"a":1,"c":"x\\""}')
})
