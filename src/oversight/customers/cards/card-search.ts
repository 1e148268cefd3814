// The filter of cards, and how it is searched.

import type { CardStatus } from '../../../channels/core/builtin/books/card.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import { cardsByHash } from '../search/cards-by-hash.ts'
import type { SearchedKind } from '../search/customer-record-search.ts'
import { beginsWith } from '../search/prefix-range.ts'
import { CARDS, type CardRecord } from './card-records.ts'

export interface CardFilter {
  /** The beginning of the customerId, or of the accountId of an account of the card. */
  readonly search?: string | undefined
  readonly institutionId?: string | undefined
  readonly customerId?: string | undefined
  /** Cards that name an account of one of these types. */
  readonly accountType?: readonly string[] | undefined
  readonly status?: readonly CardStatus[] | undefined
  readonly panLast4?: string | undefined
  /** Never the number itself. */
  readonly panHash?: string | undefined
}

const OF_CARD = 'r.institution_id = k.institution_id AND r.pan_hash = k.pan_hash'
const idsOf = (cards: string) => `SELECT r.id FROM card_records r JOIN ${cards} ON ${OF_CARD}`

/** The cards that name an account `a`. OFFSET 0 keeps the look-up at the index of `account_ids`; distributed books do not take it. */
const NAMING = `CROSS JOIN LATERAL (
                          SELECT * FROM cards
                           WHERE account_ids @> ARRAY[a.account_id::text] AND institution_id = a.institution_id
                          OFFSET 0) AS k`
const NAMING_AT_SERVERS = `JOIN cards k ON k.institution_id = a.institution_id AND k.account_ids @> ARRAY[a.account_id::text]`

export const SEARCHED_CARDS: SearchedKind<CardRecord, CardFilter> = {
  kind: CARDS,
  walked: {
    records: 'card_records r',
    joined: 'JOIN cards c ON c.institution_id = r.institution_id AND c.pan_hash = r.pan_hash',
    position: ['r.id'],
    positionWithin: ['r.id'],
  },

  lookup({ panHash, customerId, panLast4, search }, isDistributed) {
    if (panHash !== undefined) return (parameters) => idsOf(cardsByHash(panHash, parameters, isDistributed))
    if (customerId !== undefined) {
      return (parameters) => `${idsOf('cards k')} AND k.customer_id = ${parameters.add(customerId)}`
    }
    if (panLast4 !== undefined) {
      return (parameters) => `${idsOf('cards k')} AND right(k.masked_pan, 4) = ${parameters.add(panLast4)}`
    }
    if (search !== undefined) {
      return (parameters) =>
        `${idsOf('cards k')} AND ${beginsWith('k.customer_id', search, parameters)}
          UNION
         ${idsOf(`(SELECT k.* FROM account_records a
                    ${isDistributed ? NAMING_AT_SERVERS : NAMING}
                   WHERE ${beginsWith('a.account_id', search, parameters)}) AS k`)}`
    }
    return undefined
  },

  conditions({ search, customerId, accountType, status, panLast4, panHash }, parameters) {
    const where = new Conditions(parameters)
    if (search !== undefined) {
      const customer = beginsWith('c.customer_id', search, parameters)
      const account = beginsWith('n.account_id COLLATE "C"', search, parameters)
      where.add(`(${customer} OR EXISTS (SELECT 1 FROM unnest(c.account_ids) AS n (account_id) WHERE ${account}))`)
    }
    where.addFor(customerId, (value) => `c.customer_id = ${value}`)
    where.addFor(
      accountType,
      (values) =>
        `EXISTS (SELECT 1 FROM accounts a WHERE a.institution_id = c.institution_id AND a.account_id = ANY (c.account_ids)
                    AND a.account_type = ANY (${values}::text[]))`,
    )
    where.addFor(status, (values) => `c.status = ANY (${values}::text[])`)
    where.addFor(panLast4, (value) => `right(c.masked_pan, 4) = ${value}`)
    where.addFor(panHash, (value) => `c.pan_hash = ${value}`)
    return where.toString()
  },
}
