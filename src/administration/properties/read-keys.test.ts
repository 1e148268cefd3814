import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { openPeople, type People } from '../../../test/support/onboarding/people.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ApplicationProperties, type NewProperty } from './application-properties.ts'
import type { ReadKeys } from './read-keys.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const PAGE = { page: 1, size: 10 }
const MASK = '********'

/** A part of the platform that reads a key. */
const READER: ReadKeys = {
  application: 'gate',
  keys: {
    level: { parse: (text) => (text === 'high' || text === 'low' ? text : undefined), expected: 'must be high or low' },
  },
}
const LEVEL: NewProperty = { environment: 'qa', application: 'gate', key: 'level', value: 'high', valueType: 'STRING' }

onDatabase('a key that the platform reads', (_engine, open) => {
  let database: Database
  let people: People
  let properties: ApplicationProperties
  const by = () => people.caller({ scope: {} })

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    properties = new ApplicationProperties({
      database,
      clock: people.clock,
      secretBox,
      followers: [],
      readers: [READER],
    })
  })
  beforeEach(() => emptyTables(database, 'application_properties'))

  const refused = (path: string) => (error: unknown) => {
    const { kind, details } = error as { kind: string; details: { path: string; message: string }[] }
    assert.deepEqual([kind, details.map((detail) => detail.path)], ['invalid', [path]])
    assert.match(details[0]?.message ?? '', /must be high or low$/)
    return true
  }
  /** As an earlier version stored it. */
  const storeUnusable = (id: string) =>
    database.query(`UPDATE application_properties SET value = 'loud' WHERE id = $1`, [id])

  test('refuses an unusable value on create and on change, of its application and of all', async () => {
    for (const application of ['gate', '*']) {
      await assert.rejects(properties.create(by(), { ...LEVEL, application, value: 'loud' }), refused('value'))
      const { id } = await properties.create(by(), { ...LEVEL, application })
      const changed = properties.update(by(), id, { version: 1, value: 'loud' })
      await assert.rejects(changed, refused('value'))
      assert.equal((await properties.update(by(), id, { version: 1, value: 'low' })).value, 'low')
    }
    await properties.create(by(), { ...LEVEL, application: 'another', value: 'loud' })
  })

  test('refuses an unusable secret', async () => {
    const secret = { ...LEVEL, isSecret: true }
    await assert.rejects(properties.create(by(), { ...secret, value: 'loud' }), refused('value'))
    const { id } = await properties.create(by(), secret)
    await assert.rejects(properties.update(by(), id, { version: 1, value: 'loud' }), refused('value'))
    assert.equal((await properties.update(by(), id, { version: 1, value: MASK })).version, 2)
  })

  test('is not rolled back to an unusable value, and an unusable value is not promoted', async () => {
    const { id } = await properties.create(by(), LEVEL)
    await database.query(`UPDATE application_property_versions SET value = 'loud'`)
    await properties.update(by(), id, { version: 1, value: 'low' })
    await assert.rejects(properties.rollback(by(), id, 1), refused('version'))
    await storeUnusable(id)
    const promotion = { from: 'qa', to: 'uat', keys: ['level'], application: 'gate' } as const
    for (const dryRun of [true, false]) {
      await assert.rejects(properties.promote(by(), { ...promotion, dryRun }), refused('keys[0]'))
    }
    assert.equal((await properties.list({}, { environment: ['uat'] }, PAGE)).total, 0)
  })

  test('with an unusable value from an earlier version is described and switched off, not on', async () => {
    const { id } = await properties.create(by(), LEVEL)
    await storeUnusable(id)
    await properties.update(by(), id, { version: 1, description: 'Loudness', isActive: true })
    await properties.update(by(), id, { version: 2, isActive: false })
    await assert.rejects(properties.update(by(), id, { version: 3, isActive: true }), refused('value'))
  })
})
