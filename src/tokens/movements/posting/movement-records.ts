// Owns the postings of movements: the movement's row, its journal, its holds, the reference of a decision and the audit record
// commit together. A ledger in our own database takes part in the commit.
//
// Accounts are locked first, so a movement and a change of an account's state take turns. Then movements, by key; then the
// institutions, shared, so that none is offboarded while something begins, and no settlement is posted while a transfer is.

import { holdAudit } from '../../../administration/audit/batch-audit.ts'
import type { Account } from '../../../ledger/account.ts'
import type { BatchContext, OwnedBatch, Owner } from '../../../ledger/posting.ts'
import { DAY_MS, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Rows, Statement } from '../../../platform/storage/database.ts'
import { type ReturnedTransfer, withReturns } from '../checks/rules.ts'
import { isWithinInstitution, type Movement } from '../movement.ts'
import { type MovementRow, toMovement } from '../movement-codec.ts'
import { MovementBatch, type MovementRecordsOptions } from './movement-batch.ts'
import type { MovementPosting, NewPosting, PayeePosting } from './movement-posting.ts'
import {
  HOLD_INSTITUTIONS,
  LOCK_INSTITUTIONS,
  LOCK_MOVEMENTS,
  LOCK_MOVEMENTS_IN_BOOK,
  READ_MOVEMENT_REFERENCES,
  READ_OPEN_TRANSFERS,
  READ_OWED,
  READ_OWED_IN_BOOK,
  READ_REFERENCES,
  READ_REFERENCES_OF_HOMES,
  READ_RETURNED,
  READ_RETURNS_IN_BOOK,
  READ_STANDINGS,
  READ_TRANSFERS_IN_BOOK,
  READ_USAGE,
  READ_USAGE_IN_BOOK,
} from './movement-statements.ts'
import { MovementChanges } from './movement-steps.ts'
import type { InstitutionRow, OwedRow, ReferenceRow, StandingRow, UsageRow } from './movements-read.ts'
import { holdingsOf } from './stored-movement.ts'

export class MovementRecords<A extends Account = Account> implements Owner<MovementPosting, A> {
  readonly #options: MovementRecordsOptions<A>
  /** A reference belongs to the partner, not to a book: all books of a batch share those that it has used. */
  readonly #references = new WeakMap<Trip, Map<string, ReferenceRow>>()

  constructor(options: MovementRecordsOptions<A>) {
    this.#options = options
  }

  async open(
    trip: Trip,
    { institutionId, nowMs }: BatchContext,
    postings: readonly MovementPosting[],
  ): Promise<OwnedBatch<MovementPosting, A>> {
    const known = postings.flatMap((posting) => (posting.kind === 'event' ? [posting] : []))
    const added = postings.flatMap((posting) => (posting.kind === 'new' ? [posting] : []))
    const entering = postings.flatMap((posting) => (posting.kind === 'payee' && posting.isNew ? [posting] : []))
    const isAudited =
      [...known, ...added].some(({ actor }) => actor?.userId !== undefined) ||
      known.some(({ operator }) => operator !== undefined)
    const limited = added.filter(({ limits }) => limits?.perDayMinor !== undefined)
    const capped = added.filter(({ netDebitCapMinor, draft }) => netDebitCapMinor !== undefined && !isWithin(draft))
    const returning = added.flatMap(({ draft }) =>
      draft.kind === 'TRANSFER' && draft.returnOf !== undefined
        ? [{ transferId: draft.returnOf, bookId: draft.payee.bookId }]
        : [],
    )
    // Issuers of new movements, and of those that change what institutions owe each other.
    const held = [
      ...added.map(issuerOf),
      ...known.flatMap(({ owingId }) => owingId ?? []),
      ...postings.flatMap((posting) => (posting.kind === 'payee' ? posting.transfer.payee.issuerId : [])),
    ]
    const usedByBatch = this.#references.get(trip) ?? new Map<string, ReferenceRow>()
    this.#references.set(trip, usedByBatch)
    // Everything is asked before the first await: the caller sends right after.
    const [movements, usedFor, references, institutions, locked, standings, usage, owed, returned, audit] =
      await Promise.all([
        lockMovements(
          trip,
          institutionId,
          known.map(({ movementId }) => movementId),
        ),
        ask<ReferenceRow>(
          trip,
          trip.isDistributed ? READ_REFERENCES_OF_HOMES : READ_MOVEMENT_REFERENCES,
          added.length > 0,
          () => referenceValues(added.map(({ draft: { partnerId, kind, ref } }) => ({ partnerId, type: kind, ref }))),
        ),
        ask<ReferenceRow>(
          trip,
          READ_REFERENCES,
          known.some(({ reference }) => reference !== undefined),
          () => referenceValues(known.flatMap(({ reference }) => (reference === undefined ? [] : [reference]))),
        ),
        ask<InstitutionRow>(trip, HOLD_INSTITUTIONS, held.length > 0, () => [once(held)]),
        ask<InstitutionRow>(trip, LOCK_INSTITUTIONS, capped.length > 0, () => [once(capped.map(issuerOf))]),
        ask<StandingRow>(trip, READ_STANDINGS, added.length + entering.length > 0, () => [
          once([...added.flatMap(({ draft }) => holdingsOf(draft)), ...entering.map(payeeAccountOf)]),
        ]),
        readUsage(trip, institutionId, once(limited.map(({ draft }) => draft.accountId)), nowMs),
        readOwed(trip, institutionId, capped),
        readReturned(trip, institutionId, returning),
        isAudited ? holdAudit(trip) : undefined,
      ])
    return new MovementBatch<A>(
      {
        movements: movements.filter((row) => row.institution_id === institutionId).map(toMovement),
        references: [...usedFor, ...references],
        usedByBatch,
        institutions: [...institutions, ...locked],
        standings: standings.filter((row) => row.book_id === institutionId),
        usage,
        owed,
        returned,
        changes: new MovementChanges(audit, trip.isDistributed),
      },
      this.#options,
    )
  }
}

/** Asks only when there is something to ask: most batches need few of these. */
async function ask<Row>(
  trip: Trip,
  statement: Statement,
  isNeeded: boolean,
  columns: () => readonly (readonly string[])[],
): Promise<readonly Row[]> {
  if (!isNeeded) return []
  const { rows }: Rows<Row> = await trip.askTogether<Row>(statement, columns())
  return rows
}

/** Queues the locks of movements of a book. */
export async function lockMovements(
  trip: Trip,
  bookId: string,
  movementIds: readonly string[],
): Promise<readonly MovementRow[]> {
  if (!trip.isDistributed) return ask<MovementRow>(trip, LOCK_MOVEMENTS, movementIds.length > 0, () => [movementIds])
  if (movementIds.length === 0) return []
  return (await trip.ask<MovementRow>(LOCK_MOVEMENTS_IN_BOOK, [bookId, plainArray(movementIds)])).rows
}

/** What accounts have moved today. */
async function readUsage(
  trip: Trip,
  bookId: string,
  accountIds: readonly string[],
  nowMs: number,
): Promise<readonly UsageRow[]> {
  const dayBegan = isoTimestamp(nowMs - (nowMs % DAY_MS))
  if (!trip.isDistributed)
    return ask<UsageRow>(trip, READ_USAGE, accountIds.length > 0, () => [accountIds, accountIds.map(() => dayBegan)])
  if (accountIds.length === 0) return []
  return (await trip.ask<UsageRow>(READ_USAGE_IN_BOOK, [bookId, plainArray(accountIds), dayBegan])).rows
}

/** Transfers that are given back, each with the book that the tokens go to: that of its payer. */
async function readReturned(
  trip: Trip,
  bookId: string,
  returning: readonly { readonly transferId: string; readonly bookId: string }[],
): Promise<readonly ReturnedTransfer[]> {
  const ids = once(returning.map(({ transferId }) => transferId))
  if (!trip.isDistributed) return ask<ReturnedTransfer>(trip, READ_RETURNED, ids.length > 0, () => [ids])
  if (ids.length === 0) return []
  const books = [...Map.groupBy(returning, (one) => one.bookId)]
  const [returns, ...transfers] = await Promise.all([
    trip.ask<Pick<ReturnedTransfer, 'transferId' | 'returnedMinor'>>(READ_RETURNS_IN_BOOK, [bookId, plainArray(ids)]),
    ...books.map(([payersBook, some]) =>
      trip.ask<ReturnedTransfer>(READ_TRANSFERS_IN_BOOK, [
        payersBook,
        plainArray(once(some.map(({ transferId }) => transferId))),
      ]),
    ),
  ])
  return withReturns(
    transfers.flatMap(({ rows }) => rows),
    returns.rows,
  )
}

/** What the issuers of movements owe, and what is on its way out. */
async function readOwed(trip: Trip, bookId: string, capped: readonly NewPosting[]): Promise<readonly OwedRow[]> {
  const issuerIds = capped.map(issuerOf)
  const currencies = capped.map(({ draft }) => draft.currency)
  if (!trip.isDistributed)
    return ask<OwedRow>(trip, READ_OWED, capped.length > 0, () => [capped.map(() => bookId), issuerIds, currencies])
  if (capped.length === 0) return []
  const [open, owed] = await Promise.all([
    trip.ask<OwedRow>(READ_OPEN_TRANSFERS, [bookId, textArray(once(issuerIds))]),
    readOwedInBook(trip, bookId, issuerIds, currencies),
  ])
  return owed.map((row) => {
    const leaving = open.rows.find((one) => one.issuer_id === row.issuer_id && one.currency === row.currency)
    return { ...row, owed_minor: row.owed_minor + (leaving?.owed_minor ?? 0n) }
  })
}

/** Queues the read of what institutions owe in a book that is on a server of its own. */
export async function readOwedInBook(
  trip: Trip,
  bookId: string,
  issuerIds: readonly string[],
  currencies: readonly string[],
): Promise<readonly OwedRow[]> {
  const accounts = issuerIds.map((issuerId) => `tokens:${issuerId}:owed`)
  const values = [bookId, textArray(issuerIds), textArray(currencies), textArray(accounts)]
  return (await trip.ask<OwedRow>(READ_OWED_IN_BOOK, values)).rows
}

function referenceValues(references: readonly { partnerId: string; type: string; ref: string }[]): string[][] {
  return [
    references.map(({ partnerId }) => partnerId),
    references.map(({ type }) => type),
    references.map(({ ref }) => ref),
  ]
}

function isWithin(draft: Movement): boolean {
  return draft.kind === 'TRANSFER' && isWithinInstitution(draft)
}

function issuerOf({ draft }: NewPosting): string {
  return draft.issuerId
}

function payeeAccountOf({ transfer }: PayeePosting): string {
  return transfer.payee.accountId
}

function once(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
