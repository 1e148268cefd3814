// Records what providers report about an applicant, and grades it.

import { Type } from 'typebox'
import { id, list } from '../../../edge/http/body/fields.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'

import { RISK_SIGNALS, riskSignals, signal, wireRiskSignals } from './decision-shapes.ts'

const body = Type.Object({
  applicationId: id('The application'),
  signals: list(signal, 'What was observed', 1),
})

export const recordRiskSignals = lendingOperation({
  id: 'RecordRiskSignals',
  route: 'POST /risk-signals',
  basis: 'given',
  access: { module: 'LOAN_ORIGINATION', action: 'CREATE' },
  errors: ['D-APPLICATION_NOT_FOUND', 'D-APPLICATION_CLOSED', 'D-LIMIT_EXCEEDED', 'D-RULES_UNAVAILABLE'],
  tag: 'Decisions',
  summary: 'Record risk signals',
  description:
    'Graded by the decision table `lending-decision` together with all earlier signals of the application; a later ' +
    'signal of a type replaces the earlier one. The recommendation decides nothing: record a decision. Without the ' +
    'table nothing is recorded: 503.',
  body,
  reply: riskSignals,
  requestExamples: [
    {
      name: 'signals',
      summary: 'A score, income and debt',
      value: { applicationId: RISK_SIGNALS.applicationId, signals: RISK_SIGNALS.signals },
    },
  ],
  replyExamples: [{ name: 'graded', summary: 'A good risk', value: RISK_SIGNALS }],
  async handle(ask) {
    const { applicationId, signals } = ask.body
    const sent = signals.map(({ type, value, provider, observedAt }) => ({ type, value, provider, observedAt }))
    const { result, replayed } = await ask.services.riskSignals.record(
      originationCaller(ask),
      { applicationId, signals: sent },
      ask.key,
    )
    return reply(ask, wireRiskSignals(result), { replayed })
  },
})
