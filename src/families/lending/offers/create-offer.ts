// Makes an offer on an approved application.

import { type Static, Type } from 'typebox'
import { date, flag, id, instant, list } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { replyText } from '../../../edge/partners/partner-operation.ts'
import type { ApplicationRecord } from '../../../loans/origination/applications/application-records.ts'
import type { NewOffer } from '../../../loans/origination/offers/draft-offer.ts'
import type { NewFee } from '../../../loans/origination/offers/offer-fees.ts'
import { jsonInSlices } from '../../../loans/servicing/slices/json-in-slices.ts'
import { afterDone } from '../../../platform/kernel/problems/problem.ts'
import { type LendingAsk, lendingOperation } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { lateFeeFault, term, termOf, terms, termsOf } from '../shapes/terms.ts'
import { amount, code, decimalOf, optionalMinorOf, percent, preview } from '../shapes/values.ts'
import { OFFER, OFFER_PREVIEW } from './offer-example.ts'
import { madeOrPreviewed, wireOffer, wirePreview } from './offer-shapes.ts'

const newFee = chosen(
  Type.Object({
    code: code('The fee'),
    amount: Type.Optional(amount('In major units')),
    percent: Type.Optional(percent('Percentage of the amount offered, in place of an amount')),
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
  preview,
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
    '`financeCharge` = `totalRepayable`, the sum of the rows. An application can have several offers. A ' +
    'preview answers the same figures and schedule without `offerId`, `status`, `version` and what else only an offer has ' +
    'that was made.',
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
  reply: madeOrPreviewed,
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
    { name: 'figures', summary: 'What it would cost', value: { applicationId: OFFER.applicationId, preview: true } },
  ],
  replyExamples: [
    { name: 'open', summary: 'It can be accepted', value: OFFER },
    { name: 'preview', summary: 'Nothing was made', value: OFFER_PREVIEW },
  ],
  async handle(ask) {
    const { applicationId, preview: isPreview } = ask.body
    const { offers } = ask.services
    const caller = originationCaller(ask)
    const signal = ask.call.abandoned
    const draft = newOffer(ask.body)
    if (isPreview === true) {
      const previewed = await offers.preview(caller, applicationId, draft, signal)
      return rendered(ask, () => wirePreview(previewed))
    }
    const { result, replayed } = await offers.make(caller, applicationId, draft, { key: ask.key, signal })
    return afterDone(() => rendered(ask, () => wireOffer(result), { replayed }))
  },
})

/** The schedule can have two thousand rows. */
function rendered(ask: LendingAsk, build: () => object, marks: { readonly replayed?: boolean } = {}) {
  return ask.services.offers.compute(originationCaller(ask), ask.call.abandoned, async (turn) => {
    const answer = build()
    await turn.pause()
    return replyText(ask, await jsonInSlices(answer, turn), marks)
  })
}

function newOffer(sent: Static<typeof body>): (application: ApplicationRecord) => NewOffer {
  return ({ currency }) => ({
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
  })
}
