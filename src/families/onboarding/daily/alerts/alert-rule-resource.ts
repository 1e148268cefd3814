// Alert rules: what raises an alert, and whom it tells.

import { ALERT_RULES } from '../../../../oversight/alerts/alert-rule-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { acknowledgeAlert } from './acknowledge-alert.ts'
import {
  ALERT_RULE,
  alertRule,
  alertRuleChange,
  alertRuleFilter,
  NEW_ALERT_RULE,
  newAlertRule,
  TAG,
} from './alert-rule-shapes.ts'

const alertRules = resource({
  path: '/alert-rules',
  tag: TAG,
  module: 'ALERTS',
  noun: 'alert rule',
  shape: alertRule,
  example: ALERT_RULE,
  sorts: Object.keys(ALERT_RULES.sorts),
  records: (services) => services.alertRules,

  create: {
    id: 'CreateAlertRule',
    summary: 'Make an alert rule',
    description:
      'Measured every 30 seconds, by one node. Users of an institution make rules of their institution. Who is told must be in the scope of the caller.',
    body: newAlertRule,
    example: { name: 'core', summary: 'A core is down', value: NEW_ALERT_RULE },
    run: (ask) => ask.services.alertRules.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseAlertRules',
    summary: 'List alert rules',
    description: 'Raised ones first. Users of an institution see its rules.',
  },
  list: {
    id: 'ListAlertRules',
    summary: 'Find alert rules',
    description: 'Raised ones first. What is left out of the filter makes no difference.',
    filter: alertRuleFilter,
    example: { summary: 'What is raised', value: { state: ['RAISED'] } },
  },
  get: { id: 'GetAlertRule', summary: 'Read an alert rule', description: 'With its state and what was measured last.' },
  change: {
    id: 'UpdateAlertRule',
    summary: 'Change an alert rule',
    description: 'What is left out stays as it is; `to` is replaced as a whole. It is measured anew.',
    body: alertRuleChange,
    example: { name: 'threshold', summary: 'Later', value: { version: 1, forMinutes: 10 } },
    run: (ask, id) => ask.services.alertRules.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteAlertRule',
    summary: 'Remove an alert rule',
    description: 'A raised alert is over with it.',
    run: (ask, id) => ask.services.alertRules.delete(ask, id),
  },
  activate: {
    id: 'SetAlertRuleActivation',
    summary: 'Switch an alert rule on or off',
    description: 'Switched off it is not measured, and a raised alert is over.',
    flagDescription: 'Whether it is watched',
    example: { name: 'off', summary: 'It is not watched', change: { isActive: false, state: 'OK' } },
    run: (ask, id, isActive) => ask.services.alertRules.setActive(ask, id, isActive),
  },
})

export const ALERT_OPERATIONS: readonly OnboardingOperation[] = [...alertRules, acknowledgeAlert]
