// Requests to digital banking that are refused, one row per cause.

import { type Holder, newRef, USD } from '../support/digital/digital-partner.ts'
import {
  account,
  action,
  deposit,
  INSTITUTION,
  newAccount,
  newUser,
  resolve,
  status,
  transfer,
} from '../support/digital/digital-requests.ts'

export const NOBODY = '0197f3a0-0000-7000-8000-0000000000ff'

/** What the rows are about: holders of accounts in every state, an account that is being opened, and transfers. */
export interface Stage {
  readonly payer: Holder
  readonly neighbour: Holder
  readonly payee: Holder
  readonly frozen: Holder
  readonly closed: Holder
  readonly atSuspended: Holder
  readonly ofSuspended: Holder
  readonly deaf: Holder
  readonly closedPayee: Holder
  readonly limited: Holder
  readonly capped: Holder
  readonly onChain: Holder
  readonly provisioning: string
  readonly received: string
  readonly committed: string
  readonly aborted: string
  readonly expired: string
  readonly reserved: string
}

/** What is expected, as `status code ISO-reason`, of a request; by the first partner unless another is named. */
export type ProblemRow = readonly [
  expected: string,
  route: string | ((stage: Stage) => string),
  body?: ((stage: Stage) => object) | undefined,
  by?: 'two' | 'demo',
]

export const PROBLEM_ROWS: readonly ProblemRow[] = [
  ['400 VALIDATION_FAILED FF01', 'POST /users', (s) => ({ institution: { id: s.payer.institutionId } })],
  [
    '400 VALIDATION_FAILED FF01',
    'POST /tokenized-deposits',
    (s) => ({ ...deposit(s.payer), tokenAmount: { ...USD(1), currency: 'USX' } }),
  ],
  [
    '400 INVALID_TRANSACTION_TYPE',
    'POST /users',
    (s) => ({ transaction: { ref: newRef(), type: 'FI_ONBOARDING' }, ...newUser(s.payer.institutionId) }),
  ],
  ['400 INVALID_AMOUNT AM12', 'POST /tokenized-deposits', (s) => deposit(s.payer, 1.001)],
  ['400 INVALID_AMOUNT AM12', 'POST /token-redemptions', () => ({ tokenAmount: USD(0) })],
  ['400 INVALID_AMOUNT AM12', 'POST /interbank-transfers', (s) => transfer(s.payer, s.payee, -1)],
  ['400 INVALID_PAGE', 'POST /search?size=0', () => ({ search: { entity: 'USER' } })],
  ['400 INVALID_PAGE', 'POST /search?page=x', () => ({ search: { entity: 'USER' } })],
  [
    '403 PARTNER_NOT_ALLOWED',
    'POST /institutions',
    () => ({ institution: { ...INSTITUTION, externalId: 'FI002' } }),
    'two',
  ],
  ['403 PARTNER_NOT_ALLOWED', 'POST /institutions', () => ({ institution: { ...INSTITUTION, externalId: 'FI999' } })],
  ['403 NOT_RESOLVER', (s) => resolve(s.reserved), () => action('COMMIT'), 'two'],
  ['404 ROUTE_NOT_FOUND', 'GET /nowhere'],
  ['404 INSTITUTION_NOT_FOUND', `GET /institutions/${NOBODY}`],
  ['404 INSTITUTION_NOT_FOUND', 'POST /users', () => newUser(NOBODY)],
  ['404 INSTITUTION_NOT_FOUND', 'POST /users', (s) => newUser(s.payer.institutionId), 'two'],
  ['404 INSTITUTION_NOT_FOUND', 'POST /digital-asset-accounts', (s) => newAccount({ ...s.payer, institutionId: 'x' })],
  [
    '404 INSTITUTION_NOT_FOUND',
    (s) => `POST /institutions/${s.payer.institutionId}/status`,
    () => status('SUSPENDED'),
    'two',
  ],
  [
    '404 INSTITUTION_NOT_FOUND',
    'POST /accounts/validation',
    (s) => ({ institution: { id: NOBODY }, ...account(s.payee) }),
  ],
  ['404 USER_NOT_FOUND', (s) => `GET /users/${s.payer.userId}`, undefined, 'two'],
  ['404 USER_NOT_FOUND', (s) => `POST /users/${s.payer.userId}/status`, () => status('SUSPENDED'), 'two'],
  ['404 USER_NOT_FOUND', 'POST /digital-asset-accounts', (s) => newAccount({ ...s.payer, userId: s.frozen.userId })],
  ['404 ACCOUNT_NOT_FOUND AC01', (s) => `GET /digital-asset-accounts/${s.payer.accountId}`, undefined, 'two'],
  [
    '404 ACCOUNT_NOT_FOUND AC01',
    (s) => `POST /digital-asset-accounts/${s.payer.accountId}/status`,
    () => status('FROZEN'),
    'two',
  ],
  ['404 ACCOUNT_NOT_FOUND AC01', 'POST /tokenized-deposits', (s) => deposit(s.payer), 'two'],
  ['404 ACCOUNT_NOT_FOUND AC01', 'POST /token-redemptions', (s) => deposit(s.payer), 'two'],
  ['404 ACCOUNT_NOT_FOUND AC01', 'POST /interbank-transfers', (s) => transfer(s.payer, s.payee), 'two'],
  ['404 ACCOUNT_NOT_FOUND AC01', 'POST /accounts/balance-inquiry', (s) => account(s.payer), 'two'],
  ['404 DEPOSIT_NOT_FOUND', `GET /tokenized-deposits/${NOBODY}`],
  ['404 DEPOSIT_NOT_FOUND', 'GET /tokenized-deposits/x'],
  [
    '404 DEPOSIT_NOT_FOUND',
    'POST /token-redemptions',
    () => ({ tokenAmount: USD(1), tokenizedDeposit: { ref: 'none' } }),
  ],
  ['404 REDEMPTION_NOT_FOUND', `GET /token-redemptions/${NOBODY}`],
  ['404 REDEMPTION_NOT_FOUND', (s) => `GET /token-redemptions/${s.committed}`],
  ['404 TRANSFER_NOT_FOUND', `GET /interbank-transfers/${NOBODY}`],
  ['404 TRANSFER_NOT_FOUND', (s) => `GET /interbank-transfers/${s.received}`, undefined, 'two'],
  ['404 TRANSFER_NOT_FOUND', (s) => `GET /interbank-transfers/${s.committed}`, undefined, 'demo'],
  ['404 TRANSFER_NOT_FOUND', (s) => resolve(s.reserved), () => action('ABORT'), 'demo'],
  ['404 TRANSFER_NOT_FOUND', (s) => resolve(s.received), () => action('ABORT'), 'two'],
  ['405 METHOD_NOT_ALLOWED', 'DELETE /users'],
  ['409 INSTITUTION_EXISTS', 'POST /institutions', () => ({ institution: { ...INSTITUTION, bic: 'PAYEUS33' } })],
  ['409 USER_EXISTS', 'POST /users', (s) => newUser(s.payer.institutionId, { externalId: 'CUST1' })],
  [
    '409 INVALID_STATE_TRANSITION',
    (s) => `POST /institutions/${s.payer.institutionId}/status`,
    () => status('REJECTED'),
  ],
  ['409 INVALID_STATE_TRANSITION', (s) => `POST /institutions/${s.payer.institutionId}/status`, () => status('ACTIVE')],
  ['409 INVALID_STATE_TRANSITION', (s) => `POST /users/${s.payer.userId}/status`, () => status('ACTIVE')],
  [
    '409 INVALID_STATE_TRANSITION',
    (s) => `POST /digital-asset-accounts/${s.payer.accountId}/status`,
    () => status('ACTIVE'),
  ],
  [
    '409 INVALID_STATE_TRANSITION',
    (s) => `POST /digital-asset-accounts/${s.closed.accountId}/status`,
    () => status('ACTIVE'),
  ],
  [
    '409 INVALID_STATE_TRANSITION',
    (s) => `POST /digital-asset-accounts/${s.provisioning}/status`,
    () => status('CLOSED'),
  ],
  [
    '409 VERSION_CONFLICT',
    (s) => `POST /users/${s.payer.userId}/status`,
    () => ({ ...status('ACTIVE'), expectedVersion: 7 }),
  ],
  ['409 OPEN_OBLIGATIONS', (s) => `POST /institutions/${s.payer.institutionId}/status`, () => status('OFFBOARDED')],
  ['409 OPEN_OBLIGATIONS', (s) => `POST /users/${s.payer.userId}/status`, () => status('CLOSED')],
  ['409 ACCOUNT_NOT_EMPTY', (s) => `POST /digital-asset-accounts/${s.payer.accountId}/status`, () => status('CLOSED')],
  ['409 TRANSFER_NOT_RESERVED', (s) => resolve(s.received), () => action('COMMIT')],
  ['409 TRANSFER_ALREADY_COMMITTED', (s) => resolve(s.committed), () => action('ABORT')],
  ['409 TRANSFER_ALREADY_COMMITTED', (s) => resolve(s.committed), () => action('ABORT'), 'two'],
  ['409 TRANSFER_ALREADY_ABORTED', (s) => resolve(s.aborted), () => action('COMMIT')],
  ['409 TRANSFER_EXPIRED AB03', (s) => resolve(s.expired), () => action('COMMIT')],
  ['409 TRANSFER_EXPIRED AB03', (s) => resolve(s.expired), () => action('ABORT'), 'two'],
  [
    '422 TOKEN_TYPE_NOT_SUPPORTED',
    'POST /tokenized-deposits',
    (s) => ({ ...deposit(s.closed), tokenAmount: { ...USD(1), tokenType: 'STABLECOIN' } }),
  ],
  [
    '422 SEARCH_FILTER_UNSUPPORTED',
    'POST /search',
    () => ({ search: { entity: 'INSTITUTION', filters: { institutionId: NOBODY } } }),
  ],
  [
    '422 SEARCH_FILTER_UNSUPPORTED',
    'POST /search',
    () => ({ search: { entity: 'USER', filters: { currency: 'USD' } } }),
  ],
  ['422 SEARCH_FILTER_UNSUPPORTED', 'POST /search', () => ({ search: { entity: 'USER', filters: { colour: 'red' } } })],
  [
    '422 REDEMPTION_ACCOUNT_UNRESOLVED',
    'POST /token-redemptions',
    () => ({ tokenAmount: { ...USD(1), currency: 'JPY' } }),
  ],
  ['422 REDEMPTION_ACCOUNT_AMBIGUOUS', 'POST /token-redemptions', () => ({ tokenAmount: USD(1) })],
  ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /users', (s) => newUser(s.atSuspended.institutionId)],
  ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /digital-asset-accounts', (s) => newAccount(s.atSuspended)],
  ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /tokenized-deposits', (s) => deposit(s.atSuspended)],
  ['422 INSTITUTION_NOT_ACTIVE AG10', 'POST /interbank-transfers', (s) => transfer(s.atSuspended, s.payee)],
  ['422 USER_NOT_ACTIVE', 'POST /digital-asset-accounts', (s) => newAccount(s.ofSuspended)],
  ['422 USER_NOT_ACTIVE', 'POST /tokenized-deposits', (s) => deposit(s.ofSuspended)],
  ['422 USER_NOT_ACTIVE', 'POST /token-redemptions', (s) => deposit(s.ofSuspended)],
  ['422 USER_NOT_ACTIVE', 'POST /interbank-transfers', (s) => transfer(s.ofSuspended, s.payee)],
  ['422 ACCOUNT_CLOSED AC04', 'POST /tokenized-deposits', (s) => deposit(s.closed)],
  ['422 ACCOUNT_CLOSED AC04', 'POST /token-redemptions', (s) => deposit(s.closed)],
  ['422 ACCOUNT_CLOSED AC04', 'POST /interbank-transfers', (s) => transfer(s.closed, s.payee)],
  ['422 ACCOUNT_FROZEN AC06', 'POST /token-redemptions', (s) => deposit(s.frozen)],
  ['422 ACCOUNT_FROZEN AC06', 'POST /interbank-transfers', (s) => transfer(s.frozen, s.payee)],
  ['422 ACCOUNT_FROZEN AC06', 'POST /tokenized-deposits', (s) => deposit(s.deaf), 'two'],
  ['422 ACCOUNT_NOT_ACTIVE', 'POST /tokenized-deposits', (s) => deposit({ ...s.onChain, accountId: s.provisioning })],
  ['422 SAME_ACCOUNT', 'POST /interbank-transfers', (s) => transfer(s.payer, s.payer)],
  ['422 RETURN_INVALID', 'POST /interbank-transfers', (s) => ({ ...deposit(s.payer), returnOf: { id: s.committed } })],
  ['422 RETURN_INVALID', 'POST /interbank-transfers', (s) => ({ ...deposit(s.payer), returnOf: { id: NOBODY } })],
  [
    '422 RETURN_INVALID',
    'POST /interbank-transfers',
    (s) => ({ ...deposit(s.payee), returnOf: { id: s.reserved } }),
    'two',
  ],
  [
    '400 VALIDATION_FAILED FF01',
    'POST /interbank-transfers',
    (s) => ({ ...transfer(s.payer, s.payee), returnOf: { id: s.committed } }),
  ],
  [
    '409 INVALID_STATE_TRANSITION',
    (s) => `POST /digital-asset-accounts/${s.closed.accountId}/status`,
    () => ({ account: { label: 'x' } }),
  ],
  [
    '409 INSTITUTION_EXISTS',
    (s) => `POST /institutions/${s.payer.institutionId}/status`,
    () => ({ institution: { bic: 'PAYEUS33' } }),
  ],
  ['400 VALIDATION_FAILED FF01', 'POST /search', () => ({ search: { entity: 'ACCOUNT_ENTRY' } })],
  [
    '422 BENEFICIARY_NOT_FOUND AC03',
    'POST /interbank-transfers',
    (s) => transfer(s.payer, { ...s.payee, accountId: NOBODY }),
  ],
  [
    '422 BENEFICIARY_NOT_FOUND AC03',
    'POST /interbank-transfers',
    (s) => transfer(s.payer, { ...s.payee, institutionId: NOBODY }),
  ],
  [
    '422 BENEFICIARY_NOT_FOUND AC03',
    'POST /interbank-transfers',
    (s) => transfer(s.payer, { ...s.payee, institutionId: 'x', accountId: 'y' }),
  ],
  ['422 BENEFICIARY_CLOSED AC07', 'POST /interbank-transfers', (s) => transfer(s.payer, s.closedPayee)],
  ['422 BENEFICIARY_CANNOT_RECEIVE AC06', 'POST /interbank-transfers', (s) => transfer(s.payer, s.deaf)],
  ['422 BENEFICIARY_CANNOT_RECEIVE AG11', 'POST /interbank-transfers', (s) => transfer(s.payer, s.atSuspended)],
  [
    '422 BENEFICIARY_CANNOT_RECEIVE AG01',
    'POST /interbank-transfers',
    (s) => transfer(s.payer, { ...s.onChain, accountId: s.provisioning }),
  ],
  [
    '422 BENEFICIARY_CANNOT_RECEIVE AC11',
    'POST /interbank-transfers',
    (s) => ({ ...transfer(s.payer, s.payee), tokenAmount: { ...USD(1), currency: 'EUR' } }),
  ],
  ['422 CURRENCY_NOT_SUPPORTED AM03', 'POST /digital-asset-accounts', (s) => newAccount(s.payer, { currency: 'JPY' })],
  [
    '422 CURRENCY_MISMATCH CURR',
    'POST /tokenized-deposits',
    (s) => ({ ...deposit(s.payer), tokenAmount: { ...USD(1), currency: 'EUR' } }),
  ],
  [
    '422 CURRENCY_MISMATCH CURR',
    'POST /token-redemptions',
    (s) => ({ ...deposit(s.payer), tokenAmount: { ...USD(1), currency: 'EUR' } }),
  ],
  [
    '422 LINKED_ACCOUNT_INVALID AC02',
    'POST /tokenized-deposits',
    (s) => ({ ...deposit(s.payer), linkedAccount: { id: 'ANOTHER' } }),
  ],
  [
    '422 LINKED_ACCOUNT_INVALID AC03',
    'POST /token-redemptions',
    (s) => ({ ...deposit(s.payer), linkedAccount: { id: 'ANOTHER' } }),
  ],
  ['422 LIMIT_EXCEEDED AM14', 'POST /tokenized-deposits', (s) => deposit(s.limited, 50.01)],
  ['422 INSUFFICIENT_AVAILABLE_TOKENS AM04', 'POST /token-redemptions', (s) => deposit(s.payer, 1_000_000)],
  ['422 INSUFFICIENT_AVAILABLE_TOKENS AM04', 'POST /interbank-transfers', (s) => transfer(s.payer, s.payee, 1_000_000)],
  ['422 INSUFFICIENT_LINKED_FUNDS AM04', 'POST /tokenized-deposits', (s) => deposit(s.payer, 1_000_000)],
  ['422 INSUFFICIENT_SETTLEMENT_LIQUIDITY AM23', 'POST /interbank-transfers', (s) => transfer(s.capped, s.payee, 5.01)],
]
