// The figures of tokens as metrics and health show them: amounts in major units.

import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { openTransfers, readTokenFigures } from '../../../tokens/movements/reading/token-figures.ts'
import type { TokenStats } from '../../observability/token-metrics.ts'

export async function tokenStats(sql: Sql): Promise<TokenStats> {
  const figures = await readTokenFigures(sql)
  return {
    currencies: figures.currencies.map(({ currency, supplyMinor, backingMinor }) => ({
      currency,
      supply: numberFromMinor(supplyMinor, currency),
      backing: numberFromMinor(backingMinor, currency),
    })),
    open: figures.open,
    openTransfers: openTransfers(figures),
    exceptions: figures.exceptions,
  }
}
