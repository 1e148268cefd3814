// Authorization ids, taken from the database in blocks so that a posting does not query for one. Distributed books have one
// sequence, in the central database.

import { authIdAt } from '../../../platform/kernel/identifiers/ids.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement } from '../../../platform/storage/database.ts'

const BLOCK = 1000n
const NEXT_BLOCK: Statement = { name: 'auth-id-block', text: `SELECT nextval('auth_id_blocks') AS block` }

export class AuthIds {
  #next = 0n
  #end = 0n

  /** Ids for at most `count` approvals. What the caller does not use is dropped: gaps are harmless, repetitions are not. */
  async reserve(trip: Trip, count: number): Promise<string[]> {
    if (this.#end - this.#next < BigInt(count)) {
      const { rows } = await trip.askCentral<{ block: bigint }>(NEXT_BLOCK)
      const block = rows[0]?.block
      if (block === undefined) throw new Error('the sequence of authorization ids gave nothing')
      // Another reservation may have fetched a block in between; this one replaces it, and its rest is dropped.
      this.#next = block * BLOCK
      this.#end = this.#next + BLOCK
    }
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(authIdAt(this.#next++))
    return ids
  }
}
