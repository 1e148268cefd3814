// What the engine of loans costs: a schedule, a read, a what-if and a long history, each computed from its events alone.
// Processor time, because elapsed time means little on a busy machine.

import { addMonths, toDate, toDay } from '../src/loans/engine/arithmetic/calendar-days.ts'
import { applyEvents, foldLoan, positionAt, startFold } from '../src/loans/engine/fold/fold-loan.ts'
import { copyState } from '../src/loans/engine/fold/position.ts'
import type { LoanEvent } from '../src/loans/engine/loan-events.ts'
import { planSchedule } from '../src/loans/engine/plan-schedule.ts'
import type { DayCount, LoanAgreement, TermUnit } from '../src/loans/engine/terms.ts'
import { median } from './figures/statistics.ts'

/** Milliseconds of processor time each; medians over the rounds. */
export type ScheduleCosts = Readonly<Record<Work, number>>

type Work = keyof typeof WORKS

/** `seed` makes every loan another one, so that nothing of the last one helps. */
const WORKS = {
  /** An annuity of 360 months. */
  plan: (seed: number) => planSchedule(agreement(seed, '30/360', 360, 'Months')),
  planByDays: (seed: number) => planSchedule(agreement(seed, 'ACT/365F', 360, 'Months')),
  read: readDailyLoan,
  whatIf,
  history: foldMonthlyHistory,
}

/** How often each is computed in a round, and before the first one: engines compile what runs often. */
const REPEATS: Readonly<Record<Work, number>> = { plan: 200, planByDays: 200, read: 20, whatIf: 10, history: 10 }
const WARM_UPS = 3

export function measureSchedules(rounds: number): ScheduleCosts {
  const costs: Record<Work, number[]> = { plan: [], planByDays: [], read: [], whatIf: [], history: [] }
  const works = Object.keys(WORKS) as Work[]
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const work of works) {
      const cost = costOf(work)
      if (round >= 0) costs[work].push(cost)
    }
  }
  const { plan, planByDays, read, whatIf, history } = costs
  return {
    plan: median(plan),
    planByDays: median(planByDays),
    read: median(read),
    whatIf: median(whatIf),
    history: median(history),
  }
}

function costOf(work: Work): number {
  const before = process.cpuUsage()
  for (let seed = 0; seed < REPEATS[work]; seed++) WORKS[work](seed)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REPEATS[work]
}

export function scheduleLine({ plan, planByDays, read, whatIf, history }: ScheduleCosts): string {
  const ms = (value: number) => value.toFixed(2)
  return `360 months ${ms(plan)} and ${ms(planByDays)} ms, read ${ms(read)} ms, what-if ${ms(whatIf)} ms, history ${ms(history)} ms`
}

const START = toDay('2026-01-15')

/** 1,800 daily rows, all their events folded: ten payments on due dates, each of which levels the rows that follow. */
function readDailyLoan(seed: number): void {
  const agreed = agreement(seed, 'ACT/365F', 1800, 'Days')
  foldLoan(agreed, dailyHistory(agreed), toDate(START + 101))
}

/** The same loan before and after a prepayment that is only tried out. */
function whatIf(seed: number): void {
  const agreed = agreement(seed, 'ACT/365F', 1800, 'Days')
  const today = toDate(START + 101)
  const state = startFold(agreed)
  applyEvents(state, dailyHistory(agreed))
  positionAt(state, today)
  const after = copyState(state)
  applyEvents(after, [{ ...payment(12, START + 101, 5_000_000n), kind: 'PREPAYMENT' }])
  positionAt(after, today)
}

/** 360 monthly rows and 121 events: a disbursement and 120 payments of more than is due. */
function foldMonthlyHistory(seed: number): void {
  const agreed = agreement(seed, '30/360', 360, 'Months')
  const payments = Array.from({ length: 120 }, (_, i) => payment(i + 2, addMonths(START, i + 1, 15), 190_000n))
  foldLoan(agreed, [disbursement(agreed), ...payments], toDate(addMonths(START, 120, 15)))
}

function dailyHistory(agreed: LoanAgreement): LoanEvent[] {
  const payments = Array.from({ length: 10 }, (_, i) => payment(i + 2, START + 10 * (i + 1), 200_000n))
  return [disbursement(agreed), ...payments]
}

function disbursement(agreed: LoanAgreement): LoanEvent {
  const fields = { eventId: 'e1', sequence: 1, valueDate: toDate(START) }
  return { ...fields, kind: 'DISBURSEMENT', amountMinor: agreed.principalApprovedMinor, feesDeductedMinor: 0n }
}

function payment(sequence: number, day: number, amountMinor: bigint): Extract<LoanEvent, { kind: 'REPAYMENT' }> {
  return { kind: 'REPAYMENT', eventId: `e${sequence}`, sequence, valueDate: toDate(day), amountMinor }
}

function agreement(seed: number, dayCount: DayCount, count: number, unit: TermUnit): LoanAgreement {
  return {
    currency: 'USD',
    principalApprovedMinor: 25_000_000n + BigInt(seed) * 1_237n,
    interestRate: '6.125',
    term: { count, unit },
    terms: {
      method: 'ANNUITY',
      dayCount,
      repaymentEvery: 1,
      repaymentUnit: unit,
      graceOnPrincipal: 0,
      graceOnInterest: 0,
      balloonMinor: 0n,
      instalmentBasis: 'DISBURSED',
      rounding: 'HALF_EVEN',
      annuityRate: 'PER_PERIOD',
      allocation: 'HORIZONTAL',
      prepaymentDefault: 'REDUCE_INSTALMENT',
      settlementInterest: 'TO_DATE',
    },
    policy: { chargeOffDays: 180, buckets: [{ name: 'CURRENT', from: 0 }] },
    agreementDate: toDate(START),
    plannedDisbursement: toDate(START),
  }
}
