import assert from 'node:assert/strict'
import test from 'node:test'
import { accessProblem } from '../../administration/access/access-problems.ts'
import { changeRequestProblem } from '../../administration/change-requests/change-request-problems.ts'
import { eventProblem } from '../../administration/event-delivery/event-problems.ts'
import { institutionProblem } from '../../administration/institutions/institution-problems.ts'
import { propertyProblem } from '../../administration/properties/property-problems.ts'
import { coreProblem } from '../../channels/core/core-problems.ts'
import { productProblem } from '../../loans/products/product-problems.ts'
import { alertProblem } from '../../oversight/alerts/alert-problems.ts'
import { businessDayProblem } from '../../oversight/business-days/business-day-problems.ts'
import { cashProblem } from '../../oversight/cash/cash-problems.ts'
import { correctionProblem } from '../../oversight/corrections/correction-problems.ts'
import { customerProblem } from '../../oversight/customers/customer-problems.ts'
import { dashboardProblem } from '../../oversight/dashboard/dashboard-problems.ts'
import { exceptionProblem } from '../../oversight/exceptions/exception-problems.ts'
import { reconciliationProblem } from '../../oversight/reconciliations/reconciliation-problems.ts'
import { transactionProblem } from '../../oversight/transactions/transaction-problems.ts'
import { CATALOGUE } from '../../platform/kernel/catalogue/catalogue.ts'
import { invalidFields, PROBLEM_STATUS, Problem, type ProblemKind } from '../../platform/kernel/problems/problem.ts'
import { tokenExceptionProblem } from '../../tokens/exceptions/token-exception-problems.ts'
import { settlementProblem } from '../../tokens/settlements/settlement-problems.ts'
import { meets, onboardingProblem, PROBLEM_CODES, renderProblem, wordsOf } from './problems.ts'

const ABOUT = { correlationId: 'c', timestamp: 't', path: '/' }

test('every kind and reason has a code of its own status', () => {
  const reasons = {
    ...accessProblem.kinds,
    ...institutionProblem.kinds,
    ...propertyProblem.kinds,
    ...productProblem.kinds,
    ...transactionProblem.kinds,
    ...exceptionProblem.kinds,
    ...businessDayProblem.kinds,
    ...dashboardProblem.kinds,
    ...customerProblem.kinds,
    ...correctionProblem.kinds,
    ...cashProblem.kinds,
    ...reconciliationProblem.kinds,
    ...alertProblem.kinds,
    ...changeRequestProblem.kinds,
    ...eventProblem.kinds,
    ...tokenExceptionProblem.kinds,
    ...settlementProblem.kinds,
    ...onboardingProblem.kinds,
  }
  const kinds = Object.keys(PROBLEM_STATUS).map((kind) => [kind, kind])
  const kindOf: Readonly<Record<string, ProblemKind>> = { ...Object.fromEntries(kinds), ...reasons }
  assert.deepEqual(Object.keys(PROBLEM_CODES).toSorted(), Object.keys(kindOf).toSorted())
  for (const [row, code] of Object.entries(PROBLEM_CODES)) {
    if (code === undefined) continue
    const kind = kindOf[row] as ProblemKind
    assert.equal(CATALOGUE[code].httpStatus, PROBLEM_STATUS[kind], row)
    const problem = new Problem(kind, 'no', {}, row in reasons ? row : undefined)
    assert.deepEqual([meets(problem), renderProblem(problem, ABOUT).responseCode], [true, code])
  }
})

for (const problem of [coreProblem('cutover', 'the day is being closed'), new Problem('unprocessable', 'no')]) {
  test(`${problem.reason ?? problem.kind} is not met here, and would be the internal error`, () => {
    assert.equal(meets(problem), false)
    const { status, responseCode, body } = renderProblem(problem, ABOUT)
    assert.deepEqual([status, responseCode], [500, 'B-SYS-001'])
    assert.doesNotMatch(body, /being closed|: no/)
  })
}

test('twenty fields at fault are named, and the others are counted, all of them', () => {
  const details = Array.from({ length: 1000 }, (_, i) => ({ path: `f${i}`, message: 'is odd' }))
  const words = wordsOf(invalidFields(details)).split('; ')
  assert.deepEqual([words.length, words[0], words.at(-1)], [21, 'f0 is odd', 'and 980 more'])
})
