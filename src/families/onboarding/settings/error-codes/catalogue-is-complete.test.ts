// The catalogue holds every code that the platform can send, and only those. What can be sent is read off the source:
// the codes it names, and the response codes that a core can answer with.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DECLINE } from '../../../../channels/core/outcome.ts'
import { CATALOGUE } from '../../../../platform/kernel/catalogue/catalogue.ts'

const SOURCE = join(import.meta.dirname, '..', '..', '..', '..')
const APPROVED = 'A-000'

const files = globSync('**/*.ts', {
  cwd: SOURCE,
  exclude: [
    '**/*.test.ts',
    '**/*.fixture.ts',
    'platform/kernel/catalogue/**',
    'families/onboarding/settings/error-codes/**',
  ],
})
const named = new Set(namedIn(files, /['"`]([A-D]-(?:(?:[A-Z]+-)?\d{3}|[A-Z]+(?:_[A-Z]+)*))\b/g))
/** How movements of tokens end, by the reason alone. */
const outcomes = namedIn(
  files.filter((file) => file.startsWith('tokens')),
  /\breasonCode: '([A-Z_]+)'/g,
)
const sent = new Set([
  ...named,
  ...outcomes.map((reason) => `C-${reason}`),
  APPROVED,
  ...Object.values(DECLINE).map((code) => `A-${code}`),
])

function namedIn(sources: readonly string[], pattern: RegExp): string[] {
  return sources.flatMap((file) =>
    Array.from(codeOf(join(SOURCE, file)).matchAll(pattern), ([, name]) => name as string),
  )
}

/** Without its comments, which may mention what is not sent. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

test('every code that the platform can send is in the catalogue', () => {
  assert.deepEqual(
    [...sent].filter((code) => !Object.hasOwn(CATALOGUE, code)),
    [],
  )
})

test('every code of the catalogue can be sent', () => {
  assert.deepEqual(
    Object.keys(CATALOGUE).filter((code) => !sent.has(code)),
    [],
  )
})

test('the search sees what families name', () => {
  assert.ok(named.has('A-904'), 'account services name their codes in problems.ts')
  assert.ok(!named.has('A-110'), 'a decline is named by the core')
})
