import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  clearOrigination,
  DAY,
  insertInstitutions,
  RATE,
  START_MS,
} from '../../../loans/origination/origination.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type OriginationEdge, openOriginationEdge } from '../requests/origination-edge.fixture.ts'
import { OFFER } from './offer-example.ts'

const UNKNOWN_ID = '0197f3a0-0000-7000-8000-000000000000'

onDatabase('offers over HTTP', (_engine, open) => {
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
    applicationId = await approved()
  })
  after(() => edge.close())

  async function submit(): Promise<string> {
    const { body } = await edge.call('POST /applications', {
      productCode: 'PERSONAL',
      requestedAmount: 10_000,
      interestRate: 12,
      loanTerm: { termCount: 12, termUnit: 'Months' },
      applicant: { firstName: 'Ada', lastName: 'Lovelace' },
    })
    return body.applicationId
  }
  async function approved(more: object = {}): Promise<string> {
    const id = await submit()
    await edge.call('POST /decisions', { applicationId: id, decision: 'APPROVE', ...more })
    return id
  }
  const offer = (more: object = {}) => edge.call('POST /offers', { applicationId, ...more })
  const offerId = async (more: object = {}) => (await offer(more)).body.offerId as string

  test('the documented example is what its request answers', async () => {
    edge.clock.nowMs = Date.parse(OFFER.createdAt)
    const { body } = await offer({
      amount: 1000,
      interestRate: 12,
      loanTerm: OFFER.loanTerm,
      fees: [{ code: 'ORIGINATION', percent: 1, financed: false }],
    })
    const { offerId: id, applicationId: of, createdBy } = body
    assert.deepEqual(body, { ...OFFER, offerId: id, applicationId: of, createdBy })
    assert.deepEqual((await edge.call(`GET /offers/${id}`)).body, body)
    const application = (await edge.call(`GET /applications/${applicationId}`)).body
    assert.deepEqual([application.status, application.offerIds], ['OFFERED', [id]])
  })

  test('a financed fee is lent too, and is no part of the amount financed', async () => {
    const { body } = await offer({ fees: [{ code: 'ORIGINATION', amount: 200, financed: true }] })
    assert.partialDeepStrictEqual(body, { amount: 10_000, principal: 10_200, totalFees: 200, amountFinanced: 10_000 })
    assert.equal(Math.round((body.amountFinanced + body.financeCharge) * 100), Math.round(body.totalRepayable * 100))
    assert.ok(body.apr > 15.5 && body.apr < 16, String(body.apr))
  })

  test('a rate can be a quoted one, and dates and terms the caller’s', async () => {
    const { body } = await offer({
      rateId: RATE.rateId,
      firstDueDate: '2026-03-01',
      expiresAt: '2026-01-20T00:00:00.000Z',
      terms: { method: 'EQUAL_PRINCIPAL', lateFee: { amount: 5 } },
    })
    assert.partialDeepStrictEqual(body, {
      interestRate: 7.25,
      rateId: RATE.rateId,
      firstDueDate: '2026-03-01',
      expiresAt: '2026-01-20T00:00:00.000Z',
    })
    assert.deepEqual([body.terms.method, body.terms.firstDueDate], ['EQUAL_PRINCIPAL', '2026-03-01'])
    assert.deepEqual(body.terms.lateFee, { amount: 5, base: 'PRINCIPAL', graceDays: 0 })
    assert.equal(body.schedulePreview.length, 12)
  })

  const REFUSED: [change: object, status: number, code: string, pointer?: string][] = [
    [{ applicationId: UNKNOWN_ID }, 404, 'APPLICATION_NOT_FOUND'],
    [{ rateId: UNKNOWN_ID }, 404, 'RATE_NOT_FOUND'],
    [{ amount: 10_000.01 }, 422, 'AMOUNT_EXCEEDS_APPROVED', '/amount'],
    [{ amount: 1 }, 422, 'AMOUNT_OUT_OF_RANGE', '/amount'],
    [{ interestRate: 1e9 }, 422, 'RATE_OUT_OF_RANGE', '/interestRate'],
    [{ loanTerm: { termCount: 1000, termUnit: 'Years' } }, 422, 'TERM_OUT_OF_RANGE', '/loanTerm'],
    [{ fees: [{ code: 'A', amount: 2500.01 }] }, 422, 'FEE_CAP_EXCEEDED', '/fees'],
    [{ terms: { balloon: 10_000 } }, 422, 'TERMS_INVALID', '/terms/balloon'],
    [{ terms: { repaymentEvery: 5 } }, 422, 'TERMS_INVALID', '/loanTerm'],
    [{ terms: { graceOnPrincipal: 12 } }, 422, 'TERMS_INVALID', '/terms/graceOnPrincipal'],
    [{ terms: { downPayment: { percent: 100 } } }, 422, 'TERMS_INVALID', '/terms/downPayment/percent'],
    [{ firstDueDate: '2025-12-31' }, 422, 'TERMS_INVALID', '/terms/firstDueDate'],
    [{ amount: 1000.001 }, 400, 'INVALID_AMOUNT', '/amount'],
    [{ fees: [{ code: 'A', amount: 1.001 }] }, 400, 'INVALID_AMOUNT', '/fees/0/amount'],
    [{ terms: { balloon: 1.001 } }, 400, 'INVALID_AMOUNT', '/terms/balloon'],
    [{ interestRate: 5, rateId: RATE.rateId }, 400, 'VALIDATION_FAILED', '/rateId'],
    [{ fees: [{ code: 'A' }] }, 400, 'VALIDATION_FAILED', '/fees/0'],
    [{ fees: [{ code: 'A', amount: 1, percent: 1 }] }, 400, 'VALIDATION_FAILED', '/fees/0'],
    [{ fees: [{ code: 'A', percent: -1 }] }, 400, 'VALIDATION_FAILED', '/fees/0/percent'],
    [{ fees: [{ amount: 1 }] }, 400, 'VALIDATION_FAILED', '/fees/0/code'],
    [{ fees: [{ code: 'A', amount: 1, financed: 'yes' }] }, 400, 'VALIDATION_FAILED', '/fees/0/financed'],
    [{ terms: { method: 'BALLOON' } }, 400, 'VALIDATION_FAILED', '/terms/method'],
    [{ terms: { lateFee: { base: 'PRINCIPAL' } } }, 400, 'VALIDATION_FAILED', '/terms/lateFee'],
    [{ firstDueDate: '2026-02-30' }, 400, 'VALIDATION_FAILED', '/firstDueDate'],
    [{ expiresAt: 'soon' }, 400, 'VALIDATION_FAILED', '/expiresAt'],
    [{ applicationId: undefined }, 400, 'VALIDATION_FAILED', '/applicationId'],
    [{ amount: '1000' }, 400, 'VALIDATION_FAILED', '/amount'],
  ]
  for (const [change, status, code, pointer] of REFUSED) {
    test(`${JSON.stringify(change)} is ${status} ${code}`, async () => {
      const answer = await offer(change)
      assert.deepEqual([answer.status, answer.code], [status, code], JSON.stringify(answer.body))
      if (pointer !== undefined) assert.equal(answer.body.errors[0].pointer, pointer)
      assert.equal((await edge.call('GET /offers')).body.totalElements, 0)
    })
  }

  test('no row is due after the year 9999', async () => {
    const { status, code, body } = await offer({ firstDueDate: '9999-12-31' })
    assert.deepEqual([status, code, body.errors[0].pointer], [422, 'TERMS_INVALID', '/terms/firstDueDate'])
    assert.equal((await offer({ firstDueDate: '9999-01-31' })).status, 200)
  })

  test('an offer needs an approval that is neither missing, expired nor used', async () => {
    const approvedId = applicationId
    applicationId = await submit()
    assert.equal((await offer()).code, 'NOT_APPROVED')
    applicationId = await approved({ expiresAt: '2026-01-01T00:00:00Z' })
    assert.equal((await offer()).code, 'DECISION_EXPIRED')
    applicationId = approvedId
    await edge.call(`POST /offers/${await offerId()}/accept`)
    assert.equal((await offer()).code, 'INVALID_STATE')
  })

  test('accepting supersedes the siblings and can be repeated', async () => {
    const [one, other] = [await offerId(), await offerId()]
    const body = { acceptedBy: 'Ada Lovelace', channel: 'WEB', consents: ['TERMS'] }
    const accepted = await edge.call(`POST /offers/${one}/accept`, body)
    assert.equal(accepted.status, 200)
    assert.partialDeepStrictEqual(accepted.body, { ...body, status: 'ACCEPTED', supersededOfferIds: [other] })
    assert.deepEqual((await edge.call(`POST /offers/${one}/accept`)).body, accepted.body)
    assert.partialDeepStrictEqual((await edge.call(`GET /offers/${other}`)).body, {
      status: 'SUPERSEDED',
      supersededBy: one,
    })
    const lost = await edge.call(`POST /offers/${other}/accept`)
    assert.deepEqual([lost.status, lost.code], [409, 'SIBLING_ACCEPTED'])
    assert.deepEqual(lost.body.resource, { type: 'offer', id: other, state: 'SUPERSEDED' })
    assert.equal((await edge.call(`GET /applications/${applicationId}`)).body.status, 'ACCEPTED')
  })

  test('an offer is not accepted after its end', async () => {
    const id = await offerId()
    edge.clock.nowMs += 14 * DAY
    const { status, code } = await edge.call(`POST /offers/${id}/accept`)
    assert.deepEqual([status, code], [409, 'OFFER_EXPIRED'])
    assert.equal((await edge.call(`GET /offers/${id}`)).body.status, 'EXPIRED')
  })

  const BAD: [body: unknown, pointer: string][] = [
    [{ acceptedBy: '' }, '/acceptedBy'],
    [{ channel: 'a b' }, '/channel'],
    [{ consents: 'TERMS' }, '/consents'],
    [{ consents: [{}] }, '/consents/0'],
    [[], ''],
  ]
  for (const [body, pointer] of BAD) {
    test(`accepting with ${JSON.stringify(body)} is 400`, async () => {
      const answer = await edge.call(`POST /offers/${await offerId()}/accept`, body)
      assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_FAILED'])
      if (pointer !== '') assert.equal(answer.body.errors[0].pointer, pointer)
    })
  }

  test('a key makes one offer and one acceptance', async () => {
    const first = await edge.call('POST /offers', { applicationId }, { key: 'o-1' })
    const again = await edge.call('POST /offers', { applicationId }, { key: 'o-1' })
    assert.deepEqual([again.body, again.headers['x-idempotent-replay']], [first.body, 'true'])
    const path = `POST /offers/${first.body.offerId}/accept`
    const many = await Promise.all([1, 2, 3].map(() => edge.call(path, { channel: 'WEB' }, { key: 'a-1' })))
    assert.deepEqual(
      many.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(new Set(many.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal((await edge.call(path, { channel: 'APP' }, { key: 'a-1' })).code, 'IDEMPOTENCY_KEY_REUSED')
    // The same key for another offer's path is other content.
    assert.equal((await edge.call(`POST /offers/${UNKNOWN_ID}/accept`, { channel: 'WEB' }, { key: 'a-1' })).status, 409)
  })

  test('others find neither the offer nor a way to accept it', async () => {
    const id = await offerId()
    for (const route of [
      `GET /offers/${id}`,
      `POST /offers/${id}/accept`,
      `GET /offers/x`,
      `GET /offers/${UNKNOWN_ID}`,
    ]) {
      const { status, code } = await edge.call(route, undefined, { partner: 'OTHER' })
      assert.deepEqual([status, code], [404, 'OFFER_NOT_FOUND'])
    }
    const options = { partner: 'OTHER' } as const
    assert.equal((await edge.call('POST /offers', { applicationId }, options)).code, 'APPLICATION_NOT_FOUND')
    assert.equal(
      (await edge.call(`GET /offers?applicationId=${applicationId}`, undefined, options)).body.totalElements,
      0,
    )
    assert.equal((await edge.call('POST /offers/search', {}, options)).body.totalElements, 0)
  })

  test('an operator needs the action of each operation', async () => {
    const id = await offerId()
    const ROWS: [route: string, body: unknown, action: string][] = [
      ['POST /offers', { applicationId }, 'CREATE'],
      ['GET /offers', undefined, 'VIEW'],
      ['POST /offers/search', {}, 'VIEW'],
      [`GET /offers/${id}`, undefined, 'VIEW'],
      [`POST /offers/${id}/accept`, {}, 'UPDATE'],
    ]
    const all = ['VIEW', 'CREATE', 'UPDATE', 'APPROVE', 'DELETE']
    for (const [route, body, action] of ROWS) {
      const others = all.filter((one) => one !== action)
      assert.equal((await edge.call(route, body, { operator: others })).status, 403, route)
      assert.equal((await edge.call(route, body, { operator: [action] })).status, 200, route)
    }
    assert.equal((await edge.call(`GET /offers/${id}`)).body.acceptedBy, 'ada@sandbox.example')
  })

  describe('lists', () => {
    beforeEach(async () => {
      await offer({ amount: 1000 })
      edge.clock.nowMs += 1
      await offer({ amount: 3000, interestRate: 5, loanTerm: { termCount: 2, termUnit: 'Years' } })
      edge.clock.nowMs += 1
      await offer({ amount: 2000, interestRate: 20, expiresAt: '2026-01-16T00:00:00Z' })
      edge.clock.nowMs += 2 * DAY
    })

    const ROWS: [route: () => string, body: object | undefined, found: number[]][] = [
      [() => 'GET /offers', undefined, [2000, 3000, 1000]],
      [() => 'GET /offers?status=OPEN', undefined, [3000, 1000]],
      [() => 'GET /offers?status=EXPIRED', undefined, [2000]],
      [() => `GET /offers?applicationId=${applicationId}&size=1`, undefined, [2000]],
      [() => 'GET /offers?applicationId=x', undefined, []],
      [() => 'POST /offers/search', undefined, [2000, 3000, 1000]],
      [() => 'POST /offers/search', {}, [2000, 3000, 1000]],
      [() => 'POST /offers/search?page=2&size=2', {}, [1000]],
      [() => 'POST /offers/search', { status: ['OPEN', 'ACCEPTED'], productCode: 'PERSONAL' }, [3000, 1000]],
      [() => 'POST /offers/search', { aprMax: 12 }, [3000, 1000]],
      [() => 'POST /offers/search', { instalmentMax: 131.6 }, [1000]],
      [() => 'POST /offers/search', { amount: { min: 1000.01, max: 2000 } }, [2000]],
      [() => 'POST /offers/search', { termMonths: { min: 13 } }, [3000]],
      [() => 'POST /offers/search', { termMonths: { max: 12 }, sort: 'amount' }, [1000, 2000]],
      [() => 'POST /offers/search', { sort: 'apr:asc' }, [3000, 1000, 2000]],
      [() => 'POST /offers/search', { sort: 'instalmentAmount:desc' }, [2000, 3000, 1000]],
      [() => 'POST /offers/search', { sort: 'createdAt' }, [1000, 3000, 2000]],
    ]
    for (const [route, body, found] of ROWS) {
      test(`${route.toString().slice(6)} ${JSON.stringify(body)} finds ${found}`, async () => {
        const answer = await edge.call(route(), body)
        assert.equal(answer.status, 200)
        assert.deepEqual(
          answer.body.content.map(({ amount }: { amount: number }) => amount),
          found,
        )
      })
    }

    const WRONG: [route: string, body: unknown, code: string, pointer: string][] = [
      ['GET /offers?status=open', undefined, 'VALIDATION_FAILED', 'status'],
      ['GET /offers?size=0', undefined, 'INVALID_PAGE', 'size'],
      ['POST /offers/search?page=x', {}, 'INVALID_PAGE', 'page'],
      ['POST /offers/search', { status: 'OPEN' }, 'VALIDATION_FAILED', '/status'],
      ['POST /offers/search', { status: ['NEW'] }, 'VALIDATION_FAILED', '/status/0'],
      ['POST /offers/search', { aprMax: '5' }, 'VALIDATION_FAILED', '/aprMax'],
      ['POST /offers/search', { aprMax: 1e-11 }, 'VALIDATION_FAILED', '/aprMax'],
      ['POST /offers/search', { amount: 5 }, 'VALIDATION_FAILED', '/amount'],
      ['POST /offers/search', { amount: { min: -1 } }, 'VALIDATION_FAILED', '/amount/min'],
      ['POST /offers/search', { termMonths: { max: 1.5 } }, 'VALIDATION_FAILED', '/termMonths/max'],
      ['POST /offers/search', { sort: 'apr; DROP TABLE loan_offers' }, 'VALIDATION_FAILED', '/sort'],
      ['POST /offers/search', { sort: 'partnerId' }, 'VALIDATION_FAILED', '/sort'],
    ]
    for (const [route, body, code, pointer] of WRONG) {
      test(`${route} ${JSON.stringify(body)} is 400 ${code}`, async () => {
        const answer = await edge.call(route, body)
        assert.deepEqual([answer.status, answer.code], [400, code])
        assert.ok(answer.body.errors[0].pointer.endsWith(pointer))
      })
    }
  })
})
