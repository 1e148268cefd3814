import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { refusal } from '../../../../test/support/refusals.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Capabilities, type NewCapability } from '../capabilities/capabilities.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import { AccountTypes, type NewAccountType } from './account-types.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const clock = { now: () => Date.parse('2026-01-15T10:00:00Z') }
const by = (scope: Scope): RecordCaller => ({ actor: { email: 'anne@bank.example' }, principal: { scope } })
const PLATFORM = by({})
const FI001 = by({ institutionId: 'FI001' })
const FI002 = by({ institutionId: 'FI002' })
const SUB_TENANT = by({ institutionId: 'FI001', subTenantId: '0197f3a0-0000-7000-8000-0000000000aa' })

const SAVINGS: NewAccountType = {
  institutionId: 'FI001',
  code: 'SDA',
  description: 'Savings',
  category: 'LIABILITY',
  defaultTxnCapability: '05',
}
const TAKE: NewCapability = { code: 'T1', description: 'Take', flags: { transferTo: true } }

onDatabase('account types and capabilities', (_engine, open) => {
  let database: Database
  let directory: OpenDirectory
  let types: AccountTypes
  let capabilities: Capabilities

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    directory = await openDirectory({ database, environment: 'sandbox' })
    const services = { database, clock, secretBox, directory }
    types = new AccountTypes(services)
    capabilities = new Capabilities(services)
  })
  after(() => directory.close())
  beforeEach(async () => {
    await emptyTables(database, 'account_types, accounts')
    await database.query(
      'DELETE FROM transaction_capabilities WHERE NOT is_system; UPDATE transaction_capabilities SET is_active = true',
    )
  })

  const openAccount = (accountType: string, capability = '06', institutionId = 'FI001') =>
    database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ($1, 'A' || (SELECT count(*) FROM accounts), 'C', $2, 'D', 'USD', $3, '001')`,
      [institutionId, accountType, capability],
    )

  test('a type is made with what accounts of its category have, and is in the directory at once', async () => {
    const made = await types.create(FI001, SAVINGS)
    assert.partialDeepStrictEqual(made, { ...SAVINGS, coreCode: null, isActive: true, version: 1 })
    assert.deepEqual(made.balanceTypes, ['Available', 'Balance'])
    assert.equal(directory.accountType('FI001', 'SDA')?.defaultTxnCapability, '05')
    const loan = await types.create(PLATFORM, { ...SAVINGS, code: 'LOAN', category: 'ASSET', isActive: false })
    assert.deepEqual([loan.balanceTypes, loan.isActive], [['Available', 'Balance', 'PaymentDue'], false])
  })

  test('a code is given once per institution, and stays', async () => {
    const { id, version } = await types.create(PLATFORM, SAVINGS)
    await assert.rejects(types.create(PLATFORM, SAVINGS), refusal('conflict'))
    await types.create(PLATFORM, { ...SAVINGS, institutionId: 'FI002' })
    await assert.rejects(
      types.update(PLATFORM, id, { version, code: 'X', institutionId: 'FI002' }),
      refusal('invalid', { paths: ['institutionId', 'code'] }),
    )
    await types.update(PLATFORM, id, { version, code: 'SDA', institutionId: 'FI001' })
  })

  test('a change touches what it names, null clears, and a stale version is refused', async () => {
    const { id } = await types.create(PLATFORM, { ...SAVINGS, coreCode: '20' })
    const first = await types.update(PLATFORM, id, { version: 1, balanceTypes: ['Balance', 'Balance'] })
    assert.partialDeepStrictEqual(first, { version: 2, coreCode: '20', balanceTypes: ['Balance'] })
    const second = await types.update(PLATFORM, id, { version: 2, coreCode: null, description: 'Other' })
    assert.partialDeepStrictEqual(second, { version: 3, coreCode: null, description: 'Other', category: 'LIABILITY' })
    await assert.rejects(types.update(PLATFORM, id, { version: 2, description: 'x' }), refusal('conflict'))
  })

  test('an unknown capability or institution is refused', async () => {
    const unknown = { defaultTxnCapability: 'ZZ' }
    await assert.rejects(
      types.create(PLATFORM, { ...SAVINGS, ...unknown }),
      refusal('invalid', { paths: ['defaultTxnCapability'] }),
    )
    const { id } = await types.create(PLATFORM, SAVINGS)
    await assert.rejects(
      types.update(PLATFORM, id, { version: 1, ...unknown }),
      refusal('invalid', { paths: ['defaultTxnCapability'] }),
    )
    await assert.rejects(
      types.create(PLATFORM, { ...SAVINGS, institutionId: 'FI009' }),
      refusal('invalid', { paths: ['institutionId'] }),
    )
  })

  test('a type that accounts have keeps its category and is not deleted', async () => {
    const { id } = await types.create(PLATFORM, SAVINGS)
    await openAccount('SDA', '06', 'FI002')
    const unused = await types.update(PLATFORM, id, { version: 1, category: 'ASSET' })
    assert.equal(unused.category, 'ASSET', "another institution's accounts do not count")
    await openAccount('SDA')
    await assert.rejects(types.update(PLATFORM, id, { version: 2, category: 'LIABILITY' }), refusal('conflict'))
    await types.update(PLATFORM, id, { version: 2, category: 'ASSET', description: 'Other' })
    await assert.rejects(types.delete(PLATFORM, id), refusal('conflict'))
    await emptyTables(database, 'accounts')
    await types.delete(PLATFORM, id)
    assert.equal(directory.accountType('FI001', 'SDA'), undefined)
  })

  test('another institution and a sub-tenant see and reach nothing of it', async () => {
    const { id } = await types.create(PLATFORM, SAVINGS)
    for (const caller of [FI002, SUB_TENANT]) {
      const attempts = [
        () => types.create(caller, { ...SAVINGS, code: 'X' }),
        () => types.find(caller.principal.scope, id),
        () => types.update(caller, id, { version: 1, description: 'x' }),
        () => types.setActive(caller, id, false),
        () => types.delete(caller, id),
      ]
      for (const attempt of attempts) await assert.rejects(attempt, refusal('not-found'))
      assert.equal((await types.list(caller.principal.scope, {}, { page: 1, size: 10 })).total, 0)
    }
  })

  test('types are found by what they are', async () => {
    await types.create(PLATFORM, { ...SAVINGS, coreCode: 'core-20' })
    await types.create(PLATFORM, { ...SAVINGS, code: 'LOAN', category: 'ASSET', isActive: false })
    await types.create(PLATFORM, { ...SAVINGS, code: 'CD', institutionId: 'FI002' })
    const codes = async (filter: Parameters<typeof types.list>[1]) =>
      (await types.list({}, filter, { page: 1, size: 10, sort: { field: 'code', direction: 'desc' } })).items
        .map(({ code }) => code)
        .join()
    assert.equal(await codes({}), 'SDA,LOAN,CD')
    assert.equal(await codes({ category: ['ASSET'] }), 'LOAN')
    assert.equal(await codes({ isActive: true, institutionId: 'FI001' }), 'SDA')
    assert.equal(await codes({ search: 'CORE-' }), 'SDA')
  })

  test('a capability grants what its flags say, until it is deactivated', async () => {
    const made = await capabilities.create(PLATFORM, TAKE)
    assert.partialDeepStrictEqual(made, {
      code: 'T1',
      isSystem: false,
      isActive: true,
      flags: { inquiry: false, transferTo: true },
    })
    assert.equal(directory.capability('T1')?.transferTo, true)
    const changed = await capabilities.update(PLATFORM, made.id, { version: 1, flags: { inquiry: true } })
    assert.partialDeepStrictEqual(changed, {
      version: 2,
      description: 'Take',
      flags: { inquiry: true, transferTo: true },
    })
    assert.equal((await capabilities.setActive(PLATFORM, made.id, false)).isActive, false)
    assert.equal(directory.capability('T1'), undefined)
    await assert.rejects(capabilities.create(PLATFORM, TAKE), refusal('conflict'))
    await assert.rejects(
      capabilities.update(PLATFORM, made.id, { version: 3, code: 'T2' }),
      refusal('invalid', { paths: ['code'] }),
    )
    await assert.rejects(capabilities.update(PLATFORM, made.id, { version: 1 }), refusal('conflict'))
  })

  test('a capability of the platform never changes', async () => {
    const { items } = await capabilities.list({}, { isSystem: true }, { page: 1, size: 20 })
    assert.equal(items.length, 8)
    for (const { id, version } of items.slice(0, 2)) {
      await assert.rejects(capabilities.update(PLATFORM, id, { version, description: 'x' }), refusal('conflict'))
      for (const isActive of [true, false]) {
        await assert.rejects(capabilities.setActive(PLATFORM, id, isActive), refusal('conflict'))
      }
      await assert.rejects(capabilities.delete(PLATFORM, id), refusal('conflict'))
    }
  })

  test('capabilities are for all: users with a scope read and do not write', async () => {
    const { id } = await capabilities.create(PLATFORM, TAKE)
    for (const caller of [FI001, SUB_TENANT]) {
      assert.equal((await capabilities.find(caller.principal.scope, id)).code, 'T1')
      const attempts = [
        async () => capabilities.create(caller, { ...TAKE, code: 'T2' }),
        async () => capabilities.update(caller, id, { version: 1, description: 'x' }),
        async () => capabilities.setActive(caller, id, false),
        async () => capabilities.delete(caller, id),
      ]
      for (const attempt of attempts) await assert.rejects(attempt, refusal('forbidden'))
    }
  })

  test('a capability that an account or an account type has is not deleted', async () => {
    const { id } = await capabilities.create(PLATFORM, TAKE)
    await openAccount('SDA', 'T1')
    await assert.rejects(capabilities.delete(PLATFORM, id), refusal('conflict'))
    await emptyTables(database, 'accounts')
    const type = await types.create(PLATFORM, { ...SAVINGS, defaultTxnCapability: 'T1' })
    await assert.rejects(capabilities.delete(PLATFORM, id), refusal('conflict'))
    await types.delete(PLATFORM, type.id)
    await capabilities.delete(PLATFORM, id)
    assert.equal(directory.capability('T1'), undefined)
  })
})
