// A new loan, from an accepted offer or directly from a product.

import { type Static, Type } from 'typebox'
import { currency, date, id, ownReference } from '../../../edge/http/body/fields.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { type DirectLoan, type LoanFromOffer, openLoan } from '../../../loans/servicing/commands/open-loan.ts'
import { type LendingAsk, lendingOperation, reply } from '../lending-operation.ts'
import { applicant } from '../shapes/applicant.ts'
import { BALANCES, INSTALMENTS, LOAN } from '../shapes/examples.ts'
import { loanFields, wireLoan } from '../shapes/loan.ts'
import { schedulePreview, wireInstalment } from '../shapes/schedule.ts'
import { lateFeeFault, term, termOf, terms, termsOf } from '../shapes/terms.ts'
import { amount, code, decimalOf, minorOf, percent } from '../shapes/values.ts'

const newLoan = Type.Object({
  offerId: Type.Optional(id('An accepted offer; without it the loan is made directly from the product')),
  productCode: Type.Optional(code('The product')),
  principal: Type.Optional(amount('What may be paid out')),
  interestRate: Type.Optional(percent('Percent per year')),
  loanTerm: Type.Optional(term),
  applicant: Type.Optional(applicant),
  currency: Type.Optional(currency),
  terms: Type.Optional(terms),
  expectedDisbursementDate: Type.Optional(date('The day that the plan starts on; by default the agreement date')),
  agreementDate: Type.Optional(date('When it was agreed, today or earlier; by default the business date')),
  customerId: Type.Optional(id('The customer who gets a loan account with the first disbursement')),
  externalReference: Type.Optional(ownReference("The caller's own reference")),
})

type NewLoan = Static<typeof newLoan>

const DIRECT = ['productCode', 'principal', 'interestRate', 'loanTerm', 'applicant'] as const
const DIRECT_ONLY = [...DIRECT, 'currency', 'terms'] as const

const NEW_LOAN = {
  ...LOAN,
  principalDisbursed: 0,
  status: 'APPROVED',
  disbursedOn: undefined,
  scheduleVersion: 1,
  version: 1,
  balances: {
    ...BALANCES,
    principal: 0,
    interestAccrued: 0,
    totalOutstanding: 0,
    payoffAmount: 0,
    perDiem: 0,
    disbursed: 0,
  },
}

export const createLoan = lendingOperation({
  id: 'CreateLoan',
  route: 'POST /loans',
  access: { module: 'LOAN_SERVICING', action: 'CREATE' },
  basis: 'given',
  tag: 'Loans',
  summary: 'Make a loan',
  description:
    'From an accepted offer, or directly from a product with what an offer would say. The loan is APPROVED; nothing is ' +
    'paid out yet. What the request leaves out of the terms is the product’s.',
  body: newLoan,
  rules: checkNewLoan,
  reply: Type.Object({ ...loanFields, schedulePreview }),
  errors: [
    'D-PARTNER_NOT_ALLOWED',
    'D-OFFER_NOT_FOUND',
    'D-OFFER_NOT_ACCEPTED',
    'D-LOAN_EXISTS_FOR_OFFER',
    'D-PRODUCT_UNKNOWN',
    'D-CURRENCY_NOT_OFFERED',
    'D-AMOUNT_OUT_OF_RANGE',
    'D-TERM_OUT_OF_RANGE',
    'D-RATE_OUT_OF_RANGE',
    'D-TERMS_INVALID',
    'D-FUTURE_DATED',
    'D-BEFORE_CREATION',
  ],
  requestExamples: [
    {
      name: 'direct',
      summary: 'Without an offer',
      value: {
        productCode: 'PERSONAL',
        principal: 1200,
        interestRate: 12,
        loanTerm: { termCount: 3, termUnit: 'Months' },
        applicant: { firstName: 'Ada', lastName: 'Example' },
      },
    },
    {
      name: 'fromOffer',
      summary: 'From an accepted offer',
      value: { offerId: '01978a2e-6f00-7000-8000-00000000ffe2', customerId: 'CUST0001' },
    },
  ],
  replyExamples: [
    {
      name: 'loan',
      summary: 'The loan',
      value: JSON.parse(JSON.stringify({ ...NEW_LOAN, schedulePreview: INSTALMENTS })),
    },
  ],
  async handle(ask) {
    const { services, partner, actor } = ask
    const { database, clock, loanCatalogue, loanBook } = services
    const caller = { partnerId: ask.partnerId, institutionIds: partner.institutionIds, actor }
    const opened = await openLoan(
      { database, clock, products: loanCatalogue.products, loanBook },
      caller,
      requestOf(ask),
      ask.key,
    )
    const position = loanBook.position(opened)
    const preview = position.instalments.map((row) => wireInstalment(row, opened.loan.currency))
    return reply(ask, { ...wireLoan(opened, position), schedulePreview: preview }, opened)
  },
})

/** Either an offer or everything that an offer would say. */
function checkNewLoan(body: NewLoan, found: Findings): void {
  if (body.offerId !== undefined) {
    for (const field of DIRECT_ONLY) if (body[field] !== undefined) found.add(field, 'must not be sent with offerId')
  } else {
    for (const field of DIRECT) if (body[field] === undefined) found.add(field, 'is required without offerId')
  }
  const fault = found.areValid('terms.lateFee') ? lateFeeFault(body.terms) : undefined
  if (fault !== undefined) found.add('terms.lateFee', fault)
}

function requestOf({ body }: LendingAsk & { readonly body: NewLoan }): LoanFromOffer | DirectLoan {
  const { offerId, agreementDate, expectedDisbursementDate, customerId, externalReference } = body
  const general = { agreementDate, expectedDisbursementDate, customerId, externalReference }
  if (offerId !== undefined) return { offerId, ...general }
  const { productCode = '', principal = 0, interestRate = 0, loanTerm, applicant: borrower = {}, terms: sent } = body
  if (loanTerm === undefined) throw new TypeError('the rules admit no loan without a term')
  return {
    ...general,
    productCode,
    currency: body.currency,
    interestRate: decimalOf(interestRate),
    term: termOf(loanTerm),
    applicant: borrower,
    principalMinor: (currencyCode) => minorOf(principal, currencyCode, 'principal'),
    terms: (currencyCode) => sent && termsOf(sent, currencyCode),
  }
}
