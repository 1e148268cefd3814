import assert from 'node:assert/strict'
import test from 'node:test'
import { searchWords } from './search-words.ts'

const ROWS: [title: string, texts: (string | undefined)[], words: string[]][] = [
  ['case does not count', ['First BANK of Ada'], ['first', 'bank', 'of', 'ada']],
  ['accents do not count, composed or not', ['Čeština Jose\u0301'], ['cestina', 'jose']],
  [
    'letters without a decomposition are spelled out',
    ['Łódź Bjørn Strauß ÆRØ İzmir'],
    ['lodz', 'bjorn', 'strauss', 'aero', 'izmir'],
  ],
  ['punctuation separates words', ["O'Brien-Smith, J."], ['o', 'brien', 'smith', 'j']],
  ['identifiers are split alike', ['dep-2026.A:7_x'], ['dep', '2026', 'a', '7', 'x']],
  ['other scripts are words too', ['Банк 銀行 Τράπεζα'], ['банк', '銀行', 'τραπεζα']],
  ['compatibility forms are the same', ['ＦＵＬＬ ﬁne ①'], ['full', 'fine', '1']],
  ['absent texts and repeated words are left out', [undefined, 'Main main', ''], ['main']],
  ['long words are cut', ['x'.repeat(100)], ['x'.repeat(64)]],
  ['nothing but punctuation has no words', ['--- !'], []],
  ['a lone surrogate is no word', ['a\ud800b'], ['a', 'b']],
]

for (const [title, texts, words] of ROWS) {
  test(title, () => assert.deepEqual(searchWords(texts), words))
}
