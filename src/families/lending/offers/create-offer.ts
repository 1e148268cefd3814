// Makes an offer on an approved application.

import { Type } from 'typebox'
import { date, flag, id, instant, list } from '../../../http/body/fields.ts'
import { chosen } from '../../../http/operation.ts'
import type { NewFee } from '../../../loans/origination/offer-fees.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../origination-caller.ts'
import { lateFeeFault, term, termOf, terms, termsOf } from '../shapes/terms.ts'
import { amount, code, decimalOf, optionalMinorOf, percent } from '../shapes/values.ts'
import { OFFER } from './offer-example.ts'
import { offer, wireOffer } from './offer-shapes.ts'

const newFee = chosen(
  Type.Object({
    code: code('The fee'),
    amount: Type.Optional(amount('In major units')),
    percent: Type.Optional(percent('Of the amount, in place of an amount')),
    financed: Type.Optional(flag('Added to the principal; by default it is paid in advance')),
  }),
)

const body = Type.Object({
  applicationId: id('The application'),
  amount: Type.Optional(amount('At most what was approved, which is the default')),
  interestRate: Type.Optional(percent('The approved rate when left out')),
  rateId: Type.Optional(id('A rate of the product, in place of interestRate')),
  loanTerm: Type.Optional(term),
  terms: Type.Optional(terms),
  fees: Type.Optional(list(newFee, 'What is charged besides interest')),
  firstDueDate: Type.Optional(date('The first due date; by default one period after today')),
  expiresAt: Type.Optional(instant('In 14 days when left out; the end of the approval at the latest')),
})

export const createOffer = lendingOperation({
  id: 'CreateOffer',
  route: 'POST /offers',
  basis: 'given',
  access: { module: 'LOAN_ORIGINATION', action: 'CREATE' },
  errors: [
    'D-APPLICATION_NOT_FOUND',
    'D-RATE_NOT_FOUND',
    'D-NOT_APPROVED',
    'D-DECISION_EXPIRED',
    'D-INVALID_STATE',
    'D-AMOUNT_EXCEEDS_APPROVED',
    'D-PRODUCT_UNKNOWN',
    'D-AMOUNT_OUT_OF_RANGE',
    'D-TERM_OUT_OF_RANGE',
    'D-RATE_OUT_OF_RANGE',
    'D-FEE_CAP_EXCEEDED',
    'D-TERMS_INVALID',
    'D-LIMIT_EXCEEDED',
  ],
  tag: 'Offers',
  summary: 'Make an offer',
  description:
    'Amount, rate and term are the approved ones when they are left out, terms the product’s. Financed fees are added to ' +
    'the principal; others are prepaid. `amountFinanced` is the principal less all fees, and `amountFinanced` + ' +
    '`financeCharge` = `totalRepayable`, the sum of the rows. An application can have several offers.',
  body,
  rules(sent, found) {
    if (found.areValid('interestRate', 'rateId') && sent.interestRate !== undefined && sent.rateId !== undefined) {
      found.add('rateId', 'must not be sent with interestRate')
    }
    if (found.areValid('fees')) {
      for (const [index, fee] of (sent.fees ?? []).entries()) {
        if ((fee.amount === undefined) === (fee.percent === undefined)) {
          found.add(`fees[${index}]`, 'must have either amount or percent')
        }
      }
    }
    const fault = found.areValid('terms') ? lateFeeFault(sent.terms) : undefined
    if (fault !== undefined) found.add('terms.lateFee', fault)
  },
  reply: offer,
  requestExamples: [
    {
      name: 'offer',
      summary: 'With an origination fee of 1 %',
      value: {
        applicationId: OFFER.applicationId,
        amount: 1000,
        interestRate: 12,
        loanTerm: OFFER.loanTerm,
        fees: [{ code: 'ORIGINATION', percent: 1, financed: false }],
      },
    },
  ],
  replyExamples: [{ name: 'open', summary: 'It can be accepted', value: OFFER }],
  async handle(ask) {
    const sent = ask.body
    const { result, replayed } = await ask.services.offers.make(
      originationCaller(ask),
      sent.applicationId,
      ({ currency }) => ({
        amountMinor: optionalMinorOf(sent.amount, currency, 'amount'),
        interestRate: sent.interestRate === undefined ? undefined : decimalOf(sent.interestRate),
        rateId: sent.rateId,
        term: sent.loanTerm === undefined ? undefined : termOf(sent.loanTerm),
        terms: {
          ...termsOf(sent.terms ?? {}, currency),
          ...(sent.firstDueDate !== undefined && { firstDueDate: sent.firstDueDate }),
        },
        fees: (sent.fees ?? []).map(
          (fee, index): NewFee => ({
            code: fee.code,
            amountMinor: optionalMinorOf(fee.amount, currency, `fees[${index}].amount`),
            percent: fee.percent === undefined ? undefined : decimalOf(fee.percent),
            financed: fee.financed ?? false,
          }),
        ),
        expiresAtMs: sent.expiresAt === undefined ? undefined : Date.parse(sent.expiresAt),
      }),
      ask.key,
    )
    return reply(ask, wireOffer(result), { replayed })
  },
})
