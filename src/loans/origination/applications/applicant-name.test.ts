import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameQuery, nameWords, partnersNameQuery, partnersWords } from './applicant-name.ts'

const NAMES: [name: string, words: string[]][] = [
  ['Ada Lovelace', ['ada', 'lovelace']],
  ['  José-María  ÁLVAREZ ', ['jose', 'maria', 'alvarez']],
  ["O'Neil, Jr.", ['o', 'neil', 'jr']],
  ['李 小龙', ['李', '小龙']],
  ['Anna Anna', ['anna']],
  ['--', []],
]
test('a word that becomes too long for an index without its composition is cut', () => {
  assert.deepEqual(
    nameWords('㌖'.repeat(120)).map((word) => word.length),
    [200],
  )
})

for (const [name, words] of NAMES)
  test(`"${name}" is searched by ${words}`, () => assert.deepEqual(nameWords(name), words))

const QUERIES: [text: string, query: string | undefined][] = [
  ['Lov ad', "'lov':* & 'ad':*"],
  ["'; DROP TABLE x; --", "'drop':* & 'table':* & 'x':*"],
  ['&|!():*', undefined],
]
for (const [text, query] of QUERIES) test(`"${text}" asks for ${query}`, () => assert.equal(nameQuery(text), query))

test('an index of all partners has the partner in every word', () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', city: 'London' }
  assert.deepEqual(partnersWords('P-1', ada), ['P-1/ada', 'P-1/lovelace'])
  assert.equal(partnersNameQuery('P-1', 'Lov ad'), "'P-1/lov':* & 'P-1/ad':*")
  assert.equal(partnersNameQuery('P-1', '--'), undefined)
  assert.equal(partnersNameQuery("it's\\", 'ada'), "'it''s\\\\/ada':*")
})
