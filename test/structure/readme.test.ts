// The README's configuration table lists exactly what config.ts reads.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CONFIG_VARIABLES } from '../../src/config-variables.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README documents every variable with its default and meaning, and no other', () => {
  const table = /<!-- configuration -->\n([\s\S]*?)\n<!-- \/configuration -->/.exec(readme)?.[1]?.split('\n') ?? []
  const rows = CONFIG_VARIABLES.map((variable) => {
    const value = variable.default.startsWith('(') ? variable.default : `\`${variable.default}\``
    return `| \`${variable.name}\` | ${value} | ${variable.meaning} |`
  })
  assert.deepEqual(table.slice(2), rows)
})

test('the README shows the two command lines', () => {
  assert.match(readme, /^npm ci && npm start$/m)
  assert.match(readme, /^npm ci && npm test$/m)
})
