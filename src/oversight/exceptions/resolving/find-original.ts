// Finds the original of a declined reversal whose record does not name it by id: by the RRN it named, or else the newest
// transaction that fits, as the reversal itself would have been matched.

import { APPROVED_CODE } from '../../../channels/core/outcome.ts'
import { reversalTypeSql } from '../../../channels/core/reversal-types.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { TransactionRecord } from '../../transactions/transaction-record.ts'

/** How many transactions of the account are looked through. */
const LOOKED_THROUGH = 5_000

export async function findOriginal(database: Database, reversal: TransactionRecord): Promise<string | undefined> {
  const { institutionId, partnerId, rrn, id, accountId, beneficiaryAccountId, type, amountMinor, currency } = reversal
  const { rows } = await database.query<{ transaction_id: string }>(
    `WITH reversal AS (
       SELECT original_rrn FROM transactions WHERE institution_id = $1 AND partner_id = $2 AND rrn = $3
     ), named AS (
       SELECT o.transaction_id
         FROM reversal r
         JOIN transactions o ON o.institution_id = $1 AND o.partner_id = $2 AND o.rrn = r.original_rrn
     ), fitting AS (
       SELECT o.transaction_id
         FROM (SELECT * FROM transactions
                WHERE account_id = $4 AND transaction_id < $5 ${database.isDistributed ? 'AND institution_id = $1' : ''}
                ORDER BY transaction_id DESC LIMIT ${LOOKED_THROUGH}) AS o
        WHERE o.institution_id = $1 AND ${reversalTypeSql('o.type')} = $6 AND o.currency = $7 AND o.response_code = '${APPROVED_CODE}'
          AND o.beneficiary_account_id IS NOT DISTINCT FROM $8 AND o.amount_minor - o.reversed_minor >= $9
          AND NOT EXISTS (SELECT 1 FROM reversal WHERE original_rrn IS NOT NULL)
        ORDER BY o.transaction_id DESC
        LIMIT 1
     )
     SELECT transaction_id FROM named UNION ALL SELECT transaction_id FROM fitting`,
    [institutionId, partnerId, rrn, accountId, id, type, currency, beneficiaryAccountId ?? null, amountMinor],
  )
  return rows[0]?.transaction_id
}
