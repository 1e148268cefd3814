// The first round trip of a batch: opens the transaction, locks the rows it may change, and reads what it must know.
//
// Locks are taken in one order everywhere: accounts, then cards, then terminals, each by key. Everything else is read
// after the locks in statements of their own, so that their snapshots include whatever the lock had to wait for.

import { textArray } from '../storage/array-literal.ts'
import type { Rows, Session, Statement } from '../storage/database.ts'
import type { Account, Card, Usage } from './account.ts'
import type { Original, OriginalQuery, Posting } from './posting.ts'
import type { AccountHold, BatchRead } from './working-books.ts'

// Every lookup here is by key. The planner must not remember a day when the tables were small enough to scan.
const BEGIN = 'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off'

const ACCOUNT_COLUMNS = `account_id, customer_id, account_type, description, currency, status, txn_capability, branch_id,
       risk_flag, balance_minor, held_minor, overdraft_minor, forced_minor,
       payment_due_minor, payment_due_on, payment_paid_minor, usage_date, used_minor, used_count`

const LOCK_ACCOUNTS: Statement = {
  name: 'lock-accounts',
  text: `SELECT ${ACCOUNT_COLUMNS}
           FROM accounts
          WHERE institution_id = $1 AND account_id = ANY ($2::text[])
          ORDER BY account_id
            FOR NO KEY UPDATE`,
}

const CARD_COLUMNS = 'pan_hash, status, account_ids, usage_date, used_minor, used_count'

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

const READ_RECORDS: Statement = {
  name: 'read-records',
  text: `SELECT t.partner_id, t.rrn, t.fingerprint, t.response_code, t.response
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t`,
}

const READ_TOMBSTONES: Statement = {
  name: 'read-tombstones',
  text: `SELECT t.partner_id, t.original_rrn
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM reversal_tombstones
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND original_rrn = asked.rrn
                 LIMIT 1) AS t`,
}

const READ_HOLDS: Statement = {
  name: 'read-holds',
  text: `SELECT hold_id, account_id, transaction_id, amount_minor, release_on
           FROM holds
          WHERE institution_id = $1 AND account_id = ANY ($2::text[]) AND released_at IS NULL`,
}

// The accounts asked for by id, those of the cards, and those of the customers.
const READ_ACCOUNTS: Statement = {
  name: 'read-accounts',
  text: `SELECT ${ACCOUNT_COLUMNS}
           FROM accounts
          WHERE institution_id = $1
            AND account_id = ANY (ARRAY (
                  SELECT unnest($2::text[])
                   UNION
                  SELECT unnest(account_ids) FROM cards WHERE institution_id = $1 AND pan_hash = ANY ($3::text[])
                   UNION
                  SELECT account_id FROM accounts WHERE institution_id = $1 AND customer_id = ANY ($4::text[])))
          ORDER BY account_id`,
}

const READ_CARDS: Statement = {
  name: 'read-cards',
  text: `SELECT ${CARD_COLUMNS} FROM cards WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])`,
}

const ORIGINAL_COLUMNS = `t.transaction_id, t.partner_id, t.rrn, t.type, t.account_id, t.beneficiary_account_id, t.terminal_id,
       t.amount_minor, t.fee_minor, t.cash_minor, t.currency, t.response_code, t.auth_id, t.pan_hash, t.business_date, t.recorded_at, t.reversed_minor`

const ORIGINALS_BY_AUTH_ID: Statement = {
  name: 'originals-by-auth-id',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (account_id, auth_id)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND auth_id = asked.auth_id
                 ORDER BY transaction_id DESC
                 LIMIT 1) AS t`,
}

const ORIGINALS_BY_RRN: Statement = {
  name: 'originals-by-rrn',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (partner_id, rrn)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND partner_id = asked.partner_id AND rrn = asked.rrn
                 LIMIT 1) AS t`,
}

// Candidates for a reversal that names no original: the core picks the newest whose amount fits and that still stands.
const RECENT_ORIGINALS: Statement = {
  name: 'recent-originals',
  text: `SELECT ${ORIGINAL_COLUMNS}
           FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS asked (account_id, type, not_before)
          CROSS JOIN LATERAL (
                SELECT * FROM transactions
                 WHERE institution_id = $1 AND account_id = asked.account_id AND type = asked.type
                   AND response_code = '000' AND recorded_at >= asked.not_before
                 ORDER BY transaction_id DESC
                 LIMIT 500) AS t`,
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

export function recordKey(partnerId: string, rrn: string): string {
  return `${partnerId} ${rrn}`
}

/** Sends everything at once and waits once. The transaction stays open, holding its locks. */
export async function readBatch(
  session: Session,
  postings: readonly Posting[],
  businessDate: string,
): Promise<BatchFound> {
  const institutionId = postings[0]?.institutionId
  const accountIds = textArray(distinct(postings.flatMap(accountsOf)))
  const panHashes = distinct(postings.map((posting) => posting.panHash))
  const terminalIds = distinct(postings.map((posting) => posting.limitedTerminalId))
  const partnerIds = textArray(postings.map((posting) => posting.partnerId))
  const rrns = textArray(postings.map((posting) => posting.rrn))

  const [, accounts, cards, terminals, records, tombstones, holds, originals] = await Promise.all([
    session.query(BEGIN),
    session.query<AccountRow>(LOCK_ACCOUNTS, [institutionId, accountIds]),
    panHashes.length > 0 ? session.query<CardRow>(LOCK_CARDS, [institutionId, textArray(panHashes)]) : undefined,
    terminalIds.length > 0
      ? session.query<TerminalRow>(LOCK_TERMINALS, [institutionId, textArray(terminalIds), businessDate])
      : undefined,
    session.query<RecordRow>(READ_RECORDS, [institutionId, partnerIds, rrns]),
    readTombstones(session, postings),
    session.query<HoldRow>(READ_HOLDS, [institutionId, accountIds]),
    readOriginals(session, postings),
  ])

  return {
    accounts: accounts.rows.map(toAccount),
    cards: (cards?.rows ?? []).map(toCard),
    terminalUsage: (terminals?.rows ?? []).map((row) => ({ terminalId: row.terminal_id, usage: toUsage(row) })),
    originals,
    tombstones: tombstones.rows.map((row) => ({ partnerId: row.partner_id, rrn: row.original_rrn })),
    holds: holds.rows.map(toHold),
    records: new Map(
      records.rows.map((row) => [
        recordKey(row.partner_id, row.rrn),
        { fingerprint: row.fingerprint, code: row.response_code, reply: row.response },
      ]),
    ),
  }
}

/** What an inquiry must know, read without locks in a transaction whose commit does not wait for the disk. */
export async function readUnlocked(
  session: Session,
  institutionId: string,
  asked: readonly Asked[],
): Promise<BatchRead> {
  const accountIds = textArray(distinct(asked.map((one) => one.accountId)))
  const panHashes = textArray(distinct(asked.map((one) => one.panHash)))
  const customerIds = textArray(distinct(asked.map((one) => one.customerId)))
  const [, accounts, cards, holds] = await Promise.all([
    session.query(`${BEGIN}; SET LOCAL synchronous_commit = off`),
    session.query<AccountRow>(READ_ACCOUNTS, [institutionId, accountIds, panHashes, customerIds]),
    session.query<CardRow>(READ_CARDS, [institutionId, panHashes]),
    session.query<HoldRow>(READ_HOLDS, [institutionId, accountIds]),
  ])
  return {
    accounts: accounts.rows.map(toAccount),
    cards: cards.rows.map(toCard),
    terminalUsage: [],
    originals: [],
    tombstones: [],
    holds: holds.rows.map(toHold),
  }
}

interface Asked {
  readonly accountId?: string
  readonly panHash?: string
  readonly customerId?: string
}

/** Tombstones of the orders themselves, and of the originals that reversals name. */
function readTombstones(session: Session, postings: readonly Posting[]): Promise<Rows<TombstoneRow>> {
  const named = postings.flatMap(({ partnerId, rrn, original }) =>
    original?.rrn === undefined ? [{ partnerId, rrn }] : [{ partnerId, rrn: original.rrn }],
  )
  return session.query<TombstoneRow>(READ_TOMBSTONES, [
    postings[0]?.institutionId,
    textArray(named.map(({ partnerId }) => partnerId)),
    textArray(named.map(({ rrn }) => rrn)),
  ])
}

async function readOriginals(session: Session, postings: readonly Posting[]): Promise<Original[]> {
  const reversals = postings.filter((posting) => posting.original !== undefined)
  if (reversals.length === 0) return []
  const institutionId = reversals[0]?.institutionId
  const queries = reversals.map((posting) => posting.original as OriginalQuery)
  const named = queries.filter((query) => query.authId !== undefined)
  const byRrn = reversals.filter((posting) => posting.original?.rrn !== undefined)
  const open = queries.filter((query) => query.authId === undefined && query.rrn === undefined)
  const found = await Promise.all([
    named.length > 0 &&
      session.query<OriginalRow>(ORIGINALS_BY_AUTH_ID, [
        institutionId,
        textArray(named.map((query) => query.accountId)),
        textArray(named.map((query) => query.authId as string)),
      ]),
    byRrn.length > 0 &&
      session.query<OriginalRow>(ORIGINALS_BY_RRN, [
        institutionId,
        textArray(byRrn.map((posting) => posting.partnerId)),
        textArray(byRrn.map((posting) => posting.original?.rrn as string)),
      ]),
    open.length > 0 &&
      session.query<OriginalRow>(RECENT_ORIGINALS, [
        institutionId,
        textArray(open.map((query) => query.accountId)),
        textArray(open.map((query) => query.type)),
        textArray(open.map((query) => new Date(query.notBeforeMs).toISOString())),
      ]),
  ])
  return found.flatMap((result: false | Rows<OriginalRow>) => (result === false ? [] : result.rows.map(toOriginal)))
}

function accountsOf(posting: Posting): (string | undefined)[] {
  return [posting.accountId, posting.beneficiaryAccountId]
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))]
}

interface UsageRow {
  usage_date: string | null
  used_minor: bigint
  used_count: number
}

interface AccountRow extends UsageRow {
  account_id: string
  customer_id: string
  account_type: string
  description: string
  currency: string
  status: string
  txn_capability: string
  branch_id: string
  risk_flag: string | null
  balance_minor: bigint
  held_minor: bigint
  overdraft_minor: bigint
  forced_minor: bigint
  payment_due_minor: bigint | null
  payment_due_on: string | null
  payment_paid_minor: bigint
}

interface CardRow extends UsageRow {
  pan_hash: string
  status: string
  account_ids: string[]
}

interface TerminalRow extends UsageRow {
  terminal_id: string
}

interface RecordRow {
  partner_id: string
  rrn: string
  fingerprint: string
  response_code: string
  response: string
}

interface TombstoneRow {
  partner_id: string
  original_rrn: string
}

interface HoldRow {
  hold_id: string
  account_id: string
  transaction_id: string
  amount_minor: bigint
  release_on: string
}

interface OriginalRow {
  transaction_id: string
  partner_id: string
  rrn: string
  type: string
  account_id: string
  beneficiary_account_id: string | null
  terminal_id: string | null
  amount_minor: bigint
  fee_minor: bigint
  cash_minor: bigint
  currency: string
  response_code: string
  auth_id: string | null
  pan_hash: string | null
  business_date: string
  recorded_at: Date
  reversed_minor: bigint
}

function toUsage(row: UsageRow): Usage {
  return { date: row.usage_date, minor: row.used_minor, count: row.used_count }
}

function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    customerId: row.customer_id,
    accountType: row.account_type,
    description: row.description,
    currency: row.currency,
    status: row.status,
    txnCapability: row.txn_capability,
    branchId: row.branch_id,
    riskFlag: row.risk_flag,
    balanceMinor: row.balance_minor,
    heldMinor: row.held_minor,
    overdraftMinor: row.overdraft_minor,
    forcedMinor: row.forced_minor,
    paymentDueMinor: row.payment_due_minor,
    paymentDueOn: row.payment_due_on,
    paymentPaidMinor: row.payment_paid_minor,
    usage: toUsage(row),
  }
}

function toCard(row: CardRow): Card {
  return { panHash: row.pan_hash, status: row.status, accountIds: row.account_ids, usage: toUsage(row) }
}

function toHold(row: HoldRow): AccountHold {
  return {
    holdId: row.hold_id,
    accountId: row.account_id,
    transactionId: row.transaction_id,
    amountMinor: row.amount_minor,
    releaseOn: row.release_on,
    released: false,
  }
}

function toOriginal(row: OriginalRow): Original {
  return {
    transactionId: row.transaction_id,
    partnerId: row.partner_id,
    rrn: row.rrn,
    type: row.type,
    accountId: row.account_id,
    beneficiaryAccountId: row.beneficiary_account_id,
    terminalId: row.terminal_id,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    cashMinor: row.cash_minor,
    currency: row.currency,
    responseCode: row.response_code,
    authId: row.auth_id,
    panHash: row.pan_hash,
    businessDate: row.business_date,
    recordedAtMs: row.recorded_at.getTime(),
    reversedMinor: row.reversed_minor,
  }
}
