// Gives work that waits a place in transactions of the operator's key, whose nonces follow without a gap.

import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../../platform/storage/database.ts'
import { nextNonce } from '../chain/chain-rules.ts'
import type { PlaceOrder } from '../evm-rows.ts'
import { MAX_ITEMS, type WorkKind } from './placing-rules.ts'

/** Gives waiting work a place in transactions and these their nonces, under the lock of the key's row. Returns how many. */
export function placeWaiting(database: Database, order: PlaceOrder): Promise<number> {
  return database.transaction(async (sql) => {
    const key = await lockKey(sql, order)
    const { rows } = await sql.query<{ unmined: bigint; unsettled: bigint }>(
      `SELECT count(*) FILTER (WHERE nonce >= $2) AS unmined, count(*) AS unsettled
         FROM evm_transactions WHERE address = $1 AND state = 'OPEN'`,
      [order.address, order.minedNonce],
    )
    const unmined = Number(rows[0]?.unmined ?? 0n)
    const room = Math.min(order.maxOpen - unmined, order.maxUnsettled - Number(rows[0]?.unsettled ?? 0n))
    let placed = 0
    while (placed < room && (await placeOne(sql, order, key.nonce + BigInt(placed)))) placed++
    const nonce = key.nonce + BigInt(placed)
    if (nonce !== key.stored)
      await sql.query('UPDATE evm_keys SET next_nonce = $2 WHERE address = $1', [order.address, nonce])
    return placed
  })
}

async function lockKey(sql: Sql, { address, finalNonce }: PlaceOrder): Promise<{ stored: bigint; nonce: bigint }> {
  await sql.query('INSERT INTO evm_keys (address, next_nonce) VALUES ($1, $2) ON CONFLICT (address) DO NOTHING', [
    address,
    finalNonce,
  ])
  const { rows } = await sql.query<{ next_nonce: bigint }>(
    'SELECT next_nonce FROM evm_keys WHERE address = $1 FOR UPDATE',
    [address],
  )
  const stored = rows[0]?.next_nonce ?? 0n
  return { stored, nonce: nextNonce(stored, finalNonce) }
}

/** Accounts wait until their asset is registered for good: the contract skips accounts of unknown assets. */
const NEXT_WAITING = `
  SELECT w.kind, w.work_id, CASE WHEN w.is_cancelled THEN '{"actions": []}' ELSE w.content END AS content, w.tries FROM evm_work w
   WHERE w.state = 'WAITING' AND (w.wait_until IS NULL OR w.wait_until <= $1)
     AND (w.kind <> 'ACCOUNT' OR EXISTS (SELECT 1 FROM evm_work a
           WHERE a.kind = 'ASSET' AND a.work_id = w.content ->> 'assetId' AND a.state = 'FINAL'))
   ORDER BY w.seq LIMIT ${MAX_ITEMS} FOR UPDATE OF w SKIP LOCKED`

async function placeOne(sql: Sql, { address, nowMs, pack }: PlaceOrder, nonce: bigint): Promise<boolean> {
  const { rows } = await sql.query<{ kind: WorkKind; work_id: string; content: unknown; tries: number }>(NEXT_WAITING, [
    isoTimestamp(nowMs),
  ])
  const waiting = rows.map(({ kind, work_id: workId, content, tries }) => ({ kind, workId, content, tries }))
  const kind = waiting[0]?.kind
  if (kind === undefined) return false
  const items = waiting.filter((item) => item.kind === kind)
  const { count, gasLimit, data } = pack(kind, items)
  const inserted = await sql.query<{ transaction_id: bigint }>(
    `INSERT INTO evm_transactions (address, nonce, kind, gas_limit, data, state, placed_at)
     VALUES ($1, $2, $3, $4, decode($5, 'hex'), 'OPEN', $6) RETURNING transaction_id`,
    [address, nonce, kind, gasLimit, data.slice(2), isoTimestamp(nowMs)],
  )
  await sql.query(
    `UPDATE evm_work SET state = 'PLACED', transaction_id = $3, wait_until = NULL
      WHERE kind = $1 AND work_id = ANY ($2::text[])`,
    [kind, items.slice(0, count).map(({ workId }) => workId), inserted.rows[0]?.transaction_id],
  )
  return true
}
