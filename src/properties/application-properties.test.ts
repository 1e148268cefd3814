import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import { emptyTables } from '../../test/support/machine/empty-tables.ts'
import { openPeople, type People, SUB_TENANTS } from '../../test/support/onboarding/people.ts'
import type { Scope } from '../kernel/scope.ts'
import { SecretBox } from '../kernel/secrets.ts'
import type { Database } from '../storage/database.ts'
import { ApplicationProperties, type NewProperty } from './application-properties.ts'
import type { PropertyFilter } from './property-records.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const PLATFORM: Scope = {}
const FI001 = { institutionId: 'FI001' }
const FI002 = { institutionId: 'FI002' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
const DIGITAL = '0197f3a0-0000-7000-8000-0000000000d1'
const PAGE = { page: 1, size: 10 }
const MASK = '********'

const LIMIT: NewProperty = { environment: 'qa', application: '*', key: 'retry.limit', value: '3', valueType: 'INT' }
const TOKEN: NewProperty = { ...LIMIT, key: 'api.token', value: 'hunter2-s3cret', valueType: 'STRING', isSecret: true }

onDatabase('application properties', (_engine, open) => {
  let database: Database
  let people: People
  let properties: ApplicationProperties
  const by = (scope: Scope) => people.caller({ scope })

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    const node = { reload: async () => {} }
    properties = new ApplicationProperties({
      database,
      clock: people.clock,
      secretBox,
      followers: [node],
      readers: [],
    })
  })
  beforeEach(() => emptyTables(database, 'application_properties'))

  const valuesOf = async (id: string) =>
    (await properties.history(PLATFORM, id, PAGE)).items.map(({ version, value }) => `${version}:${value}`).join(' ')
  /** Everything that the database holds in plain text about properties. */
  const stored = async () => {
    const { rows } = await database.query<{ text: string }>(
      `SELECT concat((SELECT string_agg(p::text, ' ') FROM application_properties p),
                     (SELECT string_agg(v::text, ' ') FROM application_property_versions v),
                     (SELECT string_agg(concat(before, after), ' ') FROM audit_log)) AS text`,
    )
    return rows[0]?.text ?? ''
  }

  test('a property is made, changed and rolled back; every change is a version', async () => {
    const made = await properties.create(by(PLATFORM), LIMIT)
    assert.partialDeepStrictEqual(made, { ...LIMIT, version: 1, isSecret: false, description: '', isActive: true })
    assert.equal('institutionId' in made, false)
    people.clock.nowMs += 1000
    const second = await properties.update(by(PLATFORM), made.id, { version: 1, value: '5', description: 'Tries' })
    assert.deepEqual([second.version, second.value, second.description], [2, '5', 'Tries'])
    await properties.update(by(PLATFORM), made.id, { version: 2, value: 'P1D', valueType: 'DURATION', isActive: false })
    assert.equal(await valuesOf(made.id), '3:P1D 2:5 1:3')
    const back = await properties.rollback(by(PLATFORM), made.id, 2)
    assert.partialDeepStrictEqual(back, {
      version: 4,
      value: '5',
      valueType: 'INT',
      description: 'Tries',
      isActive: false,
    })
    assert.equal(await valuesOf(made.id), '4:5 3:P1D 2:5 1:3')
    await assert.rejects(properties.rollback(by(PLATFORM), made.id, 9), { reason: 'properties.version-not-found' })
    assert.equal((await properties.find(PLATFORM, made.id)).version, 4)
    const { items, total } = await properties.history(PLATFORM, made.id, { page: 2, size: 3 })
    assert.deepEqual([items.map(({ version }) => version), total], [[1], 4])
    await assert.rejects(properties.update(by(PLATFORM), made.id, { version: 1, value: '1' }), {
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
      const { id } = await properties.create(by(PLATFORM), { ...LIMIT, value: good[0] ?? '', valueType })
      for (const [place, value] of good.entries()) {
        const after = await properties.update(by(PLATFORM), id, { version: place + 1, value })
        assert.equal(after.value, value)
      }
      for (const value of bad) {
        const matches = (error: unknown) => {
          const { kind, details } = error as { kind: string; details: { path: string }[] }
          assert.deepEqual([kind, details.map(({ path }) => path)], ['invalid', ['value']])
          return true
        }
        await assert.rejects(properties.update(by(PLATFORM), id, { version: good.length + 1, value }), matches, value)
        await assert.rejects(properties.create(by(PLATFORM), { ...LIMIT, key: 'k', value, valueType }), matches, value)
      }
    })
  }

  test('a new type must fit the value that stays, also a secret one', async () => {
    const plain = await properties.create(by(PLATFORM), { ...LIMIT, value: 'abc', valueType: 'STRING' })
    const secret = await properties.create(by(PLATFORM), TOKEN)
    for (const { id } of [plain, secret])
      await assert.rejects(properties.update(by(PLATFORM), id, { version: 1, valueType: 'INT' }), { kind: 'invalid' })
  })

  describe('a secret', () => {
    test('is masked everywhere and stored sealed', async () => {
      const made = await properties.create(by(PLATFORM), TOKEN)
      const changed = await properties.update(by(PLATFORM), made.id, { version: 1, value: 'other-s3cret' })
      await properties.rollback(by(PLATFORM), made.id, 1)
      const promotion = await properties.promote(by(PLATFORM), { from: 'qa', to: 'uat', keys: [TOKEN.key] })
      const answers = [
        made,
        changed,
        promotion,
        await properties.list(PLATFORM, {}, PAGE),
        await properties.history(PLATFORM, made.id, PAGE),
        await properties.effective(PLATFORM, { environment: 'uat' }),
      ]
      assert.doesNotMatch(JSON.stringify(answers), /s3cret/)
      assert.doesNotMatch(await stored(), /s3cret/)
      assert.equal(await valuesOf(made.id), `3:${MASK} 2:${MASK} 1:${MASK}`)
    })

    test('keeps its value when its mask is sent back, and cannot be made from a mask', async () => {
      const made = await properties.create(by(PLATFORM), TOKEN)
      const sentBack = await properties.update(by(PLATFORM), made.id, { ...made, description: 'Same' })
      assert.deepEqual([sentBack.version, sentBack.value], [2, MASK])
      await properties.create(by(PLATFORM), { ...TOKEN, environment: 'uat' })
      const { changes } = await properties.promote(by(PLATFORM), {
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
      await assert.rejects(async () => properties.create(by(PLATFORM), { ...TOKEN, key: 'x', value: MASK }), {
        kind: 'invalid',
      })
    })

    test('stays one: with its history, and after a rollback to before', async () => {
      const { id } = await properties.create(by(PLATFORM), { ...TOKEN, isSecret: false, value: 'was-public' })
      await properties.update(by(PLATFORM), id, { version: 1, isSecret: true })
      assert.equal(await valuesOf(id), `2:${MASK} 1:${MASK}`)
      const { rows } = await database.query('SELECT FROM application_property_versions WHERE value IS NOT NULL')
      assert.equal(rows.length, 0)
      await assert.rejects(properties.update(by(PLATFORM), id, { version: 2, isSecret: false }), {
        details: [{ path: 'isSecret', message: 'stays true for good' }],
      })
      const back = await properties.rollback(by(PLATFORM), id, 1)
      assert.deepEqual([back.isSecret, back.value], [true, MASK])
    })
  })

  test('environment, application, institution and key are unique together, and fixed', async () => {
    const { id } = await properties.create(by(PLATFORM), LIMIT)
    await assert.rejects(properties.create(by(PLATFORM), LIMIT), { reason: 'properties.taken' })
    for (const other of [
      { environment: 'uat' },
      { application: 'app' },
      { institutionId: 'FI001' },
      { key: 'other' },
    ]) {
      await properties.create(by(PLATFORM), { ...LIMIT, ...other } as NewProperty)
      await assert.rejects(properties.create(by(PLATFORM), { ...LIMIT, ...other } as NewProperty), {
        reason: 'properties.taken',
      })
      await assert.rejects(properties.update(by(PLATFORM), id, { version: 1, ...other } as never), {
        details: [{ path: Object.keys(other)[0], message: 'cannot be changed' }],
      })
    }
    await properties.delete(by(PLATFORM), id)
    const again = await properties.create(by(PLATFORM), LIMIT)
    assert.equal(await valuesOf(again.id), '1:3')
    await assert.rejects(properties.history(PLATFORM, id, PAGE), { reason: 'properties.not-found' })
  })

  describe('the effective properties', () => {
    const PLACES: [value: string, application: string, institutionId?: string, isActive?: boolean][] = [
      ['global', '*'],
      ['of app', 'app'],
      ['of FI001', '*', 'FI001'],
      ['of app at FI001', 'app', 'FI001'],
      ['of other', 'other'],
      ['of FI002, off', '*', 'FI002', false],
    ]
    const ROWS: [title: string, scope: Scope, query: object, value: string, source: string][] = [
      ['nothing named', PLATFORM, {}, 'global', 'GLOBAL'],
      ['an application', PLATFORM, { application: 'app' }, 'of app', 'APPLICATION'],
      ['an unknown application', PLATFORM, { application: 'x' }, 'global', 'GLOBAL'],
      ['an institution', PLATFORM, { institutionId: 'FI001' }, 'of FI001', 'INSTITUTION'],
      [
        'an institution beats an application',
        PLATFORM,
        { application: 'other', institutionId: 'FI001' },
        'of FI001',
        'INSTITUTION',
      ],
      ['both', PLATFORM, { application: 'app', institutionId: 'FI001' }, 'of app at FI001', 'INSTITUTION'],
      ['one that is off', PLATFORM, { application: 'app', institutionId: 'FI002' }, 'of app', 'APPLICATION'],
      ['the institution of the caller', FI001, { application: 'app' }, 'of app at FI001', 'INSTITUTION'],
    ]
    beforeEach(async () => {
      for (const [value, application, institutionId, isActive] of PLACES) {
        const place = { environment: 'qa', application, institutionId, key: 'greeting' } as const
        await properties.create(by(PLATFORM), { ...place, value, valueType: 'STRING', isActive })
      }
      await properties.create(by(PLATFORM), { ...LIMIT, environment: 'uat' })
    })
    for (const [title, scope, query, value, source] of ROWS) {
      test(`${title}: ${value}`, async () => {
        const found = await properties.effective(scope, { environment: 'qa', ...query })
        assert.deepEqual(
          found.map((one) => [one.key, one.value, one.source]),
          [['greeting', value, source]],
        )
      })
    }
    test('are refused for an institution that is unknown or not the caller’s', async () => {
      const ask = (scope: Scope, institutionId: string) =>
        properties.effective(scope, { environment: 'qa', institutionId })
      await assert.rejects(async () => ask(FI001, 'FI002'), { kind: 'not-found' })
      await assert.rejects(async () => ask(PLATFORM, 'FI009'), { kind: 'invalid' })
      assert.deepEqual(await properties.effective(TENANT, { environment: 'qa' }), [])
    })
  })

  describe('a promotion', () => {
    const request = { from: 'qa', to: 'prod', keys: ['a', 'b', 'c'] } as const
    beforeEach(async () => {
      for (const [key, value] of [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ] as const)
        await properties.create(by(PLATFORM), { ...LIMIT, key, value })
      await properties.create(by(PLATFORM), { ...LIMIT, environment: 'prod', key: 'b', value: '20', isActive: false })
      await properties.create(by(PLATFORM), { ...LIMIT, environment: 'prod', key: 'c', value: '3' })
    })
    const ofProd = async () => {
      const { items } = await properties.list(PLATFORM, { environment: ['prod'] }, PAGE)
      return items
        .map(({ key, value, version }) => `${key}=${value}@${version}`)
        .toSorted()
        .join(' ')
    }
    const CHANGES = [
      ['a', 'CREATED', null, '1'],
      ['b', 'UPDATED', '20', '2'],
      ['c', 'UNCHANGED', '3', '3'],
    ]
    const shown = ({ changes }: Awaited<ReturnType<ApplicationProperties['promote']>>) =>
      changes.map(({ key, action, before: was, after }) => [key, action, was, after])

    test('answers what it changes, and a dry run only that', async () => {
      const dry = await properties.promote(by(PLATFORM), { ...request, dryRun: true })
      assert.deepEqual([shown(dry), dry.dryRun, await ofProd()], [CHANGES, true, 'b=20@1 c=3@1'])
      assert.deepEqual(shown(await properties.promote(by(PLATFORM), request)), CHANGES)
      assert.equal(await ofProd(), 'a=1@1 b=2@2 c=3@1')
      const [b] = (await properties.list(PLATFORM, { environment: ['prod'], key: 'b' }, PAGE)).items
      assert.equal(b?.isActive, false, 'it stays switched off')
      assert.equal(await valuesOf(b?.id ?? ''), '2:2 1:20')
    })

    test('of an unknown key changes nothing, and names every one', async () => {
      await assert.rejects(properties.promote(by(PLATFORM), { ...request, keys: ['a', 'x', 'y'] }), (error) => {
        assert.deepEqual(
          (error as { details: { path: string }[] }).details.map(({ path }) => path),
          ['keys[1]', 'keys[2]'],
        )
        return true
      })
      assert.equal(await ofProd(), 'b=20@1 c=3@1')
    })

    test('stays in its place', async () => {
      await assert.rejects(properties.promote(by(PLATFORM), { ...request, application: 'app' }), { kind: 'invalid' })
      await assert.rejects(properties.promote(by(PLATFORM), { ...request, institutionId: 'FI001' }), {
        kind: 'invalid',
      })
      await assert.rejects(properties.promote(by(PLATFORM), { ...request, to: 'qa' }), {
        details: [{ path: 'to', message: 'must be another environment than from' }],
      })
      await properties.create(by(FI001), { ...LIMIT, key: 'a', value: '7', institutionId: 'FI001' })
      const own = await properties.promote(by(FI001), { ...request, keys: ['a'], institutionId: 'FI001' })
      assert.deepEqual([own.institutionId, shown(own)], ['FI001', [['a', 'CREATED', null, '7']]])
    })

    test('makes a secret of what was none, and never the other way round', async () => {
      await properties.create(by(PLATFORM), { ...TOKEN, key: 'd', isSecret: false })
      await properties.create(by(PLATFORM), { ...TOKEN, key: 'd', environment: 'prod', value: 'prod-s3cret' })
      const { changes } = await properties.promote(by(PLATFORM), { ...request, keys: ['d'] })
      assert.deepEqual([changes[0]?.before, changes[0]?.after, changes[0]?.isSecret], [MASK, MASK, true])
    })
  })

  describe('scopes', () => {
    const ACTS: [title: string, act: (scope: Scope, id: string) => Promise<unknown>, writes: boolean][] = [
      ['found', (scope, id) => properties.find(scope, id), false],
      ['looked back on', (scope, id) => properties.history(scope, id, PAGE), false],
      ['changed', (scope, id) => properties.update(by(scope), id, { version: 1, value: '4' }), true],
      ['rolled back', (scope, id) => properties.rollback(by(scope), id, 1), true],
      ['deleted', (scope, id) => properties.delete(by(scope), id), true],
    ]
    for (const [title, act, writes] of ACTS) {
      test(`a property is ${title} within its scope; one that belongs to all is ${writes ? '403' : 'readable'}`, async () => {
        const own = await properties.create(by(FI001), { ...LIMIT, institutionId: 'FI001' })
        const shared = await properties.create(by(PLATFORM), LIMIT)
        await assert.rejects(act(FI002, own.id), { reason: 'properties.not-found' })
        for (const { id } of [own, shared]) await assert.rejects(act(TENANT, id), { reason: 'properties.not-found' })
        if (writes) await assert.rejects(act(FI001, shared.id), { kind: 'forbidden' })
        else await act(FI001, shared.id)
        await act(FI001, own.id)
        await act(PLATFORM, shared.id)
      })
    }

    test('a digital institution has properties by its UUID, kept by the platform', async () => {
      await database.query(
        `INSERT INTO digital_institutions (institution_id, book_id, external_id, partner_id, name, country, currencies, state,
                                           search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
         VALUES ($1, 'FI001', 'FI001', 'P1', 'Bank', 'US', '{USD}', 'ACTIVE', '{}', 'r', 'API', now(), now(), 'x', 'x')
         ON CONFLICT DO NOTHING`,
        [DIGITAL],
      )
      const made = await properties.create(by(PLATFORM), { ...LIMIT, institutionId: DIGITAL })
      assert.equal(made.institutionId, DIGITAL)
      const query = { environment: 'qa', institutionId: DIGITAL } as const
      assert.equal((await properties.effective(PLATFORM, query))[0]?.source, 'INSTITUTION')
      const promotion = { from: 'qa', to: 'uat', keys: [LIMIT.key], institutionId: DIGITAL } as const
      assert.equal((await properties.promote(by(PLATFORM), promotion)).changes[0]?.action, 'CREATED')
      // Not even by a user of the institution that it links.
      for (const scope of [FI001, FI002, TENANT]) {
        await assert.rejects(properties.find(scope, made.id), { kind: 'not-found' })
        await assert.rejects(properties.update(by(scope), made.id, { version: 1, value: '4' }), { kind: 'not-found' })
        await assert.rejects(properties.create(by(scope), { ...LIMIT, key: 'k', institutionId: DIGITAL }), {
          kind: 'not-found',
        })
      }
    })

    test('an institution that has properties cannot go', async () => {
      await properties.create(by(PLATFORM), { ...LIMIT, institutionId: 'FI001' })
      const move = database.query(`UPDATE application_properties SET institution_id = 'FI009'`)
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
        await assert.rejects(properties.create(by(scope), { ...LIMIT, institutionId }), { kind })
        const request = { from: 'qa', to: 'uat', keys: ['x'], institutionId } as const
        await assert.rejects(properties.promote(by(scope), request), { kind })
      })
    }
  })

  test('lists find, within the scope, what the filter names', async () => {
    await properties.create(by(PLATFORM), LIMIT)
    people.clock.nowMs += 1
    await properties.create(by(PLATFORM), { ...TOKEN, application: 'app', description: 'For_the API' })
    people.clock.nowMs += 1
    await properties.create(by(FI001), {
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
      const { items } = await properties.list(scope, filter, PAGE)
      assert.equal(items.map(({ key }) => key).join(' '), found, JSON.stringify(filter))
    }
  })
})
