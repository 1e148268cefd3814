// When each client was last used. A request only notes the hour in memory; a sweep writes the notes down now and then,
// into a table of its own, because a change of the clients makes every node read the directory again.

import { isoTimestamp } from '../kernel/clock.ts'
import type { Sweep } from '../kernel/sweep.ts'
import type { Sql } from '../storage/database.ts'

const EVERY_MS = 30_000

export class ClientUsage {
  readonly #sql: Sql
  #lastUsed = new Map<string, number>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The client's secret was good. */
  note(clientId: string, nowMs: number): void {
    this.#lastUsed.set(clientId, nowMs)
  }

  /** Writes the notes down. Several nodes do so for the same clients: the latest use stays. */
  async flush(): Promise<void> {
    const noted = this.#lastUsed
    if (noted.size === 0) return
    this.#lastUsed = new Map()
    try {
      // In one order everywhere, so that two nodes do not wait for each other; a client that is gone is left out.
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
    return { name: 'write-client-usage', everyMs: EVERY_MS, run: () => this.flush() }
  }

  #keep(noted: ReadonlyMap<string, number>): void {
    for (const [clientId, atMs] of noted) {
      if (!this.#lastUsed.has(clientId)) this.#lastUsed.set(clientId, atMs)
    }
  }
}
