import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type LoanCatalogue, openLoanCatalogue } from '../loan-catalogue.ts'
import { ProductAdministration } from '../product-administration.ts'
import { type LoanRateChange, type NewLoanRate, RateAdministration } from './rate-administration.ts'

const clock = { now: () => Date.parse('2026-01-15T10:00:00Z') }
const PLATFORM: RecordCaller = { actor: { email: 'anne@bank.example' }, principal: { scope: {} } }

const FIXED: NewLoanRate = { productCode: 'HOME', nominalRate: '5.5', type: 'FIXED', effectiveFrom: '2026-01-01' }
const INDEXED: NewLoanRate = { ...FIXED, type: 'INDEXED', index: 'SOFR', spread: '-0.25', effectiveTo: '2026-12-31' }

onDatabase('rates of loan products', (_engine, open) => {
  let database: Database
  let catalogue: LoanCatalogue
  let rates: RateAdministration

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC')`,
    )
    catalogue = await openLoanCatalogue({ database })
    rates = new RateAdministration({ database, clock, catalogue })
    await new ProductAdministration({ database, clock, catalogue }).create(PLATFORM, {
      institutionId: 'FI001',
      productCode: 'HOME',
      name: 'Home loan',
      currencies: ['USD'],
      amount: { min: '1000', max: '500000' },
      term: { min: { count: 6, unit: 'Months' }, max: { count: 30, unit: 'Years' } },
      rate: { min: '1.25', max: '20' },
      defaultRate: '6.5',
    })
  })
  after(() => catalogue.close())
  beforeEach(() => emptyTables(database, 'loan_rates'))

  test('a rate belongs to the institution of its product, and is in the catalogue at once', async () => {
    const bands = [{ amount: { min: '1', max: '5000.5' }, termMonths: { max: 60 }, riskGrades: ['A', 'B'] }]
    const made = await rates.create(PLATFORM, { ...INDEXED, bands })
    assert.partialDeepStrictEqual(made, { ...INDEXED, bands, institutionId: 'FI001', isActive: true, version: 1 })
    assert.deepEqual(catalogue.rates.find(made.id), {
      rateId: made.id,
      productCode: 'HOME',
      institutionId: 'FI001',
      nominalRate: '5.5',
      type: 'INDEXED',
      index: 'SOFR',
      spread: '-0.25',
      effectiveFrom: '2026-01-01',
      effectiveTo: '2026-12-31',
      bands,
    })
  })

  test('a change touches what it names, null clears, and a stale version is refused', async () => {
    const { id } = await rates.create(PLATFORM, { ...INDEXED, bands: [{ riskGrades: ['A'] }] })
    const first = await rates.update(PLATFORM, id, { version: 1, nominalRate: '6', effectiveTo: null, bands: null })
    assert.partialDeepStrictEqual(first, { version: 2, nominalRate: '6', effectiveTo: null, bands: [], index: 'SOFR' })
    const fixed = await rates.update(PLATFORM, id, { version: 2, type: 'FIXED', index: null, spread: null })
    assert.deepEqual([fixed.type, fixed.index, fixed.spread], ['FIXED', null, null])
    await assert.rejects(rates.update(PLATFORM, id, { version: 2, nominalRate: '7' }), refusal('conflict'))
    await assert.rejects(
      rates.update(PLATFORM, id, { version: 3, productCode: 'OTHER' }),
      refusal('invalid', { paths: ['productCode'] }),
    )
  })

  test('an inactive rate is not quoted', async () => {
    const { id } = await rates.create(PLATFORM, FIXED)
    assert.equal((await rates.setActive(PLATFORM, id, false)).isActive, false)
    assert.equal(catalogue.rates.find(id), undefined)
    assert.equal((await rates.setActive(PLATFORM, id, true)).version, 3)
    assert.equal(catalogue.rates.find(id)?.nominalRate, '5.5')
    await rates.delete(PLATFORM, id)
    assert.deepEqual(catalogue.rates.ofProduct('HOME'), [])
  })

  const WRONG: [base: NewLoanRate, change: Omit<LoanRateChange, 'version' | 'productCode'>, ...paths: string[]][] = [
    [FIXED, { nominalRate: '1.24' }, 'nominalRate'],
    [FIXED, { nominalRate: '20.000001' }, 'nominalRate'],
    [FIXED, { index: 'SOFR' }, 'index'],
    [FIXED, { spread: '1' }, 'spread'],
    [FIXED, { type: 'INDEXED' }, 'index', 'spread'],
    [INDEXED, { index: null }, 'index'],
    [INDEXED, { spread: null }, 'spread'],
    [FIXED, { effectiveTo: '2025-12-31' }, 'effectiveTo'],
    [FIXED, { bands: [{}, { amount: { min: '2', max: '1' } }] }, 'bands[1].amount.max'],
    [FIXED, { bands: [{ termMonths: { min: 2, max: 1 } }] }, 'bands[0].termMonths.max'],
  ]
  for (const [base, change, ...paths] of WRONG) {
    test(`${base.type} with ${JSON.stringify(change)} is refused`, async () => {
      await assert.rejects(rates.create(PLATFORM, { ...base, ...change }), refusal('invalid', { paths }))
      const { id, version } = await rates.create(PLATFORM, base)
      await assert.rejects(rates.update(PLATFORM, id, { version, ...change }), refusal('invalid', { paths }))
    })
  }

  test('a rate needs a product', async () => {
    await assert.rejects(
      rates.create(PLATFORM, { ...FIXED, productCode: 'NONE' }),
      refusal('invalid', { paths: ['productCode'] }),
    )
  })

  test('lists are filtered and sorted', async () => {
    await rates.create(PLATFORM, FIXED)
    await rates.create(PLATFORM, { ...INDEXED, nominalRate: '10', isActive: false })
    const found = async (filter: Parameters<typeof rates.list>[1]) =>
      (await rates.list({}, filter, { page: 1, size: 10, sort: { field: 'nominalRate', direction: 'desc' } })).items
        .map(({ nominalRate }) => nominalRate)
        .join(' ')
    assert.equal(await found({}), '10 5.5')
    assert.equal(await found({ search: 'sofr' }), '10')
    assert.equal(await found({ productCode: 'HOME' }), '10 5.5')
    assert.equal(await found({ productCode: 'NONE' }), '')
    assert.equal(await found({ institutionId: 'FI002' }), '')
    assert.equal(await found({ type: ['FIXED'] }), '5.5')
    assert.equal(await found({ isActive: true }), '5.5')
  })
})
