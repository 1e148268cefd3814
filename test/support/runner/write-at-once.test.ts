// A process whose results are read slowly ends with the last of them written, whatever else it started.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'

const WRITE_AT_ONCE = new URL('write-at-once.js', import.meta.url).href
const LINE_BYTES = 500
/** More than a pipe holds at first, then less than that beside what is still in it. */
const LINES = [200, 300, 500, 700, 900]

/** Ends as the runner ends a process: once everything was passed on. Its child makes the output they share unblocking. */
const CHILD = `
  import { spawn } from 'node:child_process'
  import { once } from 'node:events'
  import { PassThrough } from 'node:stream'
  const sharing = 'process.stdout.write(""); process.send("ready"); process.on("disconnect", () => process.exit())'
  const other = spawn(process.execPath, ['-e', sharing], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(other, 'message')
  const results = new PassThrough({ highWaterMark: 1_000_000 })
  results.pipe(process.stdout)
  process.stdout.on('unpipe', () => process.exit())
  for (let i = 0; i < Number(process.argv[1]); i++) results.write('x'.repeat(${LINE_BYTES - 1}) + '\\n')
  results.end()
`

for (const lines of LINES) {
  test(`${lines} lines reach a slow reader`, async () => {
    const args = [`--import=${WRITE_AT_ONCE}`, '--input-type=module', '-e', CHILD, String(lines)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let bytes = 0
    for await (const data of child.stdout) {
      bytes += (data as Buffer).length
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
    assert.equal(bytes, lines * LINE_BYTES)
  })
}
