// A new role.

import { may } from '../access.ts'
import { created } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { grantsOf, newRole, ROLE, role, roleReply } from './role-shapes.ts'

export const createRole = onboardingOperation({
  id: 'CreateRole',
  route: 'POST /roles',
  access: may('ROLES', 'CREATE'),
  basis: 'given',
  tag: 'Roles',
  summary: 'Make a role',
  description:
    'It grants actions on modules, none that you lack: 403. A role made by a user of an institution is for its users. ' +
    'An unknown module or action is refused by its place: 400.',
  status: 201,
  body: newRole,
  reply: role,
  requestExamples: [
    {
      name: 'role',
      summary: 'Somebody who unlocks users',
      value: {
        roleName: ROLE.roleName,
        description: ROLE.description,
        modules: [{ moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] }],
      },
    },
  ],
  replyExamples: [{ name: 'role', summary: 'The role', value: ROLE }],
  async handle(ask) {
    const { roleName, description, isEnabled, modules } = ask.body
    const record = await ask.services.roles.create(ask, {
      roleName,
      modules: grantsOf(modules),
      ...(description !== undefined && { description }),
      ...(isEnabled !== undefined && { isEnabled }),
    })
    return created(ask, roleReply(record))
  },
})
