import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { inTurn, provesMore, takes } from './extent.ts'

const PLAIN = "test('adds', () => {})\n"
const ONLY_THERE = `// Every page in two languages.\n// In test-all only: journeys run in both.\n${PLAIN}`
const MORE_ROUNDS = `import { rounds } from '../support/runner/extent.ts'\n${PLAIN}`
const MORE_STATES = `import { provesMore } from '../support/runner/extent.ts'\n${PLAIN}`
const MORE_CASES = `import { cases } from '../support/runner/extent.ts'\n${PLAIN}`
const BOTH_ENGINES = "onDatabase('a store', () => {})\n"
const ALWAYS_BOTH = "eachEngine('a store', () => {})\n"

const ROOT = join(import.meta.dirname, '..', '..', '..')

describe('which files a run takes', () => {
  for (const [title, source, once, added] of [
    ['a plain one', PLAIN, true, false],
    ['one of test-all', ONLY_THERE, false, true],
    ['one with more rounds', MORE_ROUNDS, true, true],
    ['one with more states', MORE_STATES, true, true],
    ['one with more cases', MORE_CASES, true, true],
    ['one that adds an engine', BOTH_ENGINES, true, true],
    ['one that npm test runs on both engines', ALWAYS_BOTH, true, false],
  ] as const) {
    test(title, () => {
      assert.deepEqual([takes('once', source), takes('added', source), takes('all', source)], [once, added, true])
    })
  }

  test('values that are taken in turn all come', { skip: provesMore }, () => {
    const someOf = inTurn(2)
    assert.deepEqual([someOf([1, 2, 3]), someOf([1, 2, 3]), someOf([4])], [[1, 2], [3, 1], [4]])
  })

  test('every file is taken by npm test or added by test-all', () => {
    for (const source of [PLAIN, ONLY_THERE, MORE_ROUNDS, BOTH_ENGINES])
      assert.ok(takes('once', source) || takes('added', source))
  })

  test('no file with more rounds declares suites that only npm test runs', () => {
    const empty = globSync('{src,test,contracts,sdk}/**/*.test.ts', {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    }).filter((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      return /\beachEngine\b.* from /.test(source) && takes('added', source)
    })
    // They would be taken and hold no test: onDatabaseInDepth() is for them.
    assert.deepEqual(empty, [])
  })
})
