// A disbursement is taken back.

import { Type } from 'typebox'
import { date } from '../../../edge/http/body/fields.ts'
import { reverseDisbursement as decideReversal } from '../../../loans/servicing/commands/reverse-disbursement.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { loanCommand, servicing } from '../requests/change-loan.ts'
import { code } from '../shapes/values.ts'
import { EXAMPLE_REVERSED_DISBURSEMENT } from './disbursement-example.ts'
import { disbursement, wireDisbursement } from './disbursement-shapes.ts'

export const reverseDisbursement = lendingOperation({
  id: 'ReverseDisbursement',
  route: 'POST /loans/:loanId/disbursements/:disbursementId/reverse',
  access: servicing('UPDATE'),
  basis: 'chosen',
  tag: 'Disbursements',
  summary: 'Take a disbursement back',
  description:
    'The money returns from the account that received it, or from clearing. Without its only disbursement the loan is ' +
    'APPROVED again. Later events are run again; when one of them cannot stand, nothing changes.',
  errors: [
    'D-LOAN_NOT_FOUND',
    'D-DISBURSEMENT_NOT_FOUND',
    'D-INVALID_STATE',
    'D-ALREADY_REVERSED',
    'D-HAS_LATER_TRANSACTIONS',
    'D-TOO_MANY_EVENTS',
    'D-BEFORE_DISBURSEMENT',
    'D-FUTURE_DATED',
    'D-INSUFFICIENT_FUNDS',
    'D-DESTINATION_INVALID',
  ],
  body: Type.Object({
    reasonCode: code('Why'),
    valueDate: Type.Optional(date('By default the business date')),
  }),
  reply: disbursement,
  requestExamples: [{ name: 'wrongAmount', summary: 'It was a mistake', value: { reasonCode: 'WRONG_AMOUNT' } }],
  replyExamples: [{ name: 'reversed', summary: 'Taken back', value: EXAMPLE_REVERSED_DISBURSEMENT }],
  async handle(ask) {
    const { body, services, call } = ask
    const disbursementId = (call.params.disbursementId ?? '').toLowerCase()
    const { reasonCode, valueDate } = body
    const decide = decideReversal({ disbursementId, valueDate, details: { reasonCode } })
    const appended = await services.loanBook.append(loanCommand(ask, () => decide, { reverses: disbursementId }))
    const record = appended.events.find(({ eventId }) => eventId === disbursementId)
    if (record === undefined) throw new Error('the disbursement is not in its loan')
    return reply(ask, wireDisbursement(appended, record, appended.position), appended)
  },
})
