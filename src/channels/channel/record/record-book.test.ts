import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { original } from '../../../../test/support/bank/books.ts'
import { debit } from '../../../../test/support/bank/postings.ts'
import type { Original } from '../../core/original.ts'
import type { Recorded } from './order-record.ts'
import { RecordBook } from './record-book.ts'

function bookOf(...originals: readonly Original[]): RecordBook {
  return new RecordBook({ records: new Map(), tombstones: [], originals })
}

function recorded(changes: Partial<Recorded> = {}): Recorded {
  return {
    order: debit('A', 10_000n, { rrn: '000000000001', fingerprint: 'f' }),
    transactionId: original().transactionId,
    code: '000',
    reply: 'the bytes',
    amountMinor: 10_000n,
    feeMinor: 0n,
    currency: 'USD',
    ...changes,
  }
}

describe('the records of a batch', () => {
  const older = original()
  const newer = original({
    transactionId: '00000000-0000-7000-8000-000000000002',
    recordedAtMs: older.recordedAtMs - 1,
  })

  test('of two originals with one name the newest is found, by id and not by clock', () => {
    const book = bookOf(newer, older)
    assert.equal(book.originalByAuthId('A', 'AUTH01'), newer)
    assert.equal(book.originalByRrn('P1', '000000000001'), newer)
    assert.equal(book.originalByRrn('P2', '000000000001'), undefined)
    const query = { accountId: 'A', type: 'CASHWITHDRAWAL', notBeforeMs: 0 }
    assert.deepEqual(book.recentOriginals(query), [newer, older])
    assert.deepEqual(book.recentOriginals({ ...query, notBeforeMs: older.recordedAtMs }), [older])
    assert.deepEqual(book.recentOriginals({ ...query, type: 'TRANSFER' }), [])
  })

  test('what was recorded in this batch is found like the rest', () => {
    const book = bookOf()
    const record = recorded()
    book.add(record, older)
    assert.equal(book.originalByRrn('P1', '000000000001'), older)
    assert.deepEqual(book.recordOf({ partnerId: 'P1', rrn: '000000000001' }), {
      transactionId: older.transactionId,
      fingerprint: 'f',
      code: '000',
      reply: 'the bytes',
      businessDate: older.businessDate,
      amountMinor: record.amountMinor,
      originalId: undefined,
      coreOutcome: undefined,
    })
    assert.equal(book.recordOf({ partnerId: 'P2', rrn: '000000000001' }), undefined)
    assert.deepEqual(book.added, [record])
  })

  test('a tombstone of this batch is found like the rest', () => {
    const book = bookOf()
    assert.equal(book.hasTombstone('P1', '000000000007'), false)
    book.add(recorded({ tombstoneOf: '000000000007' }), older)
    assert.equal(book.hasTombstone('P1', '000000000007'), true)
    assert.equal(book.hasTombstone('P2', '000000000007'), false)
  })

  for (const [title, amountMinor, reversedMinor] of [
    ['a reversal adds to what its original has had taken back', 500n, 1_500n],
    ['a reversal that did not take place gives it back', -500n, 500n],
  ] as const) {
    test(title, () => {
      const taken = original({ reversedMinor: 1_000n })
      const book = bookOf(taken)
      book.reverse(taken, amountMinor)
      assert.equal(taken.reversedMinor, reversedMinor)
      assert.deepEqual([...book.reversedOriginals], [taken])
    })
  }
})
