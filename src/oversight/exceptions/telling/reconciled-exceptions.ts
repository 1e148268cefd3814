// What a file said of the exceptions that came of it.

import type { Database } from '../../../platform/storage/database.ts'
import { readReconciled } from '../../reconciliations/reconciliation-rows.ts'
import type { AnyException } from '../exception-list.ts'

export async function withReconciled(database: Database, exceptions: readonly AnyException[]): Promise<AnyException[]> {
  const found = await readReconciled(
    database,
    exceptions.filter(({ kind }) => kind === 'RECONCILIATION'),
  )
  if (found.size === 0) return [...exceptions]
  return exceptions.map((one) => {
    const reconciled = found.get(one.id)
    return reconciled === undefined || !('transaction' in one) ? one : { ...one, reconciled }
  })
}
