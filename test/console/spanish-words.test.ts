// Everything that the gateway says or names and the console shows has Spanish: refusals, rules of fields, modules and states.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Catalogue } from '../../console/src/texts/catalogue.ts'
import { inWords, patternsOf } from '../../console/src/texts/message-patterns.ts'
import { gatewaySentences } from '../../console/texts/gateway-sentences.ts'
import { MODULES } from '../../src/administration/access/principal/modules.ts'
import { CATALOGUE } from '../../src/platform/kernel/catalogue/catalogue.ts'

const patterns = patternsOf(read('console/src/texts/es-messages.json') as Record<string, string>)
const { texts, words } = read('console/src/texts/es.json') as Catalogue

describe('what the gateway says has Spanish', () => {
  test('refusals and what is wrong with fields', () => {
    const found = gatewaySentences()
    assert.ok(found.size > 600, `${found.size} sentences were found`)
    const untold = [...found].filter(([sentence]) => !isTold(sentence))
    assert.deepEqual(
      untold.map(([sentence, file]) => `${file}: ${sentence}`),
      [],
    )
  })

  for (const name of ['onboarding', 'digital', 'lending']) {
    test(`what contract/${name}.json expects of fields`, () => {
      const expected = [...expectations(read(`contract/${name}.json`))]
      assert.ok(expected.length > 0)
      assert.deepEqual(
        // A description may end with the full stop of its rule.
        expected.filter((text) => !isTold(text) && !isTold(`${text}.`)),
        [],
      )
    })
  }

  test('causes of faults, which are told instead of what failed', () => {
    const faults = Object.entries(CATALOGUE).filter(
      ([code, { httpStatus }]) => httpStatus >= 500 && !code.startsWith('A-'),
    )
    assert.ok(faults.length > 0)
    assert.deepEqual(
      faults.map(([, { cause }]) => cause).filter((cause) => !isTold(cause)),
      [],
    )
  })
})

describe('what the gateway names has Spanish', () => {
  test('modules, by their names and where only their ids are known', () => {
    const named = MODULES.flatMap(({ moduleId, moduleName }) => [moduleName, wordsOf(moduleId)])
    assert.deepEqual(
      named.filter((name) => !hasWord(name)),
      [],
    )
  })

  test('the button of every list that makes a new record', () => {
    const made = globSync('console/src/pages/**/*.tsx')
      .map((file) => readFileSync(file, 'utf8'))
      .filter((source) => /\bResourceList(Page|ing)\b/.test(source))
      .flatMap((source) => [...source.matchAll(/\bnoun(?:: |=)['"]([^'"]+)/g)].map(([, noun]) => `New ${noun}`))
    assert.ok(made.length > 10, `${made.length} were found`)
    assert.deepEqual(
      made.filter((text) => !hasWord(text)),
      [],
    )
  })

  for (const name of ['onboarding', 'digital', 'lending']) {
    test(`codes of contract/${name}.json that are shown as words`, () => {
      const codes = new Set(shownCodes(read(`contract/${name}.json`)))
      assert.ok(codes.size > 0)
      assert.deepEqual(
        [...codes].filter((code) => !hasWord(wordsOf(code))),
        [],
      )
    })
  }
})

/** Words that no Spanish sentence has: a value took what should be translated. */
const ENGLISH = /\b(the|must|is|are|of|and|not|with|that|be|or|than|was)\b/

function isTold(sentence: string): boolean {
  const told = inWords(patterns, sentence)
  return told !== sentence && !ENGLISH.test(told)
}

/** `Must be …`, where a schema is described. */
function* expectations(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { description } = node as { description?: unknown }
  const [expected] = typeof description === 'string' ? (/Must be .+?(?=\. [A-Z]|\.?$)/.exec(description) ?? []) : []
  if (expected !== undefined) yield expected
  for (const child of Object.values(node)) yield* expectations(child)
}

/** Members whose codes the console writes as words; others have tables of their own. */
const SHOWN_AS_WORDS: ReadonlySet<string> = new Set([
  'status',
  'state',
  'riskFlag',
  'rounding',
  'instalmentBasis',
  'annuityRate',
  'allowedModules',
])

function* shownCodes(node: unknown, member = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { enum: choices = [], const: only } = node as { enum?: unknown[]; const?: unknown }
  if (SHOWN_AS_WORDS.has(member)) {
    for (const code of Array.isArray(choices) ? [...choices, only] : [])
      if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) yield code
  }
  for (const [name, child] of Object.entries(node)) {
    const isMember = (node as { properties?: unknown }).properties === undefined && !IN_A_SCHEMA.test(name)
    yield* shownCodes(child, isMember ? name : member)
  }
}

const IN_A_SCHEMA = /^(properties|items|anyOf|oneOf|allOf|schema|\d+)$/

/** `UNDER_REVIEW` as `Under review`. */
function wordsOf(code: string): string {
  const english = code.replaceAll('_', ' ').toLowerCase()
  return english.charAt(0).toUpperCase() + english.slice(1)
}

function hasWord(english: string): boolean {
  return (words[english] ?? texts[english] ?? '') !== ''
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
}
