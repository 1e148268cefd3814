// Applications for loans: submitted, read and listed. Risk signals, decisions and offers move them on.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { Once } from '../../../platform/storage/statements/once.ts'
import type { Term } from '../../engine/terms.ts'
import type { IdempotencyKey } from '../../keys/idempotency-keys.ts'
import { type ToldWork, tellApplication } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { assertOffered, checkAgainstProduct } from '../../products/check-against-product.ts'
import type { LoanProducts } from '../../products/loan-catalogue.ts'
import type { LoanProduct } from '../../products/loan-product.ts'
import { type DecisionRecord, readDecision } from '../decision-records.ts'
import { type OriginationParts, originate } from '../originate.ts'
import type { OriginationCaller } from '../origination-work.ts'
import { applicationNotFound, auditOperator, insertApplication } from './application-changes.ts'
import {
  type Applicant,
  type ApplicationFilter,
  type ApplicationRecord,
  findApplication,
  listApplications,
} from './application-records.ts'
import { listRiskSignals, type RiskSignalRecord } from './risk-signals.ts'

export interface NewApplication {
  /** The product's first one by default. */
  readonly currency?: string | undefined
  /** In minor units of that currency. */
  readonly requestedMinor: bigint
  /** The product's default rate by default. */
  readonly interestRate?: string | undefined
  readonly term: Term
  readonly applicant: Applicant
  readonly externalReference?: string | undefined
}

export interface ApplicationDetail {
  readonly application: ApplicationRecord
  readonly riskSignals: readonly RiskSignalRecord[]
  /** The latest one. */
  readonly decision?: DecisionRecord
}

export class Applications {
  readonly #parts: OriginationParts
  readonly #products: LoanProducts

  constructor(parts: OriginationParts & { readonly products: LoanProducts }) {
    this.#parts = parts
    this.#products = parts.products
  }

  #product({ institutionIds }: OriginationCaller, productCode: string): LoanProduct {
    const product = assertOffered(this.#products.find(productCode))
    if (institutionIds.has(product.institutionId)) return product
    throw loanProblem('partner-not-allowed', 'the partner does not work for the institution of the product')
  }

  /**
   * `draft` makes the application for the product, whose currency it needs. Refusals:
   * `partner-not-allowed`, `product-unknown`, `currency-not-offered`, `amount-`, `term-` and `rate-out-of-range`.
   */
  submit(
    caller: OriginationCaller,
    productCode: string,
    draft: (product: LoanProduct) => NewApplication,
    key?: IdempotencyKey,
  ): Promise<Once<ApplicationRecord>> {
    return originate(this.#parts, caller, key, {
      read: (work, id) => existing(work, id),
      create: (work) => this.#submit(work, productCode, draft),
      resourceId: ({ applicationId }) => applicationId,
    })
  }

  async #submit(
    work: ToldWork,
    productCode: string,
    draft: (product: LoanProduct) => NewApplication,
  ): Promise<ApplicationRecord> {
    const product = this.#product(work.caller, productCode)
    const sent = draft(product)
    checkAgainstProduct(product, {
      currency: sent.currency,
      amountMinor: sent.requestedMinor,
      term: sent.term,
      rate: sent.interestRate,
    })
    const applicationId = newId(work.nowMs)
    const { institutionId } = product
    await insertApplication(work, {
      ...sent,
      applicationId,
      institutionId,
      productCode,
      currency: sent.currency ?? product.currency,
      interestRate: sent.interestRate ?? product.defaultRate,
    })
    const application = await existing(work, applicationId)
    await tellApplication(work, application)
    await auditOperator(
      work,
      'loan-application.create',
      { resource: 'loan-application', resourceId: applicationId, institutionId },
      { productCode, currency: application.currency, requestedMinor: sent.requestedMinor, status: application.status },
    )
    return application
  }

  /** Refusals: `application-not-found`. */
  async find(caller: OriginationCaller, applicationId: string): Promise<ApplicationRecord> {
    const { database, clock } = this.#parts
    return await existing({ sql: database, nowMs: clock.now(), caller }, applicationId)
  }

  /** With its risk signals and its latest decision. Refusals: `application-not-found`. */
  async detail(caller: OriginationCaller, applicationId: string): Promise<ApplicationDetail> {
    const { database, clock } = this.#parts
    const nowMs = clock.now()
    const application = await existing({ sql: database, nowMs, caller }, applicationId)
    const [riskSignals, decision] = await Promise.all([
      listRiskSignals(database, application, nowMs),
      application.decisionId === undefined ? undefined : readDecision(database, caller, application.decisionId, nowMs),
    ])
    return { application, riskSignals, ...(decision && { decision }) }
  }

  list(caller: OriginationCaller, filter: ApplicationFilter, page: PageRequest): Promise<ListPage<ApplicationRecord>> {
    const { database, clock } = this.#parts
    return listApplications(database, caller, filter, page, clock.now())
  }
}

async function existing({ sql, nowMs, caller }: ToldWork, applicationId: string): Promise<ApplicationRecord> {
  const application = await findApplication(sql, caller, applicationId, nowMs)
  if (application === undefined) throw applicationNotFound()
  return application
}
