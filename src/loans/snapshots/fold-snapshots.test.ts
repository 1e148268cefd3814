import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDate, toDay } from '../engine/calendar-days.ts'
import { foldLoan } from '../engine/fold-loan.ts'
import type { LoanEvent, Repayment } from '../engine/loan-events.ts'
import { LoanRuleViolation } from '../engine/loan-rules.ts'
import type { LoanAgreement } from '../engine/terms.ts'
import { TERMS } from '../servicing/loan-bank.fixture.ts'
import { FoldSnapshots } from './fold-snapshots.ts'

const START = toDay('2026-01-01')
const AGREEMENT: LoanAgreement = {
  currency: 'USD',
  principalApprovedMinor: 1_000_000n,
  interestRate: '9.5',
  term: { count: 36, unit: 'Months' },
  terms: { ...TERMS, lateFee: { amountMinor: 1_500n, base: 'OVERDUE_TOTAL', graceDays: 5 } },
  policy: { chargeOffDays: 180, buckets: [{ name: 'CURRENT', from: 0 }] },
  agreementDate: '2026-01-01',
  plannedDisbursement: '2026-01-01',
}
const END = toDate(START + 600)

function disbursement(loan = ''): LoanEvent {
  const valueDate = AGREEMENT.agreementDate
  return {
    kind: 'DISBURSEMENT',
    eventId: `d${loan}`,
    sequence: 1,
    valueDate,
    amountMinor: 1_000_000n,
    feesDeductedMinor: 0n,
  }
}

/** The n-th repayment: every seventh day, in amounts that cover some rows and not others. */
function repayment(n: number, loan = ''): Repayment {
  const valueDate = toDate(START + 7 * n)
  return { kind: 'REPAYMENT', eventId: `r${n}${loan}`, sequence: 1 + n, valueDate, amountMinor: BigInt(5_000 + 37 * n) }
}

function history(repayments: number, loan = ''): LoanEvent[] {
  return [disbursement(loan), ...Array.from({ length: repayments }, (_, i) => repayment(i + 1, loan))]
}

test('a snapshot changes no figure, whatever happens to the history', () => {
  const { fold } = new FoldSnapshots()
  const long = history(40)
  const charge: LoanEvent = {
    kind: 'CHARGE',
    eventId: 'c',
    sequence: 50,
    valueDate: toDate(START + 100),
    chargeId: 'c',
    code: 'SERVICE',
    chargeKind: 'FEE',
    amountMinor: 2_500n,
  }
  const cases: [string, LoanEvent[], string][] = [
    ['at first', long, END],
    ['again', long, END],
    ['one more event', history(41), END],
    ['the same, on an earlier day', history(41), toDate(START + 100)],
    ['a back-dated event', [...history(41), charge], END],
    ['the back-dated event is reversed', history(41), END],
    ['the last event is reversed', long, END],
    ['an event in the middle is reversed', long.filter(({ eventId }) => eventId !== 'r20'), END],
    ['another order of arrival', long.toReversed(), END],
  ]
  for (const [name, events, asOf] of cases)
    assert.deepEqual(fold(AGREEMENT, events, asOf), foldLoan(AGREEMENT, events, asOf), name)
})

test('events that were folded before are not folded again', () => {
  const { fold } = new FoldSnapshots()
  const before = fold(AGREEMENT, history(10), END)
  // Recorded events never change. If one did, a fold from the start would tell.
  const changed = history(10).map((event) => (event.kind === 'REPAYMENT' ? { ...event, amountMinor: 1n } : event))
  assert.deepEqual(fold(AGREEMENT, changed, END), before)
  assert.deepEqual(fold(AGREEMENT, [...changed, repayment(11)], END), foldLoan(AGREEMENT, history(11), END))
})

test('a refused event leaves the snapshot as it was', () => {
  const snapshots = new FoldSnapshots()
  const before = snapshots.fold(AGREEMENT, history(10), END)
  const refund: LoanEvent = { kind: 'REFUND', eventId: 'x', sequence: 90, valueDate: END, amountMinor: 1n }
  assert.throws(() => snapshots.fold(AGREEMENT, [...history(10), refund], END), LoanRuleViolation)
  assert.deepEqual(snapshots.fold(AGREEMENT, history(10), END), before)
})

test('the least recently used ones make room', () => {
  // 36 rows, a disbursement and 14 repayments are 51.
  const snapshots = new FoldSnapshots({ maxSize: 3 * 51 })
  for (const loan of ['a', 'b', 'c', 'a', 'd']) snapshots.fold(AGREEMENT, history(14, loan), END)
  assert.equal(snapshots.size, 3 * 51)
  // `b` was the one to go: what is left of `a` still answers for events that have changed.
  const shrunk = (loan: string) =>
    history(14, loan).map((event) => (event.kind === 'REPAYMENT' ? { ...event, amountMinor: 1n } : event))
  const folded = (loan: string) => snapshots.fold(AGREEMENT, shrunk(loan), END).balances.repaid.principal
  assert.ok(folded('a') > 14n)
  assert.ok(folded('b') <= 14n)
})
