import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { clearOrigination, DAY, insertInstitutions, START_MS } from '../../../loans/origination/origination.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type OriginationEdge, openOriginationEdge } from '../requests/origination-edge.fixture.ts'

const NEW = {
  productCode: 'PERSONAL',
  requestedAmount: 10_000,
  loanTerm: { termCount: 12, termUnit: 'Months' },
  applicant: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    address: { city: 'London' },
    ages: [1, 2.5],
    vip: true,
    x: null,
  },
}

onDatabase('applications over HTTP', (_engine, open) => {
  let database: Database
  let edge: OriginationEdge

  before(async () => {
    database = (await open()).database
    await insertInstitutions(database)
    edge = openOriginationEdge(database)
  })
  beforeEach(async () => {
    await clearOrigination(database)
    edge.clock.nowMs = START_MS
  })
  after(() => edge.close())

  test('an application comes back as it was sent, with the product’s rate and currency', async () => {
    const { status, body } = await edge.call('POST /applications', { ...NEW, externalReference: 'R-1', unknown: 'x' })
    assert.equal(status, 200)
    const { applicationId, ...rest } = body
    assert.deepEqual(rest, {
      ...NEW,
      institutionId: 'FI001',
      currency: 'USD',
      interestRate: 9.5,
      externalReference: 'R-1',
      status: 'SUBMITTED',
      offerIds: [],
      history: [{ event: 'SUBMIT', status: 'SUBMITTED', at: '2026-01-15T10:00:00.000Z', by: 'caller' }],
      version: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      updatedAt: '2026-01-15T10:00:00.000Z',
      createdBy: 'caller',
    })
    const read = await edge.call(`GET /applications/${applicationId}`)
    assert.deepEqual(read.body, { ...body, riskSignals: [] })
  })

  const REFUSED: [change: object, status: number, code: string, pointer?: string][] = [
    [{ productCode: 'NOTHING' }, 422, 'PRODUCT_UNKNOWN', '/productCode'],
    [{ productCode: 'ELSEWHERE' }, 403, 'PARTNER_NOT_ALLOWED'],
    [{ requestedAmount: 499.99 }, 422, 'AMOUNT_OUT_OF_RANGE', '/requestedAmount'],
    [{ requestedAmount: 50_000.01 }, 422, 'AMOUNT_OUT_OF_RANGE', '/requestedAmount'],
    [{ loanTerm: { termCount: 61, termUnit: 'Months' } }, 422, 'TERM_OUT_OF_RANGE', '/loanTerm'],
    [{ loanTerm: { termCount: 1000, termUnit: 'Years' } }, 422, 'TERM_OUT_OF_RANGE', '/loanTerm'],
    [{ interestRate: 1e9 }, 422, 'RATE_OUT_OF_RANGE', '/interestRate'],
    [{ currency: 'EUR' }, 422, 'CURRENCY_NOT_OFFERED', '/currency'],
    [{ requestedAmount: 1000.001 }, 400, 'INVALID_AMOUNT', '/requestedAmount'],
    [{ requestedAmount: 1000.5, currency: 'JPY' }, 400, 'INVALID_AMOUNT', '/requestedAmount'],
    [{ requestedAmount: '1000' }, 400, 'VALIDATION_FAILED', '/requestedAmount'],
    [{ requestedAmount: 0 }, 400, 'VALIDATION_FAILED', '/requestedAmount'],
    [{ requestedAmount: undefined }, 400, 'VALIDATION_FAILED', '/requestedAmount'],
    [{ productCode: undefined }, 400, 'VALIDATION_FAILED', '/productCode'],
    [{ productCode: 'x'.repeat(37) }, 400, 'VALIDATION_FAILED', '/productCode'],
    [{ productCode: "PERSONAL' OR 1=1" }, 400, 'VALIDATION_FAILED', '/productCode'],
    [{ interestRate: -1 }, 400, 'VALIDATION_FAILED', '/interestRate'],
    [{ loanTerm: undefined }, 400, 'VALIDATION_FAILED', '/loanTerm/termCount'],
    [{ loanTerm: { termCount: 0, termUnit: 'Months' } }, 400, 'VALIDATION_FAILED', '/loanTerm/termCount'],
    [{ loanTerm: { termCount: 1.5, termUnit: 'Months' } }, 400, 'VALIDATION_FAILED', '/loanTerm/termCount'],
    [{ loanTerm: { termCount: 12, termUnit: 'months' } }, 400, 'VALIDATION_FAILED', '/loanTerm/termUnit'],
    [{ currency: 'usd' }, 400, 'VALIDATION_FAILED', '/currency'],
    [{ currency: 'ZZZ' }, 400, 'VALIDATION_FAILED', '/currency'],
    [{ externalReference: '' }, 400, 'VALIDATION_FAILED', '/externalReference'],
    [{ externalReference: 'a\u0000b' }, 400, 'VALIDATION_FAILED', '/externalReference'],
    [{ externalReference: 'x'.repeat(256) }, 400, 'VALIDATION_FAILED', '/externalReference'],
    [{ applicant: undefined }, 400, 'VALIDATION_FAILED', '/applicant/firstName'],
    [{ applicant: { firstName: 'Ada' } }, 400, 'VALIDATION_FAILED', '/applicant/lastName'],
    [{ applicant: { firstName: ' ', lastName: 'x' } }, 400, 'VALIDATION_FAILED', '/applicant/firstName'],
    [{ applicant: { ...NEW.applicant, note: 'a\u0000b' } }, 400, 'VALIDATION_FAILED', '/applicant/note'],
    [{ applicant: { ...NEW.applicant, note: '\ud800' } }, 400, 'VALIDATION_FAILED', '/applicant/note'],
  ]
  for (const [change, status, code, pointer] of REFUSED) {
    test(`${JSON.stringify(change)?.slice(0, 80)} is ${status} ${code}`, async () => {
      const { body, ...answer } = await edge.call('POST /applications', { ...NEW, ...change })
      assert.deepEqual([answer.status, answer.code], [status, code], JSON.stringify(body))
      if (pointer !== undefined) assert.equal(body.errors[0].pointer, pointer)
      assert.equal((await edge.call('GET /applications')).body.totalElements, 0)
    })
  }

  test('names that look like code are kept as they are', async () => {
    const text =
      '{"productCode":"PERSONAL","requestedAmount":1000,"loanTerm":{"termCount":12,"termUnit":"Months"},' +
      '"applicant":{"firstName":"Robert\'); DROP TABLE","lastName":"💰","toString":"x"}}'
    const { status, body } = await edge.call('POST /applications', text)
    assert.equal(status, 200)
    assert.equal(body.applicant.firstName, "Robert'); DROP TABLE")
    assert.equal(body.applicant.toString, 'x')
  })

  test('a key makes one application; another body under it is a conflict', async () => {
    const first = await edge.call('POST /applications', NEW, { key: 'k-1' })
    const again = await edge.call('POST /applications', { ...NEW, ignored: 1 }, { key: 'k-1' })
    assert.deepEqual(again.body, first.body)
    assert.deepEqual([first.headers['x-idempotent-replay'], again.headers['x-idempotent-replay']], [undefined, 'true'])
    const other = await edge.call('POST /applications', { ...NEW, requestedAmount: 9_999 }, { key: 'k-1' })
    assert.deepEqual([other.status, other.code], [409, 'IDEMPOTENCY_KEY_REUSED'])
    // A refused request leaves its key free.
    assert.equal((await edge.call('POST /applications', { ...NEW, requestedAmount: 1 }, { key: 'k-2' })).status, 422)
    assert.equal((await edge.call('POST /applications', NEW, { key: 'k-2' })).status, 200)
    assert.equal((await edge.call('GET /applications')).body.totalElements, 2)
  })

  test('other partners do not find it', async () => {
    const { applicationId } = (await edge.call('POST /applications', NEW)).body
    for (const id of [applicationId, 'no-uuid', '0197f3a0-0000-7000-8000-000000000000']) {
      const { status, code } = await edge.call(`GET /applications/${id}`, undefined, { partner: 'OTHER' })
      assert.deepEqual([status, code], [404, 'APPLICATION_NOT_FOUND'])
    }
    assert.deepEqual((await edge.call('GET /applications', undefined, { partner: 'OTHER' })).body.content, [])
  })

  test('an operator needs the action, and is the author', async () => {
    assert.equal((await edge.call('POST /applications', NEW, { operator: ['VIEW', 'UPDATE', 'APPROVE'] })).status, 403)
    const { body } = await edge.call('POST /applications', NEW, { operator: ['CREATE'] })
    assert.deepEqual([body.createdBy, body.history[0].by], ['ada@sandbox.example', 'ada@sandbox.example'])
    for (const route of ['GET /applications', `GET /applications/${body.applicationId}`]) {
      assert.equal((await edge.call(route, undefined, { operator: ['CREATE'] })).status, 403)
      assert.equal((await edge.call(route, undefined, { operator: ['VIEW'] })).status, 200)
    }
  })

  describe('a list', () => {
    beforeEach(async () => {
      for (const [firstName, product] of [
        ['Ada', 'PERSONAL'],
        ['Grace', 'CAREFUL'],
        ['Alan', 'PERSONAL'],
      ] as const) {
        const body = { ...NEW, productCode: product, applicant: { firstName, lastName: 'Byron' } }
        const { applicationId } = (await edge.call('POST /applications', body)).body
        if (firstName === 'Ada') await edge.call('POST /decisions', { applicationId, decision: 'APPROVE' })
        edge.clock.nowMs += DAY
      }
    })

    // Made on 15, 16 and 17 January; read on the 18th.
    const ROWS: [query: string, found: string][] = [
      ['', 'Alan Grace Ada'],
      ['?status=APPROVED', 'Ada'],
      ['?status=EXPIRED', ''],
      ['?productCode=CAREFUL', 'Grace'],
      ['?applicantName=byr%20al', 'Alan'],
      ['?from=2026-01-16', 'Alan Grace'],
      ['?to=2026-01-16', 'Grace Ada'],
      ['?from=2026-01-16&to=2026-01-16', 'Grace'],
      ['?from=2026-01-16T10:00:00.001Z', 'Alan'],
      ['?to=2026-01-16T10:00:00.000Z', 'Grace Ada'],
      ['?to=2026-01-16T10:59:59%2B01:00', 'Ada'],
      ['?page=2&size=2', 'Ada'],
      ['?unknown=1', 'Alan Grace Ada'],
    ]
    for (const [query, found] of ROWS) {
      test(`${query} finds ${found}`, async () => {
        const { status, body } = await edge.call(`GET /applications${query}`)
        assert.equal(status, 200)
        assert.equal(body.content.map((one: typeof NEW) => one.applicant.firstName).join(' '), found)
      })
    }

    test('shows what the clock has ended, without anything written', async () => {
      edge.clock.nowMs += 40 * DAY
      const { body } = await edge.call('GET /applications?status=EXPIRED')
      assert.deepEqual([body.totalElements, body.content[0].status], [1, 'EXPIRED'])
      assert.equal((await edge.call('GET /applications?status=APPROVED')).body.totalElements, 0)
    })

    const BAD: [query: string, code: string, pointer: string][] = [
      ['status=approved', 'VALIDATION_FAILED', 'status'],
      ['status=OPEN', 'VALIDATION_FAILED', 'status'],
      ['from=2026-02-30', 'VALIDATION_FAILED', 'from'],
      ['from=yesterday', 'VALIDATION_FAILED', 'from'],
      ['to=2026-01-16T25:00:00Z', 'VALIDATION_FAILED', 'to'],
      ['applicantName=', 'VALIDATION_FAILED', 'applicantName'],
      ['productCode=a%20b', 'VALIDATION_FAILED', 'productCode'],
      ['page=0', 'INVALID_PAGE', 'page'],
      ['size=201', 'INVALID_PAGE', 'size'],
      ['size=ten', 'INVALID_PAGE', 'size'],
    ]
    for (const [query, code, field] of BAD) {
      test(`?${query} is 400 ${code}`, async () => {
        const { status, body, ...answer } = await edge.call(`GET /applications?${query}`)
        assert.deepEqual([status, answer.code], [400, code])
        assert.match(body.errors[0].pointer, new RegExp(`${field}$`))
      })
    }
  })
})
