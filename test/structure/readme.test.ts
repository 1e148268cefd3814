// The README stays short and shows what CI runs; the tables of settings and commands list exactly what there is.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONFIG_VARIABLES } from '../../src/app/config/config-variables.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MAX_LINES = 150
const MAX_PICTURE_BYTES = 150_000

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')
const readme = read('README.md')

test('the README shows the two command lines, and CI runs the one for tests', () => {
  assert.match(readme, /^```sh\nnpm ci && npm start\n```$/m)
  const [, command = ''] = /^```sh\n(npm ci && npm test)\n```$/m.exec(readme) ?? []
  assert.ok(command !== '' && read('.ci', 'run').includes(`{ ${command}; }`))
})

test('the README can be read in one go', () => {
  assert.ok(readme.trimEnd().split('\n').length <= MAX_LINES)
})

test('pictures are small', () => {
  const pictures = globSync(join(ROOT, 'docs', 'pictures', '*'))
  assert.ok(pictures.length >= 2)
  assert.deepEqual(
    pictures.filter((file) => statSync(file).size > MAX_PICTURE_BYTES),
    [],
  )
})

test('the configuration guide documents every variable with its default and meaning, and no other', () => {
  const guide = read('docs', 'guides', 'configuration.md')
  const table = /<!-- configuration -->\n([\s\S]*?)\n<!-- \/configuration -->/.exec(guide)?.[1]?.split('\n') ?? []
  const rows = CONFIG_VARIABLES.map((variable) => {
    const value = variable.default.startsWith('(') ? variable.default : `\`${variable.default}\``
    return `| \`${variable.name}\` | ${value} | ${variable.meaning} |`
  })
  assert.deepEqual(table.slice(2), rows)
})

test('the guide to the command line names every command, and no other', () => {
  const help = execFileSync(process.execPath, [join(ROOT, 'bin', 'tillgate.js'), '--help'], { encoding: 'utf8' })
  const [, listed = ''] = /^Commands:\n([\s\S]*)$/m.exec(help) ?? []
  const commands = Array.from(listed.matchAll(/^ {2}([a-z][\w-]*)/gm), ([, name]) => name).filter(
    (name) => name !== 'help',
  )
  const documented = Array.from(
    read('docs', 'guides', 'command-line.md').matchAll(/^\| `([a-z][\w-]*)/gm),
    ([, name]) => name,
  )
  assert.ok(commands.length > 0)
  assert.deepEqual(new Set(documented), new Set(commands))
})
