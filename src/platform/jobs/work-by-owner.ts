// Work of a sweep that depends on others: on the core of an institution, on a digital ledger. What one of them holds up must
// not hold up the rest.

import { isUnclear } from '../kernel/problems/problem.ts'

/** Owners that are worked for at the same time. */
const AT_ONCE = 8

export interface OwnedWork<Item> {
  /** Whom the work depends on. */
  ownerOf(item: Item): string
  /** Throws an unclear Problem when the owner cannot be reached. */
  run(item: Item): Promise<unknown>
  /** The message of the error that collects what failed. */
  readonly failed: string
}

/**
 * Owners side by side, the items of each in order. An owner that cannot be reached is left alone after its first item: each
 * further one would wait for its timeout. Throws what else failed once every item has had its turn.
 */
export async function workByOwner<Item>(items: readonly Item[], work: OwnedWork<Item>): Promise<void> {
  const waiting = [...Map.groupBy(items, (item) => work.ownerOf(item)).values()]
  const failures: unknown[] = []
  const worker = async () => {
    for (let owned = waiting.shift(); owned !== undefined; owned = waiting.shift()) await workFor(owned, work, failures)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.length > 0) throw new AggregateError(failures, work.failed)
}

async function workFor<Item>(items: readonly Item[], work: OwnedWork<Item>, failures: unknown[]): Promise<void> {
  for (const item of items) {
    try {
      await work.run(item)
    } catch (error) {
      if (isUnclear(error)) return
      failures.push(error)
    }
  }
}
