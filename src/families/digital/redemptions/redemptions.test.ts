import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenProblem } from '../../../tokens/token-problems.ts'
import { BAD_AMOUNTS, badIds, openMovementEdge, withField } from '../movements/movement-stand-in.fixture.ts'
import { EXAMPLE_REDEMPTION } from '../shapes/movement-examples.ts'

const ACCOUNT = '01970000-0000-7000-8000-0000000000b1'

/** As the specification gives it. */
const BODY = {
  transaction: { ref: 'redemption-1', type: 'TOKEN_REDEMPTION' },
  channelInfo: { type: 'MOBILE_APP' },
  tokenAmount: { currency: 'JPY', tokens: 50, tokenType: 'TOKENIZED_DEPOSIT' },
}

test('the given body alone is a redemption', async () => {
  const { call, movements } = openMovementEdge()
  const { status, body: made } = await call('POST /token-redemptions', { body: BODY })
  assert.equal(status, 200)
  assert.deepEqual(made, {
    id: made.id,
    state: 'COMPLETED',
    version: 1,
    transaction: { ref: 'redemption-1', type: 'TOKEN_REDEMPTION' },
    channelInfo: { type: 'MOBILE_APP' },
    createdAt: '2026-01-15T10:00:00.000Z',
    updatedAt: '2026-01-15T10:00:00.000Z',
    tokenAmount: { currency: 'JPY', tokens: 50, tokenType: 'TOKENIZED_DEPOSIT' },
    digitalAssetAccount: { id: EXAMPLE_REDEMPTION.accountId },
    linkedAccount: { id: '1000000001' },
    issuer: { institutionId: EXAMPLE_REDEMPTION.issuerId },
    settlement: { finality: 'FINAL', finalAt: '2026-01-15T10:00:00.120Z' },
    resolvedBy: 'SOLE_ACCOUNT',
  })
  const [order] = movements.orders
  assert.ok(order !== undefined && 'tokenType' in order)
  const { reference: _, actor: _actor, ...asked } = order
  assert.deepEqual(asked, {
    channelType: 'MOBILE_APP',
    currency: 'JPY',
    amountMinor: 50n,
    tokenType: 'TOKENIZED_DEPOSIT',
    accountId: undefined,
    linkedAccountId: undefined,
    deposit: undefined,
  })
  assert.deepEqual((await call(`GET /token-redemptions/${made.id}`)).body, made)
})

test('what may be named besides is passed on', async () => {
  const { call, movements } = openMovementEdge()
  const named = {
    digitalAssetAccount: { id: ACCOUNT },
    linkedAccount: { id: 'DDA-1' },
    tokenizedDeposit: { ref: 'deposit:1' },
  }
  assert.equal((await call('POST /token-redemptions', { body: { ...BODY, ...named } })).body.resolvedBy, 'REQUEST')
  const [order] = movements.orders
  assert.ok(order !== undefined && 'deposit' in order)
  assert.deepEqual([order.accountId, order.linkedAccountId, order.deposit], [ACCOUNT, 'DDA-1', { ref: 'deposit:1' }])
})

test('several accounts are candidates', async () => {
  const { call, movements } = openMovementEdge()
  movements.refusal = tokenProblem('redemption-account-ambiguous', 'which one', {
    candidates: [{ id: ACCOUNT, label: 'savings' }, { id: EXAMPLE_REDEMPTION.accountId }],
  })
  const { status, body } = await call('POST /token-redemptions', { body: BODY })
  assert.deepEqual([status, body.code], [422, 'REDEMPTION_ACCOUNT_AMBIGUOUS'])
  assert.deepEqual(body.candidates, [{ id: ACCOUNT, label: 'savings' }, { id: EXAMPLE_REDEMPTION.accountId }])
})

test('the same request again is a replay', async () => {
  const { call } = openMovementEdge()
  const first = await call('POST /token-redemptions', { body: BODY })
  const again = await call('POST /token-redemptions', { body: BODY })
  assert.deepEqual([again.body, again.headers['x-idempotent-replay']], [first.body, 'true'])
})

test('a redemption that is not there', async () => {
  const { status, body } = await openMovementEdge().call(`GET /token-redemptions/${ACCOUNT}`)
  assert.deepEqual([status, body.code], [404, 'REDEMPTION_NOT_FOUND'])
})

const BAD = [
  ...BAD_AMOUNTS,
  ['tokenAmount.tokens', 1.5, 'INVALID_AMOUNT'],
  ['digitalAssetAccount', {}, 'VALIDATION_FAILED'],
  ...badIds('digitalAssetAccount.id'),
  ...badIds('linkedAccount.id'),
  ['tokenizedDeposit', {}, 'VALIDATION_FAILED'],
  ['tokenizedDeposit', 'deposit-1', 'VALIDATION_FAILED'],
  ...badIds('tokenizedDeposit.id'),
  ['tokenizedDeposit.ref', 'a b', 'VALIDATION_FAILED'],
  ['tokenizedDeposit.ref', '', 'VALIDATION_FAILED'],
  ['tokenizedDeposit.ref', 'x'.repeat(65), 'VALIDATION_FAILED'],
] as const

for (const [path, value, code] of BAD) {
  test(`${path} ${String(JSON.stringify(value)).slice(0, 40)}: ${code}`, async () => {
    const { call, movements } = openMovementEdge()
    const { status, body } = await call('POST /token-redemptions', { body: withField(BODY, path, value) })
    assert.deepEqual([status, body.code], [400, code])
    assert.ok(
      body.errors.some((error: { pointer: string }) => error.pointer.startsWith(`/${path.replaceAll('.', '/')}`)),
    )
    assert.equal(movements.orders.length, 0)
  })
}
