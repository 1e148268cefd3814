import assert from 'node:assert/strict'
import test from 'node:test'
import { jsonPointerOf } from './json-pointer.ts'

const POINTERS: readonly (readonly [path: string, pointer: string])[] = [
  ['body', ''],
  ['amount', '/amount'],
  ['amount.currencyCode', '/amount/currencyCode'],
  ['fees[0].code', '/fees/0/code'],
  ['rows[1][2]', '/rows/1/2'],
  ['a/b~c', '/a~1b~0c'],
]
for (const [path, pointer] of POINTERS) {
  test(`${path} is ${JSON.stringify(pointer)}`, () => assert.equal(jsonPointerOf(path), pointer))
}
