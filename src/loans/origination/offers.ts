// Offers on an approved application: what a loan would cost, open for a while. Accepting one supersedes its siblings, and
// a loan converts it. Every change of an offer locks its application first, so that of two acceptances or two loans at
// once one wins.

import { authorOf } from '../../audit/actor.ts'
import { DAY_MS } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { ListPage, PageRequest } from '../../storage/list-query.ts'
import type { Once } from '../../storage/once.ts'
import type { LoanAgreement, Term } from '../engine/terms.ts'
import type { IdempotencyKey } from '../keys/idempotency-keys.ts'
import { loanProblem } from '../loan-problems.ts'
import { checkAgainstProduct } from '../products/check-against-product.ts'
import type { LoanProducts, LoanRates } from '../products/loan-catalogue.ts'
import { type PartialTerms, resolveTerms } from '../products/resolve-terms.ts'
import { applicationNotFound, auditOperator, invalidState, moveApplication, resourceOf } from './application-changes.ts'
import { type ApplicationRecord, lockApplication } from './application-records.ts'
import { type Approval, readDecision } from './decision-records.ts'
import { assessFees, feeTotals, type NewFee } from './offer-fees.ts'
import { priceOffer } from './offer-figures.ts'
import {
  findOffer,
  insertOffer,
  listOffers,
  type OfferFilter,
  type OfferRecord,
  type OfferWithSchedule,
} from './offer-records.ts'
import { type OriginationParts, originate } from './originate.ts'
import type { OriginationCaller, OriginationWork } from './origination-work.ts'
import { OFFER_MOVES } from './states.ts'

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

export interface Acceptance {
  readonly acceptedBy?: string | undefined
  readonly channel?: string | undefined
  readonly consents?: readonly string[] | undefined
}

interface OfferParts extends OriginationParts {
  readonly products: LoanProducts
  readonly rates: Pick<LoanRates, 'find'>
  /** Today for an institution, YYYY-MM-DD. */
  businessDate(institutionId: string): string
}

export class Offers {
  readonly #parts: OfferParts

  constructor(parts: OfferParts) {
    this.#parts = parts
  }

  /**
   * `draft` makes the offer for the application, whose currency it needs. Refusals, in this order:
   * `application-not-found`, `rate-not-found`; `decision-expired`, `not-approved`, `invalid-state`;
   * `amount-exceeds-approved`, what the product does not offer, `fee-cap-exceeded`, and impossible terms.
   */
  make(
    caller: OriginationCaller,
    applicationId: string,
    draft: (application: ApplicationRecord) => NewOffer,
    key?: IdempotencyKey,
  ): Promise<Once<OfferWithSchedule>> {
    return originate(this.#parts, caller, key, {
      read: existing,
      create: (work) => this.#make(work, applicationId, draft),
      resourceId: ({ offerId }) => offerId,
    })
  }

  async #make(
    work: OriginationWork,
    applicationId: string,
    draft: (application: ApplicationRecord) => NewOffer,
  ): Promise<OfferWithSchedule> {
    const { sql, nowMs, caller } = work
    const application = await lockApplication(sql, caller, applicationId, nowMs)
    if (application === undefined) throw applicationNotFound()
    const sent = draft(application)
    const quoted = this.#quotedRate(application, sent.rateId)
    const { decisionId, approval } = await approvalFor(work, application)
    const product = this.#parts.products.find(application.productCode)
    const { currency, institutionId, productCode } = application
    const amountMinor = sent.amountMinor ?? approval.approvedMinor
    const interestRate = quoted ?? sent.interestRate ?? approval.approvedRate
    const term = sent.term ?? approval.approvedTerm
    if (amountMinor > approval.approvedMinor) throw exceedsApproved()
    const offered = checkAgainstProduct(
      product,
      { currency, amountMinor, term, rate: interestRate },
      { amount: 'amount' },
    )
    const terms = resolveTerms(offered, sent.terms, term, currency)
    const fees = assessFees(sent.fees, amountMinor, { rounding: terms.rounding, capPercent: offered.feeCapPercent })
    const today = this.#parts.businessDate(institutionId)
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
    const { figures, schedule, firstDueDate } = priceOffer(agreement, fees, offered.aprMethod)
    const offerId = newId(nowMs)
    const expiresAtMs = Math.min(sent.expiresAtMs ?? nowMs + OFFER_DAYS * DAY_MS, approval.expiresAtMs)
    await insertOffer(
      work,
      {
        offerId,
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
        figures,
        firstDueDate,
        expiresAtMs,
      },
      schedule,
    )
    await moveApplication(work, application, { event: 'OFFER', resourceId: offerId })
    const offer = await existing(work, offerId)
    await auditOperator(work, 'loan-offer.create', aboutOf(offer), { applicationId, amountMinor, interestRate })
    return offer
  }

  /** The nominal rate of one of the product's rates; undefined when none is named. */
  #quotedRate({ productCode }: ApplicationRecord, rateId: string | undefined): string | undefined {
    if (rateId === undefined) return undefined
    const rate = this.#parts.rates.find(rateId)
    if (rate?.productCode === productCode) return rate.nominalRate
    throw loanProblem('rate-not-found', 'there is no such rate of the product', {
      details: [{ path: 'rateId', message: 'is not a rate of the product' }],
    })
  }

  /** Refusals: `offer-not-found`. */
  async find(caller: OriginationCaller, offerId: string): Promise<OfferWithSchedule> {
    const { database, clock } = this.#parts
    return await existing({ sql: database, nowMs: clock.now(), caller }, offerId)
  }

  list(caller: OriginationCaller, filter: OfferFilter, page: PageRequest): Promise<ListPage<OfferRecord>> {
    const { database, clock } = this.#parts
    return listOffers(database, caller, filter, page, clock.now())
  }

  /**
   * Accepting the accepted offer again returns it unchanged. Refusals: `offer-not-found`; `offer-expired`,
   * `sibling-accepted`, `offer-not-open`.
   */
  accept(
    caller: OriginationCaller,
    offerId: string,
    acceptance: Acceptance,
    key?: IdempotencyKey,
  ): Promise<Once<OfferWithSchedule>> {
    return originate(this.#parts, caller, key, {
      read: existing,
      create: (work) => acceptOffer(work, offerId, acceptance),
      resourceId: () => offerId,
    })
  }
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

async function acceptOffer(
  work: OriginationWork,
  offerId: string,
  { acceptedBy, channel, consents }: Acceptance,
): Promise<OfferWithSchedule> {
  const { sql, nowMs, caller } = work
  const { offer, application } = await lockOffer(work, offerId)
  if (offer.status === 'ACCEPTED') return offer
  if (OFFER_MOVES[offer.status].ACCEPT === undefined) throw notAcceptable(offer)
  await sql.query(
    `UPDATE loan_offers
        SET status = 'ACCEPTED', accepted_at = $3, accepted_by = $4, channel = $5, consents = $6,
            version = version + 1, updated_at = $3, updated_by = $7
      WHERE institution_id = $1 AND offer_id = $2`,
    [
      offer.institutionId,
      offerId,
      new Date(nowMs),
      acceptedBy ?? authorOf(caller.actor),
      channel ?? null,
      consents === undefined ? null : JSON.stringify(consents),
      authorOf(caller.actor),
    ],
  )
  // Those that have expired stay expired.
  await sql.query(
    `UPDATE loan_offers
        SET status = 'SUPERSEDED', superseded_by = $3, version = version + 1, updated_at = $4, updated_by = $5
      WHERE institution_id = $1 AND application_id = $2 AND offer_id <> $3 AND status = 'OPEN' AND expires_at > $4`,
    [offer.institutionId, offer.applicationId, offerId, new Date(nowMs), authorOf(caller.actor)],
  )
  await moveApplication(work, application, { event: 'ACCEPT', resourceId: offerId })
  const accepted = await existing(work, offerId)
  await auditOperator(work, 'loan-offer.accept', aboutOf(offer), {
    applicationId: offer.applicationId,
    supersededOfferIds: accepted.supersededOfferIds,
  })
  return accepted
}

function notAcceptable(offer: OfferRecord) {
  const resource = { type: 'offer', id: offer.offerId, state: offer.status }
  if (offer.status === 'EXPIRED') return loanProblem('offer-expired', 'the offer has expired', { resource })
  if (offer.status === 'SUPERSEDED') {
    return loanProblem('sibling-accepted', 'another offer of the application was accepted', { resource })
  }
  return loanProblem('offer-not-open', `the offer is ${offer.status}`, { resource })
}

/**
 * For the transaction that opens a loan from an offer: marks the offer and its application CONVERTED and the decision
 * CONSUMED. Refusals: `offer-not-found`; `loan-exists-for-offer`, `offer-not-accepted`.
 */
export async function convertOffer(work: OriginationWork, offerId: string, loanId: string): Promise<void> {
  const { sql, nowMs, caller } = work
  const { offer, application } = await lockOffer(work, offerId)
  assertAccepted(offer)
  const now = new Date(nowMs)
  await sql.query(
    `UPDATE loan_offers SET status = 'CONVERTED', loan_id = $3, version = version + 1, updated_at = $4, updated_by = $5
      WHERE institution_id = $1 AND offer_id = $2`,
    [offer.institutionId, offerId, loanId, now, authorOf(caller.actor)],
  )
  await sql.query(
    `UPDATE loan_decisions SET status = 'CONSUMED', version = version + 1, updated_at = $3, updated_by = $4
      WHERE institution_id = $1 AND decision_id = $2`,
    [offer.institutionId, offer.decisionId, now, authorOf(caller.actor)],
  )
  await moveApplication(work, application, { event: 'CONVERT', resourceId: loanId })
}

/** Refusals: `loan-exists-for-offer` for a converted offer, `offer-not-accepted` for any other that is not ACCEPTED. */
export function assertAccepted({ offerId, status }: OfferRecord): void {
  const resource = { type: 'offer', id: offerId, state: status }
  if (status === 'CONVERTED') {
    throw loanProblem('loan-exists-for-offer', 'there is a loan from this offer', { resource })
  }
  if (status !== 'ACCEPTED') {
    throw loanProblem('offer-not-accepted', `the offer is ${status}`, { resource })
  }
}

/** Locks the offer's application, then reads both. */
async function lockOffer(
  work: OriginationWork,
  offerId: string,
): Promise<{ readonly offer: OfferWithSchedule; readonly application: ApplicationRecord }> {
  const { sql, nowMs, caller } = work
  const { applicationId } = await existing(work, offerId)
  const application = await lockApplication(sql, caller, applicationId, nowMs)
  if (application === undefined) throw offerNotFound()
  return { offer: await existing(work, offerId), application }
}

async function existing({ sql, nowMs, caller }: OriginationWork, offerId: string): Promise<OfferWithSchedule> {
  const offer = await findOffer(sql, caller, offerId, nowMs)
  if (offer === undefined) throw offerNotFound()
  return offer
}

function offerNotFound() {
  return loanProblem('offer-not-found', 'there is no such offer')
}

function aboutOf({ offerId, institutionId }: OfferRecord) {
  return { resource: 'loan-offer', resourceId: offerId, institutionId }
}
