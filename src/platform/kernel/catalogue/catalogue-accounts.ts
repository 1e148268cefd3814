// The catalogue's rows of account services: `A-` and the response code.

import type { CatalogueEntry } from './catalogue-entry.ts'

/** A decline of family A: HTTP 200, the code is the last part of the name. */
function outcome(
  responseCode: string,
  title: string,
  cause: string,
  remedy: string,
  retryable = false,
): CatalogueEntry {
  return { httpStatus: 200, responseCode, title, cause, remedy, retryable }
}

function refusal(
  httpStatus: number,
  responseCode: string,
  title: string,
  cause: string,
  remedy: string,
): CatalogueEntry {
  return { httpStatus, responseCode, title, cause, remedy, retryable: false }
}

function fault(httpStatus: number, responseCode: string, title: string, cause: string, remedy: string): CatalogueEntry {
  return { httpStatus, responseCode, title, cause, remedy, retryable: true }
}

const OTHER_CARD = 'Ask the cardholder for another card.'
const OTHER_ACCOUNT = 'Choose another account.'

export const ACCOUNT_CODES = {
  'A-000': outcome('000', 'Approved', 'The operation was carried out.', 'None.'),
  'A-100': outcome(
    '100',
    'Do not honour',
    'A rule of the institution declines without a nearer code.',
    'The customer should contact the institution.',
  ),
  'A-101': outcome('101', 'Card expired', 'The card is past its expiry.', OTHER_CARD),
  'A-102': outcome(
    '102',
    'Suspected fraud',
    'A risk rule stopped the transaction.',
    'The customer should contact the institution.',
  ),
  'A-104': outcome('104', 'Restricted card', 'The card is blocked.', OTHER_CARD),
  'A-110': outcome(
    '110',
    'Insufficient funds',
    'The available balance is below the amount.',
    'Ask for a smaller amount.',
  ),
  'A-111': outcome(
    '111',
    'Invalid card number',
    'The card number has a wrong length or check digit.',
    'Read the card again.',
  ),
  'A-113': outcome(
    '113',
    'Unacceptable fee',
    "amount.accessFee is above the institution's cap.",
    'Lower the surcharge.',
  ),
  'A-114': outcome(
    '114',
    'No such account',
    "The account is unknown, another institution's, or not one of the card's.",
    'Use an account id from the account lookup.',
  ),
  'A-115': outcome(
    '115',
    'Function not supported',
    'The institution does not offer this service.',
    'Do not offer the service for this institution.',
  ),
  'A-118': outcome('118', 'No card record', 'The institution has no such card.', OTHER_CARD),
  'A-119': outcome(
    '119',
    'Not permitted to cardholder',
    "The account's transaction capability forbids it.",
    OTHER_ACCOUNT,
  ),
  'A-120': outcome(
    '120',
    'Not permitted to terminal',
    'The terminal is inactive or lacks the service.',
    'Check the registration of the terminal.',
  ),
  'A-121': outcome(
    '121',
    'Exceeds amount limit',
    'The amount passes a limit per transaction or per business day.',
    'Ask for a smaller amount, or wait for the next business day.',
  ),
  'A-123': outcome(
    '123',
    'Exceeds count limit',
    'The withdrawals of the business day are used up.',
    'Wait for the next business day.',
  ),
  'A-125': outcome('125', 'Card not active', 'The card is not yet active.', 'The cardholder must activate the card.'),
  'A-180': outcome(
    '180',
    'Invalid amount',
    "The cash is not a multiple of the terminal's smallest note, a loan payment exceeds the debt, or the balance would pass what a JSON number holds exactly.",
    'Change the amount.',
  ),
  'A-181': outcome(
    '181',
    'Currency not accepted',
    "The currency is not the account's.",
    "Send the account's currency.",
  ),
  'A-182': outcome('182', 'Source account not usable', 'The account is closed, dormant or frozen.', OTHER_ACCOUNT),
  'A-183': outcome(
    '183',
    'Destination account not usable',
    'The account to be credited is closed, dormant or frozen.',
    OTHER_ACCOUNT,
  ),
  'A-184': refusal(
    404,
    '184',
    'Biller not registered',
    'The institution has no biller of this id.',
    'Check biller.institutionId.',
  ),
  'A-185': outcome(
    '185',
    'Biller not usable',
    'The biller is inactive, or biller.bin is not its BIN.',
    'Check biller.bin.',
  ),
  'A-188': outcome(
    '188',
    'Reversal window over',
    "The original is older than the institution's reversal window.",
    'Settle with the institution by hand.',
  ),
  'A-190': outcome('190', 'Same source and destination', 'Both sides of the transfer are one account.', OTHER_ACCOUNT),
  'A-208': outcome('208', 'Lost card', 'The card was reported lost.', 'Retain the card if the terminal can.'),
  'A-209': outcome('209', 'Stolen card', 'The card was reported stolen.', 'Retain the card if the terminal can.'),
  'A-480': outcome(
    '480',
    'Already reversed',
    'The original was fully reversed under another RRN.',
    'None: the money is back.',
  ),
  'A-483': outcome(
    '483',
    'Reversal exceeds what is left',
    'reverseInfo.amount is more than the part of the original that still stands.',
    'Lower reverseInfo.amount.',
  ),
  'A-484': outcome(
    '484',
    'Original was declined',
    'The original moved no money, so there is nothing to reverse.',
    'None.',
  ),
  'A-485': outcome(
    '485',
    'Reversed before it arrived',
    'A reversal naming this RRN came first; the original moved nothing.',
    'Start again with a new RRN.',
  ),
  'A-902': refusal(
    400,
    '902',
    'Invalid transaction',
    "transaction.type is not this endpoint's.",
    'Send the type the endpoint takes.',
  ),
  'A-904': refusal(
    400,
    '904',
    'Format error',
    'A field is missing or invalid, or the body is not JSON.',
    'Correct the fields listed under error.details.',
  ),
  'A-401': refusal(
    401,
    '950',
    'Unauthorized',
    'client_id or client_secret is missing, wrong, expired or disabled.',
    'Send valid credentials.',
  ),
  'A-404': refusal(404, '904', 'No such path', 'The path does not exist.', 'Check the path.'),
  'A-405': refusal(
    405,
    '904',
    'Method not allowed',
    'The path does not take this method.',
    'Use a method of the Allow header.',
  ),
  'A-413': refusal(413, '904', 'Body too large', 'The body exceeds 256 KiB.', 'Send less.'),
  'A-415': refusal(
    415,
    '904',
    'Unsupported media type',
    'Content-Type is not application/json.',
    'Send application/json.',
  ),
  'A-429': fault(
    429,
    '950',
    'Too many requests',
    'The partner sends more requests per second than was agreed with it.',
    'Wait as long as Retry-After says and send more slowly, or agree on a higher rate.',
  ),
  'A-906': fault(
    503,
    '906',
    'Cutover in process',
    "The institution's business day is being closed.",
    'Repeat under the same RRN after Retry-After.',
  ),
  'A-907': fault(
    503,
    '907',
    'Core inoperative',
    'The core or the store cannot be reached, or the queue is full. Nothing was posted.',
    'Repeat under the same RRN after Retry-After.',
  ),
  'A-909': fault(
    500,
    '909',
    'System malfunction',
    'An unexpected failure.',
    'Repeat under the same RRN; report the correlation id if it lasts.',
  ),
  'A-911': fault(
    504,
    '911',
    'Core timed out',
    'The outcome is unknown.',
    'Repeat under the same RRN: the stored outcome is returned, or the work is done once.',
  ),
  'A-912': outcome('912', 'Issuer unavailable', 'The institution is suspended.', 'Try later.', true),
  'A-913': outcome('913', 'Duplicate transmission', 'The RRN was used before with other content.', 'Use a new RRN.'),
  'A-914': outcome(
    '914',
    'Original not found',
    'No transaction matches the reversal.',
    'Name the original by reverseInfo.authId or reverseInfo.originalRrn.',
  ),
  'A-940': outcome(
    '940',
    'Unknown terminal',
    'deviceInfo.terminalId is not registered for the institution.',
    'Register the terminal.',
  ),
  'A-950': refusal(
    403,
    '950',
    'Violation of business arrangement',
    "The partner is unknown, not the client's, not granted the operation, or not linked to the institution.",
    "Have the partner's grants checked.",
  ),
} as const satisfies Record<string, CatalogueEntry>
