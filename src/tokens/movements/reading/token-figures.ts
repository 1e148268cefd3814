// Figures of tokens over all institutions, for metrics and health. They have no label that a partner can choose.

import type { Sql, Statement } from '../../../platform/storage/database.ts'
import type { MovementKind, MovementState } from '../movement.ts'

export interface TokenFigures {
  /** One for each currency that was ever issued, in the order of their codes. */
  readonly currencies: readonly {
    readonly currency: string
    readonly supplyMinor: bigint
    readonly backingMinor: bigint
  }[]
  /** Movements that are not over. */
  readonly open: readonly { readonly kind: MovementKind; readonly state: MovementState; readonly count: number }[]
  /** Open ones. One for each kind, also for those without any. */
  readonly exceptions: readonly { readonly kind: string; readonly count: number }[]
}

const EXCEPTION_KINDS = ['DRIFT', 'FUNDS_UNCLAIMED', 'LEG_FAILED'] as const

// One statement, hence one snapshot: supply and backing of a movement are seen together.
const READ_FIGURES: Statement = {
  name: 'read-token-figures',
  text: `
    SELECT 'LEDGER' AS part, split_part(account, ':', 3) AS name, currency AS detail, sum(amount_minor)::bigint AS figure
      FROM (SELECT account, currency, amount_minor FROM general_ledger_totals WHERE account LIKE 'tokens:%'
            UNION ALL
            SELECT account, currency, amount_minor FROM general_ledger_deltas WHERE account LIKE 'tokens:%') lines
     GROUP BY 2, 3
    UNION ALL
    SELECT 'OPEN', kind, state, count(*) FROM token_movements WHERE is_open GROUP BY kind, state
    UNION ALL
    SELECT 'EXCEPTION', kind, NULL, count(*) FROM token_exceptions WHERE ended_at IS NULL GROUP BY kind
    ORDER BY 1, 2, 3`,
}

interface FigureRow {
  part: 'LEDGER' | 'OPEN' | 'EXCEPTION'
  name: string
  detail: string | null
  figure: bigint
}

export async function readTokenFigures(sql: Sql): Promise<TokenFigures> {
  const { rows } = await sql.query<FigureRow>(READ_FIGURES)
  const ledger = rows.filter(({ part }) => part === 'LEDGER')
  const amountOf = (name: string, currency: string) =>
    ledger.find((row) => row.name === name && row.detail === currency)?.figure ?? 0n
  const currencies = [...new Set(ledger.map(({ detail }) => detail ?? ''))].sort()
  return {
    currencies: currencies.map((currency) => ({
      currency,
      // Credits are positive, so tokens in circulation are a negative balance.
      supplyMinor: -amountOf('supply', currency),
      backingMinor: amountOf('backing', currency),
    })),
    open: rows.flatMap(({ part, name, detail, figure }) =>
      part === 'OPEN' ? [{ kind: name as MovementKind, state: detail as MovementState, count: Number(figure) }] : [],
    ),
    exceptions: EXCEPTION_KINDS.map((kind) => ({
      kind,
      count: Number(rows.find(({ part, name }) => part === 'EXCEPTION' && name === kind)?.figure ?? 0n),
    })),
  }
}

export function openTransfers({ open }: Pick<TokenFigures, 'open'>): number {
  return open.reduce((sum, { kind, count }) => (kind === 'TRANSFER' ? sum + count : sum), 0)
}
