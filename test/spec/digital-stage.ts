// Accounts and transfers in the states that the problems of digital banking need.

import assert from 'node:assert/strict'
import { control } from '../support/accounts/account-services.ts'
import type { DigitalPartner } from '../support/digital/digital-partner.ts'
import type { DigitalProperties } from '../support/digital/digital-properties.ts'
import { action, resolve, status, transfer, twoPhase } from '../support/digital/digital-requests.ts'
import type { Stage } from './digital-problem-rows.ts'

export interface StageParts {
  readonly one: DigitalPartner
  readonly two: DigitalPartner
  readonly properties: DigitalProperties
  /** The sandbox of the gateway. */
  readonly sandbox: Parameters<typeof control>[0]
}

export async function setStage({ one, two, properties, sandbox }: StageParts): Promise<Stage> {
  // For an end, which comes at once unless the machine is busy.
  await properties.set('answer-within', '30s')
  const payer = await one.holder({ user: { externalId: 'CUST1' }, account: { label: 'First' } })
  await one.deposit(payer.accountId, 100)
  const neighbour = await one.holder({ institutionId: payer.institutionId })
  const payee = await two.holder({ institution: { bic: 'PAYEUS33' } })
  const frozen = await one.holder()
  await one.ok(`POST /digital-asset-accounts/${frozen.accountId}/status`, status('FROZEN'))
  const closed = await one.holder()
  await one.ok(`POST /digital-asset-accounts/${closed.accountId}/status`, status('CLOSED'))
  const atSuspended = await one.holder()
  await one.ok(`POST /institutions/${atSuspended.institutionId}/status`, status('SUSPENDED'))
  const ofSuspended = await one.holder()
  await one.ok(`POST /users/${ofSuspended.userId}/status`, status('SUSPENDED'))
  const deaf = await two.holder()
  await two.ok(
    `POST /digital-asset-accounts/${deaf.accountId}/status`,
    status('FROZEN', { restrictions: ['NO_CREDIT'] }),
  )
  const closedPayee = await two.holder()
  await two.ok(`POST /digital-asset-accounts/${closedPayee.accountId}/status`, status('CLOSED'))
  const limited = await one.holder()
  await properties.set('limits', { USD: { perTransaction: 50, perDay: 80 } }, limited.institutionId)
  const capped = await one.holder()
  await one.deposit(capped.accountId, 20)
  await properties.set('net-debit-cap', { USD: 5 }, capped.institutionId)

  const committed = (await one.ok('POST /interbank-transfers', transfer(payer, payee))).id
  const aborted = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id
  await one.ok(resolve(aborted), action('ABORT'))
  const expired = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id
  await control(sandbox, '/sandbox/clock', { advanceDays: 2 })
  const reserved = (await one.ok('POST /interbank-transfers', transfer(payer, payee, 1, twoPhase()))).id

  const { id: chainId } = await one.ok('POST /institutions', {
    institution: { name: 'Chain Bank', country: 'US', currencies: ['USD'] },
  })
  await properties.set('ledger', 'simulated', chainId)
  const onChain = await one.holder({ institutionId: chainId })
  await one.deposit(onChain.accountId, 10)
  // From here on nothing becomes final there.
  await properties.set('simulated.block-ms', 600_000)
  await properties.set('answer-within', '0s', chainId)
  const opened = await one.ok('POST /digital-asset-accounts', {
    institution: { id: chainId },
    user: { id: onChain.userId },
    account: { currency: 'USD' },
    linkedAccount: { id: 'L-LATE' },
  })
  const provisioning = opened.id
  assert.deepEqual([opened.state, opened.version], ['PROVISIONING', 1])
  const made = await one.ok('POST /interbank-transfers', transfer(onChain, payee, 1, twoPhase()))
  const received = made.id
  assert.deepEqual([made.state, made.settlement.finality], ['RECEIVED', 'PENDING'])
  return {
    payer,
    neighbour,
    payee,
    frozen,
    closed,
    atSuspended,
    ofSuspended,
    deaf,
    closedPayee,
    limited,
    capped,
    onChain,
    provisioning,
    received,
    committed,
    aborted,
    expired,
    reserved,
  }
}
