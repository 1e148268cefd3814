// The moves of an account through its statuses, one operation each.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { ACCOUNT_MOVES, type AccountMove } from '../../../../oversight/customers/accounts/account-moves.ts'
import { type OnboardingOperation, onboardingOperation } from '../../onboarding-operation.ts'
import { ACCOUNT, account, accountReply } from './account-shapes.ts'
import { moveReason } from './customer-fields.ts'

const OBEYED = 'The next order on any node obeys.'
const ELSEWHERE = 'An institution that is TERMINATED or at another core: 409.'

const WORDS: Readonly<Record<AccountMove, { id: string; summary: string; description: string; reason: string }>> = {
  block: {
    id: 'BlockAccount',
    summary: 'Block an account',
    description: `\`OPEN\` and \`DORMANT\` become \`FROZEN\`. ${OBEYED} ${ELSEWHERE}`,
    reason: 'Court order 2026-114',
  },
  unblock: {
    id: 'UnblockAccount',
    summary: 'Unblock an account',
    description: `\`FROZEN\` and \`DORMANT\` become \`OPEN\`. ${OBEYED} ${ELSEWHERE}`,
    reason: 'Order lifted',
  },
  close: {
    id: 'CloseAccount',
    summary: 'Close an account',
    description:
      'For good. Its balance is zero, it has no hold, and no open digital account is linked to it; the account of a loan is ' +
      `not closed here: 409. ${ELSEWHERE}`,
    reason: 'Closed at the request of the customer',
  },
}

const STATUS: Readonly<Record<AccountMove, string>> = { block: 'FROZEN', unblock: 'OPEN', close: 'CLOSED' }

export const ACCOUNT_MOVE_OPERATIONS: readonly OnboardingOperation[] = ACCOUNT_MOVES.map((move) => {
  const { id, summary, description, reason } = WORDS[move]
  return onboardingOperation({
    id,
    route: `POST /accounts/:id/${move}`,
    access: may('ACCOUNTS', 'ACTIVATE'),
    basis: 'chosen',
    tag: 'Accounts',
    summary,
    description,
    body: Type.Object({ reason: chosen(moveReason) }),
    reply: account,
    requestExamples: [{ name: 'reason', summary: 'Why', value: { reason } }],
    replyExamples: [
      {
        name: 'account',
        summary: 'As it is now',
        value: { ...ACCOUNT, version: 2, status: STATUS[move], statusReason: reason },
      },
    ],
    async handle(ask) {
      return envelope(
        ask,
        accountReply(await ask.services.customerAccounts.move(ask, idOf(ask), move, ask.body.reason)),
      )
    },
  })
})
