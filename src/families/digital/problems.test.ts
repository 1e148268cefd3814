import assert from 'node:assert/strict'
import test from 'node:test'
import { accessProblem } from '../../access/access-problems.ts'
import { CATALOGUE } from '../../kernel/catalogue/catalogue.ts'
import { PROBLEM_STATUS, Problem, type ProblemKind, timedOut, unavailable } from '../../kernel/problem.ts'
import { resourceOf } from '../../tokens/resource.ts'
import { tokenProblem } from '../../tokens/token-problems.ts'
import { meets, PROBLEM_CODES, renderProblem } from './problems.ts'

const ABOUT = {
  correlationId: '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30',
  timestamp: '2026-01-15T10:00:00.000Z',
  path: '/api/digital/v1/token-redemptions',
  body: { transaction: { ref: 'r-1', type: 'TOKEN_REDEMPTION', more: 1 }, secret: 'x' },
}

test('every kind and reason has a code of its own status', () => {
  const reasons: Readonly<Record<string, ProblemKind>> = {
    'access.not-signed-in': accessProblem.kinds['access.not-signed-in'],
    ...tokenProblem.kinds,
  }
  const kinds = Object.keys(PROBLEM_STATUS).map((kind) => [kind, kind])
  const kindOf: Readonly<Record<string, ProblemKind>> = { ...Object.fromEntries(kinds), ...reasons }
  assert.deepEqual(Object.keys(PROBLEM_CODES).toSorted(), Object.keys(kindOf).toSorted())
  for (const [row, code] of Object.entries(PROBLEM_CODES)) {
    if (code === undefined) continue
    const kind = kindOf[row] as ProblemKind
    assert.equal(CATALOGUE[code].httpStatus, PROBLEM_STATUS[kind], row)
    const problem = new Problem(kind, 'no', {}, row in reasons ? row : undefined)
    assert.deepEqual([meets(problem), renderProblem(problem, ABOUT).responseCode], [true, code.slice(2)])
  }
})

test('a problem has every field of the contract', () => {
  const problem = tokenProblem('redemption-account-ambiguous', 'several accounts could be meant', {
    resource: resourceOf('DIGITAL_ASSET_ACCOUNT', 'a1', 'ACTIVE'),
    candidates: [{ id: 'a1', label: 'Main' }, { id: 'a2' }],
  })
  const { status, contentType, body } = renderProblem(problem, ABOUT)
  assert.deepEqual([status, contentType], [422, 'application/problem+json'])
  assert.deepEqual(JSON.parse(body), {
    type: 'urn:tillgate:problem:redemption-account-ambiguous',
    title: 'Several accounts to redeem from',
    status: 422,
    detail: 'several accounts could be meant',
    instance: ABOUT.path,
    code: 'REDEMPTION_ACCOUNT_AMBIGUOUS',
    correlationId: ABOUT.correlationId,
    timestamp: ABOUT.timestamp,
    retryable: false,
    transaction: { ref: 'r-1', type: 'TOKEN_REDEMPTION' },
    resource: { type: 'DIGITAL_ASSET_ACCOUNT', id: 'a1', state: 'ACTIVE' },
    candidates: [{ id: 'a1', label: 'Main' }, { id: 'a2' }],
  })
})

const REASONS: [title: string, problem: Problem, code: string, isoReason: string | undefined][] = [
  ['of its code', tokenProblem('account-not-found', 'no'), 'ACCOUNT_NOT_FOUND', 'AC01'],
  ['of a refused body', new Problem('invalid', 'no'), 'VALIDATION_FAILED', 'FF01'],
  [
    'of its case',
    tokenProblem('linked-account-invalid', 'no', { isoReason: 'AC03' }),
    'LINKED_ACCOUNT_INVALID',
    'AC03',
  ],
  ['none', tokenProblem('user-not-active', 'no'), 'USER_NOT_ACTIVE', undefined],
]
for (const [title, problem, code, isoReason] of REASONS) {
  test(`the ISO 20022 reason: ${title}`, () => {
    const body = JSON.parse(renderProblem(problem, ABOUT).body)
    assert.deepEqual([body.code, body.isoReason], [code, isoReason])
  })
}

const FAULTS: [title: string, codes: (string | undefined)[], code: string][] = [
  ['one kind of fault', ['INVALID_AMOUNT'], 'INVALID_AMOUNT'],
  ['several kinds', ['INVALID_AMOUNT', undefined], 'VALIDATION_FAILED'],
  [
    'a wrong type and other faults',
    [undefined, 'INVALID_TRANSACTION_TYPE', 'INVALID_AMOUNT'],
    'INVALID_TRANSACTION_TYPE',
  ],
  ['a kind that has no code', ['NOTHING'], 'VALIDATION_FAILED'],
]
for (const [title, codes, expected] of FAULTS) {
  test(`the code of ${title} is ${expected}`, () => {
    const details = codes.map((code, at) => ({
      path: `f${at}`,
      message: 'is odd',
      ...(code !== undefined && { code }),
    }))
    assert.equal(renderProblem(new Problem('invalid', 'no', { details }), ABOUT).responseCode, expected)
  })
}

test('a fault says nothing of its cause, and whether to retry', () => {
  const internals = 'connect ECONNREFUSED 10.0.0.1'
  for (const [problem, status, code, retryable] of [
    [unavailable(internals), 503, 'CORE_UNAVAILABLE', true],
    [tokenProblem('ledger-unavailable', internals), 503, 'LEDGER_UNAVAILABLE', true],
    [timedOut(internals), 504, 'GATEWAY_TIMEOUT', true],
    [new Problem('internal', internals), 500, 'INTERNAL_ERROR', false],
    [new Problem('conflict', internals), 500, 'INTERNAL_ERROR', false],
  ] as const) {
    const { status: sent, body } = renderProblem(problem, ABOUT)
    const parsed = JSON.parse(body)
    assert.deepEqual([sent, parsed.code, parsed.retryable], [status, code, retryable])
    assert.ok(!body.includes('ECONNREFUSED'))
  }
})
