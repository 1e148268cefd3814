import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { clearOrigination, DAY, insertInstitutions, START_MS } from '../../../loans/origination/origination.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type OriginationEdge, openOriginationEdge } from '../requests/origination-edge.fixture.ts'

const UNKNOWN_ID = '0197f3a0-0000-7000-8000-000000000000'

onDatabase('risk signals and decisions over HTTP', (_engine, open) => {
  let database: Database
  let edge: OriginationEdge
  let applicationId: string

  before(async () => {
    database = (await open()).database
    await insertInstitutions(database)
    edge = openOriginationEdge(database)
  })
  beforeEach(async () => {
    await clearOrigination(database)
    edge.clock.nowMs = START_MS
    applicationId = await submit()
  })
  after(() => edge.close())

  async function submit(productCode = 'PERSONAL'): Promise<string> {
    const { body } = await edge.call('POST /applications', {
      productCode,
      requestedAmount: 10_000,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Lovelace' },
    })
    return body.applicationId
  }
  const SIGNALS = [{ type: 'CREDIT_SCORE', value: 720, provider: 'Bureau', observedAt: '2026-01-15T09:00:00Z' }]
  const signal = (signals: unknown = SIGNALS) => edge.call('POST /risk-signals', { applicationId, signals })
  const decide = (body: object) => edge.call('POST /decisions', { applicationId, ...body })

  describe('POST /risk-signals', () => {
    test('grades the signals and moves the application into review', async () => {
      const { status, body } = await edge.call('POST /risk-signals', {
        applicationId,
        signals: [...SIGNALS, { type: 'MONTHLY_INCOME', value: 4000 }, { type: 'MONTHLY_DEBT', value: 1000 }],
      })
      assert.equal(status, 200)
      assert.partialDeepStrictEqual(body, {
        applicationId,
        riskGrade: 'A',
        dti: 0.25,
        recommendation: 'APPROVE',
        reasons: [],
        applicationStatus: 'UNDER_REVIEW',
      })
      assert.deepEqual(body.signals[0], SIGNALS[0])
      const read = await edge.call(`GET /applications/${applicationId}`)
      assert.deepEqual(read.body.riskSignals, [body])
    })

    test('an operator needs CREATE', async () => {
      const body = { applicationId, signals: SIGNALS }
      assert.equal(
        (await edge.call('POST /risk-signals', body, { operator: ['VIEW', 'UPDATE', 'APPROVE'] })).status,
        403,
      )
      const { body: made } = await edge.call('POST /risk-signals', body, { operator: ['CREATE'] })
      assert.equal(made.createdBy, 'ada@sandbox.example')
    })

    test('a decided application takes none: 409', async () => {
      await decide({ decision: 'DECLINE', reasonCodes: ['X'] })
      const { status, code, body } = await signal()
      assert.deepEqual([status, code], [409, 'APPLICATION_CLOSED'])
      assert.deepEqual(body.resource, { type: 'application', id: applicationId, state: 'DECLINED' })
    })

    test('without a table it is a 503 and nothing is recorded', async () => {
      const { evaluate } = edge.table
      edge.table.evaluate = undefined
      const { status, code, headers, body } = await signal()
      edge.table.evaluate = evaluate
      assert.deepEqual([status, code, body.retryable], [503, 'RULES_UNAVAILABLE', true])
      assert.equal(headers['retry-after'], '30')
      assert.equal((await edge.call(`GET /applications/${applicationId}`)).body.status, 'SUBMITTED')
    })

    const BAD: [body: () => object, status: number, code: string, pointer?: string][] = [
      [() => ({ applicationId: UNKNOWN_ID, signals: SIGNALS }), 404, 'APPLICATION_NOT_FOUND'],
      [() => ({ applicationId: 'x', signals: SIGNALS }), 404, 'APPLICATION_NOT_FOUND'],
      [() => ({ signals: SIGNALS }), 400, 'VALIDATION_FAILED', '/applicationId'],
      [() => ({ applicationId }), 400, 'VALIDATION_FAILED', '/signals'],
      [() => ({ applicationId, signals: [] }), 400, 'VALIDATION_FAILED', '/signals'],
      [() => ({ applicationId, signals: Array(201).fill(SIGNALS[0]) }), 400, 'VALIDATION_FAILED', '/signals'],
      [() => ({ applicationId, signals: [{ type: 'X' }] }), 400, 'VALIDATION_FAILED', '/signals/0/value'],
      [() => ({ applicationId, signals: [{ value: 1 }] }), 400, 'VALIDATION_FAILED', '/signals/0/type'],
      [() => ({ applicationId, signals: [{ type: 'a b', value: 1 }] }), 400, 'VALIDATION_FAILED', '/signals/0/type'],
      [() => ({ applicationId, signals: [{ type: 'X', value: null }] }), 400, 'VALIDATION_FAILED', '/signals/0/value'],
      [
        () => ({ applicationId, signals: [{ type: 'X', value: { a: 1 } }] }),
        400,
        'VALIDATION_FAILED',
        '/signals/0/value',
      ],
      [
        () => ({ applicationId, signals: [{ type: 'X', value: 'a\u0000' }] }),
        400,
        'VALIDATION_FAILED',
        '/signals/0/value',
      ],
      [
        () => ({ applicationId, signals: [{ type: 'CREDIT_SCORE', value: '7' }] }),
        400,
        'VALIDATION_FAILED',
        '/signals/0/value',
      ],
      [
        () => ({ applicationId, signals: [{ type: 'BANKRUPTCY', value: 'no' }] }),
        400,
        'VALIDATION_FAILED',
        '/signals/0/value',
      ],
      [
        () => ({ applicationId, signals: [{ type: 'X', value: 1, observedAt: '2026-02-30T00:00:00Z' }] }),
        400,
        'VALIDATION_FAILED',
        '/signals/0/observedAt',
      ],
    ]
    for (const [body, status, code, pointer] of BAD) {
      test(`${body.toString().slice(6, 90)} is ${status} ${code}`, async () => {
        const answer = await edge.call('POST /risk-signals', body())
        assert.deepEqual([answer.status, answer.code], [status, code], JSON.stringify(answer.body))
        if (pointer !== undefined) assert.equal(answer.body.errors[0].pointer, pointer)
      })
    }

    test('a number that a double cannot hold is a 400', async () => {
      const text = `{"applicationId":"${applicationId}","signals":[{"type":"X","value":12345678901234567890}]}`
      const { status, body } = await edge.call('POST /risk-signals', text)
      assert.deepEqual([status, body.errors[0].pointer], [400, '/signals/0/value'])
    })

    test('types that are names of JavaScript are types like others', async () => {
      const { status, body } = await signal([
        { type: '__proto__', value: true },
        { type: 'constructor', value: 'x' },
      ])
      assert.deepEqual([status, body.recommendation], [200, 'REFER'])
    })
  })

  describe('POST /decisions', () => {
    test('an approval is of what was asked for, and can be of less', async () => {
      const { status, body } = await decide({ decision: 'APPROVE' })
      assert.equal(status, 200)
      assert.partialDeepStrictEqual(body, {
        applicationId,
        decision: 'APPROVE',
        status: 'RECORDED',
        reasonCodes: [],
        approvedAmount: 10_000,
        approvedRate: 9.5,
        approvedTerm: { termCount: 12, termUnit: 'Months' },
        conditions: [],
        expiresAt: '2026-02-14T10:00:00.000Z',
        decidedBy: 'caller',
        applicationStatus: 'APPROVED',
      })
      applicationId = await submit()
      const less = {
        approvedAmount: 8_000.5,
        approvedRate: 11.25,
        approvedTerm: { termCount: 2, termUnit: 'Years' },
        conditions: ['Proof of income'],
        expiresAt: '2026-01-16T00:00:00.000Z',
        decidedBy: 'desk 4',
      }
      assert.partialDeepStrictEqual((await decide({ decision: 'APPROVE', ...less })).body, less)
    })

    test('a referral is superseded, a withdrawal is one, and both are final then', async () => {
      const first = await decide({ decision: 'REFER', reasonCodes: ['MANUAL'] })
      assert.equal(first.body.applicationStatus, 'REFERRED')
      const second = await decide({ decision: 'DECLINE', reasonCodes: ['APPLICANT_WITHDREW'] })
      assert.deepEqual([second.body.supersedes, second.body.applicationStatus], [first.body.decisionId, 'WITHDRAWN'])
      for (const decision of ['APPROVE', 'DECLINE', 'REFER']) {
        const { status, code } = await decide({ decision })
        assert.deepEqual([status, code], [409, 'ALREADY_DECIDED'])
      }
    })

    test('an approval that has expired is seen as such, and stays', async () => {
      await decide({ decision: 'APPROVE' })
      edge.clock.nowMs += 30 * DAY
      const { body } = await edge.call(`GET /applications/${applicationId}`)
      assert.deepEqual(
        [body.status, body.decision.status, body.decision.applicationStatus],
        ['EXPIRED', 'EXPIRED', 'EXPIRED'],
      )
      assert.equal((await decide({ decision: 'APPROVE' })).code, 'ALREADY_DECIDED')
    })

    test('a product can ask for signals first', async () => {
      applicationId = await submit('CAREFUL')
      const { status, code } = await decide({ decision: 'APPROVE' })
      assert.deepEqual([status, code], [409, 'RISK_SIGNALS_MISSING'])
      await signal()
      assert.equal((await decide({ decision: 'APPROVE' })).status, 200)
    })

    const REFUSED: [body: object, status: number, code: string, pointer?: string][] = [
      [{ decision: 'APPROVE', approvedAmount: 10_000.01 }, 422, 'APPROVED_AMOUNT_EXCEEDS_REQUEST', '/approvedAmount'],
      [{ decision: 'DECLINE' }, 422, 'REASON_REQUIRED', '/reasonCodes'],
      [{ decision: 'REFER', reasonCodes: [] }, 422, 'REASON_REQUIRED', '/reasonCodes'],
      [{ decision: 'APPROVE', approvedAmount: 1 }, 422, 'AMOUNT_OUT_OF_RANGE', '/approvedAmount'],
      [{ decision: 'APPROVE', approvedRate: 101 }, 422, 'RATE_OUT_OF_RANGE', '/approvedRate'],
      [
        { decision: 'APPROVE', approvedTerm: { termCount: 9, termUnit: 'Years' } },
        422,
        'TERM_OUT_OF_RANGE',
        '/approvedTerm',
      ],
      [{ decision: 'APPROVE', applicationId: UNKNOWN_ID }, 404, 'APPLICATION_NOT_FOUND'],
      [{ decision: 'APPROVE', approvedAmount: 1.001 }, 400, 'INVALID_AMOUNT', '/approvedAmount'],
      [{ decision: 'APPROVE', approvedAmount: 0 }, 400, 'VALIDATION_FAILED', '/approvedAmount'],
      [{ decision: 'APPROVE', approvedTerm: { termCount: 9 } }, 400, 'VALIDATION_FAILED', '/approvedTerm/termUnit'],
      [{ decision: 'approve' }, 400, 'VALIDATION_FAILED', '/decision'],
      [{}, 400, 'VALIDATION_FAILED', '/decision'],
      [{ decision: 'DECLINE', reasonCodes: 'X' }, 400, 'VALIDATION_FAILED', '/reasonCodes'],
      [{ decision: 'DECLINE', reasonCodes: ['a b'] }, 400, 'VALIDATION_FAILED', '/reasonCodes/0'],
      [{ decision: 'APPROVE', conditions: [1] }, 400, 'VALIDATION_FAILED', '/conditions/0'],
      [{ decision: 'APPROVE', expiresAt: '9999-12-31T23:59:59-14:00' }, 400, 'VALIDATION_FAILED', '/expiresAt'],
      [{ decision: 'APPROVE', expiresAt: '0001-01-01T00:00:00+14:00' }, 400, 'VALIDATION_FAILED', '/expiresAt'],
      [{ decision: 'APPROVE', expiresAt: '2026-02-14' }, 400, 'VALIDATION_FAILED', '/expiresAt'],
      [{ decision: 'APPROVE', decidedBy: '' }, 400, 'VALIDATION_FAILED', '/decidedBy'],
    ]
    for (const [body, status, code, pointer] of REFUSED) {
      test(`${JSON.stringify(body)} is ${status} ${code}`, async () => {
        const answer = await decide(body)
        assert.deepEqual([answer.status, answer.code], [status, code], JSON.stringify(answer.body))
        if (pointer !== undefined) assert.equal(answer.body.errors[0].pointer, pointer)
      })
    }

    test('a repeated key answers the decision as it now is', async () => {
      const body = { applicationId, decision: 'REFER', reasonCodes: ['MANUAL'] }
      const first = await edge.call('POST /decisions', body, { key: 'd-1' })
      await decide({ decision: 'APPROVE' })
      const again = await edge.call('POST /decisions', body, { key: 'd-1' })
      assert.equal(again.headers['x-idempotent-replay'], 'true')
      assert.deepEqual(
        [again.body.decisionId, again.body.status, again.body.applicationStatus],
        [first.body.decisionId, 'SUPERSEDED', 'APPROVED'],
      )
    })

    test('an operator needs APPROVE, and decides in their own name', async () => {
      const body = { applicationId, decision: 'APPROVE', decidedBy: 'somebody else' }
      assert.equal((await edge.call('POST /decisions', body, { operator: ['CREATE', 'UPDATE', 'VIEW'] })).status, 403)
      const { body: decision } = await edge.call('POST /decisions', body, { operator: ['APPROVE'] })
      assert.equal(decision.decidedBy, 'ada@sandbox.example')
    })

    test('another partner does not find the application', async () => {
      const body = { applicationId, decision: 'APPROVE' }
      assert.equal((await edge.call('POST /decisions', body, { partner: 'OTHER' })).status, 404)
      const signals = { applicationId, signals: SIGNALS }
      assert.equal((await edge.call('POST /risk-signals', signals, { partner: 'OTHER' })).status, 404)
    })
  })
})
