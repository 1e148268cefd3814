import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { refusal } from '../../../test/support/refusals.ts'
import { until } from '../../../test/support/until.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Database } from '../../platform/storage/database.ts'
import { assertOffered } from './check-against-product.ts'
import { type LoanCatalogue, openLoanCatalogue } from './loan-catalogue.ts'
import { DEFAULT_BUCKETS } from './loan-product.ts'
import { ProductAdministration } from './product-administration.ts'
import type { LoanProductChange, NewLoanProduct } from './product-fields.ts'
import { RateAdministration } from './rates/rate-administration.ts'
import { resolveTerms } from './resolve-terms.ts'

const clock = { now: () => Date.parse('2026-01-15T10:00:00Z') }
const by = (scope: Scope): RecordCaller => ({ actor: { email: 'anne@bank.example' }, principal: { scope } })
const PLATFORM = by({})
const FI001 = by({ institutionId: 'FI001' })
const FI002 = by({ institutionId: 'FI002' })
const SUB_TENANT = by({ institutionId: 'FI001', subTenantId: '0197f3a0-0000-7000-8000-0000000000aa' })

const HOME: NewLoanProduct = {
  institutionId: 'FI001',
  productCode: 'HOME',
  name: 'Home loan',
  currencies: ['USD', 'JPY'],
  amount: { min: '1000', max: '500000' },
  term: { min: { count: 6, unit: 'Months' }, max: { count: 30, unit: 'Years' } },
  rate: { min: '1.25', max: '20' },
  defaultRate: '6.5',
}

onDatabase('loan products', (_engine, open) => {
  let database: Database
  let catalogue: LoanCatalogue
  let products: ProductAdministration
  let rates: RateAdministration

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    catalogue = await openLoanCatalogue({ database })
    products = new ProductAdministration({ database, clock, catalogue })
    rates = new RateAdministration({ database, clock, catalogue })
  })
  after(() => catalogue.close())
  beforeEach(() => emptyTables(database, 'loan_rates, loan_products'))

  test('a product is made with the defaults of the contract, and is in the catalogue at once', async () => {
    const made = await products.create(FI001, HOME)
    assert.partialDeepStrictEqual(made, {
      ...HOME,
      description: '',
      terms: {},
      chargeOffDays: 180,
      buckets: DEFAULT_BUCKETS,
      feeCapPercent: '25',
      maxInstalments: 480,
      dailyRows: false,
      overpaymentAllowed: true,
      riskSignalsRequired: false,
      aprMethod: 'REG_Z_ACTUARIAL',
      accounting: 'CASH',
      isActive: true,
      version: 1,
      createdBy: 'anne@bank.example',
    })
    assert.deepEqual(catalogue.products.find('HOME'), {
      productCode: 'HOME',
      institutionId: 'FI001',
      name: 'Home loan',
      status: 'ACTIVE',
      currency: 'USD',
      currencies: ['USD', 'JPY'],
      amount: HOME.amount,
      term: HOME.term,
      rate: HOME.rate,
      defaultRate: '6.5',
      terms: {},
      policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS, maxInstalments: 480, dailyRows: false },
      feeCapPercent: '25',
      overpaymentAllowed: true,
      riskSignalsRequired: false,
      aprMethod: 'REG_Z_ACTUARIAL',
      accounting: 'CASH',
    })
  })

  test('a code is given once on the platform, and stays', async () => {
    const { id, version } = await products.create(PLATFORM, HOME)
    await assert.rejects(products.create(PLATFORM, HOME), refusal('conflict'))
    await assert.rejects(products.create(FI002, { ...HOME, institutionId: 'FI002' }), refusal('conflict'))
    await assert.rejects(
      products.update(PLATFORM, id, { version, productCode: 'X', institutionId: 'FI002' }),
      refusal('invalid', { paths: ['institutionId', 'productCode'] }),
    )
    await products.update(PLATFORM, id, { version, productCode: 'HOME', institutionId: 'FI001' })
  })

  test('a change touches what it names, null sets back, terms are merged, and a stale version is refused', async () => {
    const terms = {
      method: 'FLAT',
      balloon: '5',
      lateFee: { percent: '1.5', base: 'OVERDUE_TOTAL', graceDays: 3 },
    } as const
    const { id } = await products.create(PLATFORM, { ...HOME, chargeOffDays: 90, description: 'For homes', terms })
    const first = await products.update(PLATFORM, id, {
      version: 1,
      chargeOffDays: null,
      description: null,
      terms: { dayCount: 'ACT/360', balloon: null },
      rate: { min: '0', max: '9' },
    })
    const { balloon: _balloon, ...kept } = terms
    assert.partialDeepStrictEqual(first, { version: 2, name: 'Home loan', chargeOffDays: 180, description: '' })
    assert.deepEqual(first.terms, { ...kept, dayCount: 'ACT/360' })
    assert.deepEqual(first.rate, { min: '0', max: '9' })
    const second = await products.update(PLATFORM, id, { version: 2, terms: null })
    assert.deepEqual(second.terms, {})
    await assert.rejects(products.update(PLATFORM, id, { version: 2, name: 'x' }), refusal('conflict'))
  })

  test('a change of a product leaves terms alone that were resolved before', async () => {
    const { id } = await products.create(PLATFORM, { ...HOME, terms: { method: 'FLAT' } })
    const before = catalogue.products.find('HOME')
    const terms = resolveTerms(assertOffered(before), {}, { count: 12, unit: 'Months' })
    const bounds = { maxInstalments: 12, dailyRows: true }
    await products.update(PLATFORM, id, { version: 1, terms: { method: 'BULLET' }, chargeOffDays: 30, ...bounds })
    assert.equal(terms.method, 'FLAT')
    assert.partialDeepStrictEqual(before?.policy, { chargeOffDays: 180, maxInstalments: 480, dailyRows: false })
    assert.partialDeepStrictEqual(catalogue.products.find('HOME')?.policy, { chargeOffDays: 30, ...bounds })
    assert.equal(catalogue.products.find('HOME')?.terms.method, 'BULLET')
  })

  test('an inactive product is not offered any more, and stays readable for its loans', async () => {
    const { id } = await products.create(PLATFORM, HOME)
    await rates.create(PLATFORM, { productCode: 'HOME', nominalRate: '5', type: 'FIXED', effectiveFrom: '2026-01-01' })
    assert.equal(catalogue.rates.list().length, 1)
    const off = await products.setActive(PLATFORM, id, false)
    assert.deepEqual([off.isActive, off.version], [false, 2])
    assert.equal((await products.setActive(PLATFORM, id, false)).version, 2, 'nothing to change')
    assert.throws(() => assertOffered(catalogue.products.find('HOME')), refusal('unprocessable'))
    assert.equal(catalogue.products.find('HOME')?.status, 'INACTIVE')
    assert.deepEqual(catalogue.rates.list(), [], 'its rates are not quoted')
    await products.setActive(PLATFORM, id, true)
    assert.equal(catalogue.rates.ofProduct('HOME').length, 1)
  })

  test('a product with rates is not deleted, and its range covers them', async () => {
    const { id } = await products.create(PLATFORM, HOME)
    const rate = { productCode: 'HOME', nominalRate: '5', type: 'FIXED', effectiveFrom: '2026-01-01' } as const
    const made = await rates.create(PLATFORM, rate)
    await assert.rejects(products.delete(PLATFORM, id), refusal('conflict'))
    await assert.rejects(
      products.update(PLATFORM, id, { version: 1, rate: { min: '6', max: '20' } }),
      refusal('conflict'),
    )
    await rates.delete(PLATFORM, made.id)
    await assert.rejects(products.delete(PLATFORM, id), refusal('conflict'), 'an active product')
    await products.setActive(PLATFORM, id, false)
    await products.delete(PLATFORM, id)
    assert.equal(catalogue.products.find('HOME'), undefined)
  })

  // Each is out of order with itself or with another field: what is changed, and the fields that the refusal names.
  const WRONG: [change: Omit<LoanProductChange, 'version'>, ...paths: string[]][] = [
    [{ amount: { min: '0', max: '10' } }, 'amount.min'],
    [{ amount: { min: '11', max: '10' } }, 'amount.max'],
    [{ amount: { min: '1.5', max: '10' } }, 'amount.min'],
    [{ amount: { min: '1', max: '10.25' } }, 'amount.max'],
    [{ amount: { min: '1', max: '99999999999999999' } }, 'amount.max'],
    [{ term: { min: { count: 61, unit: 'Months' }, max: { count: 5, unit: 'Years' } } }, 'term.max'],
    [{ rate: { min: '7', max: '6.5' } }, 'rate.max', 'defaultRate'],
    [{ rate: { min: '0', max: '6.49' } }, 'defaultRate'],
    [{ defaultRate: '1.24' }, 'defaultRate'],
    [{ currencies: ['USD', 'USD'] }, 'currencies'],
    [{ currencies: ['XXX'] }, 'amount.min', 'amount.max'],
    [{ terms: { balloon: '0.5' } }, 'terms.balloon'],
    [{ terms: { instalmentMultipleOf: '0.01' } }, 'terms.instalmentMultipleOf'],
    [{ terms: { lateFee: { amount: '0.5', base: 'PRINCIPAL', graceDays: 0 } } }, 'terms.lateFee.amount'],
    [{ terms: { lateFee: { base: 'PRINCIPAL', graceDays: 0 } } }, 'terms.lateFee'],
    [{ terms: { lateFee: { percent: '1', amount: '1', base: 'PRINCIPAL', graceDays: 0 } } }, 'terms.lateFee'],
    [{ terms: { allocationOrder: { due: ['fees', 'fees'], inAdvance: ['interest'] } } }, 'terms.allocationOrder.due'],
    [{ buckets: [{ name: 'ALL', from: 1 }] }, 'buckets[0].from'],
    [{ buckets: [{ name: 'ALL', from: 0, to: 30 }] }, 'buckets[0].to'],
    [
      {
        buckets: [
          { name: 'A', from: 0 },
          { name: 'B', from: 1 },
        ],
      },
      'buckets[0].to',
    ],
    [
      {
        buckets: [
          { name: 'A', from: 0, to: 3 },
          { name: 'B', from: 5 },
        ],
      },
      'buckets[1].from',
    ],
    [
      {
        buckets: [
          { name: 'A', from: 0, to: 3 },
          { name: 'A', from: 4 },
        ],
      },
      'buckets',
    ],
  ]
  for (const [change, ...paths] of WRONG) {
    test(`${JSON.stringify(change)} is refused`, async () => {
      await assert.rejects(
        products.create(PLATFORM, { ...HOME, ...change } as NewLoanProduct),
        refusal('invalid', { paths }),
      )
      const { id, version } = await products.create(PLATFORM, HOME)
      await assert.rejects(products.update(PLATFORM, id, { version, ...change }), refusal('invalid', { paths }))
    })
  }

  test('an institution sees its own products and rates only, a sub-tenant none', async () => {
    const { id } = await products.create(PLATFORM, HOME)
    const body = { productCode: 'HOME', nominalRate: '5', type: 'FIXED', effectiveFrom: '2026-01-01' } as const
    const rate = await rates.create(FI001, body)
    assert.equal(rate.institutionId, 'FI001')
    for (const outside of [FI002, SUB_TENANT]) {
      const { scope } = outside.principal
      for (const [records, target] of [[products, id] as const, [rates, rate.id] as const]) {
        assert.equal((await records.list(scope, {}, { page: 1, size: 10 })).total, 0)
        await assert.rejects(records.find(scope, target), refusal('not-found'))
        await assert.rejects(records.update(outside, target, { version: 1 }), refusal('not-found'))
        await assert.rejects(records.setActive(outside, target, false), refusal('not-found'))
        await assert.rejects(records.delete(outside, target), refusal('not-found'))
      }
      await assert.rejects(products.create(outside, { ...HOME, productCode: 'OTHER' }), refusal('not-found'))
      await assert.rejects(rates.create(outside, body), refusal('not-found'))
      await assert.rejects(rates.create(outside, { ...body, productCode: 'NONE' }), refusal('not-found'))
    }
    assert.equal((await products.list({ institutionId: 'FI001' }, {}, { page: 1, size: 10 })).total, 1)
    assert.equal((await rates.list({ institutionId: 'FI001' }, {}, { page: 1, size: 10 })).total, 1)
  })

  test('lists are filtered', async () => {
    await products.create(PLATFORM, HOME)
    const auto = { ...HOME, productCode: 'AUTO_1', name: 'Car', currencies: ['EUR'], accounting: 'ACCRUAL' } as const
    await products.create(PLATFORM, { ...auto, institutionId: 'FI002', aprMethod: 'EU_EFFECTIVE', isActive: false })
    const found = async (filter: Parameters<typeof products.list>[1]) =>
      (await products.list({}, filter, { page: 1, size: 10, sort: { field: 'productCode', direction: 'asc' } })).items
        .map(({ productCode }) => productCode)
        .join(' ')
    assert.equal(await found({}), 'AUTO_1 HOME')
    assert.equal(await found({ search: 'car' }), 'AUTO_1')
    assert.equal(await found({ search: 'o_1' }), 'AUTO_1')
    assert.equal(await found({ search: 'O%E' }), '')
    assert.equal(await found({ institutionId: 'FI001' }), 'HOME')
    assert.equal(await found({ currency: 'JPY' }), 'HOME')
    assert.equal(await found({ aprMethod: ['EU_EFFECTIVE'] }), 'AUTO_1')
    assert.equal(await found({ accounting: ['CASH'] }), 'HOME')
    assert.equal(await found({ isActive: false }), 'AUTO_1')
  })

  test('every change is audited with its product', async () => {
    const { id } = await products.create(FI001, HOME)
    await products.update(FI001, id, { version: 1, name: 'House' })
    await products.setActive(FI001, id, false)
    await products.delete(FI001, id)
    const { rows } = await database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY position`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['loan-product.create', 'loan-product.update', 'loan-product.deactivate', 'loan-product.delete'],
    )
  })

  test('another node hears of a change that this one did not make', async (t) => {
    const faults: string[] = []
    const log = { warn() {}, error: (_details: object, message: string) => faults.push(message) }
    const other = await openLoanCatalogue({ database, log })
    t.after(() => other.close())
    await until(() => database.changes.isLive(), 'changes are heard')
    await products.create(PLATFORM, HOME)
    await until(() => other.products.find('HOME') !== undefined, 'the product is there')
    await database.query(`UPDATE loan_products SET terms = '{"method": "PIGGYBACK"}'`)
    await until(() => other.products.find('HOME') === undefined, 'a product on unknown terms is left out')
    assert.match(faults.join(), /HOME.*PIGGYBACK/)
  })
})
