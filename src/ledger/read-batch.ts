// The first round trip of a batch: opens the transaction, locks the rows it may change, and reads what it must know.
//
// Locks are taken in one order everywhere: accounts, then cards, then terminals, each by key. Everything else is read
// after the locks in statements of their own, so that their snapshots include whatever the lock had to wait for.

import { textArray } from '../storage/batches/array-literal.ts'
import type { Trip } from '../storage/batches/trip.ts'
import type { Statement } from '../storage/database.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  CARD_COLUMNS,
  type CardRow,
  type HoldRow,
  type RecordRow,
  type TerminalRow,
  type TombstoneRow,
  toAccount,
  toCard,
  toHold,
  toUsage,
} from './batch-rows.ts'
import { BATCH_SETTINGS, BEGIN } from './batch-transaction.ts'
import { type Posting, recordKey } from './posting.ts'
import { readOriginals } from './read-originals.ts'
import type { BatchRead } from './working-books.ts'

const LOCK_ACCOUNTS: Statement = {
  name: 'lock-accounts',
  text: `SELECT ${ACCOUNT_COLUMNS}
           FROM accounts
          WHERE institution_id = $1 AND account_id = ANY ($2::text[])
          ORDER BY account_id
            FOR NO KEY UPDATE`,
}

const LOCK_CARDS: Statement = {
  name: 'lock-cards',
  text: `SELECT ${CARD_COLUMNS}
           FROM cards
          WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])
          ORDER BY pan_hash
            FOR NO KEY UPDATE`,
}

// Makes the row when it is missing and locks it when it is not: an update that changes nothing takes the lock.
const LOCK_TERMINALS: Statement = {
  name: 'lock-terminals',
  text: `INSERT INTO terminal_usage (institution_id, terminal_id, usage_date)
         SELECT $1, terminal_id, $3 FROM unnest($2::text[]) AS t (terminal_id) ORDER BY terminal_id
         ON CONFLICT (institution_id, terminal_id) DO UPDATE SET usage_date = terminal_usage.usage_date
         RETURNING terminal_id, usage_date, used_minor, used_count`,
}

// The RRNs of one partner at a time, as a list: numbers that were given out in turn lie side by side in the index.
const READ_RECORDS: Statement = {
  name: 'read-records',
  text: `SELECT partner_id, rrn, fingerprint, response_code, response
           FROM transactions
          WHERE institution_id = $1 AND partner_id = $2 AND rrn = ANY ($3::text[])`,
}

const READ_TOMBSTONES: Statement = {
  name: 'read-tombstones',
  text: `SELECT partner_id, original_rrn
           FROM reversal_tombstones
          WHERE institution_id = $1 AND partner_id = $2 AND original_rrn = ANY ($3::text[])`,
}

export const READ_HOLDS: Statement = {
  name: 'read-holds',
  text: `SELECT hold_id, account_id, transaction_id, amount_minor, release_on
           FROM holds
          WHERE institution_id = $1 AND account_id = ANY ($2::text[]) AND released_at IS NULL`,
}

export interface StoredRecord {
  readonly fingerprint: string
  readonly code: string
  readonly reply: string
}

export interface BatchFound extends BatchRead {
  /** What was answered before, by recordKey(). */
  readonly records: Map<string, StoredRecord>
}

/** Asks for everything; the caller sends. Afterwards the transaction is open and holds its locks. */
export async function readBatch(trip: Trip, postings: readonly Posting[], businessDate: string): Promise<BatchFound> {
  const institutionId = postings[0]?.institutionId ?? ''
  const accountIds = textArray(distinct(postings.flatMap(accountsOf)))
  const panHashes = distinct(postings.map((posting) => posting.panHash))
  const terminalIds = distinct(postings.map((posting) => posting.limitedTerminalId))

  const [, , accounts, cards, terminals, records, tombstones, holds, originals] = await Promise.all([
    trip.ask(BEGIN),
    trip.ask(BATCH_SETTINGS),
    trip.ask<AccountRow>(LOCK_ACCOUNTS, [institutionId, accountIds]),
    panHashes.length > 0 ? trip.ask<CardRow>(LOCK_CARDS, [institutionId, textArray(panHashes)]) : undefined,
    terminalIds.length > 0
      ? trip.ask<TerminalRow>(LOCK_TERMINALS, [institutionId, textArray(terminalIds), businessDate])
      : undefined,
    readByPartner<RecordRow>(trip, READ_RECORDS, postings, ({ rrn }) => rrn),
    // Of the orders themselves, and of the originals that reversals name.
    readByPartner<TombstoneRow>(trip, READ_TOMBSTONES, postings, ({ rrn, original }) => original?.rrn ?? rrn),
    trip.ask<HoldRow>(READ_HOLDS, [institutionId, accountIds]),
    readOriginals(trip, postings),
  ])

  return {
    accounts: accounts.rows.map(toAccount),
    cards: (cards?.rows ?? []).map(toCard),
    terminalUsage: (terminals?.rows ?? []).map((row) => ({ terminalId: row.terminal_id, usage: toUsage(row) })),
    originals,
    tombstones: tombstones.map((row) => ({ partnerId: row.partner_id, rrn: row.original_rrn })),
    holds: holds.rows.map(toHold),
    records: new Map(
      records.map((row) => [
        recordKey(row.partner_id, row.rrn),
        { fingerprint: row.fingerprint, code: row.response_code, reply: row.response },
      ]),
    ),
  }
}

/** Rows of the RRNs that orders name, asked partner by partner. */
async function readByPartner<Row>(
  trip: Trip,
  statement: Statement,
  postings: readonly Posting[],
  rrnOf: (posting: Posting) => string,
): Promise<Row[]> {
  const institutionId = postings[0]?.institutionId ?? ''
  const byPartner = Map.groupBy(postings, (posting) => posting.partnerId)
  const answers = await Promise.all(
    Array.from(byPartner, ([partnerId, asked]) =>
      trip.ask<Row>(statement, [institutionId, partnerId, textArray(asked.map(rrnOf))]),
    ),
  )
  return answers.flatMap((answer) => answer.rows)
}

function accountsOf(posting: Posting): (string | undefined)[] {
  return [posting.accountId, posting.beneficiaryAccountId]
}

export function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))]
}
