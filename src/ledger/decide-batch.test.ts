import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, books, NOW_MS, TODAY } from '../../test/support/bank/books.ts'
import { debit, debited, debitIfThere } from '../../test/support/bank/postings.ts'
import { Problem } from '../kernel/problem.ts'
import { decideBatch, PoisonedOrder } from './decide-batch.ts'
import { customer, general } from './journal.ts'
import { type Posting, recordKey } from './posting.ts'
import type { StoredRecord } from './read-batch.ts'

const AUTH_IDS = ['AUTH03', 'AUTH02', 'AUTH01']

function decide(postings: readonly Posting[], records = new Map<string, StoredRecord>(), read = threeAccounts()) {
  return { ...decideBatch(postings, read, records, [...AUTH_IDS]), read }
}

function threeAccounts() {
  return books({ accounts: ['A', 'B', 'C'].map((accountId) => account({ accountId })) })
}

function codes(results: ReturnType<typeof decide>['results']): string[] {
  return results.map((result) => (result.status === 'fulfilled' ? result.value.code : 'refused'))
}

describe('a batch', () => {
  test('decides in order, and each order sees what the earlier ones did', () => {
    const { results, read } = decide([
      debitIfThere('A', 60_000n),
      debitIfThere('A', 60_000n),
      debit('A', -30_000n),
      debitIfThere('A', 60_000n),
    ])
    assert.deepEqual(codes(results), ['000', '110', '000', '000'])
    assert.equal(read.account('A')?.balanceMinor, 10_000n)
    assert.deepEqual(
      results.map((result) => result.status === 'fulfilled' && JSON.parse(result.value.reply).balance),
      ['40000', '40000', '70000', '10000'],
    )
  })

  test('gives authorization ids to approvals only', () => {
    const { recorded } = decide([debit('A', 1n), debitIfThere('B', 999_999n), debit('C', 1n)])
    assert.deepEqual(
      recorded.map((record) => record.authId),
      ['AUTH01', undefined, 'AUTH02'],
    )
  })

  test('answers what was answered before with the same bytes and records nothing', () => {
    const posting = debit('A', 1n)
    const stored = { fingerprint: posting.fingerprint, code: '110', reply: 'the bytes of then' }
    const { results, recorded, read } = decide([posting], new Map([[recordKey('P1', posting.rrn), stored]]))
    assert.deepEqual(results, [
      { status: 'fulfilled', value: { code: '110', reply: 'the bytes of then', replayed: true } },
    ])
    assert.deepEqual(recorded, [])
    assert.equal(read.changedAccounts.size, 0)
  })

  test('declines other content of a used RRN, whether it was used before or in this batch', () => {
    const first = debit('A', 1n)
    const others = [debit('B', 2n, { rrn: first.rrn }), debit('A', 1n, { rrn: first.rrn })]
    const { results, recorded } = decide([first, ...others])
    assert.deepEqual(codes(results), ['000', '913', '000'])
    assert.deepEqual(
      results.map((result) => result.status === 'fulfilled' && result.value.replayed),
      [false, false, true],
    )
    assert.equal(recorded.length, 1)
  })

  test('keeps the RRNs of two partners apart', () => {
    const one = debit('A', 1n)
    const { results } = decide([one, debit('A', 2n, { rrn: one.rrn, partnerId: 'P2' })])
    assert.deepEqual(codes(results), ['000', '000'])
  })

  test('does not record a refusal, so that its RRN stays free within the batch', () => {
    const problem = new Problem('not-found', 'no such biller')
    const refused = debit('A', 1n, { decide: () => ({ kind: 'refuse', problem }) })
    const { results, recorded } = decide([refused, debit('A', 2n, { rrn: refused.rrn })])
    assert.deepEqual(results[0], { status: 'rejected', reason: problem })
    assert.deepEqual(codes(results), ['refused', '000'])
    assert.equal(recorded.length, 1)
  })

  test('lets a reversal find an original of the same batch, and records what it took back', () => {
    const original = debit('A', 500n)
    const reversal = debit('A', -500n, {
      type: 'CASHWITHDRAWALREVERSAL',
      amountMinor: 1n,
      original: { accountId: 'A', type: 'CASHWITHDRAWAL', rrn: original.rrn, notBeforeMs: NOW_MS },
      decide: (read) => {
        const found = read.originalByRrn('P1', original.rrn)
        assert.ok(found !== undefined)
        const entries = [customer('A', 'USD', 500n), general('vault:ATM1', 'USD', -500n)]
        return { kind: 'post', entries, reverses: { original: found, amountMinor: 500n } }
      },
    })
    const { recorded, read } = decide([original, reversal])
    const [first, second] = recorded
    assert.equal(second?.originalId, first?.transactionId)
    assert.equal(second?.originalRrn, original.rrn)
    assert.equal(second?.amountMinor, 500n)
    assert.deepEqual(
      [...read.reversedOriginals].map((one) => [one.rrn, one.reversedMinor]),
      [[original.rrn, 500n]],
    )
  })

  test('shows a reversal that an original of the same batch was declined, however it looks for it', () => {
    const original = debitIfThere('A', 999_999n)
    const query = { accountId: 'A', type: original.type, notBeforeMs: NOW_MS }
    const seen: unknown[] = []
    const reversal = debit('A', -999_999n, {
      type: 'CASHWITHDRAWALREVERSAL',
      original: query,
      decide: (read) => {
        for (const found of [read.originalByRrn('P1', original.rrn), ...read.recentOriginals(query)]) {
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

  test('buries an original that a reversal named first, for the original to see in the same batch', () => {
    const original = debit('A', 500n)
    const reversal = debit('A', -500n, { decide: () => ({ kind: 'tombstone', originalRrn: original.rrn }) })
    const late = {
      ...original,
      decide: (read: Parameters<Posting['decide']>[0]) =>
        read.hasTombstone('P1', original.rrn) ? ({ kind: 'decline', code: '485' } as const) : debited('A', 500n),
    }
    const { results, recorded } = decide([reversal, late])
    assert.deepEqual(codes(results), ['000', '485'])
    assert.equal(recorded[0]?.buries, original.rrn)
    assert.deepEqual(recorded[0]?.entries, [])
    assert.notEqual(recorded[0]?.authId, undefined)
  })

  const POISONS: [title: string, changes: Partial<Posting>][] = [
    ['whose rule throws', { decide: thrower }],
    ['whose answer throws', { answer: thrower }],
    ['whose journal does not balance', { decide: () => ({ kind: 'post', entries: [customer('A', 'USD', 1n)] }) }],
    ['that would overdraw its account', { decide: () => debited('A', 100_001n) }],
  ]
  for (const [title, changes] of POISONS) {
    test(`names the order ${title}`, () => {
      const poisoned = debit('A', 1n, changes)
      assert.throws(
        () => decide([debit('B', 1n), poisoned, debit('C', 1n)]),
        (error) => error instanceof PoisonedOrder && error.posting === poisoned && error.cause instanceof Error,
      )
    })
  }

  test('dates everything by its business date', () => {
    const { read } = decide([debit('A', 1n)])
    assert.equal(read.originalByAuthId('A', 'AUTH01')?.businessDate, TODAY)
    assert.equal(read.originalByAuthId('A', 'AUTH01')?.recordedAtMs, NOW_MS)
  })
})

function thrower(): never {
  throw new Error('on purpose')
}
