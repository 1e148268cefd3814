// The files in deploy/ name only variables that the gateway reads, and only parts of the checkout that exist.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONFIG_VARIABLES } from '../../src/app/config/config-variables.ts'

const root = join(import.meta.dirname, '..', '..')
const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

const KNOWN: ReadonlySet<string> = new Set([...CONFIG_VARIABLES.map(({ name }) => name), 'NODE_ENV'])

// Where a file sets variables, and how.
const FILES: readonly [name: string, pattern: RegExp][] = [
  ['Dockerfile', /(?<=^ENV .*)\b([A-Z_]+)(?==)/gm],
  ['compose.yml', /^ {6}((?!POSTGRES_)[A-Z_]+):/gm],
  ['kubernetes/tillgate.yml', /^ {2}([A-Z_]+):/gm],
  ['kubernetes/tillgate.yml', /- \{ name: ([A-Z_]+),/g],
  ['systemd/tillgate.service', /(?<=^Environment=.*)\b([A-Z_]+)(?==)/gm],
]

for (const [name, pattern] of FILES) {
  test(`deploy/${name} sets variables that the gateway reads (${pattern})`, () => {
    const set = [...deploy(name).matchAll(pattern)].map(([, variable]) => variable as string)
    assert.ok(set.length > 0)
    assert.deepEqual(
      set.filter((variable) => !KNOWN.has(variable)),
      [],
    )
  })
}

test('the image copies what exists', () => {
  const copied = [...deploy('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
    (sources as string).split(' '),
  )
  assert.ok(copied.includes('src'))
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(root, path))),
    [],
  )
})
