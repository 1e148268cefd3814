import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenProblem } from '../../../tokens/token-problems.ts'
import { BAD_AMOUNTS, badIds, openMovementEdge, withField } from '../movements/movement-stand-in.fixture.ts'
import { EXAMPLE_DEPOSIT } from '../shapes/movement-examples.ts'

const ACCOUNT = '01970000-0000-7000-8000-0000000000b1'

const BODY = {
  transaction: { ref: 'deposit-1', type: 'TOKENIZED_DEPOSIT' },
  channelInfo: { type: 'MOBILE_APP' },
  tokenAmount: { currency: 'USD', tokens: 12.34, tokenType: 'TOKENIZED_DEPOSIT' },
  digitalAssetAccount: { id: ACCOUNT },
}

test('a deposit is ordered as it was asked for and answered as it stands', async () => {
  const { call, movements } = openMovementEdge()
  const body = { ...BODY, linkedAccount: { id: 'DDA-1' }, unknown: 'x' }
  const { status, body: made, headers } = await call('POST /tokenized-deposits', { body })
  assert.equal(status, 200)
  assert.deepEqual(made, {
    id: made.id,
    state: 'ISSUED',
    version: 1,
    transaction: { ref: 'deposit-1', type: 'TOKENIZED_DEPOSIT' },
    channelInfo: { type: 'MOBILE_APP' },
    createdAt: '2026-01-15T10:00:00.000Z',
    updatedAt: '2026-01-15T10:00:00.000Z',
    tokenAmount: { currency: 'USD', tokens: 12.34, tokenType: 'TOKENIZED_DEPOSIT' },
    digitalAssetAccount: { id: ACCOUNT },
    linkedAccount: { id: '1000000001' },
    issuer: { institutionId: EXAMPLE_DEPOSIT.issuerId },
    settlement: { finality: 'FINAL', finalAt: '2026-01-15T10:00:00.120Z' },
  })
  assert.equal(headers['x-idempotent-replay'], undefined)
  const [order] = movements.orders
  assert.ok(order !== undefined && 'accountId' in order)
  const { reference, actor, ...asked } = order
  assert.deepEqual(asked, {
    channelType: 'MOBILE_APP',
    currency: 'USD',
    amountMinor: 1_234n,
    tokenType: 'TOKENIZED_DEPOSIT',
    accountId: ACCOUNT,
    linkedAccountId: 'DDA-1',
  })
  assert.deepEqual(
    [reference.partnerId, reference.type, reference.ref],
    ['PARTNER01', 'TOKENIZED_DEPOSIT', 'deposit-1'],
  )
  assert.equal(actor.clientId, 'caller')
})

test('the same request again is a replay, another content is refused', async () => {
  const { call } = openMovementEdge()
  const first = await call('POST /tokenized-deposits', { body: BODY })
  const again = await call('POST /tokenized-deposits', { body: { ...BODY, unknown: 1 } })
  assert.deepEqual([again.status, again.headers['x-idempotent-replay']], [200, 'true'])
  assert.deepEqual(again.body, first.body)
  const other = await call('POST /tokenized-deposits', { body: withField(BODY, 'tokenAmount.tokens', 12.35) })
  assert.deepEqual([other.status, other.body.code, other.body.isoReason], [409, 'REFERENCE_REUSED', 'DU05'])
  assert.deepEqual(other.body.transaction, { ref: 'deposit-1', type: 'TOKENIZED_DEPOSIT' })
})

test('a deposit is read by its id', async () => {
  const { call } = openMovementEdge()
  const { body } = await call('POST /tokenized-deposits', { body: BODY })
  assert.deepEqual((await call(`GET /tokenized-deposits/${body.id}`)).body, body)
})

for (const id of ['01970000-0000-7000-9000-00000000dead', 'x', '9'.repeat(36)]) {
  test(`a deposit that is not there: ${id.slice(0, 36)}`, async () => {
    const { status, body } = await openMovementEdge().call(`GET /tokenized-deposits/${id}`)
    assert.deepEqual([status, body.code], [404, 'DEPOSIT_NOT_FOUND'])
  })
}

test('a deposit that failed says why', async () => {
  const { call, movements } = openMovementEdge()
  const { body } = await call('POST /tokenized-deposits', { body: BODY })
  const outcome = { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' } as const
  movements.movements.set(body.id, { ...EXAMPLE_DEPOSIT, movementId: body.id, state: 'FAILED', outcome })
  const read = await call(`GET /tokenized-deposits/${body.id}`)
  assert.deepEqual([read.body.state, read.body.outcome], ['FAILED', outcome])
})

test('a token type that does not exist is left to the book', async () => {
  const { call, movements } = openMovementEdge()
  movements.refusal = tokenProblem('token-type-not-supported', 'no such type')
  const body = withField(BODY, 'tokenAmount.tokenType', 'STABLECOIN')
  const refused = await call('POST /tokenized-deposits', { body })
  assert.deepEqual([refused.status, refused.body.code], [422, 'TOKEN_TYPE_NOT_SUPPORTED'])
})

const BAD = [
  ...BAD_AMOUNTS,
  ['digitalAssetAccount', undefined, 'VALIDATION_FAILED'],
  ['digitalAssetAccount.id', undefined, 'VALIDATION_FAILED'],
  ...badIds('digitalAssetAccount.id'),
  ['linkedAccount', 'DDA-1', 'VALIDATION_FAILED'],
  ...badIds('linkedAccount.id'),
] as const

for (const [path, value, code] of BAD) {
  test(`${path} ${String(JSON.stringify(value)).slice(0, 40)}: ${code}`, async () => {
    const { call, movements } = openMovementEdge()
    const { status, body } = await call('POST /tokenized-deposits', { body: withField(BODY, path, value) })
    assert.deepEqual([status, body.code], [400, code])
    assert.ok(
      body.errors.some((error: { pointer: string }) => error.pointer.startsWith(`/${path.replaceAll('.', '/')}`)),
    )
    assert.equal(movements.orders.length, 0)
  })
}
