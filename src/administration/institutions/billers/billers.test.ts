import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { until } from '../../../../test/support/until.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import { Billers } from './billers.ts'

const clock = { nowMs: Date.parse('2026-01-15T10:00:00Z'), now: () => clock.nowMs }
const by = (scope: Scope = {}): RecordCaller => ({ actor: { email: 'anne@bank.example', scope }, principal: { scope } })
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const OF_TENANT = { ...FI001, subTenantId: '0197f3a0-0000-7000-8000-0000000000ff' }
const POWER = { institutionId: 'FI001', billerId: 'POWER', bin: '510000', name: 'City Power' }

onDatabase('billers', (engine, open) => {
  let database: Database
  let here: OpenDirectory
  let elsewhere: OpenDirectory
  let billers: Billers

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    here = await openDirectory({ database, environment: 'sandbox' })
    elsewhere = await openDirectory({ database, environment: 'sandbox' })
    billers = new Billers({ database, clock, directory: here })
  })
  after(() => {
    here.close()
    elsewhere.close()
  })
  beforeEach(() => emptyTables(database, 'billers, transactions'))

  test('a biller is created, changed, deactivated and deleted, and both nodes follow', async () => {
    const seen = async () => {
      await database.changes.confirm('directory', { timeoutMs: 2 ** 31 - 1 })
      const [one, other] = [here.biller('FI001', 'POWER'), elsewhere.biller('FI001', 'POWER')]
      assert.deepEqual(one, other)
      return one
    }
    const made = await billers.create(by(FI001), POWER)
    assert.partialDeepStrictEqual(made, { ...POWER, version: 1, isActive: true, createdBy: 'anne@bank.example' })
    assert.deepEqual(await seen(), { billerId: 'POWER', bin: '510000', isActive: true })
    const changed = await billers.update(by(FI001), made.id, { version: 1, bin: '51000012', billerId: 'POWER' })
    assert.deepEqual([changed.version, changed.name], [2, 'City Power'])
    await billers.setActive(by(FI001), made.id, false)
    assert.equal((await billers.setActive(by(FI001), made.id, false)).version, 3)
    assert.deepEqual(await seen(), { billerId: 'POWER', bin: '51000012', isActive: false })
    await billers.delete(by(FI001), made.id)
    assert.equal(await seen(), undefined)
  })

  // PGlite runs one transaction at a time.
  if (engine === 'postgres') {
    test('a biller of an institution that is being deleted is refused', async () => {
      await database.query(
        `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
         VALUES ('FI003', 'Three', 'DRAFT', 'USD', 'UTC')`,
      )
      const refused = await database.transaction(async (sql) => {
        await sql.query(`DELETE FROM institutions WHERE institution_id = 'FI003'`)
        const made = billers.create(by(), { ...POWER, institutionId: 'FI003' })
        await until(async () => {
          const { rowCount } = await database.query(
            `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
                                                                 WHERE datname = current_database())`,
          )
          return rowCount > 0
        }, 'the creation waits for the deletion')
        return { made: assert.rejects(made, { kind: 'invalid' }) }
      })
      await refused.made
    })
  }

  test('a biller can be made inactive', async () => {
    assert.equal((await billers.create(by(), { ...POWER, isActive: false })).isActive, false)
    assert.equal(here.biller('FI001', 'POWER')?.isActive, false)
  })

  test('a billerId is unique in its institution, and ids are fixed', async () => {
    const { id } = await billers.create(by(), POWER)
    await assert.rejects(billers.create(by(), POWER), { reason: 'institutions.biller-id-taken' })
    await billers.create(by(), { ...POWER, ...FI002 })
    for (const change of [{ billerId: 'GAS' }, { institutionId: 'FI002' }]) {
      await assert.rejects(billers.update(by(), id, { version: 1, ...change }), {
        details: [{ path: Object.keys(change)[0] as string, message: 'cannot be changed' }],
      })
    }
    await assert.rejects(billers.update(by(), id, { version: 7 }), { reason: 'institutions.biller-changed' })
  })

  test('an unknown institution is invalid, and one out of scope is not found', async () => {
    const unknown = { ...POWER, institutionId: 'FI009' }
    await assert.rejects(billers.create(by(), unknown), { kind: 'invalid' })
    for (const [scope, biller] of [
      [FI001, unknown],
      [FI001, { ...POWER, ...FI002 }],
      [OF_TENANT, POWER],
    ] as const) {
      await assert.rejects(billers.create(by(scope), biller), { reason: 'institutions.institution-not-found' })
    }
  })

  test('from outside its institution a biller is not found', async () => {
    const { id } = await billers.create(by(), POWER)
    for (const scope of [FI002, OF_TENANT]) {
      for (const act of [
        () => billers.find(scope, id),
        () => billers.update(by(scope), id, { version: 1, name: 'Mine' }),
        () => billers.setActive(by(scope), id, false),
        () => billers.delete(by(scope), id),
      ]) {
        await assert.rejects(act(), { reason: 'institutions.biller-not-found' })
      }
      assert.equal((await billers.list(scope, {}, { page: 1, size: 10 })).total, 0)
    }
    assert.equal((await billers.list(FI001, { search: 'POW', isActive: true }, { page: 1, size: 10 })).total, 1)
  })

  test('a biller with payments cannot be deleted; another institution’s payments do not count', async () => {
    const { id } = await billers.create(by(), POWER)
    const other = await billers.create(by(), { ...POWER, ...FI002 })
    await database.query(
      `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, biller_id, amount_minor,
                                 currency, response_code, business_date, recorded_at, latency_ms, correlation_id,
                                 fingerprint, response)
       VALUES ('FI001', 'P', '000000000001', gen_random_uuid(), 'BILLPAYMENT', '1', 'POWER', 100, 'USD', '000', '20260115',
               now(), 1, gen_random_uuid(), 'f', '{}')`,
    )
    await assert.rejects(billers.delete(by(), id), { reason: 'institutions.biller-in-use' })
    await billers.delete(by(), other.id)
  })
})
