// Says that somebody is at a raised alert.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { ALERT_RULE, alertRule, TAG } from './alert-rule-shapes.ts'

export const acknowledgeAlert = onboardingOperation({
  id: 'AcknowledgeAlert',
  route: 'POST /alert-rules/:id/acknowledge',
  access: may('ALERTS', 'ACTIVATE'),
  basis: 'chosen',
  tag: TAG,
  summary: 'Acknowledge an alert',
  description: 'Everybody sees who is at it, until it is over. One that is not raised: 409; again: as it is.',
  reply: alertRule,
  replyExamples: [
    {
      name: 'acknowledged',
      summary: 'As it is now',
      value: {
        ...ALERT_RULE,
        version: 2,
        acknowledgedAt: '2026-01-15T10:05:00.000Z',
        acknowledgedBy: 'admin@sandbox.example',
      },
    },
  ],
  async handle(ask) {
    return envelope(ask, await ask.services.alertRules.acknowledge(ask, idOf(ask)))
  },
})
