// How digital banking words a problem (`ExperienceErrorResponse`): RFC 9457 problem details with a code of the catalogue.

import type { ProblemCodes } from '../../edge/http/problems/problem-codes.ts'
import { type FamilyCode, partnerProblems } from '../../edge/partners/partner-problems.ts'
import type { TokenReason } from '../../tokens/token-problems.ts'

export type DigitalCode = FamilyCode<'C'>

/** Every reason that an operation of this family can meet. */
type Reason = TokenReason | 'access.not-signed-in'

const PROBLEM_CODES = {
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
  'tokens.return-invalid': 'C-RETURN_INVALID',
  'tokens.beneficiary-not-found': 'C-BENEFICIARY_NOT_FOUND',
  'tokens.beneficiary-closed': 'C-BENEFICIARY_CLOSED',
  'tokens.beneficiary-cannot-receive': 'C-BENEFICIARY_CANNOT_RECEIVE',
  'tokens.currency-not-supported': 'C-CURRENCY_NOT_SUPPORTED',
  'tokens.currency-mismatch': 'C-CURRENCY_MISMATCH',
  'tokens.linked-account-invalid': 'C-LINKED_ACCOUNT_INVALID',
  'tokens.limit-exceeded': 'C-LIMIT_EXCEEDED',
  'tokens.stopped': 'C-STOPPED',
  'tokens.insufficient-available-tokens': 'C-INSUFFICIENT_AVAILABLE_TOKENS',
  'tokens.insufficient-linked-funds': 'C-INSUFFICIENT_LINKED_FUNDS',
  'tokens.insufficient-settlement-liquidity': 'C-INSUFFICIENT_SETTLEMENT_LIQUIDITY',
  'tokens.ledger-unavailable': 'C-LEDGER_UNAVAILABLE',
} as const satisfies ProblemCodes<Reason, DigitalCode>

export const digitalProblems = partnerProblems('C', PROBLEM_CODES, {
  // With another type the fields of another operation were sent, so this code goes before those of other fields.
  decisive: 'C-INVALID_TRANSACTION_TYPE',
})
