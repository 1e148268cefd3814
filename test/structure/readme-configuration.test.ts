// The README's table of environment variables is the one the code reads, row by row.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONFIG_VARIABLES } from '../../src/config.ts'

const HEADING = '| Variable | Default | Meaning |'

test('the README lists every environment variable, and only those', () => {
  const rows = CONFIG_VARIABLES.map(
    (variable) => `| \`${variable.name}\` | ${variable.default} | ${variable.meaning} |`,
  )
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8').split('\n')
  const start = readme.indexOf(HEADING)
  const listed =
    start === -1 ? [] : readme.slice(start + 2, start + 2 + rows.length + 1).filter((line) => /^\|/.test(line))
  const expected = [HEADING, '|---|---|---|', ...rows].join('\n')
  assert.deepEqual(listed, rows, `README.md should hold this table:\n${expected}`)
})
