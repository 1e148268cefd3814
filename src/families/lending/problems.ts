// How lending words a problem: RFC 9457 problem details with a code of the catalogue.

import { codeFor, hasCodeFor, type ProblemCodes } from '../../http/problems/problem-codes.ts'
import { type ProblemEntry, renderProblemDetails, sharedFaultCode } from '../../http/problems/problem-details.ts'
import type { ProblemContext, RenderedProblem } from '../../http/problems/problem-renderer.ts'
import { CATALOGUE, type CatalogueCode } from '../../kernel/catalogue/catalogue.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { LoanReason } from '../../loans/loan-problems.ts'

export type LendingCode = Extract<CatalogueCode, `D-${string}`>

/** Every reason that an operation of this family can meet. */
type Reason = LoanReason | 'access.not-signed-in'

const PROBLEM_CODES = {
  invalid: 'D-VALIDATION_FAILED',
  unauthenticated: 'D-UNAUTHENTICATED',
  forbidden: 'D-FORBIDDEN',
  'not-found': 'D-ROUTE_NOT_FOUND',
  'method-not-allowed': 'D-METHOD_NOT_ALLOWED',
  conflict: undefined,
  'too-large': 'D-PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'D-UNSUPPORTED_MEDIA_TYPE',
  unprocessable: undefined,
  'rate-limited': 'D-RATE_LIMITED',
  internal: 'D-INTERNAL_ERROR',
  unavailable: 'D-CORE_UNAVAILABLE',
  timeout: 'D-GATEWAY_TIMEOUT',

  'access.not-signed-in': 'D-UNAUTHENTICATED',

  'loans.partner-not-allowed': 'D-PARTNER_NOT_ALLOWED',
  'loans.application-not-found': 'D-APPLICATION_NOT_FOUND',
  'loans.offer-not-found': 'D-OFFER_NOT_FOUND',
  'loans.loan-not-found': 'D-LOAN_NOT_FOUND',
  'loans.disbursement-not-found': 'D-DISBURSEMENT_NOT_FOUND',
  'loans.transaction-not-found': 'D-TRANSACTION_NOT_FOUND',
  'loans.fee-not-found': 'D-FEE_NOT_FOUND',
  'loans.arrangement-not-found': 'D-ARRANGEMENT_NOT_FOUND',
  'loans.rate-not-found': 'D-RATE_NOT_FOUND',
  'loans.no-rate': 'D-NO_RATE',
  'loans.schedule-version-not-found': 'D-SCHEDULE_VERSION_NOT_FOUND',
  'loans.invalid-state': 'D-INVALID_STATE',
  'loans.version-conflict': 'D-VERSION_CONFLICT',
  'loans.idempotency-key-reused': 'D-IDEMPOTENCY_KEY_REUSED',
  'loans.application-closed': 'D-APPLICATION_CLOSED',
  'loans.already-decided': 'D-ALREADY_DECIDED',
  'loans.risk-signals-missing': 'D-RISK_SIGNALS_MISSING',
  'loans.not-approved': 'D-NOT_APPROVED',
  'loans.decision-expired': 'D-DECISION_EXPIRED',
  'loans.offer-expired': 'D-OFFER_EXPIRED',
  'loans.offer-not-open': 'D-OFFER_NOT_OPEN',
  'loans.sibling-accepted': 'D-SIBLING_ACCEPTED',
  'loans.offer-not-accepted': 'D-OFFER_NOT_ACCEPTED',
  'loans.loan-exists-for-offer': 'D-LOAN_EXISTS_FOR_OFFER',
  'loans.terms-locked': 'D-TERMS_LOCKED',
  'loans.outstanding-balance': 'D-OUTSTANDING_BALANCE',
  'loans.already-closed': 'D-ALREADY_CLOSED',
  'loans.loan-closed': 'D-LOAN_CLOSED',
  'loans.charged-off': 'D-CHARGED_OFF',
  'loans.arrangement-active': 'D-ARRANGEMENT_ACTIVE',
  'loans.already-reversed': 'D-ALREADY_REVERSED',
  'loans.has-later-transactions': 'D-HAS_LATER_TRANSACTIONS',
  'loans.too-many-events': 'D-TOO_MANY_EVENTS',
  'loans.fee-paid': 'D-FEE_PAID',
  'loans.terms-invalid': 'D-TERMS_INVALID',
  'loans.product-unknown': 'D-PRODUCT_UNKNOWN',
  'loans.amount-out-of-range': 'D-AMOUNT_OUT_OF_RANGE',
  'loans.term-out-of-range': 'D-TERM_OUT_OF_RANGE',
  'loans.rate-out-of-range': 'D-RATE_OUT_OF_RANGE',
  'loans.currency-not-offered': 'D-CURRENCY_NOT_OFFERED',
  'loans.approved-amount-exceeds-request': 'D-APPROVED_AMOUNT_EXCEEDS_REQUEST',
  'loans.reason-required': 'D-REASON_REQUIRED',
  'loans.amount-exceeds-approved': 'D-AMOUNT_EXCEEDS_APPROVED',
  'loans.refund-required': 'D-REFUND_REQUIRED',
  'loans.nothing-to-restructure': 'D-NOTHING_TO_RESTRUCTURE',
  'loans.exceeds-approved': 'D-EXCEEDS_APPROVED',
  'loans.before-creation': 'D-BEFORE_CREATION',
  'loans.before-disbursement': 'D-BEFORE_DISBURSEMENT',
  'loans.future-dated': 'D-FUTURE_DATED',
  'loans.destination-invalid': 'D-DESTINATION_INVALID',
  'loans.less-than-due': 'D-LESS_THAN_DUE',
  'loans.not-partial': 'D-NOT_PARTIAL',
  'loans.overpayment-not-allowed': 'D-OVERPAYMENT_NOT_ALLOWED',
  'loans.insufficient-funds': 'D-INSUFFICIENT_FUNDS',
  'loans.allocation-mismatch': 'D-ALLOCATION_MISMATCH',
  'loans.allocation-exceeds-due': 'D-ALLOCATION_EXCEEDS_DUE',
  'loans.arrears-first': 'D-ARREARS_FIRST',
  'loans.exceeds-payoff': 'D-EXCEEDS_PAYOFF',
  'loans.payment-below-minimum': 'D-PAYMENT_BELOW_MINIMUM',
  'loans.fee-cap-exceeded': 'D-FEE_CAP_EXCEEDED',
  'loans.history-full': 'D-LIMIT_EXCEEDED',
  'loans.rules-unavailable': 'D-RULES_UNAVAILABLE',
} as const satisfies ProblemCodes<Reason, LendingCode>

/** Codes of a 400 whose faults are all of one kind. */
const FAULT_CODES: ReadonlySet<string> = new Set<LendingCode>([
  'D-INVALID_JSON',
  'D-INVALID_AMOUNT',
  'D-INVALID_PAGE',
  'D-MISSING_HEADER',
])

export function meets(problem: Problem): boolean {
  return hasCodeFor(PROBLEM_CODES, problem)
}

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const rendered = renderProblemDetails(entryOf(catalogueCodeOf(problem)), problem, about)
  return rendered.status === 401 ? { ...rendered, headers: { 'www-authenticate': 'ClientSecret, Bearer' } } : rendered
}

function catalogueCodeOf(problem: Problem): LendingCode {
  const shared = `D-${sharedFaultCode(problem)}`
  if (problem.kind === 'invalid' && FAULT_CODES.has(shared)) return shared as LendingCode
  return codeFor<LendingCode>(PROBLEM_CODES, problem)
}

/** The catalogue's row with the code as callers see it: without the family's letter. */
export function entryOf(code: LendingCode): ProblemEntry {
  return { ...CATALOGUE[code], code: code.slice(2) }
}
