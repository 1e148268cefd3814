// All modules, as a tree.

import { Type } from 'typebox'
import { MODULES } from '../../../../administration/access/principal/modules.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { module, moduleReply } from './module-shapes.ts'

export const getModules = onboardingOperation({
  id: 'GetModules',
  route: 'GET /modules',
  access: may('MODULES', 'VIEW'),
  basis: 'chosen',
  tag: 'Modules',
  summary: 'List modules',
  description:
    'The modules on which roles grant actions, each with its sub-modules. A grant on a module is one on its sub-modules.',
  reply: Type.Array(module),
  replyExamples: [
    {
      name: 'tree',
      summary: 'One of them',
      value: MODULES.filter(({ moduleId }) => moduleId === 'GOVERNANCE').map(moduleReply),
    },
  ],
  async handle(ask) {
    return envelope(ask, MODULES.filter(({ parentId }) => parentId === undefined).map(moduleReply))
  },
})
