// The decision tables in front of a remote core, in the contract's order: fee, velocity and fraud, limits. The core's own
// checks follow and may decline with a code that comes earlier in that order: the gateway does not know the account.

import { checkFeeRules, checkRules } from '../../core/builtin/rules/checks.ts'
import { checkLimitRules, checkTransactionLimitRule } from '../../core/builtin/rules/limits.ts'
import type { Order } from '../../core/core.ts'
import type { DeclineCode } from '../../core/outcome.ts'
import type { Presented } from '../../core/presented.ts'
import type { RemoteOrder } from '../../core/remote-core.ts'
import { numberFromMinor } from '../../kernel/money.ts'
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
