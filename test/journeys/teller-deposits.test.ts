// A teller takes cash and checks. Cash is available at once, the held part of a check after its hold period.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { CreditsRequest } from '../../sdk/src/index.ts'
import { control } from '../support/accounts/account-services.ts'
import { cashDeposit, checkDeposit, depositReversal, inquiry, transfer } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf, fundsIn } from '../support/accounts/sdk-client.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'

const TELLER = { terminalId: 'TLR00001' }
const ACCOUNT = '1000000004'
/** Hold period of the sandbox's institutions. */
const HOLD_DAYS = 2

onGateway('deposits with a teller', (running) => {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))
  const client = () => clientOf(running.current)
  const funds = async () => fundsIn((await approved(client().balanceInquiry(inquiry(ACCOUNT)))).balances)

  test('cash is available at once', async () => {
    const { balances } = await approved(client().credits(cashDeposit(ACCOUNT, 200, TELLER)))
    assert.deepEqual(fundsIn(balances), [240, 240])
  })

  test('the held part of a check is available after its hold period, and not before', async () => {
    const { balances } = await approved(client().credits(checkDeposit(ACCOUNT, 150, '100.00', TELLER)))
    assert.deepEqual(fundsIn(balances), [140, 190])
    await answeredWith('110', client().transfers(transfer(ACCOUNT, '1000000001', 140.01)))

    for (let day = 1; day < HOLD_DAYS; day++) {
      await control(running.current, '/sandbox/clock', { advanceDays: 1 })
      assert.deepEqual(await funds(), [140, 190])
    }
    await control(running.current, '/sandbox/clock', { advanceDays: 1 })
    assert.deepEqual(await funds(), [190, 190])
    await approved(client().transfers(transfer(ACCOUNT, '1000000001', 190)))
  })

  test('cash and checks in one deposit: only a part of the checks is held', async () => {
    const mixed: CreditsRequest = {
      ...checkDeposit(ACCOUNT, 150, '100.00', TELLER),
      amount: { amount: 200, currencyCode: 'USD' },
      cash: { amount: 50 },
    }
    mixed.transaction.type = 'CASHCHECKDEPOSIT'
    const { balances, status } = await approved(client().credits(mixed))
    assert.deepEqual(fundsIn(balances), [190, 240])
    const back = await approved(client().creditsReverse(depositReversal(mixed, { authId: status.authId })))
    assert.deepEqual(fundsIn(back.balances), [40, 40])
    // No hold is left to release.
    await control(running.current, '/sandbox/clock', { advanceDays: HOLD_DAYS })
    assert.deepEqual(await funds(), [40, 40])
  })

  test('a bounced check is reversed, the held part first', async () => {
    const deposit = checkDeposit(ACCOUNT, 150, '0.00', TELLER)
    const { status } = await approved(client().credits(deposit))
    assert.deepEqual(await funds(), [40, 190])
    const part = depositReversal(deposit, { authId: status.authId, amount: 60 })
    assert.deepEqual(fundsIn((await approved(client().creditsReverse(part))).balances), [40, 130])
    const rest = depositReversal(deposit, { authId: status.authId, amount: 90 })
    assert.deepEqual(fundsIn((await approved(client().creditsReverse(rest))).balances), [40, 40])
  })
})
