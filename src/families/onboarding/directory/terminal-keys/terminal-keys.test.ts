import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { TerminalKeys } from '../../../../administration/institutions/terminal-keys/terminal-keys.ts'
import { Terminals } from '../../../../administration/institutions/terminals/terminals.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { TERMINAL_OPERATIONS } from '../terminals/terminal-resource.ts'
import { TERMINAL_KEY_OPERATIONS } from './terminal-key-resource.ts'

const TMK = { terminalId: 'ATM1', institutionId: 'FI001', keyType: 'TMK' }
const MASK = '********'

onDatabase('terminal keys over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    const { database } = await open()
    const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
    const clock = { now: () => Date.UTC(2026, 0, 15, 10) }
    const services = { database, clock, secretBox, directory: { reload: async () => {} } }
    const operations = [...TERMINAL_OPERATIONS, ...TERMINAL_KEY_OPERATIONS]
    desk = await openAdministration(database, operations, {
      terminals: new Terminals(services),
      terminalKeys: new TerminalKeys(services),
    })
    const place = { acceptorId: 'ACC', kind: 'ATM', location: 'Lobby', branchId: '001' }
    assert.equal((await call('POST /terminals', { ...TMK, ...place })).status, 201)
  })
  after(() => desk.close())

  const call = (request: string, body?: unknown) => desk.call('administrator', request, body)

  test('a key is shown when it is made and when it is rotated, and never again', async () => {
    const made = await call('POST /terminal-keys', { ...TMK, appKey: 'mine', status: 'ACTIVE', keyVersion: 9 })
    assert.match(made.data.appKey, /^[A-Za-z0-9+/]{43}=$/)
    assert.match(made.data.kcv, /^[0-9a-f]{6}$/)
    assert.partialDeepStrictEqual(made.data, { ...TMK, algorithm: 'AES256', keyVersion: 1, status: 'PENDING' })
    const { id } = made.data
    const masked = { ...made.data, appKey: MASK, appKeySet: true }
    assert.deepEqual((await call(`GET /terminal-keys/${id}`)).data, masked)
    assert.deepEqual((await call('GET /terminal-keys?sort=keyVersion:asc')).data.content, [masked])
    const activated = await call(`POST /terminal-keys/${id}/activate`)
    assert.partialDeepStrictEqual(activated.data, { appKey: MASK, status: 'ACTIVE', version: 2 })
    const { status, data: successor } = await call(`POST /terminal-keys/${id}/rotate`)
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(successor, { status: 'ACTIVE', keyVersion: 2, appKeySet: true })
    assert.notEqual(successor.appKey, made.data.appKey)
    const again = await call(`POST /terminal-keys/${id}/rotate`)
    assert.deepEqual([again.status, again.message.slice(0, 9)], [409, 'B-REQ-009'])
    const listed = await call('POST /terminal-keys/list', { status: ['ROTATING'], keyType: [] })
    assert.deepEqual(
      listed.data.content.map((key: { id: string; appKey: string }) => [key.id, key.appKey]),
      [[id, MASK]],
    )
    assert.partialDeepStrictEqual(await call(`POST /terminal-keys/${successor.id}/revoke`), {
      status: 200,
      data: { status: 'REVOKED', appKey: MASK },
    })
  })

  describe('a wrong value is a 400 that names its field', () => {
    type Fault = [field: string, value: unknown]
    const TEXTS = [undefined, null, '', 7, {}, []]
    const FAULTS: Fault[] = [
      ...['terminalId', 'institutionId'].flatMap((field) =>
        [...TEXTS, 'a b', 'x'.repeat(36)].map((value): Fault => [field, value]),
      ),
      ['terminalId', 'NOT-THERE'],
      ...[...TEXTS, 'tmk', 'ZMK'].map((value): Fault => ['keyType', value]),
      ...[null, '', 7, 'DES', 'HMAC_SHA256'].map((value): Fault => ['algorithm', value]),
    ]
    for (const [field, value] of FAULTS) {
      test(`${field}: ${JSON.stringify(value) ?? 'absent'}`, async () => {
        const { status, message } = await call('POST /terminal-keys', { ...TMK, [field]: value })
        assert.equal(status, 400, message)
        assert.ok(message.startsWith(`B-REQ-001: ${field} `), message)
      })
    }
    for (const filter of [{ status: 'ACTIVE' }, { status: ['LOST'] }, { keyType: [7] }, { algorithm: ['DES'] }])
      test(`filter ${JSON.stringify(filter)}`, async () => {
        const { status, message } = await call('POST /terminal-keys/list', filter)
        assert.deepEqual([status, message.includes(Object.keys(filter)[0] as string)], [400, true])
      })
  })
})
