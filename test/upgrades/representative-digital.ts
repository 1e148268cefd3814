// Digital banking for the dump: two institutions, one per ledger, with users and accounts; tokens that were issued, moved at once,
// moved in two phases and redeemed, and a transfer that waits for its decision.

import assert from 'node:assert/strict'
import { control } from '../support/accounts/account-services.ts'
import { DigitalPartner, type Holder, USD } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { until } from '../support/until.ts'

/** What every later version must still answer. */
export interface DigitalRecording {
  /** Reads of what has come to its end. */
  readonly reads: readonly { readonly path: string; readonly answer: object }[]
  /** The balances of an account on which nothing is open. */
  readonly balances: { readonly accountId: string; readonly answer: object }
  /** A deposit with its reference, and its id. */
  readonly repeated: { readonly body: object; readonly id: string }
  /** A two-phase transfer that is still reserved, and its payer. */
  readonly waiting: { readonly path: string; readonly accountId: string; readonly asset: number }
}

const FIRST_REFERENCE = { transaction: { ref: 'upgrade-deposit', type: 'TOKENIZED_DEPOSIT' } }
const CHAINED_BANK = { name: 'Upgrade Savings', country: 'US', currencies: ['USD'] }
const TWO_PHASES = { settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400 } }
const COMMIT = { resolution: { action: 'COMMIT', reason: 'Goods arrived' } }

export async function runDigitalTraffic(gateway: Gateway): Promise<DigitalRecording> {
  const url = () => gateway.url
  const partner = new DigitalPartner(url)
  const properties = new DigitalProperties(url)
  // The first account decides for good on which ledger an institution is.
  const { id: institutionId } = await partner.ok('POST /institutions', { institution: CHAINED_BANK })
  await properties.set('ledger', 'simulated', institutionId)
  const payee = await partner.holder({ institutionId })
  const payer = await partner.holder({ institution: { name: "O'Malley Bank" } })
  const waiting = await partner.holder({ institutionId: payer.institutionId, user: { firstName: 'Grace' } })
  const chained = await partner.holder({ institutionId, user: { firstName: 'José' } })

  const body = { ...FIRST_REFERENCE, tokenAmount: USD(250.5), ...accountOf(payer) }
  const deposit = await partner.moved('/tokenized-deposits', body)
  for (const holder of [waiting, chained]) await partner.deposit(holder.accountId, 100)
  const transfer = (from: Holder, to: Holder, tokens: number, more: object = {}) => {
    const beneficiary = { institutionId: to.institutionId, ...accountOf(to) }
    return partner.moved('/interbank-transfers', { tokenAmount: USD(tokens), ...accountOf(from), beneficiary, ...more })
  }
  const immediate = await transfer(payer, chained, 40)
  const committed = await transfer(payer, payee, 25, TWO_PHASES)
  await partner.ok(`POST /interbank-transfers/${committed.id}/resolution`, COMMIT)
  const redeemed = { tokenAmount: USD(10), ...accountOf(payer) }
  const redemption = await partner.moved('/token-redemptions', redeemed)
  const open = await transfer(waiting, payee, 30, TWO_PHASES)
  assert.equal(open.state, 'RESERVED')

  const paths = [
    ...[payer, payee, waiting, chained].flatMap(({ userId, accountId }) => [
      `/users/${userId}`,
      `/digital-asset-accounts/${accountId}`,
    ]),
    `/tokenized-deposits/${deposit.id}`,
    `/interbank-transfers/${immediate.id}`,
    `/interbank-transfers/${committed.id}`,
    `/token-redemptions/${redemption.id}`,
  ]
  const reads = []
  for (const path of paths) reads.push({ path, answer: await partner.ended(path) })
  const states = reads.map(({ answer }) => answer.state)
  assert.deepEqual(states.slice(-4), ['ISSUED', 'COMMITTED', 'COMMITTED', 'COMPLETED'])
  return {
    reads,
    balances: { accountId: payer.accountId, answer: await partner.balances(payer.accountId) },
    repeated: { body, id: deposit.id },
    waiting: {
      path: `/interbank-transfers/${open.id}`,
      accountId: waiting.accountId,
      asset: (await partner.balances(waiting.accountId)).asset,
    },
  }
}

/** Asks a gateway on an upgraded dump. It moves the clock by a day, after which the transfer that waits has expired. */
export async function assertDigital(gateway: Gateway, recording: DigitalRecording): Promise<void> {
  const { reads, balances, repeated, waiting } = recording
  const partner = new DigitalPartner(() => gateway.url)
  for (const { path, answer } of reads) {
    // A later version may add fields.
    assert.partialDeepStrictEqual(await partner.ok(`GET ${path}`), answer, path)
  }
  assert.partialDeepStrictEqual(await partner.balances(balances.accountId), balances.answer)
  // The statement of what older versions have posted.
  const search = { entity: 'ACCOUNT_ENTRY', filters: { accountId: balances.accountId } }
  const { content } = await partner.ok('POST /search?size=50', { search })
  assert.deepEqual(
    content.map(({ amount, asset }: { amount: number; asset: number }) => `${amount} ${asset}`),
    ['-10 175.5', '-25 185.5', '-40 210.5', '250.5 250.5'],
  )
  const again = await partner.call('POST /tokenized-deposits', repeated.body)
  assert.deepEqual([again.status, again.replayed, again.body.id], [200, true, repeated.id], again.text)
  await control(gateway, '/sandbox/clock', { advanceDays: 1 })
  const hasExpired = async () => (await partner.ok(`GET ${waiting.path}`)).state === 'EXPIRED'
  await until(hasExpired, 'the undecided transfer expires')
  const { asset, available, locked } = await partner.balances(waiting.accountId)
  assert.deepEqual({ asset, available, locked }, { asset: waiting.asset, available: waiting.asset, locked: 0 })
}

function accountOf({ accountId }: Holder): { digitalAssetAccount: { id: string } } {
  return { digitalAssetAccount: { id: accountId } }
}
