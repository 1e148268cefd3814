// The accounts of an order that is on record, for a repeat or a reversal that does not name them: the bank may have come to other
// ones since.

import type { Database } from '../../storage/database.ts'

export async function readRecordedAccounts(
  database: Database,
  institutionId: string,
  partnerId: string,
  rrn: string,
): Promise<{ accountId: string; beneficiaryAccountId: string | undefined } | undefined> {
  const { rows } = await database.query<{ account_id: string; beneficiary_account_id: string | null }>(
    `SELECT account_id, beneficiary_account_id FROM transactions WHERE institution_id = $1 AND partner_id = $2 AND rrn = $3`,
    [institutionId, partnerId, rrn],
  )
  const [row] = rows
  return row && { accountId: row.account_id, beneficiaryAccountId: row.beneficiary_account_id ?? undefined }
}
