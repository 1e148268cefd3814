// What a digital ledger and the book know of movements and callers must never see: ids of operations, holds and journals, and
// references of orders to a core.

import { openPglite, openPostgres } from '../../../src/platform/storage/open-database.ts'
import type { Store } from '../gateways/gateway.ts'

const READ_TRACES = `
  SELECT op_id::text AS trace FROM builtin_ledger_operations
  UNION SELECT op_id FROM simulated_chain_ops
  UNION SELECT work_id FROM evm_work WHERE kind = 'OP'
  UNION SELECT hash FROM evm_sendings
  UNION SELECT unnest(journal_ids)::text FROM token_movements
  UNION SELECT payee_journal_id::text FROM token_movements WHERE payee_journal_id IS NOT NULL
  UNION SELECT jsonb_path_query(work, '$.**.fundsReference') #>> '{}' FROM token_movements
  UNION SELECT jsonb_path_query(work, '$.**.refundReference') #>> '{}' FROM token_movements`

/** No gateway may use the store at the moment. */
export async function ledgerTraces(store: Store): Promise<readonly string[]> {
  const { DATABASE_URL: url, DATA_DIR: directory = '' } = store.env
  const database = url === undefined ? await openPglite(directory) : await openPostgres(url)
  try {
    const { rows } = await database.query<{ trace: string }>(READ_TRACES)
    return rows.map(({ trace }) => trace)
  } finally {
    await database.close()
  }
}
