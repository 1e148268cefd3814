import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { type Administration, openAdministration } from '../../../../../test/support/onboarding/administration.ts'
import { Terminals } from '../../../../administration/institutions/terminals/terminals.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { TERMINAL_OPERATIONS } from './terminal-resource.ts'

const ATM = {
  terminalId: 'ATM1',
  institutionId: 'FI001',
  acceptorId: 'ACC1',
  kind: 'ATM',
  location: '1 Main Street',
  branchId: '001',
}

let count = 0
const fresh = () => ({ ...ATM, terminalId: `ATM-${++count}` })

onDatabase('terminals over HTTP', (_engine, open) => {
  let desk: Administration
  before(async () => {
    const { database } = await open()
    const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
    const clock = { now: () => Date.UTC(2026, 0, 15, 10) }
    const directory = { reload: async () => {} }
    const terminals = new Terminals({ database, clock, secretBox, directory })
    desk = await openAdministration(database, TERMINAL_OPERATIONS, { terminals })
    desk.admit('teller', { scope: { institutionId: 'FI001' } })
  })
  after(() => desk.close())

  const call = (request: string, body?: unknown) => desk.call('administrator', request, body)
  const make = async (more: object = {}) => {
    const { status, data, message } = await call('POST /terminals', { ...fresh(), ...more })
    assert.equal(status, 201, message)
    return data
  }

  test('a terminal goes from registration to its end', async () => {
    const sent = fresh()
    const made = (await call('POST /terminals', { ...sent, status: 'ACTIVE', id: 'x', version: 7 })).data
    assert.partialDeepStrictEqual(made, { ...sent, status: 'REGISTERED', version: 1, currencies: [], services: [] })
    assert.equal('inheritsServices' in made, false)
    assert.deepEqual((await call(`GET /terminals/${made.id}`)).data, made)
    const changed = await call(`PATCH /terminals/${made.id}`, { version: 1, currencies: ['USD'], status: 'ACTIVE' })
    assert.partialDeepStrictEqual(changed.data, { version: 2, currencies: ['USD'], status: 'REGISTERED' })
    assert.equal((await call(`PATCH /terminals/${made.id}/activation?isActive=true`)).data.status, 'ACTIVE')
    assert.equal((await call(`POST /terminals/${made.id}/decommission`)).data.status, 'DECOMMISSIONED')
    const again = await call(`POST /terminals/${made.id}/decommission`)
    assert.deepEqual([again.status, again.message.slice(0, 9)], [409, 'B-REQ-009'])
    assert.equal((await call(`DELETE /terminals/${made.id}`)).status, 200)
    assert.equal((await call(`GET /terminals/${made.id}`)).status, 404)
    assert.equal((await call('GET /terminals/none')).status, 400)
  })

  test('a record that was read can be sent back', async () => {
    const made = await make({ smallestNote: { amount: 5, currencyCode: 'USD' }, limits: { perDay: 100 } })
    const back = await call(`PATCH /terminals/${made.id}`, made)
    assert.deepEqual(back.data, { ...made, version: 2 })
  })

  test('lists are filtered, sorted and paged', async () => {
    await make({ kind: 'POS' })
    const { data } = await call('POST /terminals/list?size=1&sort=terminalId:desc', { kind: ['POS'], status: [] })
    assert.deepEqual([data.totalElements, data.content[0].kind], [1, 'POS'])
    assert.equal((await desk.call('teller', 'GET /terminals?sort=location:asc')).status, 200)
    assert.equal((await desk.call('teller', 'POST /terminals/list', { institutionId: 'FI002' })).status, 404)
  })

  type Fault = [field: string, value: unknown]
  const TEXTS = [undefined, null, '', 7, {}, []]
  const FAULTS: Fault[] = [
    ...['terminalId', 'institutionId', 'acceptorId', 'branchId'].flatMap((field) =>
      [...TEXTS, 'a b', 'x'.repeat(36), 'ü'].map((value): Fault => [field, value]),
    ),
    ...[...TEXTS, 'a\nb', '\u0000', 'x'.repeat(256)].map((value): Fault => ['location', value]),
    ...[...TEXTS, 'atm', 'FRIDGE'].map((value): Fault => ['kind', value]),
    ...['', 7, {}, 'no-uuid'].map((value): Fault => ['subTenantId', value]),
    ['currencies', 'USD'],
    ['currencies', Array(201).fill('USD')],
    ['currencies[0]', ['usd']],
    ['currencies[1]', ['USD', 'XXX']],
    ['services', 'BALANCE'],
    ['services[0]', ['DANCE']],
    ['services[0]', [null]],
    ['smallestNote.amount', { currencyCode: 'USD' }],
    ['smallestNote.amount', { amount: '5', currencyCode: 'USD' }],
    ['smallestNote.amount', { amount: 0, currencyCode: 'USD' }],
    ['smallestNote.amount', { amount: 5.001, currencyCode: 'USD' }],
    ['smallestNote.currencyCode', { amount: 5 }],
    ['smallestNote.currencyCode', { amount: 5, currencyCode: 'ABC' }],
    ['smallestNote', 5],
    ['limits', []],
    ['limits.perTransaction', { perTransaction: -1 }],
    ['limits.perTransaction', { perTransaction: '1' }],
    ['limits.perDay', { perDay: 0 }],
    ['limits.perDay', { perDay: 1e300 }],
    ['limits.countPerDay', { countPerDay: 1.5 }],
    ['limits.countPerDay', { countPerDay: 0 }],
    ['limits.countPerDay', { countPerDay: 2 ** 31 }],
  ]
  describe('a wrong value is a 400 that names its field, on create and on change', () => {
    let id = ''
    before(async () => {
      id = (await make()).id
    })
    for (const [path, value] of FAULTS) {
      const field = path.split(/[.[]/)[0] as string
      const shown = JSON.stringify(value) ?? 'absent'
      test(`${path}: ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`, async () => {
        const requests: [string, object][] = [['POST /terminals', { ...fresh(), [field]: value }]]
        if (value !== undefined) requests.push([`PATCH /terminals/${id}`, { version: 1, [field]: value }])
        for (const [request, body] of requests) {
          const { status, message } = await call(request, body)
          assert.equal(status, 400, `${request}: ${message}`)
          assert.ok(message.startsWith(`B-REQ-001: ${path} `), message)
        }
      })
    }
    for (const version of [undefined, 0, '1', 1.5, null]) {
      test(`version: ${version}`, async () => {
        const { status, message } = await call(`PATCH /terminals/${id}`, { version, location: 'Hall' })
        assert.deepEqual([status, message.includes('version ')], [400, true])
      })
    }
    const QUERIES = [
      'GET /terminals?sort=services:asc',
      'GET /terminals?sort=terminalId',
      'GET /terminals?size=201',
      'GET /terminals?page=0',
    ]
    for (const request of QUERIES) test(request, async () => assert.equal((await call(request)).status, 400))
    for (const filter of [
      { status: 'ACTIVE' },
      { status: ['LOST'] },
      { kind: [7] },
      { search: '' },
      { subTenantId: 'x' },
    ])
      test(`filter ${JSON.stringify(filter)}`, async () => {
        const { status, message } = await call('POST /terminals/list', filter)
        assert.deepEqual([status, message.includes(Object.keys(filter)[0] as string)], [400, true])
      })
  })
})
