// What is due, on every day around charges, late fees and due dates of random loans: one answer for payments, reads and aging.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { agedAmounts, unpaidAmount } from './aging.ts'
import { toDate, toDay } from './arithmetic/calendar-days.ts'
import { applyEvents, foldLoan, inFoldOrder, positionAt, startFold } from './fold/fold-loan.ts'
import type { LoanPosition } from './fold/loan-position.ts'
import { agreements, anyHistories, histories } from './fold/random-histories.fixture.ts'
import type { LoanEvent } from './loan-events.ts'

const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_118)
const RUNS = Number(process.env.PROPERTY_RUNS ?? 100)
const DAYS = 40

test('arrears, aging and what to pay agree on every day', () => {
  fc.assert(
    fc.property(anyHistories(agreements), ({ agreement, events, asOf }) => {
      for (const position of daysFrom(agreement, events, asOf)) {
        const { due, balances, instalments } = position
        const overdue = balances.totalOverdueMinor
        assert.equal(sum(due.arrears), overdue, `arrears by row on ${position.asOf}`)
        assert.equal(sum(agedAmounts(position, agreement.policy.buckets)), overdue, `aging on ${position.asOf}`)
        assert.ok(due.byTodayMinor >= overdue)
        if (due.byTodayMinor > 0n) assert.equal(due.payNowMinor, due.byTodayMinor)
        else if (due.payNowMinor > 0n) {
          const next = instalments.find((row) => row.dueDate > position.asOf && unpaidAmount(row) > 0n)
          assert.equal(due.payNowMinor, next && unpaidAmount(next))
        }
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('what is due by the end of a day and not paid is overdue on the next one', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      let before: LoanPosition | undefined
      for (const position of daysFrom(agreement, events, asOf)) {
        if (before !== undefined)
          assert.equal(position.balances.totalOverdueMinor, before.due.byTodayMinor, position.asOf)
        before = position
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('paying what is due leaves nothing due on the day, a cent less leaves a cent', () => {
  fc.assert(
    fc.property(histories, fc.nat({ max: DAYS }), ({ agreement, events, asOf }, later) => {
      const day = toDate(toDay(asOf) + later)
      const { byTodayMinor: due } = foldLoan(agreement, events, day).due
      fc.pre(due > 1n)
      const leftAfter = (amountMinor: bigint) => {
        const sequence = events.length + 1
        const payment: LoanEvent = {
          kind: 'REPAYMENT',
          eventId: `e${sequence}x`,
          sequence,
          valueDate: day,
          amountMinor,
        }
        return foldLoan(agreement, [...events, payment], day).due.byTodayMinor
      }
      assert.deepEqual([leftAfter(due), leftAfter(due - 1n)], [0n, 1n])
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

function* daysFrom(
  agreement: Parameters<typeof foldLoan>[0],
  events: readonly LoanEvent[],
  asOf: string,
): Generator<LoanPosition> {
  const state = startFold(agreement)
  applyEvents(state, inFoldOrder(events))
  for (let day = toDay(asOf); day <= toDay(asOf) + DAYS; day += 1) yield positionAt(state, toDate(day))
}

function sum(parts: readonly { readonly amountMinor: bigint }[]): bigint {
  return parts.reduce((all, { amountMinor }) => all + amountMinor, 0n)
}
