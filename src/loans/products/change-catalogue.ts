// A change of the loan catalogue: one transaction, after which every node reads it again. The caller is answered when all
// nodes have, so that its next call sees the change on any node.

import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { LOAN_PRODUCTS_TOPIC, type LoanCatalogue } from './loan-catalogue.ts'

export interface CatalogueServices {
  readonly database: Database
  readonly clock: Clock
  readonly catalogue: Pick<LoanCatalogue, 'reload'>
}

export async function changeCatalogue<T>(
  { database, clock, catalogue }: CatalogueServices,
  work: (sql: Sql, nowMs: number) => Promise<T>,
): Promise<T> {
  const result = await database.transaction((sql) => work(sql, clock.now()))
  // This node reads again without waiting for the announcement. If that fails, the announcement makes it try again.
  await catalogue.reload().catch(() => {})
  await database.changes.confirm(LOAN_PRODUCTS_TOPIC)
  return result
}
