import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, NOW_MS, TODAY } from '../../../../test/support/bank/books.ts'
import { debit, debited, debitIfThere, type TestOrder } from '../../../../test/support/bank/postings.ts'
import { decideBatch, PoisonedUnit } from '../../../ledger/batch/decide-batch.ts'
import type { OpenedBooks } from '../../../ledger/batch/read-batch.ts'
import { WorkingBooks } from '../../../ledger/batch/working-books.ts'
import { customer, general } from '../../../ledger/journal.ts'
import type { Posting } from '../../../ledger/posting.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { BankAccount } from '../../core/builtin/books/bank-account.ts'
import { BankBatch, type BankBooks } from '../../core/builtin/books/bank-books.ts'
import type { Answer } from '../channel.ts'
import { recordKey } from '../record/order-record.ts'
import { RecordBook, type Records, type StoredRecord } from '../record/record-book.ts'
import { OrderBatch, type OrderPosting, OrderRecords } from './order-records.ts'

const AUTH_IDS = ['AUTH03', 'AUTH02', 'AUTH01']
const OWNER = new OrderRecords()

/** Decides orders on three accounts of 1000.00 each. */
function decide(orders: readonly TestOrder[], stored = new Map<string, StoredRecord>()) {
  const records = new RecordBook({ records: stored, tombstones: [], originals: [] })
  const accounts = ['A', 'B', 'C'].map((accountId) => account({ accountId }))
  const books = new WorkingBooks({ accounts, holds: [] }, NOW_MS, TODAY)
  const batch = new OrderBatch(new BankBatch({ cards: [], terminalUsage: [] }), records, [...AUTH_IDS])
  const owned = new Map([[OWNER, batch]]) as unknown as OpenedBooks<BankAccount>['owned']
  const units = orders.map((order) => [{ ...order, owner: OWNER } as Posting])
  const results = decideBatch(units, new Map([['FI001', { books, owned }]])).map((result) =>
    // Each unit is one order.
    result.status === 'fulfilled' ? { ...result, value: result.value[0] as Answer } : result,
  )
  return { results, recorded: records.added, records, books, batch }
}

function codes(results: ReturnType<typeof decide>['results']): string[] {
  return results.map((result) => (result.status === 'fulfilled' ? result.value.code : 'refused'))
}

const STORED = { transactionId: 'T', reply: 'the bytes of then', businessDate: '20260310', amountMinor: 1n }

describe('the orders of a batch', () => {
  test('are decided in order, and each sees the effects of the earlier ones', () => {
    const { results, books } = decide([
      debitIfThere('A', 60_000n),
      debitIfThere('A', 60_000n),
      debit('A', -30_000n),
      debitIfThere('A', 60_000n),
    ])
    assert.deepEqual(codes(results), ['000', '110', '000', '000'])
    assert.equal(books.account('A')?.balanceMinor, 10_000n)
    // A decline shows no balances.
    assert.deepEqual(
      results.map((result) => result.status === 'fulfilled' && JSON.parse(result.value.reply).balance),
      ['40000', undefined, '70000', '10000'],
    )
  })

  test('get authorization ids for approvals only', () => {
    const { recorded } = decide([debit('A', 1n), debitIfThere('B', 999_999n), debit('C', 1n)])
    assert.deepEqual(
      recorded.map((record) => record.authId),
      ['AUTH01', undefined, 'AUTH02'],
    )
  })

  test('post one journal each under the id and the type of their record, declines none', () => {
    const { recorded, books } = decide([debit('A', 1n), debitIfThere('B', 999_999n), debit('C', -1n)])
    assert.deepEqual(
      books.journals.map(({ journalId, kind }) => [journalId, kind]),
      [
        [recorded[0]?.transactionId, 'CASHWITHDRAWAL'],
        [recorded[2]?.transactionId, 'CASHDEPOSIT'],
      ],
    )
  })

  test('that were answered before get the same bytes, and nothing is recorded', () => {
    const order = debit('A', 1n)
    const stored = { ...STORED, fingerprint: order.fingerprint, code: '110' }
    const { results, recorded, books, batch } = decide([order], new Map([[recordKey('P1', order.rrn), stored]]))
    const [answer] = results
    assert.deepEqual(answer?.status === 'fulfilled' && answer.value, {
      code: '110',
      reply: 'the bytes of then',
      replayed: true,
    })
    assert.equal(answer?.repeats, STORED.transactionId)
    assert.deepEqual(recorded, [])
    assert.equal(books.changedAccounts.size, 0)
    assert.deepEqual(books.journals, [])
    assert.deepEqual(stepsOf(batch), [])
  })

  test('with other content of a used RRN are declined, whether it was used before or in this batch', () => {
    const first = debit('A', 1n)
    const others = [debit('B', 2n, { rrn: first.rrn }), debit('A', 1n, { rrn: first.rrn })]
    const { results, recorded } = decide([first, ...others])
    assert.deepEqual(codes(results), ['000', '913', '000'])
    assert.deepEqual(
      results.map((result) => result.status === 'fulfilled' && result.value.replayed),
      [false, false, true],
    )
    assert.equal(recorded.length, 1)
    const before = { ...STORED, fingerprint: 'other', code: '000' }
    const used = decide([first], new Map([[recordKey('P1', first.rrn), before]]))
    assert.deepEqual(codes(used.results), ['913'])
    assert.deepEqual(used.recorded, [])
  })

  test('of two partners may have the same RRN', () => {
    const one = debit('A', 1n)
    const { results } = decide([one, debit('A', 2n, { rrn: one.rrn, partnerId: 'P2' })])
    assert.deepEqual(codes(results), ['000', '000'])
  })

  test('that are refused are not recorded, so that their RRN stays free within the batch', () => {
    const problem = new Problem('not-found', 'no such biller')
    const refused = debit('A', 1n, { decide: () => ({ kind: 'refuse', problem }) })
    const { results, recorded } = decide([refused, debit('A', 2n, { rrn: refused.rrn })])
    assert.equal(results[0]?.status === 'rejected' && results[0].reason, problem)
    assert.deepEqual(codes(results), ['refused', '000'])
    assert.equal(recorded.length, 1)
  })

  test('are dated by the business date', () => {
    const { records } = decide([debit('A', 1n)])
    assert.equal(records.originalByAuthId('A', 'AUTH01')?.businessDate, TODAY)
    assert.equal(records.originalByAuthId('A', 'AUTH01')?.recordedAtMs, NOW_MS)
  })
})

describe('the reversals of a batch', () => {
  test('find an original of the same batch, and are recorded with what they took back', () => {
    const original = debit('A', 500n)
    const reversal = debit('A', -500n, {
      type: 'CASHWITHDRAWALREVERSAL',
      amountMinor: 1n,
      original: { accountId: 'A', type: 'CASHWITHDRAWAL', rrn: original.rrn, notBeforeMs: NOW_MS },
      decide: (_books, records) => {
        const found = records.originalByRrn('P1', original.rrn)
        assert.ok(found !== undefined)
        const entries = [customer('A', 'USD', 500n), general('vault:ATM1', 'USD', -500n)]
        return { kind: 'post', entries, reverses: { original: found, amountMinor: 500n } }
      },
    })
    const { recorded, records, books } = decide([original, reversal])
    const [first, second] = recorded
    assert.equal(second?.originalId, first?.transactionId)
    assert.equal(second?.originalRrn, original.rrn)
    assert.equal(second?.amountMinor, 500n)
    assert.equal(books.journals[1]?.reversesId, first?.transactionId)
    assert.deepEqual(
      [...records.reversedOriginals].map((one) => [one.rrn, one.reversedMinor]),
      [[original.rrn, 500n]],
    )
  })

  test('see that an original of the same batch was declined, however they name it', () => {
    const original = debitIfThere('A', 999_999n)
    const query = { accountId: 'A', type: original.type, notBeforeMs: NOW_MS }
    const seen: unknown[] = []
    const reversal = debit('A', -999_999n, {
      type: 'CASHWITHDRAWALREVERSAL',
      original: query,
      decide: (_books, records) => {
        for (const found of [records.originalByRrn('P1', original.rrn), ...records.recentOriginals(query)]) {
          seen.push([found?.rrn, found?.responseCode, found?.authId])
        }
        return { kind: 'decline', code: '484' }
      },
    })
    const { results } = decide([original, reversal])
    assert.deepEqual(codes(results), ['110', '484'])
    assert.deepEqual(seen, [
      [original.rrn, '110', null],
      [original.rrn, '110', null],
    ])
  })

  test('that arrive before their original leave a tombstone, which the original in the same batch sees', () => {
    const original = debit('A', 500n)
    const reversal = debit('A', -500n, { decide: () => ({ kind: 'tombstone', originalRrn: original.rrn }) })
    const late = {
      ...original,
      decide: (_books: BankBooks, records: Records) =>
        records.hasTombstone('P1', original.rrn) ? ({ kind: 'decline', code: '485' } as const) : debited('A', 500n),
    }
    const { results, recorded, books } = decide([reversal, late])
    assert.deepEqual(codes(results), ['000', '485'])
    assert.equal(recorded[0]?.tombstoneOf, original.rrn)
    assert.deepEqual(books.journals, [])
    assert.notEqual(recorded[0]?.authId, undefined)
  })
})

describe('an order that makes the code throw poisons its unit:', () => {
  const POISONS: [title: string, changes: Partial<OrderPosting>][] = [
    ['its rule throws', { decide: thrower }],
    ['its answer throws', { render: thrower }],
    ['its journal does not balance', { decide: () => ({ kind: 'post', entries: [customer('A', 'USD', 1n)] }) }],
    ['it would overdraw its account', { decide: () => debited('A', 100_001n) }],
  ]
  for (const [title, changes] of POISONS) {
    test(title, () => {
      const poisoned = debit('A', 1n, changes)
      assert.throws(
        () => decide([debit('B', 1n), poisoned, debit('C', 1n)]),
        (error) =>
          error instanceof PoisonedUnit &&
          (error.unit[0] as OrderPosting).rrn === poisoned.rrn &&
          error.cause instanceof Error,
      )
    })
  }
})

function stepsOf(batch: OrderBatch): unknown[] {
  return batch.steps({
    institutionId: 'FI001',
    batchId: '00000000-0000-7000-8000-000000000001',
    businessDate: TODAY,
    nowMs: NOW_MS,
    recordedAt: isoTimestamp(NOW_MS),
  })
}

function thrower(): never {
  throw new Error('on purpose')
}
