// The accounts of a random sequence of orders, in the bank and in its model.

import type { Database } from '../../src/platform/storage/database.ts'
import type { ModelBank } from './model-bank.ts'

export const OPENINGS = [
  { balance: 30_000n, overdraft: 0n, type: 'DDA', capability: '06' },
  { balance: 8_000n, overdraft: 0n, type: 'SDA', capability: '06' },
  { balance: 0n, overdraft: 5_000n, type: 'DDA', capability: '06' },
  { balance: -15_000n, overdraft: 0n, type: 'LOAN', capability: '07' },
]

/** Opens accounts of FI001, one for each opening, for any number of courses. */
export async function openCourseAccounts(
  database: Pick<Database, 'query'>,
  courses: readonly (readonly string[])[],
): Promise<void> {
  const rows = courses.flatMap((accounts) =>
    OPENINGS.map((opening, i) => ({
      account_id: accounts[i],
      account_type: opening.type,
      txn_capability: opening.capability,
      balance_minor: String(opening.balance),
      overdraft_minor: String(opening.overdraft),
    })),
  )
  await database.query(
    `WITH row AS (
       SELECT gen_random_uuid() AS journal_id, row.*
         FROM jsonb_to_recordset($1) AS row (account_id text, account_type text, txn_capability text, balance_minor bigint,
                                             overdraft_minor bigint)
     ), opened AS (
       INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor, overdraft_minor)
       SELECT 'FI001', account_id, 'COURSE', account_type, 'Course', 'USD', txn_capability, '001', balance_minor, overdraft_minor
         FROM row
     ), delta AS (
       INSERT INTO general_ledger_deltas
       SELECT 'FI001', gen_random_uuid(), 'opening', 'USD', -sum(balance_minor) FROM row
     )
     INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
     SELECT 'FI001', journal_id, 'OPENING_BALANCE', '20260101', now(), 'CG', ARRAY[account_id, 'opening'],
            ARRAY['USD', 'USD'], ARRAY[balance_minor, -balance_minor]
       FROM row WHERE balance_minor <> 0`,
    [JSON.stringify(rows)],
  )
}

export function openInModel(model: ModelBank, accounts: readonly string[]): void {
  for (const [i, { balance, overdraft, type }] of OPENINGS.entries()) {
    model.open(accounts[i] as string, balance, { overdraft, isLoan: type === 'LOAN' })
  }
}
