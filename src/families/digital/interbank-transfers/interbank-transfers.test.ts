import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOperator } from '../../../edge/partners/partner-edge.fixture.ts'
import { tokenProblem } from '../../../tokens/token-problems.ts'
import { BAD_AMOUNTS, badIds, openMovementEdge, withField } from '../movements/movement-stand-in.fixture.ts'
import { EXAMPLE_TRANSFER } from '../shapes/movement-examples.ts'

const PAYER = '01970000-0000-7000-8000-0000000000b1'
const PAYEE = '01970000-0000-7000-8000-0000000000b2'
const BANK = '01970000-0000-7000-8000-0000000000a2'

const BODY = {
  transaction: { ref: 'transfer-1', type: 'INTERBANK_TRANSFER' },
  channelInfo: { type: 'MOBILE_APP' },
  tokenAmount: { currency: 'KWD', tokens: 1.234, tokenType: 'TOKENIZED_DEPOSIT' },
  digitalAssetAccount: { id: PAYER },
  beneficiary: { institutionId: BANK, digitalAssetAccount: { id: PAYEE } },
}
const TWO_PHASE = { ...BODY, settlement: { mode: 'TWO_PHASE' } }

function resolution(action: string, more: object = {}) {
  return {
    transaction: { ref: 'resolution-1', type: 'INTERBANK_TRANSFER_RESOLUTION' },
    channelInfo: { type: 'MOBILE_APP' },
    resolution: { action, ...more },
  }
}

test('an immediate transfer is ordered as it was asked for and answered as it stands', async () => {
  const { call, movements } = openMovementEdge()
  const body = {
    ...BODY,
    beneficiary: { ...BODY.beneficiary, name: 'Bea' },
    remittance: { info: 'x'.repeat(140), endToEndId: 'e'.repeat(35) },
  }
  const { status, body: made } = await call('POST /interbank-transfers', { body })
  assert.equal(status, 200)
  assert.deepEqual(made, {
    id: made.id,
    state: 'COMMITTED',
    version: 1,
    transaction: BODY.transaction,
    channelInfo: BODY.channelInfo,
    createdAt: '2026-01-15T10:00:00.000Z',
    updatedAt: '2026-01-15T10:00:00.000Z',
    tokenAmount: { currency: 'KWD', tokens: 1.234, tokenType: 'TOKENIZED_DEPOSIT' },
    digitalAssetAccount: { id: PAYER },
    issuer: { institutionId: EXAMPLE_TRANSFER.issuerId },
    payer: { institutionId: EXAMPLE_TRANSFER.issuerId },
    beneficiary: { institutionId: BANK, digitalAssetAccount: { id: PAYEE }, name: 'Bea' },
    settlement: { finality: 'FINAL', finalAt: '2026-01-15T10:00:00.120Z', mode: 'IMMEDIATE' },
    remittance: body.remittance,
    decision: { action: 'COMMIT', at: '2026-01-15T10:00:00.120Z' },
  })
  const [order] = movements.orders
  assert.ok(order !== undefined && 'beneficiary' in order)
  const { reference: _, actor: _actor, ...asked } = order
  assert.deepEqual(asked, {
    channelType: 'MOBILE_APP',
    currency: 'KWD',
    amountMinor: 1_234n,
    tokenType: 'TOKENIZED_DEPOSIT',
    accountId: PAYER,
    beneficiary: { institutionId: BANK, accountId: PAYEE, name: 'Bea' },
    returnOf: undefined,
    twoPhase: undefined,
    remittanceInfo: 'x'.repeat(140),
    endToEndId: 'e'.repeat(35),
  })
})

const SETTLEMENTS: [settlement: object | undefined, twoPhase: object | undefined][] = [
  [undefined, undefined],
  [{}, undefined],
  [{ mode: 'IMMEDIATE' }, undefined],
  [{ mode: 'TWO_PHASE' }, { expiresInSeconds: 60, committer: 'PAYER' }],
  [
    { mode: 'TWO_PHASE', expiresInSeconds: 5, committer: 'PAYEE' },
    { expiresInSeconds: 5, committer: 'PAYEE' },
  ],
  [
    { mode: 'TWO_PHASE', expiresInSeconds: 86_400 },
    { expiresInSeconds: 86_400, committer: 'PAYER' },
  ],
]

for (const [settlement, twoPhase] of SETTLEMENTS) {
  test(`settlement ${JSON.stringify(settlement)}`, async () => {
    const { call, movements } = openMovementEdge()
    const { status } = await call('POST /interbank-transfers', { body: withField(BODY, 'settlement', settlement) })
    assert.equal(status, 200)
    const [order] = movements.orders
    assert.ok(order !== undefined && 'twoPhase' in order)
    assert.deepEqual(order.twoPhase, twoPhase)
  })
}

test('a return names the transfer instead of a beneficiary, and is shown without the account that it goes to', async () => {
  const { call, movements } = openMovementEdge()
  const { beneficiary: _, ...rest } = BODY
  const sent = { ...rest, returnOf: { id: EXAMPLE_TRANSFER.movementId } }
  const { status, body } = await call('POST /interbank-transfers', { body: sent })
  assert.equal(status, 200)
  const [order] = movements.orders
  assert.ok(order !== undefined && 'returnOf' in order)
  assert.deepEqual([order.returnOf, order.beneficiary], [EXAMPLE_TRANSFER.movementId, undefined])
  assert.deepEqual(body.returnOf, sent.returnOf)
  assert.deepEqual(body.beneficiary, { institutionId: EXAMPLE_TRANSFER.payee.issuerId })
  for (const [pointer, faulty] of [
    ['/beneficiary', { ...sent, beneficiary: BODY.beneficiary }],
    ['/beneficiary', rest],
    ['/returnOf/id', { ...rest, returnOf: {} }],
  ] as const) {
    const refused = await call('POST /interbank-transfers', { body: faulty })
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, pointer])
  }
})

test('a transfer shows what returns have given back of it', async () => {
  const { call, movements } = openMovementEdge()
  const { body: made } = await call('POST /interbank-transfers', { body: BODY })
  movements.returned.set(made.id, 1_000n)
  const shown = { ...made, returned: 1 }
  assert.deepEqual((await call(`GET /interbank-transfers/${made.id}`)).body, shown)
  assert.deepEqual((await call('POST /interbank-transfers', { body: BODY })).body, shown)
})

test('a transfer in two phases shows when it expires and who commits', async () => {
  const { call } = openMovementEdge()
  const { body } = await call('POST /interbank-transfers', { body: TWO_PHASE })
  assert.equal(body.state, 'RESERVED')
  assert.equal(body.expiresAt, '2026-01-15T10:01:00.000Z')
  assert.deepEqual(body.settlement, { finality: 'PENDING', mode: 'TWO_PHASE', committer: 'PAYER' })
  assert.equal(body.decision, undefined)
})

test("the payee's partner sees it without the payer's request and account", async () => {
  const { call, movements } = openMovementEdge()
  const { body: own } = await call('POST /interbank-transfers', { body: TWO_PHASE })
  const { body: others } = await call('POST /interbank-transfers', {
    body: withField(TWO_PHASE, 'transaction.ref', 'transfer-2'),
  })
  // The caller becomes the partner of the second transfer's payee, and at the end no party to it.
  const second = movements.movements.get(others.id)
  assert.ok(second?.kind === 'TRANSFER')
  const payee = { ...second.payee, partnerId: 'PARTNER01' }
  movements.movements.set(others.id, { ...second, partnerId: 'OTHER', payee })
  const { transaction: _, channelInfo: _channel, digitalAssetAccount: _account, ...seen } = others
  assert.deepEqual((await call(`GET /interbank-transfers/${others.id}`)).body, seen)
  assert.deepEqual((await call(`GET /interbank-transfers/${own.id}`)).body, own)

  movements.movements.set(others.id, { ...second, partnerId: 'OTHER', payee, state: 'RECEIVED' })
  assert.equal((await call(`GET /interbank-transfers/${others.id}`)).body.code, 'TRANSFER_NOT_FOUND')
  movements.movements.set(others.id, { ...second, partnerId: 'OTHER' })
  assert.equal((await call(`GET /interbank-transfers/${others.id}`)).status, 404)
})

for (const [action, state, outcome] of [
  ['COMMIT', 'COMMITTED', undefined],
  ['ABORT', 'ABORTED', { reasonCode: 'TRANSFER_ABORTED', isoReason: 'CUST' }],
] as const) {
  test(`${action} decides a transfer once`, async () => {
    const { call, movements } = openMovementEdge()
    const { body: made } = await call('POST /interbank-transfers', { body: TWO_PHASE })
    const route = `POST /interbank-transfers/${made.id}/resolution`
    const resolved = await call(route, { body: resolution(action, { reason: 'as agreed' }) })
    assert.deepEqual([resolved.status, resolved.body.state, resolved.body.version], [200, state, 2])
    assert.deepEqual(resolved.body.decision, { action, at: '2026-01-15T10:00:00.000Z' })
    assert.deepEqual(resolved.body.outcome, outcome)
    assert.deepEqual(resolved.body.transaction, made.transaction)
    const order = movements.orders.at(-1)
    assert.ok(order !== undefined && 'transferId' in order)
    assert.deepEqual([order.transferId, order.action], [made.id, action])
    assert.deepEqual([order.reference.type, order.reference.ref], ['INTERBANK_TRANSFER_RESOLUTION', 'resolution-1'])

    const again = await call(route, { body: resolution(action, { reason: 'as agreed' }) })
    assert.deepEqual([again.status, again.headers['x-idempotent-replay']], [200, 'true'])
    const other = await call(route, { body: resolution(action, { reason: 'another reason' }) })
    assert.deepEqual([other.status, other.body.code], [409, 'REFERENCE_REUSED'])
  })
}

const REFUSALS = [
  ['not-resolver', 403, 'NOT_RESOLVER', undefined],
  ['transfer-not-found', 404, 'TRANSFER_NOT_FOUND', undefined],
  ['transfer-not-reserved', 409, 'TRANSFER_NOT_RESERVED', undefined],
  ['transfer-already-committed', 409, 'TRANSFER_ALREADY_COMMITTED', undefined],
  ['transfer-already-aborted', 409, 'TRANSFER_ALREADY_ABORTED', undefined],
  ['transfer-expired', 409, 'TRANSFER_EXPIRED', 'AB03'],
] as const

for (const [reason, status, code, isoReason] of REFUSALS) {
  test(`a resolution is refused: ${code}`, async () => {
    const { call, movements } = openMovementEdge()
    movements.refusal = tokenProblem(reason, 'no')
    const refused = await call(`POST /interbank-transfers/${PAYER}/resolution`, { body: resolution('COMMIT') })
    assert.deepEqual([refused.status, refused.body.code, refused.body.isoReason], [status, code, isoReason])
  })
}

// One row per operation: what an operator's role must grant.
const GRANTS: [route: string, body: object | undefined, action: string][] = [
  ['POST /interbank-transfers', BODY, 'CREATE'],
  [`GET /interbank-transfers/${PAYER}`, undefined, 'VIEW'],
  [`POST /interbank-transfers/${PAYER}/resolution`, resolution('COMMIT'), 'APPROVE'],
  ['POST /tokenized-deposits', withField(BODY, 'transaction.type', 'TOKENIZED_DEPOSIT'), 'CREATE'],
  [`GET /tokenized-deposits/${PAYER}`, undefined, 'VIEW'],
  ['POST /token-redemptions', withField(BODY, 'transaction.type', 'TOKEN_REDEMPTION'), 'CREATE'],
  [`GET /token-redemptions/${PAYER}`, undefined, 'VIEW'],
]

for (const [route, body, action] of GRANTS) {
  test(`an operator needs ${action} for ${route.replace(PAYER, ':id')}`, async () => {
    const { call } = openMovementEdge()
    for (const one of ['VIEW', 'CREATE', 'UPDATE', 'APPROVE', 'DELETE']) {
      const { status } = await call(route, { body, headers: asOperator(`DIGITAL_MONEY.${one}`) })
      assert.equal(status === 403, one !== action, one)
    }
    assert.equal((await call(route, { body, headers: asOperator(`DIGITAL_PARTIES.${action}`) })).status, 403)
  })
}

const BAD = [
  ...BAD_AMOUNTS,
  ['digitalAssetAccount', undefined, 'VALIDATION_FAILED'],
  ...badIds('digitalAssetAccount.id'),
  ['beneficiary', undefined, 'VALIDATION_FAILED'],
  ['beneficiary.institutionId', undefined, 'VALIDATION_FAILED'],
  ...badIds('beneficiary.institutionId'),
  ['beneficiary.digitalAssetAccount', undefined, 'VALIDATION_FAILED'],
  ...badIds('beneficiary.digitalAssetAccount.id'),
  ['beneficiary.name', '', 'VALIDATION_FAILED'],
  ['beneficiary.name', 'x'.repeat(121), 'VALIDATION_FAILED'],
  ['beneficiary.name', 'a\u0000b', 'VALIDATION_FAILED'],
  ['settlement', 'TWO_PHASE', 'VALIDATION_FAILED'],
  ['settlement.mode', 'LATER', 'VALIDATION_FAILED'],
  ['settlement.expiresInSeconds', 60, 'VALIDATION_FAILED'],
  ['settlement.committer', 'PAYER', 'VALIDATION_FAILED'],
  ['remittance', 'x', 'VALIDATION_FAILED'],
  ['remittance.info', 'x'.repeat(141), 'VALIDATION_FAILED'],
  ['remittance.info', 'a\nb', 'VALIDATION_FAILED'],
  ['remittance.endToEndId', 'x'.repeat(36), 'VALIDATION_FAILED'],
  ['remittance.endToEndId', 7, 'VALIDATION_FAILED'],
] as const
const BAD_PHASES = [
  ['settlement.expiresInSeconds', 4, 'VALIDATION_FAILED'],
  ['settlement.expiresInSeconds', 86_401, 'VALIDATION_FAILED'],
  ['settlement.expiresInSeconds', 5.5, 'VALIDATION_FAILED'],
  ['settlement.expiresInSeconds', '60', 'VALIDATION_FAILED'],
  ['settlement.committer', 'BANK', 'VALIDATION_FAILED'],
] as const
const BAD_RESOLUTIONS = [
  ['resolution', undefined, 'VALIDATION_FAILED'],
  ['resolution.action', undefined, 'VALIDATION_FAILED'],
  ['resolution.action', 'EXPIRE', 'VALIDATION_FAILED'],
  ['resolution.action', 'commit', 'VALIDATION_FAILED'],
  ['resolution.reason', 'x'.repeat(256), 'VALIDATION_FAILED'],
  ['resolution.reason', '', 'VALIDATION_FAILED'],
  ['transaction.type', 'INTERBANK_TRANSFER', 'INVALID_TRANSACTION_TYPE'],
] as const

for (const [route, whole, faults] of [
  ['POST /interbank-transfers', BODY, BAD],
  ['POST /interbank-transfers', TWO_PHASE, BAD_PHASES],
  [`POST /interbank-transfers/${PAYER}/resolution`, resolution('COMMIT'), BAD_RESOLUTIONS],
] as const) {
  for (const [path, value, code] of faults) {
    test(`${path} ${String(JSON.stringify(value)).slice(0, 40)}: ${code}`, async () => {
      const { call, movements } = openMovementEdge()
      const { status, body } = await call(route, { body: withField(whole, path, value) })
      assert.deepEqual([status, body.code], [400, code])
      const pointer = `/${path.replaceAll('.', '/')}`
      assert.ok(body.errors.some((error: { pointer: string }) => error.pointer.startsWith(pointer)))
      assert.equal(movements.orders.length, 0)
    })
  }
}
