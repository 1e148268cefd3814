// Offers on the wire.

import { type Static, Type } from 'typebox'
import { flag, line, list, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { PreviewRow } from '../../../loans/origination/offers/offer-figures.ts'
import type { OfferRecord, OfferTerms, OfferWithSchedule } from '../../../loans/origination/offers/offer-records.ts'
import type { PreviewedOffer } from '../../../loans/origination/offers/offers.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { term, terms, wireTerm, wireTerms } from '../shapes/terms.ts'
import { count, day, money, moneyOf, rate, rateOf, text, timestamp } from '../shapes/values.ts'

export const OFFER_STATUSES = ['OPEN', 'ACCEPTED', 'SUPERSEDED', 'CONVERTED', 'EXPIRED'] as const

const fee = chosen(
  Type.Object(
    {
      code: text('The fee'),
      amount: money('In major units'),
      percent: Type.Optional(rate('Percentage of the amount offered, when it was sent as one')),
      financed: flag('Added to the principal; otherwise paid in advance'),
    },
    { component: 'OfferFee' },
  ),
)

const previewRow = chosen(
  Type.Object(
    {
      n: count('From 1; a down payment is 0'),
      dueDate: day('When it is due'),
      days: count('Days of its period'),
      principal: money('Principal'),
      interest: money('Interest'),
      total: money('Both'),
      balance: money('Principal left after it'),
    },
    { component: 'OfferScheduleRow' },
  ),
)

/** What it offers, and what that costs. */
const offeredFields = {
  applicationId: text('The application'),
  productCode: text('The product'),
  institutionId: text("The product's institution"),
  currency: text('ISO 4217 code'),
  amount: money('What is offered'),
  principal: money('What the loan is of: the amount and financed fees'),
  interestRate: rate('Percent per year'),
  rateId: Type.Optional(text('The quoted rate it comes from')),
  loanTerm: term,
  terms,
  fees: list(fee, 'What is charged besides interest'),
  firstDueDate: day('When the first instalment is due if the loan is disbursed on the day of the offer'),
  instalmentAmount: money('The first instalment after a down payment and after grace'),
  numberOfInstalments: count('Without a down payment'),
  totalInterest: money('Interest of all rows'),
  totalFees: money('All fees'),
  amountFinanced: money('The principal less all fees: what the applicant gets'),
  financeCharge: money('Interest and all fees'),
  totalRepayable: money('All rows: amountFinanced and financeCharge'),
  apr: rate('Annual percentage rate'),
  aprMethod: oneOf('How it is computed', ['REG_Z_ACTUARIAL', 'EU_EFFECTIVE']),
  expiresAt: timestamp('From then on it cannot be accepted'),
}

/** What it has from the time when it is made. */
const madeFields = {
  offerId: text('The offer'),
  status: oneOf('Where it stands', [...OFFER_STATUSES]),
  acceptedAt: Type.Optional(timestamp('When it was accepted')),
  acceptedBy: Type.Optional(text('Who accepted it')),
  channel: Type.Optional(text('Where it was accepted')),
  consents: Type.Optional(list(line('A consent', 255), 'What was consented to')),
  supersededOfferIds: list(text('An offer'), 'The siblings that its acceptance has superseded'),
  supersededBy: Type.Optional(text('The sibling whose acceptance has superseded it')),
  loanId: Type.Optional(text('The loan from it')),
  version: count('Counts the changes'),
  createdAt: timestamp('When it was made'),
  updatedAt: timestamp('When it was last changed'),
  createdBy: text('Who made it'),
}

const fields = { ...offeredFields, ...madeFields }

/** As lists show it: without its schedule. */
export const listedOffer = chosen(Type.Object(fields, { component: 'ListedOffer' }))

const schedulePreview = chosen(Type.Array(previewRow, { description: 'Every row of the plan' }))

export const offer = chosen(Type.Object({ ...fields, schedulePreview }, { component: 'Offer' }))

/** A preview has only what is offered. */
export const madeOrPreviewed = Type.Object({
  ...offeredFields,
  ...Type.Partial(Type.Object(madeFields)).properties,
  schedulePreview,
})

function wireOffered(record: Omit<OfferTerms, 'offerId'>) {
  const { currency, figures, agreement } = record
  const moneyIn = (minor: bigint) => moneyOf(minor, currency)
  return {
    applicationId: record.applicationId,
    productCode: record.productCode,
    institutionId: record.institutionId,
    currency,
    amount: moneyIn(record.amountMinor),
    principal: moneyIn(agreement.principalApprovedMinor),
    interestRate: rateOf(record.interestRate),
    ...(record.rateId !== undefined && { rateId: record.rateId }),
    loanTerm: wireTerm(record.term),
    terms: wireTerms(agreement.terms, currency),
    fees: record.fees.map(({ code, amountMinor, percent, financed }) => ({
      code,
      amount: moneyIn(amountMinor),
      ...(percent !== undefined && { percent: rateOf(percent) }),
      financed,
    })),
    firstDueDate: record.firstDueDate,
    instalmentAmount: moneyIn(figures.instalmentMinor),
    numberOfInstalments: figures.instalments,
    totalInterest: moneyIn(figures.totalInterestMinor),
    totalFees: moneyIn(figures.totalFeesMinor),
    amountFinanced: moneyIn(figures.amountFinancedMinor),
    financeCharge: moneyIn(figures.financeChargeMinor),
    totalRepayable: moneyIn(figures.totalRepayableMinor),
    apr: rateOf(figures.apr),
    aprMethod: figures.aprMethod,
    expiresAt: isoTimestamp(record.expiresAtMs),
  }
}

export function wireListedOffer(record: OfferRecord): Static<typeof listedOffer> {
  return {
    offerId: record.offerId,
    ...wireOffered(record),
    status: record.status,
    ...(record.acceptedAt !== undefined && { acceptedAt: record.acceptedAt }),
    ...(record.acceptedBy !== undefined && { acceptedBy: record.acceptedBy }),
    ...(record.channel !== undefined && { channel: record.channel }),
    ...(record.consents !== undefined && { consents: [...record.consents] }),
    supersededOfferIds: [...record.supersededOfferIds],
    ...(record.supersededBy !== undefined && { supersededBy: record.supersededBy }),
    ...(record.loanId !== undefined && { loanId: record.loanId }),
    version: record.version,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdBy,
  }
}

export function wireOffer(record: OfferWithSchedule): Static<typeof offer> {
  return {
    ...wireListedOffer(record),
    schedulePreview: record.schedule.map((row) => wireRow(row, record.currency)),
  }
}

/** An offer that was not made. */
export function wirePreview(offered: PreviewedOffer): Static<typeof madeOrPreviewed> {
  return {
    ...wireOffered(offered),
    schedulePreview: offered.schedule.map((row) => wireRow(row, offered.currency)),
  }
}

function wireRow(row: PreviewRow, currency: string): Static<typeof previewRow> {
  return {
    n: row.n,
    dueDate: row.dueDate,
    days: row.days,
    principal: moneyOf(row.principalMinor, currency),
    interest: moneyOf(row.interestMinor, currency),
    total: moneyOf(row.principalMinor + row.interestMinor, currency),
    balance: moneyOf(row.balanceMinor, currency),
  }
}
