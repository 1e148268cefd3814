// Ends work whose transactions are final. A status and the height at which it was read commit together.

import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import type { Raced, SettledTransactions } from '../evm-rows.ts'
import { FIRST_WAIT_MS, LONGEST_WAIT_MS } from './placing-rules.ts'

/**
 * Moves the final height forward and ends what has ended by then, in one commit: balances are read at that height, and must not
 * be ahead of statuses.
 */
export function settleWork(
  database: Database,
  { final, transactions, ended, nowMs }: SettledTransactions,
): Promise<Raced> {
  return database.transaction(async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE evm_ledger SET final_block = $1, final_hash = $2, final_ms = greatest(final_ms, $3)
        WHERE ledger_id = 1 AND (final_block < $1 OR final_block = $1 AND final_hash = $2)`,
      [final.number, final.hash, final.timeMs],
    )
    // Another node has gone further.
    if (rowCount === 0) return 'raced'
    if (transactions.length === 0) return 'done'
    const settled = transactions.map(({ transactionId }) => transactionId)
    const { rows: used } = await sql.query<{ gas_used: bigint | null; fee_wei: string | null }>(
      `UPDATE evm_transactions t
          SET state = 'SETTLED', data = NULL, is_mined = true,
              mined_hash = s.mined_hash, gas_used = s.gas_used, fee_wei = s.fee_wei
         FROM jsonb_to_recordset($1::jsonb) AS s (transaction_id bigint, mined_hash text, gas_used bigint, fee_wei numeric)
        WHERE t.transaction_id = s.transaction_id AND t.state = 'OPEN'
       RETURNING t.gas_used, t.fee_wei`,
      [
        JSON.stringify(
          transactions.map(({ transactionId, mined }) => ({
            transaction_id: String(transactionId),
            mined_hash: mined?.hash ?? null,
            gas_used: mined === undefined ? null : String(mined.gasUsed),
            fee_wei: mined === undefined ? null : String(mined.feeWei),
          })),
        ),
      ],
    )
    await addUsed(sql, used)
    await sql.query('DELETE FROM evm_sendings WHERE transaction_id = ANY ($1::bigint[])', [settled])
    const { rows } = await sql.query<{ work_id: string }>(
      `UPDATE evm_work w
          SET state = e.state, reason = e.reason, is_applied = false,
              final_at_ms = CASE WHEN e.state = 'FINAL' THEN $2::bigint END,
              content = CASE WHEN w.kind = 'OP' AND NOT w.content @> '{"actions":[{"kind":"HOLD"}]}' THEN NULL ELSE w.content END
         FROM jsonb_to_recordset($1::jsonb) AS e (kind text, work_id text, state text, reason text)
        WHERE w.kind = e.kind AND w.work_id = e.work_id AND w.state = 'PLACED'
       RETURNING CASE WHEN w.kind = 'OP' THEN w.work_id END AS work_id`,
      [
        JSON.stringify(
          ended.map(({ kind, workId, end }) => ({
            kind,
            work_id: workId,
            state: end.state,
            reason: end.state === 'FAILED' ? end.reason : null,
          })),
        ),
        final.timeMs,
      ],
    )
    const opIds = rows.flatMap(({ work_id: opId }) => (opId === null ? [] : [opId]))
    await numberEnds(sql, opIds)
    await refuseAccountsOf(sql, ended)
    await sql.query(
      `UPDATE evm_work
          SET state = 'WAITING', transaction_id = NULL, is_applied = false, tries = tries + 1,
              wait_until = $2::timestamptz + least($3 * 2 ^ least(tries, 20), $4) * interval '1 millisecond'
        WHERE state = 'PLACED' AND transaction_id = ANY ($1::bigint[])`,
      [settled, isoTimestamp(nowMs), FIRST_WAIT_MS, LONGEST_WAIT_MS],
    )
    return 'done'
  })
}

async function addUsed(
  sql: Sql,
  used: readonly { readonly gas_used: bigint | null; readonly fee_wei: string | null }[],
): Promise<void> {
  const gas = used.reduce((sum, { gas_used: gasUsed }) => sum + (gasUsed ?? 0n), 0n)
  const fees = used.reduce((sum, { fee_wei: feeWei }) => sum + BigInt(feeWei ?? 0), 0n)
  await sql.query('UPDATE evm_ledger SET gas_used = gas_used + $1, fees_wei = fees_wei + $2 WHERE ledger_id = 1', [
    gas,
    fees,
  ])
}

/** Accounts wait for their asset: one that is refused is never there. */
async function refuseAccountsOf(sql: Sql, ended: SettledTransactions['ended']): Promise<void> {
  const refused = ended.filter(({ kind, end }) => kind === 'ASSET' && end.state === 'FAILED')
  if (refused.length === 0) return
  await sql.query(
    `UPDATE evm_work SET state = 'FAILED', reason = 'REFUSED'
      WHERE kind = 'ACCOUNT' AND state = 'WAITING' AND content ->> 'assetId' = ANY ($1::text[])`,
    [refused.map(({ workId }) => workId)],
  )
}

/** Under the lock of the ledger's row, so that numbers commit in their order and a reader of events skips none. */
export async function numberEnds(sql: Sql, opIds: readonly string[]): Promise<void> {
  if (opIds.length === 0) return
  const { rows } = await sql.query<{ next_end: bigint }>(
    'UPDATE evm_ledger SET next_end = next_end + $1 WHERE ledger_id = 1 RETURNING next_end - $1 AS next_end',
    [opIds.length],
  )
  // Nothing is accepted before the chain is known.
  if (rows[0] === undefined) throw new Error('the EVM ledger has not been opened')
  await sql.query(
    `UPDATE evm_work w SET end_number = $2 + e.place - 1
       FROM unnest($1::text[]) WITH ORDINALITY AS e (work_id, place)
      WHERE w.kind = 'OP' AND w.work_id = e.work_id AND w.end_number IS NULL`,
    [opIds, rows[0].next_end],
  )
}
