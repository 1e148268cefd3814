// Loan products and rates, administered on one gateway and offered by another on the same database.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'

const PRODUCT = {
  institutionId: 'FI001',
  productCode: 'BOAT',
  name: 'Boat loan',
  currencies: ['USD', 'JPY'],
  amount: { min: 1000, max: 250000 },
  term: { min: { termCount: 6, termUnit: 'Months' }, max: { termCount: 15, termUnit: 'Years' } },
  rate: { min: 3.5, max: 18 },
  defaultRate: 8.25,
}
const TERMS = {
  method: 'FLAT',
  dayCount: 'ACT/ACT-ICMA',
  repaymentEvery: 2,
  repaymentUnit: 'Weeks',
  graceOnPrincipal: 1,
  graceOnInterest: 2,
  balloon: 100,
  downPayment: { percent: 12.5, auto: true },
  instalmentMultipleOf: 5,
  instalmentBasis: 'APPROVED',
  rounding: 'HALF_UP',
  annuityRate: 'FIRST_PERIOD',
  allocation: 'VERTICAL',
  allocationOrder: {
    due: ['principal', 'interest', 'fees', 'penalties'],
    inAdvance: ['interest', 'principal', 'fees', 'penalties'],
  },
  prepaymentDefault: 'REDUCE_TERM',
  settlementInterest: 'TO_PERIOD_END',
  lateFee: { amount: 15, base: 'INSTALMENT', graceDays: 3 },
}
const RATE = {
  productCode: 'BOAT',
  nominalRate: 7.123456,
  type: 'INDEXED',
  index: 'SOFR',
  spread: -0.25,
  effectiveFrom: '2026-01-01',
  effectiveTo: '2026-12-31',
  bands: [{ amount: { min: 1000, max: 50000.5 }, termMonths: { max: 60 }, riskGrades: ['A', 'B'] }],
}
const LENDER = {
  'x-client-id': 'sandbox-lending',
  'x-client-secret': 'sandbox-lending-secret',
  'x-partner': 'PARTNER01',
}

describe('loan products administered on one gateway', () => {
  let store: Store
  let here: Gateway
  let there: Gateway
  let token: string
  const onboarding = new Onboarding(() => here.url)

  before(async () => {
    store = await createSandboxStore('postgres')
    here = await startGateway(store)
    there = await startGateway(store)
    token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
  })
  after(async () => {
    await Promise.all([here?.stop(), there?.stop()])
    await store.remove()
  })

  async function administer(route: string, body?: unknown, status = 200) {
    const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
    assert.equal(answer.status, status, answer.text)
    return answer.body.data
  }

  async function quoted(query: string): Promise<unknown> {
    const response = await fetch(`${there.url}/v1/lending/rates?${query}`, { headers: LENDER })
    const { nominalRate, code } = (await response.json()) as { nominalRate?: number; code?: string }
    return nominalRate ?? code
  }

  test('what is sent comes back, with the defaults of the contract, and unknown fields do not', async () => {
    const sent = { ...PRODUCT, terms: { ...TERMS, surprise: 1 }, surprise: 1 }
    const made = await administer('POST /loan-products', sent, 201)
    assert.partialDeepStrictEqual(made, {
      ...PRODUCT,
      chargeOffDays: 180,
      feeCapPercent: 25,
      maxInstalments: 480,
      dailyRows: false,
      overpaymentAllowed: true,
      riskSignalsRequired: false,
      aprMethod: 'REG_Z_ACTUARIAL',
      accounting: 'CASH',
      isActive: true,
      version: 1,
    })
    assert.deepEqual(made.terms, TERMS)
    assert.deepEqual(
      made.buckets.map(({ name }: { name: string }) => name),
      ['CURRENT', '1-30', '31-60', '61-90', '91-120', '121-180', '180+'],
    )
    assert.ok(!JSON.stringify(made).includes('surprise'))
    assert.deepEqual(await administer(`GET /loan-products/${made.id}`), made)
    assert.deepEqual((await administer('POST /loan-products/list', { search: 'boat' })).content, [made])
  })

  test('a rate is quoted by the other gateway as soon as the administrator has an answer', async () => {
    assert.equal(await quoted('productCode=BOAT'), 'NO_RATE')
    const made = await administer('POST /loan-rates', { ...RATE, surprise: 1 }, 201)
    assert.partialDeepStrictEqual(made, { ...RATE, institutionId: 'FI001', isActive: true, version: 1 })
    assert.ok(!JSON.stringify(made).includes('surprise'))
    assert.equal(await quoted('productCode=BOAT&asOf=2026-06-01'), 7.123456)
    const changed = await administer(`PATCH /loan-rates/${made.id}`, { version: 1, nominalRate: 9, effectiveTo: null })
    assert.deepEqual([changed.nominalRate, changed.effectiveTo, changed.bands], [9, null, RATE.bands])
    assert.equal(await quoted('productCode=BOAT'), 9)
    await administer(`PATCH /loan-rates/${made.id}/activation?isActive=false`)
    assert.equal(await quoted('productCode=BOAT'), 'NO_RATE')
    await administer(`DELETE /loan-rates/${made.id}`)
    await administer(`GET /loan-rates/${made.id}`, undefined, 404)
  })

  test('a change keeps what is absent, null clears, and a stale version is a 409', async () => {
    const [{ id }] = (await administer('POST /loan-products/list', { search: 'BOAT' })).content
    const terms = { balloon: null, lateFee: { percent: 5 }, dayCount: 'ACT/360' }
    const changed = await administer(`PATCH /loan-products/${id}`, {
      version: 1,
      terms,
      buckets: null,
      feeCapPercent: 3.5,
      maxInstalments: 24,
      dailyRows: true,
    })
    const { balloon: _balloon, ...kept } = TERMS
    assert.deepEqual(changed.terms, {
      ...kept,
      dayCount: 'ACT/360',
      lateFee: { percent: 5, base: 'PRINCIPAL', graceDays: 0 },
    })
    assert.equal(changed.feeCapPercent, 3.5)
    assert.deepEqual([changed.maxInstalments, changed.dailyRows], [24, true])
    await administer(`PATCH /loan-products/${id}`, { version: 1, name: 'x' }, 409)
    await administer('POST /loan-products', PRODUCT, 409)
  })

  test('a product with applications or loans cannot be deleted', async () => {
    const made = await administer('POST /loan-products', { ...PRODUCT, productCode: 'USED' }, 201)
    await administer(`DELETE /loan-products/${made.id}`, undefined, 409)
    const apply = () =>
      fetch(`${there.url}/v1/lending/applications`, {
        method: 'POST',
        headers: { ...LENDER, 'content-type': 'application/json' },
        body: JSON.stringify({
          productCode: 'USED',
          requestedAmount: 1000,
          loanTerm: { termCount: 12, termUnit: 'Months' },
          applicant: { firstName: 'Ann', lastName: 'Example' },
        }),
      })
    assert.equal((await apply()).status, 200)
    await administer(`PATCH /loan-products/${made.id}/activation?isActive=false`)
    assert.equal((await apply()).status, 422, 'it is unknown to new applications')
    await administer(`DELETE /loan-products/${made.id}`, undefined, 409)
    const unused = await administer('POST /loan-products', { ...PRODUCT, productCode: 'UNUSED' }, 201)
    await administer(`DELETE /loan-products/${unused.id}`, undefined, 409)
    await administer(`PATCH /loan-products/${unused.id}/activation?isActive=false`)
    await administer(`DELETE /loan-products/${unused.id}`)
  })

  const MISSING = Symbol('missing')
  const long = 'x'.repeat(300)
  const ROWS: [path: string, field: string, ...bad: unknown[]][] = [
    ['/loan-products', 'institutionId', MISSING, null, 1, '', 'a b', 'x'.repeat(36), 'FI009'],
    ['/loan-products', 'productCode', MISSING, null, 1, '', 'a b', 'x'.repeat(36)],
    ['/loan-products', 'name', MISSING, null, '', ' ', long, 'a\u202eb', 'a\nb'],
    ['/loan-products', 'description', 1, long, 'a\nb'],
    [
      '/loan-products',
      'currencies',
      MISSING,
      null,
      [],
      'USD',
      ['usd'],
      ['XXX'],
      [1],
      ['USD', 'USD'],
      Array(201).fill('USD'),
    ],
    ['/loan-products', 'amount', MISSING, null, 1, [], {}, { min: 1 }],
    ['/loan-products', 'amount.min', '1', -1, 0, 1e13, 0.5, 0.0001, null],
    ['/loan-products', 'amount.max', '1', 999, 1e13, 2000.5],
    ['/loan-products', 'term', MISSING, null, '12', { min: { termCount: 1, termUnit: 'Months' } }],
    ['/loan-products', 'term.min', null, {}, { termCount: 0, termUnit: 'Days' }, { termCount: 1, termUnit: 'Month' }],
    ['/loan-products', 'term.max', { termCount: 5, termUnit: 'Months' }, { termCount: 36_501, termUnit: 'Days' }],
    ['/loan-products', 'rate', MISSING, null, 5],
    ['/loan-products', 'rate.min', -1, 101, '5', 1.0000001, 19],
    ['/loan-products', 'rate.max', -1, 1e9, '5', 3],
    ['/loan-products', 'defaultRate', MISSING, null, '5', 3.4, 18.5],
    ['/loan-products', 'terms', 1, [], 'x'],
    ['/loan-products', 'terms.method', 'BALLOON', 1],
    ['/loan-products', 'terms.dayCount', 'ACT/366', 360],
    ['/loan-products', 'terms.repaymentEvery', 0, 367, 1.5, '1'],
    ['/loan-products', 'terms.repaymentUnit', 'Quarters', 1],
    ['/loan-products', 'terms.graceOnPrincipal', -1, 481, '1'],
    ['/loan-products', 'terms.graceOnInterest', -1, 481, '1'],
    ['/loan-products', 'terms.balloon', -1, '1', 0.5, 1e13],
    ['/loan-products', 'terms.downPayment', 5, {}, { percent: 101, auto: true }, { percent: 5, auto: 'yes' }],
    ['/loan-products', 'terms.instalmentMultipleOf', 0, -1, '1', 0.5],
    ['/loan-products', 'terms.instalmentBasis', 'PRINCIPAL'],
    ['/loan-products', 'terms.rounding', 'FLOOR'],
    ['/loan-products', 'terms.annuityRate', 'LAST_PERIOD'],
    ['/loan-products', 'terms.allocation', 'DIAGONAL'],
    ['/loan-products', 'terms.allocationOrder', 1, {}, { due: [], inAdvance: [] }],
    ['/loan-products', 'terms.prepaymentDefault', 'NONE'],
    ['/loan-products', 'terms.settlementInterest', 'NEVER'],
    [
      '/loan-products',
      'terms.lateFee',
      1,
      {},
      { percent: 1, amount: 1 },
      { percent: 101 },
      { percent: 1, graceDays: -1 },
    ],
    ['/loan-products', 'chargeOffDays', 0, 3_651, '180', 1.5],
    [
      '/loan-products',
      'buckets',
      [],
      1,
      [{}],
      [{ name: '', from: 0 }],
      [{ name: 'A', from: 1 }],
      Array(21).fill({ name: 'A', from: 0 }),
    ],
    ['/loan-products', 'feeCapPercent', -1, 1_001, '25'],
    ['/loan-products', 'maxInstalments', 0, 2_101, '480', 1.5],
    ['/loan-products', 'dailyRows', 'true', 1],
    ['/loan-products', 'overpaymentAllowed', 'true', 1],
    ['/loan-products', 'riskSignalsRequired', 'true', 0],
    ['/loan-products', 'aprMethod', 'US', 1],
    ['/loan-products', 'accounting', 'BARTER'],
    ['/loan-products', 'isActive', 'true', null],
    ['/loan-rates', 'productCode', MISSING, null, '', 'a b', 'NONE', 'x'.repeat(36)],
    ['/loan-rates', 'nominalRate', MISSING, null, '5', -1, 1e9, 3.4, 5.0000001],
    ['/loan-rates', 'type', MISSING, null, 'FLOATING', 1],
    ['/loan-rates', 'index', MISSING, null, '', 1, 'x'.repeat(36), 'a\nb'],
    ['/loan-rates', 'spread', MISSING, null, '1', 101, -101],
    ['/loan-rates', 'effectiveFrom', MISSING, null, '20260101', '2026-02-30', 1],
    ['/loan-rates', 'effectiveTo', '2025-12-31', '2026-02-30', 1],
    ['/loan-rates', 'bands', 1, {}, [1], Array(51).fill({})],
    ['/loan-rates', 'bands[0].amount', [{ amount: 1 }], [{ amount: { min: -1 } }], [{ amount: { min: 2, max: 1 } }]],
    ['/loan-rates', 'bands[0].termMonths', [{ termMonths: { min: 0 } }], [{ termMonths: { max: 1201 } }]],
    ['/loan-rates', 'bands[0].riskGrades', [{ riskGrades: [] }], [{ riskGrades: ['a b'] }], [{ riskGrades: 'A' }]],
    ['/loan-rates', 'isActive', 'true', null],
  ]
  for (const [path, field, ...values] of ROWS) {
    test(`${path}: bad values of ${field} are a 400 that names it`, async () => {
      const good: Record<string, unknown> =
        path === '/loan-rates' ? RATE : { ...PRODUCT, productCode: 'BAD', terms: { method: 'ANNUITY' } }
      for (const value of values) {
        const answer = await onboarding.call(`POST ${path}`, { token, body: withValue(good, field, value) })
        assert.equal(answer.status, 400, `${String(value)}: ${answer.text}`)
        assert.ok(answer.body.message.includes(field), `${String(value)}: ${answer.body.message}`)
      }
    })
  }

  test('changes, filters and parameters are checked too', async () => {
    const [{ id, version }] = (await administer('POST /loan-products/list', { search: 'BOAT' })).content
    const rate = (await administer('POST /loan-rates', RATE, 201)).id
    const CALLS: [route: string, body: unknown, named: string][] = [
      [`PATCH /loan-products/${id}`, { name: 'x' }, 'version'],
      [`PATCH /loan-products/${id}`, { version, productCode: 'OTHER' }, 'productCode'],
      [`PATCH /loan-products/${id}`, { version, institutionId: 'FI002' }, 'institutionId'],
      [`PATCH /loan-products/${id}`, { version, name: null }, 'name'],
      [`PATCH /loan-products/${id}`, { version, amount: { min: 5 } }, 'amount.max'],
      [`PATCH /loan-products/${id}`, { version, terms: { method: 'X' } }, 'terms.method'],
      [`PATCH /loan-rates/${rate}`, { nominalRate: 5 }, 'version'],
      [`PATCH /loan-rates/${rate}`, { version: 1, productCode: 'OPEN' }, 'productCode'],
      [`PATCH /loan-rates/${rate}`, { version: 1, type: 'FIXED' }, 'index'],
      ['POST /loan-products/list', { currency: 'usd' }, 'currency'],
      ['POST /loan-products/list', { aprMethod: 'EU_EFFECTIVE' }, 'aprMethod'],
      ['POST /loan-products/list', { accounting: ['X'] }, 'accounting[0]'],
      ['POST /loan-products/list?sort=terms:asc', {}, 'sort'],
      ['POST /loan-rates/list', { type: ['X'] }, 'type[0]'],
      ['GET /loan-rates?size=201', undefined, 'size'],
      [`PATCH /loan-products/${id}/activation`, undefined, 'isActive'],
      [`PATCH /loan-rates/${rate}/activation?isActive=yes`, undefined, 'isActive'],
    ]
    for (const [route, body, named] of CALLS) {
      const answer = await onboarding.call(route, { token, ...(body !== undefined && { body }) })
      assert.equal(answer.status, 400, `${route}: ${answer.text}`)
      assert.ok(answer.body.message.includes(named), `${route}: ${answer.body.message}`)
    }
  })

  /** The body with one field replaced or left out; of `bands[0]…` the value is that of all bands. */
  function withValue(good: Record<string, unknown>, field: string, value: unknown): unknown {
    const [name = '', inner] = field.startsWith('bands[') ? ['bands'] : field.split('.')
    const { [name]: before, ...rest } = good
    if (value === MISSING) return rest
    return { ...rest, [name]: inner === undefined ? value : { ...(before as object), [inner]: value } }
  }
})
