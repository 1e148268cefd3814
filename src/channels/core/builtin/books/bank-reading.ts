// The bank's books as inquiries see them: current accounts, cards and holds, without a lock.

import { selectedColumns } from '../../../../ledger/account.ts'
import { readOpenHolds } from '../../../../ledger/batch/read-batch.ts'
import { WorkingBooks } from '../../../../ledger/batch/working-books.ts'
import { textArray } from '../../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../../platform/storage/batches/trip.ts'
import type { Statement } from '../../../../platform/storage/database.ts'
import { BANK_ACCOUNT_COLUMNS, type BankAccount } from './bank-account.ts'
import { BankBatch, type BankBooks, distinct } from './bank-books.ts'
import { CARD_COLUMNS, type CardRow, toCard } from './card.ts'

export interface BankReading extends Pick<BankBooks, 'businessDate' | 'account' | 'card'> {
  accountsOfCustomer(customerId: string): BankAccount[]
}

// The accounts named by id, those of the cards, and those of the customers.
const READ_ACCOUNTS: Statement = {
  name: 'read-accounts',
  text: `SELECT ${selectedColumns(BANK_ACCOUNT_COLUMNS)}
           FROM accounts
          WHERE institution_id = $1
            AND account_id = ANY (ARRAY (
                  SELECT unnest($2::text[])
                   UNION
                  SELECT unnest(account_ids) FROM cards WHERE institution_id = $1 AND pan_hash = ANY ($3::text[])
                   UNION
                  SELECT owned.account_id
                    FROM unnest($4::text[]) AS asked (customer_id)
                   CROSS JOIN LATERAL (
                         SELECT account_id FROM accounts WHERE institution_id = $1 AND customer_id = asked.customer_id
                         OFFSET 0) AS owned))
          ORDER BY account_id`,
}

const READ_CARDS: Statement = {
  name: 'read-cards',
  text: `SELECT ${CARD_COLUMNS} FROM cards WHERE institution_id = $1 AND pan_hash = ANY ($2::text[])`,
}

interface Asked {
  readonly accountId?: string
  readonly panHash?: string
  readonly customerId?: string
}

interface ReadingContext {
  readonly institutionId: string
  readonly businessDate: string
  readonly nowMs: number
}

/** Queues the reads that inquiries need; the caller sends the trip. */
export async function readBank(
  trip: Trip,
  { institutionId, businessDate, nowMs }: ReadingContext,
  asked: readonly Asked[],
): Promise<BankReading> {
  const accountIds = textArray(distinct(asked.map((one) => one.accountId)))
  const panHashes = textArray(distinct(asked.map((one) => one.panHash)))
  const customerIds = textArray(distinct(asked.map((one) => one.customerId)))
  const [accountRows, cardRows, holds] = await Promise.all([
    trip.ask<Parameters<typeof BANK_ACCOUNT_COLUMNS.toAccount>[0]>(READ_ACCOUNTS, [
      institutionId,
      accountIds,
      panHashes,
      customerIds,
    ]),
    trip.ask<CardRow>(READ_CARDS, [institutionId, panHashes]),
    readOpenHolds(trip, institutionId, accountIds),
  ])
  const accounts = accountRows.rows.map((row) => BANK_ACCOUNT_COLUMNS.toAccount(row))
  const bank = new BankBatch({ cards: cardRows.rows.map(toCard), terminalUsage: [] })
  return {
    ...bank.with(new WorkingBooks({ accounts, holds }, nowMs, businessDate)),
    accountsOfCustomer: (customerId) => accounts.filter((account) => account.customerId === customerId),
  }
}
