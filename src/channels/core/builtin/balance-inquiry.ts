// Balance inquiry: what an account shows now.

import type { BalanceInquiry } from '../core.ts'
import { APPROVED_CODE, type CoreOutcome } from '../outcome.ts'
import type { Presented } from '../presented.ts'
import type { BankReading } from './books/bank-reading.ts'
import { checkCapability, checkSourceUsable } from './rules/checks.ts'
import { openOrder } from './rules/open-order.ts'
import { shownAccounts } from './rules/outcomes.ts'

export function answerBalanceInquiry(inquiry: BalanceInquiry, presented: Presented, reading: BankReading): CoreOutcome {
  const opened = openOrder(presented, reading, inquiry.accountId)
  if (typeof opened === 'string') return { code: opened }
  const { account } = opened
  const objection = checkSourceUsable(account) ?? checkCapability(presented, account, 'inquiry')
  if (objection !== undefined) return { code: objection }
  return { code: APPROVED_CODE, ...shownAccounts(reading, presented, inquiry.accountId) }
}
