import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { ApplicationProperties } from '../../../../administration/properties/application-properties.ts'
import { PLATFORM_PROPERTIES } from '../../../../app/wire/platform-properties.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { PROPERTY_OPERATIONS } from './property-resource.ts'

let count = 0
const fresh = () => ({
  environment: 'qa',
  application: '*',
  key: `some.key-${++count}`,
  value: '3',
  valueType: 'INT',
})
const MASK = '********'
/** Would be a digital institution. */
const UNKNOWN = '0197f3a0-0000-7000-8000-0000000000ff'

onDatabase('application properties over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    const { database } = await open()
    const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
    const clock = { now: () => Date.UTC(2026, 0, 15, 10) }
    const applicationProperties = new ApplicationProperties({
      database,
      clock,
      secretBox,
      followers: [],
      readers: PLATFORM_PROPERTIES,
    })
    desk = await openAdministration(database, PROPERTY_OPERATIONS, { applicationProperties })
    desk.admit('teller', { scope: { institutionId: 'FI001' } })
  })
  after(() => desk.close())

  const call = (request: string, body?: unknown) => desk.call('administrator', request, body)
  const PATH = '/application-properties'

  test('a value that the platform cannot use is a 400 that names the field', async () => {
    const level = { environment: 'prod', application: '*', key: 'log.level', value: 'warn', valueType: 'STRING' }
    const { status, message } = await call(`POST ${PATH}`, { ...level, value: 'loud' })
    assert.equal(status, 400)
    assert.match(message, /^B-REQ-001: value must be one of trace, debug, /)
    const { id } = (await call(`POST ${PATH}`, level)).data
    assert.equal((await call(`PATCH ${PATH}/${id}`, { version: 1, value: 'loud' })).status, 400)
    assert.equal((await call(`PATCH ${PATH}/${id}`, { version: 1, value: 'error' })).status, 200)
  })

  test('a property is kept from its making to its end', async () => {
    const sent = fresh()
    const { status, data } = await call(`POST ${PATH}`, { ...sent, id: 'x', version: 9 })
    assert.equal(status, 201)
    assert.partialDeepStrictEqual(data, { ...sent, version: 1, valueSet: true, isSecret: false, isActive: true })
    assert.deepEqual((await call(`GET ${PATH}/${data.id}`)).data, data)
    assert.equal((await call(`POST ${PATH}`, sent)).status, 409)
    const second = await call(`PATCH ${PATH}/${data.id}`, { ...data, value: '4', description: null })
    assert.partialDeepStrictEqual(second.data, { version: 2, value: '4' })
    assert.equal((await call(`PATCH ${PATH}/${data.id}`, { version: 1, value: '5' })).status, 409)
    const back = await call(`POST ${PATH}/${data.id}/rollback`, { version: 1 })
    assert.partialDeepStrictEqual(back.data, { version: 3, value: '3' })
    assert.equal((await call(`POST ${PATH}/${data.id}/rollback`, { version: 77 })).status, 404)
    const history = (await call(`GET ${PATH}/${data.id}/history?size=2`)).data
    assert.deepEqual(
      [history.totalElements, history.content.map((one: { version: number }) => one.version)],
      [3, [3, 2]],
    )
    const effective = (await call(`GET ${PATH}/effective?environment=qa&application=app`)).data
    assert.deepEqual(effective, [
      { key: sent.key, value: '3', valueType: 'INT', isSecret: false, source: 'GLOBAL', id: data.id },
    ])
    const promotion = { from: 'qa', to: 'uat', keys: [sent.key], dryRun: false }
    assert.equal((await call(`POST ${PATH}/promote`, promotion)).data.changes[0].action, 'CREATED')
    const found = await call(`POST ${PATH}/list?sort=environment:desc`, { key: sent.key, environment: [] })
    assert.deepEqual(
      found.data.content.map((one: { environment: string }) => one.environment),
      ['uat', 'qa'],
    )
    assert.equal((await call(`DELETE ${PATH}/${data.id}`)).status, 200)
    assert.equal((await call(`GET ${PATH}/${data.id}`)).status, 404)
  })

  test('a secret is masked in every answer', async () => {
    const sent = { ...fresh(), value: 'hunter2', valueType: 'STRING', isSecret: true }
    const { data } = await call(`POST ${PATH}`, sent)
    assert.deepEqual([data.value, data.valueSet], [MASK, true])
    const answers = [
      await call(`PATCH ${PATH}/${data.id}`, data),
      await call(`GET ${PATH}/${data.id}/history`),
      await call(`GET ${PATH}/effective?environment=qa`),
      await call(`POST ${PATH}/promote`, { from: 'qa', to: 'prod', keys: [sent.key] }),
      await call(`POST ${PATH}/list`, { isSecret: true }),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.doesNotMatch(JSON.stringify(answer), /hunter2/)
    }
    const { status, message } = await call(`PATCH ${PATH}/${data.id}`, { version: 2, isSecret: false })
    assert.deepEqual([status, message], [400, 'B-REQ-001: isSecret stays true for good'])
  })

  test('what belongs to all is read-only for a user of an institution', async () => {
    const { data } = await call(`POST ${PATH}`, fresh())
    const asTeller = async (request: string, body?: unknown) => (await desk.call('teller', request, body)).status
    assert.equal(await asTeller(`GET ${PATH}/${data.id}`), 200)
    assert.equal(await asTeller(`PATCH ${PATH}/${data.id}`, { version: 1, value: '9' }), 403)
    assert.equal(await asTeller(`POST ${PATH}/${data.id}/rollback`, { version: 1 }), 403)
    assert.equal(await asTeller(`DELETE ${PATH}/${data.id}`), 403)
    assert.equal(await asTeller(`POST ${PATH}`, fresh()), 403)
    assert.equal(await asTeller(`POST ${PATH}`, { ...fresh(), institutionId: 'FI001' }), 201)
    assert.equal(await asTeller(`POST ${PATH}/promote`, { from: 'qa', to: 'uat', keys: ['x'] }), 403)
  })

  describe('a wrong value is a 400 that names its field', () => {
    type Fault = [field: string, value: unknown]
    const TEXTS = [undefined, null, 7, {}, []]
    const FAULTS: Fault[] = [
      ...[...TEXTS, '', 'QA', 'dev'].map((value): Fault => ['environment', value]),
      ...[...TEXTS, '', '**', 'a b', 'x'.repeat(36)].map((value): Fault => ['application', value]),
      ...['', 7, {}, 'a b', 'x'.repeat(36), UNKNOWN, UNKNOWN.toUpperCase()].map(
        (value): Fault => ['institutionId', value],
      ),
      ...[...TEXTS, '', 'Upper', 'a_b', 'a b', 'x'.repeat(129)].map((value): Fault => ['key', value]),
      ...[...TEXTS, true, 'x', '\u0000', '\ud800', '1'.repeat(8193)].map((value): Fault => ['value', value]),
      ...[...TEXTS, '', 'int', 'FLOAT'].map((value): Fault => ['valueType', value]),
      ...[null, 'true', 1].map((value): Fault => ['isSecret', value]),
      ...[null, 'true', 1].map((value): Fault => ['isActive', value]),
      ...[7, 'a\nb', 'x'.repeat(256)].map((value): Fault => ['description', value]),
    ]
    for (const [field, value] of FAULTS) {
      const shown = JSON.stringify(value) ?? 'absent'
      test(`${field}: ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`, async () => {
        const { status, message } = await call(`POST ${PATH}`, { ...fresh(), [field]: value })
        assert.equal(status, 400, message)
        assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
      })
    }
    const PROMOTIONS: [field: string, change: object][] = [
      ['from', { from: undefined }],
      ['from', { from: 'dev' }],
      ['to', { to: 'qa' }],
      ['keys', { keys: undefined }],
      ['keys', { keys: [] }],
      ['keys', { keys: Array(201).fill('a') }],
      ['keys[0]', { keys: ['Not A Key'] }],
      ['keys[0]', { keys: ['nowhere'] }],
      ['application', { application: '' }],
      ['institutionId', { institutionId: 'FI009' }],
      ['dryRun', { dryRun: 'yes' }],
    ]
    for (const [field, change] of PROMOTIONS) {
      test(`promote, ${field}: ${JSON.stringify(change).slice(0, 40)}`, async () => {
        const { status, message } = await call(`POST ${PATH}/promote`, {
          from: 'qa',
          to: 'uat',
          keys: ['a'],
          ...change,
        })
        assert.equal(status, 400, message)
        assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
      })
    }
    const REQUESTS: [request: string, body?: object][] = [
      [`GET ${PATH}/effective`],
      [`GET ${PATH}/effective?environment=dev`],
      [`GET ${PATH}/effective?environment=qa&application=`],
      [`GET ${PATH}/effective?environment=qa&institutionId=FI009`],
      [`GET ${PATH}?sort=value:asc`],
      [`POST ${PATH}/list`, { environment: 'qa' }],
      [`POST ${PATH}/list`, { valueType: ['FLOAT'] }],
      [`POST ${PATH}/0197f3a0-0000-7000-8000-0000000000ff/rollback`, { version: 0 }],
      [`POST ${PATH}/0197f3a0-0000-7000-8000-0000000000ff/rollback`, { version: '1' }],
    ]
    for (const [request, body] of REQUESTS)
      test(`${request} ${JSON.stringify(body) ?? ''}`, async () =>
        assert.equal((await call(request, body)).status, 400))
  })
})
