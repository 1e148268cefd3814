// A loan as the documentation shows it: 1,200.00 USD over three months at 12 percent.

import type { WireLoan } from './loan.ts'
import type { WireInstalment } from './schedule.ts'
import type { WireTransaction } from './transaction.ts'

export const LOAN_ID = '01978a2e-6f00-7000-8000-00000000c0de'
const EVENT_ID = '01978a2e-6f00-7000-8000-00000000d15b'

const NOTHING = { penalties: 0, fees: 0, interest: 0, principal: 0, overpayment: 0 }

export const BALANCES: WireLoan['balances'] = {
  principal: 1200,
  interestAccrued: 5.6,
  interestDue: 0,
  fees: 0,
  penalties: 0,
  totalOutstanding: 1205.6,
  totalOverdue: 0,
  overpayment: 0,
  payoffAmount: 1205.6,
  perDiem: 0.4,
  disbursed: 1200,
  repaid: NOTHING,
}

export const INSTALMENTS: WireInstalment[] = [
  instalment(1, '2026-02-01', 31, 396.03, 12, 803.97),
  instalment(2, '2026-03-01', 28, 399.99, 8.04, 403.98),
  instalment(3, '2026-04-01', 31, 403.98, 4.04, 0),
]

function instalment(
  n: number,
  dueDate: string,
  days: number,
  principal: number,
  interest: number,
  balance: number,
): WireInstalment {
  const total = Math.round((principal + interest) * 100) / 100
  const before = Math.round((balance + principal) * 100) / 100
  return {
    n,
    dueDate,
    days,
    principal,
    interest,
    fees: 0,
    penalties: 0,
    total,
    paid: 0,
    paidInAdvance: 0,
    paidLate: 0,
    outstanding: total,
    balance,
    status: 'FUTURE',
    explain: [{ balance: before, rate: 12, days, interest }],
  }
}

export const TOTALS = {
  principal: 1200,
  interest: 24.08,
  fees: 0,
  penalties: 0,
  total: 1224.08,
  paid: 0,
  outstanding: 1224.08,
}

export const DELTA = {
  principal: 0,
  interest: -4.03,
  fees: 0,
  penalties: 0,
  total: -4.03,
  instalments: 0,
  maturityDays: 0,
}

/** What the product of the examples agrees. */
export const TERMS = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloon: 0,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
} as const

export const LOAN: WireLoan = {
  loanId: LOAN_ID,
  productCode: 'PERSONAL',
  currency: 'USD',
  institutionId: 'FI001',
  agreementDate: '2026-01-01',
  principalApproved: 1200,
  principalDisbursed: 1200,
  interestRate: 12,
  loanTerm: { termCount: 3, termUnit: 'Months' },
  terms: TERMS,
  applicant: { firstName: 'Ada', lastName: 'Example' },
  status: 'ACTIVE',
  disbursedOn: '2026-01-01',
  maturityDate: '2026-04-01',
  balances: BALANCES,
  daysPastDue: 0,
  bucket: 'CURRENT',
  scheduleVersion: 1,
  version: 2,
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:05:00.000Z',
  createdBy: 'sandbox-lending',
}

export const TRANSACTION: WireTransaction = {
  transactionId: EVENT_ID,
  type: 'DISBURSEMENT',
  amount: 1200,
  valueDate: '2026-01-01',
  bookedAt: '2026-01-01T09:05:00.000Z',
  allocation: NOTHING,
  perInstalment: [],
  balancesAfter: { ...BALANCES, interestAccrued: 0, totalOutstanding: 1200, payoffAmount: 1200 },
  status: 'POSTED',
}
