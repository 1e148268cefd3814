import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { ProblemKind } from '../../../platform/kernel/problems/problem.ts'
import { ClientUsage } from '../clients/client-usage.ts'
import type { OpenDirectory } from '../directory-store.ts'
import { type NewPartner, Partners } from './partners.ts'
import {
  ANNE,
  by,
  clock,
  FI001,
  LOCAL,
  NOBODYS_ID,
  openPartners,
  PLATFORM,
  refusal,
  SWITCH,
  secretBox,
} from './partners-on-nodes.fixture.ts'

onDatabase('partners', (_engine, open) => {
  const suite = openPartners(open)

  test('a partner is created with the given fields and defaults for the rest', async () => {
    const made = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    assert.match(made.id, /^[0-9a-f-]{36}$/)
    assert.partialDeepStrictEqual(made, {
      version: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      updatedAt: '2026-01-15T10:00:00.000Z',
      createdBy: 'anne@bank.example',
      updatedBy: 'anne@bank.example',
      ...SWITCH,
      clientIdPolicy: true,
      isActive: true,
      clients: [],
    })
    assert.deepEqual(await suite.partners.find(PLATFORM, made.id), made)
    assert.partialDeepStrictEqual(await suite.partners.create(by(ANNE, PLATFORM), LOCAL), {
      families: ['accounts'],
      operations: [],
      rateLimit: null,
    })
  })

  // One row per refusal: the request, the caller, and the refusal.
  const REFUSED: [title: string, change: Partial<NewPartner>, scope: object, kind: ProblemKind, paths: string[]][] = [
    ['an unknown operation', { operations: ['Debits', 'Dance'] }, PLATFORM, 'invalid', ['operations[1]']],
    [
      'an operation of a family it does not call',
      { families: ['digital'], operations: ['Debits'] },
      PLATFORM,
      'invalid',
      ['operations[0]'],
    ],
    ['unknown institutions', { institutionIds: ['FI009', 'FI001'] }, PLATFORM, 'invalid', ['institutionIds[0]']],
    ["another institution than the caller's own", { institutionIds: ['FI001', 'FI002'] }, FI001, 'not-found', []],
    ['an institution that does not exist, by a scoped user', { institutionIds: ['FI009'] }, FI001, 'not-found', []],
    ['anything, by a user of a sub-tenant', {}, { ...FI001, subTenantId: NOBODYS_ID }, 'not-found', []],
  ]
  for (const [title, change, scope, kind, paths] of REFUSED) {
    test(`${title} is refused, on create and on change`, async () => {
      await assert.rejects(suite.partners.create(by(ANNE, scope), { ...LOCAL, ...change }), refusal(kind, paths))
      const { id, version } = await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
      await assert.rejects(suite.partners.update(by(ANNE, scope), id, { version, ...change }), refusal(kind, paths))
      assert.equal((await suite.partners.find(PLATFORM, id)).version, version)
    })
  }

  test('a partnerId is given once and never changes', async () => {
    const { id, version } = await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
    await assert.rejects(suite.partners.create(by(ANNE, PLATFORM), LOCAL), refusal('conflict'))
    await assert.rejects(
      suite.partners.update(by(ANNE, PLATFORM), id, { version, partnerId: 'X' }),
      refusal('invalid', ['partnerId']),
    )
    const same = await suite.partners.update(by(ANNE, PLATFORM), id, { version, partnerId: 'LOCAL', name: 'Same id' })
    assert.equal(same.name, 'Same id')
  })

  test('a change touches what it names, counts the version and is refused when that is stale', async () => {
    const first = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    clock.nowMs += 1000
    const second = await suite.partners.update(by({ userId: 'somebody' }, PLATFORM), first.id, {
      version: 1,
      rateLimit: null,
      operations: ['Debits', 'Debits'],
    })
    assert.deepEqual(second, {
      ...first,
      version: 2,
      updatedAt: new Date(clock.nowMs).toISOString(),
      updatedBy: 'somebody',
      rateLimit: null,
      operations: ['Debits'],
    })
    await assert.rejects(
      suite.partners.update(by(ANNE, PLATFORM), first.id, { version: 1, name: 'Late' }),
      refusal('conflict'),
    )
    assert.equal((await suite.partners.find(PLATFORM, first.id)).name, 'The switch')
  })

  test('of two concurrent changes one wins and the other is a conflict', async () => {
    const { id, version } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const results = await Promise.allSettled(
      ['A', 'B'].map((name) => suite.partners.update(by(ANNE, PLATFORM), id, { version, name })),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await suite.partners.find(PLATFORM, id)).version, 2)
  })

  test('a user of an institution sees and touches the partners of that institution alone', async () => {
    const shared = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const { secret: _, ...client } = await suite.partners.clients.create(by(ANNE, PLATFORM), shared.id, {
      clientId: 'c1',
    })
    const own = await suite.partners.create(by(ANNE, FI001), LOCAL)
    const seen = await suite.partners.list(FI001, {}, { page: 1, size: 10 })
    assert.deepEqual([seen.total, seen.items.map(({ partnerId }) => partnerId)], [1, ['LOCAL']])
    assert.equal((await suite.partners.find(FI001, own.id)).partnerId, 'LOCAL')

    const subTenant = { ...FI001, subTenantId: NOBODYS_ID }
    for (const [scope, id] of [
      [FI001, shared.id],
      [FI001, NOBODYS_ID],
      [FI001, 'not-an-id'],
      [subTenant, own.id],
      [{ institutionId: 'FI002' }, own.id],
    ] as const) {
      for (const touch of [
        () => suite.partners.find(scope, id),
        () => suite.partners.update(by(ANNE, scope), id, { version: 1, name: 'X' }),
        () => suite.partners.setActive(by(ANNE, scope), id, false),
        () => suite.partners.delete(by(ANNE, scope), id),
        () => suite.partners.clients.create(by(ANNE, scope), id, {}),
        () => suite.partners.clients.rotate(by(ANNE, scope), id, 'c1'),
        () => suite.partners.clients.delete(by(ANNE, scope), id, 'c1'),
      ]) {
        await assert.rejects(touch(), refusal('not-found'))
      }
    }
    assert.equal((await suite.partners.list(subTenant, {}, { page: 1, size: 10 })).total, 0)
    assert.deepEqual(await suite.partners.find(PLATFORM, shared.id), { ...shared, clients: [client] })
  })

  // One row per filter: the filter and the partners found, newest first.
  const FILTERS: [filter: Parameters<Partners['list']>[1], found: string[]][] = [
    [{}, ['LOCAL', 'SWITCH']],
    [{ search: 'swi' }, ['SWITCH']],
    [{ search: 'THE' }, ['SWITCH']],
    [{ search: '0% local_' }, ['LOCAL']],
    [{ search: '%' }, ['LOCAL']],
    [{ search: 'e_s' }, []],
    [{ search: '\\' }, []],
    [{ isActive: false }, ['SWITCH']],
    [{ isActive: true }, ['LOCAL']],
    [{ family: 'digital' }, ['SWITCH']],
    [{ institutionId: 'FI002' }, ['SWITCH']],
    [{ institutionId: 'FI001', isActive: true }, ['LOCAL']],
  ]
  test('partners are found by filters, a page at a time', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    await suite.partners.setActive(by(ANNE, PLATFORM), id, false)
    clock.nowMs += 1000
    await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
    for (const [filter, found] of FILTERS) {
      const { items, total } = await suite.partners.list(PLATFORM, filter, { page: 1, size: 10 })
      assert.deepEqual([items.map(({ partnerId }) => partnerId), total], [found, found.length], JSON.stringify(filter))
    }
    const second = await suite.partners.list(PLATFORM, {}, { page: 2, size: 1 })
    assert.deepEqual([second.items.map(({ partnerId }) => partnerId), second.total], [['SWITCH'], 2])
    assert.deepEqual(await suite.partners.list(PLATFORM, {}, { page: 3, size: 1 }), { items: [], total: 2 })
  })

  test('a partner with transactions cannot be deleted, one without is deleted with its clients', async () => {
    const busy = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const idle = await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
    await suite.database.query(
      `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
         response_code, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
       VALUES ('FI002', 'SWITCH', '1', gen_random_uuid(), 'T', 'A', 1, 'USD', '000', '20260115', now(), 1, gen_random_uuid(), '', '')`,
    )
    const { clientId } = await suite.partners.clients.create(by(ANNE, PLATFORM), idle.id, {})
    const usage = new ClientUsage(suite.database)
    usage.note(clientId, clock.nowMs)
    await usage.flush()

    await assert.rejects(suite.partners.delete(by(ANNE, PLATFORM), busy.id), refusal('conflict'))
    await suite.database.query(
      `INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor,
         interest_rate, term_count, term_unit, applicant, name_words, status, created_at, updated_at, created_by, updated_by)
       VALUES ('FI001', gen_random_uuid(), $1, 'P', 'USD', 1, 1, 1, 'Months', '{}', '', 'SUBMITTED', now(), now(), 'x', 'x')`,
      [idle.partnerId],
    )
    await assert.rejects(suite.partners.delete(by(ANNE, PLATFORM), idle.id), refusal('conflict'))
    await suite.database.query('DELETE FROM loan_applications')
    await suite.partners.delete(by(ANNE, PLATFORM), idle.id)
    assert.equal((await suite.partners.list(PLATFORM, {}, { page: 1, size: 10 })).total, 1)
    const { rows } = await suite.database.query('SELECT 1 FROM clients UNION ALL SELECT 1 FROM client_usage')
    assert.deepEqual(rows, [])
    await assert.rejects(suite.partners.delete(by(ANNE, PLATFORM), idle.id), refusal('not-found'))
  })

  test('every change takes effect on this node at once and on others soon', async () => {
    const reaches = async (holds: (directory: OpenDirectory) => boolean) => {
      assert.ok(holds(suite.here))
      await until(() => holds(suite.elsewhere), 'the other node obeys')
    }
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    await reaches((directory) => directory.partner('SWITCH')?.ratePerSecond === 20)
    const { secret } = await suite.partners.clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    await reaches(({ client }) => client('c1')?.secretHash === secretBox.lookupHash(secret, 'client-secret:c1'))
    const rotated = await suite.partners.clients.rotate(by(ANNE, PLATFORM), id, 'c1', { expiresAtMs: 5 })
    await reaches(({ client }) => client('c1')?.secretHash === secretBox.lookupHash(rotated.secret, 'client-secret:c1'))
    await reaches(({ client }) => client('c1')?.expiresAtMs === 5)
    await suite.partners.update(by(ANNE, PLATFORM), id, {
      version: 1,
      operations: [],
      families: ['digital'],
      institutionIds: ['FI002'],
    })
    await reaches(({ partner }) => partner('SWITCH')?.operations.size === 0)
    await reaches(({ partner }) => partner('SWITCH')?.families.has('accounts') === false)
    await reaches(({ partner }) => partner('SWITCH')?.institutionIds.has('FI001') === false)
    await suite.partners.update(by(ANNE, PLATFORM), id, {
      version: 2,
      rateLimit: { perSecond: 1 },
      clientIdPolicy: false,
    })
    await reaches(({ partner }) => partner('SWITCH')?.ratePerSecond === 1)
    await reaches(({ partner }) => partner('SWITCH')?.clientIdPolicy === false)
    await suite.partners.setActive(by(ANNE, PLATFORM), id, false)
    await reaches(({ partner }) => partner('SWITCH')?.isActive === false)
    await suite.partners.clients.delete(by(ANNE, PLATFORM), id, 'c1')
    await reaches(({ client }) => client('c1') === undefined)
    await suite.partners.delete(by(ANNE, PLATFORM), id)
    await reaches(({ partner }) => partner('SWITCH') === undefined)
  })

  test('every change is in the audit log with before and after, and no secret', async () => {
    const { rows: head } = await suite.database.query<{ position: bigint }>('SELECT position FROM audit_head')
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
    await suite.partners.update(by(ANNE, PLATFORM), id, { version: 1, name: 'Renamed' })
    await suite.partners.setActive(by(ANNE, PLATFORM), id, false)
    await suite.partners.setActive(by(ANNE, PLATFORM), id, false)
    await suite.partners.setActive(by(ANNE, PLATFORM), id, true)
    const made = await suite.partners.clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    const rotated = await suite.partners.clients.rotate(by(ANNE, PLATFORM), id, 'c1')
    await suite.partners.clients.delete(by(ANNE, PLATFORM), id, 'c1')
    await assert.rejects(suite.partners.update(by(ANNE, PLATFORM), id, { version: 1 }), refusal('conflict'))
    await suite.partners.delete(by(ANNE, PLATFORM), id)

    const { rows } = await suite.database.query<Record<string, string | null>>(
      `SELECT action, resource_id, actor_email, ip, institution_id, before::jsonb->>'name' AS before, after::jsonb->>'name' AS after,
              audit_log::text AS whole
         FROM audit_log WHERE position > $1 ORDER BY position`,
      [head[0]?.position],
    )
    assert.deepEqual(
      rows.map(({ action, resource_id, before, after }) => [action, resource_id, before, after]),
      [
        ['partner.create', id, null, LOCAL.name],
        ['partner.update', id, LOCAL.name, 'Renamed'],
        ['partner.deactivate', id, 'Renamed', 'Renamed'],
        ['partner.activate', id, 'Renamed', 'Renamed'],
        ['client.create', 'c1', null, null],
        ['client.rotate', 'c1', null, null],
        ['client.delete', 'c1', null, null],
        ['partner.delete', id, 'Renamed', null],
      ],
    )
    for (const row of rows) {
      assert.deepEqual([row.actor_email, row.ip, row.institution_id], [ANNE.email, ANNE.ip, 'FI001'])
      for (const secret of [made.secret, rotated.secret]) {
        assert.ok(!row.whole?.includes(secret))
        assert.ok(!row.whole?.includes(secretBox.lookupHash(secret, 'client-secret:c1')))
      }
    }
  })

  const HANDS: [title: string, from: string[], to: string[], filedUnder: string | null][] = [
    ['that stays with its institution', ['FI001'], ['FI001'], 'FI001'],
    ['that goes to another institution', ['FI001'], ['FI002'], null],
    ['that becomes shared', ['FI001'], ['FI001', 'FI002'], null],
    ['that is no longer shared', ['FI001', 'FI002'], ['FI001'], null],
  ]
  for (const [title, from, to, filedUnder] of HANDS) {
    test(`the change of a partner ${title} is filed under ${filedUnder ?? 'the platform'}`, async () => {
      const { id } = await suite.partners.create(by(ANNE, PLATFORM), { ...LOCAL, institutionIds: from })
      await suite.partners.update(by(ANNE, PLATFORM), id, { version: 1, institutionIds: to })
      const { rows } = await suite.database.query(
        `SELECT institution_id FROM audit_log WHERE action = 'partner.update' AND resource_id = $1`,
        [id],
      )
      assert.deepEqual(rows, [{ institution_id: filedUnder }])
    })
  }

  test('a committed change stands, even when the directory cannot be reloaded', async () => {
    const away = { reload: () => Promise.reject(new Error('away')) }
    const cut = new Partners({ database: suite.database, clock, secretBox, directory: away })
    const { id } = await cut.create(by(ANNE, PLATFORM), LOCAL)
    await cut.clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    assert.equal((await suite.partners.find(PLATFORM, id)).clients.length, 1)
  })
})
