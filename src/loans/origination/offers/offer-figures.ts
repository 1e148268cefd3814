// What an offer costs. The figures are those of Regulation Z (12 CFR 1026.18): the finance charge is interest and every
// fee, whether it is prepaid or added to the principal; the amount financed is what the applicant really gets, so a fee
// that is financed is no part of it; and both together are all instalments.
//
//   amountFinanced = amount − prepaid fees = principal − all fees
//   totalRepayable = all instalments = amountFinanced + financeCharge

import { AprRefusal } from '../../engine/apr/cash-flows.ts'
import { euEffectiveSteps } from '../../engine/apr/eu-effective.ts'
import { regulationZSteps } from '../../engine/apr/regulation-z.ts'
import { checkTerms, type TermsFault } from '../../engine/check-terms.ts'
import type { Instalment } from '../../engine/fold/loan-position.ts'
import type { Steps } from '../../engine/fold/steps.ts'
import { planSchedule } from '../../engine/plan-schedule.ts'
import type { LoanAgreement } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'
import type { AprMethod } from '../../products/loan-product.ts'
import { feeTotals, type OfferFee } from './offer-fees.ts'

export interface OfferFigures {
  /** The first instalment after a down payment and after grace. */
  readonly instalmentMinor: bigint
  readonly instalments: number
  readonly totalInterestMinor: bigint
  readonly totalFeesMinor: bigint
  readonly amountFinancedMinor: bigint
  readonly financeChargeMinor: bigint
  readonly totalRepayableMinor: bigint
  /** Percent per year, with two decimals. */
  readonly apr: string
  readonly aprMethod: AprMethod
}

export type PreviewRow = Pick<
  Instalment,
  'n' | 'dueDate' | 'days' | 'principalMinor' | 'interestMinor' | 'balanceMinor'
>

export interface PricedOffer {
  readonly figures: OfferFigures
  readonly schedule: readonly PreviewRow[]
  readonly firstDueDate: string
}

/** Two thousand rows take 50 ms, most of it for the APR. */
export function* priceOffer(
  agreement: LoanAgreement,
  fees: readonly OfferFee[],
  aprMethod: AprMethod,
): Steps<PricedOffer> {
  const faults = checkTerms(agreement)
  if (faults.length > 0) throw termsInvalid(faults)
  const schedule = planSchedule(agreement).map(
    ({ n, dueDate, days, principalMinor, interestMinor, balanceMinor }): PreviewRow => ({
      n,
      dueDate,
      days,
      principalMinor,
      interestMinor,
      balanceMinor,
    }),
  )
  yield
  // A down payment is a row of the plan and no instalment.
  const instalments = agreement.terms.downPayment === undefined ? schedule : schedule.slice(1)
  const { totalMinor: totalFeesMinor } = feeTotals(fees)
  const totalInterestMinor = sumOf(schedule, ({ interestMinor }) => interestMinor)
  const totalRepayableMinor = sumOf(schedule, rowTotal)
  const amountFinancedMinor = agreement.principalApprovedMinor - totalFeesMinor
  const apr = yield* aprOf(agreement, schedule, amountFinancedMinor, aprMethod)
  return {
    figures: {
      instalmentMinor: regularInstalment(instalments, agreement),
      instalments: instalments.length,
      totalInterestMinor,
      totalFeesMinor,
      amountFinancedMinor,
      financeChargeMinor: totalRepayableMinor - amountFinancedMinor,
      totalRepayableMinor,
      apr,
      aprMethod,
    },
    schedule,
    firstDueDate: instalments[0]?.dueDate ?? agreement.plannedDisbursement,
  }
}

function termsInvalid(faults: readonly TermsFault[]) {
  const details = faults.map(({ field, message }) => ({ path: field === 'principal' ? 'amount' : field, message }))
  return loanProblem('terms-invalid', 'no schedule can be computed from these terms', { details })
}

/** The first row after grace, and after the row that collects the interest of a grace. */
function regularInstalment(rows: readonly PreviewRow[], { terms }: LoanAgreement): bigint {
  const afterInterestGrace = terms.graceOnInterest > 0 ? terms.graceOnInterest + 1 : 0
  const row = rows[Math.max(terms.graceOnPrincipal, afterInterestGrace)] ?? rows.at(-1)
  return row === undefined ? 0n : rowTotal(row)
}

/** By date: the amount financed on the day of the disbursement, then every row. */
function* aprOf(
  { plannedDisbursement }: LoanAgreement,
  schedule: readonly PreviewRow[],
  amountFinancedMinor: bigint,
  method: AprMethod,
): Steps<string> {
  const advances = [{ date: plannedDisbursement, amountMinor: amountFinancedMinor }]
  const payments = schedule.map((row) => ({ date: row.dueDate, amountMinor: rowTotal(row) }))
  try {
    return (yield* APR_RULES[method](advances, payments)).apr
  } catch (error) {
    if (!(error instanceof AprRefusal)) throw error
    throw loanProblem('terms-invalid', `no APR can be stated for these terms: ${error.message}`, {
      details: [{ path: 'terms', message: 'are such that no APR exists' }],
    })
  }
}

const APR_RULES = { REG_Z_ACTUARIAL: regulationZSteps, EU_EFFECTIVE: euEffectiveSteps } as const

function rowTotal({ principalMinor, interestMinor }: PreviewRow): bigint {
  return principalMinor + interestMinor
}

function sumOf(rows: readonly PreviewRow[], part: (row: PreviewRow) => bigint): bigint {
  return rows.reduce((total, row) => total + part(row), 0n)
}
