import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { NewInstitution } from './institution-terms.ts'
import { ANNE, BERT, by, clock, institutionsOn, LAKESIDE, NOBODYS_ID, refusal } from './institutions.fixture.ts'

onDatabase('financial institutions', (_engine, open) => {
  const bank = institutionsOn(open)

  test('a draft has the fields that were sent and defaults for the rest', async () => {
    const made = await bank.draft()
    assert.partialDeepStrictEqual(made, {
      ...LAKESIDE,
      version: 1,
      createdAt: '2026-01-15T10:00:00.000Z',
      createdBy: 'anne@platform.example',
      currencies: ['USD'],
      routingNumbers: [],
      acquirerIds: [],
      branches: [],
      services: ['PREFERENCES', 'LOOKUP', 'BALANCE', 'WITHDRAWAL', 'DEPOSIT', 'TRANSFER', 'BILL_PAYMENT', 'CARDLESS'],
      cutoverTime: '00:00',
      limits: {},
      holdDays: 2,
      reversal: { windowHours: 24, force: false },
      status: 'DRAFT',
      businessDate: '2026-01-15',
    })
    for (const absent of ['swiftBic', 'address', 'statusReason']) assert.ok(!(absent in made), absent)
    assert.deepEqual(await bank.institutions.find({}, made.id.toUpperCase()), made)
  })

  test('every field comes back as it was sent, and reaches the directories of both nodes', async () => {
    const sent = {
      ...LAKESIDE,
      baseCurrency: 'KWD',
      currencies: ['KWD', 'USD'],
      swiftBic: 'LKSDUS44XXX',
      routingNumbers: ['071000013'],
      bins: ['400010', '40001012'],
      acquirerIds: ['ACQ010'],
      address: {
        line1: '7 Lake',
        line2: 'Floor 2',
        city: 'Madison',
        state: 'WI',
        postalCode: '53703',
        countryCode: 'US',
      },
      branches: [{ id: '001', name: 'Lake', address: '7 Lake' }],
      services: ['LOOKUP', 'WITHDRAWAL'],
      cutoverTime: '09:30',
      limits: { perTransaction: 0.125, perDay: 99_999.999, countPerDay: 3, maxAccessFee: 0 },
      holdDays: 0,
      reversal: { windowHours: 1, force: true },
    } as const satisfies NewInstitution
    const { id, ...made } = await bank.institutions.create(by(ANNE), sent)
    assert.partialDeepStrictEqual(made, { ...sent, businessDate: '2026-01-16' })
    await bank.database.changes.confirm('directory', { timeoutMs: 2 ** 31 - 1 })
    for (const directory of [bank.here, bank.elsewhere]) {
      assert.partialDeepStrictEqual(directory.institution('FI010'), {
        name: 'Lakeside Bank',
        status: 'DRAFT',
        baseCurrency: 'KWD',
        services: new Set(['LOOKUP', 'WITHDRAWAL']),
        cutoverTime: '09:30',
        limits: { perTransactionMinor: 125n, perDayMinor: 99_999_999n, countPerDay: 3 },
        maxAccessFeeMinor: 0n,
        holdDays: 0,
        reversalWindowHours: 1,
        reversalForce: true,
      })
    }
    assert.ok(id)
  })

  test('from outside its scope an institution is not found, by any operation', async () => {
    const { id } = await bank.draft()
    const ACTS: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => bank.institutions.find(scope, id),
      (scope) => bank.institutions.update(by(BERT, scope), id, { version: 1, displayName: 'Mine' }),
      (scope) => bank.institutions.delete(by(BERT, scope), id),
      (scope) => bank.institutions.readiness(scope, id),
      (scope) => bank.institutions.history(scope, id, { page: 1, size: 10 }),
    ]
    for (const scope of [{ institutionId: 'FI002' }, { institutionId: 'FI010', subTenantId: NOBODYS_ID }]) {
      for (const act of ACTS) await assert.rejects(act(scope), refusal('institutions.institution-not-found'))
      assert.equal((await bank.institutions.list(scope, {}, { page: 1, size: 10 })).total, 0)
    }
    const own = { institutionId: 'FI010' }
    assert.equal((await bank.institutions.list(own, {}, { page: 1, size: 10 })).total, 1)
    assert.equal((await bank.institutions.update(by(BERT, own), id, { version: 1, displayName: 'Ours' })).version, 2)
  })

  test('a change merges: absent keeps, null clears, lists are replaced, objects are merged', async () => {
    const { id } = await bank.draft({
      limits: { perTransaction: 500, perDay: 1000, countPerDay: 5 },
      reversal: { windowHours: 48, force: true },
      address: { line1: '7 Lake', line2: 'Floor 2', city: 'Madison', postalCode: '53703', countryCode: 'US' },
      swiftBic: 'LKSDUS44',
      currencies: ['USD', 'EUR'],
      services: ['LOOKUP'],
    })
    const changed = await bank.institutions.update(by(ANNE), id, {
      version: 1,
      limits: { perDay: null, maxAccessFee: 5 },
      reversal: { force: null },
      address: { line2: null, city: 'Monona' },
      bins: ['400011', '400011', '400012'],
    })
    assert.partialDeepStrictEqual(changed, {
      limits: { perTransaction: 500, countPerDay: 5, maxAccessFee: 5 },
      reversal: { windowHours: 48, force: false },
      address: { line1: '7 Lake', city: 'Monona', postalCode: '53703', countryCode: 'US' },
      bins: ['400011', '400012'],
      contacts: LAKESIDE.contacts,
      swiftBic: 'LKSDUS44',
    })
    assert.deepEqual([changed.limits.perDay, changed.address?.line2], [undefined, undefined])
    const cleared = await bank.institutions.update(by(ANNE), id, {
      ...{ version: 2, limits: null, reversal: null, address: null, swiftBic: null, currencies: null, bins: null },
      ...{ services: null, contacts: null, holdDays: null, cutoverTime: null },
    })
    assert.partialDeepStrictEqual(cleared, { limits: {}, currencies: ['USD'], bins: [], contacts: [], holdDays: 2 })
    assert.deepEqual([cleared.address, cleared.swiftBic, cleared.services.length], [undefined, undefined, 8])
  })

  const REFUSED: [title: string, change: Partial<NewInstitution>, named: RegExp][] = [
    ['an amount with too many decimals', { limits: { perTransaction: 10.001 } }, /limits\.perTransaction/],
    ['an amount beyond 15 digits', { limits: { perDay: 1234567890123456 } }, /limits\.perDay/],
    ['an address without a city', { address: { line1: 'A', postalCode: '1', countryCode: 'US' } }, /address\.city/],
    [
      'two branches with one id',
      { branches: ['A', 'B', 'A'].map((id) => ({ id, name: 'B', address: 'C' })) },
      /branches\[2\]\.id/,
    ],
  ]
  for (const [title, change, named] of REFUSED) {
    test(`${title} is refused, on create and on change`, async () => {
      await assert.rejects(bank.draft(change), refusal('invalid', named))
      const { id } = await bank.draft()
      await assert.rejects(bank.institutions.update(by(ANNE), id, { version: 1, ...change }), refusal('invalid', named))
    })
  }

  test('an amount that the new base currency cannot hold is refused', async () => {
    const { id } = await bank.draft({ limits: { perTransaction: 10.5 } })
    await assert.rejects(
      bank.institutions.update(by(ANNE), id, { version: 1, baseCurrency: 'JPY' }),
      refusal('invalid', /limits\.perTransaction/),
    )
    const changed = await bank.institutions.update(by(ANNE), id, {
      version: 1,
      baseCurrency: 'JPY',
      limits: { perTransaction: 10 },
    })
    assert.equal(changed.limits.perTransaction, 10)
  })

  test('a branch that a terminal uses is not removed; one of a decommissioned terminal is', async () => {
    const branch = (branchId: string) => ({ id: branchId, name: 'B', address: 'C' })
    const { id } = await bank.draft({ branches: ['1', '2', '3'].map(branch) })
    await bank.database.query(
      `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status)
       VALUES ('FI010', 'ATM1', 'A', 'ATM', 'L', '1', '{}', 'INACTIVE'),
              ('FI010', 'ATM2', 'A', 'ATM', 'L', '2', '{}', 'DECOMMISSIONED')`,
    )
    const keep = (version: number, ids: readonly string[]) =>
      bank.institutions.update(by(ANNE), id, { version, branches: ids.map(branch) })
    await assert.rejects(
      keep(1, ['2', '3']),
      refusal('institutions.branch-in-use', /branches: terminal ATM1 uses branch 1/),
    )
    assert.equal((await keep(1, ['1'])).branches.length, 1)
    await bank.database.query(`UPDATE terminals SET branch_id = '' WHERE terminal_id = 'ATM1'`)
    assert.deepEqual((await keep(2, [])).branches, [])
  })

  test('terminals keep their limits in major units when the base currency changes', async () => {
    const { id } = await bank.draft()
    await bank.database.query(
      `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status,
                              limit_per_transaction_minor, limit_per_day_minor)
       VALUES ('FI010', 'ATM1', 'A', 'ATM', 'L', '1', '{}', 'ACTIVE', 5050, NULL),
              ('FI010', 'ATM2', 'A', 'ATM', 'L', '1', '{}', 'ACTIVE', NULL, NULL)`,
    )
    const limits = () => bank.elsewhere.terminal('FI010', 'ATM1')?.limits.perTransactionMinor
    const changeTo = async (version: number, baseCurrency: string) => {
      await bank.institutions.update(by(ANNE), id, { version, baseCurrency })
      await until(() => bank.elsewhere.institution('FI010')?.baseCurrency === baseCurrency, baseCurrency)
    }
    await assert.rejects(changeTo(1, 'JPY'), refusal('institutions.institution-in-use', /ATM1/))
    await changeTo(1, 'KWD')
    assert.equal(limits(), 50_500n)
    await changeTo(2, 'EUR')
    assert.equal(limits(), 5050n)
    await bank.database.query('UPDATE terminals SET limit_per_transaction_minor = 5000')
    await changeTo(3, 'JPY')
    assert.equal(limits(), 50n)
    await bank.database.query('UPDATE terminals SET limit_per_transaction_minor = 9000000000000000000')
    await assert.rejects(changeTo(4, 'USD'), refusal('institutions.institution-in-use', /ATM1/))
  })

  test('the institutionId is fixed, and a stale version is a conflict', async () => {
    const { id } = await bank.draft()
    const changed = { version: 1, institutionId: 'FI011' }
    await assert.rejects(bank.institutions.update(by(ANNE), id, changed), refusal('invalid', /institutionId/))
    assert.equal((await bank.institutions.update(by(ANNE), id, { ...changed, institutionId: 'FI010' })).version, 2)
    await assert.rejects(
      bank.institutions.update(by(ANNE), id, { version: 1 }),
      refusal('institutions.institution-changed'),
    )
  })

  test('an institutionId and a BIN are taken once, also by concurrent requests', async () => {
    await bank.draft()
    await assert.rejects(bank.draft({ bins: [] }), refusal('institutions.institution-id-taken'))
    await assert.rejects(
      bank.draft({ institutionId: 'FI011', bins: ['400019', '400010'] }),
      refusal('institutions.institution-bin-taken', /400010/),
    )
    const settled = await Promise.allSettled(
      ['FI012', 'FI013', 'FI014'].map((institutionId) => bank.draft({ institutionId, bins: ['400099'] })),
    )
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    const other = await bank.draft({ institutionId: 'FI015', bins: ['400015'] })
    await assert.rejects(
      bank.institutions.update(by(ANNE), other.id, { version: 1, bins: ['400010'] }),
      refusal('institutions.institution-bin-taken'),
    )
    // A longer BIN that begins with another one is a BIN of its own.
    await bank.institutions.update(by(ANNE), other.id, { version: 1, bins: ['40001099'] })
  })

  // One row per kind of thing that can belong to an institution.
  const USES: [what: string, statement: string][] = [
    [
      'an account',
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ('FI010', '1', 'C', 'DDA', 'D', 'USD', '06', '001')`,
    ],
    [
      'a terminal',
      `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services, status)
       VALUES ('FI010', 'T', 'A', 'ATM', 'L', '001', '{}', 'ACTIVE')`,
    ],
    [
      'a partner',
      `INSERT INTO partners (partner_id, name, operations, institution_ids) VALUES ('P', 'P', '{}', '{FI001,FI010}')`,
    ],
    [
      'a sub-tenant',
      `INSERT INTO sub_tenants (sub_tenant_id, institution_id, tenant_code, name, contact_email)
       VALUES (gen_random_uuid(), 'FI010', 'T', 'T', 't@t.example')`,
    ],
    ['a biller', `INSERT INTO billers (institution_id, biller_id, bin, name) VALUES ('FI010', 'B', '510000', 'B')`],
    [
      'a connection',
      `INSERT INTO core_connections (institution_id, environment, core_type, name) VALUES ('FI010', 'qa', 'BUILTIN', 'B')`,
    ],
  ]
  for (const [what, statement] of USES) {
    test(`an institution with ${what} cannot be deleted`, async () => {
      const { id } = await bank.draft()
      await bank.database.query(statement)
      await assert.rejects(bank.institutions.delete(by(ANNE), id), refusal('institutions.institution-in-use'))
      await bank.institutions.find({}, id)
    })
  }

  test('a deleted institution leaves its history, its id and its BINs to others', async () => {
    const { id } = await bank.draft()
    await bank.database.query(
      `INSERT INTO core_connections (institution_id, environment, core_type, name) VALUES ('FI010', 'qa', 'BUILTIN', 'B');
       DELETE FROM core_connections`,
    )
    await bank.institutions.delete(by(ANNE), id)
    assert.equal(bank.here.institution('FI010'), undefined)
    await assert.rejects(bank.institutions.find({}, id), refusal('institutions.institution-not-found'))
    await bank.draft()
  })

  test('the history holds every change of the record, newest first', async () => {
    const { id } = await bank.draft()
    await bank.institutions.update(by(ANNE), id, { version: 1, displayName: 'Other' })
    await bank.institutions.move(by(ANNE), id, 'submit')
    await bank.institutions.move(by(BERT), id, 'reject', 'The BIN is wrong')
    await bank.draft({ institutionId: 'FI011', bins: [] })
    const { items, total } = await bank.institutions.history({ institutionId: 'FI010' }, id, { page: 1, size: 3 })
    assert.equal(total, 4)
    assert.deepEqual(
      items.map(({ action, actorEmail }) => [action, actorEmail]),
      [
        ['institution.reject', 'bert@platform.example'],
        ['institution.submit', 'anne@platform.example'],
        ['institution.update', 'anne@platform.example'],
      ],
    )
    assert.partialDeepStrictEqual(items[0]?.after, { status: 'REJECTED', statusReason: 'The BIN is wrong' })
  })

  test('lists are filtered, sorted and paged', async () => {
    for (const [institutionId, displayName, type] of [
      ['FI011', 'Alder', 'MFI'],
      ['FI012', 'birch', 'BANK'],
      ['FI013', '100% Cedar', 'FINTECH'],
    ] as const) {
      clock.nowMs += 1
      await bank.draft({ institutionId, displayName, legalName: `${displayName} Ltd`, type, bins: [] })
    }
    const ROWS: [filter: object, sort: string | undefined, found: string][] = [
      [{}, undefined, 'FI013 FI012 FI011'],
      [{}, 'displayName:asc', 'FI013 FI011 FI012'],
      [{}, 'institutionId:asc', 'FI011 FI012 FI013'],
      [{ search: 'BIRCH' }, undefined, 'FI012'],
      [{ search: '%' }, undefined, 'FI013'],
      [{ search: 'ltd', type: ['MFI', 'BANK'] }, undefined, 'FI012 FI011'],
      [{ status: ['ACTIVE'] }, undefined, ''],
      [{ institutionId: 'FI011', countryCode: 'US', status: ['DRAFT'] }, undefined, 'FI011'],
    ]
    for (const [filter, sort, found] of ROWS) {
      const [field = '', direction] = sort?.split(':') ?? []
      const page = { page: 1, size: 10, ...(direction === 'asc' && { sort: { field, direction } as const }) }
      const { items } = await bank.institutions.list({}, filter, page)
      assert.equal(items.map(({ institutionId }) => institutionId).join(' '), found, JSON.stringify([filter, sort]))
    }
  })
})
