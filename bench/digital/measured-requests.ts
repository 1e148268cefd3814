// What `npm run bench-digital` asks over HTTP: balance inquiry, account validation, one account, and searches.

import type { SearchFilters, SearchSort } from '../../src/tokens/search/search-request.ts'
import { RARE_NAME } from './multiply-accounts.ts'

export interface MeasuredRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/** An account that exists. */
export interface KnownAccount {
  readonly accountId: string
  readonly institutionId: string
  readonly userId: string
  readonly holder: string
  /** Its number: unique among references and words. */
  readonly number: string
  readonly createdMs: number
}

type Entity =
  | 'ACCOUNT_ENTRY'
  | 'USER'
  | 'DIGITAL_ASSET_ACCOUNT'
  | 'TOKENIZED_DEPOSIT'
  | 'INTERBANK_TRANSFER'
  | 'INSTITUTION'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DEEP_PAGE = 1_000

/** The requests about one account; every repetition takes another account. */
export function requestsFor(known: KnownAccount): MeasuredRequest[] {
  const { accountId, institutionId, userId, holder, number, createdMs } = known
  const at = (ms: number) => new Date(ms) as Date
  const account = { digitalAssetAccount: { id: accountId } }
  return [
    post('balance inquiry', '/accounts/balance-inquiry', 'BALANCE_INQUIRY', account),
    post('account validation', '/accounts/validation', 'ACCOUNT_VALIDATION', {
      institution: { id: institutionId },
      ...account,
      holder: { name: holder },
      tokenAmount: { currency: 'USD', tokenType: 'TOKENIZED_DEPOSIT' },
    }),
    { name: 'GET account', method: 'GET', path: `/digital-asset-accounts/${accountId}` },
    { name: 'GET user', method: 'GET', path: `/users/${userId}` },
    { name: 'GET institution', method: 'GET', path: `/institutions/${institutionId}` },

    search('accounts, newest', 'DIGITAL_ASSET_ACCOUNT', {}),
    search('accounts, newest, page 1,000', 'DIGITAL_ASSET_ACCOUNT', { page: DEEP_PAGE }),
    search('accounts, newest, page of 200', 'DIGITAL_ASSET_ACCOUNT', { size: 200 }),
    search('accounts, rare word', 'DIGITAL_ASSET_ACCOUNT', { text: number }),
    search('accounts, prefix of a few thousand', 'DIGITAL_ASSET_ACCOUNT', { text: number.slice(0, 3) }),
    search('accounts, word of all', 'DIGITAL_ASSET_ACCOUNT', { text: 'wallet' }),
    search('accounts, word of all, page 1,000', 'DIGITAL_ASSET_ACCOUNT', { text: 'wallet', page: DEEP_PAGE }),
    search('accounts, word of all and a rare one', 'DIGITAL_ASSET_ACCOUNT', { text: `wallet ${number}` }),
    search('accounts, unknown word', 'DIGITAL_ASSET_ACCOUNT', { text: 'nobodyhasthis' }),
    search('accounts, word of all, of an institution', 'DIGITAL_ASSET_ACCOUNT', {
      text: 'wallet',
      filters: { institutionId },
    }),
    search('accounts, word of all, FROZEN', 'DIGITAL_ASSET_ACCOUNT', { text: 'wallet', filters: { state: 'FROZEN' } }),
    search('accounts, ACTIVE', 'DIGITAL_ASSET_ACCOUNT', { filters: { state: 'ACTIVE' } }),
    search('accounts, FROZEN', 'DIGITAL_ASSET_ACCOUNT', { filters: { state: 'FROZEN' } }),
    search('accounts, PROVISIONING', 'DIGITAL_ASSET_ACCOUNT', { filters: { state: 'PROVISIONING' } }),
    search('accounts, of an institution', 'DIGITAL_ASSET_ACCOUNT', { filters: { institutionId } }),
    search('accounts, of an institution, page 1,000', 'DIGITAL_ASSET_ACCOUNT', {
      filters: { institutionId },
      page: DEEP_PAGE,
    }),
    search('accounts, of an institution, CLOSED', 'DIGITAL_ASSET_ACCOUNT', {
      filters: { institutionId, state: 'CLOSED' },
    }),
    search('accounts, of a user', 'DIGITAL_ASSET_ACCOUNT', { filters: { userId } }),
    search('accounts, by id', 'DIGITAL_ASSET_ACCOUNT', { filters: { id: accountId } }),
    search('accounts, by ref', 'DIGITAL_ASSET_ACCOUNT', { filters: { ref: `account.${number}` } }),
    search('accounts, in a currency', 'DIGITAL_ASSET_ACCOUNT', { filters: { currency: 'USD' } }),
    search('accounts, in another currency', 'DIGITAL_ASSET_ACCOUNT', { filters: { currency: 'EUR' } }),
    search('accounts, made within an hour', 'DIGITAL_ASSET_ACCOUNT', {
      filters: { createdFrom: at(createdMs), createdTo: at(createdMs + HOUR_MS) },
    }),
    search('accounts, made before', 'DIGITAL_ASSET_ACCOUNT', { filters: { createdTo: at(createdMs) } }),
    search('accounts, FROZEN, made within 30 days', 'DIGITAL_ASSET_ACCOUNT', {
      filters: { state: 'FROZEN', createdFrom: at(createdMs), createdTo: at(createdMs + 30 * DAY_MS) },
    }),
    search('accounts, of an institution, made within 30 days', 'DIGITAL_ASSET_ACCOUNT', {
      filters: { institutionId, createdFrom: at(createdMs), createdTo: at(createdMs + 30 * DAY_MS) },
    }),
    search('accounts, changed since', 'DIGITAL_ASSET_ACCOUNT', { filters: { updatedFrom: at(createdMs) } }),

    search('accounts, last changed', 'DIGITAL_ASSET_ACCOUNT', { sort: 'updatedAt' }),
    search('accounts, last changed, page 1,000', 'DIGITAL_ASSET_ACCOUNT', { sort: 'updatedAt', page: DEEP_PAGE }),
    search('accounts, changed before, last changed', 'DIGITAL_ASSET_ACCOUNT', {
      sort: 'updatedAt',
      filters: { updatedTo: at(createdMs) },
    }),
    search('statement of an account', 'ACCOUNT_ENTRY', { filters: { accountId } }),

    search('users, newest', 'USER', {}),
    search('users, last changed', 'USER', { sort: 'updatedAt' }),
    search('users, rare name', 'USER', { text: RARE_NAME }),
    search('users, first and last name', 'USER', { text: holder }),
    search('users, prefix of all', 'USER', { text: 'fam' }),
    search('users, of an institution', 'USER', { filters: { institutionId } }),
    search('deposits, newest', 'TOKENIZED_DEPOSIT', {}),
    search('deposits, newest, page 1,000', 'TOKENIZED_DEPOSIT', { page: DEEP_PAGE }),
    search('deposits, last changed', 'TOKENIZED_DEPOSIT', { sort: 'updatedAt' }),
    search('deposits, last changed, page 1,000', 'TOKENIZED_DEPOSIT', { sort: 'updatedAt', page: DEEP_PAGE }),
    search('deposits, changed before, last changed', 'TOKENIZED_DEPOSIT', {
      sort: 'updatedAt',
      filters: { updatedTo: at(createdMs) },
    }),
    search('deposits, word of all', 'TOKENIZED_DEPOSIT', { text: 'deposit' }),
    search('deposits, rare word', 'TOKENIZED_DEPOSIT', { text: number }),
    search('deposits, ISSUED', 'TOKENIZED_DEPOSIT', { filters: { state: 'ISSUED' } }),
    search('deposits, FAILED', 'TOKENIZED_DEPOSIT', { filters: { state: 'FAILED' } }),
    search('deposits, of an institution', 'TOKENIZED_DEPOSIT', { filters: { institutionId } }),
    search('deposits, of an account', 'TOKENIZED_DEPOSIT', { filters: { accountId } }),
    search('deposits, made within an hour', 'TOKENIZED_DEPOSIT', {
      filters: { createdFrom: at(createdMs), createdTo: at(createdMs + HOUR_MS) },
    }),
    search('transfers, newest (there are none)', 'INTERBANK_TRANSFER', {}),
    search('institutions', 'INSTITUTION', { text: 'bench' }),
  ]
}

function search(
  name: string,
  entity: Entity,
  {
    text,
    sort,
    filters,
    page = 1,
    size = 10,
  }: {
    readonly text?: string
    readonly sort?: SearchSort
    readonly filters?: SearchFilters
    readonly page?: number
    readonly size?: number
  },
): MeasuredRequest {
  const asked = { entity, ...(text !== undefined && { text }), ...(sort && { sort }), ...(filters && { filters }) }
  return post(`search: ${name}`, `/search?page=${page}&size=${size}`, 'PLATFORM_SEARCH', { search: asked })
}

function post(name: string, path: string, type: string, fields: object): MeasuredRequest {
  const body = { transaction: { ref: 'bench', type }, channelInfo: { type: 'BENCH' }, ...fields }
  return { name, method: 'POST', path, body }
}
