// How onboarding words a problem: the envelope with `data: null`, and a message that starts with the catalogue's code
// and names every invalid field.

import { Type } from 'typebox'
import type { AccessReason } from '../../administration/access/access-problems.ts'
import type { ChangeRequestReason } from '../../administration/change-requests/change-request-problems.ts'
import type { EventReason } from '../../administration/event-delivery/event-problems.ts'
import type { InstitutionReason } from '../../administration/institutions/institution-problems.ts'
import type { PropertyReason } from '../../administration/properties/property-problems.ts'
import { given } from '../../edge/http/operation.ts'
import { codeFor, hasCodeFor, type ProblemCodes } from '../../edge/http/problems/problem-codes.ts'
import type { ProblemContext, RenderedProblem } from '../../edge/http/problems/problem-renderer.ts'
import type { ProductReason } from '../../loans/products/product-problems.ts'
import type { AlertReason } from '../../oversight/alerts/alert-problems.ts'
import type { BusinessDayReason } from '../../oversight/business-days/business-day-problems.ts'
import type { CashReason } from '../../oversight/cash/cash-problems.ts'
import type { CorrectionReason } from '../../oversight/corrections/correction-problems.ts'
import type { CustomerReason } from '../../oversight/customers/customer-problems.ts'
import type { DashboardReason } from '../../oversight/dashboard/dashboard-problems.ts'
import type { ExceptionReason } from '../../oversight/exceptions/exception-problems.ts'
import type { ReconciliationReason } from '../../oversight/reconciliations/reconciliation-problems.ts'
import type { TransactionReason } from '../../oversight/transactions/transaction-problems.ts'
import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import { domainProblems, type ReasonOf } from '../../platform/kernel/problems/domain-problems.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { TokenExceptionReason } from '../../tokens/exceptions/token-exception-problems.ts'
import type { SettlementReason } from '../../tokens/settlements/settlement-problems.ts'

/** What the family itself refuses. */
export const onboardingProblem = domainProblems('onboarding', {
  'cross-origin': 'forbidden',
  'institution-not-found': 'not-found',
})

/** Every reason that an operation of this family can meet. */
type Reason =
  | AccessReason
  | InstitutionReason
  | PropertyReason
  | ProductReason
  | TransactionReason
  | DashboardReason
  | BusinessDayReason
  | ExceptionReason
  | ReconciliationReason
  | CorrectionReason
  | CashReason
  | CustomerReason
  | TokenExceptionReason
  | SettlementReason
  | ChangeRequestReason
  | EventReason
  | AlertReason
  | ReasonOf<typeof onboardingProblem>

export const PROBLEM_CODES = {
  invalid: 'B-REQ-001',
  unauthenticated: 'B-AUTH-001',
  forbidden: 'B-ACC-001',
  'not-found': 'B-REQ-004',
  'method-not-allowed': 'B-REQ-005',
  conflict: 'B-REQ-009',
  'too-large': 'B-REQ-013',
  'unsupported-media-type': 'B-REQ-015',
  unprocessable: undefined,
  'rate-limited': 'B-REQ-029',
  internal: 'B-SYS-001',
  unavailable: 'B-SYS-003',
  timeout: 'B-SYS-004',

  'token-exceptions.exception-not-found': 'B-REQ-004',
  'token-exceptions.already-resolved': 'B-REQ-009',
  'token-exceptions.action-not-possible': 'B-REQ-009',
  'token-exceptions.payment-under-way': 'B-REQ-009',
  'token-exceptions.account-refused': 'B-REQ-009',

  'settlements.settlement-not-found': 'B-REQ-004',
  'settlements.institution-not-found': 'B-REQ-004',
  'settlements.platform-only': 'B-ACC-001',
  'settlements.reference-taken': 'B-REQ-009',
  'settlements.exceeds-debt': 'B-REQ-009',
  'settlements.never-changed': 'B-REQ-009',
  'settlements.already-reversed': 'B-REQ-009',
  'settlements.not-reversible': 'B-REQ-009',

  'events.webhook-not-found': 'B-REQ-004',
  'events.webhook-partner-not-found': 'B-REQ-004',
  'events.webhook-changed': 'B-REQ-009',
  'events.too-many-webhooks': 'B-REQ-009',
  'events.webhook-off': 'B-REQ-009',
  'events.delivery-not-found': 'B-REQ-004',
  'events.delivery-ended': 'B-REQ-009',
  'events.earlier-waits': 'B-REQ-009',

  'onboarding.cross-origin': 'B-ACC-004',
  'onboarding.institution-not-found': 'B-REQ-004',

  'access.not-signed-in': 'B-AUTH-001',
  'access.credentials-refused': 'B-AUTH-002',
  'access.encrypted-string-refused': 'B-AUTH-003',
  'access.code-required': 'B-AUTH-004',
  'access.code-refused': 'B-AUTH-005',
  'access.refresh-token-refused': 'B-AUTH-006',
  'access.link-refused': 'B-AUTH-007',
  'access.password-refused': 'B-AUTH-008',
  'access.device-refused': 'B-AUTH-009',
  'access.otp-refused': 'B-AUTH-010',
  'access.session-not-found': 'B-REQ-004',
  'access.grants-exceeded': 'B-ACC-002',
  'access.own-role': 'B-ACC-002',
  'access.last-administrator': 'B-ACC-003',
  'access.user-not-found': 'B-REQ-004',
  'access.user-changed': 'B-REQ-009',
  'access.user-not-active': 'B-REQ-009',
  'access.own-deactivation': 'B-REQ-009',
  'access.email-taken': 'B-REQ-009',
  'access.invitation-accepted': 'B-REQ-009',
  'access.institution-not-found': 'B-REQ-004',
  'access.sub-tenant-not-found': 'B-REQ-004',
  'access.sub-tenant-changed': 'B-REQ-009',
  'access.sub-tenant-code-taken': 'B-REQ-009',
  'access.sub-tenant-in-use': 'B-REQ-009',
  'access.sub-tenant-wrong-state': 'B-REQ-009',
  'access.sub-tenant-read-only': 'B-ACC-001',
  'access.role-not-found': 'B-REQ-004',
  'access.role-changed': 'B-REQ-009',
  'access.role-in-use': 'B-REQ-009',
  'access.role-name-taken': 'B-REQ-009',
  'access.own-role-disabled': 'B-REQ-009',
  'access.system-role': 'B-REQ-009',
  'access.role-of-another-institution': 'B-ACC-001',
  'access.roles-of-sub-tenants': 'B-ACC-001',
  'access.view-not-found': 'B-REQ-004',
  'access.view-changed': 'B-REQ-009',
  'access.view-name-taken': 'B-REQ-009',
  'access.too-many-views': 'B-REQ-009',
  'access.view-of-another': 'B-ACC-001',

  'institutions.institution-not-found': 'B-REQ-004',
  'institutions.institution-changed': 'B-REQ-009',
  'institutions.institution-id-taken': 'B-REQ-009',
  'institutions.institution-bin-taken': 'B-REQ-009',
  'institutions.institution-in-use': 'B-REQ-009',
  'institutions.institution-wrong-state': 'B-REQ-009',
  'institutions.institution-not-ready': 'B-REQ-009',
  'institutions.branch-in-use': 'B-REQ-009',
  'institutions.institution-date-set-back': 'B-REQ-009',
  'institutions.institution-own-work': 'B-ACC-001',
  'institutions.platform-only': 'B-ACC-001',

  'institutions.biller-not-found': 'B-REQ-004',
  'institutions.biller-changed': 'B-REQ-009',
  'institutions.biller-in-use': 'B-REQ-009',
  'institutions.biller-id-taken': 'B-REQ-009',

  'institutions.hot-card-not-found': 'B-REQ-004',
  'institutions.hot-card-changed': 'B-REQ-009',
  'institutions.hot-card-known': 'B-REQ-009',
  'institutions.hot-card-ended': 'B-REQ-009',
  'institutions.stop-not-found': 'B-REQ-004',
  'institutions.stop-changed': 'B-REQ-009',
  'institutions.stop-ended': 'B-REQ-009',
  'institutions.too-many-stops': 'B-REQ-009',

  'institutions.partner-not-found': 'B-REQ-004',
  'institutions.partner-changed': 'B-REQ-009',
  'institutions.partner-in-use': 'B-REQ-009',
  'institutions.partner-id-taken': 'B-REQ-009',
  'institutions.client-not-found': 'B-REQ-004',
  'institutions.client-id-taken': 'B-REQ-009',

  'dashboard.institution-not-found': 'B-REQ-004',
  'dashboard.not-for-sub-tenants': 'B-ACC-001',

  'business-days.institution-not-found': 'B-REQ-004',
  'business-days.business-day-not-found': 'B-REQ-004',
  'business-days.business-day-not-closed': 'B-REQ-009',
  'business-days.business-day-wrong-state': 'B-REQ-009',
  'business-days.business-day-not-begun': 'B-REQ-009',
  'business-days.business-day-held': 'B-REQ-009',
  'business-days.business-day-not-held': 'B-REQ-009',
  'business-days.business-day-busy': 'B-REQ-009',
  'institutions.sub-tenant-not-found': 'B-REQ-004',
  'institutions.terminal-not-found': 'B-REQ-004',
  'institutions.terminal-changed': 'B-REQ-009',
  'institutions.terminal-in-use': 'B-REQ-009',
  'institutions.terminal-id-taken': 'B-REQ-009',
  'institutions.terminal-state': 'B-REQ-009',
  'institutions.terminal-key-not-found': 'B-REQ-004',
  'institutions.terminal-key-changed': 'B-REQ-009',
  'institutions.terminal-key-state': 'B-REQ-009',
  'institutions.connection-not-found': 'B-REQ-004',
  'institutions.connection-changed': 'B-REQ-009',
  'institutions.connection-active': 'B-REQ-009',
  'institutions.connection-read-only': 'B-REQ-009',
  'institutions.connection-not-tested': 'B-REQ-009',
  'institutions.connection-not-active': 'B-REQ-009',
  'institutions.connection-elsewhere': 'B-REQ-009',
  'institutions.connection-tests-exceeded': 'B-REQ-029',
  'institutions.account-type-not-found': 'B-REQ-004',
  'institutions.account-type-changed': 'B-REQ-009',
  'institutions.account-type-in-use': 'B-REQ-009',
  'institutions.account-type-code-taken': 'B-REQ-009',
  'institutions.capability-not-found': 'B-REQ-004',
  'institutions.capability-changed': 'B-REQ-009',
  'institutions.capability-in-use': 'B-REQ-009',
  'institutions.capability-code-taken': 'B-REQ-009',
  'institutions.capability-of-platform': 'B-REQ-009',
  'institutions.capabilities-of-all': 'B-ACC-001',

  'properties.not-found': 'B-REQ-004',
  'properties.version-not-found': 'B-REQ-004',
  'properties.institution-not-found': 'B-REQ-004',
  'properties.changed': 'B-REQ-009',
  'properties.taken': 'B-REQ-009',
  'properties.shared': 'B-ACC-001',

  'loan-products.product-not-found': 'B-REQ-004',
  'loan-products.product-changed': 'B-REQ-009',
  'loan-products.product-code-taken': 'B-REQ-009',
  'loan-products.product-in-use': 'B-REQ-009',
  'loan-products.rate-not-found': 'B-REQ-004',
  'loan-products.rate-changed': 'B-REQ-009',

  'alerts.rule-not-found': 'B-REQ-004',
  'alerts.rule-changed': 'B-REQ-009',
  'alerts.not-raised': 'B-REQ-009',
  'transactions.transaction-not-found': 'B-REQ-004',
  'transactions.export-not-found': 'B-REQ-004',
  'transactions.export-not-done': 'B-REQ-009',
  'transactions.exports-at-limit': 'B-REQ-029',

  'change-requests.not-found': 'B-REQ-004',
  'change-requests.pending': 'B-REQ-009',
  'change-requests.ended': 'B-REQ-009',
  'change-requests.changed': 'B-REQ-009',
  'change-requests.maker-cannot': 'B-REQ-009',
  'change-requests.own-request': 'B-ACC-001',
  'change-requests.not-own-request': 'B-ACC-001',
  'change-requests.cannot-approve': 'B-ACC-001',
  'change-requests.too-many': 'B-REQ-029',
  'change-requests.never-urgent': 'B-REQ-009',
  'change-requests.no-emergency-right': 'B-ACC-001',
  'change-requests.not-own-emergency': 'B-REQ-009',
  'change-requests.not-to-review': 'B-REQ-009',
  'change-requests.cannot-review': 'B-ACC-001',
  'change-requests.own-emergency': 'B-ACC-001',

  'exceptions.exception-not-found': 'B-REQ-004',
  'exceptions.already-resolved': 'B-REQ-009',
  'exceptions.action-not-possible': 'B-REQ-009',
  'exceptions.original-unfit': 'B-REQ-009',
  'exceptions.not-funded': 'B-REQ-009',
  'exceptions.waits-already': 'B-REQ-009',
  'exceptions.comments-at-limit': 'B-REQ-009',
  'exceptions.job-not-found': 'B-REQ-004',
  'exceptions.nothing-found': 'B-REQ-009',
  'exceptions.too-many-found': 'B-REQ-009',
  'exceptions.jobs-at-limit': 'B-REQ-029',
  'exceptions.job-changed': 'B-REQ-009',

  'reconciliations.reconciliation-not-found': 'B-REQ-004',
  'reconciliations.reconciliation-changed': 'B-REQ-009',
  'reconciliations.institution-not-found': 'B-REQ-004',
  'reconciliations.not-for-sub-tenants': 'B-ACC-001',
  'reconciliations.at-work': 'B-REQ-009',
  'reconciliations.has-a-file': 'B-REQ-009',
  'reconciliations.file-too-large': 'B-REQ-013',

  'corrections.correction-not-found': 'B-REQ-004',
  'corrections.institution-not-found': 'B-REQ-004',
  'corrections.account-not-found': 'B-REQ-004',
  'corrections.transaction-not-found': 'B-REQ-004',
  'corrections.account-unfit': 'B-REQ-009',
  'corrections.transaction-unfit': 'B-REQ-009',
  'corrections.not-funded': 'B-REQ-009',
  'corrections.limit-exceeded': 'B-REQ-009',
  'corrections.exceeds-suspense': 'B-REQ-009',
  'corrections.never-changed': 'B-REQ-009',
  'corrections.already-reversed': 'B-REQ-009',

  'cash.terminal-not-found': 'B-REQ-004',
  'cash.terminal-state': 'B-REQ-009',
  'cash.reference-taken': 'B-REQ-009',
  'cash.time-unfit': 'B-REQ-009',
  'cash.cash-left': 'B-REQ-009',
  'cash.already-resolved': 'B-REQ-009',
  'cash.action-not-possible': 'B-REQ-009',
  'cash.correction-unfit': 'B-REQ-009',

  'customers.account-not-found': 'B-REQ-004',
  'customers.account-changed': 'B-REQ-009',
  'customers.account-id-taken': 'B-REQ-009',
  'customers.account-wrong-state': 'B-REQ-009',
  'customers.account-in-use': 'B-REQ-009',
  'customers.account-overdrawn': 'B-REQ-009',
  'customers.account-of-loan': 'B-REQ-009',
  'customers.card-not-found': 'B-REQ-004',
  'customers.card-changed': 'B-REQ-009',
  'customers.card-known': 'B-REQ-009',
  'customers.card-wrong-state': 'B-REQ-009',
  'customers.institution-not-found': 'B-REQ-004',
  'customers.customer-not-found': 'B-REQ-004',
} as const satisfies ProblemCodes<Reason, CatalogueCode>

const MAX_FIELDS_NAMED = 20

export const errorEnvelope = Type.Object(
  {
    data: given(Type.Null()),
    success: given(Type.Boolean({ description: 'False' })),
    message: given(Type.String({ description: 'The code of the error catalogue, a colon, and what is wrong' })),
    timestamp: given(Type.String({ format: 'date-time' })),
  },
  { component: 'ErrorEnvelope' },
)

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const code = codeOf(problem)
  const status = CATALOGUE[code].httpStatus
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ data: null, success: false, message: messageOf(problem), timestamp: about.timestamp }),
    responseCode: code,
    ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}),
  }
}

export function meets(problem: Problem): boolean {
  return hasCodeFor(PROBLEM_CODES, problem)
}

function codeOf(problem: Problem): CatalogueCode {
  return codeFor<CatalogueCode>(PROBLEM_CODES, problem)
}

function messageOf(problem: Problem): string {
  return `${codeOf(problem)}: ${wordsOf(problem)}`
}

/** What is wrong, without the code. */
export function wordsOf(problem: Problem): string {
  const { httpStatus, cause } = CATALOGUE[codeOf(problem)]
  // A fault's own message may name internals; the catalogue's is written for callers.
  if (httpStatus >= 500) return cause
  const named = problem.details.slice(0, MAX_FIELDS_NAMED).map(({ path, message }) => `${path} ${message}`)
  const more = problem.detailCount - named.length
  if (more > 0) named.push(`and ${more} more`)
  return named.length > 0 ? named.join('; ') : problem.message
}
