// What the codes of lending mean, for people.

import type { lending } from '@tillgate/sdk'
import { formatMoney } from '../../kit/show/format.ts'
import { locale } from '../../reader.ts'
import { apiValue, shownText } from '../../texts/mark.ts'

type Words = Readonly<Record<string, string>>

export interface Choice {
  readonly value: string
  readonly label: string
}

/** Choices of a select, in the order of the words. */
export function choicesOf(words: Words): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

export const APPLICATION_STATUSES = {
  SUBMITTED: 'Submitted',
  UNDER_REVIEW: 'Under review',
  REFERRED: 'Referred to a person',
  APPROVED: 'Approved',
  OFFERED: 'Offered',
  ACCEPTED: 'Offer accepted',
  CONVERTED: 'Turned into a loan',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn by the applicant',
  EXPIRED: 'Approval expired',
} as const satisfies Words

export const LOAN_STATUSES = {
  APPROVED: 'Approved, not paid out',
  ACTIVE: 'Active',
  IN_ARREARS: 'In arrears',
  OVERPAID: 'Overpaid',
  CLOSED: 'Closed',
  CANCELLED: 'Cancelled',
  CHARGED_OFF: 'Charged off',
  WRITTEN_OFF: 'Written off',
} as const satisfies Words

export const OFFER_STATUSES = {
  OPEN: 'Open',
  ACCEPTED: 'Accepted',
  SUPERSEDED: 'Superseded by another offer',
  CONVERTED: 'Turned into a loan',
  EXPIRED: 'Expired',
} as const satisfies Words

export const HISTORY_EVENTS: Words = {
  SUBMIT: 'Application submitted',
  SIGNALS: 'Risk signals recorded',
  APPROVE: 'Approved',
  DECLINE: 'Declined',
  WITHDRAW: 'Withdrawn by the applicant',
  REFER: 'Referred to a person',
  OFFER: 'Offer made',
  ACCEPT: 'Offer accepted',
  CONVERT: 'Loan made',
  EXPIRE: 'Approval expired',
}

/** Reasons of the shipped decision table, and those that people record. */
export const REASONS: Words = {
  SCORE_FAIR: 'The credit score is only fair (620 to 669)',
  SCORE_LOW: 'The credit score is low (560 to 619)',
  SCORE_TOO_LOW: 'The credit score is below 560',
  SCORE_MISSING: 'No credit score is known',
  DTI_TOO_HIGH: 'Debt takes more than half of the income',
  DTI_HIGH: 'Debt takes more than 43 % of the income',
  DTI_UNKNOWN: 'Income or debt is not known',
  AMOUNT_LARGE: 'The amount is so large that a person must decide',
  BANKRUPTCY: 'There was a bankruptcy',
  FRAUD_ALERT: 'There is a fraud alert',
  IDENTITY_NOT_VERIFIED: 'The identity check failed',
  DELINQUENCIES: 'There were three or more late payments',
  DELINQUENCY: 'There were one or two late payments',
  APPLICANT_WITHDREW: 'The applicant withdrew the application',
}

/** What people choose from when they decline or refer. */
export const DECISION_REASONS: readonly string[] = Object.keys(REASONS)

export const RECOMMENDATIONS: Words = {
  APPROVE: 'Approve',
  DECLINE: 'Decline',
  REFER: 'Let a person decide',
}

export const METHODS = {
  ANNUITY: 'Annuity: equal instalments',
  EQUAL_PRINCIPAL: 'Equal principal: instalments fall',
  INTEREST_ONLY: 'Interest only, principal at the end',
  BULLET: 'Bullet: everything at the end',
  FLAT: 'Flat: interest on the first principal',
} as const satisfies Words

export const STRATEGIES = {
  REDUCE_INSTALMENT: 'Lower instalments, same term',
  REDUCE_TERM: 'Same instalment, shorter term',
  PAY_NEXT_INSTALMENTS: 'Pay the next instalments in advance',
  ADJUST_LAST: 'Same instalment, less at the end',
} as const satisfies Words

export const RESTRUCTURES = {
  RATE_CHANGE: 'Change the interest rate',
  TERM_EXTENSION: 'Extend the term',
  DUE_DATE_CHANGE: 'Move the due dates',
  PAYMENT_HOLIDAY: 'Payment holiday',
  REAMORTISE: 'Re-amortise: spread arrears of principal over the rest',
  REAGE: 'Re-age: begin again with a new plan',
  CAPITALISE: 'Capitalise: add unpaid interest and charges to the principal',
} as const satisfies Words

export const HARDSHIPS = {
  PAYMENT_HOLIDAY: 'Payment holiday: nothing is asked for',
  REDUCED_PAYMENT: 'Reduced payment',
  INTEREST_ONLY: 'Interest only',
  TERM_EXTENSION: 'Term extension',
} as const satisfies Words

export const INTEREST_TREATMENTS = {
  ACCRUE: 'Collect it with the next full instalment',
  CAPITALISE: 'Add it to the principal',
  WAIVE: 'Waive it',
} as const satisfies Words

export const AT_END = {
  EXTEND_TERM: 'The term grows by as many instalments',
  SAME_TERM: 'The end stays: later instalments rise',
} as const satisfies Words

export const CLOSE_REASONS = {
  OBLIGATIONS_MET: 'Everything is paid',
  CANCELLED: 'Cancel before paying out',
  SETTLED_SHORT: 'Accept what was paid',
  CHARGED_OFF: 'Charge off',
  WRITTEN_OFF: 'Write off',
} as const satisfies Words

export const STAGES: Words = {
  NONE: 'Nothing to collect',
  PRE: 'Due within five days',
  EARLY: 'Early: 1 to 30 days past due',
  LATE: 'Late: 31 to 90 days past due',
  LEGAL: 'Legal: more than 90 days past due',
  CHARGED_OFF: 'Charged off',
}

export const NEXT_ACTIONS: Words = {
  NONE: 'Nothing to do.',
  REMIND: 'Remind the borrower of the coming instalment.',
  CONTACT: 'Contact the borrower and agree on a date.',
  DEMAND: 'Send a formal demand for the overdue amount.',
  LEGAL_ACTION: 'Hand the loan to the legal department.',
  RECOVER: 'Recover what can be recovered.',
  MONITOR: 'Watch whether the hardship arrangement is kept.',
}

export const FEE_BASES = {
  PRINCIPAL: 'The principal that was paid out',
  INSTALMENT: 'Principal and interest of an instalment',
  OVERDUE_PRINCIPAL: 'The overdue principal',
  OVERDUE_TOTAL: 'Overdue principal and interest',
} as const satisfies Words

type Unit = lending.Term['termUnit']

const UNIT_WORDS: Readonly<Record<Unit, readonly [title: string, counted: (count: number) => string]>> = {
  Days: [shownText('Days'), (count) => (count === 1 ? '1 day' : `${count} days`)],
  Weeks: [shownText('Weeks'), (count) => (count === 1 ? '1 week' : `${count} weeks`)],
  Months: [shownText('Months'), (count) => (count === 1 ? '1 month' : `${count} months`)],
  Years: [shownText('Years'), (count) => (count === 1 ? '1 year' : `${count} years`)],
}

/** Units of time, to choose from. */
export const UNITS: readonly Choice[] = Object.entries(UNIT_WORDS).map(([value, [label]]) => ({ value, label }))

export function formatTerm({ termCount, termUnit }: lending.Term): string {
  return UNIT_WORDS[termUnit][1](termCount)
}

/** `12–84 months`; `1 day – 40 years`. */
export function formatTerms(min: lending.Term, max: lending.Term): string {
  return min.termUnit === max.termUnit
    ? `${min.termCount}–${formatTerm(max)}`
    : `${formatTerm(min)} – ${formatTerm(max)}`
}

/** An aging bucket: the range of days past due that names it. */
export function bucketInWords(name: string): string {
  return name === 'CURRENT' ? 'Not past due' : name
}

/** `44 (31-60)`: the bucket says how late that is. */
export function pastDueInWords({ daysPastDue, bucket }: { daysPastDue: number; bucket: string }): string {
  return daysPastDue === 0 ? '0' : `${daysPastDue} (${bucket})`
}

export function lateFeeInWords(lateFee: lending.Loan['terms']['lateFee'], currency: string): string {
  if (lateFee === undefined) return 'None'
  const { percent, amount = 0, base = 'PRINCIPAL', graceDays = 0 } = lateFee
  const fee =
    percent === undefined
      ? formatMoney(amount, currency)
      : `${formatRate(percent)} of ${FEE_BASES[base].charAt(0).toLowerCase()}${FEE_BASES[base].slice(1)}`
  return `${fee}${graceDays > 0 ? `, after ${graceDays} days` : ''}`
}

const rates = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** `9.90 %`. */
export function formatRate(percent: number): string {
  return `${rates.format(percent)} %`
}

/** A term in months, as rates are quoted; undefined where it is no whole number of months. */
export function monthsOf(term: { termCount: number | undefined; termUnit: string }): number | undefined {
  if (term.termCount === undefined) return undefined
  if (term.termUnit === apiValue('Months')) return term.termCount
  if (term.termUnit === apiValue('Years')) return term.termCount * 12
  return undefined
}

/** A name with other fields that applications keep. */
export function nameOf(applicant: lending.Applicant): string {
  return `${applicant.firstName} ${applicant.lastName}`
}
