// The sandbox's loans and applications: one of each state, with a history that ends today. All are of PARTNER01 and have
// no customer, so that family A shows none of them. The people are made up.

import type { PartialTerms } from '../../loans/products/resolve-terms.ts'
import {
  disbursed,
  hardship,
  type LoanStep,
  paidPartly,
  paidRows,
  prepaid,
  restructured,
  settled,
} from './sandbox-loan-steps.ts'

export interface SandboxApplicant {
  readonly firstName: string
  readonly lastName: string
}

interface Requested {
  /** The external reference, by which it is found, and part of its idempotency keys. */
  readonly name: string
  readonly applicant: SandboxApplicant
  readonly productCode: string
  readonly amount: string
  readonly interestRate: string
  readonly months: number
}

/** Made directly from the product, and back-dated. */
export interface SandboxLoan extends Requested {
  /** Months, and days beyond them. The last due date is as many days ago as `days` says, give or take the month's end. */
  readonly agreedAgo: { readonly months: number; readonly days: number }
  readonly terms?: PartialTerms
  readonly steps: readonly LoanStep[]
}

const LATE_FEE: PartialTerms = { lateFee: { percent: '5', base: 'INSTALMENT', graceDays: 5 } }

export const SANDBOX_LOANS: readonly SandboxLoan[] = [
  {
    name: 'sandbox-current',
    applicant: { firstName: 'Carla', lastName: 'Current' },
    productCode: 'PERSONAL',
    amount: '10000',
    interestRate: '9.9',
    months: 36,
    agreedAgo: { months: 4, days: 12 },
    steps: [disbursed(), ...paidRows(1, 4)],
  },
  {
    name: 'sandbox-mortgage',
    applicant: { firstName: 'Milan', lastName: 'Mortgage' },
    productCode: 'MORTGAGE',
    amount: '140000',
    interestRate: '5.5',
    months: 120,
    agreedAgo: { months: 2, days: 20 },
    steps: [disbursed(), ...paidRows(1, 1), prepaid('15000', 25), ...paidRows(2, 2)],
  },
  {
    name: 'sandbox-late',
    applicant: { firstName: 'Lena', lastName: 'Late' },
    productCode: 'AUTO',
    amount: '14500',
    interestRate: '7.4',
    months: 48,
    agreedAgo: { months: 3, days: 9 },
    steps: [disbursed(), ...paidRows(1, 2), paidPartly('100', 3)],
  },
  {
    name: 'sandbox-arrears',
    applicant: { firstName: 'Arno', lastName: 'Arrears' },
    productCode: 'PERSONAL',
    amount: '3000',
    interestRate: '16.9',
    months: 12,
    agreedAgo: { months: 4, days: 12 },
    terms: LATE_FEE,
    steps: [disbursed(), ...paidRows(1, 2), paidPartly('60', 4)],
  },
  {
    name: 'sandbox-charged-off',
    applicant: { firstName: 'Otto', lastName: 'Owing' },
    productCode: 'PERSONAL',
    amount: '1500',
    interestRate: '22.9',
    months: 12,
    agreedAgo: { months: 8, days: 15 },
    terms: LATE_FEE,
    steps: [disbursed(), ...paidRows(1, 1), paidPartly('25', 2)],
  },
  {
    name: 'sandbox-hardship',
    applicant: { firstName: 'Hanna', lastName: 'Hardship' },
    productCode: 'AUTO',
    amount: '18000',
    interestRate: '7.9',
    months: 60,
    agreedAgo: { months: 5, days: 8 },
    steps: [disbursed(), ...paidRows(1, 5), hardship(2, 'Loss of income')],
  },
  {
    name: 'sandbox-restructured',
    applicant: { firstName: 'Rita', lastName: 'Restructured' },
    productCode: 'SME',
    amount: '60000',
    interestRate: '9.25',
    months: 24,
    agreedAgo: { months: 3, days: 18 },
    steps: [disbursed(), ...paidRows(1, 3), restructured(6)],
  },
  {
    name: 'sandbox-closed',
    applicant: { firstName: 'Chris', lastName: 'Closed' },
    productCode: 'PERSONAL',
    amount: '2400',
    interestRate: '7.9',
    months: 12,
    agreedAgo: { months: 3, days: 10 },
    steps: [disbursed(), ...paidRows(1, 3), settled(2)],
  },
]

export type Signals = readonly { readonly type: string; readonly value: number | boolean }[]

/** Starts as an application. */
export interface SandboxApplication extends Requested {
  readonly signals?: Signals
  readonly decision?: 'APPROVE' | 'REFER'
  /** The terms in months of its offers. */
  readonly offers?: readonly number[]
  /** The first offer is accepted, and a loan made from it, which waits for its disbursement. */
  readonly converted?: true
}

export const SANDBOX_APPLICATIONS: readonly SandboxApplication[] = [
  {
    name: 'sandbox-submitted',
    applicant: { firstName: 'Sue', lastName: 'Submitted' },
    productCode: 'AUTO',
    amount: '22000',
    interestRate: '7.4',
    months: 48,
  },
  {
    name: 'sandbox-referred',
    applicant: { firstName: 'Rolf', lastName: 'Referred' },
    productCode: 'SME',
    amount: '150000',
    interestRate: '9.25',
    months: 36,
    signals: [
      { type: 'CREDIT_SCORE', value: 640 },
      { type: 'MONTHLY_INCOME', value: 9500 },
      { type: 'MONTHLY_DEBT', value: 3900 },
    ],
    decision: 'REFER',
  },
  {
    name: 'sandbox-offered',
    applicant: { firstName: 'Olga', lastName: 'Offered' },
    productCode: 'PERSONAL',
    amount: '8000',
    interestRate: '9.9',
    months: 36,
    signals: [
      { type: 'CREDIT_SCORE', value: 745 },
      { type: 'MONTHLY_INCOME', value: 5200 },
      { type: 'MONTHLY_DEBT', value: 700 },
    ],
    decision: 'APPROVE',
    offers: [24, 36],
  },
  {
    name: 'sandbox-approved',
    applicant: { firstName: 'Amir', lastName: 'Approved' },
    productCode: 'PERSONAL',
    amount: '5000',
    interestRate: '9.9',
    months: 24,
    decision: 'APPROVE',
    offers: [24],
    converted: true,
  },
]
