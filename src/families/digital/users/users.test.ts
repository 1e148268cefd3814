import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { type CallOptions, openPartiesEdge, type PartiesEdge } from '../movements/parties-edge.fixture.ts'
import { maskEmail, maskPhone } from './mask-contact.ts'

const JANE = { firstName: 'Jane', lastName: 'Doe' }
const PATH = '/users'

onDatabase('users over HTTP', (_engine, open) => {
  let database: Database
  let edge: PartiesEdge
  let bankId: string
  before(async () => {
    database = (await open()).database
    edge = await openPartiesEdge(database)
    bankId = (await edge.parties.onboard()).result.institutionId
  })
  beforeEach(() => emptyTables(database, 'digital_users, digital_references'))

  const onboarding = (user: unknown, more: object = {}, ref?: string) =>
    edge.body('USER_ONBOARDING', { institution: { id: bankId }, user, ...more }, ref)
  const onboard = (user: unknown, more?: object) => edge.call(`POST ${PATH}`, onboarding(user, more))
  const move = (target: string, more: object = {}) =>
    edge.body('USER_ONBOARDING_STATUS', { status: { target, reason: 'why' }, ...more })

  test('a person is onboarded, read and suspended; contacts are masked and kyc is not shown', async () => {
    const contacts = { email: 'jane@x.com', phone: '+15550001234' }
    const sent = onboarding(
      { ...JANE, ...contacts, externalId: 'C-1', country: 'US', password: 'x' },
      { kyc: { reference: 'KYC-REF', level: 'FULL' } },
      'u-1',
    )
    const made = await edge.call(`POST ${PATH}`, sent)
    assert.equal(made.status, 200, made.text)
    const { id, createdAt, updatedAt } = made.body
    const expected = {
      id,
      state: 'ACTIVE',
      version: 1,
      transaction: { ref: 'u-1', type: 'USER_ONBOARDING' },
      channelInfo: { type: 'API' },
      createdAt,
      updatedAt,
      institution: { id: bankId },
      user: {
        id,
        type: 'INDIVIDUAL',
        ...JANE,
        externalId: 'C-1',
        email: 'j***@x.com',
        phone: '***1234',
        country: 'US',
      },
    }
    assert.deepEqual(made.body, expected)
    const again = await edge.call(`POST ${PATH}`, sent)
    assert.deepEqual([again.body, again.headers['x-idempotent-replay']], [expected, 'true'])
    assert.deepEqual((await edge.call(`GET ${PATH}/${id}`)).body, expected)
    const suspended = await edge.call(`POST ${PATH}/${id}/status`, move('SUSPENDED'))
    assert.deepEqual([suspended.body.state, suspended.body.version], ['SUSPENDED', 2])
    assert.deepEqual(suspended.body.user, expected.user)
    assert.equal((await edge.call(`POST ${PATH}/${id}/status`, move('CLOSED'))).body.state, 'CLOSED')
    assert.doesNotMatch(JSON.stringify(edge.log), /jane|KYC-REF|0001234/)
  })

  test('a business has a legal name alone', async () => {
    const { body } = await onboard({ type: 'BUSINESS', legalName: 'Doe Ltd', firstName: 'Jane' })
    assert.deepEqual(body.user, { id: body.id, type: 'BUSINESS', legalName: 'Doe Ltd' })
    const person = await onboard({ ...JANE, type: 'INDIVIDUAL', legalName: 'Doe Ltd' })
    assert.deepEqual(person.body.user, { id: person.body.id, type: 'INDIVIDUAL', ...JANE })
  })

  test('each problem has its code', async () => {
    const { body } = await onboard({ ...JANE, externalId: 'C-1' })
    const suspendedId = (await edge.parties.onboard()).result.institutionId
    await edge.parties.moveInstitution(suspendedId, { target: 'SUSPENDED' })
    await edge.call(`POST ${PATH}`, onboarding(JANE, {}, 'used'))
    const other: CallOptions = { partnerId: 'OTHER' }
    const at = `POST ${PATH}/${body.id}/status`
    const inOther = (id: string) => onboarding(JANE, { institution: { id } })
    const ROWS: [status: number, code: string, route: string, body?: object | undefined, more?: CallOptions][] = [
      [404, 'INSTITUTION_NOT_FOUND', `POST ${PATH}`, inOther(newId(0))],
      [404, 'INSTITUTION_NOT_FOUND', `POST ${PATH}`, inOther('FI001')],
      [404, 'INSTITUTION_NOT_FOUND', `POST ${PATH}`, onboarding(JANE), other],
      [404, 'USER_NOT_FOUND', `GET ${PATH}/${newId(0)}`],
      [404, 'USER_NOT_FOUND', `GET ${PATH}/nothing`],
      [404, 'USER_NOT_FOUND', `GET ${PATH}/${body.id}`, undefined, other],
      [404, 'USER_NOT_FOUND', at, move('SUSPENDED'), other],
      [409, 'REFERENCE_REUSED', `POST ${PATH}`, onboarding({ ...JANE, country: 'US' }, {}, 'used')],
      [409, 'USER_EXISTS', `POST ${PATH}`, onboarding({ ...JANE, externalId: 'C-1' })],
      [409, 'VERSION_CONFLICT', at, move('REJECTED', { expectedVersion: 2 })],
      [409, 'INVALID_STATE_TRANSITION', at, move('REJECTED')],
      [422, 'INSTITUTION_NOT_ACTIVE', `POST ${PATH}`, inOther(suspendedId)],
    ]
    for (const [expected, code, route, sent, more] of ROWS) {
      const answer = await edge.call(route, sent, more)
      assert.deepEqual([answer.status, answer.body.code], [expected, code], `${route} ${answer.text}`)
    }
    const inactive = await edge.call(`POST ${PATH}`, inOther(suspendedId))
    assert.deepEqual(
      [inactive.body.isoReason, inactive.body.resource],
      ['AG10', { type: 'INSTITUTION', id: suspendedId, state: 'SUSPENDED' }],
    )
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                     state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by,
                                     updated_by)
       VALUES ('B', $3, $1, $2, 'PARTNER01', 'USD', 'L', 'ACTIVE', '{}', 'r', 'API', now(), now(), 'x', 'x')`,
      [bankId, body.id, newId(0)],
    )
    const open = await edge.call(at, move('CLOSED'))
    assert.deepEqual([open.status, open.body.code], [409, 'OPEN_OBLIGATIONS'])
  })

  describe('a wrong value is a 400 that names its field', () => {
    const GIVEN = [null, 7, {}, [], '']
    const NAMES = [...GIVEN, undefined, ' ', 'x'.repeat(121), 'a\u0000b']
    const FAULTS: [field: string, values: readonly unknown[], user?: object][] = [
      ['type', [...GIVEN, 'individual', 'OTHER']],
      ['firstName', NAMES],
      ['lastName', NAMES],
      ['legalName', NAMES, { type: 'BUSINESS' }],
      ['externalId', [...GIVEN, 'a b', 'x'.repeat(36)]],
      ['email', [...GIVEN, 'jane', '@x.com', 'jane@', 'jane@x', 'a b@x.com', `${'x'.repeat(65)}@x.com`]],
      [
        'phone',
        [
          ...GIVEN,
          '+1 555 0',
          '+1',
          '555-CALL-ME',
          '1+5550001234',
          '+1234567890123456',
          `+1${' '.repeat(40)}5550001234`,
        ],
      ],
      ['country', [...GIVEN, 'us', 'XX', 'USA']],
    ]
    const refused = async (sent: object, pointer: string) => {
      const { status, body, text } = await edge.call(`POST ${PATH}`, sent)
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], text)
      assert.deepEqual(
        body.errors.map((one: { pointer: string }) => one.pointer),
        [pointer],
        text,
      )
    }
    for (const [field, values, user = JANE] of FAULTS) {
      test(field, async () => {
        for (const value of values) await refused(onboarding({ ...user, [field]: value }), `/user/${field}`)
      })
    }
    const BODIES: [pointer: string, change: object][] = [
      ['/user', { user: undefined }],
      ['/user', { user: 'Jane' }],
      ['/user', { user: null }],
      ['/institution/id', { institution: undefined }],
      ['/institution/id', { institution: {} }],
      ['/institution/id', { institution: { id: 7 } }],
      ['/kyc', { kyc: 'FULL' }],
      ['/kyc/level', { kyc: { level: 3 } }],
      ['/kyc/reference', { kyc: { reference: 'x'.repeat(256) } }],
    ]
    for (const [pointer, change] of BODIES) {
      test(`${pointer}: ${JSON.stringify(change).slice(0, 40)}`, () => refused(onboarding(JANE, change), pointer))
    }
    test('all faults at once, the names too', async () => {
      const { body } = await onboard({ email: 'x' })
      assert.deepEqual(body.errors.map((one: { pointer: string }) => one.pointer).toSorted(), [
        '/user/email',
        '/user/firstName',
        '/user/lastName',
      ])
    })
  })
})

describe('contacts are masked', () => {
  const EMAILS: [email: string, masked: string][] = [
    ['jane@x.com', 'j***@x.com'],
    ['j@x.com', 'j***@x.com'],
    ['Jane.Doe+1@mail.example', 'J***@mail.example'],
  ]
  for (const [email, masked] of EMAILS) test(email, () => assert.equal(maskEmail(email), masked))
  for (const phone of ['+15550001234', '+1 (555) 000-1234', '555.000.12 34', '0555/000 1 2 3 4'])
    test(phone, () => assert.equal(maskPhone(phone), '***1234'))
})
