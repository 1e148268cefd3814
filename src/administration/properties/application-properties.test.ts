import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { SUB_TENANTS } from '../../../test/support/onboarding/people.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { NewProperty } from './application-properties.ts'
import type { PropertyFilter } from './property-records.ts'
import {
  DIGITAL,
  FI001,
  FI002,
  LIMIT,
  MASK,
  openProperties,
  PAGE,
  PLATFORM,
  TENANT,
  TOKEN,
} from './property-suite.fixture.ts'

onDatabase('application properties', (_engine, open) => {
  const suite = openProperties(open)
  const { by, valuesOf, stored } = suite

  test('a property is made, changed and rolled back; every change is a version', async () => {
    const made = await suite.properties.create(by(PLATFORM), LIMIT)
    assert.partialDeepStrictEqual(made, { ...LIMIT, version: 1, isSecret: false, description: '', isActive: true })
    assert.equal('institutionId' in made, false)
    suite.people.clock.nowMs += 1000
    const second = await suite.properties.update(by(PLATFORM), made.id, {
      version: 1,
      value: '5',
      description: 'Tries',
    })
    assert.deepEqual([second.version, second.value, second.description], [2, '5', 'Tries'])
    await suite.properties.update(by(PLATFORM), made.id, {
      version: 2,
      value: 'P1D',
      valueType: 'DURATION',
      isActive: false,
    })
    assert.equal(await valuesOf(made.id), '3:P1D 2:5 1:3')
    const back = await suite.properties.rollback(by(PLATFORM), made.id, 2)
    assert.partialDeepStrictEqual(back, {
      version: 4,
      value: '5',
      valueType: 'INT',
      description: 'Tries',
      isActive: false,
    })
    assert.equal(await valuesOf(made.id), '4:5 3:P1D 2:5 1:3')
    await assert.rejects(suite.properties.rollback(by(PLATFORM), made.id, 9), {
      reason: 'properties.version-not-found',
    })
    assert.equal((await suite.properties.find(PLATFORM, made.id)).version, 4)
    const { items, total } = await suite.properties.history(PLATFORM, made.id, { page: 2, size: 3 })
    assert.deepEqual([items.map(({ version }) => version), total], [[1], 4])
    await assert.rejects(suite.properties.update(by(PLATFORM), made.id, { version: 1, value: '1' }), {
      reason: 'properties.changed',
    })
  })

  const FITTING: [type: NewProperty['valueType'], good: string[], bad: string[]][] = [
    ['STRING', ['', 'a\nb', 'ü'], []],
    [
      'INT',
      ['0', '-1', '9223372036854775807', '-9223372036854775808'],
      ['', '1.0', '01', '+1', '1e3', ' 1', '9223372036854775808'],
    ],
    ['DECIMAL', ['0', '-12.50', '0.000001'], ['', '.5', '1.', '1,5', '1e3', 'NaN', 'Infinity']],
    ['BOOLEAN', ['true', 'false'], ['', 'TRUE', '1', 'yes']],
    ['JSON', ['null', '{"a":[1]}', '"x"'], ['', '{a:1}', "{'a':1}", 'undefined']],
    [
      'DURATION',
      ['PT30S', 'P1Y2M3W4DT5H6M7.5S', 'P1W', 'PT0S'],
      ['', 'P', 'PT', '30S', 'P1H', 'PT1D', 'p1d', 'P1.5D', '-P1D'],
    ],
  ]
  for (const [valueType, good, bad] of FITTING) {
    test(`a value is checked against ${valueType}`, async () => {
      const { id } = await suite.properties.create(by(PLATFORM), { ...LIMIT, value: good[0] ?? '', valueType })
      for (const [place, value] of good.entries()) {
        const after = await suite.properties.update(by(PLATFORM), id, { version: place + 1, value })
        assert.equal(after.value, value)
      }
      for (const value of bad) {
        const matches = (error: unknown) => {
          const { kind, details } = error as { kind: string; details: { path: string }[] }
          assert.deepEqual([kind, details.map(({ path }) => path)], ['invalid', ['value']])
          return true
        }
        await assert.rejects(
          suite.properties.update(by(PLATFORM), id, { version: good.length + 1, value }),
          matches,
          value,
        )
        await assert.rejects(
          suite.properties.create(by(PLATFORM), { ...LIMIT, key: 'k', value, valueType }),
          matches,
          value,
        )
      }
    })
  }

  test('a new type must fit the value that stays, also a secret one', async () => {
    const plain = await suite.properties.create(by(PLATFORM), { ...LIMIT, value: 'abc', valueType: 'STRING' })
    const secret = await suite.properties.create(by(PLATFORM), TOKEN)
    for (const { id } of [plain, secret])
      await assert.rejects(suite.properties.update(by(PLATFORM), id, { version: 1, valueType: 'INT' }), {
        kind: 'invalid',
      })
  })

  describe('a secret', () => {
    test('is masked everywhere and stored sealed', async () => {
      const made = await suite.properties.create(by(PLATFORM), TOKEN)
      const changed = await suite.properties.update(by(PLATFORM), made.id, { version: 1, value: 'other-s3cret' })
      await suite.properties.rollback(by(PLATFORM), made.id, 1)
      const promotion = await suite.properties.promote(by(PLATFORM), { from: 'qa', to: 'uat', keys: [TOKEN.key] })
      const answers = [
        made,
        changed,
        promotion,
        await suite.properties.list(PLATFORM, {}, PAGE),
        await suite.properties.history(PLATFORM, made.id, PAGE),
        await suite.properties.effective(PLATFORM, { environment: 'uat' }),
      ]
      assert.doesNotMatch(JSON.stringify(answers), /s3cret/)
      assert.doesNotMatch(await stored(), /s3cret/)
      assert.equal(await valuesOf(made.id), `3:${MASK} 2:${MASK} 1:${MASK}`)
    })

    test('keeps its value when its mask is sent back, and cannot be made from a mask', async () => {
      const made = await suite.properties.create(by(PLATFORM), TOKEN)
      const sentBack = await suite.properties.update(by(PLATFORM), made.id, { ...made, description: 'Same' })
      assert.deepEqual([sentBack.version, sentBack.value], [2, MASK])
      await suite.properties.create(by(PLATFORM), { ...TOKEN, environment: 'uat' })
      const { changes } = await suite.properties.promote(by(PLATFORM), {
        from: 'qa',
        to: 'uat',
        keys: [TOKEN.key],
        dryRun: true,
      })
      // Only the description differs.
      assert.deepEqual(
        changes.map(({ action }) => action),
        ['UPDATED'],
      )
      await assert.rejects(async () => suite.properties.create(by(PLATFORM), { ...TOKEN, key: 'x', value: MASK }), {
        kind: 'invalid',
      })
    })

    test('stays one: with its history, and after a rollback to before', async () => {
      const { id } = await suite.properties.create(by(PLATFORM), { ...TOKEN, isSecret: false, value: 'was-public' })
      await suite.properties.update(by(PLATFORM), id, { version: 1, isSecret: true })
      assert.equal(await valuesOf(id), `2:${MASK} 1:${MASK}`)
      const { rows } = await suite.database.query('SELECT FROM application_property_versions WHERE value IS NOT NULL')
      assert.equal(rows.length, 0)
      await assert.rejects(suite.properties.update(by(PLATFORM), id, { version: 2, isSecret: false }), {
        details: [{ path: 'isSecret', message: 'stays true for good' }],
      })
      const back = await suite.properties.rollback(by(PLATFORM), id, 1)
      assert.deepEqual([back.isSecret, back.value], [true, MASK])
    })
  })

  test('environment, application, institution and key are unique together, and fixed', async () => {
    const { id } = await suite.properties.create(by(PLATFORM), LIMIT)
    await assert.rejects(suite.properties.create(by(PLATFORM), LIMIT), { reason: 'properties.taken' })
    for (const other of [
      { environment: 'uat' },
      { application: 'app' },
      { institutionId: 'FI001' },
      { key: 'other' },
    ]) {
      await suite.properties.create(by(PLATFORM), { ...LIMIT, ...other } as NewProperty)
      await assert.rejects(suite.properties.create(by(PLATFORM), { ...LIMIT, ...other } as NewProperty), {
        reason: 'properties.taken',
      })
      await assert.rejects(suite.properties.update(by(PLATFORM), id, { version: 1, ...other } as never), {
        details: [{ path: Object.keys(other)[0], message: 'cannot be changed' }],
      })
    }
    await suite.properties.delete(by(PLATFORM), id)
    const again = await suite.properties.create(by(PLATFORM), LIMIT)
    assert.equal(await valuesOf(again.id), '1:3')
    await assert.rejects(suite.properties.history(PLATFORM, id, PAGE), { reason: 'properties.not-found' })
  })

  describe('scopes', () => {
    const ACTS: [title: string, act: (scope: Scope, id: string) => Promise<unknown>, writes: boolean][] = [
      ['found', (scope, id) => suite.properties.find(scope, id), false],
      ['looked back on', (scope, id) => suite.properties.history(scope, id, PAGE), false],
      ['changed', (scope, id) => suite.properties.update(by(scope), id, { version: 1, value: '4' }), true],
      ['rolled back', (scope, id) => suite.properties.rollback(by(scope), id, 1), true],
      ['deleted', (scope, id) => suite.properties.delete(by(scope), id), true],
    ]
    for (const [title, act, writes] of ACTS) {
      test(`a property is ${title} within its scope; one that belongs to all is ${writes ? '403' : 'readable'}`, async () => {
        const own = await suite.properties.create(by(FI001), { ...LIMIT, institutionId: 'FI001' })
        const shared = await suite.properties.create(by(PLATFORM), LIMIT)
        await assert.rejects(act(FI002, own.id), { reason: 'properties.not-found' })
        for (const { id } of [own, shared]) await assert.rejects(act(TENANT, id), { reason: 'properties.not-found' })
        if (writes) await assert.rejects(act(FI001, shared.id), { kind: 'forbidden' })
        else await act(FI001, shared.id)
        await act(FI001, own.id)
        await act(PLATFORM, shared.id)
      })
    }

    test('a digital institution has properties by its UUID, kept by the platform', async () => {
      await suite.database.query(
        `INSERT INTO digital_institutions (institution_id, book_id, external_id, partner_id, name, country, currencies, state,
                                           search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
         VALUES ($1, 'FI001', 'FI001', 'P1', 'Bank', 'US', '{USD}', 'ACTIVE', '{}', 'r', 'API', now(), now(), 'x', 'x')
         ON CONFLICT DO NOTHING`,
        [DIGITAL],
      )
      const made = await suite.properties.create(by(PLATFORM), { ...LIMIT, institutionId: DIGITAL })
      assert.equal(made.institutionId, DIGITAL)
      const query = { environment: 'qa', institutionId: DIGITAL } as const
      assert.equal((await suite.properties.effective(PLATFORM, query))[0]?.source, 'INSTITUTION')
      const promotion = { from: 'qa', to: 'uat', keys: [LIMIT.key], institutionId: DIGITAL } as const
      assert.equal((await suite.properties.promote(by(PLATFORM), promotion)).changes[0]?.action, 'CREATED')
      // Not even by a user of the institution that it links.
      for (const scope of [FI001, FI002, TENANT]) {
        await assert.rejects(suite.properties.find(scope, made.id), { kind: 'not-found' })
        await assert.rejects(suite.properties.update(by(scope), made.id, { version: 1, value: '4' }), {
          kind: 'not-found',
        })
        await assert.rejects(suite.properties.create(by(scope), { ...LIMIT, key: 'k', institutionId: DIGITAL }), {
          kind: 'not-found',
        })
      }
    })

    test('an institution that has properties cannot go', async () => {
      await suite.properties.create(by(PLATFORM), { ...LIMIT, institutionId: 'FI001' })
      const move = suite.database.query(`UPDATE application_properties SET institution_id = 'FI009'`)
      await assert.rejects(move, { code: '23503', constraint: 'application_properties_bank_institution_id_fkey' })
    })

    const MADE: [title: string, scope: Scope, institutionId: string | null, kind: string][] = [
      ['for all', FI001, null, 'forbidden'],
      ['for another institution', FI001, 'FI002', 'not-found'],
      ['by a user of a sub-tenant', TENANT, 'FI001', 'not-found'],
      ['for an unknown institution', PLATFORM, 'FI009', 'invalid'],
      ['for an unknown digital institution', PLATFORM, SUB_TENANTS.FI002, 'invalid'],
    ]
    for (const [title, scope, institutionId, kind] of MADE) {
      test(`none is made or promoted ${title}: ${kind}`, async () => {
        await assert.rejects(suite.properties.create(by(scope), { ...LIMIT, institutionId }), { kind })
        const request = { from: 'qa', to: 'uat', keys: ['x'], institutionId } as const
        await assert.rejects(suite.properties.promote(by(scope), request), { kind })
      })
    }
  })

  test('lists find, within the scope, what the filter names', async () => {
    await suite.properties.create(by(PLATFORM), LIMIT)
    suite.people.clock.nowMs += 1
    await suite.properties.create(by(PLATFORM), { ...TOKEN, application: 'app', description: 'For_the API' })
    suite.people.clock.nowMs += 1
    await suite.properties.create(by(FI001), {
      ...LIMIT,
      environment: 'prod',
      institutionId: 'FI001',
      key: 'own',
      isActive: false,
    })
    const rows: [Scope, PropertyFilter, string][] = [
      [PLATFORM, {}, 'own api.token retry.limit'],
      [FI001, {}, 'own api.token retry.limit'],
      [FI002, {}, 'api.token retry.limit'],
      [TENANT, {}, ''],
      [PLATFORM, { search: 'for_' }, 'api.token'],
      [PLATFORM, { search: 'hunter2' }, ''],
      [PLATFORM, { environment: ['qa'] }, 'api.token retry.limit'],
      [PLATFORM, { application: 'app' }, 'api.token'],
      [PLATFORM, { institutionId: 'FI001' }, 'own'],
      [PLATFORM, { isSecret: true }, 'api.token'],
      [PLATFORM, { isActive: false }, 'own'],
      [PLATFORM, { valueType: ['STRING'], key: 'api.token' }, 'api.token'],
    ]
    for (const [scope, filter, found] of rows) {
      const { items } = await suite.properties.list(scope, filter, PAGE)
      assert.equal(items.map(({ key }) => key).join(' '), found, JSON.stringify(filter))
    }
  })
})
