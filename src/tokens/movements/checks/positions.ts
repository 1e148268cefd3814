// What a digital institution has issued, what backs it, and what it owes to others, per currency.

import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { DigitalInstitution } from '../../parties/digital-institution.ts'
import { tokenAccount } from '../accounts/token-accounts.ts'

export interface Position {
  readonly currency: string
  /** Tokens in circulation. */
  readonly supplyMinor: bigint
  readonly backingMinor: bigint
  /** To other institutions; negative: they owe. */
  readonly owedMinor: bigint
  /** Open transfers to other institutions. */
  readonly reservedMinor: bigint
  /** Money of deposits that could be neither issued nor returned. */
  readonly unclaimedMinor: bigint
}

interface PositionRow {
  currency: string
  supply: bigint
  backing: bigint
  owed: bigint
  unclaimed: bigint
  reserved: bigint
}

// One statement, hence one snapshot: a transfer is either still reserved or already owed, and a delta that is being folded
// counts once.
const READ_POSITIONS: Statement = {
  name: 'read-token-positions',
  text: `
    WITH lines AS (
      SELECT account, currency, amount_minor
        FROM general_ledger_totals WHERE institution_id = $1 AND account = ANY ($3::text[])
      UNION ALL
      SELECT account, currency, amount_minor
        FROM general_ledger_deltas WHERE institution_id = $1 AND account = ANY ($3::text[])
      UNION ALL
      SELECT 'reserved', currency, amount_minor
        FROM token_movements
       WHERE institution_id = $1 AND issuer_id = $2 AND is_open AND kind = 'TRANSFER' AND payee_issuer_id IS DISTINCT FROM issuer_id
      UNION ALL
      SELECT 'none', currency, 0
        FROM digital_institutions i, unnest(i.currencies) AS currency WHERE i.institution_id = $2
    )
    SELECT currency,
           coalesce(-sum(amount_minor) FILTER (WHERE account = ($3::text[])[1]), 0)::bigint AS supply,
           coalesce(sum(amount_minor) FILTER (WHERE account = ($3::text[])[2]), 0)::bigint AS backing,
           coalesce(sum(amount_minor) FILTER (WHERE account = ($3::text[])[3]), 0)::bigint AS owed,
           coalesce(sum(amount_minor) FILTER (WHERE account = ($3::text[])[4]), 0)::bigint AS unclaimed,
           coalesce(sum(amount_minor) FILTER (WHERE account = 'reserved'), 0)::bigint AS reserved
      FROM lines
     GROUP BY currency
     ORDER BY currency`,
}

/** One position for each of its currencies, in the order of their codes. */
export async function readPositions(
  sql: Sql,
  { institutionId, bookId }: Pick<DigitalInstitution, 'institutionId' | 'bookId'>,
): Promise<readonly Position[]> {
  const accounts = (['supply', 'backing', 'owed', 'unclaimed'] as const).map((one) => tokenAccount(institutionId, one))
  const { rows } = await sql.query<PositionRow>(READ_POSITIONS, [bookId, institutionId, accounts])
  return rows.map((row) => ({
    currency: row.currency,
    supplyMinor: row.supply,
    backingMinor: row.backing,
    owedMinor: row.owed,
    reservedMinor: row.reserved,
    unclaimedMinor: row.unclaimed,
  }))
}
