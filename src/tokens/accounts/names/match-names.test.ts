import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import distances from 'wink-distance'
import { bestPairing } from './best-pairing.ts'
import { CLOSE_MATCH, INITIAL_SCORE, matchNames, nameSimilarity } from './match-names.ts'
import { type HolderType, LEGAL_FORMS, nameReadings, SHORT_LEGAL_FORMS, TITLES } from './name-words.ts'

const page = readFileSync(new URL('../../../../docs/account-validation.md', import.meta.url), 'utf8')

const rows = page
  .slice(page.indexOf('## Examples'))
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , , type]) => type === 'INDIVIDUAL' || type === 'BUSINESS')

describe('names of holders', () => {
  test('the page has examples of every result', () => {
    assert.deepEqual(new Set(rows.map(([, , , , result]) => result)), new Set(['MTCH', 'CMTC', 'NMTC']))
  })

  for (const [, sent = '', holder = '', type, result] of rows) {
    test(`${sent} for ${holder} (${type}) is ${result}, and the other way round`, () => {
      assert.equal(matchNames(sent, holder, type as HolderType), result)
      assert.equal(matchNames(holder, sent, type as HolderType), result)
    })
  }

  test('the page tells the thresholds, titles and legal forms that the code has', () => {
    assert.match(page, new RegExp(`at least \\*\\*${CLOSE_MATCH.toFixed(2)}\\*\\*`))
    assert.match(page, new RegExp(`\\*\\*${INITIAL_SCORE}\\*\\*`))
    const words = nameWords(page)
    for (const word of [...TITLES, ...LEGAL_FORMS, ...SHORT_LEGAL_FORMS]) assert.ok(words.has(word), word)
  })

  // Winkler's own examples: a library that counts the prefix or the window otherwise would shift every threshold.
  const PUBLISHED: [a: string, b: string, similarity: number][] = [
    ['martha', 'marhta', 0.9611],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.8133],
    ['jonathan', 'jonathon', 0.95],
  ]
  for (const [a, b, similarity] of PUBLISHED) {
    test(`the library scores ${a} and ${b} with ${similarity}`, () => {
      assert.equal((1 - distances.string.jaroWinkler(a, b, 1)).toFixed(4), similarity.toFixed(4))
    })
  }
})

// No word of these is a legal form: a name that consists of nothing else keeps it.
const letters = fc.constantFrom('a', 'f', 'c', 'd', 'é', 'ñ', 'Ø', 'z', 'Z')
const word = fc.string({ unit: letters, minLength: 1, maxLength: 8 })
const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 })
const type = fc.constantFrom<HolderType>('INDIVIDUAL', 'BUSINESS')

describe('properties of the comparison', () => {
  test('it is symmetric', () => {
    fc.assert(fc.property(anyText, anyText, type, (a, b, of) => matchNames(a, b, of) === matchNames(b, a, of)))
    fc.assert(fc.property(name, name, type, (a, b, of) => matchNames(a, b, of) === matchNames(b, a, of)))
  })

  test('a name with a letter matches itself, in any order, case and form of accents', () => {
    fc.assert(
      fc.property(name, type, fc.infiniteStream(fc.nat()), (text, of, places) => {
        const words = text.split(' ')
        const shuffled = words.toSorted(() => ((places.next().value ?? 0) % 2 === 0 ? 1 : -1)).join(' ')
        assert.equal(matchNames(shuffled, text, of), 'MTCH')
        assert.equal(matchNames(text.toUpperCase(), text, of), 'MTCH')
        assert.equal(matchNames(text.normalize('NFD'), text.normalize('NFC'), of), 'MTCH')
      }),
    )
  })

  test('the order of words never changes the similarity, which lies between 0 and 1', () => {
    const words = fc.array(word, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(words, words, (a, b) => {
        const similarity = nameSimilarity(a, b)
        assert.ok(similarity >= 0 && similarity <= 1 + 1e-9, String(similarity))
        assert.ok(Math.abs(similarity - nameSimilarity(a.toReversed(), b)) < 1e-9)
        assert.ok(Math.abs(similarity - nameSimilarity(b, a.toReversed())) < 1e-9)
      }),
    )
  })

  test('another title or legal form changes nothing', () => {
    const added = fc.constantFrom('Mr', 'Dr.', 'Ltd', 'Limited', 'GmbH')
    fc.assert(
      fc.property(name, name, added, (a, b, more) => {
        assert.equal(matchNames(`${a} ${more}`, b, 'BUSINESS'), matchNames(a, b, 'BUSINESS'))
      }),
    )
  })

  test('any text is read: no reading has an empty word, and there are at most three', () => {
    fc.assert(
      fc.property(anyText, type, (text, of) => {
        const readings = nameReadings(text, of)
        assert.ok(readings.length >= 1 && readings.length <= 3)
        assert.ok(readings.flat().every((one) => /^[\p{L}\p{N}]+$/u.test(one)))
      }),
    )
  })

  test('the pairing is the best of all', () => {
    const matrix = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
      .chain(([rowCount, more]) => {
        const row = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: rowCount + more,
          maxLength: rowCount + more,
        })
        return fc.array(row, { minLength: rowCount, maxLength: rowCount })
      })
    fc.assert(
      fc.property(matrix, (scores) => {
        assert.ok(Math.abs(bestPairing(scores) - bestByTrying(scores)) < 1e-9)
      }),
    )
  })
})

/** Tries every pairing. */
function bestByTrying([first, ...rest]: readonly (readonly number[])[]): number {
  if (first === undefined) return 0
  return Math.max(
    ...first.map(
      (score, column) => score + bestByTrying(rest.map((row) => row.filter((_, place) => place !== column))),
    ),
  )
}

function nameWords(text: string): ReadonlySet<string> {
  const [plain = ''] = [text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
  return new Set(plain.split(/[^\p{L}\p{N}]+/u))
}
