// One request of origination: a transaction, once per idempotency key.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Once } from '../../platform/storage/statements/once.ts'
import { type IdempotencyKey, once } from '../keys/idempotency-keys.ts'
import type { LoanViews, ToldWork } from '../loan-events.ts'
import type { OriginationCaller } from './origination-work.ts'

export interface OriginationParts {
  readonly database: Database
  readonly clock: Clock
  /** How partners are told of changes; absent: they are not. */
  readonly views?: LoanViews | undefined
}

interface Request<Item> {
  /** What an earlier request with the same key made, as it is now. */
  read(work: ToldWork, resourceId: string): Promise<Item>
  create(work: ToldWork): Promise<Item>
  resourceId(item: Item): string
}

export function originate<Item>(
  { database, clock, views }: OriginationParts,
  caller: OriginationCaller,
  key: IdempotencyKey | undefined,
  { read, create, resourceId }: Request<Item>,
): Promise<Once<Item>> {
  const nowMs = clock.now()
  return once(database, key, {
    nowMs,
    async create(sql) {
      const result = await create({ sql, nowMs, caller, views })
      return { result, resourceId: resourceId(result) }
    },
    read: (id) => read({ sql: database, nowMs, caller }, id),
  })
}
