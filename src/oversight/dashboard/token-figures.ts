// Figures of tokens as of now, per currency: what is in circulation, what backs it, what is owed and what is open.

import type { Sql } from '../../platform/storage/database.ts'

export interface TokenFigures {
  readonly currencyCode: string
  readonly supplyMinor: bigint
  readonly backingMinor: bigint
  /** Owed by institutions to others. */
  readonly owedMinor: bigint
  /** Deposits, redemptions and transfers that are under way. */
  readonly openCount: number
  readonly openMinor: bigint
}

/** Figures of the digital institutions whose tokens are in the books of one institution, or of all. One snapshot. */
export async function readTokenFigures(sql: Sql, institutionId: string | undefined): Promise<TokenFigures[]> {
  const { rows } = await sql.query<{
    currency: string
    supply: bigint
    backing: bigint
    owed: bigint
    open: bigint
    open_minor: bigint
  }>(FIGURES, [institutionId ?? null])
  return rows.map((row) => ({
    currencyCode: row.currency,
    supplyMinor: row.supply,
    backingMinor: row.backing,
    owedMinor: row.owed,
    openCount: Number(row.open),
    openMinor: row.open_minor,
  }))
}

// Accounts and signs as in tokens/movements/accounts/token-accounts.ts. An institution that is owed money owes nothing.
const FIGURES = `
  WITH issuers AS (
    SELECT institution_id, book_id, currencies FROM digital_institutions WHERE $1::text IS NULL OR book_id = $1
  ), names AS (
    SELECT i.institution_id, i.book_id, part, 'tokens:' || i.institution_id || ':' || part AS account
      FROM issuers i, unnest(ARRAY['supply', 'backing', 'owed']) AS part
  ), lines AS (
    SELECT n.institution_id, n.part, g.currency, g.amount_minor
      FROM names n JOIN general_ledger_totals g ON g.institution_id = n.book_id AND g.account = n.account
    UNION ALL
    SELECT n.institution_id, n.part, g.currency, g.amount_minor
      FROM names n JOIN general_ledger_deltas g ON g.institution_id = n.book_id AND g.account = n.account
  ), positions AS (
    SELECT institution_id, currency,
           coalesce(-sum(amount_minor) FILTER (WHERE part = 'supply'), 0) AS supply,
           coalesce(sum(amount_minor) FILTER (WHERE part = 'backing'), 0) AS backing,
           coalesce(sum(amount_minor) FILTER (WHERE part = 'owed'), 0) AS owed
      FROM lines GROUP BY institution_id, currency
  ), open_movements AS (
    SELECT m.currency, count(*) AS count, sum(m.amount_minor) AS amount_minor
      FROM issuers i JOIN token_movements m ON m.issuer_id = i.institution_id AND m.is_open
     GROUP BY m.currency
  ), known AS (
    SELECT DISTINCT unnest(currencies) AS currency FROM issuers
  )
  SELECT k.currency,
         coalesce(sum(p.supply), 0)::bigint AS supply,
         coalesce(sum(p.backing), 0)::bigint AS backing,
         coalesce(sum(greatest(p.owed, 0)), 0)::bigint AS owed,
         coalesce(max(o.count), 0)::bigint AS open,
         coalesce(max(o.amount_minor), 0)::bigint AS open_minor
    FROM known k
    LEFT JOIN positions p ON p.currency = k.currency
    LEFT JOIN open_movements o ON o.currency = k.currency
   GROUP BY k.currency
   ORDER BY k.currency`
