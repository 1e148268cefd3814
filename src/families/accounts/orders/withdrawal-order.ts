// Common to both withdrawals, with a card and without: amount, fee and cash must add up, and the order.

import type { Sent } from '../../../channels/channel/channel.ts'
import type { CashWithdrawalOrder } from '../../../channels/core/core.ts'
import type { Findings } from '../../../edge/http/body/validation.ts'
import type { Ask } from '../desk/account-operation.ts'
import { checkAmount, checkExact, minorOf } from '../shapes/amounts.ts'
import { type EchoedRequest, financialText } from '../shapes/outcome-echo.ts'
import { orderOf } from './orders.ts'

interface WithdrawalRequest extends EchoedRequest {
  readonly deviceInfo: { readonly terminalId: string }
  readonly amount: { readonly amount: number; readonly currencyCode: string; readonly accessFee?: number }
  readonly cash?: { readonly amount: number }
}

export function checkWithdrawalAmounts(body: WithdrawalRequest, found: Findings): void {
  checkAmount(body, found)
  checkAccessFee(body, found)
  checkCashHandedOut(body, found)
}

/** The fee is part of the amount, and something must be left to dispense. Reversals follow the same rule. */
export function checkAccessFee(body: Pick<WithdrawalRequest, 'amount'>, found: Findings): void {
  if (!found.areValid('amount.amount', 'amount.currencyCode', 'amount.accessFee')) return
  const { amount, currencyCode, accessFee } = body.amount
  if (accessFee === undefined) return
  checkExact('amount.accessFee', accessFee, currencyCode, found)
  if (found.areValid('amount.accessFee') && accessFee >= amount) {
    found.add('amount.accessFee', 'must be less than amount.amount')
  }
}

/** `cash.amount`, when sent, is what is dispensed: the amount without the fee. */
function checkCashHandedOut(body: WithdrawalRequest, found: Findings): void {
  if (!found.areValid('amount.amount', 'amount.currencyCode', 'amount.accessFee', 'cash.amount')) return
  if (body.cash === undefined) return
  const { amount, currencyCode, accessFee = 0 } = body.amount
  checkExact('cash.amount', body.cash.amount, currencyCode, found)
  if (!found.areValid('cash.amount')) return
  const handedOut = minorOf(amount, currencyCode) - minorOf(accessFee, currencyCode)
  if (minorOf(body.cash.amount, currencyCode) !== handedOut) {
    found.add('cash.amount', 'must equal amount.amount minus amount.accessFee')
  }
}

export function withdrawalOrder(ask: Ask & { readonly body: WithdrawalRequest }): Sent<CashWithdrawalOrder> {
  const { body } = ask
  const { amount, currencyCode, accessFee = 0 } = body.amount
  const minor = minorOf(amount, currencyCode)
  const accessFeeMinor = minorOf(accessFee, currencyCode)
  return {
    // `cash` is not part of the content: when sent, it equals the amount without the fee.
    ...orderOf(ask, body, [minor, currencyCode, accessFeeMinor]),
    amount: { minor, currency: currencyCode },
    accessFeeMinor,
    render: (outcome) => financialText(body, outcome),
  }
}
