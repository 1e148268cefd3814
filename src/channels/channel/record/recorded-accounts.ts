// The accounts of an order that is on record, for a repeat or a reversal that does not name them: the bank may have come to other
// ones since.

import type { Database } from '../../../platform/storage/database.ts'
import type { OriginalElements } from '../../core/switch-message.ts'

export async function readRecordedAccounts(
  database: Database,
  institutionId: string,
  partnerId: string,
  rrn: string,
  elements?: OriginalElements & { readonly switchName: string },
): Promise<{ accountId: string; beneficiaryAccountId: string | undefined } | undefined> {
  const named = elements && (await readNamedRrn(database, institutionId, partnerId, elements))
  const { rows } = await database.query<{ account_id: string; beneficiary_account_id: string | null }>(
    `SELECT account_id, beneficiary_account_id FROM transactions WHERE institution_id = $1 AND partner_id = $2 AND rrn = $3`,
    [institutionId, partnerId, named ?? rrn],
  )
  const [row] = rows
  return row && { accountId: row.account_id, beneficiaryAccountId: row.beneficiary_account_id ?? undefined }
}

/** The RRN of the newest order whose message the elements name. */
async function readNamedRrn(
  database: Database,
  institutionId: string,
  partnerId: string,
  { switchName, mti, stan, time, acquirer }: OriginalElements & { readonly switchName: string },
): Promise<string | undefined> {
  const { rows } = await database.query<{ rrn: string }>(
    `SELECT rrn FROM switch_messages
      WHERE institution_id = $1 AND switch = $2 AND partner_id = $3 AND NOT is_reversal
        AND stan = $4 AND ($5 = '' OR sent_time IN ($5, '')) AND ($6 = '' OR mti = $6) AND ($7 = '' OR acquirer IN ($7, ''))
      ORDER BY recorded_at DESC LIMIT 1`,
    [institutionId, switchName, partnerId, stan, time, mti, acquirer],
  )
  return rows[0]?.rrn
}

/** Since when orders of switches are recorded with their messages: since the migration that made their table. */
export async function readMessagesSince(database: Database): Promise<number | undefined> {
  const { rows } = await database.query<{ applied_at: Date }>(
    'SELECT applied_at FROM schema_migrations WHERE number = 81',
  )
  return rows[0]?.applied_at.getTime()
}
