import assert from 'node:assert/strict'
import test from 'node:test'
import type { Step } from '../database.ts'
import { columnStep, mergeSteps } from './merge-steps.ts'

const A = { name: 'a', text: 'COPY a FROM STDIN' }
const B = { name: 'b', text: 'UPDATE b … unnest($1::uuid[], $2::bigint[])' }
const C = { name: 'c', text: 'UPDATE c … $1' }
const copy = (rows: string): Step => ({ statement: A, values: [], rows })
const plain = (value: string): Step => ({ statement: C, values: [value] })

const ROWS: [title: string, steps: Step[], merged: Step[]][] = [
  ['nothing', [], []],
  [
    'copies of one table into the first of them',
    [copy('1\n2\n'), plain('x'), copy('3\n')],
    [copy('1\n2\n3\n'), plain('x')],
  ],
  ['no steps with single values', [plain('x'), plain('y')], [plain('x'), plain('y')]],
  ['a step that is alone not at all', [copy('1\n'), plain('x')], [copy('1\n'), plain('x')]],
  [
    'columns, also those that are null in a part of them',
    [
      columnStep(B, [
        ['u', 'v'],
        [null, null],
      ]),
      columnStep(B, [['w'], [7n]]),
    ],
    [
      columnStep(B, [
        ['u', 'v', 'w'],
        [null, null, 7n],
      ]),
    ],
  ],
]
for (const [title, steps, merged] of ROWS) {
  test(`merges ${title}`, () => assert.deepEqual(mergeSteps(steps), merged))
}

test('columns are sent as array literals', () => {
  const [merged] = mergeSteps([columnStep(B, [['u'], [null]]), columnStep(B, [['w'], [7n]])])
  assert.deepEqual(merged?.values, ['{u,w}', '{NULL,7}'])
})
