import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { tokenAccount } from '../../../tokens/movements/accounts/token-accounts.ts'
import { type CallOptions, openPartiesEdge, type PartiesEdge } from '../movements/parties-edge.fixture.ts'

const BANK = { name: 'First Bank', country: 'US', currencies: ['USD', 'KWD'] }
const FULL = { ...BANK, bic: 'FSBKUS33', lei: '5493001KJTIIGC8Y1R12', externalId: 'FI001' }
const PATH = '/institutions'

onDatabase('institutions over HTTP', (_engine, open) => {
  let database: Database
  let edge: PartiesEdge
  before(async () => {
    database = (await open()).database
    edge = await openPartiesEdge(database)
  })
  beforeEach(() => emptyTables(database, 'digital_institutions, digital_references'))

  const onboarding = (institution: unknown = BANK, ref?: string) => edge.body('FI_ONBOARDING', { institution }, ref)
  const onboard = (institution?: unknown, more?: CallOptions) =>
    edge.call(`POST ${PATH}`, onboarding(institution), more)
  const status = (id: string, target: string, more: object = {}, ref?: string) =>
    edge.call(
      `POST ${PATH}/${id}/status`,
      edge.body('FI_ONBOARDING_STATUS', { status: { target, reason: 'why' }, ...more }, ref),
    )

  test('an institution is onboarded, read with its positions, suspended and offboarded', async () => {
    const sent = onboarding(FULL, 'fi-1')
    const made = await edge.call(`POST ${PATH}`, sent)
    assert.equal(made.status, 200, made.text)
    const { id, createdAt, updatedAt } = made.body
    const expected = {
      id,
      state: 'ACTIVE',
      version: 1,
      transaction: { ref: 'fi-1', type: 'FI_ONBOARDING' },
      channelInfo: { type: 'API' },
      createdAt,
      updatedAt,
      institution: { id, ...FULL },
    }
    assert.deepEqual(made.body, expected)
    assert.equal('x-idempotent-replay' in made.headers, false)
    const again = await edge.call(`POST ${PATH}`, sent)
    assert.deepEqual([again.status, again.body, again.headers['x-idempotent-replay']], [200, expected, 'true'])

    const book = { supply: -123456n, backing: 123450n, owed: -6n }
    for (const [account, amount] of Object.entries(book)) {
      await database.query(
        `INSERT INTO general_ledger_totals (institution_id, account, currency, amount_minor) VALUES ('FI001', $1, 'USD', $2)`,
        [tokenAccount(id, account as 'supply'), amount],
      )
    }
    assert.deepEqual((await edge.call(`GET ${PATH}/${id}`)).body, {
      ...expected,
      positions: [
        { currency: 'KWD', supply: 0, backing: 0, owed: 0, reserved: 0, unclaimed: 0 },
        { currency: 'USD', supply: 1234.56, backing: 1234.5, owed: -0.06, reserved: 0, unclaimed: 0 },
      ],
    })
    const suspended = await status(id, 'SUSPENDED', { expectedVersion: 1 })
    assert.deepEqual([suspended.status, suspended.body.state, suspended.body.version], [200, 'SUSPENDED', 2])
    assert.deepEqual(suspended.body.transaction, expected.transaction)
    assert.equal('positions' in suspended.body, false)
    assert.deepEqual((await status(id, 'OFFBOARDED')).body.code, 'OPEN_OBLIGATIONS')
    await emptyTables(database, 'general_ledger_totals')
    assert.equal((await status(id, 'OFFBOARDED')).body.state, 'OFFBOARDED')
  })

  test("another partner sees an institution's public part while it is active or suspended", async () => {
    const { body } = await onboard(FULL)
    const read = () => edge.call(`GET ${PATH}/${body.id}`, undefined, { partnerId: 'OTHER' })
    const { externalId: _, ...institution } = body.institution
    assert.deepEqual((await read()).body, { id: body.id, state: 'ACTIVE', institution })
    await status(body.id, 'SUSPENDED')
    assert.deepEqual((await read()).body, { id: body.id, state: 'SUSPENDED', institution })
    await status(body.id, 'OFFBOARDED')
    const gone = await read()
    assert.deepEqual([gone.status, gone.body.code], [404, 'INSTITUTION_NOT_FOUND'])
    assert.equal((await edge.call(`GET ${PATH}/${body.id}`)).body.state, 'OFFBOARDED')
  })

  test('each problem has its code', async () => {
    const { body } = await onboard(FULL)
    const other: CallOptions = { partnerId: 'OTHER' }
    const move = (target: string, more?: object) =>
      edge.body('FI_ONBOARDING_STATUS', { status: { target, reason: 'why' }, ...more })
    const at = `POST ${PATH}/${body.id}/status`
    const used = onboarding(BANK, 'used')
    await edge.call(`POST ${PATH}`, used)
    const ROWS: [status: number, code: string, route: string, body?: object, more?: CallOptions][] = [
      [403, 'PARTNER_NOT_ALLOWED', `POST ${PATH}`, onboarding({ ...BANK, externalId: 'FI003' })],
      [404, 'INSTITUTION_NOT_FOUND', `GET ${PATH}/${newId(0)}`],
      [404, 'INSTITUTION_NOT_FOUND', `GET ${PATH}/nothing`],
      [404, 'INSTITUTION_NOT_FOUND', `POST ${PATH}/${newId(0)}/status`, move('ACTIVE')],
      [404, 'INSTITUTION_NOT_FOUND', at, move('SUSPENDED'), other],
      [409, 'REFERENCE_REUSED', `POST ${PATH}`, onboarding({ ...BANK, name: 'Other' }, 'used')],
      [409, 'INSTITUTION_EXISTS', `POST ${PATH}`, onboarding({ ...BANK, bic: FULL.bic }), other],
      [409, 'INSTITUTION_EXISTS', `POST ${PATH}`, onboarding({ ...BANK, lei: FULL.lei })],
      [409, 'INSTITUTION_EXISTS', `POST ${PATH}`, onboarding({ ...BANK, externalId: 'FI001' })],
      [409, 'INVALID_STATE_TRANSITION', at, move('ACTIVE')],
      [409, 'INVALID_STATE_TRANSITION', at, move('REJECTED')],
      [409, 'VERSION_CONFLICT', at, move('REJECTED', { expectedVersion: 7 })],
    ]
    for (const [expected, code, route, sent, more] of ROWS) {
      const answer = await edge.call(route, sent, more)
      assert.deepEqual([answer.status, answer.body.code], [expected, code], `${route} ${answer.text}`)
    }
    const { text } = await edge.call(at, move('ACTIVE'))
    const problem = JSON.parse(text)
    assert.deepEqual(problem.resource, { type: 'INSTITUTION', id: body.id, state: 'ACTIVE' })
    assert.equal(problem.transaction.type, 'FI_ONBOARDING_STATUS')
  })

  test('an operator needs CREATE, VIEW and UPDATE of the module', async () => {
    const sent = onboarding(BANK, 'operator')
    const as = (action: string, route: string, body?: object) =>
      edge.call(route, body, { grant: `DIGITAL_PARTIES.${action}` })
    const move = edge.body('FI_ONBOARDING_STATUS', { status: { target: 'SUSPENDED', reason: 'why' } })
    const made = await as('CREATE', `POST ${PATH}`, sent)
    assert.equal(made.status, 200, made.text)
    const own = `${PATH}/${made.body.id}`
    const ROWS: [action: string, route: string, body?: object][] = [
      ['VIEW', `GET ${own}`],
      ['UPDATE', `POST ${own}/status`, move],
      ['CREATE', `POST ${PATH}`, onboarding()],
    ]
    for (const [action, route, body] of ROWS) {
      for (const granted of ['VIEW', 'CREATE', 'UPDATE']) {
        const { status: answered } = await as(granted, route, body)
        assert.equal(answered, granted === action ? 200 : 403, `${granted} ${route}`)
      }
    }
    const { rows } = await database.query('SELECT actor_email FROM audit_log WHERE resource_id = $1', [made.body.id])
    assert.deepEqual(rows, [{ actor_email: 'ada@sandbox.example' }, { actor_email: 'ada@sandbox.example' }])
  })

  describe('a wrong value is a 400 that names its field', () => {
    const TEXTS = [undefined, null, 7, {}, [], '']
    const GIVEN = [null, 7, {}, [], '']
    const FAULTS: [field: string, values: readonly unknown[]][] = [
      ['name', [...TEXTS, ' ', 'x'.repeat(121), 'a\nb', '\ud800']],
      ['country', [...TEXTS, 'us', 'USA', 'XX']],
      ['currencies', [undefined, null, 7, {}, 'USD', [], ['USD', 'USD'], Array.from({ length: 201 }, () => 'USD')]],
      ['currencies/0', [['usd'], ['XXX'], [7], [null]]],
      ['bic', [...GIVEN, 'fsbkus33', 'FSBKUS3', 'FSBKUS333', 'FSBK1233']],
      [
        'lei',
        [...GIVEN, '5493001KJTIIGC8Y1R1', '5493001KJTIIGC8Y1R1A', '5493001kjtiigc8y1r12', '5493001KJTIIGC8Y1R13'],
      ],
      ['externalId', [...GIVEN, 'a b', 'x'.repeat(36)]],
    ]
    for (const [field, values] of FAULTS) {
      test(field, async () => {
        for (const value of values) {
          const { status: answered, body, text } = await onboard({ ...BANK, [field.split('/')[0] as string]: value })
          assert.deepEqual([answered, body.code], [400, 'VALIDATION_FAILED'], `${JSON.stringify(value)} ${text}`)
          assert.equal(body.errors[0].pointer, `/institution/${field}`, text)
        }
      })
    }
    const STATUS: [pointer: string, change: object][] = [
      ['/status', { status: undefined }],
      ['/institution', { institution: {} }],
      ['/institution/currencies', { institution: { currencies: [] } }],
      ['/institution/bic', { institution: { bic: 'fsbkus33' } }],
      ['/institution/lei', { institution: { lei: '5493001KJTIIGC8Y1R13' } }],
      ['/status/target', { status: { reason: 'x' } }],
      ['/status/target', { status: { target: 'PENDING_REVIEW', reason: 'x' } }],
      ['/status/reason', { status: { target: 'ACTIVE' } }],
      ['/status/reason', { status: { target: 'ACTIVE', reason: 'x'.repeat(256) } }],
      ['/expectedVersion', { expectedVersion: 0 }],
      ['/expectedVersion', { expectedVersion: '1' }],
      ['/expectedVersion', { expectedVersion: 1.5 }],
    ]
    test('status', async () => {
      for (const [pointer, change] of STATUS) {
        const whole = { status: { target: 'ACTIVE', reason: 'why' }, ...change }
        const sent = edge.body('FI_ONBOARDING_STATUS', whole)
        const { status: answered, body, text } = await edge.call(`POST ${PATH}/${newId(0)}/status`, sent)
        assert.deepEqual([answered, body.errors[0].pointer], [400, pointer], text)
      }
    })
  })
})
