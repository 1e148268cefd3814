// Where search finds each kind of resource: its table, and by which columns a partner sees and filters it.

import type { Conditions } from '../../platform/storage/statements/list-query.ts'
import type { ResourceType } from '../resource.ts'
import type { SearchFilters } from './search-request.ts'

/** Rows that a partner sees for one reason: they are its own, or it is the payee of a transfer. */
export interface SearchedResource {
  readonly table: string
  readonly id: string
  /** The column of the words that the partner may find the row by, and their `entity` in digital_words. */
  readonly words: string
  readonly wordsEntity: number
  /** What makes the row visible to the partner. */
  visible(conditions: Conditions, partnerId: string): void
  /** The filters that are not alike for all. */
  filter(conditions: Conditions, filters: SearchFilters, partnerId: string): void
}

/** `transaction.type` of the requests that make such resources. */
const MADE_BY = { USER: 'USER_ONBOARDING', DIGITAL_ASSET_ACCOUNT: 'DIGITAL_ASSET_ACCOUNT' } as const

function party(entity: keyof typeof MADE_BY, table: string, id: string, wordsEntity: number): SearchedResource {
  return {
    table,
    id,
    words: 'search_words',
    wordsEntity,
    visible(conditions, partnerId) {
      conditions.addFor(partnerId, (partner) => `partner_id = ${partner}`)
    },
    filter(conditions, { ref, institutionId, userId, currency }, partnerId) {
      conditions.addFor(ref, (value) => {
        const [partner, type] = [conditions.parameters.add(partnerId), conditions.parameters.add(MADE_BY[entity])]
        return `${id} = (SELECT resource_id FROM digital_references
                          WHERE partner_id = ${partner} AND transaction_type = ${type} AND ref = ${value})`
      })
      conditions.addFor(institutionId, (value) => `institution_id = ${value}::uuid`)
      conditions.addFor(userId, (value) => `user_id = ${value}::uuid`)
      conditions.addFor(currency, (value) => `currency = ${value}`)
    },
  }
}

function movement(kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER', wordsEntity: number): SearchedResource {
  return {
    table: 'token_movements',
    id: 'movement_id',
    words: 'search_words',
    wordsEntity,
    visible(conditions, partnerId) {
      conditions.addFor(partnerId, (partner) => `partner_id COLLATE "POSIX" = ${partner}`)
      conditions.add(`kind = '${kind}'`)
    },
    filter(conditions, { ref, institutionId, accountId, currency }, partnerId) {
      conditions.addFor(ref, (value) => {
        const partner = conditions.parameters.add(partnerId)
        return `(partner_id = ${partner} AND ref = ${value})`
      })
      const isTransfer = kind === 'TRANSFER'
      conditions.addFor(institutionId, (value) => eitherSide('issuer_id', value, isTransfer))
      conditions.addFor(accountId, (value) => {
        if (!isTransfer) return `account_id = ${value}::uuid`
        // The payer of a return does not know the account that it goes to, and finds nothing by it.
        const partner = conditions.parameters.add(partnerId)
        return `(account_id = ${value}::uuid
                 OR (payee_account_id = ${value}::uuid AND (return_of IS NULL OR payee_partner_id = ${partner})))`
      })
      conditions.addFor(currency, (value) => `currency = ${value}`)
    },
  }
}

function eitherSide(column: string, value: string, isTransfer: boolean): string {
  if (!isTransfer) return `${column} = ${value}::uuid`
  return `(${column} = ${value}::uuid OR payee_${column} = ${value}::uuid)`
}

/** A payee's partner knows neither the payer's account nor the payer's reference, so it finds nothing by them. */
const TRANSFER_TO_PARTNER: SearchedResource = {
  table: 'token_movements',
  id: 'movement_id',
  words: 'payee_words',
  wordsEntity: 7,
  visible(conditions, partnerId) {
    conditions.addFor(partnerId, (partner) => `payee_partner_id COLLATE "POSIX" = ${partner}`)
    conditions.addFor(partnerId, (partner) => `partner_id <> ${partner}`)
    conditions.add(`kind = 'TRANSFER' AND state NOT IN ('RECEIVED', 'REJECTED')`)
  },
  filter(conditions, { ref, institutionId, accountId, currency }) {
    if (ref !== undefined) conditions.add('false')
    conditions.addFor(institutionId, (value) => eitherSide('issuer_id', value, true))
    conditions.addFor(accountId, (value) => `payee_account_id = ${value}::uuid`)
    conditions.addFor(currency, (value) => `currency = ${value}`)
  },
}

export const SOURCES: Readonly<Record<Exclude<ResourceType, 'INSTITUTION'>, readonly SearchedResource[]>> = {
  USER: [party('USER', 'digital_users', 'user_id', 2)],
  DIGITAL_ASSET_ACCOUNT: [party('DIGITAL_ASSET_ACCOUNT', 'digital_accounts', 'account_id', 3)],
  TOKENIZED_DEPOSIT: [movement('DEPOSIT', 4)],
  TOKEN_REDEMPTION: [movement('REDEMPTION', 5)],
  INTERBANK_TRANSFER: [movement('TRANSFER', 6), TRANSFER_TO_PARTNER],
}

/** Filters that every kind of resource has. */
export function filterAll(conditions: Conditions, id: string, filters: SearchFilters): void {
  conditions.addFor(filters.id, (value) => `${id} = ${value}::uuid`)
  conditions.addFor(filters.state, (value) => `state = ${value}`)
  conditions.addFor(filters.createdFrom, (value) => `created_at >= ${value}`)
  conditions.addFor(filters.createdTo, (value) => `created_at < ${value}`)
  conditions.addFor(filters.updatedFrom, (value) => `updated_at >= ${value}`)
  conditions.addFor(filters.updatedTo, (value) => `updated_at < ${value}`)
}
