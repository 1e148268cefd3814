// Withdrawals of the business day from accounts of a remote core, for decision tables: counted from the gateway's records,
// because such an account has no row here. They are those of the account, with or without a card, approved or of unknown
// outcome, less what was reversed. The batch holds the account's advisory lock, so no other node can add one.

import { earliestIdAt } from '../../../platform/kernel/identifiers/ids.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/time/clock.ts'
import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement } from '../../../platform/storage/database.ts'

export interface RemoteUsage {
  /** In the institution's base currency. */
  readonly minor: bigint
  readonly count: number
}

const WITHDRAWALS: readonly string[] = ['CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL']
/** Longer than any business day, so that the index scan can stop there. */
const LONGEST_DAY_MS = DAY_MS + 2 * HOUR_MS

const READ_USAGE: Statement = {
  name: 'usage-elsewhere',
  text: `SELECT asked.account_id, t.used_minor, t.used_count
           FROM unnest($2::text[]) AS asked (account_id)
          CROSS JOIN LATERAL (
                SELECT coalesce(sum(amount_minor - reversed_minor) FILTER (WHERE currency = $3), 0)::bigint AS used_minor,
                       (count(*) FILTER (WHERE reversed_minor < amount_minor))::integer AS used_count
                  FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND transaction_id >= $4::uuid
                   AND business_date = $5 AND type = ANY ($6::text[]) AND response_code IN ('000', '911')) AS t`,
}

interface UsageRow {
  readonly account_id: string
  readonly used_minor: bigint
  readonly used_count: number
}

/** An order whose rules read what was used today. */
export interface NeedsUsage {
  readonly accountId: string
  /** The institution's base currency; absent when the order needs no usage. */
  readonly usageCurrency?: string | undefined
}

interface Day {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly nowMs: number
}

export class UsageToday {
  readonly #used: Map<string, RemoteUsage>

  constructor(used: Map<string, RemoteUsage> = new Map()) {
    this.#used = used
  }

  of(accountId: string): RemoteUsage {
    return this.#used.get(accountId) ?? NOTHING
  }

  /** Counts an order that is about to be sent. If it is declined in this batch, it still counts for the rest of it. */
  add(
    { accountId, usageCurrency }: NeedsUsage,
    order: { readonly type: string; readonly amountMinor: bigint; readonly currency: string },
  ): void {
    if (usageCurrency === undefined || !WITHDRAWALS.includes(order.type)) return
    const { minor, count } = this.of(accountId)
    const added = order.currency === usageCurrency ? order.amountMinor : 0n
    this.#used.set(accountId, { minor: minor + added, count: count + 1 })
  }
}

const NOTHING: RemoteUsage = { minor: 0n, count: 0 }

/** Queues the read, when an order needs it; the caller sends the trip. */
export async function readUsageToday(trip: Trip, day: Day, orders: readonly NeedsUsage[]): Promise<UsageToday> {
  const asking = orders.filter(({ usageCurrency }) => usageCurrency !== undefined)
  const currency = asking[0]?.usageCurrency
  if (currency === undefined) return new UsageToday()
  const { rows } = await trip.ask<UsageRow>(READ_USAGE, [
    day.institutionId,
    textArray([...new Set(asking.map(({ accountId }) => accountId))]),
    currency,
    earliestIdAt(day.nowMs - LONGEST_DAY_MS),
    day.businessDate,
    textArray([...WITHDRAWALS]),
  ])
  return new UsageToday(new Map(rows.map((row) => [row.account_id, { minor: row.used_minor, count: row.used_count }])))
}
