import assert from 'node:assert/strict'
import test from 'node:test'
import { domainProblems } from './domain-problems.ts'
import { afterDone, invalidFields, Problem, timedOut, unavailable } from './problem.ts'

const loanProblem = domainProblems('loans', { 'terms-invalid': 'unprocessable', expired: 'conflict' })
const tokenProblem = domainProblems('tokens', { expired: 'not-found' })

test('a domain problem has the kind and status that its concept gives the reason', () => {
  const problem = loanProblem('terms-invalid', 'the term is not whole', { isoReason: 'FF01' })
  assert.ok(problem instanceof Problem)
  assert.deepEqual(
    [problem.kind, problem.httpStatus, problem.reason, problem.message, problem.isoReason],
    ['unprocessable', 422, 'loans.terms-invalid', 'the term is not whole', 'FF01'],
  )
})

test('two concepts can use the same word', () => {
  const problems = [loanProblem('expired', 'x'), tokenProblem('expired', 'x')]
  assert.deepEqual(
    problems.map(({ reason, httpStatus }) => [reason, httpStatus]),
    [
      ['loans.expired', 409],
      ['tokens.expired', 404],
    ],
  )
  assert.deepEqual(
    { ...loanProblem.kinds, ...tokenProblem.kinds },
    {
      'loans.terms-invalid': 'unprocessable',
      'loans.expired': 'conflict',
      'tokens.expired': 'not-found',
    },
  )
})

test('a problem carries a bounded number of fields and candidates', () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ path: `f${i}`, message: 'is odd', id: `${i}` }))
  const problem = new Problem('unprocessable', 'x', { details: many, candidates: many })
  assert.deepEqual([problem.details.length, problem.detailCount, problem.candidates.length], [100, 1000, 100])
})

const FAILURES: [title: string, error: unknown, expected: string | undefined][] = [
  ['a dependency that cannot be reached', unavailable('gone'), 'timeout'],
  ['a timeout', timedOut('late'), 'timeout'],
  ['a refusal', invalidFields([]), 'invalid'],
  ['a defect', new TypeError('a bug'), undefined],
]
for (const [title, error, expected] of FAILURES) {
  test(`an answer to work that is done: ${title} ${expected === 'timeout' ? 'leaves it unknown' : 'stays what it is'}`, async () => {
    const thrown = await afterDone(() => Promise.reject(error)).catch((reason: unknown) => reason)
    assert.equal(thrown instanceof Problem ? thrown.kind : undefined, expected)
    if (expected !== 'timeout') assert.equal(thrown, error)
  })
}
