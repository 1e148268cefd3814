// Postings by hand, for tests of the ledger that need no banking rules: each says itself what is decided about it.

import type { BusinessDate } from '../../../src/kernel/clock.ts'
import { customer, general } from '../../../src/ledger/journal.ts'
import { PostingPipeline, type PostingPipelineOptions } from '../../../src/ledger/post.ts'
import type { Books, Decision, Posted, Posting, Settled } from '../../../src/ledger/posting.ts'
import type { Database } from '../../../src/storage/database.ts'

let rrn = 0

/** Debits an account of FI001, without looking whether the money is there; a negative amount credits it. */
export function debit(accountId: string, minor: bigint, changes: Partial<Posting> = {}): Posting {
  return {
    institutionId: 'FI001',
    partnerId: 'P1',
    rrn: String(++rrn).padStart(12, '0'),
    fingerprint: `${accountId} ${minor}`,
    type: minor < 0n ? 'CASHDEPOSIT' : 'CASHWITHDRAWAL',
    accountId,
    terminalId: 'ATM1',
    amountMinor: minor < 0n ? -minor : minor,
    feeMinor: 0n,
    cashMinor: 0n,
    currency: 'USD',
    correlationId: '00000000-0000-4000-8000-000000000000',
    receivedAtMs: 0,
    decide: () => debited(accountId, minor),
    answer: (settled) => answerOf(settled, accountId),
    ...changes,
  }
}

export function debited(accountId: string, minor: bigint): Decision {
  return { kind: 'post', entries: [customer(accountId, 'USD', -minor), general('vault:ATM1', 'USD', minor)] }
}

/** Declines when the money is not there, as a bank does. */
export function debitIfThere(accountId: string, minor: bigint, changes: Partial<Posting> = {}): Posting {
  const decide = (books: Books): Decision =>
    (books.account(accountId)?.balanceMinor ?? 0n) < minor
      ? { kind: 'decline', code: '110' }
      : debited(accountId, minor)
  return debit(accountId, minor, { decide, ...changes })
}

/** Shows the balance just after the order, so that an answer tells what the order saw. */
function answerOf({ code, account }: Settled, accountId: string): string {
  return JSON.stringify({ status: { responseCode: code }, balance: String(account(accountId)?.balanceMinor) })
}

/** FI001 with accounts of 1000.00 each, opened by a journal. */
export async function openAccounts(
  database: Database,
  accountIds: readonly string[],
  today: BusinessDate,
): Promise<void> {
  await database.query(
    `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
     VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC') ON CONFLICT DO NOTHING`,
  )
  for (const accountId of accountIds) {
    await database.query(
      `WITH opened AS (
         INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                               branch_id, balance_minor)
         VALUES ('FI001', $1, 'C', 'DDA', 'D', 'USD', '06', '001', 100000)
       ), total AS (
         INSERT INTO general_ledger_totals AS t VALUES ('FI001', 'opening', 'USD', -100000)
         ON CONFLICT (institution_id, account, currency) DO UPDATE SET amount_minor = t.amount_minor - 100000
       )
       INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       VALUES ('FI001', gen_random_uuid(), 'OPENING_BALANCE', $2, now(), 'CG', ARRAY[$1, 'opening'], ARRAY['USD', 'USD'],
               ARRAY[100000, -100000])`,
      [accountId, today],
    )
  }
}

export async function balanceOf(database: Database, accountId: string): Promise<bigint | undefined> {
  const { rows } = await database.query<{ balance_minor: bigint }>(
    `SELECT balance_minor FROM accounts WHERE institution_id = 'FI001' AND account_id = $1`,
    [accountId],
  )
  return rows[0]?.balance_minor
}

export const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
export const TODAY = '20260310'

/** A pipeline on a standing clock that writes down what it does. */
export function listeningPipeline(
  database: Database,
  heard: string[],
  bounds: Pick<PostingPipelineOptions, 'maxBatch' | 'maxQueued' | 'timer'> = {},
): PostingPipeline {
  return new PostingPipeline({
    database,
    clock: { now: () => NOW_MS },
    businessDateOf: () => TODAY,
    ...bounds,
    observer: {
      batchCommitted: ({ orders }) => heard.push(`committed ${orders}`),
      answered: ({ type, code }) => heard.push(`answered ${type} ${code}`),
      replayed: () => heard.push('replayed'),
      coalesced: () => heard.push('coalesced'),
      retried: (reason) => heard.push(`retried ${reason}`),
      queueDepth() {},
      defect: () => heard.push('defect'),
    },
  })
}

/** Posts all at once, in the order given. */
export function postAll(
  pipeline: PostingPipeline,
  postings: readonly Posting[],
): Promise<PromiseSettledResult<Posted>[]> {
  return Promise.allSettled(postings.map((posting) => pipeline.post(posting)))
}

/** Claims a single connection, so that the pipeline keeps to one batch at a time on every engine. */
export function oneAtATime(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'connections') return 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
