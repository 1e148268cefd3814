// The rows of the simulated chain in the database. All nodes share one chain; its one row is the lock.

import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Database, Rows, Sql, Statement, Step, TransactionSql } from '../../../platform/storage/database.ts'
import type { Asset } from '../digital-ledger.ts'
import type {
  ChainChanges,
  ChainEvent,
  ChainHead,
  ChainNeeds,
  ChainOp,
  ChainRows,
  ChainStore,
  LoadedRows,
  NamedRows,
  PeekedOp,
  StoredSupplies,
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
  type PeekedRow,
  toAccount,
  toEvent,
  toHead,
  toHold,
  toOp,
  toPeekedOp,
} from './row-texts.ts'

const HEAD = 'created_ms, clock_ms, ahead_ms, next_op_seq, next_event_seq'
const OP = 'op_id, state, attempts, seq, final_at_ms, plan, reason'

export class DatabaseChainStore implements ChainStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  exclusively<T>(work: (rows: ChainRows) => Promise<T>): Promise<T> {
    return this.#database.transaction((sql) => work(new SqlChainRows(sql)))
  }

  async peek(opIds: readonly string[]): Promise<{ head: ChainHead | undefined; ops: PeekedOp[] }> {
    const { rows } = await this.#database.query<HeadRow & (PeekedRow | { op_id: null })>(PEEK, [opIds])
    const [first] = rows
    if (first === undefined) return { head: undefined, ops: [] }
    return { head: toHead(first), ops: rows.flatMap((row) => (row.op_id === null ? [] : [toPeekedOp(row)])) }
  }

  async eventsAfter(seq: number, limit: number): Promise<ChainEvent[]> {
    const { rows } = await this.#database.query<EventRow>(
      `SELECT * FROM simulated_chain_events WHERE seq > $1 AND seq IS NOT NULL ORDER BY seq LIMIT $2`,
      [seq, limit],
    )
    return rows.map(toEvent)
  }

  async supplies(
    assetIds: readonly string[],
    opIds: readonly string[],
    sql: Sql = this.#database,
  ): Promise<StoredSupplies> {
    const { rows } = await sql.query<{ id: string; supply: string | null }>(READ_SUPPLIES, [assetIds, opIds])
    return {
      supplies: new Map(rows.flatMap(({ id, supply }) => (supply === null ? [] : [[id, BigInt(supply)]]))),
      final: new Set(rows.flatMap(({ id, supply }) => (supply === null ? [id] : []))),
    }
  }

  async assets(): Promise<ReadonlyMap<string, bigint>> {
    const { rows } = await this.#database.query<{ asset_id: string; supply: string }>(
      `SELECT s.asset_id, coalesce(sum(a.balance_minor), 0)::text AS supply
         FROM simulated_chain_assets s LEFT JOIN simulated_chain_accounts a ON a.asset_id = s.asset_id
        GROUP BY s.asset_id`,
    )
    return new Map(rows.map(({ asset_id: assetId, supply }) => [assetId, BigInt(supply)]))
  }
}

/** One statement, so that supplies and operations are of one moment. */
const READ_SUPPLIES: Statement = {
  name: 'read-simulated-chain-supplies',
  text: `SELECT asset_id AS id, sum(balance_minor)::text AS supply FROM simulated_chain_accounts
          WHERE asset_id = ANY ($1::text[]) GROUP BY asset_id
         UNION ALL
         SELECT op_id, NULL FROM simulated_chain_ops WHERE op_id = ANY ($2::text[]) AND state = 'FINAL'`,
}

/** One statement, so that the time and the operations are of one moment. */
const PEEK: Statement = {
  name: 'peek-simulated-chain',
  text: `SELECT ${HEAD}, op_id, state, final_at_ms, plan->'turnsMs' AS turns_ms, plan->'isRefused' AS is_refused, reason
           FROM simulated_chain LEFT JOIN simulated_chain_ops ON op_id = ANY ($1)
          WHERE chain_id = 1`,
}

/** Everything after the lock sees what the lock has waited for. */
const LOCK_HEAD: Statement = {
  name: 'lock-simulated-chain',
  text: `SELECT ${HEAD} FROM simulated_chain WHERE chain_id = 1 FOR UPDATE`,
}

const MAKE_HEAD: Statement = {
  name: 'make-simulated-chain',
  text: `INSERT INTO simulated_chain (chain_id, ${HEAD}) VALUES (1, $1, $1, 0, 1, 1) ON CONFLICT (chain_id) DO NOTHING`,
}

/** The chain's time, as headAt() has it. */
const NOW_MS = `(SELECT greatest(clock_ms, $1::bigint + ahead_ms) FROM simulated_chain WHERE chain_id = 1)`

const READ_DUE_OPS: Statement = {
  name: 'read-due-simulated-chain-ops',
  text: `SELECT ${OP} FROM simulated_chain_ops WHERE state = 'OPEN' AND final_at_ms <= ${NOW_MS}
          ORDER BY final_at_ms, seq LIMIT $2::integer`,
}

const READ_DUE_EVENTS: Statement = {
  name: 'read-due-simulated-chain-events',
  text: `SELECT * FROM simulated_chain_events WHERE seq IS NULL AND due_ms <= ${NOW_MS}
          ORDER BY due_ms, op_id, copy LIMIT $2::integer`,
}

const READ_OPEN_OPS: Statement = {
  name: 'read-open-simulated-chain-ops',
  text: `SELECT ${OP} FROM simulated_chain_ops WHERE state = 'OPEN' ORDER BY seq`,
}

const READ_OPS: Statement = {
  name: 'read-simulated-chain-ops',
  text: `SELECT ${OP} FROM simulated_chain_ops WHERE op_id = ANY ($1::text[])`,
}

const READ_ASSETS: Statement = {
  name: 'read-simulated-chain-assets',
  text: `SELECT asset_id AS "assetId", issuer_id AS "issuerId", currency, exponent
           FROM simulated_chain_assets WHERE asset_id = ANY ($1::text[])`,
}

const READ_ACCOUNTS: Statement = {
  name: 'read-simulated-chain-accounts',
  text: 'SELECT * FROM simulated_chain_accounts WHERE account_id = ANY ($1::text[])',
}

const READ_HOLDS: Statement = {
  name: 'read-simulated-chain-holds',
  text: 'SELECT * FROM simulated_chain_holds WHERE hold_id = ANY ($1::text[])',
}

class SqlChainRows implements ChainRows {
  readonly #sql: TransactionSql

  constructor(sql: TransactionSql) {
    this.#sql = sql
  }

  async load(callerMs: number, needs: ChainNeeds, limit: number): Promise<LoadedRows> {
    const asked = new Asked(this.#sql)
    const values = [String(callerMs), String(limit)]
    const head = asked.add<HeadRow>(LOCK_HEAD, [])
    const due = asked.add<OpRow>(READ_DUE_OPS, values)
    const dueEvents = asked.add<EventRow>(READ_DUE_EVENTS, values)
    const open = needs.openOps === true ? asked.add<OpRow>(READ_OPEN_OPS, []) : NONE
    const ops = asked.addNamed<OpRow>(READ_OPS, needs.opIds)
    const named = namedRows(asked, needs)
    await asked.send()
    const [found] = head()
    if (found === undefined) {
      // Before the first use, and after a reset of the sandbox.
      await this.#sql.query(MAKE_HEAD, [callerMs])
      return this.load(callerMs, needs, limit)
    }
    return {
      head: toHead(found),
      due: due().map(toOp),
      dueEvents: dueEvents().map(toEvent),
      open: open().map(toOp),
      ops: ops().map(toOp),
      ...named(),
    }
  }

  async loadMore(needs: Omit<ChainNeeds, 'opIds' | 'openOps'>): Promise<Omit<NamedRows, 'ops'>> {
    const asked = new Asked(this.#sql)
    const named = namedRows(asked, needs)
    await asked.send()
    return named()
  }

  async save({ head, assets, accounts, holds, ops, ended, events }: ChainChanges): Promise<void> {
    const { clockMs, aheadMs, nextOpSeq, nextEventSeq } = head
    const write = (statement: Statement, rows: readonly object[]): Step[] =>
      rows.length === 0 ? [] : [{ statement, values: [JSON.stringify(rows)] }]
    await this.#sql.roundTrip([
      { statement: SAVE_HEAD, values: [clockMs, aheadMs, nextOpSeq, nextEventSeq].map(String) },
      ...write(SAVE_ASSETS, assets.map(assetText)),
      ...write(SAVE_ACCOUNTS, accounts.map(accountText)),
      ...write(SAVE_HOLDS, holds.map(holdText)),
      ...write(SAVE_OPS, ops.map(opText)),
      ...write(END_OPS, ended.map(endText)),
      ...write(SAVE_EVENTS, events.map(eventText)),
    ])
  }
}

/** Statements that are sent together. */
class Asked {
  readonly #sql: TransactionSql
  readonly #steps: Step[] = []
  #answers: readonly Rows<unknown>[] = []

  constructor(sql: TransactionSql) {
    this.#sql = sql
  }

  /** The rows, once they are there. */
  add<Row>(statement: Statement, values: readonly string[]): () => readonly Row[] {
    const index = this.#steps.push({ statement, values }) - 1
    return () => (this.#answers[index]?.rows ?? []) as Row[]
  }

  /** Nothing is sent for no ids. */
  addNamed<Row>(statement: Statement, ids: readonly string[] = []): () => readonly Row[] {
    return ids.length === 0 ? NONE : this.add<Row>(statement, [textArray(ids)])
  }

  async send(): Promise<void> {
    this.#answers = await this.#sql.roundTrip(this.#steps)
  }
}

const NONE = (): never[] => []

function namedRows(asked: Asked, needs: ChainNeeds): () => Omit<NamedRows, 'ops'> {
  const assets = asked.addNamed<Asset>(READ_ASSETS, needs.assetIds)
  const accounts = asked.addNamed<AccountRow>(READ_ACCOUNTS, needs.accountIds)
  const holds = asked.addNamed<HoldRow>(READ_HOLDS, needs.holdIds)
  return () => ({ assets: assets(), accounts: accounts().map(toAccount), holds: holds().map(toHold) })
}

const SAVE_HEAD: Statement = {
  name: 'save-simulated-chain',
  text: `UPDATE simulated_chain
            SET clock_ms = $1::bigint, ahead_ms = $2::bigint, next_op_seq = $3::bigint, next_event_seq = $4::bigint
          WHERE chain_id = 1`,
}

const SAVE_ASSETS: Statement = {
  name: 'save-simulated-chain-assets',
  text: `
  INSERT INTO simulated_chain_assets (asset_id, issuer_id, currency, exponent)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (asset_id text, issuer_id text, currency text, exponent integer)
  ON CONFLICT (asset_id) DO NOTHING`,
}

const SAVE_ACCOUNTS: Statement = {
  name: 'save-simulated-chain-accounts',
  text: `
  INSERT INTO simulated_chain_accounts
         (account_id, asset_id, ready_at_ms, is_refused, balance_minor, held_minor, reserved_minor, restrictions)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (account_id text, asset_id text, ready_at_ms bigint,
         is_refused boolean, balance_minor numeric, held_minor numeric, reserved_minor numeric, restrictions jsonb)
  ON CONFLICT (account_id) DO UPDATE
     SET ready_at_ms = excluded.ready_at_ms, balance_minor = excluded.balance_minor,
         held_minor = excluded.held_minor, reserved_minor = excluded.reserved_minor,
         restrictions = excluded.restrictions`,
}

const SAVE_HOLDS: Statement = {
  name: 'save-simulated-chain-holds',
  text: `
  INSERT INTO simulated_chain_holds (hold_id, asset_id, account_id, amount_minor, state, ending_op_id)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (hold_id text, asset_id text, account_id text,
         amount_minor numeric, state text, ending_op_id text)
  ON CONFLICT (hold_id) DO UPDATE SET state = excluded.state, ending_op_id = excluded.ending_op_id`,
}

const SAVE_OPS: Statement = {
  name: 'save-simulated-chain-ops',
  text: `
  INSERT INTO simulated_chain_ops (op_id, state, attempts, seq, final_at_ms, plan, reason)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (op_id text, state text, attempts integer, seq bigint,
         final_at_ms bigint, plan jsonb, reason text)
  ON CONFLICT (op_id) DO UPDATE
     SET state = excluded.state, attempts = excluded.attempts, seq = excluded.seq,
         final_at_ms = excluded.final_at_ms, plan = excluded.plan, reason = excluded.reason`,
}

const END_OPS: Statement = {
  name: 'end-simulated-chain-ops',
  text: `
  UPDATE simulated_chain_ops AS o SET state = r.state, reason = r.reason
    FROM jsonb_to_recordset($1::jsonb) AS r (op_id text, state text, reason text)
   WHERE o.op_id = r.op_id`,
}

const SAVE_EVENTS: Statement = {
  name: 'save-simulated-chain-events',
  text: `
  INSERT INTO simulated_chain_events (op_id, copy, status, due_ms, seq)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (op_id text, copy smallint, status text, due_ms bigint, seq bigint)
  ON CONFLICT (op_id, copy) DO UPDATE SET seq = excluded.seq`,
}

function assetText({ assetId, issuerId, currency, exponent }: Asset): object {
  return { asset_id: assetId, issuer_id: issuerId, currency, exponent }
}

function endText({ opId, state, reason }: ChainOp): object {
  return { op_id: opId, state, reason: reason ?? null }
}

function eventText({ opId, copy, status, dueMs, seq }: ChainEvent): object {
  return { op_id: opId, copy, status, due_ms: dueMs, seq: seq ?? null }
}
