// Invariants of the fold over random agreements and histories.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dailyAccruals, interestEarned } from '../accrual.ts'
import { unpaidAmount } from '../aging.ts'
import { toDate } from '../arithmetic/calendar-days.ts'
import { applyEvents, applyStepwise, foldDate, foldLoan, inFoldOrder, positionAt, startFold } from './fold-loan.ts'
import { sumOf } from './fold-state.ts'
import { copyState } from './position.ts'
import { agreements, histories, historyOf, plain, START } from './random-histories.fixture.ts'

// For a longer search: PROPERTY_RUNS=30000 PROPERTY_SEED=$RANDOM npm test -- src/loans/engine/fold/fold-loan.property
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_117)
const RUNS = Number(process.env.PROPERTY_RUNS ?? 300)

test('principal adds up: the rows cover what was disbursed and capitalised', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      const position = foldLoan(agreement, events, asOf)
      const rows = position.instalments.reduce((sum, row) => sum + row.principalMinor, 0n)
      const last = position.instalments.at(-1)
      assert.equal(last?.balanceMinor, 0n)
      const capitalised = position.transactions.reduce(
        (sum, each) => sum + (each.kind === 'CAPITALISATION' ? each.amountMinor : 0n),
        0n,
      )
      // A hardship arrangement may capitalise in rows that are still to come.
      if (position.arrangements.length === 0) assert.equal(rows, position.balances.disbursedMinor + capitalised)
      for (const row of position.instalments) {
        assert.ok(row.principalMinor >= 0n && row.interestMinor >= 0n, `row ${row.n} asks for less than nothing`)
        assert.ok(unpaidAmount(row) >= 0n, `row ${row.n} was paid more than it asks for`)
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('each payment is allocated in full, and its parts per instalment sum to it', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      for (const transaction of foldLoan(agreement, events, asOf).transactions) {
        if (!['REPAYMENT', 'PREPAYMENT', 'SETTLEMENT', 'DOWN_PAYMENT'].includes(transaction.kind)) continue
        assert.equal(sumOf(transaction.allocation), transaction.amountMinor)
        const rows = transaction.perInstalment.reduce((sum, row) => sum + sumOf(row), 0n)
        assert.equal(rows, transaction.amountMinor - transaction.allocation.overpayment)
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('a loan is never outstanding and overpaid at once', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events, asOf }) => {
      const { balances } = foldLoan(agreement, events, asOf)
      assert.ok(balances.totalOutstandingMinor >= 0n && balances.overpaymentMinor >= 0n)
      assert.ok(balances.totalOutstandingMinor === 0n || balances.overpaymentMinor === 0n)
      assert.equal(balances.principalMinor >= 0n, true)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

test('events that fold on different dates give the same position in any order of arrival', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ({ agreement, events, asOf }, order) => {
      const changes = events.filter(({ kind }) => kind.startsWith('HARDSHIP') || kind === 'RESTRUCTURE').map(foldDate)
      fc.pre(new Set(changes).size === changes.length)
      const shuffled = events.map((event) => ({ event, key: order.next().value ?? 0 })).sort((a, b) => a.key - b.key)
      const renumbered = shuffled.map(({ event }, index) => ({ ...event, sequence: index + 1 }))
      assert.deepEqual(plain(foldLoan(agreement, renumbered, asOf)), plain(foldLoan(agreement, events, asOf)))
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  )
})

test('a history taken up from a snapshot gives the same position, and leaves the snapshot as it was', () => {
  fc.assert(
    fc.property(histories, fc.nat(), ({ agreement, events, asOf }, cut) => {
      const ordered = inFoldOrder(events)
      const kept = cut % ordered.length
      const snapshot = startFold(agreement)
      applyEvents(snapshot, ordered.slice(0, kept))
      const day = ordered[kept - 1]?.valueDate ?? agreement.agreementDate
      const before = plain(positionAt(snapshot, day))
      const later = copyState(snapshot)
      applyEvents(later, ordered.slice(kept))
      assert.deepEqual(plain(positionAt(later, asOf)), plain(foldLoan(agreement, events, asOf)))
      assert.deepEqual(plain(positionAt(snapshot, day)), before)
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  )
})

test('a history applied in steps has the state of its events so far after each of them', () => {
  fc.assert(
    fc.property(histories, ({ agreement, events }) => {
      const ordered = inFoldOrder(events)
      const state = startFold(agreement)
      const steps = applyStepwise(state, ordered)
      for (const [index, event] of ordered.entries()) {
        assert.equal(steps.next().done, false)
        const so = foldLoan(agreement, ordered.slice(0, index + 1), event.valueDate)
        assert.deepEqual(plain(positionAt(state, event.valueDate)), plain(so))
      }
      assert.equal(steps.next().done, true)
    }),
    { seed: SEED, numRuns: RUNS / 10 },
  )
})

test("the days' accruals sum to the row's interest", () => {
  fc.assert(
    fc.property(agreements, (agreement) => {
      // The first row collects its own interest: no grace, and no balloon that leaves an instalment below the interest.
      const simple = { ...agreement, terms: { ...agreement.terms, graceOnInterest: 0, balloonMinor: 0n } }
      const events = historyOf(simple, [])
      const first = foldLoan(simple, events, toDate(START)).instalments.find((row) => row.days > 0)
      assert.ok(first !== undefined)
      const days = dailyAccruals(simple, events, toDate(START + 1), first.dueDate)
      const sum = days.reduce((total, day) => total + day.interestMinor, 0n)
      assert.equal(sum, interestEarned(foldLoan(simple, events, first.dueDate)))
      assert.equal(sum, first.interestMinor)
    }),
    { seed: SEED, numRuns: RUNS / 10 },
  )
})
