// Deposits, transfers and redemptions through the API, on the real book.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  newParty,
  openTokenBank,
  type Party,
  seedTokenBank,
  type TokenBank,
} from '../../../../test/support/tokens/token-bank.ts'
import { verifyBooks } from '../../../app/wire/verification.ts'
import { asOperator, type EdgeAnswer, type SentHeaders } from '../../../edge/partners/partner-edge.fixture.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'

const NOBODY = '01970000-0000-7000-8000-00000000dead'

let refs = 0

function requestOf(type: string, tokens: number, more: object = {}, currency = 'USD') {
  return {
    transaction: { ref: `ref-${++refs}`, type },
    channelInfo: { type: 'MOBILE_APP' },
    tokenAmount: { currency, tokens, tokenType: 'TOKENIZED_DEPOSIT' },
    ...more,
  }
}

const resolutionOf = (action: string) => ({
  transaction: { ref: `ref-${++refs}`, type: 'INTERBANK_TRANSFER_RESOLUTION' },
  channelInfo: { type: 'MOBILE_APP' },
  resolution: { action },
})

/** An operator who acts for the partner of the payee. */
const asOther = (action: string) => ({ ...asOperator(`DIGITAL_MONEY.${action}`), partnerid: 'OTHER' })

onDatabase('money of digital banking over HTTP', (_engine, open) => {
  let bank: TokenBank
  let edge: Edge
  let payer: Party
  let payee: Party

  before(async () => {
    const { database } = await open()
    await seedTokenBank(database)
    bank = await openTokenBank(database)
    edge = openEdge({ database, clock: bank.clock, tokenMovements: bank.movements })
    payer = await newParty(bank)
    payee = await newParty(bank, { partnerId: 'OTHER' })
  })

  after(() => bank.close())

  const account = (party: Party) => ({ digitalAssetAccount: { id: party.accountId } })
  const toPayee = () => ({
    ...account(payer),
    beneficiary: { institutionId: payee.institutionId, ...account(payee) },
  })

  async function call(route: string, body?: object, headers?: SentHeaders): Promise<EdgeAnswer> {
    return edge.call(route, { body, ...(headers && { headers }) })
  }

  const deposit = async (tokens: number) =>
    call('POST /tokenized-deposits', requestOf('TOKENIZED_DEPOSIT', tokens, account(payer)))

  test('money becomes tokens, moves to another institution and becomes money again', async () => {
    const request = requestOf('TOKENIZED_DEPOSIT', 100.5, account(payer))
    const made = await call('POST /tokenized-deposits', request)
    assert.deepEqual([made.status, made.body.state, made.body.settlement.finality], [200, 'ISSUED', 'FINAL'], made.text)
    const again = await call('POST /tokenized-deposits', request)
    assert.deepEqual([again.body, again.headers['x-idempotent-replay']], [made.body, 'true'])
    assert.deepEqual((await call(`GET /tokenized-deposits/${made.body.id}`)).body, made.body)

    const moved = await call('POST /interbank-transfers', requestOf('INTERBANK_TRANSFER', 40.25, toPayee()))
    assert.deepEqual(
      [moved.status, moved.body.state, moved.body.payer],
      [200, 'COMMITTED', { institutionId: payer.institutionId }],
    )
    const seen = await call(`GET /interbank-transfers/${moved.body.id}`, undefined, asOther('VIEW'))
    const { transaction: _, channelInfo: _channel, digitalAssetAccount: _account, ...shown } = moved.body
    assert.deepEqual(seen.body, shown)

    // The given body alone: each partner has one account.
    const redeemed = await call('POST /token-redemptions', requestOf('TOKEN_REDEMPTION', 60.25))
    assert.deepEqual([redeemed.body.state, redeemed.body.resolvedBy], ['COMPLETED', 'SOLE_ACCOUNT'], redeemed.text)
    const others = await call('POST /token-redemptions', requestOf('TOKEN_REDEMPTION', 40.25), asOther('CREATE'))
    assert.deepEqual([others.body.state, others.body.digitalAssetAccount], ['COMPLETED', { id: payee.accountId }])
    const ofDeposit = { tokenizedDeposit: { ref: request.transaction.ref } }
    const empty = await call('POST /token-redemptions', requestOf('TOKEN_REDEMPTION', 0.01, ofDeposit))
    assert.deepEqual(
      [empty.status, empty.body.code, empty.body.isoReason],
      [422, 'INSUFFICIENT_AVAILABLE_TOKENS', 'AM04'],
    )
  })

  test('a transfer in two phases is committed by the payee', async () => {
    await deposit(10)
    const settlement = { mode: 'TWO_PHASE', committer: 'PAYEE', expiresInSeconds: 600 }
    const made = await call(
      'POST /interbank-transfers',
      requestOf('INTERBANK_TRANSFER', 10, { ...toPayee(), settlement }),
    )
    assert.deepEqual([made.status, made.body.state, made.body.settlement.finality], [200, 'RESERVED', 'PENDING'])
    const route = `POST /interbank-transfers/${made.body.id}/resolution`
    const refused = await call(route, resolutionOf('COMMIT'))
    assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_RESOLVER'])
    const body = resolutionOf('COMMIT')
    const committed = await call(route, body, asOther('APPROVE'))
    assert.deepEqual([committed.status, committed.body.state], [200, 'COMMITTED'], committed.text)
    assert.equal(committed.body.transaction, undefined)
    assert.equal((await call(route, body, asOther('APPROVE'))).headers['x-idempotent-replay'], 'true')
    const opposite = await call(route, resolutionOf('ABORT'), asOther('APPROVE'))
    assert.deepEqual([opposite.status, opposite.body.code], [409, 'TRANSFER_ALREADY_COMMITTED'])
    assert.deepEqual(opposite.body.resource, {
      type: 'INTERBANK_TRANSFER',
      id: made.body.id,
      state: 'COMMITTED',
    })
  })

  test('a transfer in two phases is aborted by the payee, and its tokens are free again', async () => {
    await deposit(5)
    const settlement = { mode: 'TWO_PHASE', expiresInSeconds: 600 }
    const made = await call(
      'POST /interbank-transfers',
      requestOf('INTERBANK_TRANSFER', 5, { ...toPayee(), settlement }),
    )
    const route = `POST /interbank-transfers/${made.body.id}/resolution`
    const aborted = await call(route, resolutionOf('ABORT'), asOther('APPROVE'))
    assert.deepEqual([aborted.status, aborted.body.state], [200, 'ABORTED'], aborted.text)
    assert.deepEqual(aborted.body.outcome, { reasonCode: 'TRANSFER_ABORTED', isoReason: 'MS02' })
    assert.equal((await call(route, resolutionOf('COMMIT'))).body.code, 'TRANSFER_ALREADY_ABORTED')
    assert.equal((await call('POST /token-redemptions', requestOf('TOKEN_REDEMPTION', 5))).body.state, 'COMPLETED')
  })

  // One row per refusal: what is asked, and the code.
  const REFUSALS: [code: string, status: number, route: string, body: () => object][] = [
    ['ACCOUNT_NOT_FOUND', 404, 'tokenized-deposits', () => requestOf('TOKENIZED_DEPOSIT', 1, account(payee))],
    [
      'ACCOUNT_NOT_FOUND',
      404,
      'tokenized-deposits',
      () => requestOf('TOKENIZED_DEPOSIT', 1, { digitalAssetAccount: { id: 'savings' } }),
    ],
    ['CURRENCY_MISMATCH', 422, 'tokenized-deposits', () => requestOf('TOKENIZED_DEPOSIT', 1, account(payer), 'EUR')],
    [
      'LINKED_ACCOUNT_INVALID',
      422,
      'tokenized-deposits',
      () => requestOf('TOKENIZED_DEPOSIT', 1, { ...account(payer), linkedAccount: { id: 'ANOTHER' } }),
    ],
    [
      'INSUFFICIENT_LINKED_FUNDS',
      422,
      'tokenized-deposits',
      () => requestOf('TOKENIZED_DEPOSIT', 1_000_001, account(payer)),
    ],
    [
      'TOKEN_TYPE_NOT_SUPPORTED',
      422,
      'tokenized-deposits',
      () => ({
        ...requestOf('TOKENIZED_DEPOSIT', 1, account(payer)),
        tokenAmount: { currency: 'USD', tokens: 1, tokenType: 'COIN' },
      }),
    ],
    ['REDEMPTION_ACCOUNT_UNRESOLVED', 422, 'token-redemptions', () => requestOf('TOKEN_REDEMPTION', 1, {}, 'EUR')],
    ['ACCOUNT_NOT_FOUND', 404, 'token-redemptions', () => requestOf('TOKEN_REDEMPTION', 1, account(payee))],
    [
      'DEPOSIT_NOT_FOUND',
      404,
      'token-redemptions',
      () => requestOf('TOKEN_REDEMPTION', 1, { tokenizedDeposit: { id: NOBODY } }),
    ],
    [
      'LINKED_ACCOUNT_INVALID',
      422,
      'token-redemptions',
      () => requestOf('TOKEN_REDEMPTION', 0.01, { linkedAccount: { id: 'ANOTHER' } }),
    ],
    [
      'SAME_ACCOUNT',
      422,
      'interbank-transfers',
      () =>
        requestOf('INTERBANK_TRANSFER', 1, {
          ...account(payer),
          beneficiary: { institutionId: payer.institutionId, ...account(payer) },
        }),
    ],
    [
      'BENEFICIARY_NOT_FOUND',
      422,
      'interbank-transfers',
      () =>
        requestOf('INTERBANK_TRANSFER', 1, {
          ...account(payer),
          beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: NOBODY } },
        }),
    ],
    [
      'INSUFFICIENT_AVAILABLE_TOKENS',
      422,
      'interbank-transfers',
      () => requestOf('INTERBANK_TRANSFER', 999_999, toPayee()),
    ],
    ['TRANSFER_NOT_FOUND', 404, `interbank-transfers/${NOBODY}/resolution`, () => resolutionOf('COMMIT')],
  ]

  for (const [code, status, path, body] of REFUSALS) {
    test(`POST /${path.replace(NOBODY, ':id')} is refused with ${code} and leaves its reference free`, async () => {
      const sent = body()
      const refused = await call(`POST /${path}`, sent)
      assert.deepEqual([refused.status, refused.body.code], [status, code], refused.text)
      const again = await call(`POST /${path}`, { ...sent, channelInfo: { type: 'BRANCH' } })
      assert.deepEqual([again.status, again.body.code], [status, code])
    })
  }

  test("another partner's movements are not found", async () => {
    const made = await deposit(1)
    const read = await call(`GET /tokenized-deposits/${made.body.id}`, undefined, asOther('VIEW'))
    assert.deepEqual([read.status, read.body.code], [404, 'DEPOSIT_NOT_FOUND'])
  })

  test('the books are right afterwards', async () => {
    assert.deepEqual(await bank.database.transaction(verifyBooks), [])
  })
})
