// Balance inquiry: what an account shows now.

import type { Reading } from '../../ledger/inquiries/inquiry.ts'
import type { BalanceInquiry } from '../core.ts'
import type { Outcome } from '../outcome.ts'
import { checkCapability, checkSourceUsable, type Presented } from './rules/checks.ts'
import { openOrder } from './rules/open-order.ts'
import { balancesOf, branchOf } from './rules/outcomes.ts'

export function answerBalanceInquiry(inquiry: BalanceInquiry, presented: Presented, reading: Reading): Outcome {
  const opened = openOrder(presented, 'BALANCE', reading, inquiry.accountId)
  if (typeof opened === 'string') return { code: opened }
  const { account } = opened
  const objection = checkSourceUsable(account) ?? checkCapability(presented, account, 'inquiry')
  if (objection !== undefined) return { code: objection }
  return {
    code: '000',
    authId: reading.authId,
    businessDate: reading.businessDate,
    branch: branchOf(presented.institution, account),
    balances: balancesOf(account),
  }
}
