// How the build finds the texts of the console, and what is checked about catalogues.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { findings } from '../../console/texts/catalogue-findings.ts'
import { findTexts } from '../../console/texts/find-texts.ts'
import { allTexts } from '../../console/texts/text-files.ts'
import { wrapTexts } from '../../console/texts/text-plugin.ts'

describe('texts of the console', () => {
  const WRAPPED: [title: string, source: string, wrapped: string][] = [
    ['between tags', '<B>Try again</B>', '<B>{$between("Try again")}</B>'],
    ['with values in their order', '<p>Version {n} of {id}</p>', '<p>{$between("Version {0} of {1}", n, id)}</p>'],
    ['with an element as a value', '<p>Now: <b>{n}</b> left</p>', '<p>{$between("Now: {0} left", <b>{n}</b>)}</p>'],
    [
      'with a text inside of a value',
      '<p>All {is && <b>Gone</b>}</p>',
      '<p>{$between("All {0}", is && <b>{$between("Gone")}</b>)}</p>',
    ],
    ['in an attribute', '<B label="Time zone" size="Large" />', '<B label={$text("Time zone")} size="Large" />'],
    ['in a template', 'const a = `Edit ${name}`', 'const a = $text("Edit {0}", name)'],
    ['in a table of words', "const W = { PAID: 'Paid' }", 'const W = { PAID: $text("Paid") }'],
    [
      'on both sides of a choice',
      "f(is ? 'Fewer rows' : 'More rows')",
      'f(is ? $text("Fewer rows") : $text("More rows"))',
    ],
    ['in a comparison, so that both sides are alike', "group === 'Money'", 'group === $text("Money")'],
  ]
  for (const [title, source, wrapped] of WRAPPED) {
    test(`are wrapped ${title}`, () => assert.equal(wrapTexts('a.tsx', source), wrapped))
  }

  const LEFT: [title: string, source: string][] = [
    ['imports', "import x from 'Some where'"],
    ['types', "type A = 'One two' | 'Three four'"],
    ['paths', 'const a = `/users/${id}`'],
    ['codes', "const a = 'BILL_PAYMENT'"],
    ['keys of objects', "const a = { 'Content type': 1 }"],
    ['keys of the keyboard', "event.key === 'Enter'"],
    ['class names', '<p className="Some thing" />'],
    ['values without words', '<p>{a} – {b}</p>'],
    ['code to be copied', '<Code>tillgate load accounts</Code>'],
    ['errors for developers', "throw new Error('Not possible here')"],
  ]
  for (const [title, source] of LEFT) {
    test(`are not ${title}`, () => assert.equal(wrapTexts('a.tsx', source), source))
  }

  test('keep the numbers of the lines', () => {
    const source = '<p>\n  One\n  two\n</p>\nafter'
    assert.equal(wrapTexts('a.tsx', source).split('\n').indexOf('after'), 4)
  })

  test('that are only compared need no translation', () => {
    assert.deepEqual(
      findTexts('a.ts', "x === 'Money'").map(({ isCompared }) => isCompared),
      [true],
    )
  })
})

describe('a catalogue', () => {
  const FOUND: [title: string, texts: Record<string, string>, found: object][] = [
    ['that is complete', { 'Edit {0}': 'Editar {0}' }, { missing: [], wrong: [], unused: [] }],
    ['that lacks a text', {}, { missing: ['Edit {0}'], wrong: [], unused: [] }],
    ['that lost a value', { 'Edit {0}': 'Editar' }, { missing: [], wrong: ['Edit {0}'], unused: [] }],
    ['that has an old text', { 'Edit {0}': 'Editar {0}', Old: 'Viejo' }, { missing: [], wrong: [], unused: ['Old'] }],
  ]
  for (const [title, texts, found] of FOUND) {
    test(title, () => assert.deepEqual(findings(['Edit {0}'], { texts, words: {} }), found))
  }

  test('in Spanish has the values of the English everywhere', () => {
    const file = new URL('../../console/src/texts/es.json', import.meta.url)
    const { wrong } = findings([...allTexts().keys()], JSON.parse(readFileSync(file, 'utf8')))
    assert.deepEqual(wrong, [])
  })
})
