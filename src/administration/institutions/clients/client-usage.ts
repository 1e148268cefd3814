// When each client was last used. A request records the time in memory; a sweep saves it periodically to a separate
// table, because a change of the clients table makes every node reload the directory.

import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Sql } from '../../../platform/storage/database.ts'

const EVERY_MS = 30_000

export class ClientUsage {
  readonly #sql: Sql
  #lastUsed = new Map<string, number>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Called when a client's secret was correct. */
  note(clientId: string, nowMs: number): void {
    this.#lastUsed.set(clientId, nowMs)
  }

  /** Saves the times. Several nodes do so for the same clients: the latest use is kept. */
  async flush(): Promise<void> {
    const noted = this.#lastUsed
    if (noted.size === 0) return
    this.#lastUsed = new Map()
    try {
      // In key order, so that two nodes do not deadlock; deleted clients are left out.
      await this.#sql.query(
        `INSERT INTO client_usage (client_id, last_used_at)
         SELECT client_id, noted.at
           FROM unnest($1::text[], $2::timestamptz[]) AS noted (client_id, at) JOIN clients USING (client_id)
          ORDER BY client_id
         ON CONFLICT (client_id) DO UPDATE SET last_used_at = GREATEST(client_usage.last_used_at, excluded.last_used_at)`,
        [[...noted.keys()], Array.from(noted.values(), isoTimestamp)],
      )
    } catch (error) {
      this.#keep(noted)
      throw error
    }
  }

  sweep(): Sweep {
    return { name: 'write-client-usage', everyMs: EVERY_MS, isOwn: true, run: () => this.flush() }
  }

  #keep(noted: ReadonlyMap<string, number>): void {
    for (const [clientId, atMs] of noted) {
      if (!this.#lastUsed.has(clientId)) this.#lastUsed.set(clientId, atMs)
    }
  }
}
