// The table of kinds: its examples fit their schemas, the page for partners lists it, and each kind is stored somewhere.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { EVENT_KINDS, KINDS_OF_EVENTS } from './event-kinds.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('the example of every kind fits its schema', () => {
  for (const [kind, { data, example }] of KINDS_OF_EVENTS)
    if (example !== undefined) assert.ok(Check(data, example), kind)
})

test('docs/events.md lists every kind', () => {
  const page = readFileSync(join(ROOT, 'docs', 'events.md'), 'utf8')
  const rows = Object.entries(EVENT_KINDS).map(([kind, { tells }]) => `| \`${kind}\` | ${tells} |`)
  assert.deepEqual(page.match(/^\| `.*$/gm), rows)
})

test('every kind is stored somewhere', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?!events)(?!.*test).*\.ts$/.test(file) && !file.includes('families'),
  )
  const sources = files.map((file) => readFileSync(join(ROOT, 'src', file), 'utf8')).join('\n')
  assert.deepEqual(
    Object.keys(EVENT_KINDS).filter((kind) => !sources.includes(`'${kind}'`)),
    [],
  )
})
