import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import { openEdge } from '../desk/edge.fixture.ts'
import { CARD, DEVICE, FULL_PROFILE, INSTITUTION } from '../shapes/examples.ts'

const edge = openEdge()
after(() => edge.server.close())
beforeEach(() => {
  edge.sql.rows = []
  edge.sql.values.length = 0
})

const REQUEST = { institution: INSTITUTION, card: CARD, deviceInfo: DEVICE }

const declines: [title: string, change: object, code: string, message: string][] = [
  [
    'a suspended institution',
    { institution: { id: 'FI003' }, card: { pan: '1234567890' } },
    '912',
    'Issuer unavailable',
  ],
  [
    'an unknown terminal',
    { deviceInfo: { ...DEVICE, terminalId: 'NONE' }, card: { pan: '1234567890' } },
    '940',
    'Unknown terminal',
  ],
  ['an inactive terminal', { deviceInfo: { ...DEVICE, terminalId: 'ATM00009' } }, '120', 'Not permitted to terminal'],
  ['a wrong check digit', { card: { pan: '4000000000000011' } }, '111', 'Invalid card number'],
  ['a card number of the wrong length', { card: { pan: '40000000' } }, '111', 'Invalid card number'],
]
for (const [title, change, responseCode, message] of declines) {
  test(`${title} declines saving and deleting with ${responseCode}, without touching the store`, async () => {
    for (const [path, more] of [
      ['/preferences', { profileData: FULL_PROFILE }],
      ['/preferences/delete', {}],
    ] as const) {
      const { status, body } = await edge.post(path, { ...REQUEST, ...change, ...more })
      assert.equal(status, 200)
      assert.deepEqual(body, { status: { responseCode }, success: false, message })
    }
    assert.equal(edge.sql.values.length, 0)
  })
}

test('retrieving checks no terminal, and a decline has only the code', async () => {
  const invalid = await edge.post('/preferences/retrieve', {
    institution: INSTITUTION,
    card: { pan: '4000000000000011' },
  })
  assert.deepEqual(invalid.body, { status: { responseCode: '111' } })
  const suspended = await edge.post('/preferences/retrieve', { institution: { id: 'FI003' }, card: CARD })
  assert.deepEqual(suspended.body, { status: { responseCode: '912' } })
})

test('a card without a profile is not set', async () => {
  const { body } = await edge.post('/preferences/retrieve', { institution: INSTITUTION, card: CARD })
  assert.deepEqual(body, { status: { responseCode: '000' }, profileStatus: '0', profileData: null })
})

test('a profile is returned as stored', async () => {
  edge.sql.rows = [{ profile_status: '1', profile_data: FULL_PROFILE }]
  const { body } = await edge.post('/preferences/retrieve', { institution: INSTITUTION, card: CARD })
  assert.deepEqual(body, { status: { responseCode: '000' }, profileStatus: '1', profileData: FULL_PROFILE })
})

test('saving stores the known fields under a hash of the card number, never the number', async () => {
  for (const [profileData, status] of [
    [{ ...FULL_PROFILE, extra: 'x' }, '1'],
    [{ neverAsk: true, extra: 'x' }, '2'],
  ] as const) {
    const { body } = await edge.post('/preferences', { ...REQUEST, profileData })
    assert.deepEqual(body, { status: { responseCode: '000' }, success: true, message: 'Preferences saved' })
    const [institutionId, panHash, stored, data, terminalId] = edge.sql.values.at(-1) ?? []
    assert.deepEqual([institutionId, stored, terminalId], ['FI001', status, 'ATM00001'])
    assert.deepEqual(JSON.parse(String(data)), status === '1' ? FULL_PROFILE : { neverAsk: true })
    assert.match(String(panHash), /^[\w-]{43}$/)
    assert.doesNotMatch(JSON.stringify(edge.sql.values), /4000000000000010/)
  }
})

test('deleting succeeds whether or not there was a profile', async () => {
  for (const rows of [[], [{}]]) {
    edge.sql.rows = rows
    const { body } = await edge.post('/preferences/delete', REQUEST)
    assert.deepEqual([body.status.responseCode, body.success, typeof body.message], ['000', true, 'string'])
  }
})
