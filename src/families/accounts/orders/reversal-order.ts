// Common to the three reversals: how they name their original, two amounts in one currency, and the order.

import type { Sent } from '../../../channels/channel/channel.ts'
import type { ReversalOrder } from '../../../channels/core/core.ts'
import type { Outcome } from '../../../channels/core/outcome.ts'
import { originalTypeOf } from '../../../channels/core/reversal-types.ts'
import { reversalRrn } from '../../../channels/core/switch-message.ts'
import { Findings } from '../../../edge/http/body/validation.ts'
import { minorFromNumber } from '../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Ask } from '../desk/account-operation.ts'
import { checkExact } from '../shapes/amounts.ts'
import type { EchoedRequest } from '../shapes/outcome-echo.ts'
import { type Content, orderOf } from './orders.ts'

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

export function checkReversal(body: ReversalRequest, found: Findings): void {
  checkAmounts(body, body.amount?.currencyCode, found)
  if (!found.areValid('transaction.rrn', 'reverseInfo.originalRrn')) return
  if (body.reverseInfo?.originalRrn === body.transaction.rrn) {
    found.add('reverseInfo.originalRrn', 'must not be the RRN of the reversal itself')
  }
}

function checkAmounts(body: ReversalRequest, currency: string | undefined, found: Findings): void {
  if (!found.areValid('amount.currencyCode')) return
  const check = (path: string, value: number) => checkExact(path, value, currency ?? mostLenientFor(value), found)
  if (found.areValid('amount.amount')) check('amount.amount', body.amount.amount)
  if (found.areValid('reverseInfo.amount')) check('reverseInfo.amount', body.reverseInfo.amount)
}

/** The currency with the most lenient check: no decimals for whole (large) amounts, three for all others. */
function mostLenientFor(amount: number): string {
  return Number.isInteger(amount) ? 'JPY' : 'KWD'
}

/** `particular` is content that only one of the reversals compares. */
export function reversalOrder(
  ask: Ask & { readonly body: ReversalRequest },
  particular: readonly Content[],
  render: (outcome: Outcome) => string,
): Sent<ReversalOrder> {
  const { amount, reverseInfo, transaction } = ask.body
  const { currencyCode, accessFee } = amount
  const { authId, reasonCode } = reverseInfo
  const { rrn } = transaction
  const originalRrn = ask.sharesRrn === true ? rrn : reverseInfo.originalRrn
  const { originalElements: elements } = ask
  // Without a currency there are no minor units yet; numbers compare just as well.
  const order = orderOf(ask, ask.body, [
    amount.amount,
    currencyCode ?? null,
    accessFee ?? 0,
    [reasonCode, reverseInfo.amount, authId ?? null, originalRrn ?? null],
    ...(elements === undefined ? [] : [[elements.mti, elements.stan, elements.time, elements.acquirer]]),
    ...particular,
  ])
  const recorded = ask.sharesRrn === true ? { rrn: reversalRrn(rrn, order.fingerprint) } : {}
  if (recorded.rrn !== undefined) ask.onRrn?.(recorded.rrn)
  return {
    ...order,
    ...recorded,
    originalType: originalTypeOf(transaction.type),
    reasonCode,
    ...(currencyCode === undefined ? {} : { currency: currencyCode }),
    ...(authId === undefined ? {} : { originalAuthId: authId }),
    ...(originalRrn === undefined ? {} : { originalRrn }),
    ...(elements !== undefined && { originalElements: elements }),
    ...(ask.messagesSinceMs !== undefined && { messagesSinceMs: ask.messagesSinceMs }),
    amountsIn: (currency) => {
      const originalMinor = minorFromNumber(amount.amount, currency)
      const reversedMinor = minorFromNumber(reverseInfo.amount, currency)
      if (originalMinor !== undefined && reversedMinor !== undefined)
        return { originalMinor, reversedMinor, ...(ask.message !== undefined && { isInTotal: true }) }
      const found = new Findings()
      checkAmounts(ask.body, currency, found)
      return invalidFields(found.details)
    },
    render,
  }
}
