import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { startProgress } from './progress.ts'

/** Standard error of a command, and what was written to it. */
function outputOf(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 120,
    cursorTo() {},
    clearLine() {},
    moveCursor() {},
  })
  return { output: stream as unknown as NodeJS.WriteStream, written: () => String(stream.read() ?? '') }
}

test('without a terminal a line is printed per tenth', () => {
  const { output, written } = outputOf(false)
  const progress = startProgress({ label: 'accounts', total: 1000, output })
  for (const done of [50, 100, 150, 420, 430, 1000]) progress.update(done, `${done} lines`)
  progress.stop()
  assert.equal(written(), 'accounts: 10%, 100 lines\naccounts: 40%, 420 lines\n')
})

test('without a total nothing is printed', () => {
  const { output, written } = outputOf(false)
  startProgress({ label: 'accounts', total: 0, output }).update(5)
  assert.equal(written(), '')
})

test('on a terminal a bar is drawn', () => {
  const { output, written } = outputOf(true)
  const progress = startProgress({ label: 'accounts', total: 10, output })
  progress.update(5, '5 lines')
  progress.stop()
  assert.match(written(), /accounts .*50% \| 5 lines/)
})
