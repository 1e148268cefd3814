// One of the rules, with its decision table as it runs.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { RULE, ruleNameIn, ruleReply, ruleWithTable } from './rule-shapes.ts'

export const getRule = onboardingOperation({
  id: 'GetRule',
  route: 'GET /rules/:name',
  access: may('RULES', 'VIEW'),
  basis: 'chosen',
  tag: 'Rules',
  summary: 'Read a decision table',
  description: 'As it runs on the node that answers, which may differ from the file until that is refreshed.',
  reply: ruleWithTable,
  replyExamples: [
    { name: 'rules', summary: 'A decision table', value: { ...RULE, content: { nodes: [], edges: [] } } },
    { name: 'off', summary: 'Rules without a file', value: { ...RULE, state: 'OFF', loadedAt: null, content: null } },
  ],
  async handle(ask) {
    const name = ruleNameIn(ask)
    const { rules } = ask.services
    return envelope(ask, { ...ruleReply(rules.state(name)), content: rules.content(name) ?? null })
  },
})
