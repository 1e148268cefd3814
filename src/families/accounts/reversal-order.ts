// What the three reversals have in common: two amounts in one currency, and the order.

import type { ReversalOrder } from '../../core/core.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Findings } from '../../http/body/validation.ts'
import { minorFromNumber } from '../../kernel/money.ts'
import type { Ask } from './account-operation.ts'
import { type Content, orderOf } from './orders.ts'
import { checkExact } from './shapes/amounts.ts'
import type { EchoedRequest } from './shapes/outcome-echo.ts'

interface ReversalRequest extends EchoedRequest {
  readonly deviceInfo?: { readonly terminalId?: string }
  readonly amount: { readonly amount: number; readonly currencyCode?: string; readonly accessFee?: number }
  readonly reverseInfo: {
    readonly reasonCode: string
    readonly amount: number
    readonly authId?: string
    readonly originalRrn?: string
  }
}

/** The currency with the most decimals: what is not exact in it is exact in none. */
const FINEST_CURRENCY = 'KWD'

export function checkReversalAmounts(body: ReversalRequest, found: Findings): void {
  if (!found.sound('amount.currencyCode')) return
  const currency = body.amount?.currencyCode ?? FINEST_CURRENCY
  if (found.sound('amount.amount')) checkExact('amount.amount', body.amount.amount, currency, found)
  if (found.sound('reverseInfo.amount')) checkExact('reverseInfo.amount', body.reverseInfo.amount, currency, found)
}

/** `particular` is content that only one of the reversals compares. */
export function reversalOrder(
  ask: Ask & { readonly body: ReversalRequest },
  particular: readonly Content[],
  render: (outcome: Outcome) => string,
): ReversalOrder {
  const { amount, reverseInfo, transaction } = ask.body
  const { currencyCode, accessFee } = amount
  const { authId, originalRrn, reasonCode } = reverseInfo
  return {
    // Without a currency the amounts cannot be minor units yet; as numbers they compare just as well.
    ...orderOf(ask, ask.body, [
      amount.amount,
      currencyCode ?? null,
      accessFee ?? 0,
      [reasonCode, reverseInfo.amount, authId ?? null, originalRrn ?? null],
      ...particular,
    ]),
    originalType: transaction.type.replace(/REVERSAL$/, ''),
    reasonCode,
    ...(currencyCode === undefined ? {} : { currency: currencyCode }),
    ...(authId === undefined ? {} : { originalAuthId: authId }),
    ...(originalRrn === undefined ? {} : { originalRrn }),
    amountsIn: (currency) => {
      const originalMinor = minorFromNumber(amount.amount, currency)
      const reversedMinor = minorFromNumber(reverseInfo.amount, currency)
      return originalMinor === undefined || reversedMinor === undefined ? undefined : { originalMinor, reversedMinor }
    },
    render,
  }
}
