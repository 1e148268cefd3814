// What inquiries must know: accounts, cards and holds as they stand, without a lock.

import { textArray } from '../../storage/batches/array-literal.ts'
import type { Trip } from '../../storage/batches/trip.ts'
import type { Statement } from '../../storage/database.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  CARD_COLUMNS,
  type CardRow,
  type HoldRow,
  toAccount,
  toCard,
  toHold,
} from '../batch-rows.ts'
import { BATCH_SETTINGS, BEGIN } from '../batch-transaction.ts'
import { distinct, READ_HOLDS } from '../read-batch.ts'
import type { BatchRead } from '../working-books.ts'

const DO_NOT_WAIT_FOR_DISK: Statement = {
  name: 'do-not-wait-for-disk',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
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

/** What an inquiry must know, read without locks in a transaction whose commit does not wait for the disk. */
export async function readUnlocked(trip: Trip, institutionId: string, asked: readonly Asked[]): Promise<BatchRead> {
  const accountIds = textArray(distinct(asked.map((one) => one.accountId)))
  const panHashes = textArray(distinct(asked.map((one) => one.panHash)))
  const customerIds = textArray(distinct(asked.map((one) => one.customerId)))
  const [, , , accounts, cards, holds] = await Promise.all([
    trip.ask(BEGIN),
    trip.ask(BATCH_SETTINGS),
    trip.ask(DO_NOT_WAIT_FOR_DISK),
    trip.ask<AccountRow>(READ_ACCOUNTS, [institutionId, accountIds, panHashes, customerIds]),
    trip.ask<CardRow>(READ_CARDS, [institutionId, panHashes]),
    trip.ask<HoldRow>(READ_HOLDS, [institutionId, accountIds]),
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
