// The second round trip of a batch: writes everything set-based and commits.

import { isoTimestamp } from '../kernel/clock.ts'
import { plainArray, textArray } from '../storage/array-literal.ts'
import type { Session, Statement, Step } from '../storage/database.ts'
import type { Account, Card } from './account.ts'
import type { Entry } from './journal.ts'
import { latencyMs } from './latency.ts'
import type { Posting, UsageGivenBack } from './posting.ts'
import { COMMIT } from './read-batch.ts'
import type { WorkingBooks } from './working-books.ts'

/** One answered order, as it will be recorded. */
export interface Recorded {
  readonly posting: Posting
  readonly transactionId: string
  readonly code: string
  readonly reply: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly authId?: string
  readonly entries: readonly Entry[]
  readonly originalId?: string
  readonly originalRrn?: string
  /** Set when this reversal came before its original. */
  readonly buries?: string
}

// Replies are JSON without control characters, so one of those separates them and nothing needs quoting.
const RECORD_SEPARATOR = '\u001e'

const INSERT_TRANSACTIONS: Statement = {
  name: 'insert-transactions',
  text: `INSERT INTO transactions (
           institution_id, business_date, recorded_at, partner_id, rrn, transaction_id, type, account_id,
           beneficiary_account_id, biller_id, terminal_id, pan_hash, masked_pan, amount_minor, fee_minor, cash_minor, currency,
           response_code, auth_id, original_id, original_rrn, reason_code, transaction_date, latency_ms, correlation_id,
           fingerprint, response)
         SELECT $1, $2, $3::timestamptz, * FROM unnest(
           $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[],
           $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::text[],
           $18::text[], $19::text[], $20::uuid[], $21::text[], $22::text[], $23::text[], $24::integer[], $25::uuid[], $26::text[],
           string_to_array($27, E'\\x1e'))`,
}

const INSERT_JOURNALS: Statement = {
  name: 'insert-journals',
  text: `INSERT INTO journals (institution_id, effective_date, recorded_at, journal_id, kind, reverses_id)
         SELECT $1, $2, $3::timestamptz, * FROM unnest($4::uuid[], $5::text[], $6::uuid[])`,
}

const INSERT_ENTRIES: Statement = {
  name: 'insert-entries',
  text: `INSERT INTO entries (institution_id, journal_id, line, book, account, currency, amount_minor)
         SELECT $1, * FROM unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bigint[])`,
}

const INSERT_DELTAS: Statement = {
  name: 'insert-general-ledger-deltas',
  text: `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
         SELECT $1, $2::uuid, * FROM unnest($3::text[], $4::text[], $5::bigint[])`,
}

const UPDATE_ACCOUNTS: Statement = {
  name: 'update-accounts',
  text: `UPDATE accounts AS a
            SET balance_minor = n.balance_minor, held_minor = n.held_minor, forced_minor = n.forced_minor,
                payment_paid_minor = n.payment_paid_minor,
                usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::integer[])
             AS n (account_id, balance_minor, held_minor, forced_minor, payment_paid_minor, usage_date, used_minor, used_count)
          WHERE a.institution_id = $1 AND a.account_id = n.account_id`,
}

// These touch few rows. The keys as arrays beside the join keep the plan on them even while a table is small.
const UPDATE_CARDS: Statement = {
  name: 'update-cards',
  text: `UPDATE cards AS c
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (pan_hash, usage_date, used_minor, used_count)
          WHERE c.institution_id = $1 AND c.pan_hash = ANY ($2::text[]) AND c.pan_hash = n.pan_hash`,
}

const UPDATE_TERMINALS: Statement = {
  name: 'update-terminals',
  text: `UPDATE terminal_usage AS t
            SET usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::integer[]) AS n (terminal_id, usage_date, used_minor, used_count)
          WHERE t.institution_id = $1 AND t.terminal_id = ANY ($2::text[]) AND t.terminal_id = n.terminal_id`,
}

const GIVE_BACK_CARD_USAGE: Statement = {
  name: 'give-back-card-usage',
  text: `UPDATE cards SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND pan_hash = $2 AND usage_date = $3`,
}

const GIVE_BACK_TERMINAL_USAGE: Statement = {
  name: 'give-back-terminal-usage',
  text: `UPDATE terminal_usage SET used_minor = greatest(0, used_minor - $4::bigint), used_count = greatest(0, used_count - $5::integer)
          WHERE institution_id = $1 AND terminal_id = $2 AND usage_date = $3`,
}

const UPDATE_REVERSED: Statement = {
  name: 'update-reversed',
  text: `UPDATE transactions AS t SET reversed_minor = n.reversed_minor
           FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n (partner_id, rrn, reversed_minor)
          WHERE t.institution_id = $1 AND t.partner_id = ANY ($2::text[]) AND t.rrn = ANY ($3::text[])
            AND t.partner_id = n.partner_id AND t.rrn = n.rrn`,
}

const INSERT_HOLDS: Statement = {
  name: 'insert-holds',
  text: `INSERT INTO holds (institution_id, hold_id, account_id, transaction_id, amount_minor, release_on, released_at)
         SELECT $1, h.hold_id, h.account_id, h.transaction_id, h.amount_minor, h.release_on, CASE WHEN h.released THEN $2::timestamptz END
           FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::text[], $8::boolean[])
             AS h (hold_id, account_id, transaction_id, amount_minor, release_on, released)`,
}

const UPDATE_HOLDS: Statement = {
  name: 'update-holds',
  text: `UPDATE holds AS h
            SET amount_minor = n.amount_minor, released_at = CASE WHEN n.released THEN $2::timestamptz END
           FROM unnest($3::text[], $4::uuid[], $5::bigint[], $6::boolean[]) AS n (account_id, hold_id, amount_minor, released)
          WHERE h.institution_id = $1 AND h.account_id = ANY ($3::text[]) AND h.hold_id = ANY ($4::uuid[])
            AND h.account_id = n.account_id AND h.hold_id = n.hold_id`,
}

const INSERT_TOMBSTONES: Statement = {
  name: 'insert-tombstones',
  text: `INSERT INTO reversal_tombstones (institution_id, recorded_at, partner_id, original_rrn, reversal_rrn)
         SELECT $1, $2::timestamptz, * FROM unnest($3::text[], $4::text[], $5::text[])`,
}

/** Sends every statement and the commit at once; resolves when the commit is durable, rejects with the first error. */
export async function writeBatch(
  session: Session,
  institutionId: string,
  books: WorkingBooks,
  recorded: readonly Recorded[],
  batchId: string,
): Promise<void> {
  const recordedAt = isoTimestamp(books.nowMs)
  const steps: Step[] = []
  const send: Send = (statement, ...values) => {
    steps.push({ statement, values: [institutionId, ...values] })
  }
  writeTransactions(send, books, recorded, recordedAt)
  writeJournals(send, books, recorded, recordedAt, batchId)
  writeAccounts(send, books.changedAccounts)
  writeUsage(send, books)
  writeHolds(send, books, recordedAt)
  steps.push({ statement: COMMIT, values: [] })
  await session.roundTrip(steps)
}

type Send = (statement: Statement, ...values: string[]) => void

function writeTransactions(send: Send, books: WorkingBooks, recorded: readonly Recorded[], recordedAt: string): void {
  if (recorded.length > 0) {
    const postings = recorded.map((r) => r.posting)
    send(
      INSERT_TRANSACTIONS,
      books.businessDate,
      recordedAt,
      textArray(postings.map((p) => p.partnerId)),
      textArray(postings.map((p) => p.rrn)),
      plainArray(recorded.map((r) => r.transactionId)),
      textArray(postings.map((p) => p.type)),
      textArray(postings.map((p) => p.accountId)),
      textArray(postings.map((p) => p.beneficiaryAccountId ?? null)),
      textArray(postings.map((p) => p.billerId ?? null)),
      textArray(postings.map((p) => p.terminalId ?? null)),
      textArray(postings.map((p) => p.panHash ?? null)),
      textArray(postings.map((p) => p.maskedPan ?? null)),
      plainArray(recorded.map((r) => r.amountMinor)),
      plainArray(postings.map((p) => p.feeMinor)),
      plainArray(postings.map((p) => p.cashMinor)),
      textArray(recorded.map((r) => r.currency)),
      textArray(recorded.map((r) => r.code)),
      textArray(recorded.map((r) => r.authId ?? null)),
      plainArray(recorded.map((r) => r.originalId ?? null)),
      textArray(recorded.map((r) => r.originalRrn ?? null)),
      textArray(postings.map((p) => p.reasonCode ?? null)),
      textArray(postings.map((p) => p.transactionDate ?? null)),
      plainArray(postings.map((p) => latencyMs(p.receivedAtMs, books.nowMs))),
      plainArray(postings.map((p) => p.correlationId)),
      textArray(postings.map((p) => p.fingerprint)),
      recorded.map((r) => r.reply).join(RECORD_SEPARATOR),
    )
  }
  const reversed = [...books.reversedOriginals]
  if (reversed.length > 0) {
    send(
      UPDATE_REVERSED,
      textArray(reversed.map((o) => o.partnerId)),
      textArray(reversed.map((o) => o.rrn)),
      plainArray(reversed.map((o) => o.reversedMinor)),
    )
  }
  const buried = recorded.filter((r) => r.buries !== undefined)
  if (buried.length > 0) {
    send(
      INSERT_TOMBSTONES,
      recordedAt,
      textArray(buried.map((r) => r.posting.partnerId)),
      textArray(buried.map((r) => r.buries as string)),
      textArray(buried.map((r) => r.posting.rrn)),
    )
  }
}

function writeJournals(
  send: Send,
  books: WorkingBooks,
  recorded: readonly Recorded[],
  recordedAt: string,
  batchId: string,
): void {
  const posted = recorded.filter((r) => r.entries.length > 0)
  if (posted.length === 0) return
  send(
    INSERT_JOURNALS,
    books.businessDate,
    recordedAt,
    plainArray(posted.map((r) => r.transactionId)),
    textArray(posted.map((r) => r.posting.type)),
    plainArray(posted.map((r) => r.originalId ?? null)),
  )
  const lines = posted.flatMap((r) => r.entries.map((entry, i) => ({ journalId: r.transactionId, line: i + 1, entry })))
  send(
    INSERT_ENTRIES,
    plainArray(lines.map((l) => l.journalId)),
    plainArray(lines.map((l) => l.line)),
    plainArray(lines.map((l) => l.entry.book)),
    textArray(lines.map((l) => l.entry.account)),
    textArray(lines.map((l) => l.entry.currency)),
    plainArray(lines.map((l) => l.entry.amountMinor)),
  )
  const deltas = generalLedgerDeltas(lines.map((l) => l.entry))
  if (deltas.length > 0) {
    send(
      INSERT_DELTAS,
      batchId,
      textArray(deltas.map((d) => d.account)),
      textArray(deltas.map((d) => d.currency)),
      plainArray(deltas.map((d) => d.amountMinor)),
    )
  }
}

/** The sums of a batch per general-ledger account and currency. */
function generalLedgerDeltas(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const entry of entries) {
    if (entry.book !== 'G') continue
    const key = `${entry.account} ${entry.currency}`
    sums.set(key, { ...entry, amountMinor: entry.amountMinor + (sums.get(key)?.amountMinor ?? 0n) })
  }
  return [...sums.values()].filter((sum) => sum.amountMinor !== 0n)
}

function writeAccounts(send: Send, changed: ReadonlySet<Account>): void {
  const accounts = [...changed]
  if (accounts.length === 0) return
  send(
    UPDATE_ACCOUNTS,
    textArray(accounts.map((a) => a.accountId)),
    plainArray(accounts.map((a) => a.balanceMinor)),
    plainArray(accounts.map((a) => a.heldMinor)),
    plainArray(accounts.map((a) => a.forcedMinor)),
    plainArray(accounts.map((a) => a.paymentPaidMinor)),
    textArray(accounts.map((a) => a.usage.date)),
    plainArray(accounts.map((a) => a.usage.minor)),
    plainArray(accounts.map((a) => a.usage.count)),
  )
}

function writeUsage(send: Send, books: WorkingBooks): void {
  const cards: Card[] = [...books.cards()].filter((card) => books.changedUsages.has(card.usage))
  if (cards.length > 0) {
    send(
      UPDATE_CARDS,
      textArray(cards.map((c) => c.panHash)),
      textArray(cards.map((c) => c.usage.date)),
      plainArray(cards.map((c) => c.usage.minor)),
      plainArray(cards.map((c) => c.usage.count)),
    )
  }
  const terminals = [...books.terminalUsages()].filter(([, usage]) => books.changedUsages.has(usage))
  if (terminals.length > 0) {
    send(
      UPDATE_TERMINALS,
      textArray(terminals.map(([terminalId]) => terminalId)),
      textArray(terminals.map(([, usage]) => usage.date)),
      plainArray(terminals.map(([, usage]) => usage.minor)),
      plainArray(terminals.map(([, usage]) => usage.count)),
    )
  }
  for (const given of books.usageGivenBack.toSorted(byLockOrder)) giveBack(send, given)
}

/** Rows that were not read are locked here, in the same order as everywhere: cards, then terminals, each by key. */
function byLockOrder(a: UsageGivenBack, b: UsageGivenBack): number {
  const [left, right] = [lockKey(a), lockKey(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function lockKey({ of }: UsageGivenBack): string {
  return 'panHash' in of ? `1 ${of.panHash}` : `2 ${of.terminalId}`
}

function giveBack(send: Send, { of, date, minor, count }: UsageGivenBack): void {
  if ('panHash' in of) send(GIVE_BACK_CARD_USAGE, of.panHash, date, String(minor), String(count))
  else send(GIVE_BACK_TERMINAL_USAGE, of.terminalId, date, String(minor), String(count))
}

function writeHolds(send: Send, books: WorkingBooks, recordedAt: string): void {
  const fresh = books.newHolds
  if (fresh.length > 0) {
    send(
      INSERT_HOLDS,
      recordedAt,
      plainArray(fresh.map((h) => h.holdId)),
      textArray(fresh.map((h) => h.accountId)),
      plainArray(fresh.map((h) => h.transactionId)),
      plainArray(fresh.map((h) => h.amountMinor)),
      textArray(fresh.map((h) => h.releaseOn)),
      plainArray(fresh.map((h) => h.released)),
    )
  }
  const changed = [...books.changedHolds].filter((hold) => !fresh.includes(hold))
  if (changed.length > 0) {
    send(
      UPDATE_HOLDS,
      recordedAt,
      textArray(changed.map((h) => h.accountId)),
      plainArray(changed.map((h) => h.holdId)),
      plainArray(changed.map((h) => h.amountMinor)),
      plainArray(changed.map((h) => h.released)),
    )
  }
}
