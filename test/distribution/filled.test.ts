// `tillgate distribute` of an installation that has served: what is open goes on, what was asked is answered as before, and the
// books are right. Needs a cluster.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newRrn } from '../support/accounts/account-services.ts'
import { inquiry, withdrawal } from '../support/accounts/sandbox-requests.ts'
import { approved, clientOf } from '../support/accounts/sdk-client.ts'
import { DigitalPartner, type Holder, newRef, SECOND_PARTNER, USD } from '../support/digital/digital-partner.ts'
import { type Gateway, postgresStore, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Lender, NEW_LOAN } from '../support/lending/lender.ts'
import { citusUrl } from '../support/machine/citus.ts'
import { createPostgresDatabase } from '../support/machine/database.ts'
import { copyDirectory } from '../support/machine/pglite-directory.ts'

describe('an installation that has served is distributed', {
  skip: citusUrl() === undefined && 'no TEST_CITUS_URL',
}, () => {
  let store: Store
  let gateway: Gateway
  const url = () => gateway.url
  const [one, two] = [new DigitalPartner(url), new DigitalPartner(url, SECOND_PARTNER)]
  const lender = new Lender(url)
  const loanKey = { 'idempotency-key': 'before' }
  const order = withdrawal('1000000001', 20, { rrn: newRrn() })
  let payer: Holder
  let payee: Holder
  const deposit = () => ({
    transaction: { ref: 'deposit-before', type: 'TOKENIZED_DEPOSIT' },
    tokenAmount: USD(100),
    digitalAssetAccount: { id: payer.accountId },
  })
  const transfer = (tokens: number, more: object = {}) => ({
    transaction: { ref: newRef(), type: 'INTERBANK_TRANSFER' },
    tokenAmount: USD(tokens),
    digitalAssetAccount: { id: payer.accountId },
    beneficiary: { institutionId: payee.institutionId, digitalAssetAccount: { id: payee.accountId } },
    ...more,
  })
  const made = { deposit: '', reserved: '', loan: '' }

  before(async () => {
    store = postgresStore(copyDirectory(undefined), await createPostgresDatabase())
    gateway = await startGateway(store)
  })
  after(async () => {
    await gateway?.stop()
    await store?.remove()
  })

  async function tillgate(...args: string[]): Promise<string> {
    const { code, output } = await runTillgate(store, args)
    assert.equal(code, 0, output)
    return output
  }

  test('it has orders, loans, tokens, and a transfer that waits', async () => {
    await approved(clientOf(gateway).debits(order))
    made.loan = (await lender.ok('POST /loans', NEW_LOAN, loanKey)).loanId
    ;[payer, payee] = [await one.holder(), await two.holder()]
    made.deposit = (await one.ok('POST /tokenized-deposits', deposit())).id
    await one.moved('/interbank-transfers', transfer(30))
    await one.moved('/token-redemptions', { tokenAmount: USD(5), digitalAssetAccount: { id: payer.accountId } })
    const phases = { settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400 } }
    made.reserved = (await one.moved('/interbank-transfers', transfer(10, phases))).id
  })

  test('it is distributed, and the books are right', async () => {
    await gateway.stop()
    assert.match(await tillgate('distribute', '--shards', '4'), /distributing token_movements/)
    await tillgate('verify')
    assert.match(await tillgate('distribute'), /the books are distributed/)
    gateway = await startGateway(store)
  })

  test('what was asked before is answered as before', async () => {
    const again = await one.call('POST /tokenized-deposits', deposit())
    assert.deepEqual([again.status, again.replayed, again.body.id], [200, true, made.deposit])
    assert.equal((await lender.ok('POST /loans', NEW_LOAN, loanKey)).loanId, made.loan)
    await approved(clientOf(gateway).debits(order))
    await approved(clientOf(gateway).balanceInquiry(inquiry('1000000001')))
    const search = { search: { entity: 'INTERBANK_TRANSFER' } }
    for (const partner of [one, two]) assert.equal((await partner.ok('POST /search', search)).totalElements, 2)
  })

  test('what waited is decided, and work goes on', async () => {
    assert.deepEqual(await one.balances(payer.accountId), { asset: 65, available: 55, locked: 10, pending: 0 })
    const decision = { resolution: { action: 'COMMIT', reason: 'a test' } }
    await one.ok(`POST /interbank-transfers/${made.reserved}/resolution`, decision)
    await one.moved('/interbank-transfers', transfer(5))
    assert.deepEqual(await two.balances(payee.accountId), { asset: 45, available: 45, locked: 0, pending: 0 })
    await lender.ok(`POST /loans/${made.loan}/disbursements`, { amount: NEW_LOAN.principal, valueDate: '2026-01-01' })
    await gateway.stop()
    await tillgate('verify')
  })
})
