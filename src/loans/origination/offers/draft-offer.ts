// What an offer would be, before it is priced: the approval, the product and what was asked for decide. Nothing is written.

import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import type { LoanAgreement, Term } from '../../engine/terms.ts'
import { loanProblem } from '../../loan-problems.ts'
import { checkAgainstProduct } from '../../products/check-against-product.ts'
import type { LoanProducts, LoanRates } from '../../products/loan-catalogue.ts'
import type { AprMethod } from '../../products/loan-product.ts'
import { type PartialTerms, resolveTerms } from '../../products/resolve-terms.ts'
import { invalidState, resourceOf } from '../applications/application-changes.ts'
import type { ApplicationRecord } from '../applications/application-records.ts'
import { type Approval, readDecision } from '../decision-records.ts'
import type { OriginationWork } from '../origination-work.ts'
import { assessFees, feeTotals, type NewFee } from './offer-fees.ts'
import type { OfferTerms } from './offer-records.ts'

const OFFER_DAYS = 14

export interface NewOffer {
  /** The approved amount, rate and term by default. */
  readonly amountMinor?: bigint | undefined
  readonly interestRate?: string | undefined
  /** One of the product's rates, in place of interestRate. */
  readonly rateId?: string | undefined
  readonly term?: Term | undefined
  /** What is absent is the product's. */
  readonly terms?: PartialTerms | undefined
  readonly fees: readonly NewFee[]
  /** 14 days from now by default, and the end of the approval at the latest. */
  readonly expiresAtMs?: number | undefined
}

export interface OfferDraft extends Omit<OfferTerms, 'offerId' | 'figures' | 'firstDueDate'> {
  readonly aprMethod: AprMethod
}

export interface DraftParts {
  readonly products: LoanProducts
  readonly rates: Pick<LoanRates, 'find'>
  /** Today for an institution, YYYY-MM-DD. */
  businessDate(institutionId: string): string
}

/**
 * Refusals, in this order: `rate-not-found`; `decision-expired`, `not-approved`, `invalid-state`; `amount-exceeds-approved`,
 * what the product does not offer, `fee-cap-exceeded`.
 */
export async function draftOffer(
  { products, rates, businessDate }: DraftParts,
  work: OriginationWork,
  application: ApplicationRecord,
  sent: NewOffer,
): Promise<OfferDraft> {
  const quoted = quotedRate(rates, application, sent.rateId)
  const { decisionId, approval } = await approvalFor(work, application)
  const { applicationId, currency, institutionId, productCode } = application
  const amountMinor = sent.amountMinor ?? approval.approvedMinor
  const interestRate = quoted ?? sent.interestRate ?? approval.approvedRate
  const term = sent.term ?? approval.approvedTerm
  if (amountMinor > approval.approvedMinor) throw exceedsApproved()
  const offered = checkAgainstProduct(
    products.find(productCode),
    { currency, amountMinor, term, rate: interestRate },
    { amount: 'amount' },
  )
  const terms = resolveTerms(offered, sent.terms, term, currency)
  const fees = assessFees(sent.fees, amountMinor, { rounding: terms.rounding, capPercent: offered.feeCapPercent })
  const today = businessDate(institutionId)
  const agreement: LoanAgreement = {
    currency,
    principalApprovedMinor: amountMinor + feeTotals(fees).financedMinor,
    interestRate,
    term,
    terms,
    policy: offered.policy,
    agreementDate: today,
    plannedDisbursement: today,
  }
  return {
    applicationId,
    decisionId,
    institutionId,
    productCode,
    currency,
    amountMinor,
    interestRate,
    ...(sent.rateId !== undefined && { rateId: sent.rateId }),
    term,
    agreement,
    fees,
    expiresAtMs: Math.min(sent.expiresAtMs ?? work.nowMs + OFFER_DAYS * DAY_MS, approval.expiresAtMs),
    aprMethod: offered.aprMethod,
  }
}

/** The nominal rate of one of the product's rates; undefined when none is named. */
function quotedRate(
  rates: DraftParts['rates'],
  { productCode }: ApplicationRecord,
  rateId: string | undefined,
): string | undefined {
  if (rateId === undefined) return undefined
  const rate = rates.find(rateId)
  if (rate?.productCode === productCode) return rate.nominalRate
  throw loanProblem('rate-not-found', 'there is no such rate of the product', {
    details: [{ path: 'rateId', message: 'is not a rate of the product' }],
  })
}

/** The approval that offers of this application are made under. */
async function approvalFor(
  { sql, nowMs, caller }: OriginationWork,
  application: ApplicationRecord,
): Promise<{ readonly decisionId: string; readonly approval: Approval }> {
  const { status, decisionId } = application
  const resource = resourceOf(application)
  if (status === 'EXPIRED') throw loanProblem('decision-expired', 'the approval has expired', { resource })
  if (status === 'ACCEPTED' || status === 'CONVERTED') throw invalidState(application)
  if ((status !== 'APPROVED' && status !== 'OFFERED') || decisionId === undefined) {
    throw loanProblem('not-approved', `the application is ${status}`, { resource })
  }
  const { approval } = await readDecision(sql, caller, decisionId, nowMs)
  if (approval === undefined) throw new Error(`application ${application.applicationId} has no approval`)
  return { decisionId, approval }
}

function exceedsApproved() {
  const details = [{ path: 'amount', message: 'must not be more than the approved amount' }]
  return loanProblem('amount-exceeds-approved', 'more is offered than was approved', { details })
}
