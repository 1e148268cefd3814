// Transfers, loan payments, bill payments and cardless withdrawals.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { control } from '../support/accounts/account-services.ts'
import {
  billPayment,
  cardless,
  inquiry,
  transfer,
  transferReversal,
  withdrawal,
} from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf, fundsIn } from '../support/accounts/sdk-client.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'

const CHECKING = '1000000001'
const SAVINGS = '1000000002'
const LOAN = '1000000003'

onGateway('transfers and payments', (running) => {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))
  const client = () => clientOf(running.current)
  const balances = async (accountId: string) =>
    (await approved(client().balanceInquiry(inquiry(accountId)))).balances ?? []
  const funds = async (accountId: string) => fundsIn(await balances(accountId))

  test('a transfer moves money, and its reversal moves it back', async () => {
    const request = transfer(CHECKING, SAVINGS, 250.25)
    const moved = await approved(client().transfers(request))
    assert.deepEqual(fundsIn(moved.balances?.paymentInstrument), [2249.75, 2249.75])
    assert.deepEqual(fundsIn(moved.balances?.beneficiaryInstrument), [10250.25, 10250.25])

    const back = await approved(client().transfersReverse(transferReversal(request, { authId: moved.status.authId })))
    assert.deepEqual(fundsIn(back.balances), [2500, 2500])
    assert.deepEqual(await funds(SAVINGS), [10000, 10000])
  })

  test('a transfer is reversed without naming its currency', async () => {
    const request = transfer(CHECKING, SAVINGS, 10)
    const { status } = await approved(client().transfers(request))
    const { amount: _, ...reversal } = transferReversal(request, { authId: status.authId })
    const back = await approved(client().transfersReverse({ ...reversal, amount: { amount: 10 } }))
    assert.deepEqual(back.amount, { amount: 10, currencyCode: 'USD' })
    assert.deepEqual(await funds(CHECKING), [2500, 2500])
  })

  test('a transfer to a loan reduces what is owed and what is due', async () => {
    const due = async () => (await balances(LOAN)).find(({ type }) => type === 'PaymentDue')
    const before = await due()
    assert.equal(before?.amount, 215.33)

    const part = transfer(CHECKING, LOAN, 100)
    const paid = await approved(client().transfers(part))
    const [, owed] = fundsIn(paid.balances?.beneficiaryInstrument)
    assert.equal(owed, 7350)
    assert.deepEqual(await due(), { ...before, amount: 115.33 })

    await approved(client().transfersReverse(transferReversal(part, { authId: paid.status.authId })))
    assert.deepEqual(await due(), before)
    assert.equal((await funds(LOAN))[1], 7450)

    await answeredWith('119', client().transfers(transfer(LOAN, CHECKING, 10)))
  })

  test('a bill is paid, and neither an unknown biller nor a wrong BIN debits the account', async () => {
    const paid = await approved(client().billPayments(billPayment(CHECKING, 84.12)))
    assert.deepEqual(fundsIn(paid.balances), [2415.88, 2415.88])
    assert.deepEqual(paid.biller, { institutionId: 'BILLER01', bin: '510000' })

    const unknown = billPayment(CHECKING, 10, { institutionId: 'NOBODY', bin: '510000' })
    const refused = await client().billPayments(unknown)
    assert.equal(refused.status, 404)
    assert.equal(refused.body.status.responseCode, '184')
    const mismatch = billPayment(CHECKING, 10, { institutionId: 'BILLER02', bin: '510000' })
    await answeredWith('185', client().billPayments(mismatch))
    assert.deepEqual(await funds(CHECKING), [2415.88, 2415.88])

    // A rejected request is not stored: corrected, it is posted with the same RRN.
    const corrected = await client().billPayments({ ...unknown, biller: { institutionId: 'BILLER01', bin: '510000' } })
    assert.equal(corrected.headers.get('x-idempotent-replay'), null)
    assert.deepEqual(await funds(CHECKING), [2405.88, 2405.88])
  })

  test('a cardless withdrawal counts towards the daily limits like any other', async () => {
    const paid = await approved(client().cardlessWithdrawal(cardless(SAVINGS, 5000)))
    assert.deepEqual(fundsIn(paid.balances), [5000, 5000])
    await approved(client().debits(withdrawal(SAVINGS, 4900)))
    await answeredWith('121', client().cardlessWithdrawal(cardless(SAVINGS, 105)))
    await approved(client().cardlessWithdrawal(cardless(SAVINGS, 100)))
    assert.deepEqual(await funds(SAVINGS), [0, 0])
  })
})
