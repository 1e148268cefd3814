// How digital banking words a problem (`ExperienceErrorResponse`): RFC 9457 problem details with a code of the catalogue.

import { codeFor, hasCodeFor, type ProblemCodes } from '../../http/problems/problem-codes.ts'
import { type ProblemEntry, renderProblemDetails, sharedFaultCode } from '../../http/problems/problem-details.ts'
import type { ProblemContext, RenderedProblem } from '../../http/problems/problem-renderer.ts'
import { CATALOGUE, type CatalogueCode } from '../../kernel/catalogue/catalogue.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { TokenReason } from '../../tokens/token-problems.ts'

export type DigitalCode = Extract<CatalogueCode, `C-${string}`>

/** Every reason that an operation of this family can meet. */
type Reason = TokenReason | 'access.not-signed-in'

export const PROBLEM_CODES = {
  invalid: 'C-VALIDATION_FAILED',
  unauthenticated: 'C-UNAUTHENTICATED',
  forbidden: 'C-FORBIDDEN',
  'not-found': 'C-ROUTE_NOT_FOUND',
  'method-not-allowed': 'C-METHOD_NOT_ALLOWED',
  conflict: undefined,
  'too-large': 'C-PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'C-UNSUPPORTED_MEDIA_TYPE',
  unprocessable: undefined,
  'rate-limited': 'C-RATE_LIMITED',
  internal: 'C-INTERNAL_ERROR',
  unavailable: 'C-CORE_UNAVAILABLE',
  timeout: 'C-GATEWAY_TIMEOUT',

  'access.not-signed-in': 'C-UNAUTHENTICATED',

  'tokens.partner-not-allowed': 'C-PARTNER_NOT_ALLOWED',
  'tokens.not-resolver': 'C-NOT_RESOLVER',
  'tokens.institution-not-found': 'C-INSTITUTION_NOT_FOUND',
  'tokens.user-not-found': 'C-USER_NOT_FOUND',
  'tokens.account-not-found': 'C-ACCOUNT_NOT_FOUND',
  'tokens.deposit-not-found': 'C-DEPOSIT_NOT_FOUND',
  'tokens.redemption-not-found': 'C-REDEMPTION_NOT_FOUND',
  'tokens.transfer-not-found': 'C-TRANSFER_NOT_FOUND',
  'tokens.reference-reused': 'C-REFERENCE_REUSED',
  'tokens.institution-exists': 'C-INSTITUTION_EXISTS',
  'tokens.user-exists': 'C-USER_EXISTS',
  'tokens.default-account-exists': 'C-DEFAULT_ACCOUNT_EXISTS',
  'tokens.invalid-state-transition': 'C-INVALID_STATE_TRANSITION',
  'tokens.version-conflict': 'C-VERSION_CONFLICT',
  'tokens.open-obligations': 'C-OPEN_OBLIGATIONS',
  'tokens.account-not-empty': 'C-ACCOUNT_NOT_EMPTY',
  'tokens.transfer-not-reserved': 'C-TRANSFER_NOT_RESERVED',
  'tokens.transfer-already-committed': 'C-TRANSFER_ALREADY_COMMITTED',
  'tokens.transfer-already-aborted': 'C-TRANSFER_ALREADY_ABORTED',
  'tokens.transfer-expired': 'C-TRANSFER_EXPIRED',
  'tokens.token-type-not-supported': 'C-TOKEN_TYPE_NOT_SUPPORTED',
  'tokens.search-filter-unsupported': 'C-SEARCH_FILTER_UNSUPPORTED',
  'tokens.redemption-account-unresolved': 'C-REDEMPTION_ACCOUNT_UNRESOLVED',
  'tokens.redemption-account-ambiguous': 'C-REDEMPTION_ACCOUNT_AMBIGUOUS',
  'tokens.institution-not-active': 'C-INSTITUTION_NOT_ACTIVE',
  'tokens.user-not-active': 'C-USER_NOT_ACTIVE',
  'tokens.account-closed': 'C-ACCOUNT_CLOSED',
  'tokens.account-frozen': 'C-ACCOUNT_FROZEN',
  'tokens.account-not-active': 'C-ACCOUNT_NOT_ACTIVE',
  'tokens.same-account': 'C-SAME_ACCOUNT',
  'tokens.same-institution': 'C-SAME_INSTITUTION',
  'tokens.beneficiary-not-found': 'C-BENEFICIARY_NOT_FOUND',
  'tokens.beneficiary-closed': 'C-BENEFICIARY_CLOSED',
  'tokens.beneficiary-cannot-receive': 'C-BENEFICIARY_CANNOT_RECEIVE',
  'tokens.currency-not-supported': 'C-CURRENCY_NOT_SUPPORTED',
  'tokens.currency-mismatch': 'C-CURRENCY_MISMATCH',
  'tokens.linked-account-invalid': 'C-LINKED_ACCOUNT_INVALID',
  'tokens.limit-exceeded': 'C-LIMIT_EXCEEDED',
  'tokens.insufficient-available-tokens': 'C-INSUFFICIENT_AVAILABLE_TOKENS',
  'tokens.insufficient-linked-funds': 'C-INSUFFICIENT_LINKED_FUNDS',
  'tokens.insufficient-settlement-liquidity': 'C-INSUFFICIENT_SETTLEMENT_LIQUIDITY',
  'tokens.ledger-unavailable': 'C-LEDGER_UNAVAILABLE',
} as const satisfies ProblemCodes<Reason, DigitalCode>

/** Never problems: a resource that ended without success has one of them, or of the others, as its `outcome`. */
export const OUTCOME_CODES: ReadonlySet<DigitalCode> = new Set<DigitalCode>([
  'C-LEDGER_REFUSED',
  'C-FUNDS_UNCLAIMED',
  'C-TRANSFER_ABORTED',
])

/** Codes of a 400 whose faults are all of one kind. */
const FAULT_CODES: ReadonlySet<string> = new Set<DigitalCode>([
  'C-INVALID_JSON',
  'C-INVALID_AMOUNT',
  'C-INVALID_PAGE',
  'C-INVALID_TRANSACTION_TYPE',
  'C-MISSING_HEADER',
])

/** With another type the fields of another operation were sent, so this code goes before those of other fields. */
const WRONG_TYPE = 'INVALID_TRANSACTION_TYPE'

export function meets(problem: Problem): boolean {
  return hasCodeFor(PROBLEM_CODES, problem)
}

export function renderProblem(problem: Problem, about: ProblemContext): RenderedProblem {
  const rendered = renderProblemDetails(entryOf(catalogueCodeOf(problem)), problem, about)
  return rendered.status === 401 ? { ...rendered, headers: { 'www-authenticate': 'ClientSecret, Bearer' } } : rendered
}

function catalogueCodeOf(problem: Problem): DigitalCode {
  if (problem.kind === 'invalid' && problem.reason === undefined) {
    if (problem.details.some(({ code }) => code === WRONG_TYPE)) return `C-${WRONG_TYPE}`
    const shared = `C-${sharedFaultCode(problem)}`
    if (FAULT_CODES.has(shared)) return shared as DigitalCode
  }
  return codeFor<DigitalCode>(PROBLEM_CODES, problem)
}

/** The catalogue's row with the code as callers see it: without the family's letter. */
export function entryOf(code: DigitalCode): ProblemEntry {
  return { ...CATALOGUE[code], code: code.slice(2) }
}
