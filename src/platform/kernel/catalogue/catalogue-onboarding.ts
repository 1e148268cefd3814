// The catalogue's rows of onboarding: `B-`, the area and a number.

import type { CatalogueEntry } from './catalogue-entry.ts'

/** A refusal of a family that has no response codes of its own. */
function refused(httpStatus: number, title: string, cause: string, remedy: string): CatalogueEntry {
  return { httpStatus, title, cause, remedy, retryable: false }
}

function failed(httpStatus: number, title: string, cause: string, remedy: string): CatalogueEntry {
  return { httpStatus, title, cause, remedy, retryable: true }
}

const SIGN_IN_AGAIN = 'Sign in again.'

export const ONBOARDING_CODES = {
  'B-AUTH-001': refused(
    401,
    'Not signed in',
    'The bearer token is missing, wrong, expired, or its session has ended.',
    SIGN_IN_AGAIN,
  ),
  'B-AUTH-002': refused(
    401,
    'Credentials not accepted',
    'The e-mail address and password do not open an account.',
    'Check both; after several wrong tries wait, or have the user unlocked.',
  ),
  'B-AUTH-003': refused(
    400,
    'Encrypted string not acceptable',
    'The value is not a JWE for a current key, is older than 120 seconds, or was used before.',
    'Fetch GET /v1/onboarding/auth/keys and encrypt the value again for every request.',
  ),
  'B-AUTH-004': refused(
    401,
    'MFA code required',
    'The user signs in with a second factor.',
    'Send mfaCode or recoveryCode; when no device is registered, see /login/mfa/status.',
  ),
  'B-AUTH-005': refused(
    401,
    'Second factor not accepted',
    'The MFA or recovery code is wrong or was used before.',
    'Wait for the next code and try again.',
  ),
  'B-AUTH-006': refused(
    401,
    'Refresh token not accepted',
    'The refresh token is missing, unknown, expired or was used before.',
    SIGN_IN_AGAIN,
  ),
  'B-AUTH-007': refused(
    400,
    'Link not valid',
    'The link was used, has expired, or was not made by this service.',
    'Ask for a new one.',
  ),
  'B-AUTH-008': refused(
    400,
    'Password not acceptable',
    'The password breaks a rule; the message says which.',
    'Choose another password.',
  ),
  'B-AUTH-009': refused(
    400,
    'MFA registration refused',
    'The secret was not offered or has expired, the code is wrong, or a device is registered already.',
    'Fetch a new secret from /login/mfa/status and try again.',
  ),
  'B-AUTH-010': refused(
    400,
    'One-time password not accepted',
    'The one-time password is wrong, has expired, or was tried too often.',
    'Ask for a new one.',
  ),
  'B-ACC-001': refused(
    403,
    'Not allowed',
    "The user's role lacks the action, or the record is not theirs to change; the message says which.",
    'Ask an administrator for the action, or a user who may change the record.',
  ),
  'B-ACC-002': refused(
    403,
    'More than your own',
    'The change would give, or touch, actions that the user does not have.',
    'Ask a user who has them.',
  ),
  'B-ACC-003': refused(
    409,
    'Last administrator',
    'No user would be left who may do everything.',
    'Make another administrator first.',
  ),
  'B-ACC-004': refused(
    403,
    'Another origin',
    'A web page of another origin sent the request.',
    'Call it from a page of the gateway, or from a server.',
  ),
  'B-REQ-001': refused(
    400,
    'Invalid request',
    'Fields are missing or invalid; the message names each of them.',
    'Correct the fields.',
  ),
  'B-REQ-004': refused(404, 'Not found', 'There is no such record, or no such path.', 'Check the id and the path.'),
  'B-REQ-005': refused(
    405,
    'Method not allowed',
    'The path does not take this method.',
    'Use a method of the Allow header.',
  ),
  'B-REQ-009': refused(
    409,
    'Conflict',
    'The version is stale, the record exists already, it is in use, or its state forbids the change.',
    'Read the record again before you decide.',
  ),
  'B-REQ-013': refused(
    413,
    'Body too large',
    'The body exceeds 256 KiB, or 16 KiB for operations that need no sign-in.',
    'Send less.',
  ),
  'B-REQ-015': refused(
    415,
    'Unsupported media type',
    "Content-Type is not the operation's: JSON, or a form for /token.",
    'Send the right type.',
  ),
  'B-REQ-029': failed(
    429,
    'Too many requests',
    'The address has sent too many requests.',
    'Wait as long as Retry-After says.',
  ),
  'B-SYS-001': failed(500, 'Unexpected failure', 'An unexpected failure.', 'Report the correlation id if it lasts.'),
  'B-SYS-003': failed(
    503,
    'Unavailable',
    'The store or a service behind it cannot be reached. Nothing was changed.',
    'Repeat after Retry-After.',
  ),
  'B-SYS-004': failed(
    504,
    'Timed out',
    'No answer came in time; the change may have been made.',
    'Read the record before you repeat.',
  ),
} as const satisfies Record<string, CatalogueEntry>
