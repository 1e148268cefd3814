// The built-in digital ledger: tokens in the platform's own database, final at once. Operations that are submitted alone go
// through the posting pipeline; those that are part of a posting (JoinedLedger) commit with its journal.

import type { PostingPipeline } from '../../../ledger/post.ts'
import type { BatchContext, Join, OwnedBatch, Posting } from '../../../ledger/posting.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { timedOut } from '../../../platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Database, Rows, Sql } from '../../../platform/storage/database.ts'
import type {
  Asset,
  FinalHeadroom,
  LedgerAccount,
  LedgerAsset,
  LedgerBalance,
  LedgerCapabilities,
  LedgerEvents,
  LedgerFailure,
  LedgerHold,
  LedgerOp,
  OpStatus,
  PinnedSupplies,
} from '../digital-ledger.ts'
import type { JoinedLedger, JoinedLedgerBatch, LedgerJoin } from '../joined-ledger.ts'
import { BuiltinBatch, type PartVerdict, type SubmitPosting, statusOf } from './builtin-batch.ts'
import { readEvents } from './builtin-events.ts'
import {
  type AccountRow,
  type HoldRow,
  LOCK_ACCOUNTS,
  LOCK_ACCOUNTS_IN_BOOK,
  type OperationRow,
  READ_HOLDS,
  READ_HOLDS_IN_BOOK,
  READ_OPERATIONS,
} from './builtin-statements.ts'
import { findHold, type OpRoute, OpRoutes } from './op-routes.ts'

export interface BuiltinLedgerOptions {
  readonly database: Database
  readonly clock: Clock
  /** The pipeline that has this ledger among its owners. */
  pipeline(): Pick<PostingPipeline, 'post' | 'postInBoth'>
  /** The book of an issuer; undefined when there is no such issuer. */
  bookOf(sql: Sql, issuerId: string): Promise<string | undefined>
}

export class BuiltinLedger implements JoinedLedger {
  readonly name = 'builtin'
  readonly capabilities: LedgerCapabilities = { atomicBatches: true, nativeHolds: true, finality: 'INSTANT' }
  readonly #options: BuiltinLedgerOptions
  readonly #routes: OpRoutes

  constructor(options: BuiltinLedgerOptions) {
    this.#options = options
    this.#routes = new OpRoutes(options.database)
  }

  async ensureAsset(
    { assetId, issuerId, currency, exponent }: Asset,
    sql: Sql = this.#options.database,
  ): Promise<void> {
    const bookId = await this.#options.bookOf(sql, issuerId)
    if (bookId === undefined) throw new Error(`the issuer of ${assetId} has no book`)
    await sql.query(
      `INSERT INTO builtin_ledger_assets (asset_id, institution_id, issuer_id, currency, exponent, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [assetId, bookId, issuerId, currency, exponent, this.#timestamp()],
    )
  }

  async ensureAccounts(
    accounts: readonly LedgerAccount[],
    sql: Sql = this.#options.database,
  ): Promise<readonly ('READY' | 'REFUSED')[]> {
    const takeable = accounts.filter(({ accountId }) => isUuid(accountId))
    const inBooks = await this.#byBook(takeable, sql)
    const stored: { account_id: string; asset_id: string }[] = []
    for (const [bookId, some] of inBooks) {
      const ids = some.map(({ accountId }) => accountId)
      // In the order of their keys, so that two callers with the same accounts do not wait for each other.
      await sql.query(
        `INSERT INTO builtin_ledger_accounts (institution_id, account_id, asset_id, created_at)
         SELECT $1, n.account_id, n.asset_id, $4::timestamptz
           FROM unnest($2::uuid[], $3::text[]) AS n (account_id, asset_id)
          ORDER BY n.account_id
         ON CONFLICT DO NOTHING`,
        [bookId, ids, some.map(({ assetId }) => assetId), this.#timestamp()],
      )
      // An account keeps the asset that it was made for.
      const { rows } = await sql.query<{ account_id: string; asset_id: string }>(
        'SELECT account_id, asset_id FROM builtin_ledger_accounts WHERE institution_id = $1 AND account_id = ANY ($2::uuid[])',
        [bookId, ids],
      )
      stored.push(...rows)
    }
    const assetOf = new Map(stored.map((row) => [row.account_id, row.asset_id]))
    return accounts.map(({ accountId, assetId }) =>
      assetOf.get(accountId.toLowerCase()) === assetId ? 'READY' : 'REFUSED',
    )
  }

  async submit(ops: readonly LedgerOp[]): Promise<readonly OpStatus[]> {
    const settled = await Promise.allSettled(ops.map((op) => this.#submitOne(op)))
    const failed = settled.filter((one) => one.status === 'rejected')
    if (failed.length === 0) return settled.map((one) => (one as PromiseFulfilledResult<OpStatus>).value)
    // What was thrown for one says nothing of the others, some of which were accepted.
    throw failed.length === ops.length ? failed[0]?.reason : timedOut('some operations were not answered')
  }

  async #submitOne(op: LedgerOp): Promise<OpStatus> {
    if (!isUuid(op.opId)) throw new Error('an operation of the built-in ledger must be named by a UUID')
    const routes = await this.#routes.find(op)
    if ('failed' in routes) return this.#refuse(op, routes.failed)
    const [first, second, ...more] = routes
    if (first === undefined || more.length > 0) return this.#refuse(op, 'REFUSED')
    const verdicts = new Map<string, PartVerdict>()
    const pipeline = this.#options.pipeline()
    if (second === undefined) return pipeline.post(this.#postingOf(op, first, 'FIRST', verdicts))
    const [status] = await pipeline.postInBoth(
      this.#postingOf(op, first, 'FIRST', verdicts),
      this.#postingOf(op, second, 'SECOND', verdicts),
    )
    return status
  }

  async getOps(opIds: readonly string[]): Promise<readonly (OpStatus | null)[]> {
    const { rows } = await this.#options.database.query<OperationRow>(READ_OPERATIONS, [plainArray(uuids(opIds))])
    const statuses = new Map(
      rows.map(({ op_id: opId, reason, ended_at: endedAt }) => [
        opId,
        statusOf({ reason: reason as LedgerFailure | null, endedAtMs: endedAt.getTime() }),
      ]),
    )
    return opIds.map((opId) => statuses.get(opId.toLowerCase()) ?? null)
  }

  async balances(accounts: readonly LedgerAccount[]): Promise<readonly LedgerBalance[]> {
    const rows: Omit<AccountRow, 'institution_id' | 'restrictions'>[] = []
    for (const [bookId, some] of await this.#byBook(accounts)) {
      const stored = await this.#options.database.query<Omit<AccountRow, 'institution_id' | 'restrictions'>>(
        `SELECT account_id, asset_id, balance_minor, held_minor
           FROM builtin_ledger_accounts WHERE institution_id = $1 AND account_id = ANY ($2::uuid[])`,
        [bookId, uuids(some.map(({ accountId }) => accountId))],
      )
      rows.push(...stored.rows)
    }
    const found = new Map(rows.map((row) => [row.account_id, row]))
    return accounts.map(({ accountId, assetId }) => {
      const row = found.get(accountId.toLowerCase())
      if (row?.asset_id !== assetId) return { balanceMinor: 0n, heldMinor: 0n }
      return { balanceMinor: row.balance_minor, heldMinor: row.held_minor }
    })
  }

  /** Nothing is reconciled with it: it commits with the book. */
  async supplies(assetIds: readonly string[], opIds: readonly string[]): Promise<PinnedSupplies> {
    const found = { suppliesMinor: await this.#supplies(assetIds), isFinal: await this.#areFinal(opIds) }
    return { read: async () => found }
  }

  async #areFinal(opIds: readonly string[]): Promise<readonly boolean[]> {
    return (await this.getOps(opIds)).map((status) => status?.status === 'FINAL')
  }

  async assets(): Promise<readonly LedgerAsset[]> {
    const { rows } = await this.#options.database.query<{ asset_id: string }>(
      'SELECT asset_id FROM builtin_ledger_assets ORDER BY asset_id',
    )
    const assetIds = rows.map(({ asset_id: assetId }) => assetId)
    const supplies = await this.#supplies(assetIds)
    return assetIds.map((assetId, n) => ({ name: assetId, assetId, supplyMinor: supplies[n] ?? 0n }))
  }

  /** It has no limits of its own. */
  async headroom(assetIds: readonly string[], opIds: readonly string[]): Promise<FinalHeadroom> {
    return { headroomMinor: assetIds.map(() => null), isFinal: await this.#areFinal(opIds) }
  }

  async #supplies(assetIds: readonly string[]): Promise<readonly bigint[]> {
    const supplies = new Map<string, bigint>()
    for (const [bookId, some] of await this.#byBook(assetIds.map((assetId) => ({ assetId })))) {
      const { rows } = await this.#options.database.query<{ asset_id: string; supply: string }>(
        `SELECT asset_id, sum(balance_minor)::text AS supply
           FROM builtin_ledger_accounts WHERE institution_id = $1 AND asset_id = ANY ($2::text[])
          GROUP BY asset_id`,
        [bookId, some.map(({ assetId }) => assetId)],
      )
      for (const { asset_id: assetId, supply } of rows) supplies.set(assetId, BigInt(supply))
    }
    return assetIds.map((assetId) => supplies.get(assetId) ?? 0n)
  }

  async hold(holdId: string): Promise<LedgerHold | null> {
    const { database } = this.#options
    const hold = await findHold(database, holdId)
    if (hold === undefined) return null
    const { rows } = await database.query<{ asset_id: string }>(
      'SELECT asset_id FROM builtin_ledger_accounts WHERE institution_id = $1 AND account_id = $2::uuid',
      [hold.institution_id, hold.account_id],
    )
    const assetId = rows[0]?.asset_id
    if (assetId === undefined) return null
    const { account_id: accountId, amount_minor: amountMinor, state } = hold
    return { holdId: holdId.toLowerCase(), assetId, accountId, amountMinor, state }
  }

  events(cursor: string | undefined): Promise<LedgerEvents> {
    return readEvents(this.#options.database, cursor)
  }

  async now(): Promise<number> {
    return this.#options.clock.now()
  }

  async health(): Promise<void> {
    await this.#options.database.query('SELECT FROM builtin_ledger_assets LIMIT 1')
  }

  async open(
    trip: Trip,
    { institutionId }: BatchContext,
    postings: readonly Posting[],
    joins: readonly Join[],
  ): Promise<BuiltinBatch> {
    const accountIds = new Set<string>()
    const opIds = new Set<string>()
    const holdIds = new Set<string>()
    for (const posting of postings as readonly SubmitPosting[]) {
      for (const accountId of posting.ledgerAccountIds) accountIds.add(accountId)
      for (const holdId of posting.holdIds) holdIds.add(holdId)
      opIds.add(posting.op.opId)
    }
    for (const join of joins as readonly LedgerJoin[]) {
      for (const accountId of join.accountIds) accountIds.add(accountId)
      for (const holdId of join.holdIds ?? []) holdIds.add(holdId)
      for (const opId of join.keys ?? []) opIds.add(opId)
    }
    const [accountRows, operations, holdRows] = await Promise.all([
      accountIds.size > 0 ? lockAccounts(trip, institutionId, uuids(accountIds)) : NONE,
      opIds.size > 0 ? trip.askTogether<OperationRow>(READ_OPERATIONS, [uuids(opIds)]) : NONE,
      holdIds.size > 0 ? readHolds(trip, institutionId, uuids(holdIds)) : NONE,
    ])
    const isOwn = (row: AccountRow | HoldRow) => row.institution_id === institutionId
    return new BuiltinBatch(
      accountRows.rows.filter(isOwn),
      operations.rows,
      holdRows.rows.filter(isOwn),
      trip.isDistributed,
    )
  }

  batchOf(owned: OwnedBatch | undefined): JoinedLedgerBatch {
    if (owned instanceof BuiltinBatch) return owned
    throw new Error('the built-in ledger does not take part in this posting')
  }

  /** What has an asset, by the book of its issuer, in the order of the books. Assets that the ledger does not know are left out. */
  async #byBook<T extends { readonly assetId: string }>(
    all: readonly T[],
    sql: Sql = this.#options.database,
  ): Promise<[bookId: string, some: T[]][]> {
    const books = new Map<string, T[]>()
    for (const one of all) {
      const bookId = await this.#routes.bookOfAsset(one.assetId, sql)
      if (bookId === undefined) continue
      const some = books.get(bookId) ?? []
      some.push(one)
      books.set(bookId, some)
    }
    return [...books].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  #postingOf(
    op: LedgerOp,
    { bookId, actions, accountIds, holdIds }: OpRoute,
    part: SubmitPosting['part'],
    verdicts: Map<string, PartVerdict>,
  ): SubmitPosting {
    return {
      owner: this,
      institutionId: bookId,
      accountIds: [],
      op: { opId: op.opId.toLowerCase(), kind: 'BATCH', actions },
      kind: op.kind,
      ledgerAccountIds: accountIds,
      holdIds,
      part,
      verdicts,
    }
  }

  /** An operation that no book can be asked about has failed for good, unless it has ended before. */
  async #refuse(op: LedgerOp, reason: LedgerFailure): Promise<OpStatus> {
    await this.#options.database.query(
      `INSERT INTO builtin_ledger_operations (op_id, kind, reason, ended_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [op.opId, op.kind, reason, this.#timestamp()],
    )
    const [status] = await this.getOps([op.opId])
    if (status === undefined || status === null) throw new Error('an operation of the built-in ledger was not recorded')
    return status
  }

  #timestamp(): string {
    return isoTimestamp(this.#options.clock.now())
  }
}

function lockAccounts(trip: Trip, institutionId: string, ids: readonly string[]): Promise<Rows<AccountRow>> {
  return trip.isDistributed
    ? trip.ask<AccountRow>(LOCK_ACCOUNTS_IN_BOOK, [institutionId, plainArray(ids)])
    : trip.askTogether<AccountRow>(LOCK_ACCOUNTS, [ids])
}

function readHolds(trip: Trip, institutionId: string, ids: readonly string[]): Promise<Rows<HoldRow>> {
  return trip.isDistributed
    ? trip.ask<HoldRow>(READ_HOLDS_IN_BOOK, [institutionId, plainArray(ids)])
    : trip.askTogether<HoldRow>(READ_HOLDS, [ids.map(() => institutionId), ids])
}

const NONE: { readonly rows: never[] } = { rows: [] }

/** Accounts of the book that are no UUIDs are not the ledger's. */
function uuids(ids: Iterable<string>): string[] {
  return [...ids].filter(isUuid)
}

/** The book of a digital institution. */
export async function readBookOf(sql: Sql, issuerId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ book_id: string }>(
    'SELECT book_id FROM digital_institutions WHERE institution_id = $1',
    [issuerId],
  )
  return rows[0]?.book_id
}
