// How many schedules the engine of loans plans in a second: processor time, because elapsed time means little on a busy
// machine.

import { planSchedule } from '../src/loans/engine/plan-schedule.ts'
import type { DayCount, LoanAgreement } from '../src/loans/engine/terms.ts'
import { median } from './figures/statistics.ts'

/** Annuities of 360 months a second, by day count; medians over the rounds. */
export type ScheduleRates = Readonly<Record<(typeof DAY_COUNTS)[number], number>>

const DAY_COUNTS = ['30/360', 'ACT/365F'] as const satisfies readonly DayCount[]
const WARM_UP = 50
const SCHEDULES = 200

export function measureSchedules(rounds: number): ScheduleRates {
  const rates = { '30/360': [] as number[], 'ACT/365F': [] as number[] }
  for (const dayCount of DAY_COUNTS) plan(dayCount, WARM_UP)
  for (let round = 0; round < rounds; round++) {
    for (const dayCount of DAY_COUNTS) {
      const before = process.cpuUsage()
      plan(dayCount, SCHEDULES)
      const { user, system } = process.cpuUsage(before)
      rates[dayCount].push((SCHEDULES * 1e6) / (user + system))
    }
  }
  return { '30/360': median(rates['30/360']), 'ACT/365F': median(rates['ACT/365F']) }
}

export function scheduleLine(rates: ScheduleRates): string {
  return DAY_COUNTS.map((dayCount) => `${Math.round(rates[dayCount])}/s ${dayCount}`).join(', ')
}

/** Every one has another principal, so that nothing of the last one helps. */
function plan(dayCount: DayCount, count: number): void {
  for (let i = 0; i < count; i++) planSchedule(agreement(dayCount, 25_000_000n + BigInt(i) * 1_237n))
}

function agreement(dayCount: DayCount, principalApprovedMinor: bigint): LoanAgreement {
  return {
    currency: 'USD',
    principalApprovedMinor,
    interestRate: '6.125',
    term: { count: 360, unit: 'Months' },
    terms: {
      method: 'ANNUITY',
      dayCount,
      repaymentEvery: 1,
      repaymentUnit: 'Months',
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
    agreementDate: '2026-01-15',
    plannedDisbursement: '2026-01-15',
  }
}
