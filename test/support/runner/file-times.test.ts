import assert from 'node:assert/strict'
import test from 'node:test'
import { FileTimes } from './file-times.ts'

test('a long run ends with its slowest files, and the time of each folder', () => {
  const times = new FileTimes('/project')
  for (let i = 1; i <= 30; i++) times.add(`/project/src/part-${i % 2}/file-${i}.test.ts`, i * 1_000)
  times.add('/project/src/part-1/file-29.test.ts', 500)
  const lines = times.summary()
  assert.equal(lines[0], 'The 20 slowest of 30 files:')
  assert.deepEqual(lines.slice(1, 3), [
    '    30.0 s  src/part-0/file-30.test.ts',
    '    29.5 s  src/part-1/file-29.test.ts',
  ])
  assert.deepEqual(lines.slice(21), [
    'By folder, files that ran side by side added up:',
    '   240.0 s  src/part-0',
    '   225.5 s  src/part-1',
  ])
})

test('a run of a few files has no summary', () => {
  const times = new FileTimes('/project')
  times.add('/project/src/a.test.ts', 1)
  assert.deepEqual(times.summary(), [])
})
