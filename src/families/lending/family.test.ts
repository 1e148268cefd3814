// What happens to a request of lending before its operation runs: headers, credentials, grants, keys.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testPartnerFamily } from '../../edge/partners/partner-suite.fixture.ts'
import { loanProblem } from '../../loans/loan-problems.ts'
import { openEdge } from './edge.fixture.ts'
import { LENDING } from './family.ts'
import { LENDING_OPERATIONS } from './operations.ts'

testPartnerFamily({
  family: LENDING,
  operations: LENDING_OPERATIONS,
  open: openEdge,
  read: 'GET /loans',
  write: 'POST /loans',
  module: 'LOAN_SERVICING',
  otherModule: 'LOAN_ORIGINATION',
  wholeModule: 'LENDING',
  reasons: loanProblem.kinds,
  queryOf: ({ route }) => (route === 'GET /rates' ? '?productCode=PERSONAL' : ''),
})

describe('idempotency keys', () => {
  const loan = LENDING_OPERATIONS.find(({ id }) => id === 'CreateLoan')?.requestExamples?.[0]?.value as object
  const keyed = (key: string) => ({ 'idempotency-key': key })

  test('the content of a key is the path and the known fields, in any order', async () => {
    const edge = openEdge()
    const contentOf = async (route: string, body: object, key = 'k') => {
      const answer = await edge.call(route, { body, headers: keyed(key) })
      assert.equal(answer.status, 200, answer.text)
      return edge.asked.at(-1)?.key?.content.toString('hex')
    }
    const first = await contentOf('POST /loans', loan)
    const reversed = Object.fromEntries(Object.entries(loan).reverse())
    assert.equal(await contentOf('POST /loans', { ...reversed, unknown: 1 }), first)
    assert.notEqual(await contentOf('POST /loans', { ...loan, principal: 1201 }), first)
    const applicant = { firstName: 'Ada', lastName: 'Example', age: 30 }
    assert.notEqual(await contentOf('POST /loans', { ...loan, applicant }), first, 'fields that are kept count')
    const close = { reason: 'CANCELLED' }
    assert.notEqual(await contentOf('POST /loans/a/close', close), await contentOf('POST /loans/b/close', close))
    assert.deepEqual(edge.asked.at(-1)?.key?.partnerId, 'PARTNER01')
  })

  test('a read and a preview have no key', async () => {
    const edge = openEdge()
    await edge.call('GET /loans', { headers: keyed('k') })
    const body = { effectiveDate: '2026-02-01', type: 'REAMORTISE', preview: true }
    const PREVIEWS: [route: string, body: object][] = [
      ['POST /loans/a/restructure', body],
      ['POST /offers', { applicationId: 'a', preview: true }],
      ['POST /loans/a/repayments', { amount: 1, preview: true }],
      ['POST /loans/a/repayments/partial', { amount: 1, preview: true }],
      [
        'POST /loans/a/repayments/manual',
        { amount: 1, valueDate: '2026-02-01', reason: 'r', operatorId: 'o', preview: true },
      ],
    ]
    for (const [route, sent] of PREVIEWS) await edge.call(route, { body: sent, headers: keyed('k') })
    assert.deepEqual(
      edge.asked.map(({ key }) => key),
      [undefined, ...PREVIEWS.map(() => undefined)],
    )
  })

  for (const [title, key] of [
    ['blanks', 'a b'],
    ['more than 255 characters', 'k'.repeat(256)],
    ['nothing', ''],
  ] as const) {
    test(`a key of ${title} is refused by name`, async () => {
      const { status, body } = await openEdge().call('POST /loans', { body: loan, headers: keyed(key) })
      assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/Idempotency-Key'])
    })
  }
})
