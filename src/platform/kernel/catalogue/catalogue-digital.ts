// The catalogue's rows of digital banking: `C-` and the code that a problem carries, which is also its `responseCode` here.
// Codes with HTTP 200 are never problems: a resource that ended without success carries them as its `outcome.reasonCode`.

import type { IsoReason } from '../identifiers/iso-reason.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'

type Row = readonly [httpStatus: number, title: string, cause: string, remedy: string, isoReason?: IsoReason]

const CHECK_ID = 'Check the id.'
const DECIDE_AGAIN = 'Read the resource again before you decide.'

const ROWS = {
  LEDGER_REFUSED: [
    200,
    'Refused by the ledger',
    'The ledger below refused it for good. Money that was taken is given back.',
    'Report the id of the resource.',
    'AB04',
  ],
  FUNDS_UNCLAIMED: [
    200,
    'Money unclaimed',
    'The deposit failed and the linked account refused its money back. The institution keeps it as unclaimed.',
    'Settle with the institution by hand.',
  ],
  TRANSFER_ABORTED: [
    200,
    'Transfer aborted',
    'One side aborted the transfer.',
    'Make a new transfer if it is still meant.',
  ],
  INVALID_JSON: [400, 'Malformed JSON', 'The body is not valid JSON.', 'Send one JSON object.'],
  VALIDATION_FAILED: [
    400,
    'Invalid request',
    'Fields, parameters or headers are missing or invalid; errors names each of them.',
    'Correct the fields.',
    'FF01',
  ],
  MISSING_HEADER: [400, 'Header missing', 'A required header is missing.', 'Send the headers that errors names.'],
  INVALID_TRANSACTION_TYPE: [
    400,
    'Wrong transaction type',
    "transaction.type is not this operation's.",
    'Send the type that the operation takes.',
  ],
  INVALID_AMOUNT: [
    400,
    'Invalid amount',
    'The amount is not above zero, has more decimals than its currency, or too many digits.',
    'Send the amount in major units with the decimals of the currency.',
    'AM12',
  ],
  INVALID_PAGE: [400, 'Invalid page', 'page or size is out of range.', 'Send page from 1 and size from 1 to 200.'],
  UNAUTHENTICATED: [
    401,
    'Not authenticated',
    'The client headers, or the bearer token, are wrong, expired or disabled.',
    'Send valid client headers, or sign in again.',
  ],
  FORBIDDEN: [
    403,
    'Not allowed',
    "The client is not the partner's, the partner may not use digital banking, or the user's role or scope does not allow it.",
    'Have the grants of the partner or of the user checked.',
  ],
  PARTNER_NOT_ALLOWED: [
    403,
    'Institution not open to the partner',
    'The partner may not use the institution that externalId names.',
    "Have the partner's institutions checked.",
  ],
  NOT_RESOLVER: [
    403,
    'Not for this side to decide',
    'COMMIT is for the committer, ABORT for the committer or the payee.',
    'Leave the decision to the other side.',
  ],
  ROUTE_NOT_FOUND: [404, 'No such path', 'There is nothing at this path.', 'Check the path.'],
  INSTITUTION_NOT_FOUND: [404, 'Institution not found', 'The partner sees no institution with this id.', CHECK_ID],
  USER_NOT_FOUND: [404, 'User not found', 'The partner has no user with this id.', CHECK_ID],
  ACCOUNT_NOT_FOUND: [404, 'Account not found', 'The partner has no account with this id.', CHECK_ID, 'AC01'],
  DEPOSIT_NOT_FOUND: [404, 'Deposit not found', 'The partner has no deposit with this id.', CHECK_ID],
  REDEMPTION_NOT_FOUND: [404, 'Redemption not found', 'The partner has no redemption with this id.', CHECK_ID],
  TRANSFER_NOT_FOUND: [404, 'Transfer not found', 'The partner sees no transfer with this id.', CHECK_ID],
  METHOD_NOT_ALLOWED: [
    405,
    'Method not allowed',
    'The path does not take this method.',
    'Use a method of the Allow header.',
  ],
  REFERENCE_REUSED: [
    409,
    'Reference used before',
    'transaction.ref was used before with other content.',
    'Use a new reference for a new request.',
    'DU05',
  ],
  INSTITUTION_EXISTS: [
    409,
    'Institution exists',
    'Another institution has this bic, lei or externalId.',
    'Use that institution.',
  ],
  USER_EXISTS: [409, 'User exists', 'Another user of the institution has this externalId.', 'Use that user.'],
  DEFAULT_ACCOUNT_EXISTS: [
    409,
    'Default account exists',
    'The partner has a default account in this currency.',
    'Open the account without default, or close the other one first.',
  ],
  INVALID_STATE_TRANSITION: [
    409,
    'Not possible in this state',
    'The resource is in a state that cannot move to the target.',
    DECIDE_AGAIN,
  ],
  VERSION_CONFLICT: [409, 'Changed in the meantime', 'expectedVersion is not the current version.', DECIDE_AGAIN],
  OPEN_OBLIGATIONS: [
    409,
    'Obligations open',
    'Tokens, backing, accounts or movements are still open.',
    'Redeem, transfer or close them first.',
  ],
  ACCOUNT_NOT_EMPTY: [
    409,
    'Account not empty',
    'The account holds tokens, or a movement of it is open.',
    'Redeem or transfer the tokens first.',
  ],
  TRANSFER_NOT_RESERVED: [
    409,
    'Transfer not reserved',
    'The transfer is not RESERVED, so there is nothing to decide.',
    DECIDE_AGAIN,
  ],
  TRANSFER_ALREADY_COMMITTED: [409, 'Already committed', 'The transfer was committed.', 'Nothing need be done.'],
  TRANSFER_ALREADY_ABORTED: [409, 'Already aborted', 'The transfer was aborted.', 'Make a new transfer.'],
  TRANSFER_EXPIRED: [
    409,
    'Transfer expired',
    'The decision came at or after expiresAt.',
    'Make a new transfer if it is still meant.',
    'AB03',
  ],
  PAYLOAD_TOO_LARGE: [413, 'Body too large', 'The body exceeds 256 KiB.', 'Send less.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'Unsupported media type',
    'Content-Type is not application/json.',
    'Send application/json.',
  ],
  TOKEN_TYPE_NOT_SUPPORTED: [
    422,
    'Token type not supported',
    'tokenType is not TOKENIZED_DEPOSIT.',
    'Send TOKENIZED_DEPOSIT.',
  ],
  SEARCH_FILTER_UNSUPPORTED: [
    422,
    'Filter not supported',
    'The entity cannot be searched by this filter.',
    'Leave the filter out.',
  ],
  REDEMPTION_ACCOUNT_UNRESOLVED: [
    422,
    'No account to redeem from',
    'The request names no account, and the partner has none in the currency that it could mean.',
    'Send digitalAssetAccount.',
  ],
  REDEMPTION_ACCOUNT_AMBIGUOUS: [
    422,
    'Several accounts to redeem from',
    'The request names no account, and several could be meant; candidates lists them.',
    'Send digitalAssetAccount, or make one account the default.',
  ],
  INSTITUTION_NOT_ACTIVE: [422, 'Institution not active', 'The institution is not ACTIVE.', 'Check its state.', 'AG10'],
  USER_NOT_ACTIVE: [422, 'User not active', 'The user is not ACTIVE.', 'Check its state.'],
  ACCOUNT_CLOSED: [422, 'Account closed', 'The account is CLOSED.', 'Use another account.', 'AC04'],
  ACCOUNT_FROZEN: [422, 'Account frozen', 'A restriction of the account forbids it.', 'Use another account.', 'AC06'],
  ACCOUNT_NOT_ACTIVE: [
    422,
    'Account not active',
    'The account is not ACTIVE yet, or could not be opened.',
    'Check its state.',
  ],
  SAME_ACCOUNT: [422, 'Same account', 'Payer and payee are one account.', 'Name another account.'],
  RETURN_INVALID: [
    422,
    'Return not possible',
    'returnOf names no COMMITTED transfer in which this account was paid, or its returns would be more than its tokens.',
    'Read the transfer: it must be COMMITTED, and `returned` says what was given back.',
  ],
  BENEFICIARY_NOT_FOUND: [
    422,
    'Beneficiary not found',
    'There is no such institution, or it has no account with this id.',
    'Check institutionId and digitalAssetAccount of the beneficiary.',
    'AC03',
  ],
  BENEFICIARY_CLOSED: [
    422,
    'Beneficiary closed',
    "The beneficiary's account is CLOSED.",
    'Use another account.',
    'AC07',
  ],
  BENEFICIARY_CANNOT_RECEIVE: [
    422,
    'Beneficiary cannot receive',
    "The beneficiary's institution or account takes no tokens now; isoReason says why.",
    'Ask the beneficiary for another account.',
  ],
  CURRENCY_NOT_SUPPORTED: [
    422,
    'Currency not supported',
    'The institution does not issue tokens in this currency.',
    'Use a currency of the institution.',
    'AM03',
  ],
  CURRENCY_MISMATCH: [
    422,
    'Other currency',
    "The currency is not the account's.",
    "Send the account's currency.",
    'CURR',
  ],
  LINKED_ACCOUNT_INVALID: [
    422,
    'Linked account not usable',
    'The account is not the linked one, or not an active DDA or SDA of the institution in the currency, open to transfers both ways.',
    'Use another account.',
    'AC02',
  ],
  LIMIT_EXCEEDED: [
    422,
    'Limit exceeded',
    "The amount goes beyond the institution's limit per transaction or per day.",
    'Send a smaller amount, or wait for the next day.',
    'AM14',
  ],
  STOPPED: [
    422,
    'Stopped',
    'An operator has stopped such movements for now.',
    'Ask the operator, and try again when the stop has ended.',
  ],
  INSUFFICIENT_AVAILABLE_TOKENS: [
    422,
    'Not enough tokens',
    'The account has fewer tokens available.',
    'Send a smaller amount.',
    'AM04',
  ],
  INSUFFICIENT_LINKED_FUNDS: [
    422,
    'Not enough money',
    'The linked account does not cover the amount.',
    'Send a smaller amount.',
    'AM04',
  ],
  INSUFFICIENT_SETTLEMENT_LIQUIDITY: [
    422,
    'Net debit cap reached',
    'The institution would owe other institutions more than its net debit cap.',
    'Settle with the other institutions, or send a smaller amount.',
    'AM23',
  ],
  RATE_LIMITED: [
    429,
    'Too many requests',
    'The partner sends more requests per second than was agreed with it.',
    'Wait as long as Retry-After says and send more slowly.',
  ],
  INTERNAL_ERROR: [500, 'Unexpected failure', 'An unexpected failure.', 'Report the correlation id.'],
  LEDGER_UNAVAILABLE: [
    503,
    'Ledger unavailable',
    'The ledger below cannot be reached. Nothing was stored.',
    'Repeat with the same transaction.ref after Retry-After.',
  ],
  CORE_UNAVAILABLE: [
    503,
    'Unavailable',
    'The core or the store cannot be reached. Nothing was stored.',
    'Repeat with the same transaction.ref after Retry-After.',
  ],
  GATEWAY_TIMEOUT: [504, 'Timed out', 'The outcome is unknown.', 'Repeat with the same transaction.ref.'],
} as const satisfies Record<string, Row>

type DigitalCode = keyof typeof ROWS

const RETRYABLE: ReadonlySet<string> = new Set<DigitalCode>([
  'RATE_LIMITED',
  'LEDGER_UNAVAILABLE',
  'CORE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
])

export const DIGITAL_CODES = Object.fromEntries(
  Object.entries(ROWS as Readonly<Record<string, Row>>).map(
    ([code, [httpStatus, title, cause, remedy, isoReason]]): [string, CatalogueEntry] => [
      `C-${code}`,
      {
        httpStatus,
        responseCode: code,
        title,
        cause,
        remedy,
        retryable: RETRYABLE.has(code),
        ...(isoReason !== undefined && { isoReason }),
      },
    ],
  ),
) as Readonly<Record<`C-${DigitalCode}`, CatalogueEntry>>
