// An offer as the documentation shows it.

import { DECISION } from '../decisions/decision-shapes.ts'
import { TERMS } from '../shapes/examples.ts'

export const LISTED_OFFER = {
  offerId: '0197f3a0-5a13-7000-8b6e-9d2c4f1a7e38',
  applicationId: DECISION.applicationId,
  productCode: 'PERSONAL',
  institutionId: 'FI001',
  currency: 'USD',
  amount: 1000,
  principal: 1000,
  interestRate: 12,
  loanTerm: { termCount: 3, termUnit: 'Months' },
  terms: TERMS,
  fees: [{ code: 'ORIGINATION', amount: 10, percent: 1, financed: false }],
  firstDueDate: '2026-02-15',
  instalmentAmount: 340.02,
  numberOfInstalments: 3,
  totalInterest: 20.07,
  totalFees: 10,
  amountFinanced: 990,
  financeCharge: 30.07,
  totalRepayable: 1020.07,
  apr: 18.13,
  aprMethod: 'REG_Z_ACTUARIAL',
  status: 'OPEN',
  expiresAt: '2026-01-29T10:03:00.000Z',
  supersededOfferIds: [],
  version: 1,
  createdAt: '2026-01-15T10:03:00.000Z',
  updatedAt: '2026-01-15T10:03:00.000Z',
  createdBy: 'sandbox-lending',
}

export const OFFER = {
  ...LISTED_OFFER,
  schedulePreview: [
    { n: 1, dueDate: '2026-02-15', days: 31, principal: 330.02, interest: 10, total: 340.02, balance: 669.98 },
    { n: 2, dueDate: '2026-03-15', days: 28, principal: 333.32, interest: 6.7, total: 340.02, balance: 336.66 },
    { n: 3, dueDate: '2026-04-15', days: 31, principal: 336.66, interest: 3.37, total: 340.03, balance: 0 },
  ],
}

const { offerId, status, supersededOfferIds, version, createdAt, updatedAt, createdBy, ...offered } = OFFER
export const OFFER_PREVIEW = offered

export const ACCEPTED_OFFER = {
  ...OFFER,
  status: 'ACCEPTED',
  acceptedAt: '2026-01-16T08:00:00.000Z',
  acceptedBy: 'Ada Lovelace',
  channel: 'WEB',
  consents: ['TERMS', 'E_SIGN'],
  supersededOfferIds: ['0197f3a0-5a14-7000-8c7f-0e3d5a2b8f49'],
  version: 2,
  updatedAt: '2026-01-16T08:00:00.000Z',
}
