// The plans of `verify`: its checks read whole tables, but no table many times over, also when the statistics are from when
// the tables were small.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openAccounts, TODAY } from '../../../test/support/bank/postings.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { CHECKS } from './verification.ts'

const ROWS = 1_500
/** Rows that a check may look at, in all nodes of its plan together. One loop within another looks at ROWS × ROWS. */
const MAX_LOOKED_AT = 100 * ROWS

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

onDatabase('the checks of verify', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
    await openAccounts(database, ['A'], TODAY)
    for (const table of ['accounts', 'transactions', 'journals']) {
      await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
    }
    await database.query('ANALYZE')
    await fill()
  })

  for (const check of CHECKS) {
    if ('find' in check) continue
    test(`read no row many times: ${check.name}`, async () => {
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) ${check.text} LIMIT 100`,
      )
      const [{ Plan: plan }] = (rows[0] as (typeof rows)[0])['QUERY PLAN']
      const lookedAt = lookedAtBy(plan)
      assert.ok(lookedAt <= MAX_LOOKED_AT, `${lookedAt} rows:\n${JSON.stringify(plan, null, 2)}`)
    })
  }

  async function fill(): Promise<void> {
    await database.query(
      `INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, amount_minor, currency,
                                 response_code, auth_id, business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
       SELECT 'FI001', 'P1', i::text, md5(i::text)::uuid, 'CASHDEPOSIT', 'A', 1, 'USD', '000', lpad(i::text, 6, '0'),
              '${TODAY}', now(), 1, gen_random_uuid(), repeat('f', 43), '{"status":{"responseCode":"000"}}'
         FROM generate_series(1, ${ROWS}) AS i`,
    )
    await database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       SELECT 'FI001', md5(i::text)::uuid, 'CASHDEPOSIT', '${TODAY}', now(), 'CG', '{A,vault}', '{USD,USD}', '{1,-1}'
         FROM generate_series(1, ${ROWS}) AS i`,
    )
  }
})

function lookedAtBy(node: PlanNode): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, Plans: plans = [] } = node
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return (rows + removed) * loops + plans.reduce((sum, inner) => sum + lookedAtBy(inner), 0)
}
