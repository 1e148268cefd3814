// Changes a role: its name, its description, what it grants.

import { may } from '../access.ts'
import { envelope } from '../envelope.ts'
import { onboardingOperation } from '../onboarding-operation.ts'
import { idOf } from '../path-id.ts'
import { grantsOf, ROLE, role, roleChange, roleReply } from './role-shapes.ts'

export const updateRole = onboardingOperation({
  id: 'UpdateRole',
  route: 'PATCH /roles/:id',
  access: may('ROLES', 'UPDATE'),
  changesAccess: true,
  basis: 'chosen',
  tag: 'Roles',
  summary: 'Change a role',
  description:
    'What is left out stays; `modules` takes the place of all it granted. You must have what it granted and what it will ' +
    'grant: 403. `version` is the one you read; the change is refused (409) when somebody else was quicker. System roles ' +
    'stay as they are: 409.',
  body: roleChange,
  reply: role,
  requestExamples: [{ name: 'name', summary: 'Another name', value: { roleName: 'Front desk', version: 1 } }],
  replyExamples: [{ name: 'role', summary: 'The role', value: { ...ROLE, roleName: 'Front desk', version: 2 } }],
  async handle(ask) {
    const { roleName, description, modules, version } = ask.body
    const record = await ask.services.roles.update(ask, idOf(ask), {
      ...(roleName !== undefined && { roleName }),
      ...(description !== undefined && { description }),
      ...(modules !== undefined && { modules: grantsOf(modules) }),
      version,
    })
    return envelope(ask, roleReply(record))
  },
})
