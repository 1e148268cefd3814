import assert from 'node:assert/strict'
import test from 'node:test'
import { FileTimes } from './file-times.ts'

test('a run ends with its slowest and its dearest files, and the time of each folder', () => {
  const times = new FileTimes('/project')
  const spent = (name: string, passedMs: number, processorMs: number) => ({
    file: name.startsWith('/') ? name : `/project/src/${name}.test.ts`,
    passedMs,
    processorMs,
  })
  const group = ['/project/src/part-0/file-30.test.ts', '/project/src/part-1/file-29.test.ts']
  times.add(
    [
      ...Array.from({ length: 28 }, (_, i) => spent(`part-${(i + 1) % 2}/file-${i + 1}`, (i + 1) * 1_000, 0)),
      spent('part-0/file-30', 30_000, 2_000),
      spent('part-1/file-29', 29_000, 3_000),
      spent('/tmp/group.mjs', 60_000, 6_000),
      spent('part-1/file-29', 500, 0),
    ],
    (entry) => (entry === '/tmp/group.mjs' ? group : []),
  )
  times.addOther('PostgreSQL', 4_000)
  const lines = times.summary()
  assert.equal(lines[0], 'The 10 slowest of 30 files (passed, processor time):')
  assert.deepEqual(lines.slice(1, 3), [
    '    30.0 s      2.5 s  src/part-0/file-30.test.ts',
    '    29.5 s      3.5 s  src/part-1/file-29.test.ts',
  ])
  assert.equal(lines[11], 'The 25 dearest of 30 files (passed, processor time):')
  assert.deepEqual(lines.slice(12, 14), [
    '    29.5 s      3.5 s  src/part-1/file-29.test.ts',
    '    30.0 s      2.5 s  src/part-0/file-30.test.ts',
  ])
  assert.deepEqual(lines.slice(37), [
    'By folder, files that ran side by side added up (passed, processor time):',
    '     0.0 s      4.0 s  PostgreSQL',
    '   225.5 s      3.5 s  src/part-1',
    '   240.0 s      2.5 s  src/part-0',
    '   465.5 s     10.0 s  all',
  ])
})

test('a run of one file has no summary', () => {
  const times = new FileTimes('/project')
  times.add([{ file: '/project/src/a.test.ts', passedMs: 1, processorMs: 1 }], () => [])
  assert.deepEqual(times.summary(), [])
})
