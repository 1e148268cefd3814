import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type AuditEntry, recordAudit } from './audit-log.ts'
import { type AuditRecord, listAuditRecords } from './audit-queries.ts'
import { verifyChain } from './verify-chain.ts'

const NOW = Date.parse('2026-03-10T12:00:00.123Z')
const ENTRY: AuditEntry = { action: 'user.update', resource: 'user', resourceId: 'u-1' }

onDatabase('writing the audit log', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('a record reads back as written, with secrets redacted', async () => {
    await append(
      {
        ...ENTRY,
        before: { firstName: 'Änne "A"\n', password: 'hunter2', at: new Date(NOW) },
        after: { firstName: 'Bo', clientSecret: 'hunter2', isActive: true },
        outcome: 'FAILURE',
      },
      {
        userId: 'u-9',
        email: 'Boss@bank.example',
        ip: '10.0.0.1',
        correlationId: '5B0C1D3E-2F4A-4B6C-8D7E-9F0A1B2C3D4E',
        scope: { institutionId: 'FI001' },
      },
    )
    const { items, total } = await listAuditRecords(database, {}, {}, { page: 1, size: 10 })
    assert.equal(total, 1)
    const { id, hash, ...rest } = items[0]!
    assert.deepEqual(rest, {
      position: 1,
      at: '2026-03-10T12:00:00.123Z',
      actorId: 'u-9',
      actorEmail: 'Boss@bank.example',
      action: 'user.update',
      resource: 'user',
      resourceId: 'u-1',
      before: { firstName: 'Änne "A"\n', password: '********', at: '2026-03-10T12:00:00.123Z' },
      after: { firstName: 'Bo', clientSecret: '********', isActive: true },
      outcome: 'FAILURE',
      ip: '10.0.0.1',
      correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
      institutionId: 'FI001',
      subTenantId: null,
      prevHash: '0'.repeat(64),
    })
    // Computed only from what the API returns, by the recipe in record-hash.ts.
    const text = JSON.stringify([
      rest.prevHash,
      '1',
      id,
      rest.at,
      rest.actorId,
      rest.actorEmail,
      rest.action,
      rest.resource,
      rest.resourceId,
      JSON.stringify(rest.before),
      JSON.stringify(rest.after),
      rest.outcome,
      rest.ip,
      rest.correlationId,
      rest.institutionId,
      rest.subTenantId,
    ])
    assert.equal(hash, createHash('sha256').update(text).digest('hex'))
  })

  test('fifty concurrent records form one unbroken chain', async () => {
    const { head } = await verifyChain(database)
    await Promise.all(Array.from({ length: 50 }, (_, n) => append({ ...ENTRY, resourceId: `parallel-${n}` })))
    const report = await verifyChain(database)
    assert.deepEqual(
      { valid: report.valid, checked: report.checked, head: report.head.position },
      { valid: true, checked: head.position + 50, head: head.position + 50 },
    )
    const { total } = await listAuditRecords(database, {}, { resource: 'user' }, { page: 1, size: 1 })
    assert.equal(total, report.checked)
  })

  test('a failed transaction leaves no record and no gap', async () => {
    const was = await verifyChain(database)
    await assert.rejects(
      database.transaction(async (sql) => {
        await recordAudit(sql, NOW, {}, ENTRY)
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    assert.deepEqual(await verifyChain(database), was)
    await append(ENTRY)
    assert.equal((await verifyChain(database)).checked, was.checked + 1)
  })

  test('text that the database cannot store is recorded with those characters replaced', async () => {
    await append({ ...ENTRY, resourceId: 'a\0b\ud800', after: { note: 'a\0b\ud800' } }, { email: '\0@x' })
    assert.equal((await verifyChain(database)).valid, true)
    const record = await newest()
    assert.equal(record?.resourceId, 'a\ufffdb\ufffd')
    assert.equal(record?.actorEmail, '\ufffd@x')
  })

  // The scopes of actor and entry, and the owner of the record.
  const TENANT = '00000000-0000-7000-8000-00000000000a'
  const OTHER = '00000000-0000-7000-8000-00000000000b'
  const OWNERS: [
    actor: { institutionId?: string; subTenantId?: string } | undefined,
    entry: { institutionId?: string; subTenantId?: string },
    owner: [string | null, string | null],
  ][] = [
    [undefined, {}, [null, null]],
    [{}, {}, [null, null]],
    [{ institutionId: 'FI001' }, {}, ['FI001', null]],
    [{ institutionId: 'FI001', subTenantId: TENANT }, {}, ['FI001', TENANT]],
    [{ institutionId: 'FI001', subTenantId: TENANT }, { institutionId: 'FI001' }, ['FI001', TENANT]],
    [{ institutionId: 'FI001', subTenantId: TENANT }, { institutionId: 'FI002' }, ['FI002', null]],
    [{ institutionId: 'FI001', subTenantId: TENANT }, { subTenantId: OTHER }, ['FI001', OTHER]],
    [{}, { institutionId: 'FI002', subTenantId: OTHER }, ['FI002', OTHER]],
  ]
  for (const [scope, owner, expected] of OWNERS) {
    test(`${JSON.stringify(owner)} by ${JSON.stringify(scope)} belongs to ${expected.join(' / ')}`, async () => {
      await append({ ...ENTRY, ...owner }, scope === undefined ? {} : { scope })
      const record = await newest()
      assert.deepEqual([record?.institutionId, record?.subTenantId], expected)
    })
  }

  const REFUSED = [
    `UPDATE audit_log SET action = 'nothing' WHERE position = 1`,
    'DELETE FROM audit_log WHERE position = 1',
    'TRUNCATE audit_log',
    'DELETE FROM audit_head',
    'TRUNCATE audit_head',
  ]
  for (const statement of REFUSED) {
    test(`${statement} is refused`, async () => {
      const was = await verifyChain(database)
      await assert.rejects(database.query(statement), /the audit log is append-only/)
      assert.deepEqual(await verifyChain(database), was)
    })
  }

  async function newest(): Promise<AuditRecord | undefined> {
    return (await listAuditRecords(database, {}, {}, { page: 1, size: 1 })).items[0]
  }

  function append(entry: AuditEntry, actor: Parameters<typeof recordAudit>[2] = {}): Promise<void> {
    return database.transaction((sql) => recordAudit(sql, NOW, actor, entry))
  }
})
