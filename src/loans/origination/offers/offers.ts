// Offers on an approved application: what a loan would cost, open for a while. Accepting one supersedes its siblings, and
// a loan converts it. Every change of an offer locks its application first, so that of two acceptances or two loans at
// once one wins.

import { authorOf } from '../../../administration/audit/actor.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { isUnclear, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { Once } from '../../../platform/storage/statements/once.ts'
import { finished } from '../../engine/fold/steps.ts'
import type { IdempotencyKey } from '../../keys/idempotency-keys.ts'
import { type ToldWork, tellOffer } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { LendingTurns, type Turn } from '../../servicing/slices/lending-turns.ts'
import { inSlices } from '../../servicing/slices/steps-in-slices.ts'
import {
  applicationNotFound,
  auditOperator,
  moveApplication,
  statusAfter,
} from '../applications/application-changes.ts'
import { type ApplicationRecord, findApplication, lockApplication } from '../applications/application-records.ts'
import { jsonWithMinor } from '../minor-json.ts'
import { type OriginationParts, originate } from '../originate.ts'
import type { OriginationCaller } from '../origination-work.ts'
import { OFFER_MOVES } from '../states.ts'
import { type DraftParts, draftOffer, type NewOffer, type OfferDraft } from './draft-offer.ts'
import { type PreviewRow, type PricedOffer, priceOffer } from './offer-figures.ts'
import {
  findOffer,
  insertOffer,
  listOffers,
  type OfferFilter,
  type OfferRecord,
  type OfferTerms,
  type OfferWithSchedule,
} from './offer-records.ts'

export interface Acceptance {
  readonly acceptedBy?: string | undefined
  readonly channel?: string | undefined
  readonly consents?: readonly string[] | undefined
}

/** Makes the offer for an application, whose currency it needs. */
type DraftFor = (application: ApplicationRecord) => NewOffer

/** An offer that was not made: it has no id, no state and no version. */
export type PreviewedOffer = Omit<OfferTerms, 'offerId'> & { readonly schedule: readonly PreviewRow[] }

interface OfferParts extends OriginationParts, DraftParts {
  /** Shared by all that compute on the main thread. */
  readonly turns?: LendingTurns
}

/** What was computed before the transaction, and from what. */
interface Prepared {
  readonly basis: string
  readonly priced: PricedOffer
}

export class Offers {
  readonly #parts: OfferParts
  readonly #turns: LendingTurns

  constructor(parts: OfferParts) {
    this.#parts = parts
    this.#turns = parts.turns ?? new LendingTurns()
  }

  /**
   * Refusals, in this order: `application-not-found`, `rate-not-found`; `decision-expired`, `not-approved`,
   * `invalid-state`; `amount-exceeds-approved`, what the product does not offer, `fee-cap-exceeded`, and impossible terms.
   */
  async make(
    caller: OriginationCaller,
    applicationId: string,
    draft: DraftFor,
    { key, signal }: { readonly key?: IdempotencyKey | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Once<OfferWithSchedule>> {
    const prepared = await this.#prepared(caller, applicationId, draft, signal)
    return originate(this.#parts, caller, key, {
      read: existing,
      create: (work) => this.#make(work, applicationId, draft, prepared),
      resourceId: ({ offerId }) => offerId,
    })
  }

  /** What make() would make, with nothing locked or written. Refusals as of make(). */
  async preview(
    caller: OriginationCaller,
    applicationId: string,
    draft: DraftFor,
    signal?: AbortSignal,
  ): Promise<PreviewedOffer> {
    const { application, drafted } = await this.#drafted(caller, applicationId, draft)
    const { figures, firstDueDate, schedule } = await this.#price(caller, drafted, signal)
    statusAfter(application, 'OFFER')
    const { aprMethod: _, ...terms } = drafted
    return { ...terms, figures, firstDueDate, schedule }
  }

  /** Computes for the caller in slices that let other work in between. Refusals: `unavailable`, as of a large loan. */
  compute<Result>(
    { partnerId }: OriginationCaller,
    signal: AbortSignal | undefined,
    build: (turn: Turn) => Promise<Result> | Result,
  ): Promise<Result> {
    return this.#turns.run(partnerId, signal, build)
  }

  /**
   * A long plan is priced in slices, and not while the application is locked. Undefined when it is refused: the
   * transaction refuses it, unless its key was used before.
   */
  async #prepared(
    caller: OriginationCaller,
    applicationId: string,
    draft: DraftFor,
    signal: AbortSignal | undefined,
  ): Promise<Prepared | undefined> {
    try {
      const { drafted } = await this.#drafted(caller, applicationId, draft)
      return { basis: basisOf(drafted), priced: await this.#price(caller, drafted, signal) }
    } catch (error) {
      if (error instanceof Problem && !isUnclear(error)) return undefined
      throw error
    }
  }

  async #drafted(caller: OriginationCaller, applicationId: string, draft: DraftFor) {
    const { database, clock } = this.#parts
    const work = { sql: database, nowMs: clock.now(), caller }
    const application = await findApplication(database, caller, applicationId, work.nowMs)
    if (application === undefined) throw applicationNotFound()
    return { application, drafted: await draftOffer(this.#parts, work, application, draft(application)) }
  }

  #price(caller: OriginationCaller, drafted: OfferDraft, signal: AbortSignal | undefined): Promise<PricedOffer> {
    return this.compute(caller, signal, (turn) => inSlices(pricing(drafted), turn))
  }

  async #make(
    work: ToldWork,
    applicationId: string,
    draft: DraftFor,
    prepared: Prepared | undefined,
  ): Promise<OfferWithSchedule> {
    const { sql, nowMs, caller } = work
    const application = await lockApplication(sql, caller, applicationId, nowMs)
    if (application === undefined) throw applicationNotFound()
    const drafted = await draftOffer(this.#parts, work, application, draft(application))
    // The approval, the product or the date may have changed since.
    const isPriced = prepared !== undefined && prepared.basis === basisOf(drafted)
    const { figures, schedule, firstDueDate } = isPriced ? prepared.priced : finished(pricing(drafted))
    const offerId = newId(nowMs)
    const { aprMethod: _, ...terms } = drafted
    await insertOffer(work, { ...terms, offerId, figures, firstDueDate }, schedule)
    await moveApplication(work, application, { event: 'OFFER', resourceId: offerId })
    const offer = await existing(work, offerId)
    await tellOffer(work, 'loan-offer.created', offer)
    const { amountMinor, interestRate } = drafted
    await auditOperator(work, 'loan-offer.create', aboutOf(offer), { applicationId, amountMinor, interestRate })
    return offer
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

function pricing({ agreement, fees, aprMethod }: OfferDraft) {
  return priceOffer(agreement, fees, aprMethod)
}

/** All that the price depends on. */
function basisOf({ agreement, fees, aprMethod }: OfferDraft): string {
  return jsonWithMinor({ agreement, fees, aprMethod })
}

async function acceptOffer(
  work: ToldWork,
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
  await tellOffer(work, 'loan-offer.accepted', accepted)
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
export async function convertOffer(work: ToldWork, offerId: string, loanId: string): Promise<void> {
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
  work: ToldWork,
  offerId: string,
): Promise<{ readonly offer: OfferWithSchedule; readonly application: ApplicationRecord }> {
  const { sql, nowMs, caller } = work
  const { applicationId } = await existing(work, offerId)
  const application = await lockApplication(sql, caller, applicationId, nowMs)
  if (application === undefined) throw offerNotFound()
  return { offer: await existing(work, offerId), application }
}

async function existing({ sql, nowMs, caller }: ToldWork, offerId: string): Promise<OfferWithSchedule> {
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
