import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, Channel, Sent } from '../channels/channel/channel.ts'
import type { BalanceInquiry, CashWithdrawalOrder, TransferOrder } from '../channels/core/core.ts'
import type { CoreReason } from '../channels/core/core-problems.ts'
import type { Outcome } from '../channels/core/outcome.ts'
import { Problem, type ProblemKind, timedOut } from '../platform/kernel/problems/problem.ts'
import { scenarioChannel } from './scenario-channel.ts'

const APPROVED: Outcome = {
  code: '000',
  authId: 'ABC123',
  businessDate: '20260310',
  branch: { id: '001', name: 'Main', address: '1 Main' },
  balances: { currency: 'USD', availableMinor: 1n, balanceMinor: 1n },
}

/** A channel that remembers RRNs as a channel must, and declines amounts of one minor unit. */
function rememberingChannel(): { channel: Channel; posted: string[] } {
  const posted: string[] = []
  async function post(order: { rrn: string; amount?: { minor: bigint } }): Promise<Answer> {
    if (order.amount?.minor === 1n) return { code: '110', reply: '{}', replayed: false }
    const replayed = posted.includes(order.rrn)
    if (!replayed) posted.push(order.rrn)
    return { code: '000', reply: '{}', replayed }
  }
  const channel: Channel = {
    probe: async () => {},
    lookUpAccounts: async () => ({ code: '000', accounts: [] }),
    inquireBalance: async () => APPROVED,
    withdrawCash: post,
    withdrawCardless: post,
    deposit: post,
    transfer: post,
    payBill: post,
    reverseCashWithdrawal: post,
    reverseDeposit: post,
    reverseTransfer: post,
    reverseCardless: post,
    reverseBillPayment: post,
  }
  return { channel, posted }
}

function withdrawal(accountId: string, rrn: string, minor = 2000n): Sent<CashWithdrawalOrder> {
  return {
    institutionId: 'FI001',
    partnerId: 'PARTNER01',
    rrn,
    correlationId: '00000000-0000-4000-8000-000000000000',
    receivedAtMs: 0,
    fingerprint: 'f',
    accountId,
    amount: { minor, currency: 'USD' },
    type: 'CASHWITHDRAWAL',
    accessFeeMinor: 0n,
    render: () => '{}',
  }
}

function transfer(accountId: string, beneficiaryAccountId: string, rrn: string): Sent<TransferOrder> {
  const { accessFeeMinor: _, ...order } = withdrawal(accountId, rrn)
  return { ...order, type: 'TRANSFER', beneficiaryAccountId }
}

function isProblem(kind: ProblemKind | CoreReason): (error: unknown) => boolean {
  return (error) => error instanceof Problem && (error.reason ?? error.kind) === kind
}

/** Loses every order. */
const LOSSY = new Proxy({} as Channel, {
  get: () => () => Promise.reject(timedOut('the order was lost before it reached the core')),
})

describe('the scenario channel', () => {
  const FAULTS: [accountId: string, kind: ProblemKind | CoreReason, posts: boolean][] = [
    ['9000000500', 'internal', false],
    ['9000000503', 'unavailable', false],
    ['9000000504', 'timeout', true],
    ['9000000505', 'timeout', false],
    ['9000000906', 'core.cutover', false],
  ]
  for (const [accountId, kind, posts] of FAULTS) {
    test(`a withdrawal from ${accountId} meets ${kind} and ${posts ? 'is' : 'is not'} posted`, async () => {
      const { channel, posted } = rememberingChannel()
      await assert.rejects(
        scenarioChannel(channel, LOSSY).withdrawCash(withdrawal(accountId, `1${accountId}`)),
        isProblem(kind),
      )
      assert.equal(posted.length, posts ? 1 : 0)
    })

    test(`a transfer to ${accountId} meets ${kind} too`, async () => {
      const { channel } = rememberingChannel()
      const order = transfer('1000000001', accountId, `2${accountId}`)
      await assert.rejects(scenarioChannel(channel, LOSSY).transfer(order), isProblem(kind))
    })
  }

  test('an answer that came too late is there when the same RRN is sent again', async () => {
    const { channel, posted } = rememberingChannel()
    const scenarios = scenarioChannel(channel, LOSSY)
    const order = withdrawal('9000000504', '000000000001')
    await assert.rejects(scenarios.withdrawCash(order), isProblem('timeout'))
    const again = await scenarios.withdrawCash(order)
    assert.deepEqual([again.code, again.replayed], ['000', true])
    assert.deepEqual(posted, ['000000000001'])
  })

  test('a decline is answered in time, because it posted nothing', async () => {
    const { channel } = rememberingChannel()
    const answer = await scenarioChannel(channel, LOSSY).withdrawCash(withdrawal('9000000504', '000000000002', 1n))
    assert.equal(answer.code, '110')
  })

  test('cutover says when to come back', async () => {
    const { channel } = rememberingChannel()
    const refused = scenarioChannel(channel, LOSSY).withdrawCash(withdrawal('9000000906', '000000000004'))
    await assert.rejects(refused, { retryAfterSeconds: 30 })
  })

  const INQUIRIES: [accountId: string, kind: ProblemKind | undefined][] = [
    ['9000000500', 'internal'],
    ['9000000503', 'unavailable'],
    ['9000000504', undefined],
    ['9000000505', undefined],
    ['9000000906', undefined],
    ['1000000001', undefined],
  ]
  for (const [accountId, kind] of INQUIRIES) {
    test(`a balance inquiry on ${accountId} ${kind === undefined ? 'is answered' : `meets ${kind}`}`, async () => {
      const { channel } = rememberingChannel()
      const inquiry: BalanceInquiry = withdrawal(accountId, '000000000005')
      const asked = scenarioChannel(channel, LOSSY).inquireBalance(inquiry)
      if (kind === undefined) assert.equal((await asked).code, '000')
      else await assert.rejects(asked, isProblem(kind))
    })
  }

  test('any other account is left to the core', async () => {
    const { channel, posted } = rememberingChannel()
    const scenarios = scenarioChannel(channel, LOSSY)
    await scenarios.withdrawCash(withdrawal('1000000001', '000000000006'))
    await scenarios.transfer(transfer('1000000001', '1000000002', '000000000007'))
    assert.deepEqual(posted, ['000000000006', '000000000007'])
  })
})
