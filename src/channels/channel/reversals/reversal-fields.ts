// The fields of a reversal's record that are known before it is matched.

import type { Institution } from '../../../administration/institutions/directory.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { ReversalOrder } from '../../core/core.ts'
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
    // Recorded by a decline; an approval records the reversed amount, in the original's currency.
    amountMinor: amounts instanceof Problem ? 0n : amounts.reversedMinor,
    currency,
    reasonCode: order.reasonCode,
    original: originalQuery(order, { windowHours: reversalWindowHours, nowMs }),
    ...(order.beneficiaryAccountId !== undefined && { beneficiaryAccountId: order.beneficiaryAccountId }),
  }
}
