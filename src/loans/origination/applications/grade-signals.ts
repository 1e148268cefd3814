// Grades what is known about an applicant by the decision table `lending-decision`.
//
// The table sees the request (productCode, currency, requestedAmount, interestRate, termMonths), every signal under
// `signals.<TYPE>`, and what is computed from the signals below: `score`, `monthlyIncome`, `monthlyDebt` and `dti`, the
// share of the income that debt takes. A later signal of a type replaces the earlier one.
//
// Without the table nothing is graded: it is a 503 and not an approval.

import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { type RiskAssessment, riskAssessmentIn } from '../../../rules/outputs/lending-outputs.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import { loanProblem } from '../../loan-problems.ts'

export type SignalValue = number | string | boolean

export interface Signal {
  readonly type: string
  readonly value: SignalValue
  readonly provider?: string | undefined
  readonly observedAt?: string | undefined
}

/** The latest value of every type. */
export type KnownSignals = Readonly<Record<string, SignalValue>>

/** The types that the shipped table uses, and what their values are. Numbers are not negative. Other types are free. */
const SIGNAL_TYPES = {
  CREDIT_SCORE: 'number',
  MONTHLY_INCOME: 'number',
  ANNUAL_INCOME: 'number',
  MONTHLY_DEBT: 'number',
  DELINQUENCIES: 'number',
  BANKRUPTCY: 'boolean',
  FRAUD_ALERT: 'boolean',
  IDENTITY_VERIFIED: 'boolean',
} as const satisfies Record<string, 'number' | 'boolean'>

/** Short names that providers use. */
const ALIASES: Readonly<Record<string, keyof typeof SIGNAL_TYPES>> = {
  SCORE: 'CREDIT_SCORE',
  INCOME: 'MONTHLY_INCOME',
  DEBT: 'MONTHLY_DEBT',
}

/** Bounds what the table is handed. */
const MAX_TYPES = 500

/** `credit-score` and `CREDIT_SCORE` are one type. */
function typeOf(sent: string): string {
  const type = sent.toUpperCase().replaceAll(/[.-]/g, '_')
  return Object.hasOwn(ALIASES, type) ? (ALIASES[type] as string) : type
}

/** The known signals with the new ones over them. A wrong kind of value is a 400: ignoring it could approve a loan. */
export function withSignals(known: KnownSignals, signals: readonly Signal[]): KnownSignals {
  const merged = new Map(Object.entries(known))
  const faults: ProblemDetail[] = []
  for (const [index, { type: sent, value }] of signals.entries()) {
    const type = typeOf(sent)
    const kind = Object.hasOwn(SIGNAL_TYPES, type) ? SIGNAL_TYPES[type as keyof typeof SIGNAL_TYPES] : undefined
    if (kind !== undefined && typeof value !== kind) {
      faults.push({ path: `signals[${index}].value`, message: `must be a ${kind}` })
    } else if (kind === 'number' && (value as number) < 0) {
      faults.push({ path: `signals[${index}].value`, message: 'must not be negative' })
    }
    merged.set(type, value)
  }
  if (faults.length > 0) throw invalidFields(faults)
  if (merged.size > MAX_TYPES) {
    throw loanProblem('history-full', `an application has signals of at most ${MAX_TYPES} types`)
  }
  return Object.fromEntries(merged)
}

/** The application as the table sees it, with the amount in major units. */
export type GradedRequest = {
  readonly productCode: string
  readonly currency: string
  readonly requestedAmount: number
  readonly interestRate: number
  readonly termMonths: number
}

export interface Grading extends RiskAssessment {
  readonly dti?: number
}

export async function gradeSignals(
  rules: Pick<RuleBook, 'get'>,
  request: GradedRequest,
  signals: KnownSignals,
): Promise<Grading> {
  const monthlyIncome = numberOf(signals, 'MONTHLY_INCOME') ?? monthly(numberOf(signals, 'ANNUAL_INCOME'))
  const monthlyDebt = numberOf(signals, 'MONTHLY_DEBT')
  const dti = shareOf(monthlyDebt, monthlyIncome)
  const table = rules.get('lending-decision')
  if (table === undefined) throw unavailable('there are no rules for lending decisions')
  const facts = {
    ...request,
    score: numberOf(signals, 'CREDIT_SCORE') ?? null,
    monthlyIncome: monthlyIncome ?? null,
    monthlyDebt: monthlyDebt ?? null,
    dti: dti ?? null,
    signals,
  }
  try {
    return { ...riskAssessmentIn(await table.evaluate(facts)), ...(dti !== undefined && { dti }) }
  } catch (error) {
    throw unavailable('the rules for lending decisions cannot be evaluated', error)
  }
}

function unavailable(message: string, cause?: unknown) {
  return loanProblem('rules-unavailable', message, { retryAfterSeconds: 30, cause })
}

function numberOf(signals: KnownSignals, type: keyof typeof SIGNAL_TYPES): number | undefined {
  const value = Object.hasOwn(signals, type) ? signals[type] : undefined
  return typeof value === 'number' ? value : undefined
}

function monthly(annual: number | undefined): number | undefined {
  return annual === undefined ? undefined : annual / 12
}

/** A share with four decimals; undefined when there is no income to compare with. */
function shareOf(debt: number | undefined, income: number | undefined): number | undefined {
  if (debt === undefined || income === undefined || income === 0) return undefined
  const share = debt / income
  return Number.isFinite(share) ? Math.round(share * 10_000) / 10_000 : undefined
}
