// A small bank with orders of January and February 2025 and of March 2026, for tests of the archive.

import { recordAudit } from '../../../src/administration/audit/audit-log.ts'
import { EntryIndex } from '../../../src/oversight/customers/entries/entry-index.ts'
import { Rollups } from '../../../src/oversight/transactions/rollups/rollups.ts'
import { earliestIdAt } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../src/platform/storage/database.ts'

// Withdrawals of 10.00 on the 5th of each month; the first was reversed, and two reversals are open exceptions.
const DAYS = ['20250105', '20250205', '20260305']
const atMs = (date: string) => Date.parse(date.replace(/^(....)(..)(..)$/, '$1-$2-$3T10:00:00Z'))
export const idOf = (date: string, nth: number) =>
  earliestIdAt(atMs(date)).replace(/.{4}$/, String(nth).padStart(4, '0'))

/** What is on record, with the figures and entries that are made from it. */
export async function fillSmallBank(database: Database): Promise<void> {
  await fill(database)
  if (database.isDistributed) await mark(database)
  const rollups = new Rollups(database)
  await rollups.catchUp()
  for (const day of await rollups.daysWithTransactions()) await rollups.rebuildDay(day)
  const entries = new EntryIndex(database)
  await entries.refresh()
  while (await entries.addHistory());
}

/** On distributed books what is new is found by marks. */
async function mark(database: Database): Promise<void> {
  const own = 2n ** 51n
  for (const table of ['journals', 'transactions'])
    await database.query(`UPDATE ${table} SET insert_xid = $1 WHERE institution_id = 'FI001'`, [own])
  await database.query(`INSERT INTO posting_marks (institution_id, mark) VALUES ('FI001', $1)`, [own])
}

async function fill(database: Database): Promise<void> {
  const [january, february, march] = DAYS as [string, string, string]
  await database.query(`
    INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, closed_through)
    VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC', '20260331');
    INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id, balance_minor)
    VALUES ('FI001', 'A', 'C1', 'DDA', 'A', 'USD', '06', '001', 97000);
    INSERT INTO account_records (institution_id, account_id) VALUES ('FI001', 'A') ON CONFLICT DO NOTHING;
    INSERT INTO general_ledger_totals VALUES ('FI001', 'opening', 'USD', -100000), ('FI001', 'vault:ATM1', 'USD', 3000);
    INSERT INTO holds VALUES ('FI001', '${idOf(january, 1)}', 'A', '${idOf(january, 1)}', 5, '20250106', '2025-01-06T00:00:00Z');
    INSERT INTO inquiries VALUES ('FI001', '${idOf(january, 1)}', 'P1', '1', 'BALANCE', 'A', NULL, NULL, '000', NULL, '${january}', now(), 1, '${idOf(january, 1)}');
    INSERT INTO reversal_tombstones VALUES ('FI001', 'P1', '000000000007', '000000000006', '2025-01-05T10:00:00Z');
    INSERT INTO lending_keys VALUES ('P1', 'k1', 'CreateLoan', 'x', '1', '2025-01-05T10:00:00Z');
    INSERT INTO digital_references VALUES ('P1', 'FI_ONBOARDING', 'r1', 'x', '${idOf(january, 1)}', '2025-01-05T10:00:00Z');`)
  const journal = async (
    date: string,
    nth: number,
    kind: string,
    accounts: string,
    amounts: string,
    reverses?: string,
  ) =>
    database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, reverses_id, books, accounts, currencies, amounts_minor)
       VALUES ('FI001', $1, $2, $3, $4, $5, 'CG', $6, '{USD,USD}', $7)`,
      [idOf(date, nth), kind, date, new Date(atMs(date)), reverses ?? null, accounts, amounts],
    )
  const order = async (date: string, nth: number, type: string, code: string, more: Record<string, unknown> = {}) => {
    const row = {
      institution_id: 'FI001',
      partner_id: 'P1',
      rrn: String(nth).padStart(12, '0'),
      transaction_id: idOf(date, nth),
      type,
      account_id: 'A',
      amount_minor: 1_000,
      currency: 'USD',
      response_code: code,
      business_date: date,
      recorded_at: new Date(atMs(date)),
      latency_ms: 1,
      correlation_id: idOf(date, nth),
      fingerprint: 'f',
      response: JSON.stringify({ status: { responseCode: code } }),
      ...more,
    }
    const names = Object.keys(row)
    await database.query(
      `INSERT INTO transactions (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    )
  }
  await journal(january, 0, 'OPENING_BALANCE', '{A,opening}', '{100000,-100000}')
  await journal(january, 1, 'CASHWITHDRAWAL', '{A,vault:ATM1}', '{-1000,1000}')
  await order(january, 1, 'CASHWITHDRAWAL', '000')
  await order(january, 2, 'CASHWITHDRAWAL', '110')
  // Approved before its original, which then came and was refused: settled by itself, but for the tombstone.
  await order(january, 6, 'CASHWITHDRAWALREVERSAL', '000', { original_rrn: '000000000007' })
  await order('20250107', 7, 'CASHWITHDRAWAL', '485')
  await journal(february, 3, 'CASHWITHDRAWAL', '{A,vault:ATM1}', '{-1000,1000}')
  await order(february, 3, 'CASHWITHDRAWAL', '000')
  await order(february, 5, 'CASHWITHDRAWALREVERSAL', '188', { original_id: idOf(february, 3) })
  await journal(march, 9, 'CASHWITHDRAWAL', '{A,vault:ATM1}', '{-1000,1000}')
  await order(march, 9, 'CASHWITHDRAWAL', '000')
  for (const date of DAYS) {
    await database.transaction((sql) =>
      recordAudit(sql, atMs(date), { email: 'anne@bank.example' }, { action: 'thing.change', resource: 'thing' }),
    )
  }
}
