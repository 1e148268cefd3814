import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, card, loan, NOW_MS, TODAY, YESTERDAY } from '../../../../../test/support/bank/books.ts'
import { WorkingBooks } from '../../../../ledger/batch/working-books.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { Approval } from '../decision.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from './bank-account.ts'
import { BankBatch } from './bank-books.ts'
import type { Usage, UsageGivenBack } from './usage.ts'

const HEAD = {
  institutionId: 'FI',
  batchId: '00000000-0000-7000-8000-000000000001',
  businessDate: TODAY,
  nowMs: NOW_MS,
  recordedAt: isoTimestamp(NOW_MS),
}

/** An approval that changes more than balances; its journal is left to the ledger. */
function approval(changes: Partial<Approval>): Approval {
  return { kind: 'post', entries: [], ...changes }
}

function ledgerOf(...accounts: readonly BankAccount[]): WorkingBooks<BankAccount> {
  return new WorkingBooks({ accounts, holds: [] }, NOW_MS, TODAY)
}

/** The statements of a batch, each with its values. */
function written(batch: BankBatch): [name: string | undefined, ...values: unknown[]][] {
  return batch.steps(HEAD).map(({ statement, values }) => [statement.name, ...values])
}

describe('usage of the day', () => {
  function count(usage: Usage, minor: bigint, times: number): void {
    const batch = new BankBatch({ cards: [], terminalUsage: [] })
    batch.apply(approval({ usage: [{ of: usage, minor, count: times }] }), ledgerOf(account({ usage })))
  }

  test('of a node whose clock is ahead is added to, not discarded', () => {
    const usage = { date: '20991231', minor: 100n, count: 1 }
    count(usage, 50n, 1)
    assert.deepEqual(usage, { date: '20991231', minor: 150n, count: 2 })
  })

  const USED: [
    title: string,
    before: [string | null, bigint, number],
    change: [bigint, number],
    after: [bigint, number],
  ][] = [
    ['adds up', [TODAY, 100n, 1], [50n, 1], [150n, 2]],
    ['starts again on a new day', [YESTERDAY, 100n, 1], [50n, 1], [50n, 1]],
    ['starts with the first withdrawal', [null, 0n, 0], [50n, 1], [50n, 1]],
    ['goes down when cash comes back', [TODAY, 100n, 2], [-50n, -1], [50n, 1]],
    ['never falls below zero', [TODAY, 10n, 0], [-50n, -1], [0n, 0]],
  ]
  for (const [title, [date, minor, times], [byMinor, byCount], after] of USED) {
    test(title, () => {
      const usage = { date, minor, count: times }
      count(usage, byMinor, byCount)
      assert.deepEqual(usage, { date: TODAY, minor: after[0], count: after[1] })
    })
  }

  test('of an account is written with its balance', () => {
    const held = account()
    count(held.usage, 50n, 1)
    assert.deepEqual(
      BANK_ACCOUNT_COLUMNS.written.map((written) => [written.column, written.valueOf(held)]),
      [
        ['payment_paid_minor', 0n],
        ['usage_date', TODAY],
        ['used_minor', 50n],
        ['used_count', 1],
      ],
    )
  })

  test('of cards and terminals is written when it has changed', () => {
    const cards = ['USED', 'UNUSED'].map((panHash) => card({ panHash, usage: { date: TODAY, minor: 100n, count: 1 } }))
    const terminalUsage = ['ATM1', 'ATM2'].map((terminalId) => ({
      terminalId,
      usage: { date: TODAY, minor: 100n, count: 1 },
    }))
    const batch = new BankBatch({ cards, terminalUsage })
    const bank = batch.with(ledgerOf())
    assert.deepEqual(written(batch), [])
    const changed = [bank.card('USED')?.usage, bank.terminalUsage('ATM2')]
    const usage = changed.map((of) => ({ of: of as Usage, minor: 50n, count: 1 }))
    batch.apply(approval({ usage }), ledgerOf())
    assert.deepEqual(written(batch), [
      ['update-cards', 'FI', '{"USED"}', `{"${TODAY}"}`, '{150}', '{2}'],
      ['update-terminals', 'FI', '{"ATM2"}', `{"${TODAY}"}`, '{150}', '{2}'],
    ])
  })

  test('given back on rows that were not read is decremented in place: cards before terminals, each by key', () => {
    const batch = new BankBatch({ cards: [], terminalUsage: [] })
    const of: UsageGivenBack['of'][] = [
      { terminalId: 'ATM2' },
      { panHash: 'Z' },
      { terminalId: 'ATM1' },
      { panHash: 'B' },
    ]
    const usageGivenBack = of.map((row) => ({ of: row, date: YESTERDAY, minor: 50n, count: 1 }))
    batch.apply(approval({ usageGivenBack }), ledgerOf())
    assert.deepEqual(written(batch), [
      ['give-back-card-usage', 'FI', 'B', YESTERDAY, '50', '1'],
      ['give-back-card-usage', 'FI', 'Z', YESTERDAY, '50', '1'],
      ['give-back-terminal-usage', 'FI', 'ATM1', YESTERDAY, '50', '1'],
      ['give-back-terminal-usage', 'FI', 'ATM2', YESTERDAY, '50', '1'],
    ])
  })
})

describe('a payment on a loan', () => {
  for (const [title, amountMinor, paid] of [
    ['counts towards the instalment', 3_000n, 3_500n],
    ['no longer counts when it is taken back', -500n, 0n],
  ] as const) {
    test(title, () => {
      const owed = loan({ paymentDueMinor: 5_000n, paymentPaidMinor: 500n })
      const batch = new BankBatch({ cards: [], terminalUsage: [] })
      batch.apply(approval({ loanPayment: { accountId: 'L', amountMinor } }), ledgerOf(owed))
      assert.equal(owed.paymentPaidMinor, paid)
    })
  }
})
