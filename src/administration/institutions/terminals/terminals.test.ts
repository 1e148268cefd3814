import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { openPeople, type People, SUB_TENANTS } from '../../../../test/support/onboarding/people.ts'
import type { ProblemKind } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { offers } from '../directory.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import type { RecordedStatus, TerminalFilter } from './terminal-records.ts'
import { type NewTerminal, Terminals } from './terminals.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const PLATFORM: Scope = {}
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'

const ATM: NewTerminal = {
  terminalId: 'ATM1',
  institutionId: 'FI001',
  acceptorId: 'ACC1',
  kind: 'ATM',
  location: '1 Main Street',
  branchId: '001',
}

onDatabase('terminals', (_engine, open) => {
  let database: Database
  let people: People
  let here: OpenDirectory
  /** A second node on the same database, which learns of changes by their announcement. */
  let elsewhere: OpenDirectory
  let terminals: Terminals
  const by = (scope: Scope) => people.caller({ scope })

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    await database.query(`UPDATE institutions SET services = '{BALANCE,WITHDRAWAL}'`)
    here = await openDirectory({ database, environment: 'sandbox' })
    elsewhere = await openDirectory({ database, environment: 'sandbox' })
    terminals = new Terminals({ database, clock: people.clock, secretBox, directory: here })
  })
  after(() => {
    here.close()
    elsewhere.close()
  })
  beforeEach(() => emptyTables(database, 'terminals, terminal_usage, transactions'))

  test('a terminal is registered with the given fields and defaults for the rest', async () => {
    const made = await terminals.create(by(PLATFORM), ATM)
    assert.partialDeepStrictEqual(made, {
      ...ATM,
      version: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      currencies: [],
      services: ['BALANCE', 'WITHDRAWAL'],
      status: 'REGISTERED',
    })
    assert.deepEqual(
      ['subTenantId', 'smallestNote', 'limits'].filter((name) => name in made),
      [],
    )
    const whole = {
      ...ATM,
      terminalId: 'ATM2',
      subTenantId: SUB_TENANTS.FI001,
      currencies: ['USD', 'JPY', 'USD'],
      services: ['DEPOSIT', 'DEPOSIT'] as const,
      smallestNote: { amount: 1000, currencyCode: 'JPY' },
      limits: { perTransaction: 500.25, perDay: 1000, countPerDay: 7 },
    }
    assert.partialDeepStrictEqual(await terminals.create(by(PLATFORM), whole), {
      ...whole,
      currencies: ['USD', 'JPY'],
      services: ['DEPOSIT'],
    })
    assert.deepEqual(here.terminal('FI001', 'ATM2'), {
      terminalId: 'ATM2',
      kind: 'ATM',
      status: 'REGISTERED',
      branchId: '001',
      currencies: new Set(['USD', 'JPY']),
      services: new Set(['DEPOSIT']),
      smallestNote: { minor: 1000n, currency: 'JPY' },
      limits: { perTransactionMinor: 50_025n, perDayMinor: 100_000n, countPerDay: 7 },
    })
  })

  test('a terminal without services of its own follows its institution', async () => {
    const follower = await terminals.create(by(PLATFORM), ATM)
    const own = await terminals.create(by(PLATFORM), { ...ATM, terminalId: 'OWN', services: ['BALANCE'] })
    await database.query(`UPDATE institutions SET services = '{TRANSFER}' WHERE institution_id = 'FI001'`)
    await here.reload()
    const services = (id: string) => here.terminal('FI001', id)?.services
    assert.deepEqual([services('ATM1'), services('OWN')], [new Set(['TRANSFER']), new Set(['BALANCE'])])
    assert.deepEqual((await terminals.find(PLATFORM, follower.id)).services, ['TRANSFER'])
    assert.deepEqual((await terminals.find(PLATFORM, own.id)).services, ['BALANCE'])
    await terminals.update(by(PLATFORM), own.id, { version: 1, services: null })
    await terminals.update(by(PLATFORM), follower.id, { version: 1, services: [] })
    assert.deepEqual([services('ATM1'), services('OWN')], [new Set(), new Set(['TRANSFER'])])
    await database.query(`UPDATE institutions SET services = '{BALANCE,WITHDRAWAL}' WHERE institution_id = 'FI001'`)
  })

  const REFUSED: [title: string, change: object, scope: Scope, kind: ProblemKind, paths: string[]][] = [
    ['an unknown institution', { institutionId: 'FI009' }, PLATFORM, 'invalid', ['institutionId']],
    ['an institution outside the scope', { institutionId: 'FI002' }, FI001, 'not-found', []],
    ['an institution that does not exist, by a scoped user', { institutionId: 'FI009' }, FI001, 'not-found', []],
    ['an unknown branch', { branchId: '009' }, PLATFORM, 'invalid', ['branchId']],
    ['an unknown sub-tenant', { subTenantId: NOBODYS_ID }, PLATFORM, 'invalid', ['subTenantId']],
    ["another institution's sub-tenant", { subTenantId: SUB_TENANTS.FI002 }, PLATFORM, 'invalid', ['subTenantId']],
    ['another sub-tenant than the own', { subTenantId: SUB_TENANTS.FI002 }, TENANT, 'not-found', []],
    [
      'amounts that are not exact',
      { limits: { perTransaction: 0.001, perDay: 1.234 }, smallestNote: { amount: 0.5, currencyCode: 'JPY' } },
      PLATFORM,
      'invalid',
      ['smallestNote.amount', 'limits.perTransaction', 'limits.perDay'],
    ],
  ]
  for (const [title, change, scope, kind, paths] of REFUSED) {
    test(`${title} is refused, on create and on change`, async () => {
      const isRefused = (error: unknown) => {
        const { kind: found, details } = error as { kind: string; details: { path: string }[] }
        assert.deepEqual([found, details.map(({ path }) => path)], [kind, paths])
        return true
      }
      await assert.rejects(terminals.create(by(scope), { ...ATM, ...change }), isRefused)
      if ('institutionId' in change) return
      const { id } = await terminals.create(by(scope), ATM)
      await assert.rejects(terminals.update(by(scope), id, { version: 1, ...change }), isRefused)
      assert.equal((await terminals.find(scope, id)).version, 1)
    })
  }

  test('a terminal of a branch that is gone can be changed, and moved to one that is there', async () => {
    const { id } = await terminals.create(by(PLATFORM), ATM)
    await database.query(`UPDATE terminals SET branch_id = '099'`)
    await terminals.update(by(PLATFORM), id, { version: 1, branchId: '099', location: 'Hall' })
    assert.equal((await terminals.update(by(PLATFORM), id, { version: 2, branchId: '002' })).branchId, '002')
    await assert.rejects(terminals.update(by(PLATFORM), id, { version: 3, branchId: '099' }), { kind: 'invalid' })
  })

  test('a terminated institution gets no terminal, and those it has can only be switched off', async () => {
    const { id } = await terminals.create(by(PLATFORM), ATM)
    const other = await terminals.create(by(PLATFORM), { ...ATM, terminalId: 'ATM2' })
    await terminals.setActive(by(PLATFORM), other.id, true)
    await database.query(`UPDATE institutions SET status = 'TERMINATED' WHERE institution_id = 'FI001'`)
    try {
      const refused = { reason: 'institutions.terminal-state', message: /TERMINATED/ }
      await assert.rejects(terminals.create(by(PLATFORM), { ...ATM, terminalId: 'ATM3' }), refused)
      await assert.rejects(terminals.update(by(PLATFORM), id, { version: 1, location: 'Hall' }), refused)
      await assert.rejects(terminals.setActive(by(PLATFORM), id, true), refused)
      assert.equal((await terminals.setActive(by(PLATFORM), other.id, false)).status, 'INACTIVE')
      assert.equal((await terminals.decommission(by(PLATFORM), other.id)).status, 'DECOMMISSIONED')
      await terminals.delete(by(PLATFORM), id)
    } finally {
      await database.query(`UPDATE institutions SET status = 'ACTIVE' WHERE institution_id = 'FI001'`)
    }
  })

  test('a terminalId is unique in its institution, and neither it nor the institution changes', async () => {
    const { id } = await terminals.create(by(PLATFORM), ATM)
    await assert.rejects(terminals.create(by(PLATFORM), ATM), { reason: 'institutions.terminal-id-taken' })
    await terminals.create(by(PLATFORM), { ...ATM, institutionId: 'FI002' })
    await assert.rejects(terminals.update(by(PLATFORM), id, { version: 1, terminalId: 'X', institutionId: 'FI002' }), {
      kind: 'invalid',
      detailCount: 2,
    })
    const same = await terminals.update(by(PLATFORM), id, { version: 1, terminalId: 'ATM1', location: 'Hall' })
    assert.deepEqual([same.location, same.version], ['Hall', 2])
    await assert.rejects(terminals.update(by(PLATFORM), id, { version: 1, location: 'Late' }), {
      reason: 'institutions.terminal-changed',
    })
  })

  test('a change touches what it names; null clears', async () => {
    const whole = await terminals.create(by(PLATFORM), {
      ...ATM,
      subTenantId: SUB_TENANTS.FI001,
      currencies: ['USD'],
      smallestNote: { amount: 5, currencyCode: 'USD' },
      limits: { perTransaction: 100, perDay: 200 },
    })
    const second = await terminals.update(by(PLATFORM), whole.id, {
      version: 1,
      limits: { perTransaction: null, countPerDay: 3 },
    })
    const merged = { perDay: 200, countPerDay: 3 }
    assert.deepEqual(second, { ...whole, version: 2, limits: merged, updatedBy: second.updatedBy })
    const { subTenantId, smallestNote, limits, ...rest } = second
    const cleared = { subTenantId: null, currencies: null, smallestNote: null, limits: null }
    assert.deepEqual(await terminals.update(by(PLATFORM), whole.id, { version: 2, ...cleared }), {
      ...rest,
      version: 3,
      currencies: [],
    })
  })

  describe('the state machine', () => {
    const MOVES = {
      activate: (id: string) => terminals.setActive(by(PLATFORM), id, true),
      deactivate: (id: string) => terminals.setActive(by(PLATFORM), id, false),
      decommission: (id: string) => terminals.decommission(by(PLATFORM), id),
      change: (id: string) => terminals.update(by(PLATFORM), id, { version: 1, location: 'Hall' }),
    }
    const TABLE: [from: RecordedStatus, move: keyof typeof MOVES, to: RecordedStatus | undefined, version: number][] = [
      ['REGISTERED', 'activate', 'ACTIVE', 2],
      ['REGISTERED', 'deactivate', undefined, 1],
      ['REGISTERED', 'decommission', 'DECOMMISSIONED', 2],
      ['REGISTERED', 'change', 'REGISTERED', 2],
      ['ACTIVE', 'activate', 'ACTIVE', 1],
      ['ACTIVE', 'deactivate', 'INACTIVE', 2],
      ['ACTIVE', 'decommission', 'DECOMMISSIONED', 2],
      ['ACTIVE', 'change', 'ACTIVE', 2],
      ['INACTIVE', 'activate', 'ACTIVE', 2],
      ['INACTIVE', 'deactivate', 'INACTIVE', 1],
      ['INACTIVE', 'decommission', 'DECOMMISSIONED', 2],
      ['INACTIVE', 'change', 'INACTIVE', 2],
      ['DECOMMISSIONED', 'activate', undefined, 1],
      ['DECOMMISSIONED', 'deactivate', undefined, 1],
      ['DECOMMISSIONED', 'decommission', undefined, 1],
      ['DECOMMISSIONED', 'change', undefined, 1],
    ]
    for (const [from, move, to, version] of TABLE) {
      test(`${from}, ${move}: ${to ?? '409'}`, async () => {
        const { id } = await terminals.create(by(PLATFORM), ATM)
        await database.query('UPDATE terminals SET status = $2 WHERE id = $1', [id, from])
        if (to === undefined) await assert.rejects(MOVES[move](id), { reason: 'institutions.terminal-state' })
        else assert.equal((await MOVES[move](id)).status, to)
        assert.equal((await terminals.find(PLATFORM, id)).version, version)
      })
    }
  })

  test('every node serves an active terminal, and no other, before the caller is answered', async () => {
    const served = () => [here, elsewhere].map((node) => offers(node.terminal('FI001', 'ATM1') as never, 'WITHDRAWAL'))
    const { id } = await terminals.create(by(PLATFORM), ATM)
    assert.deepEqual(served(), [false, false])
    await terminals.setActive(by(PLATFORM), id, true)
    assert.deepEqual(served(), [true, true])
    await terminals.decommission(by(PLATFORM), id)
    assert.deepEqual(served(), [false, false])
  })

  test('only a terminal without transactions of its institution can be deleted', async () => {
    const { id } = await terminals.create(by(PLATFORM), ATM)
    const namesake = await terminals.create(by(PLATFORM), { ...ATM, institutionId: 'FI002' })
    await database.query(
      `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, terminal_id, amount_minor,
                                 currency, response_code, business_date, recorded_at, latency_ms, correlation_id, fingerprint,
                                 response)
       VALUES ('FI001', 'P', '1', gen_random_uuid(), 'CASHWITHDRAWAL', 'A', 'ATM1', 1, 'USD', '000', '20260115', now(), 1,
               gen_random_uuid(), '', '')`,
    )
    await assert.rejects(terminals.delete(by(PLATFORM), id), { reason: 'institutions.terminal-in-use' })
    await terminals.delete(by(PLATFORM), namesake.id)
    await assert.rejects(terminals.find(PLATFORM, namesake.id), { reason: 'institutions.terminal-not-found' })
    assert.deepEqual(
      [here, elsewhere].map((node) => node.terminal('FI002', 'ATM1')),
      [undefined, undefined],
    )
  })

  test('the check for transactions reads the Bloom index, not the table', async () => {
    const { rows } = await database.transaction(async (sql) => {
      // As the function does.
      await sql.query('SET LOCAL enable_seqscan = off')
      await sql.query('SET LOCAL enable_indexscan = off')
      return sql.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT FROM transactions WHERE institution_id || ' ' || terminal_id = 'FI001' || ' ' || 'ATM1'`,
      )
    })
    assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Bitmap Index Scan on transactions_by_terminal/)
  })

  describe('scopes', () => {
    const ACTS: [title: string, act: (scope: Scope, id: string) => Promise<unknown>][] = [
      ['found', (scope, id) => terminals.find(scope, id)],
      ['changed', (scope, id) => terminals.update(by(scope), id, { version: 1, location: 'Hall' })],
      ['activated', (scope, id) => terminals.setActive(by(scope), id, true)],
      ['decommissioned', (scope, id) => terminals.decommission(by(scope), id)],
      ['deleted', (scope, id) => terminals.delete(by(scope), id)],
    ]
    for (const [title, act] of ACTS) {
      test(`a terminal is ${title} within its scope and not from outside`, async () => {
        const ofBank = await terminals.create(by(FI001), ATM)
        const ofTenant = await terminals.create(by(TENANT), { ...ATM, terminalId: 'ATM2' })
        assert.equal(ofTenant.subTenantId, SUB_TENANTS.FI001)
        const gone = { reason: 'institutions.terminal-not-found' }
        for (const { id } of [ofBank, ofTenant]) await assert.rejects(act(FI002, id), gone)
        await assert.rejects(act(TENANT, ofBank.id), gone)
        await act(TENANT, ofTenant.id)
        await act(FI001, ofBank.id)
      })
    }

    test('a user of a sub-tenant cannot give a terminal away', async () => {
      const { id } = await terminals.create(by(TENANT), ATM)
      await assert.rejects(terminals.update(by(TENANT), id, { version: 1, subTenantId: null }), { kind: 'not-found' })
      assert.equal((await terminals.find(TENANT, id)).subTenantId, SUB_TENANTS.FI001)
    })
  })

  const LISTED: [title: string, scope: Scope, filter: TerminalFilter, found: string][] = [
    ['everything, newest first', PLATFORM, {}, 'M1 P_1 T1'],
    ['what is in scope', FI001, {}, 'P_1 T1'],
    ['what is in the scope of a sub-tenant', TENANT, {}, 'P_1'],
    ['an institution', PLATFORM, { institutionId: 'FI002' }, 'M1'],
    ['an institution outside the scope', FI001, { institutionId: 'FI002' }, ''],
    ['a sub-tenant', PLATFORM, { subTenantId: SUB_TENANTS.FI001 }, 'P_1'],
    ['a branch', PLATFORM, { branchId: '002' }, 'M1'],
    ['kinds', PLATFORM, { kind: ['POS', 'TELLER'] }, 'P_1 T1'],
    ['states', PLATFORM, { status: ['ACTIVE'] }, 'T1'],
    ['a part of the location', PLATFORM, { search: 'COUNTER' }, 'T1'],
    ['an underscore', PLATFORM, { search: '_' }, 'P_1'],
    ['several conditions', FI001, { kind: ['POS'], search: 'p' }, 'P_1'],
  ]
  test('lists find, within the scope, what the filter names', async () => {
    const { id } = await terminals.create(by(PLATFORM), {
      ...ATM,
      terminalId: 'T1',
      kind: 'TELLER',
      location: 'Counter 1',
    })
    await terminals.setActive(by(PLATFORM), id, true)
    people.clock.nowMs += 1
    await terminals.create(by(TENANT), { ...ATM, terminalId: 'P_1', kind: 'POS' })
    people.clock.nowMs += 1
    await terminals.create(by(PLATFORM), { ...ATM, terminalId: 'M1', institutionId: 'FI002', branchId: '002' })
    for (const [title, scope, filter, found] of LISTED) {
      const { items, total } = await terminals.list(scope, filter, { page: 1, size: 10 })
      assert.equal(items.map(({ terminalId }) => terminalId).join(' '), found, title)
      assert.equal(total, items.length)
    }
    const sort = { field: 'terminalId', direction: 'asc' } as const
    const sorted = await terminals.list(PLATFORM, {}, { page: 1, size: 10, sort })
    assert.equal(sorted.items.map(({ terminalId }) => terminalId).join(' '), 'M1 P_1 T1')
  })

  test('changes are audited under the institution and the sub-tenant', async () => {
    const { id } = await terminals.create(by(TENANT), { ...ATM, limits: { perDay: 10.5 } })
    await terminals.decommission(by(FI001), id)
    const { rows } = await database.query<{ action: string; after: string; sub_tenant_id: string }>(
      'SELECT action, after, sub_tenant_id FROM audit_log WHERE resource_id = $1 ORDER BY position',
      [id],
    )
    assert.deepEqual(
      rows.map((row) => [row.action, row.sub_tenant_id]),
      [
        ['terminal.create', SUB_TENANTS.FI001],
        ['terminal.decommission', SUB_TENANTS.FI001],
      ],
    )
    assert.deepEqual(JSON.parse(rows[0]?.after ?? '').limits, { perDay: 10.5 })
  })
})
