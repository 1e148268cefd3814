// Opens a loan, from an accepted offer or directly from a product. Nothing is paid out yet.

import { afterDone, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { LoanAgreement, Term } from '../../engine/terms.ts'
import { findKey, type IdempotencyKey } from '../../keys/idempotency-keys.ts'
import { loanProblem } from '../../loan-problems.ts'
import { findApplication } from '../../origination/applications/application-records.ts'
import { findOffer } from '../../origination/offers/offer-records.ts'
import { assertAccepted, convertOffer } from '../../origination/offers/offers.ts'
import type { OriginationCaller } from '../../origination/origination-work.ts'
import { assertOffered, checkAgainstProduct } from '../../products/check-against-product.ts'
import type { LoanProducts } from '../../products/loan-catalogue.ts'
import type { LoanProduct } from '../../products/loan-product.ts'
import { type PartialTerms, resolveTerms } from '../../products/resolve-terms.ts'
import type { LoanBook } from '../book/loan-book.ts'
import type { JsonObject, LoanDraft, LoanHistory } from '../loan-record.ts'
import { termsFault } from './amend-loan.ts'
import { creationFault, futureFault } from './value-dates.ts'

export interface LoanOpeningParts {
  readonly database: Database
  readonly clock: Clock
  readonly products: LoanProducts
  readonly loanBook: Pick<LoanBook, 'open' | 'find' | 'businessDate'>
}

/** What both kinds of request say. */
interface LoanRequest {
  /** The business date by default. */
  readonly agreementDate?: string | undefined
  /** The agreement date by default. */
  readonly expectedDisbursementDate?: string | undefined
  readonly customerId?: string | undefined
  readonly externalReference?: string | undefined
}

export interface LoanFromOffer extends LoanRequest {
  readonly offerId: string
}

export interface DirectLoan extends LoanRequest {
  readonly productCode: string
  readonly currency?: string | undefined
  readonly interestRate: string
  readonly term: Term
  readonly applicant: JsonObject
  /** Amounts need the currency, which may be the product's. */
  principalMinor(currency: string): bigint
  terms(currency: string): PartialTerms | undefined
}

export type OpenedLoan = LoanHistory & { readonly replayed: boolean }

/**
 * Refusals, lowest status first: `partner-not-allowed`; `offer-not-found`; `idempotency-key-reused`,
 * `offer-not-accepted`, `loan-exists-for-offer`; `product-unknown`, `currency-not-offered`, `amount-`, `term-` and
 * `rate-out-of-range`, `future-dated`, `before-creation`, `terms-invalid`.
 */
export async function openLoan(
  parts: LoanOpeningParts,
  caller: OriginationCaller,
  request: LoanFromOffer | DirectLoan,
  key: IdempotencyKey | undefined,
): Promise<OpenedLoan> {
  const earlier = await openedBefore(parts, key)
  if (earlier !== undefined) return earlier
  try {
    const opening = { actor: caller.actor, ...(key !== undefined && { key }) }
    if (!('offerId' in request)) return await parts.loanBook.open(directDraft(parts, caller, request), opening)
    const { offerId } = request
    return await parts.loanBook.open(await draftFromOffer(parts, caller, request), {
      ...opening,
      alongside: (sql, loanId, views) =>
        convertOffer({ sql, nowMs: parts.clock.now(), caller, views }, offerId, loanId),
    })
  } catch (error) {
    // The same request may have been served concurrently, and this one refused because of it.
    const served = error instanceof Problem && error.kind === 'conflict' ? await openedBefore(parts, key) : undefined
    if (served === undefined) throw error
    return served
  }
}

async function openedBefore(
  { database, loanBook }: LoanOpeningParts,
  key: IdempotencyKey | undefined,
): Promise<OpenedLoan | undefined> {
  const used = key === undefined ? undefined : await findKey(database, key)
  if (key === undefined || used === undefined) return undefined
  const opened = await afterDone(() => loanBook.find(key.partnerId, used.resourceId))
  return { ...opened, replayed: true }
}

function directDraft(parts: LoanOpeningParts, caller: OriginationCaller, request: DirectLoan): LoanDraft {
  const product = assertOffered(parts.products.find(request.productCode))
  assertAllowed(caller, product)
  const { currency = product.currency, interestRate, term, applicant } = request
  if (!product.currencies.includes(currency)) checkAgainstProduct(product, { currency })
  const principalApprovedMinor = request.principalMinor(currency)
  checkAgainstProduct(
    product,
    { currency, amountMinor: principalApprovedMinor, term, rate: interestRate },
    { amount: 'principal' },
  )
  const agreement = {
    currency,
    principalApprovedMinor,
    interestRate,
    term,
    terms: resolveTerms(product, request.terms(currency), term, currency),
    policy: product.policy,
  }
  return draftOf(parts, caller, product, agreement, request, { applicant })
}

async function draftFromOffer(
  parts: LoanOpeningParts,
  caller: OriginationCaller,
  request: LoanFromOffer,
): Promise<LoanDraft> {
  const { database, clock, products } = parts
  const offer = await findOffer(database, caller, request.offerId, clock.now())
  if (offer === undefined) throw loanProblem('offer-not-found', 'there is no such offer')
  assertAccepted(offer)
  const { offerId, applicationId, agreement } = offer
  const application = await findApplication(database, caller, applicationId, clock.now())
  // An offer stands although its product is no longer offered to others.
  const product = products.find(offer.productCode)
  if (application === undefined || product === undefined)
    throw new Error(`offer ${offerId} has no application or product`)
  const origin = { offerId, applicationId, applicant: { ...application.applicant } }
  return draftOf(parts, caller, product, agreement, request, origin)
}

function draftOf(
  { loanBook }: LoanOpeningParts,
  { partnerId }: OriginationCaller,
  product: LoanProduct,
  agreed: Omit<LoanAgreement, 'agreementDate' | 'plannedDisbursement'>,
  request: LoanRequest,
  origin: Pick<LoanDraft, 'offerId' | 'applicationId' | 'applicant'>,
): LoanDraft {
  const { institutionId, productCode, accounting, overpaymentAllowed } = product
  const businessDate = loanBook.businessDate(institutionId)
  const { agreementDate = businessDate, expectedDisbursementDate: plannedDisbursement = agreementDate } = request
  const agreement: LoanAgreement = { ...agreed, agreementDate, plannedDisbursement }
  const fault =
    futureFault(agreementDate, businessDate, 'agreementDate') ??
    creationFault(plannedDisbursement, agreementDate, 'expectedDisbursementDate') ??
    termsFault(agreement)
  if (fault !== undefined) throw fault
  const { customerId, externalReference } = request
  return {
    institutionId,
    partnerId,
    productCode,
    agreement,
    accounting,
    overpaymentAllowed,
    ...origin,
    ...(customerId !== undefined && { customerId }),
    ...(externalReference !== undefined && { externalReference }),
  }
}

function assertAllowed({ institutionIds }: OriginationCaller, { institutionId }: LoanProduct): void {
  if (institutionIds.has(institutionId)) return
  throw loanProblem('partner-not-allowed', 'the partner does not work for the institution of the product')
}
