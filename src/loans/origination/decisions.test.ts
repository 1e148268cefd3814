import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { NewDecision } from './decisions.ts'
import {
  APPROVE,
  clearOrigination,
  DAY,
  DECLINE,
  insertInstitutions,
  keyOf,
  type Origination,
  originationOn,
  PARTNER,
  REFER,
} from './origination.fixture.ts'

const SCORE = { type: 'CREDIT_SCORE', value: 720 }

onDatabase('decisions and risk signals', (_engine, open) => {
  let database: Database
  let here: Origination

  before(async () => {
    database = (await open()).database
    await insertInstitutions(database)
  })
  beforeEach(async () => {
    await clearOrigination(database)
    here = originationOn(database)
  })

  const signal = async (applicationId: string, signals = [SCORE] as { type: string; value: number | string }[]) =>
    (await here.riskSignals.record(PARTNER, { applicationId, signals })).result
  const statusOf = async (applicationId: string) => (await here.applications.find(PARTNER, applicationId)).status

  test('signals are graded, move the application into review and add up', async () => {
    const { applicationId } = await here.submit()
    const income = await signal(applicationId, [
      { type: 'MONTHLY_INCOME', value: 4000 },
      { type: 'MONTHLY_DEBT', value: 1000 },
    ])
    assert.partialDeepStrictEqual(income, {
      applicationId,
      riskGrade: 'C',
      dti: 0.25,
      recommendation: 'REFER',
      reasons: ['SCORE_MISSING'],
      applicationStatus: 'UNDER_REVIEW',
      createdBy: 'client-1',
    })
    const score = await signal(applicationId)
    assert.partialDeepStrictEqual(score, { riskGrade: 'A', dti: 0.25, recommendation: 'APPROVE', signals: [SCORE] })
    const { application, riskSignals } = await here.applications.detail(PARTNER, applicationId)
    assert.equal(application.status, 'UNDER_REVIEW')
    assert.deepEqual(riskSignals, [income, score])
    assert.deepEqual(
      application.history.map(({ event, resourceId }) => [event, resourceId]),
      [
        ['SUBMIT', undefined],
        ['SIGNALS', income.riskSignalId],
        ['SIGNALS', score.riskSignalId],
      ],
    )
  })

  test('signals do not undo a referral, and a decided application takes none', async () => {
    const { applicationId } = await here.submit()
    await here.decide(applicationId, REFER)
    assert.equal((await signal(applicationId)).applicationStatus, 'REFERRED')
    await here.decide(applicationId, DECLINE)
    await assert.rejects(signal(applicationId), { reason: 'loans.application-closed' })
  })

  test('without rules nothing is recorded, and nothing approved', async () => {
    const { applicationId } = await here.submit()
    here.table.evaluate = undefined
    await assert.rejects(signal(applicationId), { reason: 'loans.rules-unavailable' })
    const { application, riskSignals } = await here.applications.detail(PARTNER, applicationId)
    assert.deepEqual([application.status, riskSignals], ['SUBMITTED', []])
  })

  const DECIDED: [decision: NewDecision, status: string][] = [
    [APPROVE, 'APPROVED'],
    [DECLINE, 'DECLINED'],
    [{ ...DECLINE, reasonCodes: ['OTHER', 'APPLICANT_WITHDREW'] }, 'WITHDRAWN'],
    [REFER, 'REFERRED'],
  ]
  for (const [decision, status] of DECIDED) {
    test(`${decision.decision} for ${decision.reasonCodes} makes an application ${status}`, async () => {
      const { applicationId } = await here.submit()
      const made = await here.decide(applicationId, decision)
      assert.deepEqual([made.status, made.applicationStatus, made.decidedBy], ['RECORDED', status, 'client-1'])
      const { application, decision: found } = await here.applications.detail(PARTNER, applicationId)
      assert.deepEqual([application.status, application.decisionId], [status, made.decisionId])
      assert.deepEqual(found, made)
      if (status === 'REFERRED') return
      for (const next of [APPROVE, DECLINE, REFER])
        await assert.rejects(here.decide(applicationId, next), { reason: 'loans.already-decided' })
    })
  }

  test('an approval is of the request itself unless it says less, and lasts 30 days', async () => {
    const { applicationId } = await here.submit()
    const { approval } = await here.decide(applicationId)
    assert.deepEqual(approval, {
      approvedMinor: 1_000_000n,
      approvedRate: '9.5',
      approvedTerm: { count: 12, unit: 'Months' },
      expiresAtMs: here.clock.nowMs + 30 * DAY,
    })
    here.clock.nowMs += 30 * DAY - 1
    assert.equal(await statusOf(applicationId), 'APPROVED')
    here.clock.nowMs += 1
    const { application, decision } = await here.applications.detail(PARTNER, applicationId)
    assert.deepEqual([application.status, decision?.status], ['EXPIRED', 'EXPIRED'])
    assert.partialDeepStrictEqual(application.history.at(-1), { event: 'EXPIRE', at: '2026-02-14T10:00:00.000Z' })
    await assert.rejects(here.decide(applicationId), { reason: 'loans.already-decided' })
  })

  test('an approval can be of less, for longer and on conditions', async () => {
    const { applicationId } = await here.submit()
    const expiresAtMs = here.clock.nowMs + 90 * DAY
    const approval = {
      approvedMinor: 800_000n,
      approvedRate: '11.25',
      approvedTerm: { count: 2, unit: 'Years' as const },
      expiresAtMs,
    }
    const made = await here.decide(applicationId, { ...APPROVE, ...approval, conditions: ['Proof of income'] })
    assert.deepEqual([made.approval, made.conditions], [approval, ['Proof of income']])
  })

  test('each decision supersedes the referral before it', async () => {
    const { applicationId } = await here.submit()
    const first = await here.decide(applicationId, REFER)
    const second = await here.decide(applicationId, REFER)
    const third = await here.decide(applicationId, APPROVE)
    assert.deepEqual(
      [first.supersedes, second.supersedes, third.supersedes],
      [undefined, first.decisionId, second.decisionId],
    )
    const { rows } = await database.query('SELECT status FROM loan_decisions ORDER BY decision_id')
    assert.deepEqual(rows, [{ status: 'SUPERSEDED' }, { status: 'SUPERSEDED' }, { status: 'RECORDED' }])
  })

  const REFUSED: [title: string, decision: NewDecision, reason: string][] = [
    ['a DECLINE without a reason', { ...DECLINE, reasonCodes: [] }, 'reason-required'],
    ['a REFER without a reason', { ...REFER, reasonCodes: [] }, 'reason-required'],
    ['more than was asked for', { ...APPROVE, approvedMinor: 1_000_001n }, 'approved-amount-exceeds-request'],
    ['less than the product lends', { ...APPROVE, approvedMinor: 1n }, 'amount-out-of-range'],
    ['a rate beyond the product', { ...APPROVE, approvedRate: '101' }, 'rate-out-of-range'],
    ['a term beyond the product', { ...APPROVE, approvedTerm: { count: 61, unit: 'Months' } }, 'term-out-of-range'],
  ]
  for (const [title, decision, reason] of REFUSED) {
    test(`${title} is refused, and the application can still be decided`, async () => {
      const { applicationId } = await here.submit()
      await assert.rejects(here.decide(applicationId, decision), { reason: `loans.${reason}` })
      assert.equal((await here.decide(applicationId)).status, 'RECORDED')
      // What the states forbid comes before what the request lacks.
      await assert.rejects(here.decide(applicationId, decision), { reason: 'loans.already-decided' })
    })
  }

  test('a product that needs risk signals is not approved without them, but can be declined', async () => {
    const { applicationId } = await here.submit({}, 'CAREFUL')
    await assert.rejects(here.decide(applicationId), { reason: 'loans.risk-signals-missing' })
    await signal(applicationId)
    assert.equal((await here.decide(applicationId)).applicationStatus, 'APPROVED')
    const { applicationId: other } = await here.submit({}, 'CAREFUL')
    assert.equal((await here.decide(other, DECLINE)).applicationStatus, 'DECLINED')
  })

  test('the same decision sent many times at once is one decision, answered to all', async () => {
    const { applicationId } = await here.submit()
    const key = keyOf('d1')
    const many = await Promise.all(
      [1, 2, 3, 4].map(() => here.decisions.record(PARTNER, applicationId, () => APPROVE, key)),
    )
    assert.equal(new Set(many.map(({ result }) => result.decisionId)).size, 1)
    assert.equal(many.filter(({ replayed }) => !replayed).length, 1)
    const signals = await Promise.allSettled(
      [1, 2, 3].map(() => here.riskSignals.record(PARTNER, { applicationId, signals: [SCORE] }, keyOf('s1'))),
    )
    assert.ok(signals.every(({ status }) => status === 'rejected'))
  })

  test('two decisions at once: one is recorded, the other is a conflict', async () => {
    const { applicationId } = await here.submit()
    const two = await Promise.allSettled([here.decide(applicationId, APPROVE), here.decide(applicationId, DECLINE)])
    const lost = two.filter((one) => one.status === 'rejected')
    assert.equal(lost.length, 1)
    assert.equal(lost[0]?.reason.reason, 'loans.already-decided')
  })

  test('an application takes signals until its history is full, and can be decided then', async () => {
    const { applicationId } = await here.submit()
    await database.query(
      `INSERT INTO loan_application_history (institution_id, application_id, sequence, event, status, at, made_by)
       SELECT 'FI001', $1, n, 'SIGNALS', 'UNDER_REVIEW', now(), 'x' FROM generate_series(2, 500) n`,
      [applicationId],
    )
    await assert.rejects(signal(applicationId), { reason: 'loans.history-full' })
    assert.equal((await here.decide(applicationId)).applicationStatus, 'APPROVED')
  })
})
