// Balance inquiry: what an account shows now.

import type { Reading } from '../../ledger/inquiries/inquire.ts'
import type { BalanceInquiry } from '../core.ts'
import { DECLINE, type Outcome } from '../outcome.ts'
import {
  checkAccountKnown,
  checkCapability,
  checkCard,
  checkInstitution,
  checkSourceUsable,
  checkTerminal,
  type Presented,
} from './rules/checks.ts'
import { balancesOf, branchOf } from './rules/outcomes.ts'

export function answerBalanceInquiry(inquiry: BalanceInquiry, presented: Presented, reading: Reading): Outcome {
  const card = presented.panHash === undefined ? undefined : reading.card(presented.panHash)
  const account = reading.account(inquiry.accountId)
  const early =
    checkInstitution(presented, 'BALANCE') ??
    checkTerminal(presented, 'BALANCE') ??
    checkCard(presented, card) ??
    checkAccountKnown(account, card)
  if (early !== undefined) return { code: early }
  if (account === undefined) return { code: DECLINE.noSuchAccount }
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
