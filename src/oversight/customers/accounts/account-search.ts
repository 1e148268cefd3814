// The filter of accounts, and how it is searched.

import type { AccountStatus } from '../../../channels/core/builtin/books/bank-account.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import { cardsByHash } from '../search/cards-by-hash.ts'
import type { SearchedKind } from '../search/customer-record-search.ts'
import { beginsWith } from '../search/prefix-range.ts'
import { ACCOUNTS, type AccountRecord } from './account-records.ts'

export interface AccountFilter {
  readonly accountId?: string | undefined
  /** The beginning of the accountId or the customerId. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly customerId?: string | undefined
  readonly accountType?: readonly string[] | undefined
  readonly status?: readonly AccountStatus[] | undefined
  /** Accounts of a card with these last digits. */
  readonly panLast4?: string | undefined
  /** Accounts of the card; never the number itself. */
  readonly panHash?: string | undefined
}

const NAMED_BY_CARD = 'k.institution_id = c.institution_id AND k.account_ids @> ARRAY[c.account_id::text]'

const SELECT_ID = 'SELECT r.id FROM account_records r'
const OF_ACCOUNT = 'r.institution_id = c.institution_id AND r.account_id = c.account_id'

/** The accounts that cards name. */
const ofCards = (cards: string) =>
  `${SELECT_ID} JOIN (SELECT k.institution_id, unnest(k.account_ids) AS account_id FROM ${cards}) AS c ON ${OF_ACCOUNT}`

export const SEARCHED_ACCOUNTS: SearchedKind<AccountRecord, AccountFilter> = {
  kind: ACCOUNTS,
  walked: {
    records: 'account_records r',
    joined: `JOIN accounts c ON c.institution_id = r.institution_id AND c.account_id = r.account_id`,
    position: ['r.account_id', 'r.institution_id'],
    positionWithin: ['r.account_id'],
  },

  lookup({ accountId, panHash, customerId, panLast4, search }, isDistributed) {
    if (accountId !== undefined) return (parameters) => `${SELECT_ID} WHERE r.account_id = ${parameters.add(accountId)}`
    if (panHash !== undefined) return (parameters) => ofCards(cardsByHash(panHash, parameters, isDistributed))
    if (customerId !== undefined) {
      return (parameters) =>
        `${SELECT_ID} JOIN accounts c ON ${OF_ACCOUNT} AND c.customer_id = ${parameters.add(customerId)}`
    }
    if (search !== undefined) {
      return (parameters) =>
        `${SELECT_ID} WHERE ${beginsWith('r.account_id', search, parameters)}
          UNION ALL
         ${SELECT_ID} JOIN accounts c ON ${OF_ACCOUNT} AND ${beginsWith('c.customer_id', search, parameters)}`
    }
    if (panLast4 !== undefined) {
      return (parameters) => ofCards(`cards k WHERE right(k.masked_pan, 4) = ${parameters.add(panLast4)}`)
    }
    return undefined
  },

  conditions({ accountId, search, customerId, accountType, status, panLast4, panHash }, parameters) {
    const where = new Conditions(parameters)
    where.addFor(accountId, (value) => `c.account_id = ${value}`)
    if (search !== undefined) {
      const [account, customer] = ['c.account_id', 'c.customer_id'].map((column) =>
        beginsWith(column, search, parameters),
      )
      where.add(`(${account} OR ${customer})`)
    }
    where.addFor(customerId, (value) => `c.customer_id = ${value}`)
    where.addFor(accountType, (values) => `c.account_type = ANY (${values}::text[])`)
    where.addFor(status, (values) => `c.status = ANY (${values}::text[])`)
    where.addFor(
      panLast4,
      (value) => `EXISTS (SELECT 1 FROM cards k WHERE ${NAMED_BY_CARD} AND right(k.masked_pan, 4) = ${value})`,
    )
    where.addFor(panHash, (value) => `EXISTS (SELECT 1 FROM cards k WHERE ${NAMED_BY_CARD} AND k.pan_hash = ${value})`)
    return where.toString()
  },
}
