// The rows of the simulated chain in the database. All nodes share one chain; its one row is the lock.

import type { Database, Sql } from '../../../storage/database.ts'
import type { Asset } from '../digital-ledger.ts'
import type {
  ChainAccount,
  ChainChanges,
  ChainEvent,
  ChainHead,
  ChainHold,
  ChainOp,
  ChainRows,
  ChainStore,
} from './chain-rows.ts'
import {
  type AccountRow,
  accountText,
  type EventRow,
  type HeadRow,
  type HoldRow,
  holdText,
  type OpRow,
  opText,
  toAccount,
  toEvent,
  toHead,
  toHold,
  toOp,
} from './row-texts.ts'

const HEAD = 'created_ms, clock_ms, ahead_ms, next_op_seq, next_event_seq'
const OP = 'op_id, state, attempts, seq, final_at_ms, plan, reason'

export class DatabaseChainStore implements ChainStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  exclusively<T>(startMs: number, work: (rows: ChainRows) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (sql) => work(new SqlChainRows(sql, await lockHead(sql, startMs))))
  }

  async peek(opIds: readonly string[]): Promise<{ head: ChainHead | undefined; ops: ChainOp[] }> {
    // One statement, so that the time and the operations are of one moment.
    const { rows } = await this.#database.query<HeadRow & { [Column in keyof OpRow]: OpRow[Column] | null }>(
      `SELECT ${HEAD}, ${OP} FROM simulated_chain LEFT JOIN simulated_chain_ops ON op_id = ANY ($1) WHERE chain_id = 1`,
      [opIds],
    )
    const [first] = rows
    if (first === undefined) return { head: undefined, ops: [] }
    return { head: toHead(first), ops: rows.filter((row): row is HeadRow & OpRow => row.op_id !== null).map(toOp) }
  }
}

/** The row is missing before the first use and after a reset of the sandbox. */
async function lockHead(sql: Sql, startMs: number): Promise<ChainHead> {
  const lock = () => sql.query<HeadRow>(`SELECT ${HEAD} FROM simulated_chain WHERE chain_id = 1 FOR UPDATE`)
  const locked = (await lock()).rows[0]
  if (locked !== undefined) return toHead(locked)
  await sql.query(
    `INSERT INTO simulated_chain (chain_id, ${HEAD}) VALUES (1, $1, $1, 0, 1, 1) ON CONFLICT (chain_id) DO NOTHING`,
    [startMs],
  )
  return toHead((await lock()).rows[0] as HeadRow)
}

class SqlChainRows implements ChainRows {
  readonly head: ChainHead
  readonly #sql: Sql

  constructor(sql: Sql, head: ChainHead) {
    this.#sql = sql
    this.head = head
  }

  async dueOps(nowMs: number, limit: number): Promise<ChainOp[]> {
    const { rows } = await this.#sql.query<OpRow>(
      `SELECT ${OP} FROM simulated_chain_ops WHERE state = 'OPEN' AND final_at_ms <= $1
        ORDER BY final_at_ms, seq LIMIT $2`,
      [nowMs, limit],
    )
    return rows.map(toOp)
  }

  async openOps(): Promise<ChainOp[]> {
    const { rows } = await this.#sql.query<OpRow>(
      `SELECT ${OP} FROM simulated_chain_ops WHERE state = 'OPEN' ORDER BY seq`,
    )
    return rows.map(toOp)
  }

  async ops(opIds: readonly string[]): Promise<ChainOp[]> {
    if (opIds.length === 0) return []
    const { rows } = await this.#sql.query<OpRow>(`SELECT ${OP} FROM simulated_chain_ops WHERE op_id = ANY ($1)`, [
      opIds,
    ])
    return rows.map(toOp)
  }

  async assets(assetIds: readonly string[]): Promise<Asset[]> {
    if (assetIds.length === 0) return []
    const { rows } = await this.#sql.query<Asset>(
      `SELECT asset_id AS "assetId", issuer_id AS "issuerId", currency, exponent
         FROM simulated_chain_assets WHERE asset_id = ANY ($1)`,
      [assetIds],
    )
    return rows
  }

  async accounts(accountIds: readonly string[]): Promise<ChainAccount[]> {
    if (accountIds.length === 0) return []
    const { rows } = await this.#sql.query<AccountRow>(
      'SELECT * FROM simulated_chain_accounts WHERE account_id = ANY ($1)',
      [accountIds],
    )
    return rows.map(toAccount)
  }

  async supplies(assetIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const { rows } = await this.#sql.query<{ asset_id: string; supply: string }>(
      `SELECT asset_id, sum(balance_minor)::text AS supply FROM simulated_chain_accounts
        WHERE asset_id = ANY ($1) GROUP BY asset_id`,
      [assetIds],
    )
    return new Map(rows.map(({ asset_id: assetId, supply }) => [assetId, BigInt(supply)]))
  }

  async holds(holdIds: readonly string[]): Promise<ChainHold[]> {
    if (holdIds.length === 0) return []
    const { rows } = await this.#sql.query<HoldRow>('SELECT * FROM simulated_chain_holds WHERE hold_id = ANY ($1)', [
      holdIds,
    ])
    return rows.map(toHold)
  }

  async dueEvents(nowMs: number, limit: number): Promise<ChainEvent[]> {
    const { rows } = await this.#sql.query<EventRow>(
      `SELECT * FROM simulated_chain_events WHERE seq IS NULL AND due_ms <= $1 ORDER BY due_ms, op_id, copy LIMIT $2`,
      [nowMs, limit],
    )
    return rows.map(toEvent)
  }

  async eventsAfter(seq: number, limit: number): Promise<ChainEvent[]> {
    const { rows } = await this.#sql.query<EventRow>(
      `SELECT * FROM simulated_chain_events WHERE seq > $1 AND seq IS NOT NULL ORDER BY seq LIMIT $2`,
      [seq, limit],
    )
    return rows.map(toEvent)
  }

  async save({ head, assets, accounts, holds, ops, events }: ChainChanges): Promise<void> {
    await Promise.all([
      this.#sql.query(
        `UPDATE simulated_chain SET clock_ms = $1, ahead_ms = $2, next_op_seq = $3, next_event_seq = $4
          WHERE chain_id = 1`,
        [head.clockMs, head.aheadMs, head.nextOpSeq, head.nextEventSeq],
      ),
      this.#write(SAVE_ASSETS, assets.map(assetText)),
      this.#write(SAVE_ACCOUNTS, accounts.map(accountText)),
      this.#write(SAVE_HOLDS, holds.map(holdText)),
      this.#write(SAVE_OPS, ops.map(opText)),
      this.#write(SAVE_EVENTS, events.map(eventText)),
    ])
  }

  async #write(statement: string, rows: readonly object[]): Promise<void> {
    if (rows.length > 0) await this.#sql.query(statement, [JSON.stringify(rows)])
  }
}

const SAVE_ASSETS = `
  INSERT INTO simulated_chain_assets (asset_id, issuer_id, currency, exponent)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (asset_id text, issuer_id text, currency text, exponent integer)
  ON CONFLICT (asset_id) DO NOTHING`

const SAVE_ACCOUNTS = `
  INSERT INTO simulated_chain_accounts
         (account_id, asset_id, ready_at_ms, is_refused, balance_minor, held_minor, reserved_minor, restrictions)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (account_id text, asset_id text, ready_at_ms bigint,
         is_refused boolean, balance_minor numeric, held_minor numeric, reserved_minor numeric, restrictions jsonb)
  ON CONFLICT (account_id) DO UPDATE
     SET ready_at_ms = excluded.ready_at_ms, balance_minor = excluded.balance_minor,
         held_minor = excluded.held_minor, reserved_minor = excluded.reserved_minor,
         restrictions = excluded.restrictions`

const SAVE_HOLDS = `
  INSERT INTO simulated_chain_holds (hold_id, asset_id, account_id, amount_minor, state, ending_op_id)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (hold_id text, asset_id text, account_id text,
         amount_minor numeric, state text, ending_op_id text)
  ON CONFLICT (hold_id) DO UPDATE SET state = excluded.state, ending_op_id = excluded.ending_op_id`

const SAVE_OPS = `
  INSERT INTO simulated_chain_ops (op_id, state, attempts, seq, final_at_ms, plan, reason)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (op_id text, state text, attempts integer, seq bigint,
         final_at_ms bigint, plan jsonb, reason text)
  ON CONFLICT (op_id) DO UPDATE
     SET state = excluded.state, attempts = excluded.attempts, seq = excluded.seq,
         final_at_ms = excluded.final_at_ms, plan = excluded.plan, reason = excluded.reason`

const SAVE_EVENTS = `
  INSERT INTO simulated_chain_events (op_id, copy, status, due_ms, seq)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (op_id text, copy smallint, status text, due_ms bigint, seq bigint)
  ON CONFLICT (op_id, copy) DO UPDATE SET seq = excluded.seq`

function assetText({ assetId, issuerId, currency, exponent }: Asset): object {
  return { asset_id: assetId, issuer_id: issuerId, currency, exponent }
}

function eventText({ opId, copy, status, dueMs, seq }: ChainEvent): object {
  return { op_id: opId, copy, status, due_ms: dueMs, seq: seq ?? null }
}
