// The basis of every operation of lending: the services it may use, what it knows of its caller, and its definition.

import type { TObject, TSchema } from 'typebox'
import type { PartnerServices } from '../../edge/partners/partner-credentials.ts'
import {
  type PartnerAsk,
  type PartnerOperation,
  type PartnerOperationDefinition,
  partnerOperation,
  reply as partnerReply,
} from '../../edge/partners/partner-operation.ts'
import type { Keyed } from '../../edge/partners/repeated-requests.ts'
import type { Applications } from '../../loans/origination/applications/applications.ts'
import type { RiskSignals } from '../../loans/origination/applications/risk-signals.ts'
import type { Decisions } from '../../loans/origination/decisions.ts'
import type { Offers } from '../../loans/origination/offers/offers.ts'
import type { LoanCatalogue } from '../../loans/products/loan-catalogue.ts'
import type { LoanBook } from '../../loans/servicing/book/loan-book.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { LendingCode } from './problems.ts'

export interface LendingServices extends PartnerServices {
  readonly database: Database
  /** The business clock. */
  readonly clock: Clock

  readonly loanBook: Pick<
    LoanBook,
    | 'open'
    | 'find'
    | 'read'
    | 'compute'
    | 'position'
    | 'businessDate'
    | 'list'
    | 'append'
    | 'preview'
    | 'schedule'
    | 'schedules'
  >
  readonly loanCatalogue: Pick<LoanCatalogue, 'products' | 'rates'>

  readonly applications: Applications
  readonly riskSignals: RiskSignals
  readonly decisions: Decisions
  readonly offers: Offers
}

export type LendingAsk = PartnerAsk<LendingServices> & Keyed

export type LendingOperation = PartnerOperation<LendingAsk, LendingCode>

/** Defines an operation of this family. Every change takes an Idempotency-Key. */
export function lendingOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>(
  definition: PartnerOperationDefinition<LendingAsk, LendingCode, Body, Query>,
): LendingOperation {
  return partnerOperation(definition)
}

export const reply = partnerReply
