// Decisions on applications. An APPROVE or DECLINE is final; a REFER is superseded by the next decision. An approval says
// what may be lent, and ends after a while unless an offer was accepted by then.

import { authorOf } from '../../administration/audit/actor.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { DAY_MS } from '../../platform/kernel/time/clock.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import type { Term } from '../engine/terms.ts'
import type { IdempotencyKey } from '../keys/idempotency-keys.ts'
import { noteHome } from '../lending-homes.ts'
import { type ToldWork, tellDecision } from '../loan-events.ts'
import { loanProblem } from '../loan-problems.ts'
import { checkAgainstProduct } from '../products/check-against-product.ts'
import type { LoanProducts } from '../products/loan-catalogue.ts'
import { applicationNotFound, auditOperator, moveApplication, resourceOf } from './applications/application-changes.ts'
import { type ApplicationRecord, lockApplication } from './applications/application-records.ts'
import { hasRiskSignals } from './applications/risk-signals.ts'
import { type Approval, type DecisionKind, type DecisionRecord, readDecision } from './decision-records.ts'
import { type OriginationParts, originate } from './originate.ts'
import { isOperator, type OriginationCaller } from './origination-work.ts'
import { APPLICATION_MOVES } from './states.ts'

/** The reason with which a DECLINE withdraws the application. */
const APPLICANT_WITHDREW = 'APPLICANT_WITHDREW'

const APPROVAL_DAYS = 30

export interface NewDecision {
  readonly decision: DecisionKind
  readonly reasonCodes: readonly string[]
  /** What is approved; the request itself by default. Read for an APPROVE only. */
  readonly approvedMinor?: bigint | undefined
  readonly approvedRate?: string | undefined
  readonly approvedTerm?: Term | undefined
  /** The end of the approval, 30 days from now by default. One that has passed is expired at once. */
  readonly expiresAtMs?: number | undefined
  readonly conditions: readonly string[]
  /** The author by default. An operator decides in their own name. */
  readonly decidedBy?: string | undefined
}

export class Decisions {
  readonly #parts: OriginationParts
  readonly #products: LoanProducts

  constructor(parts: OriginationParts & { readonly products: LoanProducts }) {
    this.#parts = parts
    this.#products = parts.products
  }

  /**
   * `draft` makes the decision for the application, whose currency it needs. Refusals, in this order:
   * `application-not-found`; `already-decided`, `risk-signals-missing`; `reason-required`, `approved-amount-exceeds-request`,
   * and what the product does not offer.
   */
  record(
    caller: OriginationCaller,
    applicationId: string,
    draft: (application: ApplicationRecord) => NewDecision,
    key?: IdempotencyKey,
  ): Promise<Once<DecisionRecord>> {
    return originate(this.#parts, caller, key, {
      read: ({ sql, nowMs }, id) => readDecision(sql, caller, id, nowMs),
      create: (work) => this.#record(work, applicationId, draft),
      resourceId: ({ decisionId }) => decisionId,
    })
  }

  async #record(
    work: ToldWork,
    applicationId: string,
    draft: (application: ApplicationRecord) => NewDecision,
  ): Promise<DecisionRecord> {
    const { sql, nowMs, caller } = work
    const application = await lockApplication(sql, caller, applicationId, nowMs)
    if (application === undefined) throw applicationNotFound()
    const sent = draft(application)
    const event = eventOf(sent)
    if (APPLICATION_MOVES[application.status][event] === undefined) throw alreadyDecided(application)
    const approval = event === 'APPROVE' ? await this.#approve(work, application, sent) : undefined
    if (event !== 'APPROVE' && sent.reasonCodes.length === 0) {
      const details = [{ path: 'reasonCodes', message: 'is required unless the decision is APPROVE' }]
      throw loanProblem('reason-required', 'the decision needs a reason', { details })
    }
    const decisionId = newId(nowMs)
    await supersedeReferral(work, application)
    await insertDecision(work, decisionId, application, sent, approval)
    await moveApplication(work, application, {
      event,
      resourceId: decisionId,
      decisionId,
      ...(approval && { expiresAtMs: approval.expiresAtMs }),
    })
    const decision = await readDecision(sql, caller, decisionId, nowMs)
    await tellDecision(work, decision, application.institutionId)
    const about = { resource: 'loan-application', resourceId: applicationId, institutionId: application.institutionId }
    await auditOperator(work, 'loan-application.decide', about, {
      decisionId,
      decision: sent.decision,
      reasonCodes: sent.reasonCodes,
      ...approval,
    })
    return decision
  }

  async #approve({ sql, nowMs }: ToldWork, application: ApplicationRecord, sent: NewDecision): Promise<Approval> {
    const product = this.#products.find(application.productCode)
    if (product?.riskSignalsRequired === true && !(await hasRiskSignals(sql, application))) {
      const message = 'the product needs risk signals before an approval'
      throw loanProblem('risk-signals-missing', message, { resource: resourceOf(application) })
    }
    const approval = {
      approvedMinor: sent.approvedMinor ?? application.requestedMinor,
      approvedRate: sent.approvedRate ?? application.interestRate,
      approvedTerm: sent.approvedTerm ?? application.term,
      expiresAtMs: sent.expiresAtMs ?? nowMs + APPROVAL_DAYS * DAY_MS,
    }
    if (approval.approvedMinor > application.requestedMinor) {
      const details = [{ path: 'approvedAmount', message: 'must not be more than the requested amount' }]
      const message = 'more is approved than was asked for'
      throw loanProblem('approved-amount-exceeds-request', message, { details })
    }
    checkAgainstProduct(
      product,
      {
        currency: application.currency,
        amountMinor: approval.approvedMinor,
        term: approval.approvedTerm,
        rate: approval.approvedRate,
      },
      { amount: 'approvedAmount', term: 'approvedTerm', rate: 'approvedRate' },
    )
    return approval
  }
}

function eventOf({ decision, reasonCodes }: NewDecision): DecisionKind | 'WITHDRAW' {
  return decision === 'DECLINE' && reasonCodes.includes(APPLICANT_WITHDREW) ? 'WITHDRAW' : decision
}

function alreadyDecided(application: ApplicationRecord) {
  const message = `the application is ${application.status}: its decision is final`
  return loanProblem('already-decided', message, { resource: resourceOf(application) })
}

/** A decision that another one follows can only be a REFER: the states refuse one after any other. */
async function supersedeReferral({ sql, nowMs, caller }: ToldWork, application: ApplicationRecord): Promise<void> {
  if (application.decisionId === undefined) return
  await sql.query(
    `UPDATE loan_decisions SET status = 'SUPERSEDED', version = version + 1, updated_at = $3, updated_by = $4
      WHERE institution_id = $1 AND decision_id = $2`,
    [application.institutionId, application.decisionId, new Date(nowMs), authorOf(caller.actor)],
  )
}

async function insertDecision(
  { sql, nowMs, caller }: ToldWork,
  decisionId: string,
  application: ApplicationRecord,
  sent: NewDecision,
  approval: Approval | undefined,
): Promise<void> {
  await sql.query(
    `INSERT INTO loan_decisions (institution_id, decision_id, application_id, partner_id, decision, reason_codes,
                                 approved_minor, approved_rate, approved_term_count, approved_term_unit, expires_at,
                                 conditions, decided_by, supersedes, status, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'RECORDED', $15, $15, $16, $16)`,
    [
      application.institutionId,
      decisionId,
      application.applicationId,
      caller.partnerId,
      sent.decision,
      sent.reasonCodes,
      approval?.approvedMinor ?? null,
      approval?.approvedRate ?? null,
      approval?.approvedTerm.count ?? null,
      approval?.approvedTerm.unit ?? null,
      approval === undefined ? null : new Date(approval.expiresAtMs),
      sent.conditions,
      isOperator(caller) ? authorOf(caller.actor) : (sent.decidedBy ?? authorOf(caller.actor)),
      application.decisionId ?? null,
      new Date(nowMs),
      authorOf(caller.actor),
    ],
  )
  await noteHome(sql, decisionId, application.institutionId)
}
