// The OpenAPI document of digital banking: the words that do not come from its operations.

import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { type PartnerDocument, partnerOpenApi } from '../../edge/partners/partner-openapi.ts'
import { DIGITAL } from './family.ts'
import { DIGITAL_OPERATIONS } from './operations.ts'
import type { DigitalCode } from './problems.ts'

const DOCUMENT: PartnerDocument<DigitalCode> = {
  title: 'Digital banking',
  introduction: [
    'Tokenized deposits on any ledger: institutions and users are onboarded, deposits become tokens in digital asset ' +
      'accounts, tokens move between institutions, and are redeemed to the linked account.',
    'A success is 200 with the resource; `state` says how far it is. One token is one unit of its currency: a number with ' +
      'the decimals of the currency.',
  ],
  conventions: [
    '**Repeats.** `transaction.ref` names a request once per partner and `transaction.type`, for good. The same request ' +
      'again does nothing and is answered with the resource as it now is and `x-idempotent-replay: true`; other content ' +
      'is 409. A refused request leaves its reference free.',
  ],
  tags: [
    { name: 'FI onboarding', description: 'Institutions that issue tokens.' },
    { name: 'User onboarding', description: 'Customers of institutions.' },
    { name: 'Digital asset accounts', description: 'Accounts that hold tokens.' },
    { name: 'Tokenized deposits', description: 'Money that becomes tokens.' },
    { name: 'Token redemptions', description: 'Tokens that become money.' },
    { name: 'Interbank transfers', description: 'Tokens that move between institutions.' },
    { name: 'Account validation', description: 'Whether an account can receive, and whose it is.' },
    { name: 'Balance inquiry', description: 'What an account holds.' },
    { name: 'Platform search', description: 'Every kind of resource, by words and filters.' },
  ],
  examplePath: '/token-redemptions',
  badRequests: {
    'C-VALIDATION_FAILED': [{ path: 'channelInfo.type', message: 'is required' }],
    'C-INVALID_JSON': [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }],
    'C-MISSING_HEADER': [{ path: 'partnerId', message: 'is required', code: 'MISSING_HEADER' }],
    'C-INVALID_TRANSACTION_TYPE': [
      { path: 'transaction.type', message: 'must be TOKEN_REDEMPTION', code: 'INVALID_TRANSACTION_TYPE' },
    ],
    'C-INVALID_AMOUNT': [
      {
        path: 'tokenAmount.tokens',
        message: 'is not an amount in USD: too many decimals or digits',
        code: 'INVALID_AMOUNT',
      },
    ],
    'C-INVALID_PAGE': [{ path: 'size', message: 'must be a whole number from 1 to 200', code: 'INVALID_PAGE' }],
  },
  unavailable: {
    description: 'The core, the ledger or the store cannot be reached. Nothing was stored.',
    codes: ['C-LEDGER_UNAVAILABLE'],
  },
  ownDescriptions: {},
}

export function digitalOpenApi(): Json {
  return partnerOpenApi(DIGITAL, DOCUMENT, DIGITAL_OPERATIONS)
}
