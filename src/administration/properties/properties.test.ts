import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { openPeople, type People } from '../../../test/support/onboarding/people.ts'
import { until } from '../../../test/support/until.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openPostgres } from '../../platform/storage/open-database.ts'
import { ApplicationProperties, type NewProperty } from './application-properties.ts'
import { openProperties, type Properties } from './properties.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const LEVEL: NewProperty = {
  environment: 'sandbox',
  application: '*',
  key: 'log.level',
  value: 'warn',
  valueType: 'STRING',
}

onDatabase('the properties in use', (engine, open) => {
  let database: Database
  let otherDatabase: Database
  let people: People
  let here: Properties
  /** Another node, on PostgreSQL with connections of its own. */
  let elsewhere: Properties
  let kept: ApplicationProperties
  const warnings: string[] = []
  const applied: (string | undefined)[] = []
  const by = () => people.caller({ scope: {} })

  before(async () => {
    const opened = await open()
    database = opened.database
    otherDatabase = engine === 'postgres' && 'url' in opened.location ? openPostgres(opened.location.url) : database
    people = await openPeople(database)
    here = await openProperties({ database, secretBox, environment: 'sandbox' })
    elsewhere = await openProperties({
      database: otherDatabase,
      secretBox,
      environment: 'sandbox',
      log: { warn: (details, message) => void warnings.push(`${message} ${JSON.stringify(details)}`) },
      onReload: ({ read }) => applied.push(read('log.level')),
    })
    // As an earlier version, which did not check values.
    kept = new ApplicationProperties({ database, clock: people.clock, secretBox, followers: [here], readers: [] })
  })
  after(async () => {
    here.close()
    elsewhere.close()
    if (otherDatabase !== database) await otherDatabase.close()
  })
  beforeEach(async () => {
    await emptyTables(database, 'application_properties')
    await Promise.all([here.reload(), elsewhere.reload()])
    warnings.length = 0
  })

  const levels = () => [here, elsewhere].map(({ read }) => read('log.level'))

  test('are their defaults when nothing is kept', () => {
    assert.deepEqual(
      [here.read('log.level'), here.read('export.keep-days'), here.read('iso8583.park-after')],
      [undefined, 7, 86_400_000],
    )
  })

  test('follow a change on every node before its caller is answered', async () => {
    const { id } = await kept.create(by(), LEVEL)
    assert.deepEqual(levels(), ['warn', 'warn'])
    assert.equal(applied.at(-1), 'warn')
    await kept.update(by(), id, { version: 1, value: 'debug' })
    assert.deepEqual(levels(), ['debug', 'debug'])
    await kept.update(by(), id, { version: 2, isActive: false })
    assert.deepEqual(levels(), [undefined, undefined])
    await kept.rollback(by(), id, 1)
    await kept.update(by(), id, { version: 4, isActive: true })
    assert.deepEqual(levels(), ['warn', 'warn'])
    await kept.delete(by(), id)
    assert.deepEqual(levels(), [undefined, undefined])
  })

  test('follow a change that was made without the API', async () => {
    await kept.create(by(), LEVEL)
    await database.query(`UPDATE application_properties SET value = 'error'`)
    await until(() => levels().every((level) => level === 'error'), 'both nodes to follow')
  })

  const PLACES: [title: string, change: Partial<NewProperty>, level: string | undefined][] = [
    ['of the platform beat global ones', { application: 'tillgate' }, 'error'],
    ['of another application do not count', { application: 'other' }, 'warn'],
    ['of another environment do not count', { environment: 'prod' }, 'warn'],
    ['of an institution do not count', { institutionId: 'FI001' }, 'warn'],
    ['may be secret', { application: 'tillgate', isSecret: true }, 'error'],
  ]
  for (const [title, change, level] of PLACES) {
    test(`those ${title}`, async () => {
      await kept.create(by(), LEVEL)
      await kept.create(by(), { ...LEVEL, value: 'error', ...change })
      assert.deepEqual(levels(), [level, level])
    })
  }

  const KEPT_DAYS: [value: string, days: number][] = [
    ['1', 1],
    ['3650', 3650],
    ['0', 7],
    ['3651', 7],
    ['-1', 7],
  ]
  for (const [value, days] of KEPT_DAYS) {
    test(`exports are kept for ${days} days when the property says ${value}`, async () => {
      await kept.create(by(), { ...LEVEL, key: 'export.keep-days', value, valueType: 'INT' })
      assert.equal(elsewhere.read('export.keep-days'), days)
    })
  }

  test('that cannot be opened are ignored', async () => {
    const { id } = await kept.create(by(), { ...LEVEL, isSecret: true })
    const other = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
    const sealed = other.seal('debug', `application_properties.value ${id}`)
    await database.query('UPDATE application_properties SET value_sealed = $1', [sealed])
    await Promise.all([here.reload(), elsewhere.reload()])
    assert.deepEqual(levels(), [undefined, undefined])
  })

  test('that cannot be used are ignored, and reported once without the value', async () => {
    const { id } = await kept.create(by(), { ...LEVEL, value: 'loud' })
    await kept.update(by(), id, { version: 1, value: 'louder' })
    assert.deepEqual(levels(), [undefined, undefined])
    assert.deepEqual(warnings, ['the value of an application property cannot be used {"key":"log.level"}'])
  })
})
