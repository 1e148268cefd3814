// `Loan` on the wire.

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { LoanPosition } from '../../../loans/engine/fold/loan-position.ts'
import { agreedNow } from '../../../loans/servicing/commands/amend-loan.ts'
import type { LoanHistory } from '../../../loans/servicing/loan-record.ts'
import { applicant } from './applicant.ts'
import { balances, wireBalances } from './balances.ts'
import { term, terms, wireTerm, wireTerms } from './terms.ts'
import { count, day, money, moneyOf, rate, rateOf, text, timestamp } from './values.ts'

export const LOAN_STATUSES = [
  'APPROVED',
  'ACTIVE',
  'IN_ARREARS',
  'OVERPAID',
  'CLOSED',
  'CANCELLED',
  'CHARGED_OFF',
  'WRITTEN_OFF',
] as const

export const loanFields = {
  loanId: text('The loan'),
  applicationId: Type.Optional(text('The application it comes from')),
  offerId: Type.Optional(text('The offer it comes from')),
  productCode: text('The product'),
  currency: text('ISO 4217 code'),
  institutionId: text("The product's institution, in whose books the loan is"),
  agreementDate: day('When it was agreed'),
  accountId: Type.Optional(text('The account that account services show, from the first disbursement on')),
  customerId: Type.Optional(text('The customer whose account it is')),
  externalReference: Type.Optional(text("The caller's own reference")),
  contact: Type.Optional(chosen(Type.Object({}, { description: 'As it was sent', additionalProperties: true }))),
  principalApproved: money('What may be paid out'),
  principalDisbursed: money('What was paid out'),
  interestRate: rate('Percent per year'),
  loanTerm: term,
  terms,
  applicant,
  status: oneOf('Where it stands', [...LOAN_STATUSES]),
  subStatus: Type.Optional(oneOf('HARDSHIP while an arrangement runs', ['HARDSHIP'])),
  disbursedOn: Type.Optional(day('The first disbursement')),
  maturityDate: day('The last due date'),
  balances,
  daysPastDue: count('Days since the oldest unpaid due date'),
  bucket: text("The product's bucket for them"),
  scheduleVersion: count('The newest schedule; the plan before the first disbursement is version 1'),
  version: count('Counts the changes'),
  createdAt: timestamp('When it was made'),
  updatedAt: timestamp('When it was last changed'),
  createdBy: text('Who made it'),
}

export const loan = chosen(Type.Object(loanFields, { component: 'Loan' }))

export type WireLoan = Static<typeof loan>

export function wireLoan(history: LoanHistory, position: LoanPosition): WireLoan {
  const { loan: record } = history
  const { currency } = record
  const agreed = agreedNow(record.agreement, history.events)
  return {
    loanId: record.loanId,
    ...(record.applicationId !== undefined && { applicationId: record.applicationId }),
    ...(record.offerId !== undefined && { offerId: record.offerId }),
    productCode: record.productCode,
    currency,
    institutionId: record.institutionId,
    agreementDate: agreed.agreementDate,
    ...(record.accountId !== undefined && { accountId: record.accountId }),
    ...(record.customerId !== undefined && { customerId: record.customerId }),
    ...(record.externalReference !== undefined && { externalReference: record.externalReference }),
    ...(record.contact !== undefined && { contact: record.contact as Record<string, unknown> }),
    principalApproved: moneyOf(agreed.principalApprovedMinor, currency),
    principalDisbursed: moneyOf(position.balances.disbursedMinor, currency),
    interestRate: rateOf(position.interestRate),
    loanTerm: wireTerm(agreed.term),
    terms: wireTerms(agreed.terms, currency),
    applicant: record.applicant as WireLoan['applicant'],
    status: position.status,
    ...(position.subStatus !== undefined && { subStatus: position.subStatus }),
    ...(position.disbursedOn !== undefined && { disbursedOn: position.disbursedOn }),
    maturityDate: position.maturityDate,
    balances: wireBalances(position.balances, currency),
    daysPastDue: position.daysPastDue,
    bucket: position.bucket,
    scheduleVersion: position.versions.length === 0 ? 1 : record.scheduleVersion,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    createdBy: record.createdBy,
  }
}
