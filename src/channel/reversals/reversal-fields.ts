// What a reversal is recorded with beforehand.

import type { ReversalOrder } from '../../core/core.ts'
import type { Institution } from '../../institutions/directory.ts'
import { Problem } from '../../kernel/problem.ts'
import type { KindFields } from '../order-fields.ts'
import { originalQuery } from './match-original.ts'

export function reversalFields(
  order: ReversalOrder,
  { baseCurrency, reversalWindowHours }: Institution,
  nowMs: number,
): KindFields {
  const currency = order.currency ?? baseCurrency
  const amounts = order.amountsIn(currency)
  return {
    // What a decline records; an approval records what it took back, in the original's currency.
    amountMinor: amounts instanceof Problem ? 0n : amounts.reversedMinor,
    currency,
    reasonCode: order.reasonCode,
    original: originalQuery(order, reversalWindowHours, nowMs),
    ...(order.beneficiaryAccountId !== undefined && { beneficiaryAccountId: order.beneficiaryAccountId }),
  }
}
