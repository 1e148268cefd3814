import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Environment } from '../../platform/kernel/environment.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ApplicationProperties } from '../properties/application-properties.ts'
import { DEFAULT_LIST, openFourEyes } from './four-eyes.ts'
import { addNewDefaults } from './four-eyes-defaults.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const clock = { now: () => Date.UTC(2026, 0, 15, 10) }
const OLD = ['EXCEPTIONS:APPROVE:WRITE_OFF', 'CARDS:CREATE']

onDatabase('defaults that a new version adds', (_engine, open) => {
  let database: Database
  let properties: ApplicationProperties
  const caller = { principal: { scope: {} }, actor: {} }

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'Bank', 'ACTIVE', 'USD', 'UTC') ON CONFLICT DO NOTHING`,
    )
    properties = new ApplicationProperties({ database, clock, secretBox, followers: [], readers: [] })
  })
  /** A database of the version before. */
  beforeEach(async () => {
    await database.query('DELETE FROM four_eyes_defaults WHERE NOT entry = ANY ($1)', [[...OLD, 'CARDS:UPDATE']])
    await database.query('INSERT INTO four_eyes_defaults SELECT unnest($1::text[]), now() ON CONFLICT DO NOTHING', [
      [...OLD, 'CARDS:UPDATE'],
    ])
    const { items } = await properties.list({}, { key: 'four-eyes' }, { page: 1, size: 50 })
    for (const { id } of items) await properties.delete(caller, id)
  })

  async function keep(environment: Environment, list: readonly string[], more: object = {}): Promise<string> {
    const place = { environment, application: '*', key: 'four-eyes', valueType: 'JSON' } as const
    return (await properties.create(caller, { ...place, value: JSON.stringify(list), ...more })).id
  }

  const listIn = async (id: string): Promise<string[]> => JSON.parse((await properties.find({}, id)).value)
  const add = (defaults?: readonly string[]) => addNewDefaults({ database, clock, secretBox }, defaults)
  const added = [...DEFAULT_LIST].filter((entry) => ![...OLD, 'CARDS:UPDATE'].includes(entry))

  test('are added to the global list of every environment but the sandbox, switched off or not', async () => {
    const kept = [await keep('prod', OLD), await keep('qa', [], { isActive: false })]
    const others = [
      await keep('sandbox', OLD),
      await keep('prod', ['ROLES:DELETE'], { institutionId: 'FI001' }),
      await keep('prod', OLD, { application: 'other' }),
    ]
    await add()
    // CARDS:UPDATE was a default before: who keeps a list without it has taken it off.
    assert.deepEqual(await listIn(kept[0] as string), [...OLD, ...added])
    assert.deepEqual(await listIn(kept[1] as string), added)
    assert.deepEqual(await Promise.all(others.map(listIn)), [OLD, ['ROLES:DELETE'], OLD])
    const { rows } = await database.query(
      `SELECT actor_email FROM audit_log WHERE resource_id = $1 AND action = 'application-property.update'`,
      [kept[0]],
    )
    assert.equal(rows.length, 1)
  })

  test('are added once: who takes one off again has decided so', async () => {
    const id = await keep('prod', OLD)
    await add()
    await properties.update(caller, id, { value: JSON.stringify(OLD), version: 2 })
    await add()
    assert.deepEqual(await listIn(id), OLD)
    await add([...DEFAULT_LIST, 'EXCEPTIONS:APPROVE:NEXT'])
    assert.deepEqual(await listIn(id), [...OLD, 'EXCEPTIONS:APPROVE:NEXT'])
  })

  test('are not added where the whole action waits, or where no list can be read', async () => {
    const wide = await keep('prod', ['USERS:UPDATE', 'USERS:CREATE', ...OLD])
    const broken = await keep('qa', [], { value: '{"no": "list"}' })
    await add()
    const list = await listIn(wide)
    assert.equal(list.includes('USERS:UPDATE:mailID'), false)
    assert.equal(new Set(list).size, list.length)
    assert.equal((await properties.find({}, broken)).value, '{"no": "list"}')
  })

  test('are added to a secret list, which stays secret', async () => {
    const id = await keep('prod', OLD, { isSecret: true })
    await add()
    const fourEyes = await openFourEyes({ database, secretBox, environment: 'prod' })
    assert.deepEqual(
      ['USERS:CREATE', 'CARDS:CREATE', 'CARDS:UPDATE'].map((entry) => fourEyes.lists([entry], [])),
      [true, true, false],
    )
    fourEyes.close()
    const { rows } = await database.query('SELECT value FROM application_properties WHERE id = $1', [id])
    assert.deepEqual(rows, [{ value: null }])
  })

  test('are added by one of several nodes that start at once', async () => {
    const id = await keep('prod', OLD)
    await Promise.all(Array.from({ length: 4 }, () => add()))
    assert.deepEqual(await listIn(id), [...OLD, ...added])
    assert.equal((await properties.find({}, id)).version, 2)
  })
})
