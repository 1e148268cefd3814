import assert from 'node:assert/strict'
import test from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { parseFormBody } from './form-body.ts'

test('a form becomes its fields', () => {
  const fields = parseFormBody('grant_type=authorization_code&code=a%2Bb+c&empty=')
  assert.deepEqual({ ...fields }, { grant_type: 'authorization_code', code: 'a+b c', empty: '' })
  assert.deepEqual({ ...parseFormBody('') }, {})
})

test('`__proto__` and the like are ordinary field names', () => {
  const fields = parseFormBody('__proto__=x&constructor=y')
  assert.equal(Object.getPrototypeOf(fields), null)
  assert.deepEqual(Object.keys(fields).sort(), ['__proto__', 'constructor'])
})

const REFUSED: [title: string, text: string, path: string][] = [
  ['a field sent twice', 'code=1&code=2', 'code'],
  ['too many fields', Array.from({ length: 51 }, (_, i) => `f${i}=`).join('&'), 'body'],
  ['bytes that are not UTF-8', 'code=%ff%fe', 'code'],
  ['a name that is not UTF-8, without echoing it', 'x%ff=1', '?'],
  ['markup as a name sent twice, without echoing it', '%3Cb%3E%22=1&%3Cb%3E%22=2', '?'],
]
for (const [title, text, path] of REFUSED) {
  test(`${title} is refused`, () => {
    assert.throws(
      () => parseFormBody(text),
      (error) => error instanceof Problem && error.kind === 'invalid' && error.details[0]?.path === path,
    )
  })
}
