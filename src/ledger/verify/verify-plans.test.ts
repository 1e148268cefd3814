// The plans of `verify` do not depend on statistics: no check reads a table again for every row of another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ON_ONE_SERVER } from '../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { nodesOf, type PlanNode } from '../../../test/support/machine/logged-plans.ts'
import { CHECKS } from '../../app/wire/verification.ts'
import type { Rows, Sql } from '../../platform/storage/database.ts'
import { verify } from './verify.ts'

onDatabase('the plans of verify', (_engine, open) => {
  test('join tables without nested loops, though all of them seem to be empty', ON_ONE_SERVER, async () => {
    const { database } = await open()
    await database.query('ANALYZE')
    const plans: PlanNode[] = []
    const queries = CHECKS.filter((check) => 'text' in check)
    await database.transaction((sql) => verify(explained(sql, plans), queries))
    assert.equal(plans.length, queries.length)
    for (const [nth, plan] of plans.entries()) {
      const loops = nodesOf(plan).filter((node) => node['Node Type'] === 'Nested Loop')
      const repeated = loops.flatMap(({ Plans = [] }) =>
        Plans.filter((node) => node['Parent Relationship'] === 'Inner'),
      )
      assert.deepEqual(
        repeated.flatMap(nodesOf).flatMap((node) => node['Relation Name'] ?? []),
        [],
        queries[nth]?.name,
      )
    }
  })
})

/** Plans queries in place of running them. */
function explained(sql: Sql, plans: PlanNode[]): Sql {
  return {
    async query<Row>(text: string): Promise<Rows<Row>> {
      if (text.startsWith('SET')) return sql.query<Row>(text)
      const { rows } = await sql.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
      )
      plans.push(...rows.flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => Plan))
      return { rows: [], rowCount: 0 }
    },
  }
}
