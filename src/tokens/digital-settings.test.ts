import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../test/support/machine/database.ts'
import { emptyTables } from '../../test/support/machine/empty-tables.ts'
import { openPeople, type People } from '../../test/support/onboarding/people.ts'
import { ApplicationProperties, type NewProperty } from '../administration/properties/application-properties.ts'
import { SecretBox } from '../platform/kernel/secrets/secrets.ts'
import type { Database } from '../platform/storage/database.ts'
import { type FollowedSettings, openDigitalSettings } from './digital-settings.ts'
import type { DigitalSettings } from './settings.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const ID = '0197f3a0-0000-7000-8000-000000000001'
const BANK = { institutionId: ID, externalId: 'FI001' }
const DEFAULTS: DigitalSettings = {
  onboardingInstitutions: 'AUTO',
  onboardingUsers: 'AUTO',
  ledger: 'builtin',
  answerWithinMs: 2000,
  haltedAfterMs: 60_000,
  silentAfterMs: 900_000,
  limits: new Map(),
  netDebitCapMinor: new Map(),
}

onDatabase('settings of digital banking', (_engine, open) => {
  let database: Database
  let people: People
  let settings: FollowedSettings
  let kept: ApplicationProperties
  const warnings: object[] = []

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    await database.query(
      `INSERT INTO digital_institutions (institution_id, book_id, external_id, partner_id, name, country, currencies, state,
                                         search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
       VALUES ($1, 'FI001', 'FI001', 'P1', 'Bank', 'US', '{USD}', 'ACTIVE', '{}', 'r', 'API', now(), now(), 'x', 'x')`,
      [ID],
    )
    const log = { warn: (details: object) => void warnings.push(details) }
    settings = await openDigitalSettings({ database, secretBox, environment: 'sandbox', log })
    // As an earlier version, which did not check values.
    kept = new ApplicationProperties({ database, clock: people.clock, secretBox, followers: [settings], readers: [] })
  })
  after(() => settings.close())
  beforeEach(async () => {
    await emptyTables(database, 'application_properties')
    await settings.reload()
    warnings.length = 0
  })

  const keep = (key: string, value: string, place: Partial<NewProperty> = {}) =>
    kept.create(people.caller({ scope: {} }), {
      environment: 'sandbox',
      application: 'digital',
      key,
      value,
      valueType: 'STRING',
      ...place,
    })

  test('have defaults', () => {
    assert.deepEqual([settings.settingsOf(), settings.settingsOf(BANK)], [DEFAULTS, DEFAULTS])
  })

  test('of the institution beat those of its externalId, these those of all, and those of digital global ones', async () => {
    const PLACES: [place: Partial<NewProperty>, value: string][] = [
      [{ application: '*' }, '1s'],
      [{}, '2.5s'],
      [{ application: '*', institutionId: 'FI001' }, '4s'],
      [{ institutionId: 'FI001' }, '5s'],
      [{ application: '*', institutionId: ID }, '6s'],
      [{ institutionId: ID }, '7s'],
    ]
    for (const [place, value] of PLACES) {
      await keep('answer-within', value, place)
      assert.equal(settings.settingsOf(BANK).answerWithinMs, Number(value.slice(0, -1)) * 1000)
    }
    assert.equal(settings.settingsOf().answerWithinMs, 2500)
    assert.equal(settings.settingsOf({ institutionId: ID.replace('1', '2') }).answerWithinMs, 2500)
    await keep('ledger', 'simulated', { application: 'other' })
    await keep('ledger', 'simulated', { environment: 'prod' })
    assert.equal(settings.settingsOf(BANK).ledger, 'builtin')
  })

  const cap = (minor: bigint) => ({ netDebitCapMinor: new Map([['USD', minor]]) })
  const limits = (value: object) => ({ limits: new Map([['USD', value]]) })
  const USABLE: [key: string, value: string, changed: object][] = [
    ['onboarding.institutions', 'MANUAL', { onboardingInstitutions: 'MANUAL' }],
    ['onboarding.users', 'MANUAL', { onboardingUsers: 'MANUAL' }],
    ['ledger', 'simulated', { ledger: 'simulated' }],
    ['answer-within', '250ms', { answerWithinMs: 250 }],
    ['answer-within', '0s', { answerWithinMs: 0 }],
    ['answer-within', '0.5m', { answerWithinMs: 30_000 }],
    ['answer-within', 'PT1.5S', { answerWithinMs: 1500 }],
    ['answer-within', '10m', { answerWithinMs: 50_000 }],
    ['halted-after', '0', { haltedAfterMs: 0 }],
    ['halted-after', '5m', { haltedAfterMs: 300_000 }],
    ['silent-after', 'PT1H', { silentAfterMs: 3_600_000 }],
    ['limits', '{"USD":{"perTransaction":12.5,"perDay":0}}', limits({ perTransactionMinor: 1250n, perDayMinor: 0n })],
    ['limits', '{"USD":{"perDay":100}}', limits({ perDayMinor: 10_000n })],
    ['limits', '{"USD":{}}', limits({})],
    ['net-debit-cap', '{"USD":1000000}', cap(100_000_000n)],
    ['net-debit-cap', '{}', {}],
  ]
  for (const [key, value, changed] of USABLE) {
    test(`${key} can be ${value}`, async () => {
      await keep(key, value, { institutionId: ID })
      assert.deepEqual(settings.settingsOf(BANK), { ...DEFAULTS, ...changed })
      assert.deepEqual([settings.settingsOf(), warnings], [DEFAULTS, []])
    })
  }

  const UNUSABLE: [key: string, values: readonly string[]][] = [
    ['onboarding.institutions', ['', 'auto', 'YES']],
    ['onboarding.users', ['', 'manual']],
    ['ledger', ['', 'BUILTIN', 'fabric']],
    ['answer-within', ['', '2', '2h', '-2s', 's', '1e3s', '2 s', 'P1D']],
    ['halted-after', ['', '60', 'never', '-1s']],
    ['silent-after', ['', '0', '0s', '15']],
    [
      'limits',
      [
        '',
        '[]',
        'null',
        '7',
        '{"USD":1}',
        '{"XXX":{"perDay":1}}',
        '{"USD":{"perDay":-1}}',
        '{"USD":{"perDay":"1"}}',
        '{"USD":{"perDay":1.005}}',
        '{"USD":{"perday":1}}',
        '{"USD":{"perDay":1},"EUR":null}',
        '{"__proto__":{"perDay":1}}',
      ],
    ],
    ['net-debit-cap', ['', '5', '{"USD":null}', '{"USD":-1}', '{"usd":1}', '{"USD":{}}']],
  ]
  for (const [key, values] of UNUSABLE) {
    test(`a value of ${key} that cannot be used is ignored, and reported once`, async () => {
      const { id } = await keep(key, values[0] ?? '', { institutionId: 'FI001' })
      for (const [place, value] of values.entries()) {
        await kept.update(people.caller({ scope: {} }), id, { version: place + 1, value })
        assert.deepEqual(settings.settingsOf(BANK), DEFAULTS, value)
      }
      assert.deepEqual(warnings, [{ key, institutionId: 'FI001' }])
    })
  }
})
