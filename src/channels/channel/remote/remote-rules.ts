// What the gateway checks in front of a remote core: cash, billers, and the decision tables, in the contract's order: fee,
// velocity and fraud, limits. The core's own checks follow and may decline with a code that comes earlier in that order: the
// gateway does not know the account.

import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Refusal } from '../../core/builtin/decision.ts'
import { checkBiller, checkCashCurrency, checkFeeRules, checkRules } from '../../core/builtin/rules/checks.ts'
import { checkLimitRules, checkTransactionLimitRule } from '../../core/builtin/rules/limits.ts'
import type { BillPaymentOrder, Order } from '../../core/core.ts'
import { coreProblem } from '../../core/core-problems.ts'
import type { DeclineCode } from '../../core/outcome.ts'
import { type Presented, terminalOf } from '../../core/presented.ts'
import type { RemoteOrder } from '../../core/remote-core.ts'
import type { RemoteUsage } from './usage-today.ts'

export function checkRemoteRules(
  { amount, ...order }: Order & { readonly accessFeeMinor?: bigint },
  kind: RemoteOrder['kind'],
  presented: Presented,
  used: RemoteUsage,
): DeclineCode | undefined {
  if (presented.rules === undefined) return undefined
  const { accessFeeMinor = 0n } = order
  const usedToday = {
    amount: numberFromMinor(used.minor, presented.institution.baseCurrency),
    count: used.count,
  }
  const isWithdrawal = kind === 'CASH_WITHDRAWAL' || kind === 'CARDLESS_WITHDRAWAL'
  const feeCode = isWithdrawal ? checkFeeRules(presented, accessFeeMinor, amount.currency, usedToday) : undefined
  const objection = feeCode ?? checkRules(presented, usedToday)
  if (objection !== undefined || kind === 'DEPOSIT') return objection
  return isWithdrawal
    ? checkLimitRules(presented, amount, usedToday)
    : checkTransactionLimitRule(presented, amount, usedToday)
}

/** Terminals are registered with the gateway, so it checks their currencies for every core. */
export function cashCheck({ amount }: Order, cashMinor: bigint): (presented: Presented) => DeclineCode | undefined {
  return (presented) => checkCashCurrency(terminalOf(presented), cashMinor, amount.currency)
}

/** Billers are registered with the gateway, so it checks them for every core. */
export function checkedBiller(order: BillPaymentOrder, { directory }: Presented): DeclineCode | Refusal | undefined {
  const biller = directory.biller(order.institutionId, order.billerId)
  if (biller !== undefined) return checkBiller(biller, order.billerBin)
  return { kind: 'refuse', problem: coreProblem('unknown-biller', 'the biller is not registered') }
}
