// A database that remembers the slowest statement sent through it, so that its plan can be shown.

import type { Database, Rows, Statement } from '../../src/platform/storage/database.ts'

export interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly ms: number
}

export interface RecordedStatements {
  readonly database: Database
  /** The slowest statement since the last call. */
  takeSlowest(): RecordedStatement | undefined
}

export function recordStatements(database: Database): RecordedStatements {
  let slowest: RecordedStatement | undefined
  const query = async <Row>(statement: string | Statement, values: readonly unknown[] = []): Promise<Rows<Row>> => {
    const startedMs = performance.now()
    try {
      return await database.query<Row>(statement, values)
    } finally {
      const ms = performance.now() - startedMs
      const text = typeof statement === 'string' ? statement : statement.text
      if (slowest === undefined || ms > slowest.ms) slowest = { text, values, ms }
    }
  }
  return {
    // The methods of the database use private fields, so they are bound to it.
    database: new Proxy(database, {
      get(target, name) {
        if (name === 'query') return query
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    takeSlowest() {
      const taken = slowest
      slowest = undefined
      return taken
    },
  }
}

export async function explain(database: Database, { text, values }: RecordedStatement): Promise<string[]> {
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
  return rows.map((row) => row['QUERY PLAN'])
}
