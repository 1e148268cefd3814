// Resolves an exception, once.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { exception, exceptionReply, RESOLVED, resolutionRequest } from './exception-shapes.ts'

export const resolveException = onboardingOperation({
  id: 'ResolveException',
  route: 'POST /transactions/exceptions/:id/resolve',
  access: may('EXCEPTIONS', 'APPROVE'),
  basis: 'chosen',
  tag: 'Exceptions',
  summary: 'Resolve an exception',
  description:
    'MATCH posts the reversal on the current business date, whatever the window; an unmatched one names `originalId`. Of an ' +
    'unknown outcome it records `outcome` and posts nothing. WRITE_OFF posts a late or refused reversal with the ' +
    'general-ledger account `suspense:exceptions` in place of the customer; the original counts as reversed. Transfers are not ' +
    'written off. DECLINED_ADVICE: MATCH posts what the switch has not taken back on the account, which may fall below its limit, ' +
    'WRITE_OFF with the suspense account in its place; of a reversal they post the opposite. RECONCILIATION: MATCH posts what is missing here on the account, the reversal of what is missing there, or the difference; ' +
    'at another core nothing (409). IGNORE posts nothing. ADVICE_PARKED and HOST_APPROVAL: RETRY asks the host now and leaves it OPEN, ' +
    'SETTLED_OUTSIDE ends it under `externalReference`, and the order counts as reversed; CASH_DIFFERENCE: MATCH posts nothing and needs ' +
    'corrections against `suspense:cash` that take the difference off it: those that name the exception, and the one that `originalId` names; ' +
    'WRITE_OFF posts it to `expense:cash`. 409 while the host is being asked. 409 when it is resolved already, the action is not possible, the original does not ' +
    'fit, or the account does not have the money. What a remote core posted is reversed there, and ignored here. Of digital ' +
    'banking: RETRY does at once what is due later, and leaves it OPEN (LEDGER_DRIFT: compares again). FUNDS_UNCLAIMED: RETRY pays ' +
    'to the linked account of the movement, PAY_OUT to `linkedAccountId`, SETTLED_OUTSIDE records a payment made elsewhere under ' +
    '`externalReference`; while the outcome of a payment is unknown (`pending`), everything else is 409. LEG_FAILED of a transfer that ' +
    'is being committed: RETURN gives it back to the payer, while no attempt is under way. LEG_FAILED of tokens that are being ' +
    'returned after a burn: PAY_OUT and SETTLED_OUTSIDE as of unclaimed money. LEG_FAILED of a release for which the ledger has no ' +
    'hold: RELEASED_OUTSIDE ends it as decided. LEDGER_DRIFT of an account: ADJUST_LEDGER issues or burns the difference at the ' +
    'ledger, while nothing else is open on it; of a hold that was taken there it mints the tokens again, and the transfer ends as decided. ' +
    'ACCEPT resolves drift of an account or asset with its amount; another amount is a new exception. LEDGER_SILENT: CANCEL has the ledger ' +
    'refuse the operation for good, where it can.',
  body: resolutionRequest,
  reply: exception,
  requestExamples: [
    {
      name: 'match',
      summary: 'Post a late reversal',
      value: { action: 'MATCH', reason: 'The cash was not dispensed, see journal of ATM00001' },
    },
    {
      name: 'outcome',
      summary: 'Record what came of an order',
      value: { action: 'MATCH', reason: 'The core shows the debit', outcome: 'APPROVED' },
    },
    {
      name: 'pay-out',
      summary: 'Pay unclaimed money to another account',
      value: { action: 'PAY_OUT', reason: 'The first account is closed', linkedAccountId: '1000000002' },
    },
  ],
  replyExamples: [{ name: 'resolved', summary: 'The exception', value: RESOLVED }],
  async handle(ask) {
    return envelope(ask, exceptionReply(await ask.services.exceptions.resolve(ask, idOf(ask), ask.body)))
  },
})
