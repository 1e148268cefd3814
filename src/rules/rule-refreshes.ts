// Which refresh of each rule file was the last that an operator asked for. A node that may have missed one compares, and
// reads those files again; others it leaves alone, because an operator may be editing them.

import type { Database, Sql } from '../platform/storage/database.ts'
import { RULE_NAMES, type RuleName } from './rule-names.ts'

const SETTING = 'rules'

type Refreshes = Readonly<Partial<Record<RuleName, string>>>

export async function noteRefresh(sql: Sql, names: readonly RuleName[], requestId: string): Promise<void> {
  const noted: Refreshes = Object.fromEntries(names.map((name) => [name, requestId]))
  await sql.query(
    `INSERT INTO settings (key, value) VALUES ($1, $2::jsonb)
         ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value`,
    [SETTING, JSON.stringify(noted)],
  )
}

/** What this node has done of them. */
export class SeenRefreshes {
  #seen: Refreshes = {}

  /** The names that were refreshed since the last call, according to the database. */
  async missed(database: Database): Promise<RuleName[]> {
    const { rows } = await database.query<{ value: Refreshes }>('SELECT value FROM settings WHERE key = $1', [SETTING])
    const noted = rows[0]?.value ?? {}
    const missed = RULE_NAMES.filter((name) => noted[name] !== this.#seen[name])
    this.#seen = noted
    return missed
  }

  add(names: readonly RuleName[], requestId: string): void {
    this.#seen = { ...this.#seen, ...Object.fromEntries(names.map((name) => [name, requestId])) }
  }
}
