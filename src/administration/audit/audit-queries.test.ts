import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { recordAudit } from './audit-log.ts'
import { type AuditFilter, findAuditRecord, listAuditRecords } from './audit-queries.ts'

const TENANT = '00000000-0000-7000-8000-00000000000a'
const CORRELATION = '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e'
const at = (hour: number) => Date.UTC(2026, 2, 10, hour)

/** Identified by their resource id, oldest first. */
const WRITTEN: Parameters<typeof recordAudit> extends [unknown, ...infer Rest] ? Rest[] : never = [
  [at(1), {}, { action: 'role.create', resource: 'role', resourceId: 'platform' }],
  [
    at(2),
    { userId: 'u-1', email: 'Ann@one.example', scope: { institutionId: 'FI001' } },
    { action: 'user.create', resource: 'user', resourceId: 'one' },
  ],
  [
    at(3),
    { userId: 'u-2', email: 'bob@one.example', scope: { institutionId: 'FI001', subTenantId: TENANT } },
    { action: 'user.update', resource: 'user', resourceId: 'tenant', outcome: 'FAILURE' },
  ],
  [
    at(4),
    { userId: 'u-3', email: 'eve@two.example', correlationId: CORRELATION, scope: { institutionId: 'FI002' } },
    { action: 'user.update', resource: 'user', resourceId: 'two' },
  ],
]

onDatabase('reading the audit log', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    for (const [nowMs, actor, entry] of WRITTEN) {
      await database.transaction((sql) => recordAudit(sql, nowMs, actor, entry))
    }
  })

  const FILTERS: [filter: AuditFilter, found: string[]][] = [
    [{}, ['two', 'tenant', 'one', 'platform']],
    [{ fromMs: at(2) }, ['two', 'tenant', 'one']],
    [{ toMs: at(2) }, ['platform']],
    [{ fromMs: at(2), toMs: at(4) }, ['tenant', 'one']],
    [{ actorId: 'u-2' }, ['tenant']],
    [{ actorEmail: 'aNN@one.example' }, ['one']],
    [{ actorEmail: '%@one.example' }, []],
    [{ action: 'user.update' }, ['two', 'tenant']],
    [{ resource: 'role' }, ['platform']],
    [{ resource: 'user', resourceId: 'one' }, ['one']],
    [{ outcome: 'FAILURE' }, ['tenant']],
    [{ institutionId: 'FI001' }, ['tenant', 'one']],
    [{ correlationId: CORRELATION.toUpperCase() }, ['two']],
    [{ action: `' OR true --` }, []],
  ]
  for (const [filter, found] of FILTERS) {
    test(`${JSON.stringify(filter)} finds ${found.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await idsOf({}, filter), { found, total: found.length })
    })
  }

  const SCOPES: [scope: { institutionId?: string; subTenantId?: string }, seen: string[]][] = [
    [{}, ['two', 'tenant', 'one', 'platform']],
    [{ institutionId: 'FI001' }, ['tenant', 'one']],
    [{ institutionId: 'FI002' }, ['two']],
    [{ institutionId: 'FI003' }, []],
    [{ institutionId: 'FI001', subTenantId: TENANT }, ['tenant']],
    [{ institutionId: 'FI002', subTenantId: TENANT }, []],
  ]
  for (const [scope, seen] of SCOPES) {
    test(`${JSON.stringify(scope)} sees ${seen.join(', ') || 'nothing'}, in lists and one by one`, async () => {
      assert.deepEqual(await idsOf(scope, {}), { found: seen, total: seen.length })
      const all = (await listAuditRecords(database, {}, {}, { page: 1, size: 10 })).items
      for (const record of all) {
        const got = await findAuditRecord(database, scope, record.id)
        assert.deepEqual(got, seen.includes(record.resourceId!) ? record : undefined)
      }
    })
  }

  test('a filter does not widen the scope', async () => {
    assert.deepEqual(await idsOf({ institutionId: 'FI001' }, { institutionId: 'FI002' }), { found: [], total: 0 })
  })

  test('pages cover every record once', async () => {
    const pages = await Promise.all([1, 2, 3, 2 ** 40].map((page) => idsOf({}, {}, page, 3)))
    assert.deepEqual(pages, [
      { found: ['two', 'tenant', 'one'], total: 4 },
      { found: ['platform'], total: 4 },
      { found: [], total: 4 },
      { found: [], total: 4 },
    ])
  })

  test('an unknown or malformed id finds nothing', async () => {
    assert.equal(await findAuditRecord(database, {}, TENANT), undefined)
    assert.equal(await findAuditRecord(database, {}, 'x'), undefined)
  })

  async function idsOf(scope: Parameters<typeof listAuditRecords>[1], filter: AuditFilter, page = 1, size = 10) {
    const { items, total } = await listAuditRecords(database, scope, filter, { page, size })
    return { found: items.map((record) => record.resourceId), total }
  }
})
