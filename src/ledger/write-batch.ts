// The second round trip of a batch: writes everything set-based and commits.

import { type BusinessDate, isoTimestamp } from '../kernel/clock.ts'
import { plainArray, textArray } from '../storage/batches/array-literal.ts'
import { copyRow } from '../storage/batches/copy-row.ts'
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

const COPY_TRANSACTIONS: Statement = {
  name: 'copy-transactions',
  text: `COPY transactions (
           institution_id, partner_id, rrn, transaction_id, type, account_id, beneficiary_account_id, biller_id, terminal_id,
           pan_hash, masked_pan, amount_minor, fee_minor, cash_minor, currency, response_code, auth_id, original_id,
           original_rrn, reason_code, transaction_date, business_date, recorded_at, latency_ms, correlation_id, fingerprint,
           response) FROM STDIN`,
}

const COPY_JOURNALS: Statement = {
  name: 'copy-journals',
  text: `COPY journals (
           institution_id, journal_id, kind, effective_date, recorded_at, reverses_id, books, accounts, currencies,
           amounts_minor) FROM STDIN`,
}

const INSERT_DELTAS: Statement = {
  name: 'insert-general-ledger-deltas',
  text: `INSERT INTO general_ledger_deltas (institution_id, batch_id, account, currency, amount_minor)
         SELECT $1, $2::uuid, * FROM unnest($3::text[], $4::text[], $5::bigint[])`,
}

// unnest() in the list of columns, because a table of several unnest() is first written out a column at a time.
const UPDATE_ACCOUNTS: Statement = {
  name: 'update-accounts',
  text: `UPDATE accounts AS a
            SET balance_minor = n.balance_minor, held_minor = n.held_minor, forced_minor = n.forced_minor,
                payment_paid_minor = n.payment_paid_minor,
                usage_date = n.usage_date, used_minor = n.used_minor, used_count = n.used_count
           FROM (SELECT unnest($2::text[]) AS account_id, unnest($3::bigint[]) AS balance_minor,
                        unnest($4::bigint[]) AS held_minor, unnest($5::bigint[]) AS forced_minor,
                        unnest($6::bigint[]) AS payment_paid_minor, unnest($7::text[]) AS usage_date,
                        unnest($8::bigint[]) AS used_minor, unnest($9::integer[]) AS used_count) AS n
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
  const { businessDate, nowMs } = books
  const recordedAt = isoTimestamp(nowMs)
  const head: BatchHead = { institutionId, businessDate, nowMs, recordedAt }
  const posted = recorded.filter((one) => one.entries.length > 0)
  const steps: Step[] = []
  const send: Send = (statement, ...values) => {
    steps.push({ statement, values: [institutionId, ...values] })
  }
  const copy = (statement: Statement, rows: readonly string[]) => {
    if (rows.length > 0) steps.push({ statement, values: [], rows: rows.join('') })
  }
  copy(
    COPY_TRANSACTIONS,
    recorded.map((one) => transactionRow(head, one)),
  )
  writeReversals(send, books, recorded, recordedAt)
  copy(
    COPY_JOURNALS,
    posted.map((one) => journalRow(head, one)),
  )
  writeDeltas(send, posted, batchId)
  writeAccounts(send, books.changedAccounts)
  writeUsage(send, books)
  writeHolds(send, books, recordedAt)
  steps.push({ statement: COMMIT, values: [] })
  await session.roundTrip(steps)
}

type Send = (statement: Statement, ...values: string[]) => void

/** What is the same in every row of a batch. */
interface BatchHead {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly nowMs: number
  readonly recordedAt: string
}

function transactionRow(head: BatchHead, recorded: Recorded): string {
  const { posting } = recorded
  return copyRow([
    head.institutionId,
    posting.partnerId,
    posting.rrn,
    recorded.transactionId,
    posting.type,
    posting.accountId,
    posting.beneficiaryAccountId,
    posting.billerId,
    posting.terminalId,
    posting.panHash,
    posting.maskedPan,
    recorded.amountMinor,
    posting.feeMinor,
    posting.cashMinor,
    recorded.currency,
    recorded.code,
    recorded.authId,
    recorded.originalId,
    recorded.originalRrn,
    posting.reasonCode,
    posting.transactionDate,
    head.businessDate,
    head.recordedAt,
    latencyMs(posting.receivedAtMs, head.nowMs),
    posting.correlationId,
    posting.fingerprint,
    recorded.reply,
  ])
}

function journalRow(head: BatchHead, { posting, transactionId, originalId, entries }: Recorded): string {
  return copyRow([
    head.institutionId,
    transactionId,
    posting.type,
    head.businessDate,
    head.recordedAt,
    originalId,
    entries.map((entry) => entry.book).join(''),
    textArray(entries.map((entry) => entry.account)),
    textArray(entries.map((entry) => entry.currency)),
    plainArray(entries.map((entry) => entry.amountMinor)),
  ])
}

function writeReversals(send: Send, books: WorkingBooks, recorded: readonly Recorded[], recordedAt: string): void {
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

function writeDeltas(send: Send, posted: readonly Recorded[], batchId: string): void {
  const deltas = generalLedgerDeltas(posted.flatMap((one) => one.entries))
  if (deltas.length === 0) return
  send(
    INSERT_DELTAS,
    batchId,
    textArray(deltas.map((d) => d.account)),
    textArray(deltas.map((d) => d.currency)),
    plainArray(deltas.map((d) => d.amountMinor)),
  )
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
