// The rules of the platform and whether they run.

import { may } from '../../../../edge/resource/access.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageShape, pagingQuery } from '../../../../edge/resource/record-shapes.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { RULE, rule, ruleReply } from './rule-shapes.ts'

export const listRules = onboardingOperation({
  id: 'ListRules',
  route: 'GET /rules',
  access: may('RULES', 'VIEW'),
  basis: 'chosen',
  tag: 'Rules',
  summary: 'List the rules',
  description:
    'In the order in which they are asked. Files are changed on disk and read again by `POST /api/channels/refreshRules` ' +
    'of the management listener.',
  query: pagingQuery,
  reply: pageShape(rule),
  replyExamples: [{ name: 'page', summary: 'One of them', value: pageExample(RULE) }],
  handle: (ask) => {
    const states = ask.services.rules.states()
    const list = async (_scope: unknown, _filter: unknown, { page, size }: { page: number; size: number }) => ({
      items: states.slice((page - 1) * size, page * size),
      total: states.length,
    })
    return pageReply(ask, { list }, undefined, ruleReply)
  },
})
