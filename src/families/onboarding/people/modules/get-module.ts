// One module with its sub-modules.

import { moduleOf } from '../../../../administration/access/principal/modules.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { module, moduleReply } from './module-shapes.ts'

export const getModule = onboardingOperation({
  id: 'GetModule',
  route: 'GET /modules/:moduleId',
  access: may('MODULES', 'VIEW'),
  basis: 'chosen',
  tag: 'Modules',
  summary: 'Read a module',
  description: 'By its id, such as `USERS`.',
  reply: module,
  replyExamples: [
    {
      name: 'module',
      summary: 'The audit log',
      value: moduleReply({ moduleId: 'AUDIT', moduleName: 'Audit log', parentId: 'GOVERNANCE', order: 1 }),
    },
  ],
  async handle(ask) {
    const found = moduleOf(ask.call.params.moduleId ?? '')
    if (found === undefined) throw new Problem('not-found', 'there is no such module')
    return envelope(ask, moduleReply(found))
  },
})
