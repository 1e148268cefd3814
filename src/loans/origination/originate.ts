// One request of origination: a transaction under the caller's idempotency key. Sent again with the same content, it
// answers what the first request made, as it is by then.

import type { Clock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database } from '../../storage/database.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../../storage/sqlstate.ts'
import { findKey, type IdempotencyKey, insertKey } from '../keys/idempotency-keys.ts'
import type { OriginationCaller, OriginationWork } from './origination-work.ts'

export interface OriginationParts {
  readonly database: Database
  readonly clock: Clock
}

export interface Originated<Item> {
  readonly item: Item
  /** The key was used before with the same content: nothing was done now. */
  readonly replayed: boolean
}

interface Request<Item> {
  /** What an earlier request with the same key made. */
  read(work: OriginationWork, resourceId: string): Promise<Item>
  create(work: OriginationWork): Promise<Item>
  resourceId(item: Item): string
}

export async function originate<Item>(
  { database, clock }: OriginationParts,
  caller: OriginationCaller,
  key: IdempotencyKey | undefined,
  { read, create, resourceId }: Request<Item>,
): Promise<Originated<Item>> {
  const nowMs = clock.now()
  if (key === undefined) {
    return { item: await database.transaction((sql) => create({ sql, nowMs, caller })), replayed: false }
  }
  const replay = () =>
    database.transaction(async (sql) => {
      const known = await findKey(sql, key)
      return known && { item: await read({ sql, nowMs, caller }, known.resourceId), replayed: true }
    })
  const known = await replay()
  if (known !== undefined) return known
  try {
    const item = await database.transaction(async (sql) => {
      const made = await create({ sql, nowMs, caller })
      await insertKey(sql, key, resourceId(made), nowMs)
      return made
    })
    return { item, replayed: false }
  } catch (error) {
    // The same request may have been served meanwhile, and this one refused because of it.
    if (sqlStateOf(error) !== UNIQUE_VIOLATION && !(error instanceof Problem && error.kind === 'conflict')) throw error
    const served = await replay()
    if (served === undefined) throw error
    return served
  }
}
