import assert from 'node:assert/strict'
import test from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { resourceOf } from '../../tokens/resource.ts'
import { tokenProblem } from '../../tokens/token-problems.ts'
import { digitalProblems } from './problems.ts'

const { renderProblem } = digitalProblems

const ABOUT = {
  correlationId: '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30',
  timestamp: '2026-01-15T10:00:00.000Z',
  path: '/api/digital/v1/token-redemptions',
  body: { transaction: { ref: 'r-1', type: 'TOKEN_REDEMPTION', more: 1 }, secret: 'x' },
}

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

test('a wrong type goes before other faults', () => {
  const details = [undefined, 'INVALID_TRANSACTION_TYPE', 'INVALID_AMOUNT'].map((code, at) => ({
    path: `f${at}`,
    message: 'is odd',
    ...(code !== undefined && { code }),
  }))
  const { responseCode } = renderProblem(new Problem('invalid', 'no', { details }), ABOUT)
  assert.equal(responseCode, 'INVALID_TRANSACTION_TYPE')
})

test('a ledger that cannot be reached says nothing of its cause, and to retry', () => {
  const { status, body } = renderProblem(tokenProblem('ledger-unavailable', 'connect ECONNREFUSED 10.0.0.1'), ABOUT)
  const { code, retryable } = JSON.parse(body)
  assert.deepEqual([status, code, retryable], [503, 'LEDGER_UNAVAILABLE', true])
  assert.ok(!body.includes('ECONNREFUSED'))
})
