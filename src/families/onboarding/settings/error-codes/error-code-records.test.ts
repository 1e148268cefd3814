import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CATALOGUE } from '../../../../platform/kernel/catalogue/catalogue.ts'
import { errorCodeOf, findErrorCodes } from './error-code-records.ts'

test('without a filter every code of the catalogue is listed once, in order', () => {
  const codes = findErrorCodes({})?.map(({ code }) => code)
  assert.deepEqual(codes, Object.keys(CATALOGUE).sort())
})

// One row per filter: what is asked, and a code that is found and one that is not.
const FILTERS: [filter: Parameters<typeof findErrorCodes>[0], found: string, left: string][] = [
  [{ family: 'A' }, 'A-110', 'B-AUTH-001'],
  [{ family: 'a' }, 'A-110', 'B-AUTH-001'],
  [{ family: 'accounts' }, 'A-110', 'B-AUTH-001'],
  [{ family: 'Onboarding' }, 'B-AUTH-001', 'A-110'],
  [{ search: 'b-auth' }, 'B-AUTH-003', 'B-REQ-001'],
  [{ search: 'INSUFFICIENT' }, 'A-110', 'A-111'],
  [{ search: 'smaller amount' }, 'A-110', 'A-111'],
  [{ family: 'B', search: 'not' }, 'B-REQ-004', 'A-404'],
]
for (const [filter, found, left] of FILTERS) {
  test(`${JSON.stringify(filter)} finds ${found} and not ${left}`, () => {
    const codes = findErrorCodes(filter)?.map(({ code }) => code)
    assert.ok(codes?.includes(found))
    assert.ok(!codes?.includes(left))
  })
}

test('an unknown family is distinguished from one without findings', () => {
  assert.equal(findErrorCodes({ family: 'E' }), undefined)
  assert.deepEqual(findErrorCodes({ family: 'A', search: 'no such words' }), [])
})

test('a record holds what the contract lists', () => {
  assert.deepEqual(errorCodeOf('A-110'), {
    code: 'A-110',
    family: 'A',
    httpStatus: 200,
    responseCode: '110',
    title: 'Insufficient funds',
    cause: 'The available balance is below the amount.',
    remedy: 'Ask for a smaller amount.',
    retryable: false,
  })
  assert.equal(errorCodeOf('B-AUTH-001')?.responseCode, undefined)
  assert.equal(errorCodeOf('toString'), undefined)
})
