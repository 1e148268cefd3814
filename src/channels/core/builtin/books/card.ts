// A card of the built-in bank.

import { requireOneOf } from '../../../../platform/storage/statements/closed-values.ts'
import { toUsage, type Usage, type UsageRow } from './usage.ts'

export const CARD_STATUSES = ['ACTIVE', 'BLOCKED', 'EXPIRED', 'LOST', 'STOLEN', 'NOT_ACTIVE'] as const
export type CardStatus = (typeof CARD_STATUSES)[number]

export interface Card {
  readonly panHash: string
  readonly status: CardStatus
  readonly accountIds: readonly string[]
  readonly usage: Usage
}

export interface CardRow extends UsageRow {
  readonly pan_hash: string
  readonly status: string
  readonly account_ids: string[]
}

export const CARD_COLUMNS = 'pan_hash, status, account_ids, usage_date, used_minor, used_count'

export function toCard(row: CardRow): Card {
  return {
    panHash: row.pan_hash,
    status: requireOneOf(CARD_STATUSES, row.status, { table: 'cards', key: row.pan_hash, column: 'status' }),
    accountIds: row.account_ids,
    usage: toUsage(row),
  }
}
