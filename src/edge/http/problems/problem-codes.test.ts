// A family that exists only here, with the error body of contracts C and D, behind the real server: what a concept
// raises arrives as that family's code, with pointers, resource, candidates and ISO reason.

import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { IsoReason } from '../../../platform/kernel/identifiers/iso-reason.ts'
import { domainProblems, type ReasonOf } from '../../../platform/kernel/problems/domain-problems.ts'
import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Family } from '../family.ts'
import { listen, post } from '../server/server.fixture.ts'
import { codeFor, hasCodeFor, type ProblemCodes } from './problem-codes.ts'
import { renderProblemDetails } from './problem-details.ts'
import type { ProblemContext, RenderedProblem } from './problem-renderer.ts'

// What the concepts declare beside themselves.
const tokenProblem = domainProblems('tokens', {
  'account-ambiguous': 'unprocessable',
  'funds-insufficient': 'unprocessable',
  'ledger-away': 'unavailable',
})
const loanProblem = domainProblems('loans', { 'terms-invalid': 'unprocessable' })

// What the family declares: its codes, and one table.
interface Code {
  readonly code: string
  readonly status: number
  readonly isoReason?: IsoReason
  readonly retryable?: true
}

const CODES = {
  invalid: { code: 'VALIDATION_FAILED', status: 400, isoReason: 'FF01' },
  unauthenticated: { code: 'UNAUTHENTICATED', status: 401 },
  forbidden: { code: 'FORBIDDEN', status: 403 },
  'not-found': { code: 'ROUTE_NOT_FOUND', status: 404 },
  'method-not-allowed': { code: 'METHOD_NOT_ALLOWED', status: 405 },
  conflict: undefined,
  'too-large': { code: 'PAYLOAD_TOO_LARGE', status: 413 },
  'unsupported-media-type': { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 },
  unprocessable: undefined,
  'rate-limited': { code: 'RATE_LIMITED', status: 429, retryable: true },
  internal: { code: 'INTERNAL_ERROR', status: 500 },
  unavailable: { code: 'CORE_UNAVAILABLE', status: 503, retryable: true },
  timeout: { code: 'GATEWAY_TIMEOUT', status: 504, retryable: true },
  'tokens.account-ambiguous': { code: 'REDEMPTION_ACCOUNT_AMBIGUOUS', status: 422 },
  'tokens.funds-insufficient': { code: 'INSUFFICIENT_AVAILABLE_TOKENS', status: 422, isoReason: 'AM04' },
  'tokens.ledger-away': { code: 'LEDGER_UNAVAILABLE', status: 503, retryable: true },
} as const satisfies ProblemCodes<ReasonOf<typeof tokenProblem>, Code>

function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const { status, retryable = false, ...row } = codeFor<Code>(CODES, problem)
  const entry = { ...row, httpStatus: status, title: 'Refused', cause: 'Try later.', retryable }
  return renderProblemDetails(entry, problem, about)
}

/** Sends a request that the operation answers with the problem. */
async function meet(t: TestContext, problem: unknown) {
  const family: Family = {
    name: 'digital',
    prefixes: ['/digital'],
    meets: (one) => hasCodeFor(CODES, one),
    renderProblem,
    routes: [
      { method: 'POST', path: '/digital/redemptions', operation: 'Redeem', answer: () => Promise.reject(problem) },
    ],
  }
  const { url, lines, completed } = await listen(t, { families: [family] })
  const request = post(JSON.stringify({ transaction: { ref: 'r-1', type: 'TOKEN_REDEMPTION' } }))
  const response = await fetch(`${url}/digital/redemptions?x=1`, request)
  const defects = lines.filter(({ level }) => level === 'error' || level === 50)
  return { response, body: JSON.parse(await response.text()), completed, defects }
}

test('a 422 arrives with pointers, resource, candidates and the ISO reason of the case', async (t) => {
  const { response, body, completed, defects } = await meet(
    t,
    tokenProblem('account-ambiguous', 'Several accounts fit', {
      details: [{ path: 'accounts[0].id', message: 'is needed', code: 'REQUIRED' }],
      resource: { type: 'TOKEN_REDEMPTION', id: 'red-1', state: 'PENDING' },
      candidates: [{ id: 'acc-1', label: 'Main' }, { id: 'acc-2' }],
      isoReason: 'AC03',
    }),
  )
  assert.deepEqual([response.status, response.headers.get('content-type')], [422, 'application/problem+json'])
  assert.deepEqual(body, {
    type: 'urn:tillgate:problem:redemption-account-ambiguous',
    title: 'Refused',
    status: 422,
    detail: 'Several accounts fit',
    instance: '/digital/redemptions',
    code: 'REDEMPTION_ACCOUNT_AMBIGUOUS',
    correlationId: response.headers.get('x-correlation-id'),
    timestamp: '1970-01-01T00:00:00.000Z',
    retryable: false,
    isoReason: 'AC03',
    transaction: { ref: 'r-1', type: 'TOKEN_REDEMPTION' },
    resource: { type: 'TOKEN_REDEMPTION', id: 'red-1', state: 'PENDING' },
    errors: [{ pointer: '/accounts/0/id', code: 'REQUIRED', message: 'is needed' }],
    candidates: [{ id: 'acc-1', label: 'Main' }, { id: 'acc-2' }],
  })
  assert.deepEqual([completed[0]?.status, completed[0]?.responseCode], [422, 'REDEMPTION_ACCOUNT_AMBIGUOUS'])
  assert.deepEqual(defects, [])
})

const MAPPED: readonly (readonly [problem: Problem, status: number, code: string, isoReason?: IsoReason])[] = [
  [tokenProblem('funds-insufficient', 'x'), 422, 'INSUFFICIENT_AVAILABLE_TOKENS', 'AM04'],
  [tokenProblem('ledger-away', 'x'), 503, 'LEDGER_UNAVAILABLE'],
  [invalidFields([{ path: 'a', message: 'is odd' }]), 400, 'VALIDATION_FAILED', 'FF01'],
]
for (const [problem, status, code, isoReason] of MAPPED) {
  test(`${problem.reason ?? problem.kind} is ${code}`, async (t) => {
    const { response, body, defects } = await meet(t, problem)
    assert.deepEqual([response.status, body.code, body.isoReason], [status, code, isoReason])
    assert.deepEqual(defects, [])
  })
}

const UNMET: readonly (readonly [title: string, problem: Problem, named: string])[] = [
  ['a reason of a concept it does not map', loanProblem('terms-invalid', 'secret'), 'loans.terms-invalid'],
  ['a reason whose kind it does map', new Problem('invalid', 'secret', {}, 'loans.x'), 'loans.x'],
  ['a reason named like a property of every object', new Problem('invalid', 'secret', {}, 'toString'), 'toString'],
  ['a kind it does not map', new Problem('conflict', 'secret', { retryAfterSeconds: 9 }), 'conflict'],
]
for (const [title, problem, named] of UNMET) {
  test(`${title} is the family's internal error, and a defect in the log`, async (t) => {
    const { response, body, completed, defects } = await meet(t, problem)
    assert.deepEqual([response.status, body.code, completed[0]?.status], [500, 'INTERNAL_ERROR', 500])
    assert.equal(response.headers.get('retry-after'), null)
    assert.doesNotMatch(JSON.stringify(body), /secret/)
    assert.deepEqual(
      defects.map(({ msg }) => msg),
      [`the family digital has no code for ${named}`],
    )
  })
}

test('a reason without a row does not compile', () => {
  const { 'tokens.ledger-away': _, ...incomplete } = CODES
  // @ts-expect-error: the row of tokens.ledger-away is missing
  const table: ProblemCodes<ReasonOf<typeof tokenProblem>, Code> = incomplete
  assert.ok(!Object.hasOwn(table, 'tokens.ledger-away'))
})
