// Lets a role grant what it lists, or nothing.

import { Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { ROLE, role, roleReply } from './role-shapes.ts'

export const setRoleActivation = onboardingOperation({
  id: 'SetRoleActivation',
  route: 'PATCH /roles/:id/activation',
  access: may('ROLES', 'ACTIVATE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Roles',
  summary: 'Enable or disable a role',
  description:
    'A disabled role grants nothing to those who have it. Nobody disables their own role or a system role: 409.',
  query: Type.Object({ isEnabled: chosen(Type.Boolean({ description: 'Whether it grants anything' })) }),
  reply: role,
  replyExamples: [{ name: 'disabled', summary: 'It grants nothing', value: { ...ROLE, version: 2, isEnabled: false } }],
  async handle(ask) {
    return envelope(ask, roleReply(await ask.services.roles.setEnabled(ask, idOf(ask), ask.query.isEnabled)))
  },
})
