// What the start does not load, because few processes need it and loading it takes long.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const LOADED_LATER = ['@gorules/zen-engine', 'nodemailer']

const LIST_LOADED = `
  await import('./src/app/wire.ts')
  const { createRequire } = await import('node:module')
  console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)))`

test('the start loads no library that only some of the work needs', async () => {
  const root = new URL('../..', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LIST_LOADED], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  })
  const files = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string[]
  assert.ok(files.some((file) => file.includes('/node_modules/fastify/')))
  const loaded = LOADED_LATER.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)))
  assert.deepEqual(loaded, [])
})
