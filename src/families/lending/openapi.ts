// The OpenAPI document of lending: the words that do not come from its operations.

import type { Json } from '../../edge/http/openapi/openapi-schema.ts'
import { type PartnerDocument, partnerOpenApi } from '../../edge/partners/partner-openapi.ts'
import { LENDING } from './family.ts'
import { LENDING_OPERATIONS } from './operations.ts'
import type { LendingCode } from './problems.ts'

const DOCUMENT: PartnerDocument<LendingCode> = {
  title: 'Lending',
  introduction: [
    'Loans from the application to the last repayment, through arrears, hardship and restructuring.',
    'A success is 200 with the resource. Amounts are numbers in major units, rates percent per year, dates `YYYY-MM-DD`.',
  ],
  conventions: [
    '**Repeats.** A change may carry an `Idempotency-Key`, once per partner for good. The same request again does ' +
      'nothing and is answered with the resource as it now is and `x-idempotent-replay: true`; other content is 409. ' +
      'A `preview` does nothing and stores no key.',
    '**Time.** Reads of a loan take `asOf`: they answer for any day, past or future, from the events up to it.',
  ],
  tags: [
    { name: 'Applications', description: 'What an applicant asks for.' },
    { name: 'Decisions', description: 'Risk signals and what is decided on them.' },
    { name: 'Offers', description: 'What an applicant can accept.' },
    { name: 'Loans', description: 'Made, read, amended, closed and restructured.' },
    { name: 'Disbursements', description: 'Money paid out.' },
    { name: 'Repayments', description: 'Money received.' },
    { name: 'Status', description: 'Balances, what is due, schedules and aging, on any day.' },
    { name: 'Collections', description: 'Arrears and hardship.' },
    { name: 'Rates', description: 'What products cost.' },
    { name: 'Fees', description: 'Fees and penalties of a loan.' },
  ],
  examplePath: '/loans',
  badRequests: {
    'D-VALIDATION_FAILED': [{ path: 'loanTerm.termCount', message: 'must be a whole number from 1 to 100000' }],
    'D-INVALID_JSON': [{ path: 'body', message: 'must be valid JSON', code: 'INVALID_JSON' }],
    'D-INVALID_AMOUNT': [
      { path: 'amount', message: 'is not an amount in USD: too many decimals or digits', code: 'INVALID_AMOUNT' },
    ],
    'D-INVALID_PAGE': [{ path: 'size', message: 'must be a whole number from 1 to 200', code: 'INVALID_PAGE' }],
    'D-MISSING_HEADER': [{ path: 'X-Partner', message: 'is required', code: 'MISSING_HEADER' }],
  },
  unavailable: { description: 'The core or the store cannot be reached. Nothing was done.' },
  ownDescriptions: {
    403: 'The caller may not do this, or the partner may not use the institution of the product.',
    422: 'A rule of the product or of the loan forbids it; `errors` names the field where there is one.',
  },
}

export function lendingOpenApi(): Json {
  return partnerOpenApi(LENDING, DOCUMENT, LENDING_OPERATIONS)
}
