// The rows of the EVM ledger. What is stored decides what may be sent: a nonce is given and the bytes are committed before they
// leave, and FINAL and FAILED are written together with the height at which they were read.

import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import type { TransactionFees } from './chain/fees.ts'
import {
  type BlockMark,
  type FigureColumns,
  type LedgerColumns,
  type LedgerRow,
  type ListedTransaction,
  type NewWork,
  type OpenTransaction,
  type PlacedColumns,
  type PlacedWork,
  type PlaceOrder,
  type Raced,
  type Sending,
  type SendingColumns,
  type SettledTransactions,
  type StoredWork,
  type TransactionColumns,
  toLedger,
  toSending,
  toTransaction,
  toWork,
  type WorkColumns,
} from './evm-rows.ts'
import type { Hex } from './evm-settings.ts'
import { placeWaiting } from './placing/place-waiting.ts'
import type { WorkKind } from './placing/placing-rules.ts'
import { numberEnds, settleWork } from './placing/settle-work.ts'

export class EvmStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async readLedger(sql: Sql = this.#database): Promise<LedgerRow | undefined> {
    const { rows } = await sql.query<LedgerColumns>('SELECT * FROM evm_ledger WHERE ledger_id = 1')
    return rows[0] === undefined ? undefined : toLedger(rows[0])
  }

  /** The first one stays. */
  async rememberLedger({ chainId, genesisHash, contract, namesMark, final, seen }: LedgerRow): Promise<void> {
    await this.#database.query(
      `INSERT INTO evm_ledger (ledger_id, chain_id, genesis_hash, contract, names_mark,
                               final_block, final_hash, final_ms, seen_block, seen_hash, next_end)
       VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, 1) ON CONFLICT (ledger_id) DO NOTHING`,
      [chainId, genesisHash, contract, namesMark, final.number, final.hash, final.timeMs, seen.number, seen.hash],
    )
  }

  /** Assets that events of the contract tell of, up to a block. */
  async noteAssets(assets: readonly bigint[], block: bigint): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await sql.query('INSERT INTO evm_assets (asset) SELECT unnest($1::numeric[]) ON CONFLICT DO NOTHING', [
        assets.map(String),
      ])
      await sql.query('UPDATE evm_ledger SET scanned_block = greatest(scanned_block, $1) WHERE ledger_id = 1', [block])
    })
  }

  async chainAssets(): Promise<bigint[]> {
    const { rows } = await this.#database.query<{ asset: string }>('SELECT asset::text FROM evm_assets')
    return rows.map(({ asset }) => BigInt(asset))
  }

  /** Assets that the platform has asked for. */
  async assetIds(): Promise<string[]> {
    const { rows } = await this.#database.query<{ work_id: string }>(
      `SELECT work_id FROM evm_work WHERE kind = 'ASSET'`,
    )
    return rows.map(({ work_id: assetId }) => assetId)
  }

  /**
   * The id goes to the chain without its actions, which refuses it for good, unless a transaction that was sent before is
   * there first.
   */
  async cancel(opId: string, nowMs: number): Promise<void> {
    await this.#database.query(
      `INSERT INTO evm_work AS w (kind, work_id, content, accepted_at, state, is_cancelled)
       VALUES ('OP', $1, '{"actions": []}', $2, 'WAITING', true)
       ON CONFLICT (kind, work_id) DO UPDATE
          SET is_cancelled = true, state = 'WAITING', transaction_id = NULL, is_applied = false, wait_until = NULL
        WHERE w.state IN ('WAITING', 'PLACED') AND NOT w.is_cancelled`,
      [opId, isoTimestamp(nowMs)],
    )
  }

  /** Takes work over unless its id is known. */
  async accept(works: readonly NewWork[], nowMs: number): Promise<void> {
    if (works.length === 0) return
    const insert = (sql: Sql) =>
      sql.query<{ work_id: string; is_refused: boolean }>(
        `INSERT INTO evm_work (kind, work_id, content, accepted_at, state, reason)
         SELECT w.kind, w.work_id, w.content, $2, CASE WHEN w.is_refused THEN 'FAILED' ELSE 'WAITING' END,
                CASE WHEN w.is_refused THEN 'REFUSED' END
           FROM jsonb_to_recordset($1::jsonb) AS w (kind text, work_id text, content jsonb, is_refused boolean)
         ON CONFLICT (kind, work_id) DO NOTHING
         RETURNING work_id, state = 'FAILED' AS is_refused`,
        [
          JSON.stringify(
            // In one order everywhere, so that two nodes that take the same set do not wait for one another.
            [...works]
              .sort((a, b) => (a.workId < b.workId ? -1 : 1))
              .map(({ kind, workId, content, isRefused = false }) => ({
                kind,
                work_id: workId,
                content,
                is_refused: isRefused,
              })),
          ),
          isoTimestamp(nowMs),
        ],
      )
    if (!works.some(({ isRefused }) => isRefused === true)) {
      await insert(this.#database)
      return
    }
    await this.#database.transaction(async (sql) => {
      const { rows } = await insert(sql)
      const refused = rows.filter(({ is_refused: isRefused }) => isRefused).map(({ work_id: workId }) => workId)
      await numberEnds(sql, refused)
    })
  }

  async works(kind: WorkKind, workIds: readonly string[]): Promise<Map<string, StoredWork>> {
    const { rows } = await this.#database.query<WorkColumns>(
      `SELECT w.work_id, w.content, w.state, w.is_applied, w.final_at_ms, w.reason,
              EXISTS (SELECT 1 FROM evm_sendings s WHERE s.transaction_id = w.transaction_id) AS is_sent
         FROM evm_work w WHERE w.kind = $1 AND w.work_id = ANY ($2::text[])`,
      [kind, workIds],
    )
    return new Map(rows.map((row) => [row.work_id, toWork(row)]))
  }

  async endsAfter(endNumber: bigint, limit: number) {
    const { rows } = await this.#database.query<{ work_id: string; state: 'FINAL' | 'FAILED'; end_number: bigint }>(
      `SELECT work_id, state, end_number FROM evm_work WHERE end_number > $1 AND end_number IS NOT NULL
        ORDER BY end_number LIMIT $2`,
      [endNumber, limit],
    )
    return rows.map((row) => ({ opId: row.work_id, status: row.state, endNumber: row.end_number }))
  }

  /** Whether anything has to be sent or watched. */
  async hasWork(): Promise<{ readonly isWaiting: boolean; readonly isOpen: boolean }> {
    const { rows } = await this.#database.query<{ is_waiting: boolean; is_open: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM evm_work WHERE state = 'WAITING') AS is_waiting,
              EXISTS (SELECT 1 FROM evm_transactions WHERE state = 'OPEN') AS is_open`,
    )
    return { isWaiting: rows[0]?.is_waiting ?? false, isOpen: rows[0]?.is_open ?? false }
  }

  place(order: PlaceOrder): Promise<number> {
    return placeWaiting(this.#database, order)
  }

  async openTransactions(): Promise<OpenTransaction[]> {
    const { rows } = await this.#database.query<TransactionColumns>(
      `SELECT transaction_id, address, nonce, kind, gas_limit, is_mined, placed_at FROM evm_transactions
        WHERE state = 'OPEN' ORDER BY address, nonce`,
    )
    return rows.map(toTransaction)
  }

  async dataOf(transactionId: bigint): Promise<Hex | undefined> {
    const { rows } = await this.#database.query<{ data: string | null }>(
      `SELECT encode(data, 'hex') AS data FROM evm_transactions WHERE transaction_id = $1 AND state = 'OPEN'`,
      [transactionId],
    )
    const data = rows[0]?.data
    return data == null ? undefined : `0x${data}`
  }

  /** The last of each. */
  async sendingsOf(transactionIds: readonly bigint[]): Promise<Map<bigint, Sending>> {
    const { rows } = await this.#database.query<SendingColumns>(
      `SELECT DISTINCT ON (transaction_id) transaction_id, attempt, hash, fee_type, max_fee_wei, priority_fee_wei,
              signed_at, sent_at
         FROM evm_sendings WHERE transaction_id = ANY ($1::bigint[]) ORDER BY transaction_id, attempt DESC`,
      [transactionIds],
    )
    return new Map(rows.map((row) => [row.transaction_id, toSending(row)]))
  }

  async hashesOf(transactionIds: readonly bigint[]): Promise<{ transactionId: bigint; hash: Hex }[]> {
    const { rows } = await this.#database.query<{ transaction_id: bigint; hash: Hex }>(
      'SELECT transaction_id, hash FROM evm_sendings WHERE transaction_id = ANY ($1::bigint[])',
      [transactionIds],
    )
    return rows.map((row) => ({ transactionId: row.transaction_id, hash: row.hash }))
  }

  /** Commits signed bytes. Another node may have been faster: then its bytes count. */
  async addSending(
    transactionId: bigint,
    attempt: number,
    { hash, raw, fees, nowMs }: { hash: Hex; raw: Hex; fees: TransactionFees; nowMs: number },
  ): Promise<Raced> {
    return this.#database.transaction(async (sql) => {
      const open = await sql.query(
        `SELECT 1 FROM evm_transactions WHERE transaction_id = $1 AND state = 'OPEN' FOR SHARE`,
        [transactionId],
      )
      if (open.rowCount === 0) return 'raced'
      const { rowCount } = await sql.query(
        `INSERT INTO evm_sendings (transaction_id, attempt, hash, raw, fee_type, max_fee_wei, priority_fee_wei, signed_at)
         VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8) ON CONFLICT (transaction_id, attempt) DO NOTHING`,
        [
          transactionId,
          attempt,
          hash,
          raw.slice(2),
          fees.type,
          fees.maxFeeWei,
          fees.priorityFeeWei,
          isoTimestamp(nowMs),
        ],
      )
      return rowCount === 1 ? 'done' : 'raced'
    })
  }

  /** The bytes to send now; undefined when another node has just sent them or they are over. */
  async takeToSend({ transactionId, attempt, sentMs }: Sending, nowMs: number): Promise<Hex | undefined> {
    const { rows } = await this.#database.query<{ raw: string }>(
      `UPDATE evm_sendings SET sent_at = $3
        WHERE transaction_id = $1 AND attempt = $2 AND sent_at IS NOT DISTINCT FROM $4::timestamptz
       RETURNING encode(raw, 'hex') AS raw`,
      [transactionId, attempt, isoTimestamp(nowMs), sentMs === undefined ? null : isoTimestamp(sentMs)],
    )
    return rows[0] === undefined ? undefined : `0x${rows[0].raw}`
  }

  async placedWork(transactionIds: readonly bigint[]): Promise<PlacedWork[]> {
    const { rows } = await this.#database.query<PlacedColumns>(
      `SELECT transaction_id, kind, work_id, content, is_cancelled FROM evm_work
        WHERE state = 'PLACED' AND transaction_id = ANY ($1::bigint[]) ORDER BY seq`,
      [transactionIds],
    )
    return rows.map((row) => ({
      transactionId: row.transaction_id,
      kind: row.kind,
      workId: row.work_id,
      content: row.content,
      isCancelled: row.is_cancelled,
    }))
  }

  settle(settlement: SettledTransactions): Promise<Raced> {
    return settleWork(this.#database, settlement)
  }

  /** What the newest block says: which nonces are used up, and which operations are in effect. */
  async noteSeen(
    before: BlockMark,
    seen: BlockMark,
    { mined, applied, isReorganised }: { mined: readonly bigint[]; applied: readonly string[]; isReorganised: boolean },
  ): Promise<Raced> {
    return this.#database.transaction(async (sql) => {
      const { rowCount } = await sql.query(
        `UPDATE evm_ledger SET seen_block = $1, seen_hash = $2
          WHERE ledger_id = 1 AND seen_block = $3 AND seen_hash = $4`,
        [seen.number, seen.hash, before.number, before.hash],
      )
      if (rowCount === 0) return 'raced'
      if (isReorganised) {
        await sql.query(
          `UPDATE evm_work SET is_applied = false
            WHERE state = 'PLACED' AND is_applied AND NOT work_id = ANY ($1::text[])`,
          [applied],
        )
        await sql.query(
          `UPDATE evm_transactions SET is_mined = false
            WHERE state = 'OPEN' AND is_mined AND NOT transaction_id = ANY ($1::bigint[])`,
          [mined],
        )
      }
      if (mined.length > 0)
        await sql.query(
          `UPDATE evm_transactions SET is_mined = true WHERE state = 'OPEN' AND transaction_id = ANY ($1::bigint[])`,
          [mined],
        )
      if (applied.length > 0)
        await sql.query(
          `UPDATE evm_work SET is_applied = true
            WHERE kind = 'OP' AND state = 'PLACED' AND work_id = ANY ($1::text[])`,
          [applied],
        )
      return 'done'
    })
  }

  /**
   * Gives back the work of a transaction that may never be mined, such as one of a key that was replaced. The transaction stays: an
   * id takes effect once, also when both are mined.
   */
  async giveBack(transactionIds: readonly bigint[]): Promise<number> {
    const { rowCount } = await this.#database.query(
      `UPDATE evm_work SET state = 'WAITING', transaction_id = NULL, is_applied = false
        WHERE state = 'PLACED' AND transaction_id = ANY ($1::bigint[])`,
      [transactionIds],
    )
    return rowCount
  }

  /** The most that the next transaction of a key can cost, by the bytes that were signed last. */
  async nextCostWei(address: Hex, minedNonce: bigint): Promise<bigint | undefined> {
    const { rows } = await this.#database.query<{ cost: string }>(
      `SELECT t.gas_limit * s.max_fee_wei AS cost FROM evm_transactions t JOIN evm_sendings s USING (transaction_id)
        WHERE t.address = $1 AND t.state = 'OPEN' AND t.nonce = $2 ORDER BY s.attempt DESC LIMIT 1`,
      [address, minedNonce],
    )
    return rows[0] === undefined ? undefined : BigInt(rows[0].cost)
  }

  /** For people: what is open, the lowest nonces first. */
  async listOpen(limit: number): Promise<ListedTransaction[]> {
    const { rows } = await this.#database.query<TransactionColumns & { hashes: Hex[]; works: bigint }>(
      `SELECT t.transaction_id, t.address, t.nonce, t.kind, t.gas_limit, t.is_mined, t.placed_at,
              ARRAY (SELECT s.hash FROM evm_sendings s WHERE s.transaction_id = t.transaction_id ORDER BY s.attempt) AS hashes,
              (SELECT count(*) FROM evm_work w WHERE w.state = 'PLACED' AND w.transaction_id = t.transaction_id) AS works
         FROM evm_transactions t WHERE t.state = 'OPEN' ORDER BY t.address, t.nonce LIMIT $1`,
      [limit],
    )
    return rows.map((row) => ({ ...toTransaction(row), hashes: row.hashes, works: Number(row.works) }))
  }

  /** What is open is sent again at the next turn. */
  async forgetSent(): Promise<number> {
    const { rowCount } = await this.#database.query(
      `UPDATE evm_sendings s SET sent_at = NULL FROM evm_transactions t
        WHERE t.transaction_id = s.transaction_id AND t.state = 'OPEN' AND s.sent_at IS NOT NULL`,
    )
    return rowCount
  }

  async readFigures() {
    const { rows } = await this.#database.query<FigureColumns>(
      `SELECT (SELECT count(*) FROM evm_work WHERE state = 'WAITING') AS waiting,
              (SELECT count(*) FROM evm_work WHERE state = 'PLACED') AS placed,
              (SELECT count(*) FROM evm_transactions WHERE state = 'OPEN') AS open,
              (SELECT least((SELECT min(placed_at) FROM evm_transactions WHERE state = 'OPEN'),
                            (SELECT accepted_at FROM evm_work WHERE state = 'WAITING' ORDER BY seq LIMIT 1))) AS oldest,
              coalesce((SELECT gas_used FROM evm_ledger WHERE ledger_id = 1), 0) AS gas_used,
              coalesce((SELECT fees_wei FROM evm_ledger WHERE ledger_id = 1), 0) AS fees_wei`,
    )
    const row = rows[0] as FigureColumns
    return {
      waiting: Number(row.waiting),
      placed: Number(row.placed),
      open: Number(row.open),
      oldestMs: row.oldest?.getTime(),
      gasUsed: BigInt(row.gas_used),
      feesWei: BigInt(row.fees_wei),
    }
  }

  async readNextNonce(address: Hex): Promise<bigint | undefined> {
    const { rows } = await this.#database.query<{ next_nonce: bigint }>(
      'SELECT next_nonce FROM evm_keys WHERE address = $1',
      [address],
    )
    return rows[0]?.next_nonce
  }
}
