// Transactions by id, RRN or authorization id.

import { decimalFromMinor } from '../../platform/kernel/money/money.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { TransactionFilter } from '../transactions/search/transaction-filter.ts'
import type { TransactionRecord } from '../transactions/transaction-record.ts'
import type { Transactions } from '../transactions/transactions.ts'
import { type FoundRecord, MOST_OF_A_KIND, type SearchSource } from './search-source.ts'

const RRN = /^\d{12}$/
const AUTH_ID = /^[0-9A-Z]{6}$/i

export interface TransactionParts {
  readonly transactions: Pick<Transactions, 'find' | 'after'>
}

export function transactionSource({ transactions }: TransactionParts): SearchSource {
  return {
    name: 'TRANSACTION',
    module: 'QUERY',
    async find(_sql, { text, uuid, scope }) {
      if (uuid !== undefined) {
        try {
          return [foundOf(await transactions.find(scope, uuid))]
        } catch (error) {
          if (error instanceof Problem && error.kind === 'not-found') return []
          throw error
        }
      }
      const filter: TransactionFilter | undefined = RRN.test(text)
        ? { rrn: text }
        : AUTH_ID.test(text)
          ? { authId: text.toUpperCase() }
          : undefined
      if (filter === undefined) return []
      const { records } = await transactions.after(scope, filter, '', MOST_OF_A_KIND)
      return records.map(foundOf)
    },
  }
}

function foundOf({ id, type, rrn, amountMinor, currency, institutionId, partnerId }: TransactionRecord): FoundRecord {
  const amount = currency === undefined ? '' : ` · ${decimalFromMinor(amountMinor, currency)} ${currency}`
  return { kind: 'TRANSACTION', id, title: `${type} ${rrn}${amount}`, institutionId, partnerId }
}
