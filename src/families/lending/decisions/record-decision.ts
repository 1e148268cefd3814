// Records what was decided on an application.

import { Type } from 'typebox'
import { freeText, id, instant, list, name, oneOf } from '../../../edge/http/body/fields.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'
import { term, termOf } from '../shapes/terms.ts'
import { amount, code, decimalOf, optionalMinorOf, percent } from '../shapes/values.ts'
import { DECISION, DECISION_KINDS, decision, wireDecision } from './decision-shapes.ts'

const body = Type.Object({
  applicationId: id('The application'),
  decision: oneOf('What is decided', [...DECISION_KINDS]),
  reasonCodes: Type.Optional(
    list(code('A reason'), 'Why; required unless APPROVE. APPLICANT_WITHDREW withdraws the application'),
  ),
  approvedAmount: Type.Optional(amount('At most what was asked for, which is the default; APPROVE only')),
  approvedRate: Type.Optional(percent('The rate that was asked for when left out; APPROVE only')),
  approvedTerm: Type.Optional(term),
  conditions: Type.Optional(list(freeText('A condition'), 'What the approval depends on')),
  expiresAt: Type.Optional(instant('When the approval ends; in 30 days when left out; APPROVE only')),
  decidedBy: Type.Optional(name('Who decided; of an operator always the operator')),
})

export const recordDecision = lendingOperation({
  id: 'RecordDecision',
  route: 'POST /decisions',
  basis: 'given',
  access: { module: 'LOAN_ORIGINATION', action: 'APPROVE' },
  errors: [
    'D-APPLICATION_NOT_FOUND',
    'D-ALREADY_DECIDED',
    'D-RISK_SIGNALS_MISSING',
    'D-REASON_REQUIRED',
    'D-APPROVED_AMOUNT_EXCEEDS_REQUEST',
    'D-PRODUCT_UNKNOWN',
    'D-AMOUNT_OUT_OF_RANGE',
    'D-TERM_OUT_OF_RANGE',
    'D-RATE_OUT_OF_RANGE',
    'D-LIMIT_EXCEEDED',
  ],
  tag: 'Decisions',
  summary: 'Record a decision',
  description:
    'APPROVE and DECLINE are final; a decision after a REFER supersedes it. A product may ask for risk signals before an ' +
    'approval.',
  body,
  reply: decision,
  requestExamples: [
    {
      name: 'approve',
      summary: 'Approved as asked for',
      value: {
        applicationId: DECISION.applicationId,
        decision: 'APPROVE',
        conditions: DECISION.conditions,
        decidedBy: 'underwriter-7',
      },
    },
    {
      name: 'decline',
      summary: 'Declined',
      value: { applicationId: DECISION.applicationId, decision: 'DECLINE', reasonCodes: ['DTI_TOO_HIGH'] },
    },
  ],
  replyExamples: [{ name: 'approved', summary: 'It is approved', value: DECISION }],
  async handle(ask) {
    const sent = ask.body
    const { result, replayed } = await ask.services.decisions.record(
      originationCaller(ask),
      sent.applicationId,
      ({ currency }) => ({
        decision: sent.decision,
        reasonCodes: sent.reasonCodes ?? [],
        approvedMinor: optionalMinorOf(sent.approvedAmount, currency, 'approvedAmount'),
        approvedRate: sent.approvedRate === undefined ? undefined : decimalOf(sent.approvedRate),
        approvedTerm: sent.approvedTerm === undefined ? undefined : termOf(sent.approvedTerm),
        conditions: sent.conditions ?? [],
        expiresAtMs: sent.expiresAt === undefined ? undefined : Date.parse(sent.expiresAt),
        decidedBy: sent.decidedBy,
      }),
      ask.key,
    )
    return reply(ask, wireDecision(result), { replayed })
  },
})
