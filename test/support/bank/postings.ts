// Test orders for the pipeline, without banking rules: each carries its own decision.

import type { ChannelDecision } from '../../../src/channels/channel/builtin/decide-order.ts'
import { type OrderPosting, OrderRecords } from '../../../src/channels/channel/builtin/order-records.ts'
import type { Answer } from '../../../src/channels/channel/channel.ts'
import { InFlightOrders } from '../../../src/channels/channel/in-flight-orders.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from '../../../src/channels/core/builtin/books/bank-account.ts'
import type { BankBooks } from '../../../src/channels/core/builtin/books/bank-books.ts'
import type { Outcome } from '../../../src/channels/core/outcome.ts'
import { customer, general } from '../../../src/ledger/journal.ts'
import { PostingPipeline, type PostingPipelineOptions } from '../../../src/ledger/post.ts'
import type { BusinessDate } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'

/** An order without its owner, which the pipeline adds. */
export type TestOrder = Omit<OrderPosting, 'owner'>

let rrn = 0

/** Debits an account of FI001 without checking the funds; a negative amount credits it. */
export function debit(accountId: string, minor: bigint, changes: Partial<TestOrder> = {}): TestOrder {
  return {
    institutionId: 'FI001',
    accountIds: [
      changes.accountId ?? accountId,
      ...(changes.beneficiaryAccountId ? [changes.beneficiaryAccountId] : []),
    ],
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
    show: (books) => shown(books, accountId),
    render: rendered,
    ...changes,
  }
}

export function debited(accountId: string, minor: bigint): ChannelDecision {
  return { kind: 'post', entries: [customer(accountId, 'USD', -minor), general('vault:ATM1', 'USD', minor)] }
}

/** Declines when the funds are insufficient, as a bank does. */
export function debitIfThere(accountId: string, minor: bigint, changes: Partial<TestOrder> = {}): TestOrder {
  const decide = (books: BankBooks): ChannelDecision =>
    (books.account(accountId)?.balanceMinor ?? 0n) < minor
      ? { kind: 'decline', code: '110' }
      : debited(accountId, minor)
  return debit(accountId, minor, { decide, ...changes })
}

function shown(books: BankBooks, accountId: string) {
  const balanceMinor = books.account(accountId)?.balanceMinor ?? 0n
  const balances = { currency: 'USD', balanceMinor, availableMinor: balanceMinor }
  return { branch: { id: '001', name: '', address: '' }, balances }
}

/** Shows the balance right after an approval, so that the answer shows what the order saw. */
function rendered(outcome: Outcome): string {
  const balance = 'balances' in outcome ? String(outcome.balances.balanceMinor) : undefined
  return JSON.stringify({ status: { responseCode: outcome.code }, balance })
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
       ), recorded AS (
         INSERT INTO account_records (institution_id, account_id) VALUES ('FI001', $1) ON CONFLICT DO NOTHING
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

/** The pipeline as orders reach it: with their records, and identical ones in flight sharing an answer. */
export interface OrderPipeline {
  post(order: TestOrder): Promise<Answer>
  drained(): Promise<void>
}

/** A pipeline on a fixed clock that records its events. */
export function observedPipeline(
  database: Database,
  events: string[],
  bounds: Pick<PostingPipelineOptions<BankAccount>, 'maxBatch' | 'maxQueued' | 'timer'> = {},
): OrderPipeline {
  const records = new OrderRecords()
  const inFlight = new InFlightOrders({
    answered: ({ type, code }) => events.push(`answered ${type} ${code}`),
    replayed: () => events.push('replayed'),
    coalesced: () => events.push('coalesced'),
  })
  const pipeline = new PostingPipeline({
    database,
    clock: { now: () => NOW_MS },
    businessDateOf: () => TODAY,
    accountColumns: BANK_ACCOUNT_COLUMNS,
    owners: [records],
    ...bounds,
    observer: {
      batchCommitted: ({ orders }) => events.push(`committed ${orders}`),
      retried: (reason) => events.push(`retried ${reason}`),
      queueDepth() {},
      defect: () => events.push('defect'),
    },
  })
  return {
    post: (order) => inFlight.answer(order, () => pipeline.post({ ...order, owner: records })),
    drained: () => pipeline.drained(),
  }
}

/** Posts all at once, in the order given. */
export function postAll(
  pipeline: OrderPipeline,
  orders: readonly TestOrder[],
): Promise<PromiseSettledResult<Answer>[]> {
  return Promise.allSettled(orders.map((order) => pipeline.post(order)))
}

/** Reports a single connection, so that the pipeline runs one batch at a time on every engine. */
export function oneAtATime(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'connections') return 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
